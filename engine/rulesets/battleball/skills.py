"""League skills and Team Rules: the declaration, then what it does and when. The sources only mention them."""

from collections.abc import Callable
from functools import lru_cache

from engine.core.hooks import Hooks, Skill
from engine.core.ruleset import DATA
from engine.core.ruling import Ruling
from engine.core.yamlfile import read_yaml
from engine.rulesets.battleball.bout import MODIFIERS, Attempt, Bout
from engine.rulesets.battleball.state import Piece

# Which of a player's skills are in force.
cards: Ruling[Callable[[Bout, Piece], tuple[str, ...]]] = Ruling("mvp-skills")

fleet_footed = Skill("fleet-footed")
hard_hitter = Skill("hard-hitter")
strong_arm = Skill("strong-arm")
steady_boot = Skill("steady-boot")
long_strides = Skill("long-strides")
iron_wall = Skill("iron-wall")
drilled_passing = Skill("drilled-passing")
SKILLS = {
    skill.key: skill
    for skill in (fleet_footed, hard_hitter, strong_arm, steady_boot, long_strides, iron_wall, drilled_passing)
}


def _adds(skill: Skill, kind: str, value: int) -> None:
    """A flat modifier on the owner's own rolls of one kind."""

    @skill.answers(MODIFIERS)
    def modifier(game: Bout, me: Piece, attempt: Attempt) -> int | None:
        return value if attempt.kind == kind and attempt.piece is me else None


_adds(fleet_footed, "move", 1)
_adds(hard_hitter, "tackle", -1)
_adds(strong_arm, "pass", 1)
_adds(steady_boot, "field-goal", 2)
_adds(long_strides, "move", 1)
_adds(drilled_passing, "pass", 1)


@iron_wall.answers(MODIFIERS)
def when_tackled(game: Bout, me: Piece, attempt: Attempt) -> int | None:
    return -1 if attempt.kind == "tackle" and attempt.piece is me and not attempt.started else None


@cards.choice("not-used")
def cards_only_track(game: Bout, piece: Piece) -> tuple[str, ...]:
    return ()


@cards.choice("custom")
def cards_of_the_league(game: Bout, piece: Piece) -> tuple[str, ...]:
    allowed = game.setting(cards, "skills")
    return tuple(key for key in piece.skills if key in allowed)


class Equipped:
    """A piece with the skills that are in force for it: its own, by ruling, and the Team Rule of its side."""

    __slots__ = ("id", "skills")

    def __init__(self, id: int, skills: tuple[str, ...]) -> None:
        self.id = id
        self.skills = skills


def listeners(game: Bout) -> Hooks:
    """Who listens where; worked out at the start and whenever a Team Rule is picked."""
    rules = game.state.team_rules
    own = game.ruling(cards)
    owners = [
        Equipped(piece.id, own(game, piece) + ((rules[piece.side],) if rules[piece.side] else ()))
        for piece in game.state.pieces
    ]
    return Hooks.compile(SKILLS, owners)


@lru_cache(maxsize=1)
def descriptions() -> dict[str, dict[str, str]]:
    """What each skill and each Team Rule does, in words."""
    return read_yaml(DATA / "battleball" / "skills.yaml", dict)

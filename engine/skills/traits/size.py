"""Traits of the small and of those on stiff legs."""

from collections.abc import Callable

from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules.activation import BARRED
from engine.rules.game import BloodBowl
from engine.rules.injury import BADLY_HURT_ON, INJURY_LIMITS, Hurt
from engine.rules.movement import BEFORE_LEAVING, Stride
from engine.rules.passing import Throw
from engine.rules.rolls import MODIFIERS, UNHINDERED, Test
from engine.rules.state import Player

PAGES = "Core pp.123-138"

Helps = Callable[[BloodBowl, Player], bool]
helps_up: Ruling[Helps] = Ruling(
    "timmm-ber-distracted-helper",
    {
        "counts": lambda game, mate: game.is_open(mate),
        "does-not-count": lambda game, mate: game.is_open(mate) and game.can_use(mate),
    },
)

stunty = Skill("stunty", PAGES)


@stunty.answers(UNHINDERED)
def slips_between_legs(game: BloodBowl, me: Player, test: Test) -> tuple[str, ...] | None:
    """Opponents who mark the square it Dodges into do not hinder it."""
    return ("marked",) if test.kind == "dodge" else None


@stunty.answers(MODIFIERS, about_others=True)
def reaches_low(game: BloodBowl, me: Player, test: Test) -> int | None:
    return game.ruling(size_and_interceptions)(me, test) if test.kind == "intercept" else None


def _intercepts_badly(me: Player, test: Test) -> int | None:
    return -1 if test.player is me else None


def _throws_low(me: Player, test: Test) -> int | None:
    """Whoever is under the pass of a small thrower has it easier."""
    thrown = isinstance(test.part_of, Throw) and test.part_of.player is me
    return 1 if thrown else None


size_and_interceptions: Ruling[Callable[[Player, Test], int | None]] = Ruling(
    "stunty-interception", {"stunty-interceptor": _intercepts_badly, "stunty-thrower": _throws_low}
)


@stunty.answers(INJURY_LIMITS)
def breaks_easily(game: BloodBowl, me: Player, roll: Hurt) -> tuple[int, int] | None:
    """Stunned up to 6, Knocked-out up to 8."""
    return (-1, -1) if roll.player is me else None


@stunty.answers(BADLY_HURT_ON)
def is_badly_hurt(game: BloodBowl, me: Player, roll: Hurt) -> int | None:
    return 9 if roll.player is me else None


titchy = Skill("titchy", PAGES)


@titchy.answers(MODIFIERS)
def is_hard_to_catch(game: BloodBowl, me: Player, test: Test) -> int | None:
    return 1 if test.kind == "dodge" and test.player is me else None


@titchy.at(BEFORE_LEAVING)
async def is_overlooked(game: BloodBowl, me: Player, stride: Stride) -> None:
    """Whoever Dodges into its tackle zone is not hindered by it. Who marks the square is settled before the step."""
    if stride.jump or stride.player.side == me.side or not game.has_zone(me):
        return
    if game.pitch.neighbours(me.square) >> stride.entering & 1:
        stride.joined -= 1


timmm_ber = Skill("timmm-ber", PAGES)


@timmm_ber.answers(MODIFIERS)
def is_helped_up(game: BloodBowl, me: Player, test: Test) -> int | None:
    """+1 to stand up for every Open team-mate next to it."""
    if test.kind != "stand-up" or test.player is not me:
        return None
    return sum(game.ruling(helps_up)(game, mate) for mate in game.next_to(me, me.side)) or None


unsteady = Skill("unsteady", PAGES)


@unsteady.answers(BARRED)
def secures_nothing(game: BloodBowl, me: Player, declared: tuple[Player, str]) -> bool | None:
    return True if declared[1] == "secure-the-ball" else None


SKILLS = (stunty, timmm_ber, titchy, unsteady)

"""Skills plug in at queries and windows, in the order of the table, and can be silenced."""

from dataclasses import dataclass, field
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules
from typing import Any

from engine import rules
from engine.core.answers import YES_NO
from engine.core.dice import ScriptedDice
from engine.core.game import Game
from engine.core.hooks import Hooks, Query, Skill, Window, themselves
from engine.core.match import Match
from engine.core.questions import Question
from engine.core.ruling import Rulings
from engine.rules.state import Player
from engine.rulesets import ruleset


@dataclass
class Someone:
    id: int
    skills: tuple[str, ...]


@dataclass
class Place:
    people: list[Someone]
    trace: list[str] = field(default_factory=list)

    def copy(self) -> "Place":
        return Place(self.people, self.trace[:])

    def to_json(self) -> dict[str, Any]:
        return {}


class Small(Game[Place]):
    def owner(self, id: int) -> Someone:
        return self.state.people[id]


BONUS: Query[str, int] = Query("bonus")
FALL: Window[list[str]] = Window("fall")
OWN: Query[Someone, int] = Query("own", of=themselves)
ROLL_OFF: Question[bool] = Question("roll-off", YES_NO, "Does {player} roll off?")
PAIR: Query[tuple[Someone, Someone], int] = Query("pair", among=lambda pair: pair)
strong, quick, nerves, loud = Skill("strong"), Skill("quick"), Skill("nerves"), Skill("loud")
SKILLS = {skill.key: skill for skill in (strong, quick, nerves, loud)}


@strong.answers(BONUS)
def lifts(game: Small, me: Someone, what: str) -> int | None:
    return 2 if what == "lift" else None


@quick.answers(BONUS)
def helps_a_little(game: Small, me: Someone, what: str) -> int | None:
    return 1


@quick.answers(OWN)
def counts_for_itself(game: Small, me: Someone, asked: Someone) -> int | None:
    return me.id


@strong.answers(OWN)
def counts_twice(game: Small, me: Someone, asked: Someone) -> int | None:
    return 2 * me.id


@loud.answers(OWN, about_others=True)
def is_heard_everywhere(game: Small, me: Someone, asked: Someone) -> int | None:
    return 100 * me.id


@quick.answers(PAIR)
def counts_among_two(game: Small, me: Someone, pair: tuple[Someone, Someone]) -> int | None:
    return me.id


@strong.at(FALL)
async def hits_hard(game: Small, me: Someone, log: list[str]) -> None:
    log.append("strong")


@quick.at(FALL)
async def may_roll_off(game: Small, me: Someone, log: list[str]) -> None:
    if await game.choose(ROLL_OFF, 0, (True, False)):
        log.append(f"quick {me.id}")


@nerves.cancels(strong)
def when_lifting(game: Small, me: Someone, context: object) -> bool:
    return context == "lift"


def small(*skills: tuple[str, ...], order: dict[str, tuple[str, ...]] | None = None) -> Small:
    people = [Someone(id, keys) for id, keys in enumerate(skills)]
    game = Small(Place(people), ScriptedDice([]), Rulings({}, {}), {})
    game.hooks = Hooks.compile(SKILLS, people, order)
    return game


def test_a_query_collects_answers_by_source() -> None:
    game = small(("strong",), ("quick",), ())
    assert game.collect(BONUS, "lift") == [("strong", 2), ("quick", 1)]
    assert game.collect(BONUS, "push") == [("quick", 1)]


def test_a_veto_silences_a_skill_only_where_it_applies() -> None:
    game = small(("strong",), ("nerves",))
    assert game.collect(BONUS, "lift") == []
    assert small(("strong",)).collect(BONUS, "lift") == [("strong", 2)]


def test_a_point_that_concerns_one_owner_asks_nobody_else() -> None:
    game = small(("quick",), ("strong",), ("quick",))
    assert [game.collect(OWN, each) for each in game.state.people] == [[("quick", 0)], [("strong", 2)], [("quick", 2)]]


def test_who_answers_about_others_is_asked_there_as_well() -> None:
    game = small(("loud",), ("quick",), ())
    assert [game.collect(OWN, each) for each in game.state.people] == [
        [("loud", 0)],
        [("loud", 0), ("quick", 1)],
        [("loud", 0)],
    ]


def test_a_point_that_concerns_several_owners_asks_each_of_them() -> None:
    game = small(("quick",), ("quick",), ("quick",))
    people = game.state.people
    assert game.collect(PAIR, (people[2], people[0])) == [("quick", 0), ("quick", 2)]


def test_such_a_point_goes_by_the_table_of_order_too() -> None:
    for order in (("quick", "strong"), ("strong", "quick")):
        game = small((), ("strong", "quick"), order={"own": order})
        assert tuple(key for key, _ in game.collect(OWN, game.state.people[1])) == order


def test_no_team_listens_where_one_player_alone_is_asked() -> None:
    """It would never be heard."""
    modules = [import_module(each.name) for each in iter_modules(rules.__path__, "engine.rules.")]
    points = [each for module in modules for each in vars(module).values() if isinstance(each, Query | Window)]
    closed = {point.name for point in points if point.of or point.among}
    owners = {
        (skill.key, point): list(signature(function).parameters.values())[1].annotation
        for skill in ruleset("bb2025").edition.listening.values()
        for point, function in skill.listeners.items()
        if point in closed - skill.about_others
    }
    assert set(owners.values()) == {Player}


def test_a_window_asks_and_goes_by_the_table_of_order() -> None:
    async def play(game: Small) -> None:
        await game.open(FALL, game.state.trace)

    for order, wanted in (({"fall": ("quick", "strong")}, ["quick 1", "strong"]), ({}, ["strong", "quick 1"])):
        match = Match(small(("strong",), ("quick",), order=order), play)
        match.choose(True)
        assert match.over
        assert match.game.state.trace == wanted


def test_a_skill_of_another_edition_is_the_same_but_for_what_it_drops_or_replaces() -> None:
    other = strong.but(FALL, cites="elsewhere")

    @other.answers(BONUS)
    def lifts_more(game: Small, me: Someone, what: str) -> int | None:
        return 3

    people = [Someone(0, ("strong",))]
    game = small(("strong",))
    game.hooks = Hooks.compile({"strong": other}, people)
    assert game.collect(BONUS, "lift") == [("strong", 3)]
    assert "fall" not in game.hooks.listeners
    assert (other.cites, strong.cites) == ("elsewhere", "")
    assert small(("strong",)).collect(BONUS, "lift") == [("strong", 2)]  # the first edition is as it was
    assert "fall" in strong.listeners


def test_skills_that_an_order_does_not_name_come_last() -> None:
    game = small(("strong",), ("quick",), order={"bonus": ("quick",)})
    assert game.collect(BONUS, "lift") == [("quick", 1), ("strong", 2)]

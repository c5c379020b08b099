"""Dice conformance: a million seeded dice are uniform, and rolls come out as often as they should.

The seeds are fixed, so these tests give the same answer every time. A frequency may differ from the exact probability by
three standard errors at most.
"""

from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from itertools import product
from math import sqrt
from typing import Any

import pytest

from engine.core.dice import KeyedDice
from engine.rules import block as blocks
from engine.rules import injury as injuries
from engine.rules.block import FACES
from engine.rules.contest import Block, Pool
from engine.rules.game import BloodBowl
from engine.rules.injury import Hurt, injury_result
from engine.rules.passing import Throw, pass_test
from engine.rules.rolls import Test, roll_test
from engine.rules.state import STANDING
from engine.rulesets import ruleset

THROWS = 12_000
STANDARD_ERRORS = 3
CHI_SQUARE_999_FIVE = 20.52  # five degrees of freedom, exceeded once in a thousand
RANK = ("pow", "stumble", "push-back", "both-down", "player-down")


def close(hits: int, throws: int, exact: float) -> bool:
    return abs(hits / throws - exact) <= STANDARD_ERRORS * sqrt(exact * (1 - exact) / throws)


@pytest.fixture
def game(request: pytest.FixtureRequest) -> BloodBowl:
    rules = ruleset("bb2025")
    sheets = (rules.standard_sheet("human"), rules.standard_sheet("orc"))
    made: Any = rules.new_game(sheets, KeyedDice(request.node.name), rules.rulings())
    made.hooks.listeners.clear()  # the bare dice, without anybody's skills
    player = made.state.players[0]
    player.status, player.square = STANDING, made.pitch.square("10,8")
    made.changed()
    return made


def done(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """The value of a procedure that asks nobody."""
    try:
        coroutine.send(None)
    except StopIteration as ended:
        return ended.value
    raise AssertionError("it asked a coach")


def test_a_million_dice_are_uniform() -> None:
    dice = KeyedDice("a million")
    seen = Counter(dice.d(6) for _ in range(1_000_000))
    expected = 1_000_000 / 6
    assert sum((seen[face] - expected) ** 2 / expected for face in range(1, 7)) < CHI_SQUARE_999_FIVE


@pytest.mark.parametrize("kind", ["dodge", "rush", "pick-up", "catch"])
@pytest.mark.parametrize(("target", "modifier"), [(2, 0), (3, 0), (3, -1), (4, 1), (5, -2), (6, 0), (2, 3)])
def test_a_test_succeeds_as_often_as_it_should(game: BloodBowl, kind: str, target: int, modifier: int) -> None:
    """Natural 1 fails, natural 6 succeeds."""
    exact = sum(face == 6 or (face > 1 and face + modifier >= target) for face in range(1, 7)) / 6
    player = game.state.players[0]
    hits = sum(done(roll_test(game, Test(kind, player, target, [("given", modifier)]))) for _ in range(THROWS // 4))
    assert close(hits, THROWS // 4, exact)


@pytest.mark.parametrize(("range_", "modifier"), [("Q", 0), ("S", -1), ("L", -2), ("B", -3)])
def test_passes_by_range(game: BloodBowl, range_: str, modifier: int) -> None:
    player = game.state.players[0]
    player.pa = 4
    assert game.edition.range_modifiers[range_] == modifier
    seen = Counter(
        done(pass_test(game, Throw(player, game.pitch.square("14,8"), range_), "pass")) for _ in range(THROWS)
    )
    exact = Counter(_pass(face, modifier) for face in range(1, 7))
    for outcome in ("accurate", "inaccurate", "fumble"):
        assert close(seen[outcome], THROWS, exact[outcome] / 6)


def _pass(face: int, modifier: int) -> str:
    if face == 1:
        return "fumble"
    if face == 6 or face + modifier >= 4:
        return "accurate"
    return "fumble" if face + modifier <= 1 else "inaccurate"


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("chooser", ["blocker", "target"])
def test_block_outcomes_by_dice(game: BloodBowl, number: int, chooser: str) -> None:
    """The best result for the blocker, or the worst, of so many dice."""
    pick: Callable[..., str] = min if chooser == "blocker" else max
    one, other = game.state.players[0], game.state.players[-1]
    strength = {1: (3, 3), 2: (4, 3), 3: (7, 3)}[number]
    mine, theirs = strength if chooser == "blocker" else strength[::-1]
    seen: Counter[str] = Counter()
    for _ in range(THROWS):
        contest = Block(one, other, pool=Pool(mine, theirs))
        blocks._roll(game, contest)
        assert len(contest.pool.faces) == number
        seen[pick((FACES[face] for face in contest.pool.faces), key=RANK.index)] += 1
    exact = Counter(
        pick((FACES[face] for face in faces), key=RANK.index) for faces in product(range(1, 7), repeat=number)
    )
    for result in RANK:
        assert close(seen[result], THROWS, exact[result] / 6**number)


def _two_dice() -> Iterator[int]:
    return (one + other for one in range(1, 7) for other in range(1, 7))


@pytest.mark.parametrize("armour", [7, 8, 9, 10, 11])
def test_armour_breaks_as_often_as_it_should(game: BloodBowl, armour: int) -> None:
    player = game.state.players[0]
    player.av = armour
    broken = 0
    for _ in range(THROWS):
        roll = Hurt(player, "block")
        done(injuries._armour(game, roll))
        broken += roll.broken
    assert close(broken, THROWS, sum(total >= armour for total in _two_dice()) / 36)


def test_injuries_come_as_often_as_they_should(game: BloodBowl) -> None:
    """2 to 7 Stunned, 8 and 9 Knocked-out, 10 and more a casualty (Core p.66)."""
    player = game.state.players[0]
    seen = Counter(
        injury_result(game, Hurt(player, "block", injury_faces=(game.d(6), game.d(6)))) for _ in range(THROWS)
    )
    exact = Counter("stunned" if total <= 7 else "knocked-out" if total <= 9 else "casualty" for total in _two_dice())
    for result in ("stunned", "knocked-out", "casualty"):
        assert close(seen[result], THROWS, exact[result] / 36)

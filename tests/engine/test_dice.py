"""Dice: keyed by the seed, scripted in scenarios."""

from collections import Counter

import pytest

from engine.core.dice import KeyedDice, ScriptedDice, commitment
from engine.core.errors import ScriptExhausted

FIRST_TWELVE = [5, 6, 5, 6, 2, 2, 4, 2, 5, 1, 2, 2]
COMMITMENT_OF_ONE = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"  # printf %s 1 | sha256sum
CHI_SQUARE_999 = {2: 10.83, 6: 20.52, 8: 24.32, 10: 27.88, 12: 31.26, 20: 43.82}  # exceeded once in a thousand


@pytest.mark.parametrize("sides", CHI_SQUARE_999)
def test_faces_are_uniform(sides: int) -> None:
    dice, throws = KeyedDice("uniform"), 60_000
    seen = Counter(dice.d(sides) for _ in range(throws))
    assert set(seen) == set(range(1, sides + 1))
    expected = throws / sides
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < CHI_SQUARE_999[sides]


def test_a_seed_gives_the_same_dice_from_any_point() -> None:
    whole = KeyedDice("seed")
    faces = [whole.d(20) for _ in range(40)]
    for start in (0, 7, 8, 31):
        again = KeyedDice("seed", count=start)
        assert [again.d(20) for _ in range(40 - start)] == faces[start:]


def test_another_seed_or_purpose_gives_other_dice() -> None:
    def throws(dice: KeyedDice) -> list[int]:
        return [dice.d(20) for _ in range(40)]

    assert len({tuple(throws(KeyedDice(*key))) for key in (("a",), ("b",), ("a", 0, "coach"))}) == 3


def test_these_are_the_dice_of_seed_one() -> None:
    """Written down once: a change of the dice would make every stored match a lie."""
    dice = KeyedDice("1")
    assert [dice.d(6) for _ in range(12)] == FIRST_TWELVE
    assert commitment("1") == COMMITMENT_OF_ONE


@pytest.mark.parametrize(("faces", "sides", "message"), [([], 6, "one more"), ([7], 6, "shows 7"), ([0], 6, "shows 0")])
def test_a_script_fails_on_a_die_too_many_or_too_large(faces: list[int], sides: int, message: str) -> None:
    with pytest.raises(ScriptExhausted, match=message):
        ScriptedDice(faces).d(sides)


def test_a_script_fails_on_dice_left_over() -> None:
    dice = ScriptedDice([3, 4])
    assert dice.d(6) == 3
    with pytest.raises(ScriptExhausted, match="last dice of the script: 4"):
        dice.finish()


def test_the_zero_of_a_ten_sided_die_is_a_ten() -> None:
    assert ScriptedDice([0]).d(10) == 10

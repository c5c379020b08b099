"""Exact chances of the rolls a coach weighs. Dice are few and small, so everything is counted, once."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from engine.rulesets.battleball.tackle import FOOTBALL_DIE

Dice = tuple[int, ...]
Chase = tuple[float, float]  # the chances to come next to somebody and win the tackle, and to come at all


def _faces(dice: Dice) -> Iterator[tuple[int, ...]]:
    return product(*(range(1, sides + 1) for sides in dice))


@cache
def to_move(dice: Dice, spaces: int) -> float:
    """The chance to roll at least so many spaces; a heavy tackle's pair is a lost move."""
    rolls = list(_faces(dice))
    good = sum(1 for roll in rolls if max(roll) >= spaces and (len(roll) == 1 or roll[0] != roll[1]))
    return good / len(rolls)


@cache
def to_come(dice: Dice, half: int, spaces: int) -> float:
    """The chance to go so many spaces by whichever is better, rolling or taking half."""
    return 1.0 if spaces <= half else to_move(dice, spaces)


@cache
def contest(mine: Dice, theirs: Dice, added: tuple[int, int] = (0, 0)) -> tuple[float, float, float]:
    """The chances to win, lose and tie a tackle or block: the low roll wins, and two dice choose the lower."""
    won = lost = total = 0
    for one in _faces(mine):
        for other in _faces(theirs):
            low, high = max(1, min(one) + added[0]), max(1, min(other) + added[1])
            total += 1
            won += low < high
            lost += low > high
    return won / total, lost / total, (total - won - lost) / total


@cache
def coming(dice: Dice, half: int) -> tuple[float, ...]:
    """The chances to come by the distance, as far as the dice go."""
    return tuple(to_come(dice, half, steps) for steps in range(max(dice) + 1))


@cache
def chases(mine: Dice, half: int, theirs: Dice) -> tuple[Chase, ...]:
    """Those of one after another, by the steps between them, as far as the dice go."""
    won = contest(mine, theirs)[0]
    return tuple((chance * won, chance) for chance in coming(mine, half))


@cache
def to_run_down(mine: Dice, half: int, theirs: Dice) -> tuple[float, ...]:
    """The chances to come next to somebody and win the tackle, by the distance, as far as the dice go."""
    won = contest(mine, theirs)[0]
    return tuple(chance * won for chance in (1.0, *coming(mine, half)))


@cache
def hope(mine: Dice, half: int, theirs: Dice, prize: float, stake: float) -> tuple[float, ...]:
    """What coming and tackling gains on average, by the distance; nothing where it is better left alone."""
    won, lost, tied = contest(mine, theirs)
    gain = won * prize - lost * stake + tied * (prize - stake)
    if gain <= 0:
        return ()
    return tuple(chance * gain for chance in (1.0, *coming(mine, half)))


@cache
def to_complete(receiver: Dice, distance: int) -> float:
    """The chance of a pass: no two equal dice, and the better die plus the football die reaches the distance."""
    rolls = list(_faces((*receiver, FOOTBALL_DIE)))
    good = sum(1 for roll in rolls if len(set(roll)) == len(roll) and max(roll[:-1]) + roll[-1] >= distance)
    return good / len(rolls)


@cache
def to_hand_off(giver: Dice, taker: Dice) -> float:
    rolls = list(_faces((*giver, *taker)))
    return sum(1 for roll in rolls if len(set(roll)) == len(roll)) / len(rolls)


@cache
def to_kick(kicker: Dice, distance: int) -> float:
    """The chance of a field goal from a distance that already counts the rush."""
    return to_complete(kicker, distance)

"""What dice are likely to do: tests, blocks, armour."""

from functools import cache
from itertools import product
from typing import NamedTuple

from engine.rules.block import FACES
from engine.rules.game import BloodBowl
from engine.rules.state import Player

Match = tuple[bool, bool, bool]  # steady, resists, slips
ORDER = ("pow", "stumble", "push-back", "both-down", "player-down")


class Chances(NamedTuple):
    """Of a block: that the target goes down, and that the blocker does."""

    down: float
    fall: float


def chance(target: int, modifier: int = 0) -> float:
    """Of a D6 test: natural 1 fails, natural 6 succeeds."""
    return min(5, max(1, 7 - target + modifier)) / 6


def at_least(total: int) -> float:
    """The chance of such a total with two D6."""
    return sum(one + other >= total for one in range(1, 7) for other in range(1, 7)) / 36


def match_up(game: BloodBowl, blocker: Player, target: Player) -> Match:
    """A blocker whom Both Down does not fell; a target whom it does not fell; one whom a Stumble only pushes."""
    ready = game.can_use(target)
    steady = "block" in blocker.skills or "wrestle" in blocker.skills
    return (
        steady,
        ready and "block" in target.skills,
        ready and "dodge" in target.skills and "tackle" not in blocker.skills,
    )


@cache
def block_chances(dice: int, match: Match) -> Chances:
    """Of so many dice, negative where the other coach chooses."""
    steady, resists, slips = match
    pick = min if dice > 0 else max
    rank = best_first(match)
    rolled = [pick(faces, key=rank.index) for faces in product(FACES.values(), repeat=abs(dice))]
    fells = {"pow", *(() if slips else ("stumble",)), *(() if resists else ("both-down",))}
    hurts = {"player-down", *(() if steady else ("both-down",))}
    return Chances(
        sum(result in fells for result in rolled) / len(rolled), sum(result in hurts for result in rolled) / len(rolled)
    )


@cache
def best_first(match: Match) -> tuple[str, ...]:
    """The results from the blocker's point of view."""
    steady, resists, slips = match
    worth = {
        "pow": 4,
        "stumble": 2 if slips else 4,
        "push-back": 2,
        "both-down": {(True, False): 3, (True, True): 1, (False, False): 0, (False, True): -2}[steady, resists],
        "player-down": -3,
    }
    return tuple(sorted(ORDER, key=lambda result: -worth[result]))

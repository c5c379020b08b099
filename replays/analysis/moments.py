"""The match moment by moment: what each step of the replay did to the chances, and the largest swings in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any

from replays.analysis.model import Chances
from replays.analysis.odds import Try
from replays.analysis.positions import Position
from replays.narration.bloodbowl.words import FACES
from replays.story_steps import Event

EVEN = Chances(1 / 3, 1 / 3, 1 / 3)
NUMBER = 5  # turning points of a match
LEAST = 0.02  # a smaller swing turned nothing
MOST_DICE = 6**4  # the longest odds that are told exactly
RANKS = {1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 6: 5}  # block faces from worst to best for the blocker
PUSHED = 3  # the rank of a Push Back; what is above it is good for the blocker
DOING = {
    "catch": "catch",
    "dodge": "dodge",
    "intercept": "interception",
    "jump": "jump",
    "landing": "landing",
    "pass": "pass",
    "pick-up": "pick-up",
    "recovery": "recovery roll",
    "rush": "rush",
    "secure": "attempt to secure the ball",
    "stand-up": "attempt to stand up",
}


@dataclass(slots=True)
class Moment:
    """One step of the replay with what it changed."""

    number: int  # of the step
    step: dict[str, Any]
    start: Position
    before: Chances
    half: int
    point: int  # the last team turn that had begun
    carrier: int | None  # who had the ball before it
    after: Chances = EVEN
    paid: Chances = EVEN  # before it, had the re-rolls of it been spent already
    tries: list[Try] = field(default_factory=list)

    @property
    def swing(self) -> float:
        """What the dice did in favour of home, from -1 to 1. A re-roll is the price of them, not what they did."""
        return self.after.points - self.paid.points

    @property
    def gainer(self) -> int:
        return 0 if self.swing > 0 else 1


@dataclass(frozen=True, slots=True)
class TurningPoint:
    step: int
    half: int
    turn: int  # 0 between drives
    side: int | None  # whose turn it was
    point: int  # the last team turn that had begun
    gainer: int  # whom it helped
    roll: str  # the roll that decided it; empty if none did
    odds: str
    story: str
    before: Chances
    after: Chances


def turning_points(moments: Sequence[Moment], names: Sequence[str]) -> list[TurningPoint]:
    """The largest swings, in the order of the match."""
    large = [moment for moment in moments if abs(moment.swing) >= LEAST]
    largest = sorted(large, key=lambda moment: (-abs(moment.swing), moment.number))[:NUMBER]
    return [_told(moment, names) for moment in sorted(largest, key=lambda moment: moment.number)]


def _told(moment: Moment, names: Sequence[str]) -> TurningPoint:
    phase = moment.step["phase"]
    roll, odds = _decisive(moment, names)
    return TurningPoint(
        step=moment.number,
        half=moment.half,
        turn=phase["turn"],
        side=phase["side"],
        point=moment.point,
        gainer=moment.gainer,
        roll=roll,
        odds=odds,
        story=moment.step["text"],
        before=moment.before,
        after=moment.after,
    )


def _decisive(moment: Moment, names: Sequence[str]) -> tuple[str, str]:
    """The least likely of the rolls that helped whoever gained, in words, and its odds with the re-rolls that were used."""
    found = sorted(_helpful(moment), key=lambda each: each[0])
    if not found:
        return "", ""
    chance, tries = found[0]
    return _roll_words(moment, tries, names), odds_words(chance)


def _helpful(moment: Moment) -> Iterator[tuple[float, list[Try]]]:
    for tries in _with_rerolls(moment.tries):
        last = tries[-1]
        if last.event["e"] == "block-dice":
            chance = _block_chance(moment, last, len(tries))
            if chance is not None:
                yield chance, tries
        elif last.success == (last.side == moment.gainer) and all(each.chance is not None for each in tries):
            failed = prod(1 - (each.chance or 0) for each in tries)
            yield 1 - failed if last.success else failed, tries


def _with_rerolls(tries: Sequence[Try]) -> list[list[Try]]:
    """Rolls that were made again because they failed, together. Between them may be rolls for the right to do so."""
    groups: list[list[Try]] = []
    for each in tries:
        again = [group for group in groups if _same_roll(group[-1].event, each.event) and group[-1].open_to_reroll]
        if again:
            again[-1].append(each)
        else:
            groups.append([each])
    return groups


def _same_roll(one: Event, other: Event) -> bool:
    return all(one.get(name) == other.get(name) for name in ("e", "what", "player", "target"))


def _block_chance(moment: Moment, last: Try, throws: int) -> float | None:
    """The chance of a face as good as the chosen one for whoever gained, or better, in so many throws."""
    block = moment.step["block"]
    if block is None or block["chosen"] is None or list(last.event["faces"]) != block["faces"] or last.chance is None:
        return None
    rank, number, chooses = RANKS[block["chosen"]], len(block["faces"]), last.event["chooser"] == last.side
    if (rank > PUSHED) != (last.side == moment.gainer):
        return None
    up_to, below = (sum(other <= most for other in RANKS.values()) / 6 for most in (rank, rank - 1))
    if last.side == moment.gainer:
        good = 1 - below**number if chooses else (1 - below) ** number
        return float(1 - (1 - good) ** throws)
    bad = up_to**number if chooses else 1 - (1 - up_to) ** number
    return float(bad**throws)


def _roll_words(moment: Moment, tries: Sequence[Try], names: Sequence[str]) -> str:
    each = tries[-1]
    event = each.event
    again = " after a re-roll" if len(tries) > 1 else ""
    if event["e"] == "block-dice":
        return _block_words(moment, event, names) + again
    name, what = names[event["player"]], event["what"]
    thrown = " and ".join(str(face) for _, face in event["dice"])
    if what == "armour":
        return f"{name}’s armour {'broke' if each.success else 'held'}, on {thrown}"
    if what == "injury":
        return (
            f"{name} had to leave the pitch, on {thrown}" if each.success else f"{name} was only stunned, on {thrown}"
        )
    doing = DOING.get(what, f"{what.replace('-', ' ').title()} roll")
    return f"{name}’s {doing} {'succeeded' if each.success else 'failed'}{again}, on {thrown}"


def _block_words(moment: Moment, event: Event, names: Sequence[str]) -> str:
    block, dice = moment.step["block"], len(event["faces"])
    kind = f"{dice}-dice block" if dice > 1 else "one-die block"
    against = " against the odds" if dice > 1 and event["chooser"] != moment.step["side"] else ""
    whom = names[event["target"]] + (", the carrier," if event["target"] == moment.carrier else "")
    return f"{names[event['player']]}’s {kind}{against} on {whom} came up {FACES[block['chosen']]}"


def odds_words(chance: float) -> str:
    """1 in 9; 5 in 6; about 42 in 100."""
    exact = Fraction(chance).limit_denominator(MOST_DICE if chance < 0.1 else 36)
    if abs(float(exact) - chance) < 1e-9:
        return f"{exact.numerator} in {exact.denominator}"
    return f"about 1 in {1 / chance:.0f}" if chance < 0.1 else f"about {chance * 100:.0f} in 100"

"""The seasons of a fault run: how they are played, and what is decided about them on the way.

A step is done when a certain match is over (its round and its slot), whatever else is being played then, or when the season stands
still: all that is due is played. Then it does not depend on chance what the books are. Rounds of a season with steps are a
day apart, so that those to come wait until a step has them played now.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import cycle
from typing import Any

MINUTE, DAY = 1, 24 * 60
STILL = "still"
Step = dict[str, Any]
PLAY_OFFS = {"format": "knock-out", "settings": {"teams": 4}, "name": "Play-offs"}


@dataclass(frozen=True)
class Shape:
    """A season: its teams and its stages, how many matches it has if nobody decides anything, and the steps of its plan."""

    teams: int
    matches: int
    stages: list[dict[str, Any]]
    overdue: int = 0  # how many rounds can be played from the start; 0 for all of them
    steps: list[Step] = field(default_factory=list)

    @property
    def every(self) -> int:
        return DAY if self.overdue else MINUTE

    def first_kick_off(self, now: datetime) -> datetime:
        return now - timedelta(hours=1) - max(self.overdue - 1, 0) * timedelta(minutes=self.every)


def round_robin(times: int = 1, groups: int = 1) -> dict[str, Any]:
    return {"format": "round-robin", "settings": {"times": times, "groups": groups}}


def do(what: str, *controls: dict[str, Any], when: Any = STILL) -> Step:
    """Controls in their order; `what` only says it in a word."""
    return {"what": what, "when": when, "do": list(controls)}


def play(number: int) -> Step:
    return do("play a round", {"do": "play", "round": number})


def at(number: int, slot: int = 0) -> dict[str, Any]:
    return {"round": number, "slot": slot}


LATER, LAST = (
    "in 30 days",
    "in 40 days",
)  # filled in when the leagues are built, so that both runs have the same moments

GROUPS = Shape(
    8,
    16,
    [round_robin(groups=2), PLAY_OFFS],
    overdue=2,
    steps=[
        do("void while others play", {"do": "match_void", **at(1), "later": "leave"}, when=(1, 0)),
        do(
            "change what is to come",
            {"do": "match_swap", **at(3)},
            {"do": "match_move", **at(3, 1), "due_at": LATER},
            {"do": "round_set_deadline", "round": 3, "deadline": LATER},
            when=(1, 1),
        ),
        do(
            "decide, give up, replay",
            {"do": "match_decide", **at(1, 1), "score": (3, 1), "later": "books"},
            {"do": "match_forfeit", **at(3, 2), "side": "home", "penalty": True},
            {"do": "match_replay", **at(2), "due_at": LATER, "later": "books"},
        ),
        play(2),
        do("add a round", {"do": "round_add", "again": 1, "kick_off": LAST}),
        play(3),
        play(4),
        do("change a semi-final", {"do": "match_swap", **at(5, 1)}, {"do": "match_unplayed", **at(5)}),
        play(5),
        do("decide a semi-final", {"do": "match_void", **at(6, 1)}),
        play(6),
    ],
)
CUP = Shape(
    4,
    10,
    [round_robin(), PLAY_OFFS],
    overdue=2,
    steps=[
        do("swap while others play", {"do": "match_swap", **at(3)}, when=(1, 0)),
        do("strike and replay", {"do": "match_replay", **at(1), "due_at": LATER, "later": "replay"}),
        play(1),
        play(2),
        do("withdraw", {"do": "team_withdraw", "team": 1, "consequence": "forfeit"}),
        play(3),
        play(4),
        play(5),
    ],
)
SHORT = Shape(
    4,
    12,
    [round_robin(2)],
    overdue=3,
    steps=[
        do("move while others play", {"do": "match_move", **at(4), "due_at": LATER}, when=(2, 1)),
        do("take back", {"do": "match_void", **at(2), "later": "books"}),
        play(4),
        do("end early", {"do": "season_end"}),
    ],
)
PLANNED = [GROUPS, CUP, SHORT]
PLAIN = [
    Shape(teams, teams * (teams - 1) // 2 * times, [round_robin(times)])
    for teams, times in ((6, 2), (4, 2), (4, 1), (2, 2), (2, 1))  # 30, 12, 6, 2 matches, or 1
]


def shapes(matches: int, *, first: Shape) -> Iterator[Shape]:
    """So many matches, most of them in seasons with a plan: one of each, again and again, and plain seasons for the rest."""
    begin, smallest = PLANNED.index(first), min(each.matches for each in PLANNED)
    for each in cycle([*PLANNED[begin:], *PLANNED[:begin]]):
        if matches < smallest:
            break
        if matches >= each.matches:
            yield each
            matches -= each.matches
    for each in PLAIN:
        while matches >= each.matches:
            yield each
            matches -= each.matches


def dated(steps: list[Step], now: datetime, teams: list[int]) -> list[Step]:
    """The steps with moments for words, and teams for their places in the field."""
    moments = {LATER: now + timedelta(days=30), LAST: now + timedelta(days=40)}

    def filled(control: dict[str, Any]) -> dict[str, Any]:
        found = {name: moments[value].isoformat() if value in moments else value for name, value in control.items()}
        return found | ({"team": teams[found["team"]]} if "team" in found else {})

    return [{**step, "do": [filled(each) for each in step["do"]]} for step in steps]

"""Round-robin schedules. Pure: teams in, rounds of (home, away) pairs out.

The circle method: one team stands still while the others walk round a table; in each round those who face each other
play. An odd number of teams gets an empty chair, and whoever faces it has a bye.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, tzinfo

Pair = tuple[int, int]


def round_robin(teams: Sequence[int], legs: int = 1) -> list[list[Pair]]:
    """Everybody plays everybody once per leg; in the second leg home and away change places."""
    if len(teams) < 2:
        return []
    first = _single(list(teams))
    swapped = [[(away, home) for home, away in pairs] for pairs in first]
    return first if legs == 1 else first + swapped


def kick_offs(first: datetime, every: timedelta, count: int, zone: tzinfo = UTC) -> list[datetime]:
    """When the rounds begin, so many of them. Whole days are counted on the clock of the zone, so that 20:00 stays 20:00
    when the clocks change; hours and minutes pass everywhere alike."""
    by_the_clock = every % timedelta(days=1) == timedelta(0)
    start = first.astimezone(zone if by_the_clock else UTC)
    return [first, *((start + every * number).astimezone(UTC) for number in range(1, count))][:count]


def _single(teams: list[int]) -> list[list[Pair]]:
    chairs: list[int | None] = [None, *teams] if len(teams) % 2 else [*teams]
    rounds = []
    for number in range(len(chairs) - 1):
        rounds.append(_pairs(chairs, number))
        chairs[1:] = [chairs[-1], *chairs[1:-1]]
    return rounds


def _pairs(chairs: list[int | None], number: int) -> list[Pair]:
    """Opposite chairs play. Home alternates by table, and for the team that stands still by round."""
    half = len(chairs) // 2
    pairs = []
    for table in range(half):
        home, away = chairs[table], chairs[-1 - table]
        if home is None or away is None:
            continue
        swap = number % 2 if table == 0 else table % 2
        pairs.append((away, home) if swap else (home, away))
    return pairs

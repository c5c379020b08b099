"""When rounds are played. Pure: moments in, moments out."""

from datetime import UTC, datetime, timedelta, tzinfo
from itertools import count as numbers


def kick_offs(first: datetime, every: timedelta, count: int, zone: tzinfo = UTC) -> list[datetime]:
    """When the rounds begin, so many of them."""
    return [kick_off(first, every, number, zone) for number in range(count)]


def kick_off(first: datetime, every: timedelta, number: int, zone: tzinfo = UTC) -> datetime:
    """When the round begins that comes so many rounds later. Whole days are counted on the clock of the zone, so that 20:00
    stays 20:00 when the clocks change; hours and minutes pass everywhere alike."""
    if not number:
        return first
    by_the_clock = every % timedelta(days=1) == timedelta(0)
    start = first.astimezone(zone if by_the_clock else UTC)
    return (start + every * number).astimezone(UTC)


def next_kick_off(last: datetime, every: timedelta, now: datetime, zone: tzinfo = UTC) -> datetime:
    """The next one in step with those before it, and not before half of the time between two rounds has passed: coaches who
    have just learnt whom they meet always have some of it.
    """
    earliest = now + every / 2
    steps = max(1, (earliest - last) // every)  # or one or two more
    return next(at for number in numbers(steps) if (at := kick_off(last, every, number, zone)) >= earliest)

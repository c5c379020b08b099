"""When a season may be played: not so late that nobody will be there, and not before it was drawn up."""

from datetime import datetime, timedelta

from journal.errors import Refused
from league.seasons.scheduling import kick_offs, round_robin

LATEST = timedelta(days=2 * 365)
LEEWAY = timedelta(minutes=5)  # whoever fills in a form takes some time over it


def refuse_past(first_kick_off: datetime, now: datetime) -> None:
    if first_kick_off < now - LEEWAY:
        raise Refused("bad-first_kick_off", "The first kick-off has passed already; choose a moment to come.")


def refuse_far(*, first_kick_off: datetime, round_every: int, legs: int, teams: int, now: datetime) -> None:
    """Both the first and the last round have to be within sight; with how many teams there are, so many rounds."""
    if first_kick_off > now + LATEST:
        raise Refused("bad-first_kick_off", "The first kick-off is more than two years ahead; choose an earlier one.")
    rounds = len(round_robin(range(teams), legs))
    times = kick_offs(first_kick_off, timedelta(minutes=round_every), rounds)
    if times and times[-1] > now + LATEST:
        raise Refused(
            "bad-round_every",
            f"With {teams} teams there are {rounds} rounds, and the last of them would be more than two years ahead; "
            "let them follow each other faster.",
        )

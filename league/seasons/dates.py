"""When a season may be played: not so late that nobody will be there, and not before it was drawn up."""

from datetime import datetime, timedelta

from accounts.times import zone_of
from journal.errors import Refused
from league.models import Season
from league.seasons.scheduling import kick_offs, round_robin

LATEST = timedelta(days=2 * 365)
LEEWAY = timedelta(minutes=5)  # whoever fills in a form takes some time over it


def season_kick_offs(season: Season, rounds: int) -> list[datetime]:
    return kick_offs(season.first_kick_off, timedelta(minutes=season.round_every), rounds, zone_of(season.time_zone))


def refuse_past(first_kick_off: datetime, now: datetime) -> None:
    if first_kick_off < now - LEEWAY:
        raise Refused("bad-first_kick_off", "The first kick-off has passed already; choose a moment to come.")


def refuse_far(*, season: Season, teams: int, now: datetime) -> None:
    """Both the first and the last round have to be within sight; with how many teams there are, so many rounds."""
    if season.first_kick_off > now + LATEST:
        raise Refused("bad-first_kick_off", "The first kick-off is more than two years ahead; choose an earlier one.")
    rounds = len(round_robin(range(teams), season.legs))
    times = season_kick_offs(season, rounds)
    if times and times[-1] > now + LATEST:
        raise Refused(
            "bad-round_every",
            f"With {teams} teams there are {rounds} rounds, and the last of them would be more than two years ahead; "
            "let them follow each other faster.",
        )

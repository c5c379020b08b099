"""When a season may be played: not so late that nobody will be there, and not before it was drawn up."""

from datetime import datetime, timedelta

from django.utils import timezone

from accounts.times import zone_of
from journal.errors import Refused
from league.models import Season
from league.seasons.kick_offs import kick_offs, next_kick_off

LATEST = timedelta(days=2 * 365)
LEEWAY = timedelta(minutes=5)  # whoever fills in a form takes some time over it


def season_kick_offs(season: Season, rounds: int, *, after: datetime | None = None) -> list[datetime]:
    """So many rounds: the first ones of a season, or those that are drawn up now and come after a round."""
    every, zone = timedelta(minutes=season.round_every), zone_of(season.time_zone)
    first = next_kick_off(after, every, timezone.now(), zone) if after else season.first_kick_off
    return kick_offs(first, every, rounds, zone)


def refuse_past(first_kick_off: datetime, now: datetime) -> None:
    if first_kick_off < now - LEEWAY:
        raise Refused("bad-first_kick_off", "The first kick-off has passed already; choose a moment to come.")


def refuse_far(season: Season, *, rounds: int, teams: int, now: datetime) -> None:
    """Both the first and the last round have to be within sight; with how many teams there are, so many rounds."""
    if season.first_kick_off > now + LATEST:
        raise Refused("bad-first_kick_off", "The first kick-off is more than two years ahead; choose an earlier one.")
    times = season_kick_offs(season, rounds)
    if times and times[-1] > now + LATEST:
        raise Refused(
            "bad-round_every",
            f"With {teams} teams there are {rounds} rounds, and the last of them would be more than two years ahead; "
            "let them follow each other faster.",
        )

"""What the matches of a fault run are called, whatever number the database gives them. Runs inside Django.

A match that is drawn up from results, or is played again, has another number in each run; its season, its round and its teams
are the same. Seeds are derived from these names, and everything is compared by them.
"""

import re
from hashlib import sha256

from league.models import Fixture
from matches.models import Match

NUMBERED = re.compile(r"(?<!new )\bmatch (\d+)")
NEW = re.compile(r"new match \d+")  # what previews call those that a measure brings


def match_names() -> dict[int, str]:
    """Of all matches: the season, the round, the teams, and which of their matches in that round it is."""
    rows = Match.objects.order_by("fixture_id").values_list(
        "pk", "fixture__round__season", "fixture__round__number", "fixture__home", "fixture__away"
    )
    met: dict[str, int] = {}
    names = {}
    for pk, season, number, home, away in rows:
        pairing = _pairing(season, number, home, away)
        met[pairing] = met.get(pairing, 0) + 1
        names[pk] = f"{pairing}, {met[pairing]}"
    return names


def match_name(pk: int) -> str:
    fixture = Fixture.objects.select_related("round").get(match=pk)
    pair = fixture.teams
    earlier = Fixture.objects.filter(round=fixture.round, home__in=pair, away__in=pair, pk__lte=fixture.pk).count()
    return f"{_pairing(fixture.round.season_id, fixture.round.number, *pair)}, {earlier}"


def seed_of(number: int, what: str) -> str:
    """The seed for something that is named after a match or a season."""
    named = NUMBERED.sub(lambda found: match_name(int(found[1])), what)
    return sha256(f"{number}: {named}".encode()).hexdigest()


def _pairing(season: int, number: int, home: int, away: int) -> str:
    return f"season {season}, round {number}, teams {min(home, away)} and {max(home, away)}"

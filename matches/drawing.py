"""The matches of fixtures that have been drawn up."""

from collections.abc import Iterable

from league.models import Fixture, Season
from matches.models import Match, lock_time
from teams.models import Sequence


def matches_create(*, season: Season, fixtures: Iterable[Fixture]) -> list[Match]:
    at_table = season.venue == Season.Venue.TABLE
    made = [Match(fixture=each, due_at=each.kick_off, at_table=at_table) for each in fixtures]
    return Match.objects.bulk_create(made)


def matches_follow(*, season: Season, fixtures: Iterable[Fixture]) -> list[Match]:
    """Those of fixtures that results have brought, in the middle of a season. A team that is still deciding what to do
    after its last match has no longer than until the next one is locked.
    """
    matches = matches_create(season=season, fixtures=sorted(fixtures, key=lambda each: each.kick_off))
    locks = {match.due_at: lock_time(match.due_at, season.round_every) for match in matches}
    for due_at, locks_at in locks.items():
        teams = {team for match in matches if match.due_at == due_at for team in match.fixture.teams}
        open_ = Sequence.objects.filter(team__in=teams, closed_at__isnull=True, deadline__gt=locks_at)
        open_.update(deadline=locks_at)
    return matches

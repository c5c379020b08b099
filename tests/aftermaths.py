"""Teams in the middle of a post-match sequence or before a re-draft, made by the same services as the real ones."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from teams.ledger.services import team_club, team_request
from teams.models import LedgerRow, Team
from teams.seeds import seeds_from
from teams.sequence.services import off_season_open, sequence_record
from tests.engine.campaign.results import result_of


def after_match(
    team: Team, *, spp: dict[int, int] | None = None, match: int = 1, seed: str = "c", **changes: Any
) -> Team:
    """A match is over, a 2-1 win in which everybody on the list took part; `spp` are points by member.

    With the usual seed the D6 of the sequence show 2, 4, 6, 1, 6, 3, 2, 4.
    """
    points = spp or {}
    figures = {str(id): {"spp": points.get(id, 0)} for id in team_club(team).members}
    with seeds_from(lambda what: seed * 64):
        sequence_record(
            team=team,
            result=result_of(figures, **changes),
            side="home",
            match=match,
            opponent="Northgate Gulls",
            deadline=timezone.now() + timedelta(hours=72),
        )
    return Team.objects.get(pk=team.pk)


def before_redraft(team: Team) -> Team:
    """The season is over, and the list of the next one has to be bought."""
    off_season_open(team=team, season=1, prize=0, trophy=False, deadline=timezone.now() + timedelta(hours=72))
    return Team.objects.get(pk=team.pk)


def ask(team: Team, action: str, **arguments: Any) -> list[LedgerRow]:
    """What the owner asks, of the team as it stands."""
    version = team_club(team).rows
    return team_request(actor=team.owner, team=team, action=action, arguments=arguments, version=version, key=uuid4())


def nominate_all(team: Team) -> list[LedgerRow]:
    return ask(team, "nominate", members=list(team_club(team).members)[:6])


def to_step(team: Team, step: str) -> Team:
    """Through the steps before this one, deciding nothing that need not be decided."""
    while (club := team_club(team)).step != step:
        if club.awards:
            nominate_all(team)
        ask(team, "finish")
    return team

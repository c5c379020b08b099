"""Another team takes the place of one in mid-season: a coach's team, or an AI filler that the site makes.

The place stays what it is: its results, its byes and its way through brackets count for whoever has it. Each match that was played
stays with the team that played it, in its books, its records and its statistics; `Fixture.heirs` says for whom its result counts.
"""

from collections.abc import Callable
from typing import Any, Unpack

from django.urls import reverse
from django.utils import timezone

from journal.errors import Refused
from league.decisions.second import needs_second
from league.decisions.stakes import Matter
from league.models import Bye, Entrant, Entry, Fixture, Season
from league.permissions import May
from league.seasons.entering import entry_create, newcomer_judge
from league.seasons.fillers import filler_make, refuse_too_many_fillers
from league.seasons.off_season import teams_bind
from matches.control.fixtures import sequences_redate, waiting_of
from matches.control.measures import Asked, measure_take, running_or_refuse
from matches.models import Measure
from matches.offers import MatchOffer, TimeProposal
from matches.reporting import TableOffer
from teams.coaches.mail import coaches_write
from teams.ledger.services import locked_teams
from teams.models import GamePlan, Team


def _about(*, season: Season, team: Team, newcomer: Team | None = None, **_: Any) -> Matter:
    by = newcomer or "an AI filler"
    teams = (team,) if newcomer is None else (team, newcomer)
    return Matter(season.league, f"replace {team} by {by} in {season}", teams=teams)


@needs_second("team.replaced", _about)
def team_replace(*, season: Season, team: Team, newcomer: Team, **asked: Unpack[Asked]) -> Measure:
    """Another team goes on in the place of one, with its results. Its coach can enter the old one elsewhere from now on."""

    def come(measure: Measure) -> Entry:
        newcomer_judge(season=measure.season, team=newcomer)
        return entry_create(season=measure.season, team=newcomer)

    return _replace(asked, season, team, come, {newcomer.pk})


@needs_second("team.replaced-by-filler", _about)
def team_replace_by_filler(*, season: Season, team: Team, roster: str, **asked: Unpack[Asked]) -> Measure:
    """An AI filler goes on in the place of a team, so that the others can play on."""

    def come(measure: Measure) -> Entry:
        made = filler_make(season=measure.season, roster=roster, actor=asked["actor"])
        refuse_too_many_fillers(measure.season, more=1)
        return entry_create(season=measure.season, team=made, filler=True)

    return _replace(asked, season, team, come, set())


def _replace(asked: Asked, season: Season, team: Team, come: Callable[[Measure], Entry], also: set[int]) -> Measure:
    def teams() -> set[int]:
        return {*season.entries.values_list("team", flat=True), *also}

    def act(measure: Measure) -> str:
        running_or_refuse(measure.season)
        locked_teams(*sorted(teams()))
        entry = Entry.objects.filter(season=season, team=team, withdrawn_at__isnull=True).first()
        if entry is None:
            raise Refused("not-entered", f"{team} does not play in {season}.")
        _refuse_under_way(team)
        Entry.objects.filter(pk=entry.pk).update(withdrawn_at=timezone.now())
        new = come(measure)
        Entry.objects.filter(pk=entry.pk).update(replaced_by=new.team)
        _hand_over(season, team, new)
        teams_bind(season=measure.season, teams=[new.team])
        sequences_redate(*teams(), new.team_id)
        said = f"{measure.actor} replaced {team} by {new.team} in {season}."
        page = reverse("league:season", args=[season.league.slug, season.number])
        coaches_write(team, f"{team} in {season}", f"{said} Reason: {measure.reason}", page)
        look = f"{said} Look at its next match: {new.team} has to be ready for it."
        coaches_write(new.team, f"{new.team} in {season}", look, reverse("teams:ready", args=[new.team.slug]))
        return said

    return measure_take(asked, kind=Measure.Kind.REPLACED, season=season, teams=teams, act=act, power=May.RULE)


def _refuse_under_way(team: Team) -> None:
    locked = (
        waiting_of(team.pk).filter(locked_at__isnull=False).select_related("fixture__home", "fixture__away").first()
    )
    if locked is not None:
        raise Refused("match-under-way", f"Wait until {locked.fixture} is over: its line-ups are locked.")


def _hand_over(season: Season, old: Team, entry: Entry) -> None:
    """The newcomer plays what is still to play, and all that counted for the old team counts for it."""
    new = entry.team
    Entrant.objects.filter(stage__season=season, team=old).update(team=new, filler=entry.filler)
    Bye.objects.filter(round__season=season, team=old).update(team=new)
    fixtures = Fixture.objects.filter(round__season=season)
    waiting = {"match__resolved_at__isnull": True}
    for side in ("home", "away"):
        fixtures.filter(**{f"{side}_heir": old}).update(**{f"{side}_heir": new})
        played = {side: old, f"{side}_heir__isnull": True, "match__resolved_at__isnull": False}
        Fixture.objects.filter(pk__in=list(fixtures.filter(**played).values_list("pk", flat=True))).update(
            **{f"{side}_heir": new}
        )
        to_come = list(fixtures.filter(**{side: old}, **waiting).values_list("pk", flat=True))
        Fixture.objects.filter(pk__in=to_come).update(**{side: new})
    _take_back_offers(season, old)


def _take_back_offers(season: Season, team: Team) -> None:
    """What was offered by or to the team, and planned by it, has come to nothing; what is asked about its next match, the newcomer answers."""
    proposals = TimeProposal.objects.filter(match__fixture__round__season=season, team=team, state="open")
    proposals.update(state=TimeProposal.State.WITHDRAWN, answered_at=timezone.now())
    tables = TableOffer.objects.filter(match__fixture__round__season=season, team=team, state=TableOffer.State.OPEN)
    tables.update(state=TableOffer.State.WITHDRAWN)
    for side in ("team", "opponent"):
        offers = MatchOffer.objects.filter(**{side: team}, stage__season=season, state=MatchOffer.State.OPEN)
        offers.update(state=MatchOffer.State.WITHDRAWN)
    GamePlan.objects.filter(team=team, match__isnull=False).delete()

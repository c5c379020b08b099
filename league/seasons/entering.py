"""What it takes for a team to be in a season, whoever lets it in."""

from django.db.models import Q, QuerySet

import engine
from journal.errors import Refused
from league.joining.access import refuse_full, refuse_one_more_of
from league.models import Entry, League, Season
from league.people import InvitationUse, StaffMember
from league.rulings.selectors import league_rulings
from league.seasons.rivals import refuse_rivals_of_coaches
from league.seasons.selectors import unfinished
from league.terms import check_entry
from teams.models import Team
from teams.services import team_check

MAX_TEAMS = 64


def entry_judge(*, season: Season, team: Team) -> tuple[Season, Team]:
    """Both as they are, their rows locked; refused where the team cannot be in the season."""
    season = season_locked(season)
    open_or_refuse(season)
    team = _locked(team)
    _refuse_unfit(season, team)
    refuse_full(season, MAX_TEAMS)
    _refuse_taken(season, team, league_rulings(season.league))
    return season, team


def newcomer_judge(*, season: Season, team: Team) -> None:
    """The same for a team that takes the place of another one in a season that runs. The season's row is locked."""
    team = _locked(team)
    if season.entries.filter(team=team).exists():
        raise Refused("entered-already", f"{team} is or was in {season} already.")
    _refuse_unfit(season, team)
    if not Team.objects.filter(_known_in(season.league), pk=team.pk).exists():
        raise Refused(
            "not-known",
            f"{team} is not of this league: its coach has to be invited, or to have drafted it for the league.",
        )
    _refuse_taken(season, team, engine.ruleset(season.league.ruleset).rulings(overrides=season.rulings))


def newcomers(season: Season) -> QuerySet[Team]:
    """Free teams whose coaches have let it be known that they want to play in the league."""
    busy = unfinished(Entry.objects.all()).values("team")
    free = Team.objects.filter(ruleset=season.league.ruleset, retired_at__isnull=True)
    return free.filter(_known_in(season.league)).exclude(pk__in=busy).exclude(entries__season=season).distinct()


def _known_in(league: League) -> Q:
    """Of people who run the league, were invited to it or have played in it; or made for it, or asked for a place in it."""
    people = (
        StaffMember.objects.filter(league=league, accepted_at__isnull=False).values("user"),
        InvitationUse.objects.filter(link__league=league).values("user"),
        Entry.objects.filter(season__league=league).values("team__owner"),
    )
    known = Q(owner=league.commissioner_id) | Q(draft__league=league) | Q(applications__season__league=league)
    for each in people:
        known |= Q(owner__in=each)
    return known & Q(owner__is_active=True)


def _locked(team: Team) -> Team:
    return Team.objects.select_for_update(no_key=True, of=("self",)).select_related("owner").get(pk=team.pk)


def _refuse_unfit(season: Season, team: Team) -> None:
    if team.ruleset != season.league.ruleset:
        raise Refused("wrong-ruleset", f"{team} plays {_title(team)}, this league plays {_title(season.league)}.")
    if team.retired_at:
        raise Refused("team-retired", f"{team} has retired for good.")


def _refuse_taken(season: Season, team: Team, rulings: engine.Rulings) -> None:
    """Its coach has enough teams there or a rival's, it plays elsewhere, or it does not fit the rules."""
    refuse_one_more_of(season, team.owner)
    busy = unfinished(Entry.objects.filter(team=team)).select_related("season__league")
    if entry := busy.first():
        raise Refused("team-busy", f"{team} is already entered in {entry.season}.")
    refuse_rivals_of_coaches(team, season)  # last to lock: people are locked after seasons and teams
    team_check(team=team, rulings=rulings)
    check_entry(league=season.league, team=team)


def entry_create(*, season: Season, team: Team, filler: bool = False) -> Entry:
    """Of a team that was judged in this transaction. Whoever calls it logs it."""
    return Entry.objects.create(season=season, team=team, filler=filler)


def season_locked(season: Season) -> Season:
    rows = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league__commissioner")
    return rows.get(pk=season.pk)


def open_or_refuse(season: Season) -> None:
    if season.state != Season.State.OPEN:
        state = season.get_state_display()
        raise Refused("season-not-open", f"{season} is {state}; that is possible only before it starts.")


def _title(thing: Team | League) -> str:
    return engine.ruleset(thing.ruleset).title

"""What it takes for a team to be in a season, whoever lets it in."""

import engine
from journal.errors import Refused
from league.joining.access import refuse_beyond_limits
from league.models import Entry, League, Season
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
    team = Team.objects.select_for_update(no_key=True, of=("self",)).select_related("owner").get(pk=team.pk)
    if team.ruleset != season.league.ruleset:
        raise Refused("wrong-ruleset", f"{team} plays {_title(team)}, this league plays {_title(season.league)}.")
    if team.retired_at:
        raise Refused("team-retired", f"{team} has retired for good.")
    refuse_beyond_limits(season, team.owner, MAX_TEAMS)
    busy = unfinished(Entry.objects.filter(team=team)).select_related("season__league")
    if entry := busy.first():
        raise Refused("team-busy", f"{team} is already entered in {entry.season}.")
    refuse_rivals_of_coaches(team, season)  # last to lock: people are locked after seasons and teams
    team_check(team=team, rulings=league_rulings(season.league))
    check_entry(league=season.league, team=team)
    return season, team


def entry_create(*, season: Season, team: Team) -> Entry:
    """Of a team that was judged in this transaction. Whoever calls it logs it."""
    return Entry.objects.create(season=season, team=team)


def season_locked(season: Season) -> Season:
    rows = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league__commissioner")
    return rows.get(pk=season.pk)


def open_or_refuse(season: Season) -> None:
    if season.state != Season.State.OPEN:
        state = season.get_state_display()
        raise Refused("season-not-open", f"{season} is {state}; that is possible only before it starts.")


def _title(thing: Team | League) -> str:
    return engine.ruleset(thing.ruleset).title

"""What must hold for a season to start, and what its start will draw up. Nothing is written here."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

import engine
from journal.errors import Refused
from league.formats import format_of
from league.formats.base import Course, renumbered
from league.models import Season
from league.rulings.selectors import league_rulings
from league.seasons.courses import table_of
from league.seasons.dates import refuse_far, season_kick_offs
from league.seasons.seeding import seeded
from league.seasons.stages import field_check, rounds_ahead
from league.services import clean_or_refuse
from league.terms import refuse_other_play
from teams.models import Team
from teams.services import team_check


class Startable(NamedTuple):
    teams: list[Team]
    rulings: engine.Rulings


class FirstRounds(NamedTuple):
    """What is drawn up at once when a season starts."""

    kick_offs: Sequence[datetime]
    matches: int  # none where coaches make them


def startable_or_refuse(season: Season) -> Startable:
    """The teams of an open season and the rules that it will be played by, if it can start as it is."""
    teams = [entry.team for entry in season.entries.select_related("team")]
    if len(teams) < 2:
        raise Refused("too-few-teams", "A season needs at least two teams.")
    field_check(stages=season.stages.all(), teams=len(teams))
    schedule_check(season, teams=len(teams))
    rulings = league_rulings(season.league)
    for team in teams:
        team_check(team=team, rulings=rulings)
        refuse_other_play(league=season.league, team=team)
    return Startable(teams, rulings)


def schedule_check(season: Season, *, teams: int) -> None:
    """Refuse dates that make no sense with so many teams; with none, as far as dates can be judged without them."""
    clean_or_refuse(season)
    rules = engine.ruleset(season.league.ruleset)
    if season.venue != Season.Venue.ENGINE and not rules.has_campaign:
        raise Refused(
            "bad-venue", f"Matches of {rules.title} are played by the engine: there are no reports in this game."
        )
    refuse_far(season, teams=teams, rounds=rounds_ahead(season, teams) if teams else 0, now=timezone.now())


def first_rounds(season: Season, teams: Sequence[Team]) -> FirstRounds:
    """Who meets whom may still be up to chance, but not when they play, and how often."""
    stage = season.stages.get(number=1)
    chosen = format_of(stage.format)
    seated = chosen.seated(stage.settings, renumbered(seeded(season)))
    drawn = chosen.draw(Course(stage.settings, seated, table=table_of(teams, (), season)))
    return FirstRounds(season_kick_offs(season, len(drawn)), sum(len(each.pairs) for each in drawn))

"""The line-ups of a match: both teams as they take the field, with the rulings that the season pinned."""

from collections.abc import Collection
from typing import Any

import engine
from journal.errors import Refused
from league.models import Fixture
from league.seasons.courses import decider_of
from teams.ledger.services import locked_teams
from teams.models import Team
from teams.prematch.services import prepare_locked
from teams.roster.sheets import team_sheet
from teams.services import sheet_check, team_replace_departed


def lineup_of(fixture: Fixture, *, wait: bool = True, by_ai: Collection[int] = ()) -> dict[str, Any]:
    """The header of the match: sheets as they stand now, rulings as the season pinned them.

    Without `wait` it is Busy where somebody else is changing one of the teams. Teams `by_ai` play as if their coaches had left
    nothing behind.
    """
    season = fixture.round.season
    rules = engine.ruleset(season.league.ruleset)
    if rules.version != season.ruleset_version:
        raise Refused(
            "ruleset-version", f"The season plays version {season.ruleset_version}, this server has {rules.version}."
        )
    fixture.home, fixture.away = locked_teams(fixture.home_id, fixture.away_id, wait=wait)
    sheets = _prepared(fixture, by_ai) if rules.has_campaign else _as_they_stand(fixture)
    if decider := decider_of(fixture):
        brought = zip(sheets, decider.first_leg, strict=True)
        sheets = [{**sheet, **rules.to_decide(score)} for sheet, score in brought]
    return {
        "engine": engine.VERSION,
        "ruleset": rules.key,
        "ruleset_version": rules.version,
        "rulings": season.rulings,
        "sheets": sheets,
    }


def _prepared(fixture: Fixture, by_ai: Collection[int]) -> list[dict[str, Any]]:
    return prepare_locked(fixture.home, fixture.away, match=fixture.match.pk, by_ai=by_ai)


def _as_they_stand(fixture: Fixture) -> list[dict[str, Any]]:
    season = fixture.round.season
    rulings = engine.ruleset(season.league.ruleset).rulings(overrides=season.rulings)
    return [_sheet(team, fixture.match.pk, rulings) for team in (fixture.home, fixture.away)]


def _sheet(team: Team, match: int, rulings: Any) -> dict[str, Any]:
    team_replace_departed(team=team, match=match)
    sheet = team_sheet(team)
    sheet_check(team=team, sheet=sheet, rulings=rulings)
    return sheet

"""Game plans of matches: which can still be planned, and who may read what was planned."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

import engine
from accounts.models import User
from journal.errors import Refused
from journal.models import LogEntry
from matches.models import Match
from matches.next_match import unlocked
from teams.gameplans.services import ADJUSTED, game_plan_copy, game_plan_save
from teams.ledger.services import ONE_CHANGE_AT_A_TIME
from teams.models import GamePlan, Team
from teams.permissions import is_coach


@transaction.atomic
def match_game_plan_save(*, actor: User, team: Team, match: int, plan: Any) -> GamePlan:
    """Plan a match whose line-ups are still open."""
    _hold_open(team, match)
    return game_plan_save(actor=actor, team=team, plan=plan, match=match)


@transaction.atomic
def match_game_plan_copy(*, actor: User, team: Team, match: int, source: GamePlan) -> GamePlan:
    """Start the plan of such a match from another one."""
    _hold_open(team, match)
    return game_plan_copy(actor=actor, team=team, source=source, match=match)


def _hold_open(team: Team, match: int) -> None:
    """The match stays unlocked meanwhile: its row is locked first, as by a lock."""
    if not unlocked(Match.objects.select_for_update(of=("self",), no_key=True), team).filter(pk=match).exists():
        message = "The line-ups of that match are locked. What you planned for it is on the page of the match."
        raise Refused("match-locked", message, rule=ONE_CHANGE_AT_A_TIME)


@dataclass(frozen=True, slots=True)
class ShownPlan:
    team: Team
    lines: list[tuple[str, str]]  # settings that differ from the default, and their values, in words
    notes: list[str]  # what was left out at the lock, for coaches of the team


def plans_shown(match: Match, user: Any) -> list[ShownPlan]:
    """The plans of a locked match that somebody may read: coaches their own, everybody both once the match is over."""
    lineup = match.locked_lineup
    if engine.ruleset(lineup["ruleset"]).plans is None:
        return []
    shown = []
    for team, sheet in zip((match.fixture.home, match.fixture.away), lineup["sheets"], strict=True):
        coach = is_coach(user, team)
        if coach or match.resolved_at:
            shown.append(ShownPlan(team, _in_words(team, sheet), _notes(team, match) if coach else []))
    return [each for each in shown if each.lines or each.notes]


def sheets_shown(match: Match) -> list[dict[str, Any]]:
    """The sheets of a locked match as everybody may see them before it is over."""
    return [{name: part for name, part in sheet.items() if name != "plan"} for sheet in match.locked_lineup["sheets"]]


def _in_words(team: Team, sheet: dict[str, Any]) -> list[tuple[str, str]]:
    names = {str(player["id"]): player["name"] for player in sheet["players"]}
    return engine.plans_of(team.ruleset).describe(sheet.get("plan", {}), names)


def _notes(team: Team, match: Match) -> list[str]:
    """As the lock has logged them."""
    rows = LogEntry.objects.filter(action=ADJUSTED, object_type="teams.team", object_id=str(team.pk))
    found = rows.filter(data__match=match.pk).order_by("-pk").values_list("data", flat=True).first()
    return list(found["notes"]) if found else []

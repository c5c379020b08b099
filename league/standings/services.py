"""Choosing the rules of a table: until the season starts, when they are pinned with it."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts.models import User
from journal.errors import Refused
from journal.services import record
from league.models import League, Season
from league.permissions import May, may
from league.standings.rules import DEFAULT, BadRules, TableRules


def last_table_rules(league: League) -> dict[str, Any]:
    """Those of its last season, with which the next one begins."""
    rules: dict[str, Any] | None = league.seasons.order_by("-number").values_list("table_rules", flat=True).first()
    return DEFAULT.to_json() if rules is None else rules


def rules_or_refuse(document: Any) -> TableRules:
    try:
        return TableRules.from_json(document)
    except BadRules as error:
        raise Refused(f"bad-{error.field}", str(error)) from error


@transaction.atomic
def season_table_rules_set(*, actor: User, season: Season, rules: Any) -> Season:
    """Choose points, bonuses, tie-breakers and columns, as `TableRules.from_json` reads them, of a season that has not started."""
    season = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)
    if not may(actor, season.league, May.SET_RULES):
        raise PermissionDenied(f"Only the commissioner of the {season.league} may do that.")
    if season.state != Season.State.OPEN:
        raise Refused(
            "season-not-open",
            f"{season} is {season.get_state_display()}: the rules of its table were pinned with its start.",
        )
    old, new = season.table_rules, rules_or_refuse(rules).to_json()
    if new == old:
        return season
    season.table_rules = new
    season.save(update_fields=["table_rules"])
    summary = f"{actor} changed the table rules of {season}."
    record(actor=actor, action="season.table-rules-set", target=season, summary=summary, data={"old": old, "new": new})
    return season

"""Every write to game plans."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

import engine
from accounts.models import User
from engine.core.documents import check_document
from journal.errors import Refused
from journal.services import record
from teams.gameplans.selectors import names_of, plan_of, plans_in_force
from teams.ledger.services import locked_team, rulings_in_force
from teams.models import GamePlan, Team
from teams.models import Sequence as TeamSequence
from teams.permissions import is_coach

MOST_PLANS = 60  # of one team
CHANGED, ADJUSTED = "team.game-plan", "team.game-plan-adjusted"


@transaction.atomic
def game_plan_save(
    *, actor: User, team: Team, plan: Any, opponent: Team | None = None, match: int | None = None
) -> GamePlan:
    """Keep a plan for all matches of a team, for those against an opponent, or for one match.

    Whoever knows the matches has checked that this one can still be planned.
    """
    team = _coached(actor, team)
    if opponent is not None and (opponent.pk == team.pk or opponent.ruleset != team.ruleset):
        raise Refused("bad-opponent", f"{opponent} is no opponent of {team}.")
    plan = game_plan_checked(team, plan)
    kept = plan_of(team, opponent=opponent, match=match)
    old = kept.plan if kept else None
    if kept is None:
        if team.game_plans.count() >= MOST_PLANS:
            raise Refused("too-many-plans", f"A team has at most {MOST_PLANS} game plans. Delete one first.")
        kept = GamePlan(team=team, opponent=opponent, match=match)
    kept.plan = plan
    kept.save()
    _log(actor, kept, "changed", old)
    return kept


@transaction.atomic
def game_plan_copy(*, actor: User, team: Team, source: GamePlan, **scope: Any) -> GamePlan:
    """Start a plan from another one of the same team, without players who have left. `scope` is as in `game_plan_save`."""
    team = _coached(actor, team)
    if source.team_id != team.pk:
        raise PermissionDenied(f"Only plans of {team} can be copied.")
    plan, _ = engine.plans_of(team.ruleset).repair(source.plan, squad_ids(team), rulings_of(team))
    return game_plan_save(actor=actor, team=team, plan=plan, **scope)


@transaction.atomic
def game_plan_delete(*, actor: User, team: Team, plan: GamePlan) -> None:
    """What is less specific counts again."""
    team = _coached(actor, team)
    if plan.team_id != team.pk:
        raise PermissionDenied(f"Only plans of {team} can be deleted.")
    _log(actor, plan, "deleted", plan.plan)
    plan.delete()


def game_plan_checked(team: Team, plan: Any) -> dict[str, Any]:
    """The plan as it is kept, or the reason why this team cannot follow it, under the setting that it is about."""
    plans = engine.plans_of(team.ruleset)
    try:
        check_document(plan)
        plans.check(plan, squad_ids(team), rulings_of(team))
    except engine.BadInput as error:
        place: tuple[Any, ...] = getattr(error, "place", ())
        key = place[1] if len(place) > 1 else "plan"
        words = str(error).partition(": ")[2] or str(error)
        raise Refused(f"bad-{key}", f"{words[:1].upper()}{words[1:]}.") from error
    return plans.tidy(plan)


def squad_ids(team: Team) -> set[str]:
    """The players of a team as plans name them, with those who miss the next match."""
    return {str(member) for member in team.players.filter(left_at=None).values_list("member", flat=True)}


def rulings_of(team: Team) -> engine.Rulings:
    return rulings_in_force(team.ruleset, json.dumps(team.terms.get("rulings", {})))


# The lock -----------------------------------------------------------------------------------------------------------------


def plans_follow(
    teams: Sequence[Team],
    sheets: Sequence[Mapping[str, Any]],
    *,
    match: int,
    rulings: engine.Rulings,
    without: Collection[int] = (),
) -> list[dict[str, Any]]:
    """The sheets of two teams, whose rows are locked, with the plans that are in force. The plans of the match are used up.

    Teams `without` play by the default plan.
    """
    home, away = teams
    found = plans_in_force({home: away, away: home}, match)
    plans = {team: plan for team, plan in found.items() if team not in without}
    if any(plan.match for plan in plans.values()):
        GamePlan.objects.filter(team__in=teams, match=match).delete()
    return [
        _with_plan(team, sheet, plans[team.pk].plan, match, rulings) if team.pk in plans else dict(sheet)
        for team, sheet in zip(teams, sheets, strict=True)
    ]


def _with_plan(
    team: Team, sheet: Mapping[str, Any], plan: Mapping[str, Any], match: int, rulings: engine.Rulings
) -> dict[str, Any]:
    """The plan may be older than the squad: what nobody can follow is left out, and the coaches are told."""
    plans = engine.plans_of(team.ruleset)
    ids = {str(player["id"]) for player in sheet["players"]}
    gone = plans.players(plan) - ids
    left, notes = plans.repair(plan, ids, rulings, names_of(team, gone))
    if notes:
        summary = f"The game plan of {team} was fitted to its line-up for {TeamSequence.Kind.MATCH.named(match)}."
        record(actor=None, action=ADJUSTED, target=team, summary=summary, data={"match": match, "notes": notes})
    return {**sheet, **({"plan": left} if left else {})}


def plan_carried_over(sheet: Mapping[str, Any], ruleset: str, rulings: engine.Rulings) -> dict[str, Any]:
    """A locked sheet under newer rules, with as much of its plan as they know: a refusal would tell others what the plan says."""
    if "plan" not in sheet:
        return dict(sheet)
    ids = {str(player["id"]) for player in sheet["players"]}
    plan, _ = engine.plans_of(ruleset).repair(sheet["plan"], ids, rulings)
    return {**{name: part for name, part in sheet.items() if name != "plan"}, **({"plan": plan} if plan else {})}


def _coached(actor: User, team: Team) -> Team:
    if not is_coach(actor, team):
        raise PermissionDenied(f"Only a coach of {team} may do that.")
    return locked_team(team)


def _log(actor: User, plan: GamePlan, did: str, old: Any) -> None:
    """For whom it is stays in the data, which only the team's coaches may read."""
    new = None if did == "deleted" else plan.plan
    data = {"opponent": plan.opponent_id, "match": plan.match, "old": old, "new": new}
    record(
        actor=actor, action=CHANGED, target=plan.team, summary=f"{actor} {did} a game plan of {plan.team}.", data=data
    )

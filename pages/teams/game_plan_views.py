"""The game plans of a team as its coaches set them: for every match, against an opponent, for one match."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

import engine
from accounts.requests import SignedInRequest
from journal.errors import Refused
from journal.forms import refusal_words, saved
from matches.gameplans import match_game_plan_copy, match_game_plan_save
from matches.models import Match, PlanTrial
from matches.next_match import next_match, unlocked
from matches.selectors import match_list, of_team
from matches.trials import PAIRS, trial_lines, trial_of, trial_start
from teams.gameplans.drawing import drawing_of, preset_lines
from teams.gameplans.forms import FormationWidget, GamePlanForm, squad_in_order
from teams.gameplans.selectors import names_of, plan_of, plans_in_force, plans_of
from teams.gameplans.services import game_plan_copy, game_plan_delete, game_plan_save, rulings_of, squad_ids
from teams.ledger.services import team_club
from teams.models import GamePlan, Team
from teams.permissions import is_coach
from teams.selectors import team_with_ledger

MATCHES_LISTED = 4


@dataclass
class Purpose:
    """What a plan is for."""

    team: Team
    opponent: Team | None = None
    match: Match | None = None

    @property
    def scope(self) -> dict[str, Any]:
        if self.match:
            return {"match": self.match.pk}
        return {"opponent": self.opponent} if self.opponent else {}

    @property
    def address(self) -> str:
        if self.match:
            return reverse("teams:plan-match", args=[self.team.slug, self.match.pk])
        if self.opponent:
            return reverse("teams:plan-against", args=[self.team.slug, self.opponent.slug])
        return reverse("teams:plan", args=[self.team.slug])

    @property
    def rival(self) -> Team | None:
        return other_team(self.match, self.team) if self.match else self.opponent

    @cached_property
    def kept(self) -> GamePlan | None:
        return plan_of(self.team, **self.scope)

    @cached_property
    def wider(self) -> GamePlan | None:
        """What counts where there is no plan for exactly this."""
        if self.rival is None:
            return None
        return plans_in_force({self.team: self.rival}, self.match.pk if self.match else 0).get(self.team.pk)

    def save(self, actor: Any, plan: Mapping[str, Any]) -> GamePlan:
        if self.match:
            return match_game_plan_save(actor=actor, team=self.team, match=self.match.pk, plan=plan)
        return game_plan_save(actor=actor, team=self.team, plan=plan, opponent=self.opponent)

    def copy(self, actor: Any, source: GamePlan) -> GamePlan:
        if self.match:
            return match_game_plan_copy(actor=actor, team=self.team, match=self.match.pk, source=source)
        return game_plan_copy(actor=actor, team=self.team, source=source, opponent=self.opponent)


def other_team(match: Match, team: Team) -> Team:
    return match.fixture.away if match.fixture.home_id == team.pk else match.fixture.home


def coached_team(request: SignedInRequest, slug: str) -> Team:
    team = team_with_ledger(slug, request.user)
    if engine.ruleset(team.ruleset).plans is None:
        raise Http404(f"{team} has no game plans.")
    if not is_coach(request.user, team):
        raise PermissionDenied(f"Only a coach of {team} may see and change its game plans.")
    return team


@login_required
def every_match(request: SignedInRequest, slug: str) -> HttpResponse:
    return _page(request, Purpose(coached_team(request, slug)))


@login_required
def against(request: SignedInRequest, slug: str, opponent: str) -> HttpResponse:
    team = coached_team(request, slug)
    rival = get_object_or_404(Team.objects.filter(ruleset=team.ruleset).exclude(pk=team.pk), slug=opponent)
    return _page(request, Purpose(team, opponent=rival))


@login_required
def one_match(request: SignedInRequest, slug: str, match: int) -> HttpResponse:
    team = coached_team(request, slug)
    found = unlocked(match_list(), team).filter(pk=match).first()
    if found is None:
        own = get_object_or_404(match_list().filter(of_team(team)), pk=match)
        messages.info(request, "The line-ups of this match are locked, and with them the game plans.")
        return redirect("matches:match", own.pk)
    return _page(request, Purpose(team, match=found))


@login_required
def formation(request: SignedInRequest, slug: str, key: str) -> HttpResponse:
    """One formation, drawn and judged as it stands on the page."""
    team = coached_team(request, slug)
    plans = engine.plans_of(team.ruleset)
    if key not in plans.settings or plans.settings[key].kind.name != "formation":
        raise Http404("There is no such formation.")
    preset = request.GET.get("preset")
    as_sent = FormationWidget(plans.size).value_from_datadict
    lines = as_sent(request.GET, {}, key) if preset is None else preset_lines(team, key, preset)
    drawn = drawing_of(team, key, lines, squad_in_order(team_club(team)))
    return render(request, "teams/plan_formation.html", {"team": team, "formation": drawn})


def _page(request: SignedInRequest, purpose: Purpose) -> HttpResponse:
    team = purpose.team
    club, plans = team_club(team), engine.plans_of(team.ruleset)
    known, source = squad_ids(team), purpose.kept or purpose.wider
    shown = source.plan if source else {}
    gone = names_of(team, plans.players(shown) - known)
    plan, notes = plans.repair(shown, known, rulings_of(team), gone)
    if request.method == "POST" and (pressed := next((each for each in BUTTONS if each in request.POST), None)):
        return _press(request, purpose, pressed, plan)
    form = GamePlanForm(_sent(request, team), club=club, ruleset=team.ruleset, plan=plan)
    sent = request.method == "POST" and "preset" not in request.POST and form.is_valid()
    if sent and saved(form, lambda: purpose.save(request.user, form.plan())) is not None:
        messages.success(request, "The game plan is saved.")
        return redirect(purpose.address)
    advice, why = plans.suggested(team.roster)
    context = {
        "team": team,
        "purpose": purpose,
        "form": form,
        "notes": notes if purpose.kept else [],
        "drawings": [drawing_of(team, field.name, lines, form.squad) for field, lines in form.formations],
        "advice": plans.describe(advice, {}),
        "why": why,
        "advised": advice.items() <= plan.items(),
        "drawn": request.POST.get("preset", "").partition(":")[0],
        "rival": _rival(purpose),
        **trial_context(trial_of(team)),
        **_purposes(purpose),
    }
    return render(request, "teams/plan.html", context)


def _press(request: SignedInRequest, purpose: Purpose, button: str, plan: Mapping[str, Any]) -> HttpResponse:
    try:
        BUTTONS[button](request, purpose, plan)
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect(purpose.address)


def _delete(request: SignedInRequest, purpose: Purpose, plan: Mapping[str, Any]) -> None:
    if purpose.kept:
        game_plan_delete(actor=request.user, team=purpose.team, plan=purpose.kept)
    messages.success(request, "The game plan is deleted.")


def _follow_advice(request: SignedInRequest, purpose: Purpose, plan: Mapping[str, Any]) -> None:
    advice, _ = engine.plans_of(purpose.team.ruleset).suggested(purpose.team.roster)
    purpose.save(request.user, {**plan, **advice})
    messages.success(request, "The suggestion is saved. Change what you like.")


def _copy(request: SignedInRequest, purpose: Purpose, plan: Mapping[str, Any]) -> None:
    number = request.POST["copy"]
    source = get_object_or_404(plans_of(purpose.team), pk=int(number) if re.fullmatch(r"[0-9]{1,18}", number) else 0)
    purpose.copy(request.user, source)
    messages.success(request, "The game plan is copied. Change what you like.")


def _try(request: SignedInRequest, purpose: Purpose, plan: Mapping[str, Any]) -> None:
    rival = _rival(purpose)
    if rival is None:
        raise Refused("no-opponent", "There is no next opponent to try the plan against.")
    trial_start(actor=request.user, team=purpose.team, opponent=rival, plan=plan)
    messages.success(request, f"The plan is being tried against {rival}.")


def _rival(purpose: Purpose) -> Team | None:
    """Whom a plan is tried against: the opponent it is for, or the next one."""
    if purpose.rival:
        return purpose.rival
    match = next_match(purpose.team)
    return other_team(match, purpose.team) if match else None


def trial_context(trial: PlanTrial | None) -> dict[str, Any]:
    return {"trial": trial, "lines": trial_lines(trial) if trial else [], "pairs": PAIRS}


BUTTONS = {"delete": _delete, "advice": _follow_advice, "copy": _copy, "try": _try}  # beside “save”


def _sent(request: SignedInRequest, team: Team) -> QueryDict | None:
    """The form as it was sent; with a preset in place of a formation, where its button was pressed without scripts."""
    if request.method != "POST":
        return None
    key, _, name = request.POST.get("preset", "").partition(":")
    plans = engine.plans_of(team.ruleset)
    if key not in plans.settings or plans.settings[key].kind.name != "formation":
        return request.POST
    sent = request.POST.copy()
    lines = preset_lines(team, key, name)
    for place in range(plans.size):
        line = lines[place] if place < len(lines) else {"row": "", "column": "", "player": ""}
        for part, value in line.items():
            sent[f"{key}-{place}-{part}"] = value
    return sent


def _purposes(purpose: Purpose) -> dict[str, Any]:
    """What else can be planned: the next matches, and the opponents of all that are scheduled or have a plan already."""
    team = purpose.team
    coming, kept = list(unlocked(match_list(), team)), list(plans_of(team).defer("plan"))
    rivals = {other.pk: other for other in (other_team(match, team) for match in coming)}
    rivals |= {each.opponent.pk: each.opponent for each in kept if each.opponent}
    by_match, by_rival = {each.match for each in kept}, {each.opponent_id for each in kept}
    return {
        "coming": [(each, other_team(each, team), each.pk in by_match) for each in coming[:MATCHES_LISTED]],
        "rivals": sorted(((each, each.pk in by_rival) for each in rivals.values()), key=lambda pair: pair[0].name),
        "others": [each for each in kept if purpose.kept is None or each.pk != purpose.kept.pk],
        "planned": sum(each.opponent_id is not None for each in kept),
    }

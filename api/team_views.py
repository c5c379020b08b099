"""The API of a team's books: how it stands, what was entered, and everything a coach can ask."""

from collections.abc import Callable
from inspect import getdoc
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.generics import ListAPIView
from rest_framework.permissions import BasePermission, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

import engine
from api import team_serializers as shapes
from api.requests import SignedInRequest
from api.serializers import DecisionShown, Error, proposed
from api.views import TOO_LARGE, TOO_MANY, UNKNOWN, documented
from league.commissioner.services import team_request_for
from league.people import Decision
from matches.gameplans import match_game_plan_save
from teams.gameplans.selectors import plans_of
from teams.gameplans.services import game_plan_save
from teams.ledger.services import team_club, team_request
from teams.models import GamePlan, LedgerRow, Team
from teams.orders.services import team_orders_set
from teams.permissions import is_coach
from teams.selectors import team_with_ledger
from teams.sequence.services import team_leave_to_orders, team_redraft, team_undo

ERRORS = {
    400: OpenApiResponse(Error, "The request cannot be read."),
    403: OpenApiResponse(Error, "Only a coach of the team may do that, or its commissioner with a reason."),
    404: UNKNOWN,
    409: OpenApiResponse(Error, "Refused by a rule, or made for an older version (code `stale`). Nothing was changed."),
    413: TOO_LARGE,
    415: OpenApiResponse(Error, "Only JSON is understood."),
    429: TOO_MANY,
}

Post = TypeVar("Post", bound=Callable[..., Response])
TYPES = {int: "an integer", str: "a text", list[int]: "a list of integers"}


def asks(question: Any, answer: Any, summary: str, description: str = "", **more: Any) -> Callable[[Post], Post]:
    """The schema of a POST."""
    responses = {200: answer, **ERRORS, **more.get("responses", {})}
    return extend_schema(
        request=question, responses=responses, summary=summary, description=description or f"{summary}."
    )


def actions_told() -> str:
    """Every action with its arguments, as the rules have them."""
    told = ["What the arguments are depends on the action:", ""]
    for campaign in filter(None, (engine.ruleset(key).campaign for key in engine.RULESETS)):
        for name, action in campaign.actions.items():
            wanted = campaign.arguments(name).items()
            arguments = ", ".join(f"`{argument}` ({TYPES[type]})" for argument, type in wanted)
            told.append(f"- `{name}`: {arguments or 'no arguments'}. {getdoc(action)}")
    return "\n".join(told)


class TeamBooks(APIView):
    """What the views here share."""

    permission_classes: tuple[type[BasePermission], ...] = (IsAuthenticatedOrReadOnly,)

    def read(self, request: Request, shape: type[Serializer[Any]]) -> dict[str, Any]:
        form = shape(data=request.data)
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)

    def done(self, team: Team, rows: list[LedgerRow]) -> Response:
        return Response(shapes.Done({"version": team.ledger.count(), "rows": rows}).data)


class ClubDetail(TeamBooks):
    @documented(shapes.ClubShown)
    def get(self, request: Request, slug: str) -> Response:
        """The team as its books make it."""
        club = team_club(team_with_ledger(slug, request.user))
        return Response(shapes.ClubShown(club).data)


class LedgerList(ListAPIView[LedgerRow]):
    serializer_class = shapes.LedgerRowShown
    filter_backends = ()
    queryset = LedgerRow.objects.none()  # for the schema

    @documented(shapes.LedgerRowShown(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """All rows of the books, the oldest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[LedgerRow]:
        return (
            team_with_ledger(self.kwargs["slug"], self.request.user).ledger.select_related("actor").order_by("number")
        )


class SequenceDetail(TeamBooks):
    @documented(shapes.SequenceShown)
    def get(self, request: Request, slug: str) -> Response:
        """The open sequence, or the last one."""
        team = team_with_ledger(slug, request.user)
        found = team.sequences.prefetch_related("rows__actor").order_by("-number").first()
        if found is None:
            raise Http404(f"{team} has not played yet.")
        return Response(shapes.SequenceShown(found).data)

    @asks(shapes.Seen, shapes.Done, "Let the standing orders decide the rest")
    def post(self, request: SignedInRequest, slug: str) -> Response:
        team, asked = team_with_ledger(slug, request.user), self.read(request, shapes.Seen)
        return self.done(team, team_leave_to_orders(actor=request.user, team=team, **asked))


class RequestCreate(TeamBooks):
    @asks(
        shapes.Asked,
        shapes.Done,
        "Ask anything that a coach can ask between matches",
        actions_told(),
        responses={202: OpenApiResponse(DecisionShown, "Another commissioner has to confirm it.")},
    )
    def post(self, request: SignedInRequest, slug: str) -> Response:
        team, asked = team_with_ledger(slug, request.user), self.read(request, shapes.Asked)
        service: Any = team_request_for if "reason" in asked else team_request
        answer = service(actor=request.user, team=team, **asked)
        return proposed(answer) if isinstance(answer, Decision) else self.done(team, answer)


class UndoCreate(TeamBooks):
    @asks(shapes.Seen, shapes.Done, "Take back the last move")
    def post(self, request: SignedInRequest, slug: str) -> Response:
        team, asked = team_with_ledger(slug, request.user), self.read(request, shapes.Seen)
        return self.done(team, team_undo(actor=request.user, team=team, **asked))


class RedraftCreate(TeamBooks):
    @asks(shapes.RedraftAsked, shapes.Done, "Buy the list of the next season")
    def post(self, request: SignedInRequest, slug: str) -> Response:
        team, asked = team_with_ledger(slug, request.user), self.read(request, shapes.RedraftAsked)
        return self.done(team, team_redraft(actor=request.user, team=team, **asked))


class OrdersDetail(TeamBooks):
    permission_classes = (IsAuthenticated,)

    @documented(shapes.OrdersAsked, responses={403: ERRORS[403]})
    def get(self, request: Request, slug: str) -> Response:
        """The standing orders, for coaches of the team."""
        team = team_with_ledger(slug, request.user)
        if not is_coach(request.user, team):
            raise PermissionDenied(f"Only a coach of {team} may see its standing orders.")
        return Response({"orders": team.orders})

    @asks(shapes.OrdersAsked, shapes.OrdersAsked, "Change the standing orders")
    def post(self, request: SignedInRequest, slug: str) -> Response:
        team, asked = team_with_ledger(slug, request.user), self.read(request, shapes.OrdersAsked)
        changed = team_orders_set(actor=request.user, team=team, given=asked["orders"])
        return Response({"orders": changed.orders})


def settings_described() -> str:
    """Every setting of a game plan, as the rules declare it."""
    lines = ["Without opponent and match the plan is for every match. The settings:", ""]
    for plans in filter(None, (engine.ruleset(key).plans for key in engine.RULESETS)):
        for key, setting in plans.settings.items():
            values = f" One of {', '.join(setting.kind.words)}." if setting.kind.name == "choice" else ""
            lines.append(f"- `{key}` ({setting.kind.name}): {setting.help}{values}")
    return "\n".join(lines)


class GamePlanList(TeamBooks):
    permission_classes = (IsAuthenticated,)

    @documented(shapes.GamePlanAsked(many=True), responses={403: ERRORS[403]})
    def get(self, request: Request, slug: str) -> Response:
        """The game plans, for coaches of the team."""
        team = team_with_ledger(slug, request.user)
        if not is_coach(request.user, team):
            raise PermissionDenied(f"Only a coach of {team} may see its game plans.")
        return Response([_shown(plan) for plan in plans_of(team)])

    @asks(shapes.GamePlanAsked, shapes.GamePlanAsked, "Keep a game plan", settings_described())
    def post(self, request: SignedInRequest, slug: str) -> Response:
        team, asked = team_with_ledger(slug, request.user), self.read(request, shapes.GamePlanAsked)
        opponent, match = asked.get("opponent"), asked.get("match")
        if opponent and match:
            raise ValidationError("A plan is against an opponent or for a match, not both.")
        if match:
            kept = match_game_plan_save(actor=request.user, team=team, match=match, plan=asked["plan"])
        else:
            rival = get_object_or_404(Team, slug=opponent) if opponent else None
            kept = game_plan_save(actor=request.user, team=team, plan=asked["plan"], opponent=rival)
        return Response(_shown(kept))


def _shown(plan: GamePlan) -> dict[str, Any]:
    return {"plan": plan.plan, "opponent": plan.opponent.slug if plan.opponent else None, "match": plan.match}

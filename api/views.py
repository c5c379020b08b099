"""The JSON API, as far as it reads. Views pick a selector and a serializer; errors are {code, message, rule}."""

from collections.abc import Callable
from typing import Any, TypeVar

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_field
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from api import serializers as shapes
from api.analysis_serializers import AnalysisShown
from league.models import League, Season
from league.seasons.selectors import season_list
from league.selectors import league_detail, league_list
from matches.models import Match
from matches.selectors import match_detail, match_file, matches_seen, who_may_keep, with_status
from replays.analysis.selectors import analysis_key, match_analysis
from teams.models import Team
from teams.selectors import team_list

LISTS = ("leagues", "seasons", "teams", "matches", "rulesets", "drafts")
BAD_FILTER = OpenApiResponse(shapes.Error, "A filter makes no sense.")
UNKNOWN = OpenApiResponse(shapes.Error, "There is no such thing.")
TOO_MANY = OpenApiResponse(shapes.Error, "Too many requests; Retry-After says when to come back.")
TOO_LARGE = OpenApiResponse(shapes.Error, "More than a request may have in it.")
NO_ANALYSIS = OpenApiResponse(shapes.Error, "The match has not been played yet, or its game has no analysis.")
NOT_YET = OpenApiResponse(shapes.Error, "The match has not been played yet: its seed and file come after it.")
ANALYSIS_FOR = 3600  # seconds for which nobody has to ask again
Get = TypeVar("Get", bound=Callable[..., HttpResponse])


def documented(answer: Any, *, listing: bool = False, **more: Any) -> Callable[[Get], Get]:
    """The schema of a GET: its answer and every error it can give."""
    errors = {404: UNKNOWN, 429: TOO_MANY} | ({400: BAD_FILTER} if listing else {})
    return extend_schema(responses={200: answer, **errors, **more.pop("responses", {})}, **more)


@extend_schema_field({"type": "integer", "minimum": 1, "maximum": 2**63 - 1})
class IdFilter(django_filters.NumberFilter):
    field_class = forms.IntegerField

    def __init__(self, field_name: str) -> None:
        super().__init__(field_name, min_value=1, max_value=2**63 - 1)

    def get_max_validator(self) -> None:
        """The field's own limit is enough."""


class LeagueFilter(django_filters.FilterSet):
    class Meta:
        model = League
        fields = ("ruleset",)


class SeasonFilter(django_filters.FilterSet):
    league = django_filters.CharFilter("league__slug")

    class Meta:
        model = Season
        fields = ("league", "state")


class TeamFilter(django_filters.FilterSet):
    owner = django_filters.CharFilter("owner__username")
    season = IdFilter("entries__season_id")

    class Meta:
        model = Team
        fields = ("owner", "ruleset", "season")


class MatchFilter(django_filters.FilterSet):
    league = django_filters.CharFilter("fixture__round__season__league__slug")
    season = IdFilter("fixture__round__season_id")
    round = IdFilter("fixture__round__number")
    team = django_filters.CharFilter(method="of_team")
    status = django_filters.ChoiceFilter(
        method="of_status",
        choices=[(name, name) for name in ("scheduled", "locked", "playing", "resolved", "failed", "void")],
    )

    class Meta:
        model = Match
        fields = ("league", "season", "round", "team", "status")

    def of_team(self, matches: QuerySet[Match], name: str, slug: str) -> QuerySet[Match]:
        return matches.filter(Q(fixture__home__slug=slug) | Q(fixture__away__slug=slug))

    def of_status(self, matches: QuerySet[Match], name: str, status: str) -> QuerySet[Match]:
        return with_status(matches, status)


class LeagueList(ListAPIView[League]):
    serializer_class = shapes.LeagueListed
    filterset_class = LeagueFilter
    queryset = League.objects.none()  # for the schema

    def get_queryset(self) -> Any:
        return league_list(self.request.user)

    @documented(shapes.LeagueListed(many=True), listing=True)
    def get(self, request: Request) -> Response:
        return self.list(request)


class LeagueDetail(APIView):
    @documented(shapes.LeagueShown)
    def get(self, request: Request, slug: str) -> Response:
        return Response(shapes.LeagueShown(league_detail(slug, request.user)).data)


class SeasonList(ListAPIView[Season]):
    serializer_class = shapes.SeasonListed
    filterset_class = SeasonFilter
    queryset = Season.objects.none()  # for the schema

    def get_queryset(self) -> QuerySet[Season]:
        return season_list(self.request.user)

    @documented(shapes.SeasonListed(many=True), listing=True)
    def get(self, request: Request) -> Response:
        return self.list(request)


class SeasonDetail(APIView):
    @documented(shapes.SeasonShown)
    def get(self, request: Request, pk: int) -> Response:
        season = get_object_or_404(season_list(request.user), pk=pk)
        return Response(shapes.SeasonShown(season).data)


class TeamList(ListAPIView[Team]):
    serializer_class = shapes.TeamListed
    filterset_class = TeamFilter
    queryset = Team.objects.none()  # for the schema

    def get_queryset(self) -> QuerySet[Team]:
        return team_list(self.request.user)

    @documented(shapes.TeamListed(many=True), listing=True)
    def get(self, request: Request) -> Response:
        return self.list(request)


class TeamDetail(APIView):
    @documented(shapes.TeamShown)
    def get(self, request: Request, slug: str) -> Response:
        team = get_object_or_404(team_list(request.user), slug=slug)
        return Response(shapes.TeamShown(team, context={"request": request}).data)


class MatchList(ListAPIView[Match]):
    serializer_class = shapes.MatchListed
    filterset_class = MatchFilter
    queryset = Match.objects.none()  # for the schema

    def get_queryset(self) -> QuerySet[Match]:
        return matches_seen(self.request.user)

    @documented(shapes.MatchListed(many=True), listing=True)
    def get(self, request: Request) -> Response:
        return self.list(request)


class MatchDetail(APIView):
    @documented(shapes.MatchShown)
    def get(self, request: Request, pk: int) -> Response:
        return Response(shapes.MatchShown(match_detail(pk, request.user)).data)


class MatchFileDownload(APIView):
    @documented(shapes.MatchFile, responses={409: NOT_YET})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The match file, to keep and to verify."""
        content = match_file(match_detail(pk, request.user))
        disposition = f'attachment; filename="match-{pk}.json"'
        return HttpResponse(content, "application/json", headers={"Content-Disposition": disposition})


class MatchAnalysis(APIView):
    @documented(AnalysisShown, responses={304: OpenApiResponse(description="As before."), 409: NO_ANALYSIS})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Win probability, turning points and luck, in games that can be analysed."""
        match = match_detail(pk, request.user)
        found = match_analysis(match)
        tag = f'"{analysis_key(match)}"'
        unchanged = get_conditional_response(request, etag=tag)
        response = unchanged or Response(AnalysisShown(found).data, headers={"ETag": tag})
        patch_cache_control(response, max_age=ANALYSIS_FOR, **who_may_keep(match))
        return response


class RulesetList(APIView):
    @documented(shapes.RulesetShown(many=True))
    def get(self, request: Request) -> Response:
        rulesets = [engine.ruleset(key) for key in engine.RULESETS]
        return Response(shapes.RulesetShown(rulesets, many=True).data)


class RulingList(ListAPIView[Any]):
    serializer_class = shapes.RulingShown
    filter_backends = ()  # the catalogue is in no database

    @documented(
        shapes.RulingShown(many=True),
        parameters=[
            OpenApiParameter("area", str, description="Only rulings of this area."),
            OpenApiParameter("fixed", bool, description="Only fixed rules, or only open points."),
        ],
    )
    def get(self, request: Request, ruleset: str) -> Response:
        """The catalogue of a ruleset, in its own order."""
        return self.list(request)

    def get_queryset(self) -> Any:
        area, fixed = (self.request.query_params.get(name) for name in ("area", "fixed"))
        return [
            entry
            for entry in catalogue_or_404(self.kwargs["ruleset"]).entries
            if area in (None, entry.area) and fixed in (None, str(entry.fixed).lower())
        ]


class RulingDetail(APIView):
    @documented(shapes.RulingShown)
    def get(self, request: Request, ruleset: str, ruling: str) -> Response:
        try:
            entry = catalogue_or_404(ruleset).entry(ruling)
        except engine.BadInput as error:
            raise Http404(str(error)) from error
        return Response(shapes.RulingShown(entry).data)


class Start(APIView):
    """The lists there are, and where the API is described."""

    @documented(shapes.Addresses)
    def get(self, request: Request) -> Response:
        names = {name: f"api:{name}" for name in LISTS} | {"schema": "schema", "docs": "api-docs"}
        return Response({name: request.build_absolute_uri(reverse(route)) for name, route in names.items()})


class Unknown(APIView):
    """Any other address below the API: an error in its own shape, not a page."""

    schema = None

    def get(self, request: Request, **_: Any) -> Response:
        raise Http404("There is nothing at this address.")

    post = put = patch = delete = get


def catalogue_or_404(ruleset: str) -> Any:
    try:
        return engine.ruleset(ruleset).catalogue
    except engine.BadInput as error:
        raise Http404(str(error)) from error

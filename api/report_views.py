"""Reports of matches at a table over the API: the same services as the pages."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.draft_views import given
from api.fields import Document, Line, Lines
from api.requests import SignedInRequest
from api.serializers import DecisionShown, Error, proposed
from api.views import TOO_LARGE, TOO_MANY, UNKNOWN
from league.people import Decision
from league.permissions import powers
from matches.models import Match
from matches.reporting import MatchReport
from matches.selectors import match_detail
from matches.table import deciding, services
from matches.table.reading import fingerprint, report_blank, report_problems
from matches.table.selectors import filed_report, may_see, own_draft, result_of
from matches.table.sides import own_team, side_of

ERRORS = {
    400: OpenApiResponse(Error, "The request cannot be read."),
    403: OpenApiResponse(Error, "Sign in first, or this is not yours to say."),
    404: UNKNOWN,
    413: TOO_LARGE,
    409: OpenApiResponse(Error, "Refused: a rule or the state of the match is against it."),
    429: TOO_MANY,
}
State = MatchReport.State


class ReportGiven(serializers.Serializer[Any]):
    document = Document(
        help_text="score, overtime, penalties, fan_factors, stalled and prayers, each of home and away; conceded (home, away or nothing) and "
        "penalty; players of home and away by the id that the line-up has: took_part, joined, touchdowns, completions, interceptions, "
        "casualties_for_spp, throws_landed, landings, catches, casualties_prayed_for, injury, lost (a characteristic), by (an opponent)."
    )


class Answer(serializers.Serializer[Any]):
    answer = serializers.ChoiceField(choices=["confirm", "dispute", "take-back"])
    seen = Line(
        max_length=16,
        required=False,
        allow_blank=True,
        default="",
        help_text="The fingerprint of the report that is answered.",
    )
    reason = Lines(max_length=500, required=False, allow_blank=True, default="", help_text="Of a dispute.")


class Verdict(serializers.Serializer[Any]):
    decision = serializers.ChoiceField(choices=["accept", "correct", "return"])
    seen = Line(max_length=16, help_text="The fingerprint of the report that is decided about.")
    reason = Lines(max_length=500)
    document = Document(required=False, help_text="How the match ended instead, where the report is corrected.")


class ReportShown(serializers.ModelSerializer[MatchReport]):
    team = serializers.CharField(source="team.slug", help_text="Whose coach has written it.")
    document = serializers.DictField()
    seen = serializers.SerializerMethodField(help_text="A fingerprint, to be sent with an answer.")
    problems = serializers.SerializerMethodField(help_text="All that keeps it from being filed.")
    result = serializers.SerializerMethodField(help_text="What it amounts to, where nothing is wrong with it.")

    class Meta:
        model = MatchReport
        fields = (
            "match",
            "team",
            "state",
            "document",
            "seen",
            "problems",
            "result",
            "objection",
            "comment",
            "filed_at",
            "answer_by",
            "accepted_at",
        )

    def get_seen(self, report: MatchReport) -> str:
        return fingerprint(report)

    @extend_schema_field(Error(many=True))
    def get_problems(self, report: MatchReport) -> list[dict[str, str]]:
        return [each.as_dict() for each in report_problems(report.match, report.document)]

    @extend_schema_field({"type": "object", "additionalProperties": {}, "nullable": True})
    def get_result(self, report: MatchReport) -> dict[str, Any] | None:
        return None if report_problems(report.match, report.document) else result_of(report)


def shown(report: MatchReport) -> Response:
    return Response(ReportShown(report).data)


def _filed(request: Request, pk: int) -> MatchReport:
    found = filed_report(match_detail(pk, request.user))
    if found is None:
        raise Http404("There is no report of this match.")
    return found


def _own(match: Match, user: Any) -> MatchReport | None:
    """What the reader's side has saved, or the report to begin with."""
    team = side_of(user, match)
    if team is None or not match.at_table or not match.locked_at:
        return None
    return own_draft(match, user) or MatchReport(match=match, team=team, document=report_blank(match))


class ReportDetail(APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses={200: ReportShown, **ERRORS})
    def get(self, request: Request, pk: int) -> Response:
        """The report that is filed; to a coach of the match, before that, the own draft, or the blank report to begin with."""
        match = match_detail(pk, request.user)
        found = filed_report(match) or _own(match, request.user)
        if found is None:
            raise Http404("There is no report of this match.")
        if not may_see(request.user, match, found, powers(request.user, match.fixture.round.season.league)):
            raise PermissionDenied("Only the coaches of a match see its report before it is accepted.")
        return shown(found)

    @extend_schema(request=ReportGiven, responses={200: ReportShown, **ERRORS})
    def put(self, request: SignedInRequest, pk: int) -> Response:
        """Save the report as it stands."""
        match = match_detail(pk, request.user)
        own_team(request.user, match)
        return shown(services.report_save(actor=request.user, match=match, **given(ReportGiven, request)))


class ReportFile(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={200: ReportShown, **ERRORS})
    def post(self, request: SignedInRequest, pk: int) -> Response:
        """File what is saved: the other coach is asked to confirm it."""
        return shown(services.report_file(actor=request.user, match=match_detail(pk, request.user)))


class ReportAnswer(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=Answer, responses={200: ReportShown, **ERRORS})
    def post(self, request: SignedInRequest, pk: int) -> Response:
        """Confirm or dispute the report of the other coach, or take the own one back."""
        report, asked = _filed(request, pk), given(Answer, request)
        actor, seen = request.user, asked["seen"]
        match asked["answer"]:
            case "take-back":
                report = services.report_take_back(actor=actor, report=report)
            case "dispute":
                report = services.report_dispute(actor=actor, report=report, reason=asked["reason"], seen=seen)
            case _:
                report = services.report_confirm(actor=actor, report=report, seen=seen)
        return shown(report)


class ReportDecide(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=Verdict, responses={200: ReportShown, 202: DecisionShown, **ERRORS})
    def post(self, request: SignedInRequest, pk: int) -> Response:
        """A commissioner decides about a report that is disputed, or that nobody has answered in time."""
        report, asked = _filed(request, pk), given(Verdict, request)
        decision, document = asked.pop("decision"), asked.pop("document", {})
        asked["filed"] = asked.pop("seen")
        if decision == "correct":
            corrected = deciding.report_correct(actor=request.user, report=report, document=document, **asked)
            report.refresh_from_db()
            return proposed(corrected) if isinstance(corrected, Decision) else shown(report)
        service = deciding.report_accept if decision == "accept" else deciding.report_return
        done = service(actor=request.user, report=report, **asked)
        return proposed(done) if isinstance(done, Decision) else shown(done)

"""Drafts over the API: the same services as the pages, for whoever is signed in."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.fields import Document, Line, Lines
from api.requests import SignedInRequest
from api.serializers import DecisionShown, Error, proposed
from api.views import TOO_LARGE, TOO_MANY, UNKNOWN
from league.drafting import Draft
from league.drafts import services as drafts
from league.drafts.selectors import draft_detail, drafts_visible
from league.permissions import judges_draft, owns_draft
from league.selectors import league_detail

ERRORS = {
    400: OpenApiResponse(Error, "The request cannot be read."),
    403: OpenApiResponse(Error, "Sign in first, or this is not yours."),
    404: UNKNOWN,
    413: TOO_LARGE,
    409: OpenApiResponse(Error, "Refused: a rule or the state of the draft is against it."),
    429: TOO_MANY,
}


class DraftAsked(serializers.Serializer[Any]):
    ruleset = Line(max_length=30)
    roster = Line(max_length=60)
    league = serializers.SlugField(required=False, max_length=90, help_text="Without it, the usual terms.")


class DraftGiven(serializers.Serializer[Any]):
    """Fields that are left out stay as they are; the document is replaced."""

    document = Document(
        help_text="roster, league, favoured_of, players of position, name and number, rerolls, assistant_coaches, "
        "cheerleaders, apothecary, fans, captain (a number). In matched play also a skill of each player, empty for none, and "
        "inducements, a number for each id."
    )
    name = Line(required=False, allow_blank=True, max_length=60)
    short = Line(required=False, allow_blank=True, max_length=3)
    colour = Line(required=False, max_length=7)
    motto = Line(required=False, allow_blank=True, max_length=120)


class Comment(serializers.Serializer[Any]):
    comment = Lines(max_length=500)


class Approval(serializers.Serializer[Any]):
    reason = Line(max_length=200, required=False)


class DraftListed(serializers.ModelSerializer[Draft]):
    owner = serializers.CharField(source="owner.username")
    league = serializers.CharField(source="league.slug", allow_null=True, default=None)
    roster = serializers.CharField(source="document.roster")
    team = serializers.CharField(source="team.slug", allow_null=True, default=None, help_text="Once it is created.")

    class Meta:
        model = Draft
        fields: tuple[str, ...] = (
            "id",
            "owner",
            "league",
            "ruleset",
            "play",
            "roster",
            "name",
            "short",
            "colour",
            "motto",
            "state",
            "comment",
            "team",
            "updated_at",
        )


class LineShown(serializers.Serializer[Any]):
    what = serializers.CharField(help_text="A position or a kind of staff.")
    count = serializers.IntegerField()
    price = serializers.IntegerField()


class BillShown(serializers.Serializer[Any]):
    """In thousands of gold pieces."""

    lines = LineShown(many=True)
    budget = serializers.IntegerField()
    total = serializers.IntegerField()
    left = serializers.IntegerField()
    value = serializers.IntegerField()


class SkillsShown(serializers.Serializer[Any]):
    """The skill points of a list in matched play."""

    tier = serializers.IntegerField()
    spent = serializers.IntegerField()
    points = serializers.IntegerField()
    left = serializers.IntegerField()
    secondaries = serializers.IntegerField()
    most_secondaries = serializers.IntegerField()


class DraftShown(DraftListed):
    document = serializers.DictField()
    skills = serializers.SerializerMethodField(help_text="In matched play.")
    bill = serializers.SerializerMethodField()
    problems = serializers.SerializerMethodField(help_text="All that keeps the draft from being a team.")

    class Meta(DraftListed.Meta):
        fields = (*DraftListed.Meta.fields, "document", "bill", "skills", "problems")

    @extend_schema_field(BillShown)
    def get_bill(self, draft: Draft) -> object:
        return BillShown(draft.campaign.draft.bill(draft.document, drafts.draft_settings(draft))).data

    @extend_schema_field(SkillsShown(allow_null=True))
    def get_skills(self, draft: Draft) -> object:
        skills = draft.campaign.draft.skills(draft.document)
        return skills and SkillsShown(skills).data

    @extend_schema_field(Error(many=True))
    def get_problems(self, draft: Draft) -> list[dict[str, str]]:
        found = drafts.draft_problems(draft, draft.document)
        return [{"code": each.code, "message": str(each), "rule": each.rule} for each in found]


def shown(draft: Draft, status: int = 200) -> Response:
    return Response(DraftShown(draft).data, status=status)


def given(shape: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """What was sent, checked; a bad one raises the framework's own error."""
    asked = shape(data=request.data)
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


class DraftList(ListAPIView[Draft]):
    """One's own drafts, and those submitted to leagues that one runs."""

    permission_classes = (IsAuthenticated,)
    serializer_class = DraftListed
    queryset = Draft.objects.none()  # for the schema

    def get_queryset(self) -> QuerySet[Draft]:
        return drafts_visible(self.request.user)

    @extend_schema(responses={200: DraftListed(many=True), **ERRORS})
    def get(self, request: Request) -> Response:
        return self.list(request)

    @extend_schema(request=DraftAsked, responses={201: DraftShown, **ERRORS})
    def post(self, request: SignedInRequest) -> Response:
        """Begin a draft."""
        asked = given(DraftAsked, request)
        slug = asked.pop("league", None)
        league = league_detail(slug, request.user) if slug else None
        return shown(drafts.draft_create(owner=request.user, league=league, **asked), status=201)


class DraftDetail(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={200: DraftShown, **ERRORS})
    def get(self, request: Request, pk: int) -> Response:
        draft = draft_detail(pk, request.user)
        if not owns_draft(request.user, draft) and not judges_draft(request.user, draft):
            raise PermissionDenied
        return shown(draft)

    @extend_schema(request=DraftGiven, responses={200: DraftShown, **ERRORS})
    def put(self, request: SignedInRequest, pk: int) -> Response:
        """Keep the draft as it stands."""
        draft = draft_detail(pk, request.user)
        return shown(drafts.draft_save(actor=request.user, draft=draft, **given(DraftGiven, request)))

    @extend_schema(responses={204: None, **ERRORS})
    def delete(self, request: SignedInRequest, pk: int) -> Response:
        drafts.draft_delete(actor=request.user, draft=draft_detail(pk, request.user))
        return Response(status=204)


class DraftSubmit(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={200: DraftShown, **ERRORS})
    def post(self, request: SignedInRequest, pk: int) -> Response:
        """Hand the draft in: it creates the team, or waits for the commissioner."""
        return shown(drafts.draft_submit(actor=request.user, draft=draft_detail(pk, request.user)))


class DraftApprove(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=Approval, responses={200: DraftShown, 202: DecisionShown, **ERRORS})
    def post(self, request: SignedInRequest, pk: int) -> Response:
        """Approve a draft. One's own is proposed, with a reason, to another commissioner."""
        asked = given(Approval, request)
        approved = drafts.draft_approve(actor=request.user, draft=draft_detail(pk, request.user), **asked)
        return shown(approved) if isinstance(approved, Draft) else proposed(approved)


class DraftReturn(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=Comment, responses={200: DraftShown, **ERRORS})
    def post(self, request: SignedInRequest, pk: int) -> Response:
        return shown(
            drafts.draft_return(actor=request.user, draft=draft_detail(pk, request.user), **given(Comment, request))
        )

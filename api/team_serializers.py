"""What the API shows of a team's books, and what it can be asked."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import WHOLE, Document, Line
from engine.campaign import MOST_ENTRIES, Club
from teams.models import LedgerRow, Sequence


class MemberShown(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="Never used again in this team.")
    number = serializers.IntegerField()
    name = serializers.CharField()
    position = serializers.CharField(source="position.key")
    skills = serializers.ListField(child=serializers.CharField(), help_text="Learned ones.")
    changes = serializers.DictField(child=serializers.IntegerField(), help_text="Of characteristics; more is better.")
    hatred = serializers.ListField(child=serializers.CharField())
    niggling = serializers.IntegerField()
    spp = serializers.IntegerField()
    advancements = serializers.IntegerField()
    value = serializers.IntegerField()
    misses_next = serializers.BooleanField()
    retired = serializers.BooleanField()
    may_retire = serializers.BooleanField()
    journeyman = serializers.BooleanField()


class ClubShown(serializers.Serializer[Any]):
    version = serializers.IntegerField(source="rows", help_text="To be sent with every request.")
    play = serializers.CharField(source="campaign.play", help_text="league or matched")
    step = serializers.CharField()
    roster = serializers.CharField(source="roster.key")
    league = serializers.CharField()
    favoured_of = serializers.CharField()
    treasury = serializers.IntegerField(help_text="In thousands, as all gold.")
    value = serializers.SerializerMethodField("team_value")
    current_value = serializers.SerializerMethodField()
    rerolls = serializers.IntegerField()
    assistant_coaches = serializers.IntegerField()
    cheerleaders = serializers.IntegerField()
    apothecary = serializers.IntegerField()
    fans = serializers.IntegerField()
    trophy = serializers.IntegerField()
    inducements = serializers.DictField(
        child=serializers.IntegerField(), help_text="That the list has for every match."
    )
    captain = serializers.IntegerField(allow_null=True)
    season = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    awards = serializers.IntegerField(help_text="Most valuable players still to be named.")
    credits = serializers.IntegerField(help_text="Touchdowns of a concession still to be given to somebody.")
    grudges = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    offer = serializers.DictField(help_text="Dice on the table that wait for `take`.")
    raised = serializers.ListField(child=serializers.CharField())
    members = serializers.SerializerMethodField()

    def team_value(self, club: Club) -> int:
        return club.campaign.value.team(club)

    @extend_schema_field(MemberShown(many=True))
    def get_members(self, club: Club) -> object:
        return MemberShown(club.members.values(), many=True).data

    def get_current_value(self, club: Club) -> int:
        return club.campaign.value.current(club)


class LedgerRowShown(serializers.ModelSerializer[LedgerRow]):
    actor = serializers.CharField(source="actor.username", allow_null=True, default=None)
    data = serializers.DictField()  # type: ignore[assignment]  # the class takes it out of itself, and keeps its own `data`
    rolls = serializers.ListField(child=serializers.ListField(), help_text="What for, sides, face.")
    reason = serializers.CharField(source="why", max_length=200, required=False)

    class Meta:
        model = LedgerRow
        fields = (
            "number",
            "kind",
            "member",
            "gold",
            "spp",
            "data",
            "rolls",
            "rule",
            "request",
            "action",
            "by",
            "actor",
            "reason",
            "at",
        )


class SequenceShown(serializers.ModelSerializer[Sequence]):
    cause = serializers.CharField(max_length=100)
    seed = serializers.CharField(help_text="Empty until the sequence is closed.")
    step = serializers.CharField(source="team.step", help_text="Where the team stands now.")
    rows = LedgerRowShown(many=True)

    class Meta:
        model = Sequence
        fields = ("number", "cause", "step", "opened_at", "deadline", "closed_at", "commitment", "seed", "rows")


class Done(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="Of the books now, for the next request.")
    rows = LedgerRowShown(many=True, help_text="What was entered; the same again for a request that is sent again.")


class Seen(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, help_text="Of the club as you saw it.")
    key = serializers.UUIDField(help_text="Fresh for each request; the same when one is sent again.")


class Asked(Seen):
    action = Line(max_length=30, allow_blank=True, help_text="hire, fire, learn, finish, …")
    arguments = Document(help_text="As the action wants them: `{member: 3, skill: block}`.")
    reason = Line(
        required=False, allow_blank=True, max_length=200, help_text="Only for a commissioner who acts for the coach."
    )


class RedraftAsked(Seen):
    keep = serializers.ListField(
        child=serializers.IntegerField(**WHOLE), max_length=MOST_ENTRIES, help_text="Members of the team."
    )
    draft = Document(help_text="New players, all staff, and the captain by number.")


class OrdersAsked(serializers.Serializer[Any]):
    orders = Document(help_text="What is left out is as usual.")


class GamePlanAsked(serializers.Serializer[Any]):
    plan = Document(help_text="As on a team sheet. What is left out is as in the standard plan.")
    opponent = serializers.SlugField(
        required=False, allow_null=True, help_text="The slug of a team: for matches against it."
    )
    match = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=WHOLE["max_value"],
        help_text="For one match, until it is locked.",
    )

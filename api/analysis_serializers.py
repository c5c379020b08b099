"""What the API shows of the analysis of a match."""

from typing import Any

from rest_framework import serializers

from replays.analysis.plans import VERDICTS

SIDES = ("home", "away")


class ChancesShown(serializers.Serializer[Any]):
    """They add up to 1."""

    home = serializers.FloatField(help_text="That home wins.")
    draw = serializers.FloatField()
    away = serializers.FloatField(help_text="That away wins.")


class SideField(serializers.ChoiceField):
    """A side by its name; the engine counts 0 and 1."""

    def __init__(self, **more: Any) -> None:
        super().__init__(choices=SIDES, **more)

    def to_representation(self, value: Any) -> str:
        return SIDES[value]


class ChancePointShown(serializers.Serializer[Any]):
    half = serializers.IntegerField(help_text="3 is extra time.")
    turn = serializers.IntegerField(help_text="0 when the match is over.")
    side = SideField(allow_null=True, help_text="Whose turn begins.")
    score = serializers.ListField(child=serializers.IntegerField())
    chances = ChancesShown()


class TouchdownShown(serializers.Serializer[Any]):
    point = serializers.IntegerField(help_text="The place in `points` of the team turn it was scored in.")
    side = SideField()
    score = serializers.ListField(child=serializers.IntegerField())
    step = serializers.IntegerField(help_text="Of the replay: the match page shows it at #step-<number>.")


class TurningPointShown(serializers.Serializer[Any]):
    step = serializers.IntegerField(help_text="Of the replay: the match page shows it at #step-<number>.")
    half = serializers.IntegerField(help_text="3 is extra time.")
    turn = serializers.IntegerField(help_text="0 between drives.")
    side = SideField(allow_null=True, help_text="Whose turn it was.")
    helped = SideField(source="gainer")
    roll = serializers.CharField(help_text="The roll that decided it; empty if none did.")
    odds = serializers.CharField(help_text="How likely that roll was, re-rolls included.")
    story = serializers.CharField()
    before = ChancesShown()
    after = ChancesShown()


class TallyShown(serializers.Serializer[Any]):
    tried = serializers.IntegerField()
    expected = serializers.FloatField()
    actual = serializers.IntegerField()
    difference = serializers.FloatField()


class TeamLuckShown(serializers.Serializer[Any]):
    kinds = serializers.DictField(child=TallyShown(), help_text="By kind of roll.")
    total = TallyShown()
    luckier_than = serializers.FloatField(help_text="The share of teams with fewer successes in the same rolls.")
    left_out = serializers.IntegerField(help_text="Rolls whose odds are not known.")


class MatchLuckShown(serializers.Serializer[Any]):
    home = TeamLuckShown(source="*")
    away = TeamLuckShown(source="*")

    def to_representation(self, teams: Any) -> dict[str, Any]:
        return {side: TeamLuckShown(team).data for side, team in zip(SIDES, teams, strict=True)}


class PlanLineShown(serializers.Serializer[Any]):
    """A setting of a game plan that differs from the default."""

    key = serializers.CharField()
    setting = serializers.CharField(help_text="As people read it.")
    wish = serializers.CharField(help_text="What the plan asked for, in words.")
    happened = serializers.CharField(help_text="What the team did, in words.")
    verdict = serializers.ChoiceField(choices=VERDICTS)


class MatchPlansShown(serializers.Serializer[Any]):
    home = PlanLineShown(source="*", many=True)
    away = PlanLineShown(source="*", many=True)

    def to_representation(self, teams: Any) -> dict[str, Any]:
        return {side: PlanLineShown(lines, many=True).data for side, lines in zip(SIDES, teams, strict=True)}


class AnalysisShown(serializers.Serializer[Any]):
    """Why a match went the way it did."""

    version = serializers.IntegerField(help_text="Of the model behind the chances.")
    points = ChancePointShown(many=True, help_text="The chances at the start of each team turn and at the end.")
    touchdowns = TouchdownShown(many=True)
    turning_points = TurningPointShown(many=True, help_text="The largest swings, in the order of the match.")
    luck = MatchLuckShown()
    plans = MatchPlansShown(help_text="Whether the game plans were obeyed; empty for a team without one.")

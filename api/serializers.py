"""What the API shows of each thing. Read-only throughout."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.response import Response

from accounts.ai import is_ai
from league.models import League, Result, Season
from league.people import Decision
from league.rulings.selectors import league_rulings
from league.seasons.courses import stages_in_full
from league.seasons.selectors import rounds
from league.seasons.tables import Standing, standings_in_full
from matches.models import Match
from matches.selectors import match_player_stats, match_stats, player_totals, team_stats, team_totals
from teams.models import Player, Team


class Error(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    rule = serializers.CharField(help_text="The ruling the refusal rests on, or empty.")


class DecisionShown(serializers.ModelSerializer[Decision]):
    """What another commissioner has to confirm, since whoever proposes it has a stake in it."""

    league = serializers.CharField(source="league.slug")
    proposer = serializers.CharField(source="proposer.username")

    class Meta:
        model = Decision
        fields = ("id", "league", "kind", "proposer", "summary", "stake", "reason", "state")


def proposed(decision: Decision) -> Response:
    return Response(DecisionShown(decision).data, status=202)


class Addresses(serializers.Serializer[Any]):
    """Where the lists of the API are."""

    leagues = serializers.URLField()
    seasons = serializers.URLField()
    teams = serializers.URLField()
    matches = serializers.URLField()
    rulesets = serializers.URLField()
    drafts = serializers.URLField()
    schema = serializers.URLField()
    docs = serializers.URLField()


class TeamBrief(serializers.ModelSerializer[Team]):
    class Meta:
        model = Team
        fields = ("slug", "name", "short", "colour")


class TeamListed(serializers.ModelSerializer[Team]):
    owner = serializers.CharField(source="owner.username")
    filler = serializers.SerializerMethodField(help_text="Made by the site, without a coach.")
    size = serializers.IntegerField(help_text="Players on the roster.")

    class Meta:
        model = Team
        fields: tuple[str, ...] = (
            "slug",
            "name",
            "short",
            "colour",
            "motto",
            "ruleset",
            "roster",
            "owner",
            "filler",
            "size",
            "created_at",
        )

    def get_filler(self, team: Team) -> bool:
        return is_ai(team.owner)


class SeasonListed(serializers.ModelSerializer[Season]):
    league: serializers.SlugRelatedField[League] = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    teams = serializers.IntegerField(source="size", help_text="Teams entered.")

    class Meta:
        model = Season
        fields: tuple[str, ...] = (
            "id",
            "league",
            "number",
            "name",
            "state",
            "first_kick_off",
            "round_every",
            "time_zone",
            "seeding",
            "venue",
            "started_at",
            "finished_at",
            "teams",
        )


class LeagueListed(serializers.ModelSerializer[League]):
    commissioner = serializers.CharField(source="commissioner.username")
    seasons = SeasonListed(source="all_seasons", many=True)

    class Meta:
        model = League
        fields: tuple[str, ...] = (
            "slug",
            "name",
            "commissioner",
            "ruleset",
            "profile",
            "play",
            "description",
            "created_at",
            "seasons",
        )


class LeagueShown(LeagueListed):
    rulings = serializers.SerializerMethodField(
        help_text="Ruling → choice, or choice with settings, for the next season."
    )

    class Meta(LeagueListed.Meta):
        fields = (*LeagueListed.Meta.fields, "rulings")

    def get_rulings(self, league: League) -> dict[str, Any]:
        return league_rulings(league).to_json()


class ResultShown(serializers.ModelSerializer[Result]):
    class Meta:
        model = Result
        fields = (
            "home_score",
            "away_score",
            "home_touchdowns",
            "away_touchdowns",
            "home_casualties",
            "away_casualties",
            "home_penalties",
            "away_penalties",
            "winner",
            "ended",
            "applied_at",
        )


class StandingShown(serializers.Serializer[Any]):
    stage = serializers.IntegerField(source="table.stage.number")
    table = serializers.CharField(source="table.name", help_text="Empty where the season has only one.")
    rank = serializers.IntegerField(source="row.rank")
    team = TeamBrief(source="row.team")
    filler = serializers.SerializerMethodField(
        help_text="Made by the site, without a coach and without a right to titles."
    )
    played = serializers.IntegerField(source="row.played")
    won = serializers.IntegerField(source="row.won")
    drawn = serializers.IntegerField(source="row.drawn")
    lost = serializers.IntegerField(source="row.lost")
    points_for = serializers.IntegerField(source="row.points_for")
    points_against = serializers.IntegerField(source="row.points_against")
    difference = serializers.IntegerField(source="row.difference")
    touchdowns = serializers.IntegerField(source="row.touchdowns")
    casualties = serializers.IntegerField(source="row.casualties")
    points = serializers.IntegerField(source="row.points")
    bonus = serializers.IntegerField(source="row.bonus", help_text="Bonus points, added to the points or not.")
    metrics = serializers.DictField(
        child=serializers.FloatField(),
        help_text="Of the table rules' order and columns, those that have a value without a group of level teams.",
    )

    def get_filler(self, standing: Standing) -> bool:
        return standing.row.pk in standing.table.fillers


class RoundShown(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField(help_text="Such as Semi-finals; empty where a format has no names for its rounds.")
    kick_off = serializers.DateTimeField()
    matches = serializers.IntegerField(source="size", help_text="Listed by /matches/ with this season and round.")
    played = serializers.IntegerField()


class TieShown(serializers.Serializer[Any]):
    name = serializers.CharField()
    teams = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        help_text="Two slugs; null where it is not known yet, or nobody is.",
    )
    waits_for = serializers.ListField(
        child=serializers.CharField(), help_text="Of which ties, where a team is not known."
    )
    scores = serializers.ListField(child=serializers.IntegerField(allow_null=True), help_text="In all matches so far.")
    winner = serializers.CharField(allow_null=True)


class StageShown(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    format = serializers.CharField()
    settings = serializers.DictField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    teams = serializers.ListField(child=serializers.CharField(), help_text="Slugs by seed; empty before it starts.")
    bracket = serializers.ListField(
        child=TieShown(many=True), help_text="The ties of each round; empty for formats without a bracket."
    )


class SeasonShown(SeasonListed):
    ruleset_version = serializers.CharField(help_text="Pinned when the season started; empty before.")
    rulings = serializers.DictField(help_text="Pinned when the season started; empty before.")
    table_rules = serializers.DictField(
        help_text="Points, bonuses, the order of tie-breakers, and columns. Pinned when the season starts."
    )
    absence = serializers.DictField(help_text="What happens when a coach is absent.")
    standings = serializers.SerializerMethodField(help_text="All tables of the season, the latest stage first.")
    stages = serializers.SerializerMethodField()
    rounds = serializers.SerializerMethodField()

    class Meta(SeasonListed.Meta):
        added = ("ruleset_version", "rulings", "table_rules", "absence", "standings", "stages", "rounds")
        fields = (*SeasonListed.Meta.fields, *added)

    @extend_schema_field(StageShown(many=True))
    def get_stages(self, season: Season) -> object:
        return StageShown(stages_in_full(season), many=True).data

    @extend_schema_field(StandingShown(many=True))
    def get_standings(self, season: Season) -> object:
        return StandingShown(standings_in_full(season), many=True).data

    @extend_schema_field(RoundShown(many=True))
    def get_rounds(self, season: Season) -> object:
        return RoundShown(rounds(season), many=True).data


class PlayerShown(serializers.ModelSerializer[Player]):
    class Meta:
        model = Player
        fields = ("id", "number", "name", "position")


class PlayerTotalsShown(serializers.Serializer[Any]):
    player = PlayerShown()
    absent = serializers.IntegerField(help_text="Matches still to miss.")
    totals = serializers.DictField(child=serializers.IntegerField())


class TeamTotalsShown(serializers.Serializer[Any]):
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    points_for = serializers.IntegerField()
    points_against = serializers.IntegerField()
    touchdowns = serializers.IntegerField()
    casualties = serializers.IntegerField()


class TeamShown(TeamListed):
    players = serializers.SerializerMethodField()
    totals = serializers.SerializerMethodField()
    stats = serializers.SerializerMethodField()

    class Meta(TeamListed.Meta):
        fields = (*TeamListed.Meta.fields, "players", "totals", "stats")

    @extend_schema_field(PlayerTotalsShown(many=True))
    def get_players(self, team: Team) -> object:
        return PlayerTotalsShown(player_totals(team, self.context["request"].user), many=True).data

    @extend_schema_field(TeamTotalsShown)
    def get_totals(self, team: Team) -> object:
        return TeamTotalsShown(team_totals(team, self.context["request"].user)).data

    def get_stats(self, team: Team) -> dict[str, int]:
        return team_stats(team, self.context["request"].user)


class MatchListed(serializers.ModelSerializer[Match]):
    league = serializers.CharField(source="fixture.round.season.league.slug")
    season = serializers.IntegerField(source="fixture.round.season_id")
    round = serializers.IntegerField(source="fixture.round.number")
    home = TeamBrief(source="fixture.home")
    away = TeamBrief(source="fixture.away")
    status = serializers.ChoiceField(choices=["scheduled", "locked", "playing", "resolved", "failed", "void"])
    result = ResultShown(source="fixture.result", allow_null=True)
    commitment = serializers.CharField(help_text="SHA-256 of the seed, from the moment the match is locked.")
    seed = serializers.CharField(help_text="Empty until the match is over.")
    digest = serializers.CharField(source="record.digest", allow_null=True, help_text="Null until the match is over.")
    at_table = serializers.BooleanField(
        help_text="Its coaches play it and report it: there is no file and no analysis."
    )

    class Meta:
        model = Match
        fields: tuple[str, ...] = (
            "id",
            "league",
            "season",
            "round",
            "home",
            "away",
            "due_at",
            "status",
            "at_table",
            "locked_at",
            "resolved_at",
            "result",
            "commitment",
            "seed",
            "digest",
        )


class StatShown(serializers.Serializer[Any]):
    key = serializers.CharField()
    home = serializers.IntegerField()
    away = serializers.IntegerField()


class MatchPlayerShown(serializers.Serializer[Any]):
    player = PlayerShown()
    side = serializers.ChoiceField(choices=["home", "away"])
    stats = serializers.DictField(source="totals", child=serializers.IntegerField())


class MatchShown(MatchListed):
    stats = serializers.SerializerMethodField()
    players = serializers.SerializerMethodField()

    class Meta(MatchListed.Meta):
        fields = (*MatchListed.Meta.fields, "stats", "players")

    @extend_schema_field(StatShown(many=True))
    def get_stats(self, match: Match) -> object:
        return StatShown(match_stats(match), many=True).data

    @extend_schema_field(MatchPlayerShown(many=True))
    def get_players(self, match: Match) -> object:
        return MatchPlayerShown(match_player_stats(match), many=True).data


class RulesetShown(serializers.Serializer[Any]):
    key = serializers.CharField()
    version = serializers.CharField()
    title = serializers.CharField()
    profiles = serializers.ListField(child=serializers.CharField(), source="catalogue.profiles")


class RulingShown(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    area = serializers.CharField()
    where = serializers.CharField()
    fixed = serializers.BooleanField()
    rule = serializers.CharField(help_text="What a fixed entry says; empty for an open point.")
    question = serializers.CharField(help_text="What an open point asks; empty for a fixed entry.")
    choices = serializers.DictField(child=serializers.CharField())
    default = serializers.CharField()
    reason = serializers.CharField()
    profiles = serializers.DictField(child=serializers.CharField())
    settings = serializers.DictField(child=serializers.DictField())
    refs = serializers.ListField(child=serializers.CharField())
    sources = serializers.ListField(child=serializers.CharField())
    evidence = serializers.ListField(child=serializers.CharField())
    scenario = serializers.CharField()


class MatchFile(serializers.Serializer[Any]):
    """The match file: what `python -m engine replay` checks."""

    verify_with = serializers.CharField(help_text="The release of the engine that plays it again.")
    format = serializers.IntegerField()
    engine = serializers.CharField()
    ruleset = serializers.CharField()
    ruleset_version = serializers.CharField()
    rulings = serializers.DictField()
    sheets = serializers.ListField(child=serializers.DictField())
    coaches = serializers.ListField(child=serializers.CharField())
    seed = serializers.CharField()
    commitment = serializers.CharField()
    choices = serializers.ListField()
    dice = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    events = serializers.ListField(child=serializers.DictField())
    digest = serializers.CharField()
    result = serializers.DictField()

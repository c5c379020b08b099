"""A stage as its format sees it, read from the database."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from league import models
from league.formats import format_of
from league.formats.base import NOBODY, Course, Decider, Entrant, Meeting, Round, Tie
from league.models import Season, Stage
from league.seasons.selectors import rules_of, season_games
from league.standings.games import Game, Row
from league.standings.table import table
from teams.models import Team

Games = Mapping[int, list[Game]]  # by the number of their round
STAGE_FIELDS = ("number", "name", "format", "settings", "started_at", "finished_at")
OF_TEAM = ("team__name", "team__slug", "team__short", "team__colour")
OF_FIXTURE = (
    Coalesce("fixtures__home_heir", "fixtures__home"),
    Coalesce("fixtures__away_heir", "fixtures__away"),
    "fixtures__slot",
    "fixtures__void",
)
PENALTIES = ("fixtures__result__home_penalties", "fixtures__result__away_penalties")


def courses_of(
    season: Season, stages: Sequence[Stage], games: Games | None = None, upto: int | None = None
) -> dict[int, Course]:
    """How stages of a season stand, by their ids: four queries, or three where the results are known.

    How they stood after so many of their rounds, if `upto` says so.
    """
    entrants, teams = defaultdict[int, list[Entrant]](list), defaultdict[int, list[Team]](list)
    shown = ("stage", "seed", "group", "withdrawn", "filler", *OF_TEAM)
    for row in models.Entrant.objects.filter(stage__in=stages).select_related("team").only(*shown).order_by("seed"):
        entrants[row.stage_id].append(Entrant(row.team_id, row.seed, row.group, row.withdrawn, row.filler))
        teams[row.stage_id].append(row.team)
    played, ends = _rounds(stages, season_games(season) if games is None else games)
    rounds = {stage.pk: played[stage.pk][:upto] for stage in stages}
    return {
        stage.pk: Course(
            settings=stage.settings,
            entrants=entrants[stage.pk],
            rounds=rounds[stage.pk],
            teams={team.pk: team for team in teams[stage.pk]},
            table=table_of(teams[stage.pk], rounds[stage.pk], season),
            over=_is_over(stage, ends),
        )
        for stage in stages
    }


def stages_in_full(season: Season) -> list[dict[str, Any]]:
    """The stages of a season with their fields and brackets, teams by their slugs."""
    stages = list(season.stages.all())
    courses = courses_of(season, stages)
    slugs = {pk: team.slug for course in courses.values() for pk, team in course.teams.items()}
    return [
        {
            **{name: getattr(stage, name) for name in STAGE_FIELDS},
            "teams": [slugs[each.team] for each in courses[stage.pk].entrants],
            "bracket": [
                [_tie_in_full(tie, slugs) for tie in ties]
                for ties in format_of(stage.format).bracket(courses[stage.pk])
                if stage.started_at
            ],
        }
        for stage in stages
    ]


def _tie_in_full(tie: Tie, slugs: Mapping[int, str]) -> dict[str, Any]:
    return {
        "name": tie.name,
        "teams": [slugs.get(team or NOBODY) for team in tie.teams],
        "waits_for": [waits for waits, team in zip(tie.sources, tie.teams, strict=True) if team is None],
        "scores": [tie.score(team) if team else None for team in tie.teams],
        "winner": slugs.get(tie.winner or NOBODY),
    }


def course_of(stage: Stage, upto: int | None = None) -> Course:
    return courses_of(stage.season, [stage], upto=upto)[stage.pk]


def decider_of(fixture: models.Fixture) -> Decider | None:
    """What a match has to decide. Nothing is read for formats in which none has to."""
    stage = fixture.round.stage
    if not format_of(stage.format).decides:
        return None
    stage.season = fixture.round.season
    earlier = stage.rounds.filter(number__lt=fixture.round.number).count()
    return format_of(stage.format).decider(course_of(stage), earlier + 1, *fixture.teams)


def _rounds(stages: Sequence[Stage], games: Games) -> tuple[dict[int, list[Round]], dict[int, datetime]]:
    """Those of each stage, and when the last of them is played."""
    byes, ends = defaultdict[int, set[int]](set), dict[int, datetime]()
    for number, team in byes_of(stages).values_list("round__number", "team"):
        byes[number].add(team)
    meetings = defaultdict[int, list[Meeting]](list)
    rows = models.Round.objects.filter(stage__in=stages).order_by("number", "fixtures__slot", "fixtures__pk")
    stage_of = {}
    for stage, number, kick_off, home, away, slot, void, *penalties in rows.values_list(
        "stage", "number", "kick_off", *OF_FIXTURE, *PENALTIES
    ):
        stage_of[number] = stage
        ends[stage] = max(kick_off, ends.get(stage, kick_off))
        if home is not None and not void:
            game = next((each for each in games.get(number, ()) if (each.home, each.away) == (home, away)), None)
            meetings[number].append(Meeting(home, away, slot, game, _penalties(*penalties)))
    found = defaultdict[int, list[Round]](list)
    for number, of_stage in stage_of.items():
        found[of_stage].append(Round(meetings[number], frozenset(byes[number]), number))
    return found, ends


def byes_of(stages: Iterable[Stage]) -> "QuerySet[models.Bye]":
    """Nothing is read for formats that give none."""
    return models.Bye.objects.filter(round__stage__in=[each for each in stages if format_of(each.format).gives_byes])


def _is_over(stage: Stage, ends: Mapping[int, datetime]) -> bool:
    """Where coaches make the matches, it ends with the kick-off of the last round."""
    return format_of(stage.format).free and (stage.pk not in ends or ends[stage.pk] <= timezone.now())


def _penalties(home: int | None, away: int | None) -> tuple[int, int]:
    """Won by each side; none where there is no result."""
    return home or 0, away or 0


def table_of(
    teams: Iterable[Team], rounds: Iterable[Round], season: Season
) -> Callable[[Collection[int]], Sequence[Row]]:
    """Ranks any of these teams by what they played among themselves in these rounds, by the rules that the season pinned."""
    clubs, rules = {team.pk: team for team in teams}, rules_of(season)
    games = [game for one in rounds for game in one.games]

    def ranked(wanted: Collection[int]) -> Sequence[Row]:
        among = [game for game in games if set(wanted).issuperset(game.teams)]
        return table([clubs[pk] for pk in wanted], among, rules, season.seed)

    return ranked

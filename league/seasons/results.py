"""The result in force of a fixture, set by a measure, and a season that follows its results. The caller has locked the season."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction

from journal.errors import Refused
from journal.services import record
from league.formats import format_of
from league.formats.base import Course, Drawn
from league.models import FIGURES, Entrant, Fixture, Result, Season, Stage
from league.seasons.courses import course_of
from league.seasons.stages import qualified, season_advance
from teams.models import Sequence

KEPT = (*FIGURES, "winner", "ended", "home_penalties", "away_penalties")


def result_figures(fixture: Fixture) -> dict[str, Any] | None:
    """The result in force, as measures keep it."""
    found: dict[str, Any] | None = Result.objects.filter(fixture=fixture).values(*KEPT).first()
    return found


@transaction.atomic(savepoint=False)
def result_set(*, fixture: Fixture, figures: Mapping[str, Any] | None) -> None:
    """Put another result in force; None declares the fixture void."""
    if figures is None:
        Result.objects.filter(fixture=fixture).delete()
    else:
        Result.objects.update_or_create(fixture=fixture, defaults=figures)
    Fixture.objects.filter(pk=fixture.pk).update(void=figures is None)


@transaction.atomic(savepoint=False)
def season_follow(*, season: Season) -> list[Fixture]:
    """A season goes on when nothing is left to play, and runs again when something is; the fixtures that this brings."""
    drawn: list[Fixture] = []
    for stage in season.stages.filter(started_at__isnull=False).order_by("number"):
        stage.season = season
        left = Fixture.objects.filter(round__stage=stage, result__isnull=True, void=False).exists()
        if left and stage.finished_at:
            _reopen(stage)
        elif not left and not stage.finished_at:
            drawn += season_advance(stage=stage)
    return drawn


def _reopen(stage: Stage) -> None:
    stage.finished_at = None
    stage.save(update_fields=["finished_at"])
    season = stage.season
    if season.state == Season.State.FINISHED:
        season.state, season.finished_at = Season.State.RUNNING, None
        season.save(update_fields=["state", "finished_at"])
        season.entries.update(off_season_due=False)
        record(actor=None, action="season.reopened", target=season, summary=f"{season} goes on.")


def refuse_final(season: Season) -> None:
    """Refuse to touch a season that others rest on: prizes are paid, teams have rested, or the next one is there."""
    if season.state == Season.State.OPEN:
        raise Refused("season-not-running", f"{season} has not started.")
    if season.state == Season.State.FINISHED:
        later = season.league.seasons.filter(number__gt=season.number).exists()
        if later or Sequence.objects.filter(kind=Sequence.Kind.SEASON, object_id=season.pk).exists():
            message = f"{season} is over, its teams have gone on to the next one, and its results are final."
            raise Refused("season-final", message)


class Drawings:
    """What was drawn up from the results of a season, so that no measure breaks it: rounds, and the field of the next stage."""

    def __init__(self, season: Season) -> None:
        self.season = season
        # Who withdraws from now on leaves open what was drawn up before.
        gone = Entrant.objects.filter(stage__season=season, withdrawn=True)
        self.gone = set(gone.values_list("stage", "team"))
        self.before = self._drawn()

    def refuse_broken(self) -> None:
        """Refuse results from which something else would be drawn up than was."""
        after = self._drawn()
        for place, drawn in self.before.items():
            if after.get(place) != drawn:
                raise Refused(
                    "drawn-already",
                    f"{place} has been drawn up from these results, and would look different if this changed, so they stand. "
                    f"Instead you can set the result of a match of {place} or have it given up, replace a team by another, "
                    "or withdraw one and leave its results.",
                )

    def _drawn(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        stages = list(self.season.stages.filter(started_at__isnull=False).order_by("number"))
        for stage in stages:
            stage.season = self.season
            course, chosen = self._course(stage), format_of(stage.format)
            for number in range(1, len(course.rounds)):
                if rounds := chosen.draw(self._course(stage, upto=number)):
                    found[f"Round {number + 1} of {stage}"] = _pairs(rounds[0])
            following = next((each for each in stages if each.number == stage.number + 1), None)
            if following is not None:
                complete = chosen.finished(course)
                field = [each.team for each in qualified(stage, course, following)] if complete else []
                found[following.name] = field
        return found

    def _course(self, stage: Stage, upto: int | None = None) -> Course:
        course = course_of(stage, upto=upto)
        entrants = [replace(each, withdrawn=(stage.pk, each.team) in self.gone) for each in course.entrants]
        return replace(course, entrants=entrants)


def _pairs(drawn: Drawn) -> list[tuple[int, int]]:
    return sorted((each.home, each.away) for each in drawn.pairs)

"""Seasons against their fixtures, and standings against a count of our own."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from django.db.models import F

from league.formats import format_of
from league.models import Entry, Fixture, Result, Season
from league.seasons.courses import courses_of
from league.seasons.selectors import standings
from league.standings.table import DRAW_POINTS, LOSS_POINTS, WIN_POINTS
from operations.checks.ledgers import number_gaps

FIGURES = ("played", "won", "drawn", "lost", "points_for", "points_against", "touchdowns", "casualties", "points")


def season_breaches(season: Season) -> Iterator[str]:
    """All that is wrong with one season."""
    yield from number_gaps("round", list(season.rounds.order_by("number").values_list("number", flat=True)))
    yield from _state(season)
    yield from _stages(season)
    yield from _fixtures(season)
    strangers = _strangers(season)
    for name in strangers:
        yield f"{name} plays in it and is not entered"
    if not strangers:
        yield from _standings(season)


def _state(season: Season) -> Iterator[str]:
    """It is finished with its last stage, not before and not later."""
    stages = list(season.stages.all())
    begun, left = (sum(getattr(each, at) is None for each in stages) for at in ("started_at", "finished_at"))
    wanted = Season.State.OPEN if begun == len(stages) else Season.State.RUNNING if left else Season.State.FINISHED
    if season.state != wanted:
        yield f"it is {season.state}, and of its {len(stages)} stages {left} are not finished"


def _stages(season: Season) -> Iterator[str]:
    """Each is finished as soon as its format says so, and nothing that could be drawn up is missing."""
    stages = [each for each in season.stages.all() if each.started_at]
    courses = courses_of(season, stages)
    for stage in stages:
        course, chosen = courses[stage.pk], format_of(stage.format)
        over = not chosen.draw(course) and chosen.finished(course)
        if over != (stage.finished_at is not None):
            yield f"{stage.name} is {'over and not ' if over else 'not over and '}finished"
        if chosen.draw(course):
            yield f"{stage.name} waits for a round that could be drawn up"
    for each in season.rounds.exclude(stage__season=season):
        yield f"{each} belongs to a stage of another season"


def _fixtures(season: Season) -> Iterator[str]:
    """Each fixture has a match, and a result as soon as that is resolved."""
    fixtures = Fixture.objects.filter(round__season=season)
    for fixture in fixtures.filter(match__isnull=True):
        yield f"{fixture} has no match"
    for fixture in fixtures.filter(match__resolved_at__isnull=False, result__isnull=True, void=False):
        yield f"{fixture} is played and has no result"
    for fixture in fixtures.filter(match__resolved_at__isnull=True, result__isnull=False):
        yield f"{fixture} has a result and is not played"


def _strangers(season: Season) -> list[str]:
    entered = Entry.objects.filter(season=season).values("team")
    strangers = set()
    for side in ("home", "away"):
        outside = Fixture.objects.filter(round__season=season).exclude(**{f"{side}__in": entered})
        strangers |= set(outside.values_list(f"{side}__name", flat=True))
    return sorted(strangers)


# Standings ----------------------------------------------------------------------------------------------------------------


def _standings(season: Season) -> Iterator[str]:
    shown = standings(season)
    counted = _counted(season)
    for row in shown:
        own = counted[row.team.pk]
        kept = {key: value for key, value in asdict(row).items() if key in FIGURES}
        for key in FIGURES:
            if kept[key] != own[key]:
                yield f"the standings show {kept[key]} {key} for {row.team.name}, and its results give {own[key]}"
    order = [row.team.pk for row in shown]
    wanted = _ranked(season, counted)
    for rank, (one, other) in enumerate(zip(order, wanted, strict=False), start=1):
        if one != other:
            yield f"the standings have {counted[one]['name']} in place {rank}, and by its results it is {counted[other]['name']}"
            return


def _counted(season: Season, among: Sequence[int] | None = None) -> dict[int, dict[str, Any]]:
    """What each team made of its matches, in all or only against some teams; counted without `league.seasons.standings`."""
    table: dict[int, dict[str, Any]] = {
        pk: {"name": name, **dict.fromkeys(FIGURES, 0)} for pk, name in season.entries.values_list("team", "team__name")
    }
    results = Result.objects.filter(fixture__round__season=season).annotate(
        home=F("fixture__home"), away=F("fixture__away")
    )
    for result in results:
        if among is None or (result.home in among and result.away in among):
            for side, other in (("home", "away"), ("away", "home")):
                _count(table[getattr(result, side)], result, side, other)
    return table


def _count(row: dict[str, Any], result: Result, side: str, other: str) -> None:
    how, points = {
        side: ("won", WIN_POINTS),
        other: ("lost", LOSS_POINTS),
        "none": ("lost", LOSS_POINTS),
        "draw": ("drawn", DRAW_POINTS),
    }[result.winner]
    row["played"] += 1
    row[how] += 1
    row["points"] += points
    row["points_for"] += getattr(result, f"{side}_score")
    row["points_against"] += getattr(result, f"{other}_score")
    row["touchdowns"] += getattr(result, f"{side}_touchdowns")
    row["casualties"] += getattr(result, f"{side}_casualties")


def _ranked(season: Season, counted: dict[int, dict[str, Any]]) -> list[int]:
    """Points, difference, touchdowns, casualties; who is level in all looks at the matches among themselves, then at names."""
    level: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for pk, row in counted.items():
        level[_merits(row)].append(pk)
    ranked = []
    for _, group in sorted(level.items()):
        among = _counted(season, group) if len(group) > 1 else counted
        ranked += _among_themselves(group, among)
    return ranked


def _among_themselves(group: list[int], rows: dict[int, dict[str, Any]]) -> list[int]:
    return sorted(group, key=lambda pk: (*_merits(rows[pk])[:2], rows[pk]["name"].casefold()))


def _merits(row: dict[str, Any]) -> tuple[int, ...]:
    difference = row["points_for"] - row["points_against"]
    return (-row["points"], -difference, -row["touchdowns"], -row["casualties"])

"""Seasons against their fixtures, and standings against a count of our own."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db.models.functions import Coalesce

from league.formats import format_of
from league.models import Bye, Entry, Fixture, Result, Season
from league.seasons.courses import courses_of
from league.seasons.tables import StageTable, season_tables
from league.standings.games import Row
from operations.checks.ledgers import number_gaps

Counted = dict[str, Any]
FIGURES = (
    "played",
    "won",
    "drawn",
    "lost",
    "points_for",
    "points_against",
    "touchdowns",
    "casualties",
    "points",
    "bonus",
)
AGAINST = ("touchdowns_against", "casualties_against")
RESULTS = {"won": "win", "drawn": "draw", "lost": "loss"}
# Bonuses of a match, and figures that need no other team, written down a second time.
EARNED: dict[str, Callable[[Counted, int], bool]] = {
    "touchdowns": lambda own, at: own["touchdowns"] >= at,
    "touchdown-margin": lambda own, at: own["how"] == "won" and own["touchdowns"] - own["touchdowns_against"] >= at,
    "win-margin": lambda own, at: own["how"] == "won" and own["score"] - own["score_against"] >= at,
    "narrow-loss": lambda own, at: (
        own["how"] == "lost" and own["winner"] != "none" and own["score_against"] - own["score"] <= at
    ),
    "clean-sheet": lambda own, at: own["touchdowns_against"] == 0,
    "casualties": lambda own, at: own["casualties"] >= at,
    "most-casualties": lambda own, at: own["casualties"] > own["casualties_against"],
    "grand-slam": lambda own, at: False,
}
MERITS: dict[str, Callable[[Counted], int]] = {
    "points": lambda row: row["points"],
    "bonus-points": lambda row: row["bonus"],
    "wins": lambda row: row["won"],
    "fewest-losses": lambda row: -row["lost"],
    "difference": lambda row: row["points_for"] - row["points_against"],
    "scored": lambda row: row["points_for"],
    "fewest-conceded": lambda row: -row["points_against"],
    "touchdown-difference": lambda row: row["touchdowns"] - row["touchdowns_against"],
    "touchdowns": lambda row: row["touchdowns"],
    "casualty-difference": lambda row: row["casualties"] - row["casualties_against"],
    "casualties": lambda row: row["casualties"],
}


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


def shown_rows(table: StageTable) -> list[Row]:
    return table.rows


def _standings(season: Season) -> Iterator[str]:
    for table in season_tables(season):
        yield from _table(table, shown_rows(table))


def _table(table: StageTable, shown: Sequence[Row]) -> Iterator[str]:
    counted = _counted(table)
    for row in shown:
        own = counted[row.team.pk]
        for key in FIGURES:
            if getattr(row, key) != own[key]:
                yield f"the standings show {getattr(row, key)} {key} for {row.team.name}, and its results give {own[key]}"
    order = [row.team.pk for row in shown]
    wanted = _ranked(table, counted, order, table.season.table_rules["order"])
    for rank, (one, other) in enumerate(zip(order, wanted, strict=False), start=1):
        if one != other:
            yield f"the standings have {counted[one]['name']} in place {rank}, and by its results it is {counted[other]['name']}"
            return


def _counted(table: StageTable, among: Sequence[int] | None = None) -> dict[int, Counted]:
    """What each team made of its matches, in all or only against some teams; counted without `league.standings`."""
    rules = table.season.table_rules
    rows: dict[int, Counted] = {
        team.pk: {"name": team.name, "beaten": set(), **dict.fromkeys((*FIGURES, *AGAINST), 0)} for team in table.teams
    }
    met = set(rows if among is None else among)
    results = Result.objects.filter(fixture__round__stage=table.stage).annotate(
        home=Coalesce("fixture__home_heir", "fixture__home"), away=Coalesce("fixture__away_heir", "fixture__away")
    )
    for result in results:
        if {result.home, result.away} <= met:
            for side, other in (("home", "away"), ("away", "home")):
                _count(rows[getattr(result, side)], _own(result, side, other), rules)
    if among is None:
        for team in Bye.objects.filter(round__stage=table.stage, team__in=rows).values_list("team", flat=True):
            rows[team]["points"] += rules["points"]["bye"]
        _slams(rows, rules)
    return rows


def _own(result: Result, side: str, other: str) -> dict[str, Any]:
    """A result as one team has it."""
    how = {side: "won", other: "lost", "none": "lost", "draw": "drawn"}[result.winner]
    figures = {
        **{figure: getattr(result, f"{side}_{figure}") for figure in ("score", "touchdowns", "casualties")},
        **{
            f"{figure}_against": getattr(result, f"{other}_{figure}")
            for figure in ("score", "touchdowns", "casualties")
        },
    }
    opponent = getattr(result, other)
    return {"how": how, "ended": result.ended, "winner": result.winner, "opponent": opponent, **figures}


def _count(row: Counted, own: dict[str, Any], rules: dict[str, Any]) -> None:
    points = rules["points"]
    if own["ended"] in ("conceded", "forfeited"):
        worth = points["conceded_to"] if own["how"] == "won" else points["concedes"]
    else:
        worth = points["unplayed"] if own["winner"] == "none" else points[RESULTS[own["how"]]]
    if own["ended"] == "forfeited" and not rules["forfeit_scores"]:
        own |= dict.fromkeys(
            (f"{figure}{of}" for figure in ("score", "touchdowns", "casualties") for of in ("", "_against")), 0
        )
    bonus = 0
    if own["ended"] in ("played", "decided"):
        bonus = sum(each["points"] for each in rules["bonuses"] if EARNED[each["for"]](own, each["at"]))
    row["played"] += 1
    row[own["how"]] += 1
    row["bonus"] += bonus
    row["points"] += worth + (bonus if rules["bonuses_added"] else 0)
    row["points_for"] += own["score"]
    row["points_against"] += own["score_against"]
    for figure in ("touchdowns", "casualties", *AGAINST):
        row[figure] += own[figure]
    if own["how"] == "won":
        row["beaten"].add(own["opponent"])


def _slams(table: dict[int, Counted], rules: dict[str, Any]) -> None:
    """What only all matches together earn."""
    for each in rules["bonuses"]:
        for pk, row in table.items():
            if (
                each["for"] == "grand-slam"
                and row["won"] == row["played"]
                and row["beaten"] == set(table) - {pk} != set()
            ):
                row["bonus"] += each["points"]
                row["points"] += each["points"] if rules["bonuses_added"] else 0


def _ranked(table: StageTable, rows: dict[int, Counted], shown: Sequence[int], order: Sequence[str]) -> list[int]:
    """Level teams by the first tie-breaker, then by the others, at last by names. Where one is not known here, they stay as shown."""
    if not order:
        return sorted(shown, key=lambda pk: rows[pk]["name"].casefold())
    if order[0] == "head-to-head":
        among = _counted(table, shown) if len(shown) > 1 else rows
        keys = {pk: (-among[pk]["points"], among[pk]["points_against"] - among[pk]["points_for"]) for pk in shown}
    elif order[0] in MERITS:
        keys = {pk: (-MERITS[order[0]](rows[pk]), 0) for pk in shown}
    else:
        return list(shown)
    level: dict[tuple[int, int], list[int]] = defaultdict(list)
    for pk in shown:
        level[keys[pk]].append(pk)
    return [pk for _, group in sorted(level.items()) for pk in _ranked(table, rows, group, order[1:])]

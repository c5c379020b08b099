"""How a season is played, in words for everybody to read: its stages, who goes on, how fast, and in which order they begin."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from journal.errors import Refused
from league.formats import format_of
from league.models import Season, Stage
from league.seasons.stages import field_check, rounds_ahead

UNITS = {"minutes": 1, "hours": 60, "days": 60 * 24, "weeks": 60 * 24 * 7}
MOST_NEEDED = 256  # teams: sixteen divisions of sixteen


class SeasonPlan(NamedTuple):
    stages: list[tuple[str, str]]  # name and words
    rhythm: str
    rounds: str  # how many there will be with the teams that are there; empty with too few of them
    seeding: str
    fewest: int  # teams that it takes


def season_plan(season: Season, teams: int) -> SeasonPlan:
    """Of a season with so many teams. Without a query where its stages are known."""
    stages = list(season.stages.all())
    fewest = fewest_teams(stages)
    rounds = rounds_ahead(season, teams) if teams >= fewest else 0
    return SeasonPlan(
        stages=[_stage(*each) for each in zip_longest(stages, stages[1:])],
        rhythm=rhythm_in_words(season.round_every),
        rounds=f"{rounds} round{'' if rounds == 1 else 's'} with {teams} teams" if rounds else "",
        seeding=season.get_seeding_display(),
        fewest=fewest,
    )


def fewest_teams(stages: Sequence[Stage]) -> int:
    """How many teams have to be entered so that a season of these stages can start."""
    return next((teams for teams in range(2, MOST_NEEDED) if _fits(stages, teams)), MOST_NEEDED)


def _fits(stages: Sequence[Stage], teams: int) -> bool:
    try:
        field_check(stages=stages, teams=teams)
    except Refused:
        return False
    return True


def _stage(stage: Stage, following: Stage | None) -> tuple[str, str]:
    chosen = format_of(stage.format)
    called = "" if stage.name == chosen.name else f"{chosen.name}. "
    after = f" {going_on(stage, following)}" if following else ""
    return stage.name, f"{called}{chosen.in_words(stage.settings)}{after}"


def going_on(stage: Stage, following: Stage) -> str:
    """Who of a stage goes on to the next one."""
    size = format_of(following.format).size(following.settings)
    if not size:
        return f"Everybody goes on to {following.name}, but for AI fillers."
    who = format_of(stage.format).who_goes_on(stage.settings, size)
    return f"{who} to {following.name}. AI fillers are passed over: the next best of all goes on instead."


def in_units(minutes: int) -> tuple[int, str]:
    """In the largest unit that fits."""
    unit = next(unit for unit, size in reversed(UNITS.items()) if minutes % size == 0)
    return minutes // UNITS[unit], unit


def rhythm_in_words(minutes: int) -> str:
    count, unit = in_units(minutes)
    return f"One every {unit.removesuffix('s')}" if count == 1 else f"One every {count} {unit}"

"""Who goes on to the next stage, for the tables of the stage before it."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from league.formats.base import Course
from league.models import Season
from league.seasons.plan import going_on
from league.seasons.stages import qualified


@dataclass(frozen=True, slots=True)
class GoingOn:
    words: str
    teams: frozenset[int]  # those who do: as things stand, or for good
    settled: bool


def season_going_on(season: Season, courses: Mapping[int, Course]) -> dict[int, GoingOn]:
    """By the stages that another one follows and that have begun."""
    found = {}
    for stage, following in pairwise(season.stages.all()):
        if stage.pk in courses:
            next_course = courses.get(following.pk)
            best = next_course.entrants if next_course else qualified(stage, courses[stage.pk], following)
            teams = frozenset(each.team for each in best)
            found[stage.pk] = GoingOn(going_on(stage, following), teams, settled=next_course is not None)
    return found

"""Who came in which place of a season: what prizes, trophies and the seeds of the next season rest on."""

from league.formats import format_of
from league.models import Season
from league.seasons.courses import courses_of


def season_places(season: Season) -> list[int]:
    """The teams, best first: those of the last stage that has begun by what it says, before those who did not reach it.

    Fillers come after all others: they have no right to titles.
    """
    stages = [each for each in season.stages.all() if each.started_at]
    courses = courses_of(season, stages)
    places = dict[int, None]()  # in their order; whoever has a place already keeps it
    for stage in reversed(stages):
        places |= dict.fromkeys(format_of(stage.format).places(courses[stage.pk]))
    fillers = {each.team for course in courses.values() for each in course.entrants if each.filler}
    return sorted(places, key=lambda team: team in fillers)

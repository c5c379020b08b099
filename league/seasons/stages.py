"""Every write to the stages of a season: setting them up, starting them, drawing up their rounds, going on to the next.

Whoever calls has locked the season's row. A round is drawn up in the transaction that stores the last result which it
waits for; its number is unique in the season, so that it exists once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils import timezone

import engine
from journal.errors import Refused
from journal.services import record
from league.formats import format_of
from league.formats.base import BadStage, Course, Drawn, renumbered
from league.formats.base import Entrant as Place
from league.models import Bye, Entrant, Fixture, Round, Season, Stage
from league.seasons.courses import course_of
from league.seasons.dates import season_kick_offs

MOST_STAGES = 4
Plan = Mapping[str, Any]  # of a stage: its format and, if they are wanted, settings and a name


def round_robin(times: int = 1) -> list[Plan]:
    """The simplest season: everybody meets everybody so often."""
    return [{"format": "round-robin", "settings": {"times": times}}]


def planned(plans: Sequence[Plan]) -> list[Stage]:
    """Stages as they would be stored, checked by their formats."""
    if not 1 <= len(plans) <= MOST_STAGES:
        raise Refused("bad-stages", f"A season has one to {MOST_STAGES} stages.")
    stages = [_planned(number, plan) for number, plan in enumerate(plans, start=1)]
    for stage in stages[1:]:
        if not format_of(stage.format).follows:
            raise Refused("bad-stages", f"{stage.name} can only be the first stage.")
    if not format_of(stages[0].format).starts_season:
        raise Refused("bad-stages", f"{stages[0].name} can only follow another stage.")
    return stages


def _planned(number: int, plan: Plan) -> Stage:
    try:
        chosen = format_of(plan["format"])
        settings = chosen.clean(plan.get("settings", {}))
    except BadStage as error:
        raise Refused(f"bad-{error.setting or 'stages'}", str(error)) from error
    name = str(plan.get("name", "")).strip() or chosen.name
    return Stage(number=number, name=name, format=chosen.key, settings=settings)


def stages_set(*, season: Season, plans: Sequence[Plan]) -> bool:
    """Give a season that has not started these stages; False where it has them already."""
    stages = planned(plans)
    old = [(each.format, each.settings, each.name) for each in season.stages.all()]
    if old == [(each.format, each.settings, each.name) for each in stages]:
        return False
    season.stages.all().delete()
    for stage in stages:
        stage.season = season
        stage.clean_fields(exclude=["season"])
    Stage.objects.bulk_create(stages)
    return True


def stages_in_words(season: Season) -> str:
    """For the log."""
    return ", then ".join(f"{each.name} ({_settings_in_words(each)})" for each in season.stages.all())


def _settings_in_words(stage: Stage) -> str:
    labels = {each.key: each.label for each in format_of(stage.format).settings}
    return ", ".join(f"{labels[key].lower()}: {value}" for key, value in stage.settings.items())


def field_check(*, stages: Iterable[Stage], teams: int) -> None:
    """Refuse a field that is too small for one of the stages."""
    for stage, size in _sizes(stages, teams):
        if size > teams:
            raise Refused("too-few-teams", f"{stage.name} takes {size} teams, and {teams} are entered.")
        try:
            format_of(stage.format).check_field(stage.settings, size)
        except BadStage as error:
            raise Refused("too-few-teams", f"{stage.name}: {error}") from error


def rounds_ahead(season: Season, teams: int) -> int:
    """How many rounds a season takes in all with so many teams."""
    sizes = _sizes(season.stages.all(), teams)
    return sum(format_of(stage.format).length(stage.settings, size) for stage, size in sizes)


def _sizes(stages: Iterable[Stage], teams: int) -> Iterator[tuple[Stage, int]]:
    """Each stage with the number of teams that it takes."""
    for stage in stages:
        teams = format_of(stage.format).size(stage.settings) or teams
        yield stage, teams


# The course of a season ---------------------------------------------------------------------------------------------------


def stage_start(*, stage: Stage, places: Sequence[Place]) -> list[Fixture]:
    """Begin a stage with these teams, best first, and draw up what can be drawn; its first fixtures."""
    seated = format_of(stage.format).seated(stage.settings, renumbered(places))
    Entrant.objects.bulk_create(
        Entrant(stage=stage, team_id=each.team, seed=each.seed, group=each.group, filler=each.filler) for each in seated
    )
    stage.started_at = timezone.now()
    stage.save(update_fields=["started_at"])
    return season_advance(stage=stage)


def season_advance(*, stage: Stage) -> list[Fixture]:
    """Go on as far as the results allow: the next round of this stage, or the next stage, or the end of the season.

    The fixtures that this brings; none where something is waited for, or the season is finished.
    """
    course, chosen = course_of(stage), format_of(stage.format)
    if drawn := chosen.draw(course):
        names = [chosen.round_name(course, len(course.rounds) + number) for number in range(1, len(drawn) + 1)]
        # A round in which everybody is passed by has nothing to wait for.
        return _rounds_create(stage, drawn, names) or season_advance(stage=stage)
    if not chosen.finished(course):
        return []
    stage.finished_at = timezone.now()
    stage.save(update_fields=["finished_at"])
    following = stage.season.stages.filter(number=stage.number + 1).first()
    if following is None:
        _season_finish(stage.season)
        return []
    following.season = stage.season
    return stage_start(stage=following, places=qualified(stage, course, following))


def qualified(stage: Stage, course: Course, following: Stage) -> list[Place]:
    """Who goes on, best first, each with the group it comes from. Fillers do not, as long as two others are there."""
    places = {each.team: each for each in course.active}
    field = [places[team] for team in format_of(stage.format).places(course) if team in places]
    best = [each for each in field if not each.filler]
    best = best if len(best) > 1 else field
    return best[: format_of(following.format).size(following.settings) or len(best)]


def _season_finish(season: Season) -> None:
    season.state = Season.State.FINISHED
    season.finished_at = timezone.now()
    season.save(update_fields=["state", "finished_at"])
    season.entries.filter(withdrawn_at=None, filler=False).update(
        off_season_due=engine.ruleset(season.league.ruleset).has_campaign
    )
    record(actor=None, action="season.finished", target=season, summary=f"{season} is finished.")


def _rounds_create(stage: Stage, drawn: Sequence[Drawn], names: Sequence[str]) -> list[Fixture]:
    season = stage.season
    last = season.rounds.order_by("number").last()
    begin = last.number + 1 if last else 1
    times = season_kick_offs(season, len(drawn), after=last.kick_off if last else None)
    named = enumerate(zip(times, names, strict=True), start=begin)
    rounds = [Round(season=season, stage=stage, number=n, name=name, kick_off=at) for n, (at, name) in named]
    Round.objects.bulk_create(rounds)
    pairs = list(zip(rounds, drawn, strict=True))
    Bye.objects.bulk_create(Bye(round=each, team_id=team) for each, new in pairs for team in new.byes)
    return Fixture.objects.bulk_create(
        Fixture(round=each, home_id=pair.home, away_id=pair.away, slot=pair.slot, kick_off=each.kick_off)
        for each, new in pairs
        for pair in new.pairs
    )

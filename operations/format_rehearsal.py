"""A season of one format, from the draft of its teams to its champion, in a database that is thrown away."""

from concurrent.futures import Executor
from contextlib import suppress
from datetime import timedelta
from itertools import cycle, islice
from typing import Any

from django.utils import timezone

import engine
from engine.campaign import LEAGUE
from journal.errors import Refused
from league.formats import format_of
from league.models import Fixture, League, Round, Season
from league.seasons.courses import course_of
from league.seasons.entering import MAX_TEAMS
from league.seasons.off_season import off_seasons_open
from league.seasons.places import season_places
from league.seasons.services import season_create, season_enter
from league.seasons.stages import Plan, round_robin
from matches.free_play import match_ask, stage_close
from matches.services import season_start
from operations.checks.seasons import season_breaches
from operations.checks.survey import Survey
from operations.rehearsal import COLOUR, Trouble, league_begin, season_play, sequences_decide, team_drafted, throw_away
from teams.models import Team
from teams.services import team_create

PLAY_OFFS: Plan = {"format": "knock-out", "settings": {"teams": 4}, "name": "Play-offs"}
FORMATS: dict[str, list[Plan]] = {
    "round-robin": round_robin(),
    "swiss": [{"format": "swiss"}],
    "knock-out": [{"format": "knock-out"}],
    "ladder": [{"format": "ladder", "settings": {"rounds": 3}}],
    "groups": [{"format": "round-robin", "settings": {"groups": 2}, "name": "Groups"}, PLAY_OFFS],
}


def rehearse_format(*, ruleset: str, plan: str, teams: int, seed: int, play: str = LEAGUE) -> dict[str, Any]:
    """What came of the season, with all that went wrong on the way."""
    if plan not in FORMATS:
        raise Refused("no-such-format", f"There is no format {plan!r} to rehearse; there are {', '.join(FORMATS)}.")
    if not 2 <= teams <= MAX_TEAMS:
        raise Refused("teams", f"A season has 2 to {MAX_TEAMS} teams, not {teams}.")
    with throw_away(seed) as pool:
        season = _season_begin(league_begin(ruleset, play), FORMATS[plan], teams)
        trouble: Trouble = {pk: [] for pk in season.entries.values_list("team", flat=True)}
        season_play(trouble, pool)
        _free_rounds_play(season, trouble, pool)
        off_seasons_open()
        sequences_decide(Team.objects.all(), trouble)
        season.refresh_from_db()
        return _story(season, trouble)


def _season_begin(league: League, stages: list[Plan], teams: int) -> Season:
    user = league.commissioner
    free = any(format_of(each["format"]).free for each in stages)
    season = season_create(
        actor=user,
        league=league,
        name="",
        first_kick_off=timezone.now() + timedelta(days=1 if free else -1),
        round_every=1,
        stages=stages,
        seeding=Season.Seeding.CHANCE,
        backdated=True,
    )
    rosters = islice(cycle(engine.ruleset(league.ruleset).team_lists() or [""]), teams)
    for number, roster in enumerate(rosters, start=1):
        season_enter(actor=user, season=season, team=_team(league, roster, number))
    return season_start(actor=user, season=season)


def _free_rounds_play(season: Season, trouble: Trouble, pool: Executor) -> None:
    """Where coaches make the matches: in each round every second team asks whomever it may; after the last one time is up."""
    for stage in [each for each in season.stages.all() if format_of(each.format).free]:
        teams = Team.objects.in_bulk()
        for number in range(stage.rounds.count()):
            rungs = format_of(stage.format).places(course_of(stage))
            for asking, asked in zip(rungs[1 + number % 2 :: 2], rungs[number % 2 :: 2], strict=False):
                with suppress(Refused):  # they have met already, or play somebody else in every round that is left
                    match_ask(actor=season.league.commissioner, stage=stage, team=teams[asking], opponent=teams[asked])
            season_play(trouble, pool)
        Round.objects.filter(stage=stage).update(kick_off=timezone.now())
        stage_close(stage_id=stage.pk)


def _team(league: League, roster: str, number: int) -> Team:
    if roster:
        return team_drafted(league, roster, f"{roster.replace('-', ' ').title()} {number}")
    owner, name = league.commissioner, f"Team {number}"
    return team_create(owner=owner, ruleset=league.ruleset, name=name, short="TRY", colour=COLOUR, motto="")


def _story(season: Season, trouble: Trouble) -> dict[str, Any]:
    names = dict(season.entries.values_list("team", "team__name"))
    finished = season.state == Season.State.FINISHED
    places = [names[team] for team in season_places(season)] if finished else []
    wrong = [f"{names[team]}: {each}" for team, found in trouble.items() for each in found]
    wrong += [*season_breaches(season), *Survey().breaches()]
    wrong += [] if finished else [f"{season} is not finished"]
    return {
        "ruleset": season.league.ruleset,
        "stages": [
            {"name": each.name, "format": each.format, "rounds": each.rounds.count()} for each in season.stages.all()
        ],
        "teams": len(names),
        "matches": Fixture.objects.filter(round__season=season).count(),
        "seed": season.seed,
        "champion": places[0] if places else None,
        "places": places,
        "trouble": list(dict.fromkeys(wrong)),
    }

"""Measures about a season as a whole: a team withdraws, the season ends early, a round is added."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, Unpack

from django.db import models
from django.utils import timezone

from journal.errors import Refused
from league.decisions.second import needs_second
from league.decisions.stakes import Matter
from league.formats import format_of
from league.models import Entrant, Entry, Fixture, Round, Season, Stage
from league.permissions import May
from league.seasons.results import Drawings, season_follow
from matches.control.fixtures import check_time, sequences_redate
from matches.control.measures import Asked, measure_take, running_or_refuse, season_matches
from matches.control.results import forfeited, put_in_force
from matches.drawing import matches_create, matches_follow
from matches.models import Match, Measure
from teams.ledger.services import locked_teams
from teams.models import Team

Kind = Measure.Kind


class Consequence(models.TextChoices):
    """What becomes of the matches of a team that withdraws. Nobody is paid for matches that are not played."""

    LEAVE = "leave", "What was played counts; the rest is cancelled"
    FORFEIT = "forfeit", "What was played counts; the others win the rest without playing"
    VOID = "void", "Nothing counts: all its matches are void, and the books stay as they are"


def _about_team(*, season: Season, team: Team, **_: Any) -> Matter:
    return Matter(season.league, f"withdraw {team} from {season}", teams=(team,))


@needs_second("team.withdrawn", _about_team)
def team_withdraw(*, season: Season, team: Team, consequence: str, **asked: Unpack[Asked]) -> Measure:
    """A team leaves in mid-season. Its owner can enter it elsewhere from now on."""

    def act(measure: Measure) -> str:
        running_or_refuse(measure.season)
        if consequence not in Consequence.values:
            raise Refused("bad-consequence", "Say what becomes of the matches of the team.")
        entry = Entry.objects.filter(season=season, team=team).first()
        if entry is None or entry.withdrawn_at:
            raise Refused("not-entered", f"{team} does not play in {season}.")
        Entry.objects.filter(pk=entry.pk).update(withdrawn_at=timezone.now())
        Entrant.objects.filter(stage__season=season, team=team).update(withdrawn=True)
        for match in _own(season, team):
            if not match.resolved_at:
                _settle_rest(measure, match, team, consequence)
            elif consequence == Consequence.VOID:
                put_in_force(measure, match, None)
        return f"{measure.actor} withdrew {team} from {season}."

    return _of_season(asked, Kind.WITHDRAWN, season, act)


def _settle_rest(measure: Measure, match: Match, team: Team, consequence: str) -> None:
    if match.locked_at:
        raise Refused("match-under-way", f"Wait until {match.fixture} is over: its line-ups are locked.")
    side = "home" if match.fixture.home_id == team.pk else "away"
    put_in_force(measure, match, forfeited(match, side) if consequence == Consequence.FORFEIT else None)


def _own(season: Season, team: Team) -> Iterator[Match]:
    own = models.Q(fixture__home=team) | models.Q(fixture__away=team)
    found = season_matches(season).filter(own, fixture__void=False).order_by("due_at", "pk")
    return iter(found.select_related("fixture__round__season__league", "fixture__home", "fixture__away"))


def _about_season(words: str) -> Callable[..., Matter]:
    def about(*, season: Season, **_: Any) -> Matter:
        teams = [entry.team for entry in season.entries.select_related("team")]
        return Matter(season.league, f"{words} {season}", teams=teams)

    return about


@needs_second("season.ended", _about_season("end early"))
def season_end(*, season: Season, **asked: Unpack[Asked]) -> Measure:
    """Nothing more is played: what is left is cancelled, and the table as it stands is final."""

    def act(measure: Measure) -> str:
        running_or_refuse(measure.season)
        for match in season_matches(season).filter(resolved_at=None).select_related(*WITH_TEAMS):
            if match.locked_at:
                raise Refused("match-under-way", f"Wait until {match.fixture} is over: its line-ups are locked.")
            put_in_force(measure, match, None)
        season.stages.filter(started_at=None).delete()
        return f"{measure.actor} ended {season} early."

    def over(measure: Measure) -> None:
        if Season.objects.get(pk=season.pk).state != Season.State.FINISHED:
            raise Refused(
                "no-champion", "This format has to be played to its end: without it there is no order of the teams."
            )

    return _of_season(asked, Kind.ENDED, season, act, after=over)


WITH_TEAMS = ("fixture__round__season__league", "fixture__home", "fixture__away")


def round_add(*, season: Season, again: Round, kick_off: datetime, **asked: Unpack[Asked]) -> Measure:
    """The pairings of a round once more, with home and away swapped, as the last round of its stage."""

    def act(measure: Measure) -> str:
        running_or_refuse(measure.season)
        check_time(kick_off, "kick_off")
        stage = _stage_of(season, again)
        last = season.rounds.order_by("number").last()
        number = last.number + 1 if last else 1
        added = Round.objects.create(season=season, stage=stage, number=number, kick_off=kick_off)
        pairs = again.fixtures.filter(void=False).order_by("slot", "pk")
        gone = set(season.entries.filter(withdrawn_at__isnull=False).values_list("team", flat=True))
        fixtures = [
            Fixture(round=added, home_id=each.away_id, away_id=each.home_id, slot=slot, kick_off=kick_off)
            for slot, each in enumerate(each for each in pairs if gone.isdisjoint((each.home_id, each.away_id)))
        ]
        if not fixtures:
            raise Refused("bad-again", "All teams of that round have withdrawn; choose another one.")
        matches_create(season=season, fixtures=Fixture.objects.bulk_create(fixtures))
        return f"{measure.actor} added {added} to {season}."

    return _of_season(asked, Kind.ROUND_ADDED, season, act)


def _stage_of(season: Season, again: Round) -> Stage:
    stage = season.stages.filter(started_at__isnull=False, finished_at=None).first()
    if stage is None or again.stage_id != stage.pk:
        raise Refused("bad-again", "Choose a round of the stage that is being played.")
    if not format_of(stage.format).may_grow:
        raise Refused("no-more-rounds", f"{stage} draws up its rounds by itself.")
    return stage


def _of_season(
    asked: Asked,
    kind: str,
    season: Season,
    act: Callable[[Measure], str],
    after: Callable[[Measure], None] = lambda measure: None,
) -> Measure:
    def teams() -> list[int]:
        return list(season.entries.values_list("team", flat=True))

    def change(measure: Measure) -> str:
        locked_teams(*sorted(teams()))
        drawings = Drawings(measure.season)
        summary = act(measure)
        drawings.refuse_broken()
        matches_follow(season=measure.season, fixtures=season_follow(season=measure.season))
        after(measure)
        sequences_redate(*teams())
        return summary

    return measure_take(asked, kind=kind, season=season, teams=teams, act=change, power=May.RUN_SEASONS)

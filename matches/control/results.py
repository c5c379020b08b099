"""Measures about results: void, by measure, played again, given up, lost by both.

A result that is set by measure pays nobody and hurts nobody. What a match that was played has left in the books is another
question, and whoever decides says which answer they want (`Later`). The result in force is the latest measure's; all are kept.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Unpack
from uuid import uuid5

from django.db import models
from django.db.models import Q
from django.utils import timezone

import engine
from journal.errors import Refused
from league.decisions.second import needs_second
from league.models import FIGURES, Fixture, Result
from league.seasons.results import Drawings, refuse_final, result_figures, result_set, season_follow
from matches.control.books import (
    has_campaign,
    preparation_strike,
    record_adjust,
    team_forfeit,
    team_unplayed,
    teams_strike,
)
from matches.control.fixtures import check_time, sequences_redate
from matches.control.measures import Asked, about_match, measure_take
from matches.control.ripples import STAYS, Ripple
from matches.drawing import matches_follow
from matches.models import Match, Measure
from teams.ledger.services import locked_teams

Kind = Measure.Kind
MOST_SCORE = 999
NO_PENALTIES = {"home_penalties": 0, "away_penalties": 0}


class Later(models.TextChoices):
    """What happens to the books of both teams, and to the matches that were played since and rest on them."""

    LEAVE = "leave", "Leave the books and all later matches as they are"
    BOOKS = "books", "Take back what the match gave and took, as far as it is still there; later matches stand"
    REPLAY = "replay", "Strike the match and all later matches that rest on it, and have those played again"


@needs_second("match.voided", about_match("declare void"))
def match_void(*, match: Match, later: str = Later.LEAVE, **asked: Unpack[Asked]) -> Measure:
    """It counts for nothing, and is not played again."""

    def act(measure: Measure, found: Match) -> str:
        _unmake(asked, measure, found, later)
        _settle(measure, found, None)
        return f"{asked['actor']} declared {found.fixture} void."

    return _decide(asked, Kind.VOIDED, match, act, later)


@needs_second("match.decided", about_match("decide the result of", lambda asked: " as {} : {}".format(*asked["score"])))
def match_decide(*, match: Match, score: Sequence[int], later: str = Later.LEAVE, **asked: Unpack[Asked]) -> Measure:
    """The result is what the commissioner says."""

    def act(measure: Measure, found: Match) -> str:
        home, away = score
        if not (0 <= home <= MOST_SCORE and 0 <= away <= MOST_SCORE):
            raise Refused("bad-score", f"A score is between 0 and {MOST_SCORE}.")
        winner = Result.Winner.DRAW if home == away else Result.Winner.HOME if home > away else Result.Winner.AWAY
        figures = _decided(found, home, away, winner)
        if figures == result_figures(found.fixture):
            raise Refused("same-result", "That is the result already.")
        _unmake(asked, measure, found, later)
        _settle(measure, found, figures)
        record_adjust(found, figures, by=asked["actor"], reason=measure.reason)
        return f"{asked['actor']} decided that {found.fixture} ended {home}:{away}."

    return _decide(asked, Kind.DECIDED, match, act, later)


@needs_second("match.replayed", about_match("have played again"))
def match_replay(*, match: Match, due_at: datetime, later: str = Later.BOOKS, **asked: Unpack[Asked]) -> Measure:
    """What was played is void, and both teams play each other again at that time."""

    def act(measure: Measure, found: Match) -> str:
        check_time(due_at)
        if not found.resolved_at:
            raise Refused("not-played-yet", f"{found.fixture} is still to be played.")
        if later == Later.LEAVE:
            raise Refused(
                "bad-later", "A match cannot pay twice: say what happens to the books of the one that was played."
            )
        _unmake(asked, measure, found, later, again_at=due_at)
        _settle(measure, found, None)
        _play_again(found, due_at)
        return f"{asked['actor']} has {found.fixture} played again."

    return _decide(asked, Kind.REPLAYED, match, act, later)


@needs_second("match.forfeited", about_match("enter as given up", lambda asked: f" by the {asked['side']} side"))
def match_forfeit(*, match: Match, side: str, penalty: bool, **asked: Unpack[Asked]) -> Measure:
    """One side gave it up before the kick-off, with the penalty for doing so without need or without it."""

    def act(measure: Measure, found: Match) -> str:
        if side not in ("home", "away"):
            raise Refused("bad-side", "Say which side gave the match up: home or away.")
        return give_up(measure, found, side, penalty=penalty)

    return _decide(asked, Kind.FORFEITED, match, act)


@needs_second("match.unplayed", about_match("enter as lost by both"))
def match_unplayed(*, match: Match, **asked: Unpack[Asked]) -> Measure:
    """Nobody played it in time: lost for both."""

    return _decide(asked, Kind.UNPLAYED, match, lose_for_both)


def give_up(measure: Measure, match: Match, side: str, *, penalty: bool) -> str:
    """What giving a match up changes; the sentence for the log."""
    _still_to_play(match)
    _refuse_others_under_way(match)
    _settle(measure, match, forfeited(match, side))
    team_forfeit(match, loser=side, penalty=penalty)
    team = match.fixture.home if side == "home" else match.fixture.away
    return f"{team} gave {match.fixture} up{', and is penalised for it' if penalty else ''}."


def lose_for_both(measure: Measure, match: Match) -> str:
    """What it changes that nobody played a match; the sentence for the log."""
    _still_to_play(match)
    _refuse_others_under_way(match)
    _settle(measure, match, _figures(match, winner=Result.Winner.NOBODY, ended=Result.Ending.UNPLAYED))
    team_unplayed(match)
    return f"{match.fixture} was not played, and is lost for both."


def rests_on(match: Match) -> list[Match]:
    """The matches that were played later by teams whose books rest on this one, directly or through others, in their order."""
    if not match.locked_at:
        return []
    concerned, found = {match.fixture.home_id, match.fixture.away_id}, []
    later = Match.objects.filter(
        fixture__round__season=match.fixture.round.season_id, fixture__void=False, locked_at__gt=match.locked_at
    )
    for other in (
        later.exclude(pk=match.pk).select_related("fixture__home", "fixture__away").order_by("locked_at", "pk")
    ):
        pair = {other.fixture.home_id, other.fixture.away_id}
        if concerned & pair and other.resolved_at:
            concerned |= pair
            found.append(other)
    return found


# The frame of every measure --------------------------------------------------------------------------------------------


def _decide(
    asked: Asked,
    kind: str,
    match: Match,
    act: Callable[[Measure, Match], str],
    later: str = Later.LEAVE,
) -> Measure:
    """Locks both teams, or all whose books may change, and lets the season follow its results."""
    if later not in Later.values:
        raise Refused("bad-later", "Say what happens to the books and to later matches.")
    season = match.fixture.round.season

    def teams() -> set[int]:
        pair = {match.fixture.home_id, match.fixture.away_id}
        rest = rests_on(match) if later == Later.REPLAY else []
        return pair | {team for each in rest for team in (each.fixture.home_id, each.fixture.away_id)}

    change = partial(change_result, match=match, teams=teams, act=act)
    return measure_take(asked, kind=kind, season=season, match=match, teams=teams, act=change)


def change_result(
    measure: Measure, *, match: Match, teams: Callable[[], Iterable[int]], act: Callable[[Measure, Match], str]
) -> str:
    """Let `act` put another result in force, and the season follow it."""
    refuse_final(measure.season)
    locked_teams(*sorted(teams()))
    found = _fresh(match)
    if found.fixture.void:
        raise Refused("match-void", f"{found.fixture} is void already.")
    measure.before, drawings = result_figures(found.fixture), Drawings(measure.season)
    summary = act(measure, found)
    drawings.refuse_broken()
    matches_follow(season=measure.season, fixtures=season_follow(season=measure.season))
    sequences_redate(*teams())
    return summary


def _fresh(match: Match) -> Match:
    found = Match.objects.select_related("fixture__round__season__league", "fixture__home", "fixture__away")
    return found.get(pk=match.pk)


def _still_to_play(match: Match) -> None:
    if match.resolved_at:
        raise Refused("match-over", f"{match.fixture} is over: set its result by measure, or declare it void.")


def put_in_force(measure: Measure, match: Match, figures: dict[str, Any] | None, kind: str = "") -> None:
    """One of many results that a measure decides, with a row of its own."""
    also = Measure(
        season=measure.season,
        match=match,
        kind=kind or (Kind.VOIDED if figures is None else Kind.FORFEITED),
        reason=measure.reason,
        actor=measure.actor,
        key=uuid5(measure.key, str(match.pk)),
        before=result_figures(match.fixture),
    )
    _settle(also, match, figures)
    also.save()


def forfeited(match: Match, side: str) -> dict[str, Any]:
    """The result of a match that one side gave up."""
    return _figures(match, winner="away" if side == "home" else "home", ended=Result.Ending.FORFEITED)


def _settle(measure: Measure, match: Match, figures: dict[str, Any] | None) -> None:
    """Put the result in force; a match that is still to be played is over with it."""
    result_set(fixture=match.fixture, figures=figures)
    match.fixture.void = figures is None
    measure.result = figures
    if not match.resolved_at:
        if match.locked_at:
            preparation_strike(match, by=measure.actor, reason=measure.reason)
            match.publish()
        match.resolved_at, match.unplayed = timezone.now(), True
        match.failed_at, match.failure = None, ""
        match.save(update_fields=["resolved_at", "unplayed", "failed_at", "failure", "sealed_seed"])
    elif figures is None:
        match.team_stats.all().delete()  # they are made from the record, which is kept
        match.player_stats.all().delete()


# What was played ----------------------------------------------------------------------------------------------------------


def _unmake(asked: Asked, measure: Measure, match: Match, later: str, again_at: datetime | None = None) -> None:
    """Take a match that was played out of the books, as it was asked for."""
    if later == Later.LEAVE or not match.resolved_at:
        return
    rest = rests_on(match)
    _refuse_under_way(match, rest if later == Later.REPLAY else [])
    if later == Later.REPLAY:
        teams_strike([match, *rest], by=asked["actor"], reason=measure.reason)
        for other in rest:
            _replay_too(measure, other, again_at)
    else:
        later_on = {team for each in rest for team in (each.fixture.home_id, each.fixture.away_id)}
        said = teams_strike([match], effects_only=later_on, by=asked["actor"], reason=measure.reason)
        measure.ripples = [Ripple(STAYS, team, sentence, "", "").to_json() for team, sentence in said]


def _refuse_others_under_way(match: Match) -> None:
    """The post-match sequence of a match that is given up would begin while another one is still to bring its own."""
    if has_campaign(match.fixture.home):
        _refuse_under_way(match, [], but=match)


def _refuse_under_way(match: Match, rest: Sequence[Match], but: Match | None = None) -> None:
    """Line-ups that are locked rest on the books as they are."""
    teams = {team for each in (match, *rest) for team in (each.fixture.home_id, each.fixture.away_id)}
    own = Q(fixture__home__in=teams) | Q(fixture__away__in=teams)
    locked = Match.objects.filter(own, locked_at__isnull=False, resolved_at__isnull=True)
    if but is not None:
        locked = locked.exclude(pk=but.pk)
    if (other := locked.select_related("fixture__home", "fixture__away").first()) is not None:
        raise Refused(
            "match-under-way", f"Wait until {other.fixture} is over: its line-ups are locked and rest on these books."
        )


def _replay_too(measure: Measure, match: Match, again_at: datetime | None) -> None:
    """A later match goes with the one it rests on, and is played again after it."""
    put_in_force(measure, match, None, kind=Kind.REPLAYED)
    first = again_at or timezone.now()
    last = Match.objects.filter(fixture__round=match.fixture.round_id).exclude(fixture__void=True)
    due = max([first, *last.values_list("due_at", flat=True)])
    _play_again(match, due)


def _play_again(match: Match, due_at: datetime) -> Match:
    """The same pairing once more in the same round, played in the same way."""
    old = match.fixture
    teams = dict(zip(("home_id", "away_id"), old.heirs, strict=True))
    fixture = Fixture.objects.create(round_id=old.round_id, slot=old.slot, kick_off=due_at, **teams)
    return Match.objects.create(fixture=fixture, due_at=due_at, at_table=match.at_table)


# Figures ------------------------------------------------------------------------------------------------------------------


def _figures(match: Match, **more: Any) -> dict[str, Any]:
    """Of a match that nobody played: nothing, or what a side gets for nothing."""
    figures: dict[str, Any] = dict.fromkeys(FIGURES, 0) | NO_PENALTIES | more
    winner = more["winner"]
    if winner in ("home", "away"):
        walkover = engine.ruleset(match.fixture.round.season.league.ruleset).walkover
        figures[f"{winner}_score"], figures[f"{winner}_touchdowns"] = walkover
    return figures


def _decided(match: Match, home: int, away: int, winner: str) -> dict[str, Any]:
    """What happened stays on record where it happened; touchdowns follow the score where they are the score."""
    old: Mapping[str, Any] = result_figures(match.fixture) or dict.fromkeys(FIGURES, 0)
    figures = {name: old[name] for name in FIGURES} | {"home_score": home, "away_score": away}
    score, touchdowns = engine.ruleset(match.fixture.round.season.league.ruleset).walkover
    if score == touchdowns:
        figures |= {"home_touchdowns": home, "away_touchdowns": away}
    return figures | NO_PENALTIES | {"winner": winner, "ended": Result.Ending.DECIDED}

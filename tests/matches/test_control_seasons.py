"""A team withdraws, a season ends early, a round is added; and the page that says what a round waits for."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.ai import ai_coach
from journal.errors import Refused
from journal.models import LogEntry
from league.models import Entrant, Entry, Round, Season
from league.seasons.selectors import standings
from league.seasons.services import season_enter
from matches.control import fixtures, results, seasons, tower
from matches.control.measures import Asked, previewed, ripples_of
from matches.control.seasons import Consequence
from matches.models import Job, Match, Measure
from matches.services import match_lock, match_resolve
from operations.checks.survey import Survey
from teams.coaches.services import co_coach_accept, co_coach_invite
from teams.models import Team
from teams.sequence.services import sequence_finish
from tests.builders import (
    apply_played,
    bloodbowl_season,
    make_league,
    make_season,
    make_team,
    make_user,
    matches_of,
    running_season,
)

pytestmark = pytest.mark.django_db


def asked(season: Season, **more: Any) -> Asked:
    return {"actor": season.league.commissioner, "reason": "So it is.", "key": uuid4(), **more}


def play(*matches: Match) -> None:
    for match in matches:
        match_lock(match_id=match.pk)
        assert match_resolve(match_id=match.pk) == "resolved"


@pytest.fixture
def season() -> Season:
    """Four teams; the first round is played."""
    season = running_season(teams=4)
    play(*matches_of(season)[:2])
    return season


def states(season: Season) -> list[str]:
    own = Match.objects.filter(fixture__round__season=season).select_related("fixture").order_by("pk")
    return [match.status for match in own]


@pytest.mark.parametrize(
    ("consequence", "void", "given", "played"),
    [(Consequence.LEAVE, 2, 0, 1), (Consequence.FORFEIT, 0, 2, 3), (Consequence.VOID, 3, 0, 0)],
)
def test_a_team_withdraws_with_a_choice_of_consequences(
    season: Season, consequence: str, void: int, given: int, played: int
) -> None:
    team = matches_of(season)[0].fixture.home
    request = asked(season)
    withdraw = lambda: seasons.team_withdraw(season=season, team=team, consequence=consequence, **request)  # noqa: E731
    shown = ripples_of(previewed(withdraw))
    assert Entry.objects.filter(withdrawn_at=None).count() == 4
    assert ripples_of(withdraw()) == shown
    assert states(season).count("void") == void
    assert Measure.objects.filter(kind="forfeited").count() == given
    assert {row.team.pk: row.played for row in standings(season)}[team.pk] == played
    assert Entrant.objects.get(team=team).withdrawn
    assert list(Survey().breaches()) == []
    elsewhere = make_season(make_league(make_user("other"), "Elsewhere"))
    assert season_enter(actor=team.owner, season=elsewhere, team=team)
    with pytest.raises(Refused) as refusal:
        seasons.team_withdraw(season=season, team=team, consequence=consequence, **asked(season))
    assert refusal.value.code == "not-entered"


def test_what_cannot_be_withdrawn(season: Season) -> None:
    team = matches_of(season)[0].fixture.home
    how = {"season": season, "team": team}
    for user in (team.owner, make_user("stranger")):
        with pytest.raises(PermissionDenied):
            seasons.team_withdraw(**how, consequence=Consequence.LEAVE, **asked(season, actor=user))
    with pytest.raises(Refused) as refusal:
        seasons.team_withdraw(**how, consequence="vanish", **asked(season))
    assert refusal.value.code == "bad-consequence"
    others = {"season": season, "team": make_team(make_user("other"), "Others")}
    with pytest.raises(Refused) as refusal:
        seasons.team_withdraw(**others, consequence=Consequence.LEAVE, **asked(season))
    assert refusal.value.code == "not-entered"
    match_lock(match_id=matches_of(season)[2].pk)
    locked = Match.objects.get(pk=matches_of(season)[2].pk).fixture.home
    with pytest.raises(Refused) as refusal:
        seasons.team_withdraw(season=season, team=locked, consequence=Consequence.LEAVE, **asked(season))
    assert refusal.value.code == "match-under-way"
    with pytest.raises(Refused) as refusal:
        seasons.season_end(season=season, **asked(season))
    assert refusal.value.code == "match-under-way"
    assert not Measure.objects.exists()


def test_a_season_ends_early_with_the_table_as_it_stands(season: Season) -> None:
    table = [(row.team.pk, row.points) for row in standings(season)]
    for user in (season.entries.first().team.owner, make_user("stranger")):
        with pytest.raises(PermissionDenied):
            seasons.season_end(season=season, **asked(season, actor=user))
    seasons.season_end(season=season, **asked(season))
    season.refresh_from_db()
    assert season.state == "finished"
    assert [(row.team.pk, row.points) for row in standings(season)] == table
    assert states(season).count("void") == 4
    assert list(Survey().breaches()) == []
    with pytest.raises(Refused) as refusal:
        seasons.season_end(season=season, **asked(season))
    assert refusal.value.code == "season-not-running"


def test_what_was_to_follow_a_stage_is_gone_when_the_season_ends_early() -> None:
    season = running_season(teams=2, stages=[{"format": "round-robin"}, {"format": "knock-out"}])
    seasons.season_end(season=season, **asked(season))
    season.refresh_from_db()
    assert (season.state, season.stages.count()) == ("finished", 1)


def test_a_round_is_added_with_home_and_away_swapped(season: Season) -> None:
    again = season.rounds.get(number=1)
    at = timezone.now() + timedelta(days=3)
    last, first = again.fixtures.order_by("pk")
    again.fixtures.filter(pk=last.pk).update(slot=first.slot + 1)
    seasons.round_add(season=season, again=again, kick_off=at, **asked(season))
    added = season.rounds.get(number=4)
    pairs = [(each.slot, each.away_id, each.home_id) for each in added.fixtures.order_by("slot")]
    assert pairs == [(0, first.home_id, first.away_id), (1, last.home_id, last.away_id)]
    assert Match.objects.filter(fixture__round=added, due_at=at).count() == 2
    with pytest.raises(Refused) as refusal:
        seasons.round_add(season=season, again=again, kick_off=timezone.now() - timedelta(days=1), **asked(season))
    assert refusal.value.code == "bad-kick_off"
    play(*matches_of(season)[2:])
    season.refresh_from_db()
    assert season.state == "finished"
    with pytest.raises(Refused) as refusal:
        seasons.round_add(season=season, again=again, kick_off=at, **asked(season))
    assert refusal.value.code == "season-not-running"
    with pytest.raises(Refused) as refusal:
        fixtures.round_set_deadline(played_in=added, deadline=None, **asked(season))
    assert refusal.value.code == "season-not-running"
    team = season.entries.first().team
    with pytest.raises(Refused) as refusal:
        seasons.team_withdraw(season=season, team=team, consequence=Consequence.LEAVE, **asked(season))
    assert refusal.value.code == "season-not-running"


def test_which_rounds_can_be_added(season: Season) -> None:
    again, at = season.rounds.get(number=1), timezone.now() + timedelta(days=3)
    knock_out = running_season(teams=4, name="Cup", stages=[{"format": "knock-out"}])

    def refused(season: Season, again: Round) -> str:
        with pytest.raises(Refused) as refusal:
            seasons.round_add(season=season, again=again, kick_off=at, **asked(season))
        return refusal.value.code

    assert refused(season, knock_out.rounds.get()) == "bad-again"
    assert refused(knock_out, knock_out.rounds.get()) == "no-more-rounds"
    with pytest.raises(Refused) as refusal:  # nobody has won it
        seasons.season_end(season=knock_out, **asked(knock_out))
    assert refusal.value.code == "no-champion"
    void, counts = matches_of(season)[:2]
    results.match_void(match=void, **asked(season))
    seasons.round_add(season=season, again=again, kick_off=at, **asked(season))
    (fixture,) = season.rounds.get(number=4).fixtures.all()
    assert set(fixture.teams) == set(counts.fixture.teams)
    for fixture in again.fixtures.all():
        seasons.team_withdraw(season=season, team=fixture.home, consequence=Consequence.LEAVE, **asked(season))
    assert refused(season, again) == "bad-again"


def test_a_result_from_which_a_round_was_drawn_up_stands() -> None:
    season = running_season(teams=4, stages=[{"format": "knock-out"}])
    first, second = matches_of(season)
    for match in (first, second):
        apply_played(match, score=(7, 14))
    assert season.rounds.count() == 2
    match = Match.objects.get(pk=first.pk)
    gone = {"season": season, "team": match.fixture.away, "consequence": Consequence.VOID}
    for control in (
        lambda: results.match_decide(match=match, score=(1, 0), **asked(season)),
        lambda: seasons.team_withdraw(**gone, **asked(season)),
    ):
        with pytest.raises(Refused) as refusal:
            control()
        assert refusal.value.code == "drawn-already"
        assert "Instead you can set the result of a match of Round 2 of Knock-out" in str(refusal.value)
    results.match_decide(match=match, score=(0, 9), **asked(season))  # the same team goes on


def test_what_a_round_waits_for(season: Season) -> None:
    first, second, third = season.rounds.all()
    assert tower.tower_of(first).waits == []
    waits = [each.for_what for each in tower.tower_of(second).waits]
    assert waits == [["Its line-ups are not locked yet."]] * 2
    assert all("has to be over first" in said for each in tower.tower_of(third).waits for said in each.for_what)
    locked, other = (each.match for each in tower.tower_of(second).waits)
    match_lock(match_id=locked.pk)
    Match.objects.filter(pk=other.pk).update(failed_at=timezone.now(), failure="Fog.")
    waits = [each.for_what for each in tower.tower_of(second).waits]
    assert waits == [["It waits for a worker."], ["It could not be played: Fog."]]
    Match.objects.filter(pk=other.pk).update(failed_at=None, failure="")
    how = {"kind": Job.Kind.LOCK, "object_id": other.pk, "retry_at": timezone.now(), "failed_at": timezone.now()}
    Job.objects.create(**how, failure="No players.")
    assert tower.tower_of(second).waits[1].for_what == ["Its line-ups cannot be locked: No players."]
    Match.objects.filter(resolved_at=None).update(due_at=timezone.now() + timedelta(minutes=5))
    said = {each.match.pk: each.for_what for each in tower.tower_of(second).waits}
    assert said[locked.pk] == ["It is locked, and is played at its kick-off."]
    void, kept = season.rounds.get(number=1).fixtures.order_by("pk")
    results.match_void(match=void.match, **asked(season))
    assert [each.match for each in tower.tower_of(first).matches] == [kept.match]


def test_coaches_who_have_still_to_decide_are_reminded(django_assert_max_num_queries: Any) -> None:
    season = bloodbowl_season("human", "orc", "dwarf", "skaven")
    match = matches_of(season)[0]
    match_lock(match_id=match.pk)
    match_resolve(match_id=match.pk)
    played_in = season.rounds.get(number=1)
    helper = make_user("helper")
    co_coach_invite(actor=match.fixture.home.owner, team=match.fixture.home, name="helper")
    co_coach_accept(actor=helper, team=match.fixture.home)
    with django_assert_max_num_queries(6):
        assert len(tower.tower_of(played_in).deciding) == 2
    with pytest.raises(PermissionDenied):
        tower.round_remind(actor=helper, played_in=played_in)
    assert tower.round_remind(actor=season.league.commissioner, played_in=played_in) == 2
    owners = {match.fixture.home.owner.email, match.fixture.away.owner.email, helper.email}
    assert {address for each in mail.outbox for address in each.to} == owners
    assert all("still has to decide what it does" in str(each.body) for each in mail.outbox)
    assert all(len(each.to) == 1 for each in mail.outbox)
    pages = [f"/teams/{team.slug}/sequence/" for team in (match.fixture.home, match.fixture.away)]
    assert all(any(page in str(each.body) for page in pages) for each in mail.outbox)
    assert LogEntry.objects.filter(action="season.reminded").count() == 1
    with pytest.raises(Refused) as refusal:
        tower.round_remind(actor=season.league.commissioner, played_in=played_in)
    assert refusal.value.code == "reminded-already"
    remind = lambda number: tower.round_remind(  # noqa: E731
        actor=season.league.commissioner, played_in=season.rounds.get(number=number)
    )
    with pytest.raises(Refused) as refusal:
        remind(2)  # what they decide is the same
    assert refusal.value.code == "reminded-already"
    only_home = {"round": 1, "teams": [match.fixture.home.slug]}
    LogEntry.objects.filter(action="season.reminded").update(data=only_home)
    assert remind(2) == 1  # who was left out
    long_ago = timezone.now() - tower.REMINDED_AGAIN - timedelta(minutes=1)
    LogEntry.objects.filter(action="season.reminded").update(at=long_ago)
    assert remind(2) == 2
    Team.objects.filter(pk=match.fixture.away_id).update(owner=ai_coach())
    assert [each.team for each in tower.tower_of(played_in).deciding] == [match.fixture.home]  # nobody waits for an AI
    sequence_finish(team=match.fixture.home)
    LogEntry.objects.filter(action="season.reminded").update(at=long_ago)
    with pytest.raises(Refused) as refusal:
        remind(1)
    assert refusal.value.code == "nothing-to-remind"

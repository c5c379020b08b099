"""Coaches who do nothing: who counts as present, and what the policy of the season does when line-ups are to be locked."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from journal.errors import Busy, Refused
from journal.models import LogEntry
from league.models import Entry, Fixture, Season
from league.people import Decision, Role
from league.seasons.services import season_create, season_update
from matches.control import absences, appointments, presence, results, seasons
from matches.control.measures import Asked, previewed, ripples_of
from matches.control.ripples import fingerprint
from matches.models import Absence, Match, Measure
from matches.next_match import match_plan_set, next_match
from matches.services import match_lock, match_lock_due
from operations.checks.seasons import season_breaches
from operations.checks.survey import Survey
from teams.coaches.services import co_coach_accept, co_coach_invite
from teams.gameplans.services import game_plan_save
from teams.models import Team
from teams.orders.services import team_orders_set
from teams.prematch import services as prematch
from teams.prematch.inducements import inducements_wanted
from teams.services import team_update
from tests.builders import (
    apply_played,
    bloodbowl_season,
    lock_due,
    make_league,
    make_season,
    make_staff,
    make_team,
    make_user,
    matches_of,
    running_season,
)

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def asked(season: Season, **more: Any) -> Asked:
    return {"actor": season.league.commissioner, "reason": "So it is.", "key": uuid4(), **more}


def code_of(act: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as refusal:
        act()
    return refusal.value.code


def set_policy(season: Season, **policy: Any) -> None:
    Season.objects.filter(pk=season.pk).update(absence=policy)


def long_ago(season: Season) -> None:
    """Whatever was done was done before the last match ended, and that was yesterday."""
    LogEntry.objects.update(at=timezone.now() - 2 * DAY)
    Match.objects.filter(fixture__round__season=season, resolved_at__isnull=False).update(
        resolved_at=timezone.now() - DAY
    )


def do_something(team: Team) -> None:
    team_update(actor=team.owner, team=team, motto="We are here")


def fresh(match: Match) -> Match:
    return Match.objects.select_related("fixture__home__owner", "fixture__away__owner").get(pk=match.pk)


def lock(match: Match) -> Match:
    """As a worker does it."""
    match_lock_due(match_id=match.pk, worker="here")
    return fresh(match)


@pytest.fixture
def season() -> Season:
    """Four teams, a round every day. The first one is over, nobody has done anything since, and the second one is due."""
    season = running_season(teams=4, every=24 * 60, ago=26 * 60)
    for match in matches_of(season)[:2]:
        apply_played(match)
    long_ago(season)
    return season


@pytest.fixture
def match(season: Season) -> Match:
    """Of the second round; the coach at home has done something."""
    found = fresh(matches_of(season)[2])
    do_something(found.fixture.home)
    return found


# Who counts as present ----------------------------------------------------------------------------------------------------


def is_present(match: Match, team: Team) -> bool:
    return presence.presence_of(fresh(match), team).present


def test_before_the_first_match_whoever_entered_is_present_and_whoever_came_later_has_to_show_up() -> None:
    season = running_season(teams=2, every=24 * 60)
    (match,) = matches_of(season)
    team = match.fixture.home
    (of_old,) = matches_of(running_season(teams=2, name="Last year"))
    apply_played(of_old)
    Fixture.objects.filter(pk=of_old.fixture_id).update(home=team)
    Match.objects.filter(pk=of_old.pk).update(resolved_at=timezone.now() - 8 * DAY)
    LogEntry.objects.update(at=timezone.now() - 9 * DAY)
    assert is_present(match, team)  # what it played in another season is over
    Season.objects.filter(pk=of_old.fixture.round.season_id).delete()
    Season.objects.update(started_at=timezone.now() - 3 * DAY)
    Entry.objects.filter(team=team).update(entered_at=timezone.now() - 2 * DAY)
    assert not is_present(match, team)
    do_something(team)
    assert is_present(match, team)


def test_a_filler_is_never_absent(season: Season, match: Match) -> None:
    assert not is_present(match, match.fixture.away)
    Entry.objects.filter(team=match.fixture.away).update(filler=True)
    assert is_present(match, match.fixture.away)


@pytest.mark.parametrize(("every", "least"), [(60, 30), (24 * 60, 12 * 60), (7 * 24 * 60, 24 * 60)])
def test_nobody_is_absent_who_had_no_time(season: Season, every: int, least: int) -> None:
    Season.objects.update(round_every=every)
    match = fresh(matches_of(season)[2])
    for minutes, present in ((least - 1, True), (least + 1, False)):
        now = timezone.now()
        Match.objects.filter(resolved_at__isnull=False).update(resolved_at=now - timedelta(minutes=minutes))
        Match.objects.filter(pk=match.pk).update(due_at=now)
        assert is_present(match, match.fixture.home) == present
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() + 60 * DAY)
    Match.objects.filter(resolved_at__isnull=False).update(resolved_at=timezone.now())
    assert not is_present(match, match.fixture.home)  # there is time enough until then, and nothing is done so far


def test_what_a_coach_does_counts_and_what_others_do_does_not(season: Season) -> None:
    match = fresh(matches_of(season)[2])
    home, away = match.fixture.home, match.fixture.away
    helper = make_user("helper")
    co_coach_invite(actor=away.owner, team=away, name="helper")
    LogEntry.objects.update(at=timezone.now() - 2 * DAY)
    LogEntry.objects.create(
        actor=season.league.commissioner, action="team.x", object_type="teams.team", object_id=str(home.pk), summary="x"
    )
    LogEntry.objects.create(
        actor=away.owner, action="team.x", object_type="teams.team", object_id=str(home.pk), summary="x"
    )
    assert not is_present(match, home)
    LogEntry.objects.create(
        actor=helper, action="team.x", object_type="teams.team", object_id=str(away.pk), summary="x"
    )
    assert not is_present(match, away)  # the helper was asked, and has not accepted
    co_coach_accept(actor=helper, team=away)
    assert is_present(match, away)
    assert not is_present(match, home)
    Match.objects.filter(resolved_at=None).update(due_at=timezone.now() + 9 * DAY)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() + DAY)
    proposal = appointments.time_propose(actor=helper, match=match, due_at=timezone.now() + 20 * HOUR)
    assert not is_present(match, home)
    appointments.time_decline(actor=home.owner, proposal=proposal)
    assert is_present(match, home)
    LogEntry.objects.update(at=timezone.now() - 2 * DAY)
    assert is_present(match, home)  # it was about this very match
    (later,) = [each for each in matches_of(season)[3:] if home.pk in each.fixture.teams]
    assert not is_present(later, home)


def test_a_coach_presses_i_am_ready(season: Season) -> None:
    match = fresh(matches_of(season)[2])
    home = match.fixture.home
    for actor in (make_user("stranger"), match.fixture.away.owner):
        with pytest.raises(PermissionDenied):
            presence.team_ready(actor=actor, team=home, match=match)
    other = next(each for each in matches_of(season) if home.pk not in each.fixture.teams)
    with pytest.raises(PermissionDenied):
        presence.team_ready(actor=home.owner, team=home, match=other)
    assert presence.team_ready(actor=home.owner, team=home, match=match)
    assert not presence.team_ready(actor=home.owner, team=home, match=match)
    assert LogEntry.objects.filter(action="team.ready", data__match=match.pk).count() == 1
    assert is_present(match, home)
    heir = make_user("heir")
    Team.objects.filter(pk=home.pk).update(owner=heir)
    home.owner = heir
    assert not is_present(match, home)  # what the last owner said does not count any more
    assert presence.team_ready(actor=heir, team=home, match=match)
    for changed in (
        {"locked_at": timezone.now(), "sealed_seed": "x", "commitment": "x"},
        {"resolved_at": timezone.now(), "unplayed": True, "locked_at": None, "sealed_seed": "", "commitment": ""},
    ):
        Match.objects.filter(pk=match.pk).update(**changed)
        assert code_of(lambda: presence.team_ready(actor=home.owner, team=home, match=match)) == "match-locked"


@pytest.fixture
def bloodbowl() -> Season:
    """Four teams of Blood Bowl. The first round is over, and nobody has done anything since."""
    season = bloodbowl_season("human", "orc", "dwarf", "skaven")
    for match in matches_of(season)[:2]:
        results.match_unplayed(match=match, **asked(season))
    long_ago(season)
    return season


def test_orders_plans_and_inducements_count(bloodbowl: Season) -> None:
    match = fresh(matches_of(bloodbowl)[2])
    home, away = match.fixture.home, match.fixture.away
    assert not is_present(match, home)
    team_orders_set(actor=home.owner, team=home, given={})
    assert is_present(match, home)
    game_plan_save(actor=away.owner, team=away, plan={}, match=match.pk)
    LogEntry.objects.update(at=timezone.now() - 2 * DAY)
    assert not is_present(match, home)
    assert is_present(match, away)  # a plan for this very match, whenever it was made
    match_plan_set(actor=home.owner, team=home, match=match.pk, plan={"wishes": [], "mercenaries": [], "own": 10})
    LogEntry.objects.update(at=timezone.now() - 2 * DAY)
    assert is_present(match, home)


# What follows from it -----------------------------------------------------------------------------------------------------


def test_without_a_policy_nothing_is_asked_and_nothing_said(season: Season, match: Match) -> None:
    assert lock(match).locked_at
    assert not Absence.objects.exists()
    assert not Measure.objects.exists()


@pytest.mark.parametrize("does", ["orders", "ai"])
def test_the_match_is_played_and_everybody_reads_why(season: Season, match: Match, does: str) -> None:
    set_policy(season, does=does, spared=1)
    assert lock(match).locked_at
    assert lock(match).locked_at
    absence, measure = Absence.objects.get(), Measure.objects.get()
    assert (absence.team, absence.coach, absence.does) == (match.fixture.away, match.fixture.away.owner, does)
    assert (measure.kind, measure.actor, measure.match) == ("spared", None, match)
    assert str(match.fixture.away) in measure.reason
    assert LogEntry.objects.filter(action="match.spared", actor=None).count() == 1


def test_a_coach_who_is_there_hears_nothing_of_the_policy(season: Season, match: Match) -> None:
    set_policy(season, does="concession")
    do_something(match.fixture.away)
    assert lock(match).locked_at
    assert not Absence.objects.exists()


def test_one_who_is_absent_concedes_once_and_without_a_penalty(season: Season, match: Match) -> None:
    set_policy(season, does="concession")
    assert lock_due() == [matches_of(season)[3].pk]  # where both are absent nobody is there to concede to
    done = fresh(match)
    assert (done.status, done.locked_at, done.unplayed) == ("resolved", None, True)
    assert (done.fixture.result.winner, done.fixture.result.ended) == ("home", "forfeited")
    measure = match.measures.get()
    assert (measure.kind, measure.actor) == ("forfeited", None)
    assert measure.result["winner"] == "home"
    assert ripples_of(measure)
    assert Absence.objects.filter(match=match).get().does == "concession"
    assert match_lock_due(match_id=match.pk, worker="here") is None
    assert match_lock(match_id=match.pk).locked_at is None
    assert match.measures.count() == Absence.objects.filter(match=match).count() == 1
    assert list(season_breaches(season)) == []


def test_where_both_are_absent_it_is_lost_for_both(season: Season, match: Match) -> None:
    set_policy(season, does="double-loss")
    both, one = lock(matches_of(season)[3]), lock(match)
    assert both.fixture.result.winner == "none"
    assert both.measures.get().kind == "unplayed"
    assert Absence.objects.filter(match=both, does="double-loss").count() == 2
    assert one.fixture.result.winner == "home"
    assert Absence.objects.get(match=one).does == "concession"


def test_whoever_was_spared_often_enough_concedes(season: Season, match: Match) -> None:
    set_policy(season, does="orders", spared=1)
    away = match.fixture.away
    second = make_team(away.owner, "Second team of the coach")
    Absence.objects.create(match=matches_of(season)[0], team=second, coach=away.owner, does="concession")
    Absence.objects.create(match=other_season_match(), team=away, coach=away.owner, does="orders")
    with transaction.atomic():
        assert lock(match).locked_at  # what was no mercy, and what was in other seasons, does not count
        transaction.set_rollback(True)
    Absence.objects.create(match=matches_of(season)[1], team=second, coach=away.owner, does="postponement")
    assert lock(match).fixture.result.winner == "home"


def other_season_match() -> Match:
    return matches_of(running_season(name="Elsewhere"))[0]


def test_a_match_is_postponed_so_often_and_not_beyond_the_last_round(season: Season, match: Match) -> None:
    set_policy(season, does="postponement", days=1, most=1, then="concession")
    due = match.due_at
    season.rounds.filter(pk=match.fixture.round_id).update(deadline=due + DAY)  # which it keeps to
    assert lock_due() == []
    moved = fresh(match)
    assert moved.due_at == moved.fixture.kick_off == due + DAY
    assert not moved.locked_at
    measure = match.measures.get()
    assert (measure.kind, measure.actor) == ("moved", None)
    Match.objects.filter(pk=match.pk).update(due_at=due)
    Fixture.objects.filter(pk=match.fixture_id).update(kick_off=due)
    assert lock(match).fixture.result.winner == "home"  # the second time
    assert [each.does for each in match.absences.all()] == ["postponement", "concession"]
    assert list(season_breaches(season)) == []


@pytest.mark.parametrize("limit", ["last round", "deadline", "days"])
def test_a_postponement_makes_nobody_wait(season: Season, match: Match, limit: str) -> None:
    set_policy(season, does="postponement", days=1 if limit != "days" else 2, then="double-loss")
    played_in = match.fixture.round
    if limit == "deadline":
        played_in.deadline = match.due_at + DAY - HOUR
        played_in.save()
    if limit == "last round":
        season.rounds.filter(number=3).update(kick_off=match.due_at + DAY - HOUR)
    assert lock(match).fixture.result.winner == "home"
    assert fresh(match).due_at == match.due_at


def test_the_policy_that_is_in_force_by_then_is_carried_out(season: Season, match: Match) -> None:
    set_policy(season, does="concession")
    found = fresh(match)
    assert found.fixture.round.season.absence == {"does": "concession"}
    set_policy(season, does="ai")  # while the lock waits for the season
    assert absences.absence_apply(found).verdict.does == "ai"


def test_what_stands_in_the_way_of_a_consequence_blocks_nobody(
    season: Season, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise Refused("no", "It cannot be.")

    set_policy(season, does="concession")
    monkeypatch.setitem(absences.ACTIONS, "concession", refuse)
    assert lock(match).locked_at
    measure = match.measures.get()
    assert measure.kind == "spared"
    assert "It cannot be." in measure.reason
    assert Absence.objects.get().does == "orders"


def test_a_season_that_is_being_changed_is_tried_again(
    season: Season, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(_: Season) -> None:
        raise Busy("Somebody else is at it.")

    set_policy(season, does="concession")
    monkeypatch.setattr(absences, "hold", busy)
    with pytest.raises(Busy):
        match_lock_due(match_id=match.pk, worker="here")
    assert fresh(match).status == "scheduled"
    set_policy(season)  # nothing to hold for
    assert lock(match).locked_at


def test_an_absence_is_entered_once_unless_the_match_is_postponed(match: Match) -> None:
    row = {"match": match, "team": match.fixture.home}
    Absence.objects.create(**row, does="postponement")
    Absence.objects.create(**row, does="postponement")
    Absence.objects.create(**row, does="orders")
    for does in ("ai", "asleep"):
        with pytest.raises(IntegrityError), transaction.atomic():
            Absence.objects.create(**(row if does == "ai" else {**row, "team": match.fixture.away}), does=does)


def test_an_ai_coach_lines_up_by_standard_orders_and_plays_its_own_plan(
    bloodbowl: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = fresh(matches_of(bloodbowl)[2])
    home = match.fixture.home
    game_plan_save(actor=home.owner, team=home, plan={"style": "cage"})
    wishes = {"inducements": {"wishes": [], "mercenaries": [], "own": 70}}
    team_orders_set(actor=home.owner, team=home, given=wishes)
    long_ago(bloodbowl)
    followed: dict[int, Any] = {}

    def wanted(team: Team, number: int) -> Any:
        followed[team.pk] = team.orders
        return inducements_wanted(team, number)

    monkeypatch.setattr(prematch, "inducements_wanted", wanted)
    for does, orders, plan in (("orders", wishes, {"style": "cage"}), ("ai", {}, None)):
        set_policy(bloodbowl, does=does, spared=9)
        with transaction.atomic():
            sheet = lock(match).lineup["sheets"][0]
            assert (followed[home.pk], sheet.get("plan")) == (orders, plan)
            assert Team.objects.get(pk=home.pk).orders == wishes
            transaction.set_rollback(True)


def test_books_of_a_concession_by_policy_are_those_of_the_rules(bloodbowl: Season) -> None:
    match = fresh(matches_of(bloodbowl)[2])
    do_something(match.fixture.home)
    set_policy(bloodbowl, does="concession")
    lock(match)
    paid = [
        team.ledger.filter(sequence__object_id=match.pk, kind="winnings").exists()
        for team in (match.fixture.home, match.fixture.away)
    ]
    assert paid == [True, False]  # for the side that was there: no penalty, and nothing for the other
    assert next_match(match.fixture.away) != match
    assert list(Survey().breaches()) == []


# The dry run --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "policy",
    [
        {},
        {"does": "orders", "spared": 1},
        {"does": "ai"},
        {"does": "concession"},
        {"does": "double-loss"},
        {"does": "postponement", "days": 1},
        {"does": "postponement", "days": 5, "then": "double-loss"},
    ],
)
def test_the_dry_run_tells_what_happens(season: Season, match: Match, policy: dict[str, Any]) -> None:
    set_policy(season, **policy)
    told = absences.tonight(season_of(season), 1)
    assert [each.match.pk for each in told] == [each.pk for each in matches_of(season)[2:4]]
    assert not Absence.objects.exists()
    assert not Measure.objects.exists()
    lock_due()
    for each in told:
        after = fresh(each.match)
        assert bool(after.locked_at) == each.goes_on
        assert after.due_at == (each.due_at or each.match.due_at)
        assert {row.team for row in after.absences.all()} == ({*each.absent} if policy else set())
        assert {row.does for row in after.absences.all()} <= {each.verdict.does}
        assert after.measures.count() == bool(each.absent)


def season_of(season: Season) -> Season:
    return Season.objects.select_related("league").get(pk=season.pk)


def test_the_dry_run_counts_what_one_match_takes_from_the_next(season: Season) -> None:
    set_policy(season, does="orders", spared=1)
    one, other = matches_of(season)[2:4]
    Team.objects.filter(pk=other.fixture.home_id).update(owner=one.fixture.home.owner)
    told = absences.tonight(season_of(season), 1)
    assert [each.verdict.does for each in told] == ["orders", "concession"]
    lock_due()
    assert [each.does for each in Absence.objects.order_by("match", "pk")] == ["orders", "orders", "concession"]


def test_the_dry_run_looks_so_far_ahead_and_asks_little(season: Season, django_assert_max_num_queries: Any) -> None:
    set_policy(season, does="concession")
    Match.objects.filter(resolved_at=None).update(due_at=timezone.now() + 30 * HOUR)
    season = season_of(season)
    assert absences.tonight(season, 1) == []
    with django_assert_max_num_queries(9):
        assert len(absences.tonight(season, 48)) == 2
    Match.objects.filter(resolved_at=None).update(due_at=timezone.now() + 30 * HOUR + timedelta(minutes=10))
    assert len(absences.tonight(season, 30)) == 2  # line-ups are locked a quarter of an hour before
    Season.objects.filter(pk=season.pk).update(round_every=10)
    assert absences.tonight(season_of(season), 30) == []  # now five minutes before


# Changing the policy ------------------------------------------------------------------------------------------------------


def test_the_policy_is_changed_by_a_measure_with_a_preview(season: Season) -> None:
    policy = {"does": "postponement", "days": 3, "most": 2, "then": "concession", "spared": 4}
    request = asked(season)
    change = lambda **more: seasons.absence_policy_set(season=season, absence=policy, **request, **more)  # noqa: E731
    shown = ripples_of(previewed(change))
    assert season_of(season).absence["does"] == "orders"
    measure = change(seen=fingerprint(shown))
    assert season_of(season).absence == policy
    assert [(each.what, "3 days" in each.new) for each in ripples_of(measure)] == [("when a coach is absent", True)]
    again = lambda given: seasons.absence_policy_set(season=season, absence=given, **asked(season))  # noqa: E731
    assert code_of(lambda: again(policy)) == "same-policy"
    assert code_of(lambda: again({"does": "pray"})) == "bad-absence_does"
    for actor in (make_user("stranger"), make_staff(season.league, Role.ASSISTANT)):
        with pytest.raises(PermissionDenied):
            seasons.absence_policy_set(season=season, absence={}, **asked(season, actor=actor))
    coach = make_staff(season.league, Role.COMMISSIONER)
    Team.objects.filter(pk=matches_of(season)[0].fixture.home_id).update(owner=coach)
    assert isinstance(seasons.absence_policy_set(season=season, absence={}, **asked(season, actor=coach)), Decision)
    seasons.season_end(season=season, **asked(season))
    assert code_of(lambda: again({})) == "season-not-running"


def test_the_policy_is_set_before_the_start_and_goes_on_in_the_next_season() -> None:
    league = make_league(make_user("cara"))
    season = make_season(league, teams=2)
    policy = {"does": "concession", "days": 2, "most": 1, "then": "orders", "spared": None}
    update = lambda given: season_update(actor=league.commissioner, season=season, absence=given)  # noqa: E731
    assert update({"does": "concession"}).absence == policy
    entries = LogEntry.objects.filter(action="season.updated").count()
    update(policy)
    assert LogEntry.objects.filter(action="season.updated").count() == entries == 1
    assert code_of(lambda: update({"days": 99})) == "bad-absence_days"
    Season.objects.update(state="finished", started_at=timezone.now(), finished_at=timezone.now())
    assert code_of(lambda: update({})) == "season-not-open"
    fields = {"name": "", "first_kick_off": timezone.now() + DAY, "round_every": 60}
    assert season_create(actor=league.commissioner, league=league, **fields).absence == policy

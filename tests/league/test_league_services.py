"""What a commissioner and coaches may do with leagues and seasons, and what is refused."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

import engine
from journal.errors import Refused
from journal.models import LogEntry
from league.models import Entry, Fixture, League, LeagueRuling, Result, Round, Season
from league.rulings.selectors import league_rulings, rulings_of
from league.seasons.services import (
    result_apply,
    season_cancel,
    season_create,
    season_enter,
    season_start,
    season_update,
    season_withdraw,
)
from league.seasons.stages import round_robin
from league.services import league_rulings_set
from tests.builders import make_league, make_season, make_team, make_user

pytestmark = pytest.mark.django_db
OVERTIME = "battleball.overtime-limit"
SUPPLY = "battleball.carnage-supply"
RESULT = {"score": [14, 7], "touchdowns": [2, 1], "winner": "home"}


SCHEDULE = {"name": "Autumn", "first_kick_off": timezone.now() + timedelta(days=3), "round_every": 90}


def refusal(call, **kwargs) -> Refused:
    with pytest.raises(Refused) as caught:
        call(**kwargs)
    return caught.value


def open_season(league: League, **fields) -> Season:
    given = {"name": "", "first_kick_off": timezone.now(), "round_every": 60, **fields}
    return season_create(actor=league.commissioner, league=league, **given)


def test_a_league_keeps_the_rulings_in_which_it_departs_from_its_profile() -> None:
    league = make_league(make_user(), rulings={OVERTIME: "no-overtime", SUPPLY: {"choice": "limited", "tokens": 12}})
    assert rulings_of(league) == {OVERTIME: "no-overtime", SUPPLY: {"choice": "limited", "tokens": 12}}
    assert LogEntry.objects.get(action="league.created").object_id == str(league.pk)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"ruleset": "chess"}, "unknown-ruleset"),
        ({"profile": "lunar"}, "bad-ruling"),
        ({"rulings": {"battleball.no-such-thing": "yes"}}, "bad-ruling"),
        ({"rulings": {OVERTIME: "for-ever"}}, "bad-ruling"),
        ({"rulings": {OVERTIME: {"choice": "none", "moons": 2}}}, "bad-ruling"),
        ({"name": " "}, "bad-name"),
        ({"name": "Iron\0City"}, "bad-name"),
        ({"description": "fine\nand\u202e"}, "bad-description"),
    ],
)
def test_a_league_that_makes_no_sense_is_refused_and_nothing_is_stored(fields, code: str) -> None:
    assert refusal(make_league, commissioner=make_user(), **fields).code == code
    assert not League.objects.exists()
    assert not LeagueRuling.objects.exists()


def test_two_leagues_cannot_share_a_name() -> None:
    cara = make_user()
    make_league(cara, "Iron City")
    for name in ("iron city", "lron City", "Iron C\u0456ty"):
        assert refusal(make_league, commissioner=cara, name=name).code == "name-taken"
    with pytest.raises(IntegrityError), transaction.atomic():
        League.objects.create(name="IRON city", slug="other", commissioner=cara)


def test_setting_rulings_replaces_them_and_logs_old_and_new() -> None:
    league = make_league(make_user(), rulings={OVERTIME: "no-overtime"})
    league_rulings_set(actor=league.commissioner, league=league, profile="published", rulings={SUPPLY: "limited"})
    league.refresh_from_db()
    assert league.profile == "published"
    assert rulings_of(league) == {SUPPLY: "limited"}
    data = LogEntry.objects.get(action="league.rulings-set").data
    assert data["old"] == {"profile": "manual", "rulings": {OVERTIME: "no-overtime"}}


def test_a_bad_ruling_changes_nothing() -> None:
    league = make_league(make_user(), rulings={OVERTIME: "no-overtime"})
    call = {"actor": league.commissioner, "league": league, "profile": "manual", "rulings": {OVERTIME: "x"}}
    assert refusal(league_rulings_set, **call).code == "bad-ruling"
    assert rulings_of(league) == {OVERTIME: "no-overtime"}


def test_only_the_commissioner_sets_rulings_and_opens_and_starts_seasons() -> None:
    league, other = make_league(make_user()), make_user("other")
    season = make_season(league, teams=2)
    calls = [
        lambda: league_rulings_set(actor=other, league=league, profile="manual", rulings={}),
        lambda: season_create(actor=other, league=league, name="", first_kick_off=timezone.now(), round_every=1),
        lambda: season_start(actor=other, season=season),
        lambda: season_update(actor=other, season=season, **SCHEDULE),
        lambda: season_cancel(actor=other, season=season),
    ]
    for call in calls:
        with pytest.raises(PermissionDenied):
            call()
    assert Season.objects.get().state == "open"
    assert not Fixture.objects.exists()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"round_every": 0}, "bad-round_every"),
        ({"time_zone": "Mars/Olympus"}, "bad-time_zone"),
        ({"stages": round_robin(9)}, "bad-times"),
        ({"stages": []}, "bad-stages"),
        ({"stages": 5 * round_robin()}, "bad-stages"),
        ({"stages": 2 * round_robin()}, "bad-stages"),
        ({"stages": [{"format": "chess"}]}, "bad-stages"),
        ({"stages": [{"format": "round-robin", "settings": {"legs": 1}}]}, "bad-stages"),
        ({"seeding": "stars"}, "bad-seeding"),
        ({"name": "x" * 81}, "bad-name"),
        ({"first_kick_off": datetime(9999, 12, 31, 23, 0, tzinfo=UTC)}, "bad-first_kick_off"),
        ({"first_kick_off": timezone.now() + timedelta(days=740)}, "bad-first_kick_off"),
        ({"first_kick_off": timezone.now() - timedelta(minutes=20)}, "bad-first_kick_off"),
        ({"first_kick_off": datetime(1, 1, 1, tzinfo=UTC)}, "bad-first_kick_off"),
    ],
)
def test_a_season_that_makes_no_sense_is_refused(fields, code: str) -> None:
    assert refusal(open_season, league=make_league(make_user()), **fields).code == code


def test_weekly_rounds_keep_their_hour_when_the_clocks_change() -> None:
    league, berlin = make_league(make_user()), ZoneInfo("Europe/Berlin")
    season = make_season(league, teams=4)
    autumn = datetime(timezone.now().year + 1, 10, 10, 20, tzinfo=berlin)  # the clocks change late in October
    weekly = {**SCHEDULE, "first_kick_off": autumn, "round_every": 7 * 24 * 60}
    season_update(actor=league.commissioner, season=season, **weekly, time_zone="Europe/Berlin", stages=round_robin(2))
    season_start(actor=league.commissioner, season=season)
    shown = [each.kick_off.astimezone(berlin) for each in Round.objects.order_by("number")]
    assert {each.hour for each in shown} == {20}
    assert len({each.utcoffset() for each in shown}) == 2
    assert set(Fixture.objects.values_list("kick_off", flat=True)) == set(shown)


def test_a_change_that_names_no_zone_keeps_the_seasons() -> None:
    league = make_league(make_user())
    season = open_season(league, time_zone="Asia/Tokyo")
    assert season_update(actor=league.commissioner, season=season, **SCHEDULE).time_zone == "Asia/Tokyo"


def test_filling_in_the_form_may_take_a_few_minutes() -> None:
    assert open_season(make_league(make_user()), first_kick_off=timezone.now() - timedelta(minutes=3)).pk


def test_the_last_round_has_to_be_within_two_years_as_well() -> None:
    league = make_league(make_user())
    season = make_season(league, teams=8, legs=2, every=60 * 24 * 60)
    error = refusal(season_start, actor=league.commissioner, season=season)
    assert error.code == "bad-round_every"
    assert "14 rounds" in error.message
    assert not Fixture.objects.exists()
    slow = {**SCHEDULE, "round_every": 60 * 24 * 60}
    assert refusal(season_update, actor=league.commissioner, season=season, **slow).code == "bad-round_every"


def test_an_open_season_is_changed_and_keeps_its_entries() -> None:
    league = make_league(make_user())
    season = make_season(league, teams=2)
    season_update(actor=league.commissioner, season=season, **SCHEDULE, stages=round_robin(2))
    season.refresh_from_db()
    assert {key: getattr(season, key) for key in SCHEDULE} == SCHEDULE
    assert season.entries.count() == 2
    logged = LogEntry.objects.get(action="season.updated")
    assert logged.actor == league.commissioner
    assert logged.data["stages"] == {
        "old": "Round robin (meetings: 1, groups: 1)",
        "new": "Round robin (meetings: 2, groups: 1)",
    }
    season_update(actor=league.commissioner, season=season, **SCHEDULE)
    assert LogEntry.objects.filter(action="season.updated").count() == 1
    past = {**SCHEDULE, "first_kick_off": timezone.now() - timedelta(hours=1)}
    assert refusal(season_update, actor=league.commissioner, season=season, **past).code == "bad-first_kick_off"


def test_a_cancelled_season_frees_its_teams_and_makes_room_for_another() -> None:
    league = make_league(make_user())
    season = make_season(league, teams=2)
    team = season.entries.first().team
    season_cancel(actor=league.commissioner, season=season)
    assert not Entry.objects.exists()
    logged = LogEntry.objects.get(action="season.cancelled")
    assert (logged.object_id, team.name in logged.data["entered"]) == (str(season.pk), True)
    season_enter(actor=team.owner, season=open_season(league), team=team)


def test_a_season_that_runs_is_neither_changed_nor_cancelled() -> None:
    league = make_league(make_user())
    season = season_start(actor=league.commissioner, season=make_season(league, teams=2))
    assert refusal(season_update, actor=league.commissioner, season=season, **SCHEDULE).code == "season-not-open"
    assert refusal(season_cancel, actor=league.commissioner, season=season).code == "season-not-open"
    assert Fixture.objects.count() == 1


def test_a_league_has_one_unfinished_season_at_a_time() -> None:
    league = make_league(make_user())
    season = open_season(league)
    assert (season.number, season.name) == (1, "Season 1")
    assert refusal(open_season, league=league).code == "season-unfinished"
    Season.objects.update(state="finished", started_at=timezone.now(), finished_at=timezone.now())
    assert open_season(league).number == 2


def test_a_coach_enters_an_own_team_and_takes_it_out_again() -> None:
    season = open_season(make_league(make_user()))
    abel = make_user("abel")
    team = make_team(abel)
    season_enter(actor=abel, season=season, team=team)
    assert [entry.team for entry in season.entries.all()] == [team]
    season_withdraw(actor=abel, season=season, team=team)
    assert not Entry.objects.exists()
    assert refusal(season_withdraw, actor=abel, season=season, team=team).code == "not-entered"


def test_the_commissioner_may_withdraw_a_team_but_not_enter_one() -> None:
    season = open_season(make_league(make_user()))
    abel = make_user("abel")
    team = make_team(abel)
    with pytest.raises(PermissionDenied):
        season_enter(actor=season.league.commissioner, season=season, team=team)
    season_enter(actor=abel, season=season, team=team)
    with pytest.raises(PermissionDenied):
        season_withdraw(actor=make_user("thief"), season=season, team=team)
    season_withdraw(actor=season.league.commissioner, season=season, team=team)
    assert not Entry.objects.exists()


def test_a_team_plays_in_one_unfinished_season_at_a_time() -> None:
    cara, abel = make_user(), make_user("abel")
    team = make_team(abel)
    first, second = (open_season(make_league(cara, name)) for name in ("One", "Two"))
    season_enter(actor=abel, season=first, team=team)
    assert refusal(season_enter, actor=abel, season=first, team=team).code == "team-busy"
    assert refusal(season_enter, actor=abel, season=second, team=team).code == "team-busy"
    Season.objects.filter(pk=first.pk).update(state="finished", started_at=timezone.now(), finished_at=timezone.now())
    season_enter(actor=abel, season=second, team=team)


def test_a_league_with_a_roster_of_its_own_takes_teams_made_for_it_and_no_others() -> None:
    counts = {"running-back": 4, "safety": 2, "linebacker": 1, "lineman": 2, "tackle": 1, "heavy-tackle": 1}
    league = make_league(make_user(), rulings={"battleball.roster": {"choice": "custom", **counts}})
    season = open_season(league)
    abel = make_user("abel")
    error = refusal(season_enter, actor=abel, season=season, team=make_team(abel))
    assert (error.code, error.rule) == ("bad-roster", "battleball.roster")
    team = make_team(abel, "Four Runners", rulings=league_rulings(league))
    assert team.players.filter(position="running-back").count() == 4
    season_enter(actor=abel, season=season, team=team)
    season_enter(actor=abel, season=season, team=make_team(abel, "More Runners", rulings=league_rulings(league)))
    league.rulings.all().delete()  # changed since they entered
    assert refusal(season_start, actor=league.commissioner, season=season).code == "bad-roster"


def test_starting_pins_rulings_and_makes_rounds_and_fixtures() -> None:
    league = make_league(make_user(), rulings={OVERTIME: "no-overtime"})
    season = season_start(actor=league.commissioner, season=make_season(league, teams=3, legs=2, every=90))
    season.refresh_from_db()
    assert (season.state, season.ruleset_version) == ("running", engine.ruleset("battleball").version)
    assert season.rulings[OVERTIME] == "no-overtime"
    assert len(season.rulings) == len(engine.ruleset("battleball").rulings().to_json())
    rounds = list(Round.objects.all())
    assert [each.kick_off for each in rounds] == [season.first_kick_off + timedelta(minutes=90) * n for n in range(6)]
    assert Fixture.objects.count() == 6
    league_rulings_set(actor=league.commissioner, league=league, profile="manual", rulings={})
    season.refresh_from_db()
    assert season.rulings[OVERTIME] == "no-overtime"


@pytest.mark.parametrize("teams", [0, 1])
def test_a_season_needs_two_teams(teams: int) -> None:
    league = make_league(make_user())
    season = make_season(league, teams=teams)
    assert refusal(season_start, actor=league.commissioner, season=season).code == "too-few-teams"
    assert Season.objects.get().state == "open"


def test_a_started_season_takes_no_entries_and_cannot_start_again() -> None:
    league = make_league(make_user())
    season = season_start(actor=league.commissioner, season=make_season(league, teams=2))
    abel = make_user("abel")
    team = make_team(abel)
    assert refusal(season_start, actor=league.commissioner, season=season).code == "season-not-open"
    assert refusal(season_enter, actor=abel, season=season, team=team).code == "season-not-open"
    entered = season.entries.first().team
    assert refusal(season_withdraw, actor=entered.owner, season=season, team=entered).code == "season-not-open"
    assert Fixture.objects.count() == 1


def test_the_last_result_finishes_the_season() -> None:
    league = make_league(make_user())
    season_start(actor=league.commissioner, season=make_season(league, teams=3))
    *others, last = Fixture.objects.select_related("round__stage__season")
    for fixture in others:
        result_apply(fixture=fixture, result=RESULT)
    assert Season.objects.get().state == "running"
    result_apply(fixture=last, result=RESULT)
    season = Season.objects.get()
    assert season.state == "finished"
    assert season.finished_at is not None
    assert LogEntry.objects.filter(action="season.finished").count() == 1


@pytest.mark.parametrize(
    ("concession", "ended", "gave_up"),
    [
        (None, "played", ""),
        ({"side": "away", "penalty": True}, "conceded", "away"),
        ({"side": "away", "penalty": False}, "played", ""),
    ],
)
def test_a_result_says_how_the_match_ended(concession: dict[str, object] | None, ended: str, gave_up: str) -> None:
    league = make_league(make_user())
    season_start(actor=league.commissioner, season=make_season(league, teams=2))
    applied = result_apply(
        fixture=Fixture.objects.select_related("round__stage__season").get(),
        result={**RESULT, "concession": concession},
    )
    assert (applied.result.ended, applied.result.gave_up) == (ended, gave_up)


def test_a_fixture_has_one_result_ever() -> None:
    league = make_league(make_user())
    season_start(actor=league.commissioner, season=make_season(league, teams=2))
    fixture = Fixture.objects.select_related("round__stage__season").get()
    result_apply(fixture=fixture, result=RESULT)
    with pytest.raises(IntegrityError), transaction.atomic():
        result_apply(fixture=fixture, result=RESULT)
    assert Result.objects.count() == 1


def test_the_database_itself_refuses_what_no_service_would_write() -> None:
    league = make_league(make_user())
    season = season_start(actor=league.commissioner, season=make_season(league, teams=2))
    fixture = Fixture.objects.get()
    nonsense = [
        lambda: Fixture.objects.filter(pk=fixture.pk).update(away=fixture.home),
        lambda: Season.objects.filter(pk=season.pk).update(state="paused"),
        lambda: Season.objects.filter(pk=season.pk).update(state="finished"),
        lambda: Result.objects.create(
            fixture=fixture, home_score=1, away_score=0, home_touchdowns=0, away_touchdowns=0, winner="none"
        ),
        lambda: Entry.objects.create(season=season, team=fixture.home),
    ]
    for write in nonsense:
        with pytest.raises(IntegrityError), transaction.atomic():
            write()

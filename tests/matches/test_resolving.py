"""A match is played and applied once; a failure stays on the row and is tried again, not for ever."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

import engine
from engine.core import match as core_match
from engine.rulesets.battleball.halting import AGREE_TO_HALT
from journal.errors import Refused
from journal.models import LogEntry
from league.models import Result, Season
from league.seasons.selectors import standings
from matches import applying, services, tasks
from matches.applying import outcome_apply
from matches.jobs import jobs_claim
from matches.models import MAX_ATTEMPTS, Match, MatchRecord, PlayerStats, TeamStats
from matches.selectors import match_file, match_player_stats, match_record, match_stats
from matches.services import Outcome, match_resolve, match_retry, matches_claim_due
from teams.models import LedgerRow, Player
from teams.roster.moves import absences
from tests.builders import lock_due, locked_match, make_user, matches_of, played, running_season

pytestmark = pytest.mark.django_db


def break_engine(monkeypatch) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("the dice fell off the table")

    monkeypatch.setattr(engine, "play", broken)


def run_all_due(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """One tick, and all tasks that follow from it; what they were asked to do."""
    waiting: list[tuple[Any, tuple[Any, ...]]] = []
    for task in (tasks.job_run, tasks.match_resolve):
        monkeypatch.setattr(task, "delay_on_commit", lambda *args, task=task: waiting.append((task, args)))
    order: list[tuple[Any, ...]] = []
    tasks.tick()
    while waiting:
        task, args = waiting.pop(0)
        order.append(args)
        task(*args)
    return order


def test_a_resolved_match_has_record_result_statistics_and_a_log_row() -> None:
    match = locked_match()
    assert match_resolve(match_id=match.pk) is Outcome.RESOLVED
    match.refresh_from_db()
    file = match_record(match)
    result = Result.objects.get(fixture=match.fixture)
    assert match.status == "resolved"
    assert MatchRecord.objects.get().digest == file["digest"]
    assert [result.home_score, result.away_score] == file["result"]["score"]
    assert [result.home_touchdowns, result.away_touchdowns] == file["result"]["touchdowns"]
    assert result.winner == file["result"]["winner"]
    assert file["commitment"] == match.commitment
    assert LogEntry.objects.get(action="match.resolved").data["digest"] == file["digest"]
    assert Season.objects.get().state == "finished"


def test_stored_statistics_are_those_of_the_record() -> None:
    match = locked_match()
    match_resolve(match_id=match.pk)
    result = match_record(match)["result"]
    for key, home, away in match_stats(match):
        assert (home, away) == (result["stats"]["home"][key], result["stats"]["away"][key])
    assert len(match_stats(match)) == len(result["stats"]["home"])
    for each in match_player_stats(match):
        figures = {key: value for key, value in result["players"][each.side][str(each.player.pk)].items() if value}
        assert each.totals == {"matches": 1, **figures}
    assert len(match_player_stats(match)) == 22


def test_the_table_moves_with_the_result() -> None:
    match = locked_match()
    outcome_apply(match_id=match.pk, played=played(match, score=(21, 7)))
    first, second = standings(Season.objects.get())
    assert (first.team, first.points, first.difference) == (match.fixture.home, 3, 14)
    assert (second.team, second.points, second.played) == (match.fixture.away, 0, 1)


def test_a_second_call_does_nothing_and_says_so() -> None:
    match = locked_match()
    match_resolve(match_id=match.pk)
    before = MatchRecord.objects.get().payload
    assert match_resolve(match_id=match.pk) is Outcome.NOTHING_TO_DO
    assert MatchRecord.objects.get().payload == before
    assert Match.objects.get().attempts == 1


def test_two_workers_with_the_same_match_apply_it_once(monkeypatch) -> None:
    """The other worker finishes while this one is still playing."""
    match = locked_match()
    play = engine.play
    raced = []

    def slow(**given):
        record = play(**given)
        if not raced:
            raced.append(True)
            assert match_resolve(match_id=match.pk) is Outcome.RESOLVED
        return record

    monkeypatch.setattr(engine, "play", slow)
    assert match_resolve(match_id=match.pk) is Outcome.NOTHING_TO_DO
    assert Result.objects.count() == MatchRecord.objects.count() == 1
    assert LogEntry.objects.filter(action="match.resolved").count() == 1


def test_applying_is_all_or_nothing(monkeypatch) -> None:
    match = locked_match()

    def broken(*_: object) -> None:
        raise RuntimeError("power cut")

    monkeypatch.setattr(applying, "_roster_update", broken)
    assert match_resolve(match_id=match.pk) is Outcome.FAILED
    for model in (Result, MatchRecord, TeamStats, PlayerStats):
        assert not model.objects.exists()
    assert Season.objects.get().state == "running"
    monkeypatch.undo()
    assert match_resolve(match_id=match.pk) is Outcome.RESOLVED


def test_the_database_itself_allows_one_record_and_one_of_each_statistic() -> None:
    match = locked_match()
    outcome_apply(match_id=match.pk, played=played(match))
    team, player = TeamStats.objects.first(), PlayerStats.objects.first()
    doubles = [
        lambda: MatchRecord.objects.create(match=match, digest="x", engine="1", payload=b""),
        lambda: TeamStats.objects.create(match=match, team=team.team, figures={}),
        lambda: PlayerStats.objects.create(match=match, player=player.player, figures={}),
        lambda: Match.objects.create(fixture=match.fixture, due_at=timezone.now()),
    ]
    for write in doubles:
        with pytest.raises(IntegrityError), transaction.atomic():
            write()


def test_a_match_that_is_not_locked_is_left_alone() -> None:
    (match,) = matches_of(running_season())
    assert match_resolve(match_id=match.pk) is Outcome.NOTHING_TO_DO
    assert Match.objects.get().attempts == 0


def test_a_failure_is_kept_on_the_row_and_the_match_can_be_claimed_again(monkeypatch, settings) -> None:
    settings.CLAIM_TIMEOUT = 0
    match = locked_match()
    matches_claim_due(now=timezone.now(), worker="w")
    break_engine(monkeypatch)
    assert match_resolve(match_id=match.pk) is Outcome.FAILED
    match.refresh_from_db()
    assert (match.status, match.attempts) == ("locked", 1)
    assert match.failure == "RuntimeError: the dice fell off the table"
    monkeypatch.undo()
    assert matches_claim_due(now=timezone.now(), worker="w") == [match.pk]
    assert match_resolve(match_id=match.pk) is Outcome.RESOLVED
    match.refresh_from_db()
    assert (match.attempts, match.failure) == (2, "")


def test_a_match_that_keeps_failing_is_given_up_until_the_commissioner_asks_for_it(monkeypatch) -> None:
    match = locked_match()
    break_engine(monkeypatch)
    for _ in range(MAX_ATTEMPTS):
        match_resolve(match_id=match.pk)
    match.refresh_from_db()
    assert (match.status, match.attempts) == ("failed", MAX_ATTEMPTS)
    assert LogEntry.objects.filter(action="match.failed").count() == 1
    monkeypatch.undo()
    assert match_resolve(match_id=match.pk) is Outcome.NOTHING_TO_DO
    with pytest.raises(PermissionDenied):
        match_retry(actor=make_user("other"), match=match)
    match_retry(actor=match.fixture.round.season.league.commissioner, match=match)
    assert matches_claim_due(now=timezone.now(), worker="w") == [match.pk]
    assert match_resolve(match_id=match.pk) is Outcome.RESOLVED


def test_a_match_that_kills_every_worker_is_given_up_too() -> None:
    match = locked_match()
    Match.objects.update(attempts=MAX_ATTEMPTS, claimed_at=timezone.now())
    assert match_resolve(match_id=match.pk) is Outcome.NOTHING_TO_DO
    match.refresh_from_db()
    assert match.status == "failed"
    assert "5 attempts" in match.failure


async def for_ever(game: Any) -> None:
    while True:
        await game.choose(AGREE_TO_HALT, 0, (True, False))


@pytest.mark.django_db(transaction=True)
def test_a_match_that_never_ends_is_given_up_and_all_others_are_played(monkeypatch) -> None:
    monkeypatch.setattr(core_match, "MOST_DECISIONS", 10_000)  # longer than any of these matches
    season, elsewhere = running_season(teams=4), running_season(name="Elsewhere", teams=3)
    stuck, other = matches_of(season)[:2]
    pair = {stuck.fixture.home.name, stuck.fixture.away.name}
    endless = engine.ruleset("battleball").but(play=for_ever)
    play = engine.play

    def play_or_not(*, ruleset: str, sheets: Any, **given: Any) -> engine.Record:
        never_ends = {sheet["name"] for sheet in sheets} == pair
        return play(ruleset=endless if never_ends else ruleset, sheets=sheets, **given)

    monkeypatch.setattr(engine, "play", play_or_not)
    run_all_due(monkeypatch)
    stuck.refresh_from_db()
    other.refresh_from_db()
    assert (stuck.status, stuck.attempts) == ("failed", 1)  # for good: the same seed would never end again
    assert stuck.failure == "EndlessMatch: The match had no end after 10000 decisions."
    assert LogEntry.objects.get(action="match.failed").data == {"failure": stuck.failure}
    assert other.status == "resolved"
    assert {match.status for match in matches_of(elsewhere)} == {"resolved"}


def test_a_match_that_takes_too_long_every_time_is_given_up(monkeypatch) -> None:
    def slow(*_: Any) -> None:
        raise SoftTimeLimitExceeded

    match = locked_match()
    monkeypatch.setattr(services, "play", slow)
    for _ in range(MAX_ATTEMPTS):
        assert match_resolve(match_id=match.pk) is Outcome.FAILED
    match.refresh_from_db()
    assert (match.status, match.failure) == ("failed", "It took too long.")


def test_only_a_failed_match_can_be_tried_again() -> None:
    match = locked_match()
    with pytest.raises(Refused) as caught:
        match_retry(actor=match.fixture.round.season.league.commissioner, match=match)
    assert caught.value.code == "not-failed"


DURATION = "battleball.serious-injury-duration"


def absence_rulings(matches: int) -> dict[str, object]:
    (name,) = engine.ruleset("battleball").catalogue.entry(DURATION).settings["league-absence"]
    return {DURATION: {"choice": "league-absence", name: matches}}


def test_serious_injuries_last_for_the_match_by_default() -> None:
    match = locked_match()
    hurt = match.lineup["sheets"][0]["players"][3]["id"]
    outcome_apply(match_id=match.pk, played=played(match, serious=([hurt], [])))
    row = LedgerRow.objects.get(kind="injured")
    assert (row.member, row.match) == (Player.objects.get(pk=hurt).member, match.pk)
    assert absences(match.fixture.home) == {}


def test_a_league_absence_is_served_match_by_match() -> None:
    season = running_season(teams=2, legs=2, rulings=absence_rulings(1))
    first, second = matches_of(season)
    lock_due()
    first.refresh_from_db()
    hurt = first.lineup["sheets"][1]["players"][0]["id"]
    outcome_apply(match_id=first.pk, played=played(first, serious=([], [hurt])))
    assert absences(first.fixture.away) == {int(hurt): 1}
    lock_due()
    second.refresh_from_db()
    assert [sheet["absent"] for sheet in second.lineup["sheets"]] == [[hurt], []]
    assert match_resolve(match_id=second.pk) is Outcome.RESOLVED
    assert int(hurt) not in absences(first.fixture.away)
    assert not PlayerStats.objects.filter(match=second, player_id=hurt).exists()


def test_a_permanent_injury_ends_a_career() -> None:
    match = locked_match(rulings={DURATION: "league-permanent"})
    hurt = match.lineup["sheets"][0]["players"][3]["id"]
    outcome_apply(match_id=match.pk, played=played(match, serious=([hurt], [])))
    assert match.fixture.home.players.get(pk=hurt).left_at is not None
    assert match.fixture.home.ledger.filter(kind="departed", match=match.pk).count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_message_plays_a_whole_season_that_is_overdue(monkeypatch) -> None:
    """Each resolved match wakes up the next ones of its teams, without waiting for a tick."""
    season = running_season(teams=3)
    assert run_all_due(monkeypatch) == [("lock", match.pk) for match in matches_of(season)]
    assert Season.objects.get().state == "finished"
    assert [row.played for row in standings(season)] == [2, 2, 2]


def test_playing_happens_outside_any_transaction(monkeypatch, django_db_setup) -> None:
    match = locked_match()
    play, depth = engine.play, len(transaction.get_connection().savepoint_ids)
    seen = []

    def watched(**given):
        seen.append(len(transaction.get_connection().savepoint_ids))
        return play(**given)

    monkeypatch.setattr(services.engine, "play", watched)
    match_resolve(match_id=match.pk)
    (due,) = matches_of(running_season(name="Due"))
    jobs_claim(kind="lock", now=timezone.now())
    tasks.job_run("lock", due.pk)
    assert seen == [depth, depth]


def test_a_match_that_fails_right_after_its_lock_is_sent_again_as_a_match(monkeypatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(tasks.match_resolve, "delay_on_commit", sent.append)
    (match,) = matches_of(running_season())
    jobs_claim(kind="lock", now=timezone.now())

    def slow(*_: Any) -> None:
        raise SoftTimeLimitExceeded

    with monkeypatch.context() as patched:
        patched.setattr(services, "play", slow)
        tasks.job_run("lock", match.pk)
    assert sent == [match.pk]
    assert match_resolve(match_id=match.pk) is Outcome.RESOLVED
    assert Match.objects.get().attempts == 2


def test_what_is_logged_of_a_match_is_in_its_league_and_goes_with_a_failure(monkeypatch) -> None:
    match = locked_match()
    league = match.fixture.round.season.league_id
    with monkeypatch.context() as patched:
        patched.setattr(Match, "publish", lambda self: 1 / 0)
        assert match_resolve(match_id=match.pk) is Outcome.FAILED
    assert not LogEntry.objects.filter(action="match.resolved").exists()
    assert match_resolve(match_id=match.pk) is Outcome.RESOLVED
    rows = list(LogEntry.objects.filter(object_type="matches.match").order_by("pk").values_list("action", "league"))
    assert rows == [("match.locked", league), ("match.resolved", league)]


def test_anybody_can_verify_the_downloaded_file(tmp_path: Path) -> None:
    match = locked_match()
    shown_at_lock = match.commitment
    match_resolve(match_id=match.pk)
    path = tmp_path / "match.json"
    path.write_bytes(match_file(match))
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-m", "engine", "replay", str(path)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    file = json.loads(path.read_bytes())
    assert engine.commitment(file["seed"]) == shown_at_lock
    file["result"]["score"][0] += 1
    path.write_text(json.dumps(file))
    assert subprocess.run(command, cwd=root, capture_output=True, check=False).returncode != 0

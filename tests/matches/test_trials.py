"""Trying a game plan: pairs of matches with the same dice, behind everything else, with nothing secret of the opponent."""

from collections.abc import Mapping
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from journal.errors import Refused
from journal.models import LogEntry
from matches import tasks, trials
from matches.models import Job, Match, PlanTrial
from matches.services import match_lock
from matches.trials import trial_play, trial_start, trials_claim, trials_drop
from teams.gameplans.services import game_plan_save
from teams.models import Team
from tests.aftermaths import after_match
from tests.builders import bloodbowl_season, make_user, matches_of
from tests.engine.campaign.results import injury
from tests.pages.conftest import signed_in, squeezed

pytestmark = pytest.mark.django_db

PLAN = {"style": "run"}


@pytest.fixture
def match() -> Match:
    """The first match of a season, an hour ahead: nothing is due."""
    matches = matches_of(bloodbowl_season("orc", "human"))
    Match.objects.update(due_at=timezone.now() + timedelta(hours=1))
    return Match.objects.get(pk=matches[0].pk)


@pytest.fixture
def team(match: Match) -> Team:
    return match.fixture.home


@pytest.fixture
def rival(match: Match) -> Team:
    return match.fixture.away


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Mapping[str, Any], str]]:
    """What is played, without playing it: the plan wins 2:1, the standard plan draws."""
    asked: list[tuple[Mapping[str, Any], str]] = []

    def quick(lineup: Mapping[str, Any], seed: str) -> Any:
        asked.append((lineup, seed))
        planned = "plan" in lineup["sheets"][0]
        stats = {"home": {"casualties": 2, "turnovers": 3}, "away": {"casualties": 1, "turnovers": 5}}
        result = {"winner": "home" if planned else "draw", "touchdowns": [2 if planned else 1, 1], "stats": stats}
        return SimpleNamespace(result=result)

    monkeypatch.setattr(trials, "play", quick)
    return asked


def start(team: Team, rival: Team, plan: Mapping[str, Any] = PLAN) -> PlanTrial:
    return trial_start(actor=team.owner, team=team, opponent=rival, plan=plan)


def test_a_trial_is_played_pair_by_pair_with_the_same_dice(team: Team, rival: Team, games: list[Any]) -> None:
    trial = start(team, rival)
    assert trials_claim(now=timezone.now()) == [trial.pk]
    assert trials_claim(now=timezone.now()) == []  # somebody is busy with it
    assert [trial_play(trial_id=trial.pk) for _ in range(trials.PAIRS)] == [True] * (trials.PAIRS - 1) + [False]
    assert trial_play(trial_id=trial.pk) is False
    trial.refresh_from_db()
    assert trial.finished_at
    assert trial.figures["plan"] == {
        "won": 20, "points": 60, "touchdowns": 40, "conceded": 20, "casualties": 40, "suffered": 20, "turnovers": 60,
    }  # fmt: skip
    assert (trial.figures["standard"]["drawn"], trial.figures["standard"]["points"]) == (20, 20)
    seeds = [seed for _, seed in games]
    assert seeds[::2] == seeds[1::2]
    assert len(set(seeds)) == trials.PAIRS
    assert {lineup["sheets"][0].get("plan", {}).get("style") for lineup, _ in games} == {"run", None}
    assert trials.trial_lines(trial)[1] == ("Won, drawn, lost", "20 – 0 – 0", "0 – 20 – 0")


def test_a_pair_that_is_played_twice_counts_once(
    team: Team, rival: Team, games: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    trial, real = start(team, rival), trials._with_pair

    def doubled(each: PlanTrial) -> dict[str, Any]:
        monkeypatch.setattr(trials, "_with_pair", real)
        assert trial_play(trial_id=each.pk)
        return real(each)

    monkeypatch.setattr(trials, "_with_pair", doubled)
    assert trial_play(trial_id=trial.pk) is False
    assert PlanTrial.objects.get().played == 1


def test_the_engine_plays_both_sheets(team: Team, rival: Team) -> None:
    trial = start(team, rival, {"style": "run", "carriers": ["1", "99"]})
    assert trial.plan == {"style": "run", "carriers": ["1"]}
    assert trial_play(trial_id=trial.pk)
    figures = PlanTrial.objects.get().figures
    assert {sum(each.get(name, 0) for name in ("won", "drawn", "lost")) for each in figures.values()} == {1}


def test_nothing_secret_of_the_opponent_is_used(match: Match, team: Team, rival: Team, games: list[Any]) -> None:
    """Neither plans nor the line-up of a match that is still to be played; but that of one that is over."""
    game_plan_save(actor=rival.owner, team=rival, plan={"style": "cage"})
    match_lock(match_id=match.pk)
    locked = Match.objects.get(pk=match.pk)
    assert "plan" in locked.lineup["sheets"][1]
    locked.lineup["sheets"][1]["cheerleaders"] = 5
    locked.save()
    waiting = start(team, rival).lineup["sheets"][1]
    assert waiting["cheerleaders"] < 5
    assert "plan" not in waiting
    PlanTrial.objects.all().delete()
    Match.objects.filter(pk=match.pk).update(resolved_at=timezone.now())
    over = start(team, rival).lineup["sheets"][1]
    assert (over["cheerleaders"], "plan" in over) == (5, False)


def test_matches_come_first(match: Match, team: Team, rival: Team, games: list[Any]) -> None:
    trial, now = start(team, rival), timezone.now()
    match_lock(match_id=match.pk)
    Match.objects.filter(pk=match.pk).update(due_at=now - timedelta(seconds=1))
    assert trials_claim(now=now) == []
    assert trial_play(trial_id=trial.pk) is False
    assert (games, PlanTrial.objects.get().played) == ([], 0)
    Match.objects.filter(pk=match.pk).update(due_at=now + timedelta(hours=1))
    assert trials_claim(now=now) == [trial.pk]


def test_every_other_unit_of_work_comes_first(match: Match, team: Team, rival: Team, games: list[Any]) -> None:
    trial, now = start(team, rival), timezone.now()
    Job.objects.create(kind=Job.Kind.SEQUENCE, object_id=7, retry_at=now)
    assert trials_claim(now=now) == []
    assert trial_play(trial_id=trial.pk) is False
    assert games == []


@pytest.mark.parametrize(
    ("job", "locked"),
    [
        ({"failed_at": True}, {}),
        ({"slow_at": True, "failed_at": True}, {}),
        ({}, {"failure": "No luck."}),
        ({}, {"attempts": 2}),
    ],
    ids=["line-ups that fail", "a slow league", "a match that failed", "a match that lost its worker"],
)
def test_a_league_in_trouble_does_not_end_the_trials_of_all(
    match: Match, team: Team, rival: Team, games: list[Any], job: dict[str, Any], locked: dict[str, Any]
) -> None:
    """Its match stays overdue for as long as it likes, and so do those that wait behind it."""
    now, league = timezone.now(), match.fixture.round.season.league
    if job:
        failed = dict.fromkeys(job, now)
        Job.objects.create(kind=Job.Kind.LOCK, object_id=match.pk, league=league, retry_at=now, **failed)
    if "slow_at" in job:
        Job.objects.create(kind=Job.Kind.SEQUENCE, object_id=7, league=league, retry_at=now)  # waits for its turn
    if locked:
        match_lock(match_id=match.pk)
    trial = start(team, rival)
    Match.objects.update(due_at=now - timedelta(hours=2), **locked)
    assert trials_claim(now=now) == [trial.pk]
    assert trial_play(trial_id=trial.pk)


def test_one_trial_is_under_way_at_a_time(match: Match, team: Team, rival: Team, games: list[Any]) -> None:
    """However many coaches try their plans, a process is free for matches."""
    first, second, now = start(team, rival), start(rival, team), timezone.now()
    assert trials_claim(now=now) == [first.pk]
    assert trials_claim(now=now) == []
    PlanTrial.objects.filter(pk=first.pk).update(finished_at=now)
    assert trials_claim(now=now) == [second.pk]
    later = now + timedelta(seconds=2 * trials.TASK_SECONDS)  # its worker is lost
    assert trials_claim(now=later) == [second.pk]


def test_a_pair_has_little_time_and_its_message_does_not_come_back() -> None:
    task = tasks.trial_play
    assert (task.soft_time_limit, task.time_limit) == (trials.TASK_SECONDS, trials.TASK_SECONDS + 10)
    assert (task.acks_late, task.reject_on_worker_lost) == (False, False)


def test_the_trials_of_a_coach_are_counted_over_all_teams(match: Match, team: Team, rival: Team) -> None:
    for _ in range(trials.PER_HOUR):
        start(team, rival)
        PlanTrial.objects.update(finished_at=timezone.now())
    Team.objects.filter(pk=rival.pk).update(owner=team.owner)
    with pytest.raises(Refused) as caught:
        start(Team.objects.get(pk=rival.pk), team)
    assert caught.value.code == "too-many-trials"
    LogEntry.objects.update(at=timezone.now() - timedelta(hours=1, seconds=1))
    assert start(team, rival)


def test_the_tick_sends_a_task_that_sends_the_next(
    team: Team, rival: Team, games: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = start(team, rival)
    sent: list[int] = []
    monkeypatch.setattr(tasks.trial_play, "delay_on_commit", sent.append)
    tasks.trials_send()
    tasks.trials_send()
    assert sent == [trial.pk]
    tasks.trial_play(trial.pk)
    assert (sent, len(games)) == ([trial.pk, trial.pk], 2)


def test_one_at_a_time_a_few_an_hour_and_only_what_can_be_compared(team: Team, rival: Team, games: list[Any]) -> None:
    def code(plan: Mapping[str, Any] = PLAN) -> str:
        with pytest.raises(Refused) as caught:
            start(team, rival, plan)
        return caught.value.code

    assert code({}) == "standard-plan"
    for _ in range(trials.PER_HOUR):
        start(team, rival)
        assert code() == "trial-running"
        PlanTrial.objects.update(finished_at=timezone.now())
    assert code() == "too-many-trials"
    assert PlanTrial.objects.count() == 1
    for stranger in (rival.owner, make_user("stranger")):
        with pytest.raises(PermissionDenied):
            trial_start(actor=stranger, team=team, opponent=rival, plan=PLAN)


def test_a_team_that_cannot_play_is_not_tried(team: Team, rival: Team, games: list[Any]) -> None:
    """In the middle of its sequence, with too few players and no journeymen yet."""
    after_match(team, injuries={str(number): injury("dead") for number in range(1, 4)})
    with pytest.raises(Refused) as caught:
        start(team, rival)
    assert caught.value.code == "not-ready"
    assert not PlanTrial.objects.exists()


def test_an_old_line_up_that_the_rules_refuse_now_is_not_used(match: Match, team: Team, rival: Team) -> None:
    """The squad as it stands takes its place."""
    match_lock(match_id=match.pk)
    locked = Match.objects.get(pk=match.pk)
    locked.lineup["sheets"][1]["players"][0]["position"] = "gone"
    locked.resolved_at = timezone.now()
    locked.save()
    players = start(team, rival).lineup["sheets"][1]["players"]
    assert len(players) >= 11
    assert all(player["position"] != "gone" for player in players)


def test_a_team_has_one_trial_in_the_database(team: Team, rival: Team) -> None:
    trial = start(team, rival)
    with pytest.raises(IntegrityError), transaction.atomic():
        PlanTrial.objects.create(team=team, opponent=rival, plan=PLAN, lineup=trial.lineup, seed="s")


def test_a_trial_ends_when_it_fails_or_takes_too_long_and_is_forgotten(
    team: Team, rival: Team, games: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = start(team, rival)
    PlanTrial.objects.update(started_at=timezone.now() - trials.LONGEST * 2)
    assert trial_play(trial_id=trial.pk) is False
    assert PlanTrial.objects.get().failure == "It took too long and was ended."
    again = start(team, rival)
    monkeypatch.setattr(trials, "play", lambda lineup, seed: 1 / 0)
    assert trial_play(trial_id=again.pk) is False
    assert PlanTrial.objects.get().failure == "The matches could not be played."
    trials_drop(now=timezone.now())
    assert PlanTrial.objects.exists()
    trials_drop(now=timezone.now() + trials.KEPT * 2)
    assert not PlanTrial.objects.exists()


def test_the_page_starts_a_trial_and_follows_it(match: Match, team: Team, rival: Team, games: list[Any]) -> None:
    coach, address = signed_in(team.owner), reverse("teams:plan", args=[team.slug])
    polled = reverse("teams:plan-trial", args=[team.slug])
    answer = coach.post(address, {"try": "1"}, follow=True)
    assert "This is the standard plan" in answer.content.decode()
    game_plan_save(actor=team.owner, team=team, plan=PLAN)
    assert f"being tried against {rival.name}" in coach.post(address, {"try": "1"}, follow=True).content.decode()
    assert f"0 of 20 pairs played against {rival.name}" in squeezed(coach.get(polled).content.decode())
    trial = PlanTrial.objects.get()
    trial_play(trial_id=trial.pk)
    shown = squeezed(coach.get(polled).content.decode())
    assert 'hx-trigger="every 2s"' in shown
    assert '<th scope="row">Touchdowns</th><td class="num">2 : 1</td><td class="num">1 : 1</td>' in shown
    PlanTrial.objects.update(finished_at=timezone.now())
    assert "hx-trigger" not in coach.get(polled).content.decode()
    assert Client().get(polled).status_code == 302
    assert signed_in(rival.owner).get(polled).status_code == 403
    Match.objects.update(locked_at=timezone.now(), sealed_seed="s", commitment="c")
    assert "no next opponent" in coach.post(address, {"try": "1"}, follow=True).content.decode()
    assert "As soon as you have a next opponent" in squeezed(coach.get(address).content.decode())


def test_a_trial_that_another_tick_claims_first_is_left_to_it(
    team: Team, rival: Team, games: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    trial, now = start(team, rival), timezone.now()
    monkeypatch.setattr(trials, "_work_waits", lambda now: trials_claim_elsewhere() and False)

    def trials_claim_elsewhere() -> int:
        return PlanTrial.objects.filter(pk=trial.pk).update(claimed_until=now + timedelta(seconds=30))

    assert trials_claim(now=now) == []

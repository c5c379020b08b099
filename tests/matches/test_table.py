"""Matches at a table: the setting of the season, agreeing on one, what workers leave alone, and what follows."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from journal.models import LogEntry
from league.models import Result, Season
from league.seasons.services import season_create, season_update
from matches.applying import outcome_apply, report_apply, report_digest
from matches.control.fixtures import sequences_redate
from matches.control.results import Later, match_replay, match_void
from matches.models import Match, MatchRecord
from matches.playing import play
from matches.reporting import MatchReport
from matches.selectors import featured_match
from matches.services import Outcome, match_lock, match_lock_due, match_resolve, matches_claim_due, season_start
from matches.table.agreeing import table_answer, table_propose, table_withdraw
from matches.table.reading import fingerprint, report_problems, report_result
from matches.table.services import report_confirm, report_file, report_save
from operations.checks.results import match_breaches
from operations.checks.survey import EVERY_MATCH, Survey
from teams.ledger.services import team_club
from teams.models import CoCoach, Sequence, Team
from teams.sequence.services import sequence_finish
from tests.builders import (
    VISITOR,
    bloodbowl_season,
    lock_due,
    make_league,
    make_season,
    make_user,
    matches_of,
    reported,
)
from tests.tables import at_table, coaches, commissioner, confirmed, filed, refused

pytestmark = pytest.mark.django_db


# The setting of the season ------------------------------------------------------------------------------------------------


def test_a_season_says_how_its_matches_are_played() -> None:
    assert [match.at_table for match in matches_of(bloodbowl_season("orc", "human", venue="table"))] == [True]


def test_without_a_campaign_matches_are_played_by_the_engine() -> None:
    league = make_league(make_user())
    for venue in ("table", "agreed"):
        refused("bad-venue", lambda venue=venue: make_season(league, venue=venue))
    season = make_season(league)
    refused("bad-venue", lambda: season_update(actor=league.commissioner, season=season, venue="table"))


def test_a_venue_is_one_of_three_and_stays_when_the_season_has_started() -> None:
    league = make_league(make_user("zoe"), ruleset="bb2025", profile="official")
    fields = {"name": "", "first_kick_off": timezone.now() + timedelta(days=1), "round_every": 60}
    refused("bad-venue", lambda: season_create(actor=league.commissioner, league=league, venue="moon", **fields))
    season = make_season(league, rosters=("orc", "human"), venue="table")
    season_start(actor=league.commissioner, season=season)
    refused("season-not-open", lambda: season_update(actor=league.commissioner, season=season, venue="engine"))


# Agreeing -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def open_match() -> Match:
    return matches_of(bloodbowl_season("orc", "human", venue="agreed"))[0]


def test_two_coaches_agree_on_a_table_and_on_the_engine_after_all(open_match: Match) -> None:
    home, away = coaches(open_match)
    assert not open_match.at_table
    offer = table_propose(actor=home, match=open_match)
    assert [each.to for each in mail.outbox] == [[away.email]]
    assert f"/matches/{open_match.pk}/\n" in str(mail.outbox[0].body)
    assert table_answer(actor=away, offer=offer, accept=True).at_table
    back = table_propose(actor=away, match=open_match)
    assert not back.at_table
    table_answer(actor=home, offer=back, accept=False)
    open_match.refresh_from_db()
    assert open_match.at_table
    assert list(LogEntry.objects.filter(action__startswith="match.table-").values_list("action", flat=True)) == [
        "match.table-declined",
        "match.table-proposed",
        "match.table-accepted",
        "match.table-proposed",
    ]


def test_whoever_coaches_both_sides_decides_it(open_match: Match) -> None:
    home, helper = open_match.fixture.home.owner, make_user("helper")
    Team.objects.filter(pk=open_match.fixture.away_id).update(owner=home)
    offer = table_propose(actor=home, match=open_match)
    assert offer.state == "accepted"
    assert Match.objects.get(pk=open_match.pk).at_table
    assert mail.outbox == []
    CoCoach.objects.create(team=open_match.fixture.home, user=helper, accepted_at=timezone.now())
    table_answer(actor=home, offer=table_propose(actor=helper, match=open_match), accept=True)
    assert not Match.objects.get(pk=open_match.pk).at_table


def test_nobody_agrees_with_himself_or_for_others(open_match: Match) -> None:
    home, away = coaches(open_match)
    stranger = make_user("stranger")
    for who in (stranger, commissioner(open_match)):
        with pytest.raises(PermissionDenied):
            table_propose(actor=who, match=open_match)
    offer = table_propose(actor=home, match=open_match)
    for who in (home, stranger, commissioner(open_match)):
        with pytest.raises(PermissionDenied):
            table_answer(actor=who, offer=offer, accept=True)
    with pytest.raises(PermissionDenied):
        table_withdraw(actor=away, offer=offer)
    refused("offered-already", lambda: table_propose(actor=away, match=open_match))
    table_withdraw(actor=home, offer=offer)
    refused("answered-already", lambda: table_answer(actor=away, offer=offer, accept=True))


def test_that_is_settled_before_the_lock(open_match: Match) -> None:
    home, away = coaches(open_match)
    offer = table_propose(actor=home, match=open_match)
    match_lock(match_id=open_match.pk)
    refused("match-locked", lambda: table_answer(actor=away, offer=offer, accept=True))
    assert match_resolve(match_id=open_match.pk) is Outcome.RESOLVED


def test_only_where_the_season_leaves_it_to_them_and_so_often(
    open_match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, away = coaches(open_match)
    monkeypatch.setattr("matches.table.agreeing.MOST_OFFERS", 1)
    table_answer(actor=away, offer=table_propose(actor=home, match=open_match), accept=False)
    refused("too-many-offers", lambda: table_propose(actor=home, match=open_match))
    Season.objects.update(venue="table")
    refused("venue-fixed", lambda: table_propose(actor=home, match=open_match))


# No worker plays it -------------------------------------------------------------------------------------------------------


def test_it_is_locked_and_no_worker_ever_plays_it() -> None:
    (match,) = matches_of(bloodbowl_season("orc", "human", venue="table"))
    assert match_lock_due(match_id=match.pk, worker="w") is None  # it is due already, and not claimed with the lock
    match.refresh_from_db()
    assert match.locked_at
    assert not match.claimed_at
    assert matches_claim_due(now=timezone.now(), worker="w") == []
    assert match_resolve(match_id=match.pk) is Outcome.NOTHING_TO_DO
    assert outcome_apply(match_id=match.pk, played=play(match.locked_lineup, match.secret_seed)) is False
    assert not MatchRecord.objects.exists()


def test_what_the_engine_plays_is_never_reported() -> None:
    match = at_table(venue="agreed")
    home, _ = coaches(match)
    document = reported(match)
    refused("not-at-a-table", lambda: report_save(actor=home, match=match, document=document))
    assert report_apply(match_id=match.pk, report=document, result=report_result(match, document)) is False
    assert match_resolve(match_id=match.pk) is Outcome.RESOLVED
    refused("match-over", lambda: report_save(actor=home, match=match, document=document))


def test_trials_of_game_plans_do_not_wait_for_people() -> None:
    from matches.trials import _work_waits

    at_table()
    assert not _work_waits(timezone.now())


def test_later_matches_of_both_teams_wait_for_the_report_and_for_a_day() -> None:
    first, second = matches_of(bloodbowl_season("orc", "human", venue="table", legs=2))
    assert lock_due() == [first.pk]
    assert lock_due() == []
    confirmed(Match.objects.get(pk=first.pk))
    (deadline,) = set(Sequence.objects.values_list("deadline", flat=True))
    left = deadline - timezone.now()
    assert (
        timedelta(hours=23) < left <= timedelta(hours=24)
    )  # though the next match was to be locked before the report came
    assert lock_due() == []
    sequences_redate(first.fixture.home_id)  # as after a measure
    again = Sequence.objects.get(team=first.fixture.home).deadline
    assert again is not None
    assert abs(again - deadline) < timedelta(seconds=5)
    assert lock_due(deadline + timedelta(seconds=5)) == [second.pk]


def test_whoever_has_decided_does_not_wait() -> None:
    first, second = matches_of(bloodbowl_season("orc", "human", venue="table", legs=2))
    confirmed(match_lock(match_id=first.pk))
    sequence_finish(team=first.fixture.home)
    assert lock_due() == []
    sequence_finish(team=first.fixture.away)
    assert lock_due() == [second.pk]


def test_a_report_in_good_time_leaves_the_next_match_at_its_time() -> None:
    first, second = matches_of(bloodbowl_season("orc", "human", venue="table", legs=2, every=60 * 48))
    confirmed(match_lock(match_id=first.pk))
    assert set(Sequence.objects.values_list("deadline", flat=True)) == {second.locks_at}
    assert lock_due(second.locks_at) == [second.pk]


def test_what_the_engine_plays_next_is_locked_at_its_time() -> None:
    first, second = matches_of(bloodbowl_season("orc", "human", venue="table", legs=2))
    Match.objects.filter(pk=second.pk).update(at_table=False)
    confirmed(match_lock(match_id=first.pk))
    assert set(Sequence.objects.values_list("deadline", flat=True)) == {second.locks_at}
    assert lock_due() == [second.pk]


# What follows ------------------------------------------------------------------------------------------------------------


def test_a_match_never_has_a_played_and_a_reported_result() -> None:
    match = at_table()
    confirmed(match)
    document = reported(match)
    assert report_apply(match_id=match.pk, report=document, result=report_result(match, document)) is False
    assert (Result.objects.count(), MatchRecord.objects.count()) == (1, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        MatchRecord.objects.create(match=match, digest="d", engine="1", payload=b"")


def test_line_ups_of_another_version_of_the_rules_are_not_reported() -> None:
    match = at_table()
    report = filed(match)
    Match.objects.update(lineup={**match.locked_lineup, "ruleset_version": "0", "rulings": {"bb2025.gone": "choice"}})
    report = MatchReport.objects.get(pk=report.pk)
    away = coaches(match)[1]
    refused("ruleset-version", lambda: report_confirm(actor=away, report=report, seen=fingerprint(report)))
    assert report_problems(report.match, report.document) == []  # it stays to be read


def test_a_measure_that_ends_the_match_comes_before_its_report() -> None:
    match = at_table()
    report = filed(match)
    match_void(actor=commissioner(match), match=match, reason="rain", key=uuid4())
    refused("match-over", lambda: report_confirm(actor=coaches(match)[1], report=report, seen=fingerprint(report)))


def test_a_reported_match_is_void_or_played_again_as_any_other() -> None:
    match = at_table()
    confirmed(match)
    at = timezone.now() + timedelta(hours=1)
    again = {"actor": commissioner(match), "match": match, "reason": "wrong ball", "key": uuid4()}
    match_replay(due_at=at, later=Later.REPLAY, **again)
    replay = Match.objects.exclude(pk=match.pk).get()
    assert replay.at_table
    match.refresh_from_db()
    match.fixture.refresh_from_db()
    assert list(match_breaches(match)) == []
    assert team_club(match.fixture.home).played == 0
    replay = match_lock(match_id=replay.pk)
    confirmed(replay)
    replay.refresh_from_db()
    assert list(match_breaches(replay)) == []


def test_the_check_of_the_books_says_what_is_wrong_with_a_report() -> None:
    match = at_table()
    confirmed(match)
    match = Match.objects.get(pk=match.pk)
    report, record = MatchReport.objects.get(), MatchRecord.objects.get()
    assert list(match_breaches(match)) == []

    def said() -> list[str]:
        return list(match_breaches(match))

    MatchReport.objects.update(document={**report.document, "stalled": [True, True]})
    assert said() == ["its record has not the report that was accepted"]
    MatchReport.objects.update(document=report.document)
    file = json.loads(record.unpack())
    file["result"]["fan_factors"] = [9, 9]
    file["digest"] = report_digest(file)
    MatchRecord.objects.update(payload=MatchRecord.pack(json.dumps(file)), digest=file["digest"])
    assert said() == ["its result is not the one of its report"]
    MatchRecord.objects.update(payload=record.payload, digest="other")
    assert said() == ["its digest is not the one of its record"]


def test_a_match_of_the_engine_with_a_report_is_a_breach() -> None:
    match = at_table(venue="agreed")
    match_resolve(match_id=match.pk)
    match = Match.objects.get(pk=match.pk)
    about = {"state": "accepted", "filed_at": match.due_at, "answer_by": match.due_at, "accepted_at": match.due_at}
    MatchReport.objects.create(match=match, team=match.fixture.home, document={}, **about)
    assert list(match_breaches(match)) == ["it has a report that was accepted, and the engine has played it"]


def test_a_knock_out_is_played_at_a_table_to_its_end_and_needs_winners() -> None:
    rosters = ("orc", "human", "dwarf", "skaven")
    season = bloodbowl_season(*rosters, venue="table", stages=[{"format": "knock-out"}])
    for match in matches_of(season):
        locked = match_lock(match_id=match.pk)
        nobody = {"score": [0, 0], "players": {side: {"1": {"took_part": True}} for side in ("home", "away")}}
        home, away = coaches(locked)
        report_save(actor=home, match=locked, document=reported(locked, **nobody))
        refused("winner-needed", lambda home=home, locked=locked: report_file(actor=home, match=locked))
        report = filed(locked, **nobody, overtime=True, penalties=[2, 3])
        report_confirm(actor=away, report=report, seen=fingerprint(report))
    semi_finals, deciders = matches_of(season)[:2], matches_of(season)[2:]
    assert [each.at_table for each in deciders] == [True, True]  # the final, and the match for the third place
    winners = {each.fixture.away_id for each in semi_finals}
    assert winners in [{each.fixture.home_id, each.fixture.away_id} for each in deciders]
    for each in deciders:
        confirmed(match_lock(match_id=each.pk))
    season.refresh_from_db()
    assert season.state == Season.State.FINISHED
    assert list(Survey(replay=EVERY_MATCH).breaches()) == []


def test_nothing_is_applied_before_the_lock() -> None:
    (match,) = matches_of(bloodbowl_season("orc", "human", venue="table"))
    assert report_apply(match_id=match.pk, report={}, result={}) is False


def test_a_match_without_a_replay_is_not_featured() -> None:
    confirmed(at_table())
    assert featured_match(VISITOR) is None

"""Matches at a table: agreeing on it, reporting, confirming, disputing, and what the commissioner decides."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from journal.errors import Refused
from journal.models import LogEntry
from league.models import Result, Season
from league.people import Decision, Role
from league.seasons.services import season_create, season_update
from matches.applying import outcome_apply, report_apply, report_digest
from matches.control.fixtures import sequences_redate
from matches.control.results import Later, match_replay, match_void
from matches.models import Match, MatchRecord, PlayerStats, TeamStats
from matches.playing import play
from matches.reporting import MatchReport
from matches.selectors import featured_match
from matches.services import Outcome, match_lock, match_lock_due, match_resolve, matches_claim_due, season_start
from matches.table.agreeing import table_answer, table_propose, table_withdraw
from matches.table.deciding import report_accept, report_correct, report_return
from matches.table.reading import fingerprint, report_problems, report_result
from matches.table.services import report_confirm, report_dispute, report_file, report_save, report_take_back
from operations.checks.results import match_breaches
from operations.checks.survey import EVERY_MATCH, Survey
from teams.coaches.services import co_coach_accept, co_coach_invite
from teams.ledger.services import team_club
from teams.models import LedgerRow, Sequence
from teams.sequence.services import sequence_finish
from tests.builders import (
    VISITOR,
    bloodbowl_season,
    lock_due,
    make_league,
    make_season,
    make_staff,
    make_user,
    matches_of,
    reported,
)

pytestmark = pytest.mark.django_db


def at_table(venue: str = Season.Venue.TABLE, **season: Any) -> Match:
    """The first match of such a season, its line-ups locked."""
    match = matches_of(bloodbowl_season("orc", "human", venue=venue, **season))[0]
    return match_lock(match_id=match.pk)


def coaches(match: Match) -> tuple[User, User]:
    return match.fixture.home.owner, match.fixture.away.owner


def filed(match: Match, **changes: Any) -> MatchReport:
    home, _ = coaches(match)
    report_save(actor=home, match=match, document=reported(match, **changes))
    return report_file(actor=home, match=match)


def confirmed(match: Match, **changes: Any) -> MatchReport:
    report = filed(match, **changes)
    return report_confirm(actor=coaches(match)[1], report=report, seen=fingerprint(report))


def refused(code: str, ask: Callable[[], object]) -> None:
    with pytest.raises(Refused) as refusal:
        ask()
    assert refusal.value.code == code


def commissioner(match: Match) -> User:
    return match.fixture.round.season.league.commissioner


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


# Filing -------------------------------------------------------------------------------------------------------------------


def test_a_draft_is_kept_as_it_stands_and_refused_when_it_is_filed() -> None:
    match = at_table()
    home, _ = coaches(match)
    refused("nothing-saved", lambda: report_file(actor=home, match=match))
    report_save(actor=home, match=match, document=reported(match, score=[3, 0]))
    refused("touchdowns-differ", lambda: report_file(actor=home, match=match))
    report = report_save(actor=home, match=match, document=reported(match))
    assert report.state == "draft"
    assert MatchReport.objects.count() == 1


@pytest.mark.parametrize(
    "document", [[], None, "x", {"score": [-1, 0]}, {"score": [10**20, 0]}, {"players": {"home": {"99": {}}}}]
)
def test_what_makes_no_sense_is_not_even_saved(document: Any) -> None:
    match = at_table()
    with pytest.raises(Refused):
        report_save(actor=coaches(match)[0], match=match, document=document)
    assert not MatchReport.objects.exists()


def test_what_a_report_leaves_out_did_not_happen() -> None:
    match = at_table()
    home, away = coaches(match)
    fans = reported(match)["fan_factors"]
    assert report_save(actor=home, match=match, document={"fan_factors": fans}).document["score"] == [0, 0]
    report = report_file(actor=home, match=match)
    report_confirm(actor=away, report=report, seen=fingerprint(report))
    assert Result.objects.get().winner == "draw"


def test_it_is_reported_after_the_lock_by_its_coaches_and_nobody_else() -> None:
    (match,) = matches_of(bloodbowl_season("orc", "human", venue="table"))
    home, away = coaches(match)
    refused("not-locked-yet", lambda: report_save(actor=home, match=match, document={}))
    match = match_lock(match_id=match.pk)
    for who in (make_user("stranger"), commissioner(match)):
        with pytest.raises(PermissionDenied):
            report_save(actor=who, match=match, document=reported(match))
        with pytest.raises(PermissionDenied):
            report_file(actor=who, match=match)
    report_save(actor=away, match=match, document=reported(match))
    assert report_file(actor=away, match=match).team == match.fixture.away


def test_filing_twice_changes_nothing_and_there_is_one_filed_report() -> None:
    match = at_table()
    home, away = coaches(match)
    report_save(actor=away, match=match, document=reported(match))
    report = filed(match)
    assert report_file(actor=home, match=match) == report
    assert LogEntry.objects.filter(action="match.report-filed").count() == 1
    refused("filed-already", lambda: report_save(actor=home, match=match, document=reported(match)))
    refused("filed-already", lambda: report_file(actor=away, match=match))


def test_the_side_that_filed_it_takes_it_back_until_it_is_accepted() -> None:
    match = at_table()
    home, away = coaches(match)
    report = filed(match)
    for who in (away, commissioner(match), make_user("stranger")):
        with pytest.raises(PermissionDenied):
            report_take_back(actor=who, report=report)
    report_dispute(actor=away, report=report, reason="It was 1:1.", seen=fingerprint(report))
    mate = make_user("mate")
    co_coach_invite(actor=home, team=match.fixture.home, name="mate")
    co_coach_accept(actor=mate, team=match.fixture.home)
    assert report_take_back(actor=mate, report=report).state == "draft"
    refused("not-filed", lambda: report_confirm(actor=away, report=report, seen=fingerprint(report)))
    confirmed(match)
    refused("accepted-already", lambda: report_take_back(actor=home, report=report))


def test_the_other_coaches_learn_by_mail_what_they_are_asked() -> None:
    match = at_table()
    home, away = coaches(match)
    report = filed(match)
    report_dispute(actor=away, report=report, reason="It was 1:1.", seen=fingerprint(report))
    assert [each.to for each in mail.outbox] == [[away.email], [home.email]]
    asked, told = (str(each.body) for each in mail.outbox)
    assert "ended: 1:0. Confirm or dispute it until" in asked
    assert "disputed the report" in told


# Answering ----------------------------------------------------------------------------------------------------------------


def test_nobody_answers_an_own_report() -> None:
    match = at_table()
    home, _ = coaches(match)
    report = filed(match)
    mate = make_user("mate")
    co_coach_invite(actor=home, team=match.fixture.home, name="mate")
    co_coach_accept(actor=mate, team=match.fixture.home)
    for who in (home, mate, make_user("stranger"), commissioner(match)):
        with pytest.raises(PermissionDenied):
            report_confirm(actor=who, report=report, seen=fingerprint(report))
        with pytest.raises(PermissionDenied):
            report_dispute(actor=who, report=report, reason="No.", seen=fingerprint(report))
    match.fixture.away.co_coaches.create(user=home, accepted_at=timezone.now())  # however that came to be
    with pytest.raises(PermissionDenied):
        report_confirm(actor=home, report=report, seen=fingerprint(report))
    MatchReport.objects.update(actor=coaches(match)[1])  # who has filed it has changed sides since
    with pytest.raises(PermissionDenied):
        report_confirm(actor=coaches(match)[1], report=report, seen=fingerprint(report))
    assert not Result.objects.exists()


def test_a_report_that_changed_since_it_was_looked_at_is_not_confirmed() -> None:
    match = at_table()
    home, away = coaches(match)
    report = filed(match)
    seen = fingerprint(report)
    report_take_back(actor=home, report=report)
    changed = filed(match, stalled=[True, False])
    refused("stale", lambda: report_confirm(actor=away, report=changed, seen=seen))
    refused("stale", lambda: report_dispute(actor=away, report=changed, reason="No.", seen=seen))


def test_a_confirmed_report_is_how_the_match_ended_in_all_books() -> None:
    match = at_table()
    home, away = coaches(match)
    scorer = match.locked_lineup["sheets"][0]["players"][0]["id"]
    victim = match.locked_lineup["sheets"][1]["players"][3]["id"]
    document = reported(match)
    document["players"]["home"][str(scorer)]["casualties_for_spp"] = 1
    document["players"]["away"][str(victim)] |= {"injury": "dead", "by": str(scorer)}
    report_save(actor=home, match=match, document=document)
    report = report_file(actor=home, match=match)
    for _ in range(2):  # the second time changes nothing
        assert report_confirm(actor=away, report=report, seen=fingerprint(report)).state == "accepted"
    match.refresh_from_db()
    assert match.status == "resolved"
    assert match.was_played
    assert not match.has_replay
    result = Result.objects.get(fixture=match.fixture)
    assert (result.home_score, result.away_score, result.home_casualties, result.winner) == (1, 0, 1, "home")
    assert TeamStats.objects.get(team=match.fixture.home).figures["touchdowns"] == 1
    stats = PlayerStats.objects.get(player__team=match.fixture.home, player__member=scorer).figures
    assert {key: stats[key] for key in ("touchdowns", "casualties", "matches")} == {
        "touchdowns": 1,
        "casualties": 1,
        "matches": 1,
    }
    assert team_club(match.fixture.home).members[scorer].spp == 2 + 3  # of a team of brutes
    assert victim not in team_club(match.fixture.away).members
    assert Sequence.objects.filter(kind="match", object_id=match.pk, closed_at=None).count() == 2
    assert LedgerRow.objects.filter(kind="left", member=victim).count() == 1
    assert list(match_breaches(match)) == []
    refused(
        "accepted-already", lambda: report_dispute(actor=away, report=report, reason="No.", seen=fingerprint(report))
    )
    refused("match-over", lambda: report_save(actor=away, match=match, document=document))


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


# The commissioner ---------------------------------------------------------------------------------------------------------


def disputed(match: Match) -> MatchReport:
    report = filed(match)
    return report_dispute(actor=coaches(match)[1], report=report, reason="It was 1:1.", seen=fingerprint(report))


def judged(report: MatchReport, actor: User, **changes: Any) -> dict[str, Any]:
    return {"actor": actor, "report": report, "seen": fingerprint(report), "reason": "I was there.", **changes}


def test_a_dispute_has_a_reason() -> None:
    match = at_table()
    report = filed(match)
    for reason in ("", "  ", "x" * 501, "\u202e"):
        asked = {"actor": coaches(match)[1], "report": report, "seen": fingerprint(report), "reason": reason}
        refused("bad-reason", lambda asked=asked: report_dispute(**asked))


def test_a_disputed_report_is_accepted_by_the_commissioner() -> None:
    match = at_table()
    report = disputed(match)
    refused("bad-reason", lambda: report_accept(**judged(report, commissioner(match), reason="")))
    refused("stale", lambda: report_accept(**judged(report, commissioner(match), seen="")))
    report_accept(**judged(report, commissioner(match)))
    assert Result.objects.get().home_score == 1
    report.refresh_from_db()
    assert (report.state, report.comment, report.accepted_by) == ("accepted", "I was there.", commissioner(match))
    refused("accepted-already", lambda: report_accept(**judged(report, commissioner(match))))


def test_a_disputed_report_is_corrected_and_what_was_filed_is_kept() -> None:
    match = at_table()
    report = disputed(match)
    scorer = str(match.locked_lineup["sheets"][1]["players"][0]["id"])
    corrected = reported(match, score=[1, 1])
    refused("same-report", lambda: report_correct(document=report.document, **judged(report, commissioner(match))))
    refused("touchdowns-differ", lambda: report_correct(document=corrected, **judged(report, commissioner(match))))
    corrected["players"]["away"][scorer]["touchdowns"] = 1
    before = report.document
    report_correct(document=corrected, **judged(report, commissioner(match)))
    assert Result.objects.get().winner == "draw"
    report.refresh_from_db()
    assert (report.document["score"], report.filed_document) == ([1, 1], before)


def test_a_disputed_report_is_returned_and_either_side_files_anew() -> None:
    match = at_table()
    home, away = coaches(match)
    report = report_return(**judged(disputed(match), commissioner(match)))
    assert isinstance(report, MatchReport)
    assert (report.state, report.comment) == ("draft", "I was there.")
    report_save(actor=away, match=match, document=reported(match))
    again = report_file(actor=away, match=match)
    report_confirm(actor=home, report=again, seen=fingerprint(again))
    assert Result.objects.exists()


def test_the_other_coach_has_time_and_then_the_commissioner_decides() -> None:
    match = at_table()
    report = filed(match)
    assert report.answer_by is not None
    assert report.filed_at is not None
    assert report.answer_by - report.filed_at == timedelta(hours=match.fixture.round.season.league.decide_within)
    for decide in (report_accept, report_return):
        refused("not-yours-yet", lambda decide=decide: decide(**judged(report, commissioner(match))))
    MatchReport.objects.update(answer_by=timezone.now())
    report_accept(**judged(report, commissioner(match)))
    assert Result.objects.exists()


def test_only_commissioners_decide() -> None:
    match = at_table()
    report = disputed(match)
    assistant = make_staff(match.fixture.round.season.league, Role.ASSISTANT)
    for who in (make_user("stranger"), assistant, *coaches(match)):
        for decide in (report_accept, report_return):
            with pytest.raises(PermissionDenied):
                decide(**judged(report, who))
        with pytest.raises(PermissionDenied):
            report_correct(document=reported(match), **judged(report, who))


def test_a_commissioner_who_has_filed_the_report_decides_nothing_alone() -> None:
    match = at_table()
    report = disputed(match)
    report.actor = commissioner(match)  # who has given the team away since
    report.save()
    assert isinstance(report_accept(**judged(report, commissioner(match))), Decision)


def test_a_commissioner_who_coaches_one_of_the_teams_decides_nothing_alone() -> None:
    match = at_table()
    report = disputed(match)
    league = match.fixture.round.season.league
    other = make_staff(league, Role.COMMISSIONER)
    home, _ = coaches(match)
    league.staff.create(user=home, role=Role.COMMISSIONER, accepted_at=timezone.now())
    corrected = reported(match, stalled=[True, True])
    for decide, more in ((report_accept, {}), (report_return, {}), (report_correct, {"document": corrected})):
        assert isinstance(decide(**judged(report, home), **more), Decision)
    assert not Result.objects.exists()
    from league.decisions.services import decision_confirm

    mine = Decision.objects.get(kind="match.report-accepted")
    refused("own-proposal", lambda: decision_confirm(actor=home, decision=mine))
    decision_confirm(actor=other, decision=mine)
    assert Result.objects.exists()

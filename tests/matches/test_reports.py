"""The report of a match at a table: filed, taken back, confirmed, disputed, and decided by the commissioner."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from journal.errors import Refused
from journal.models import LogEntry
from league.models import Result
from league.people import Decision, Role
from matches.control.measures import previewed, ripples_of
from matches.control.ripples import fingerprint as ripples_fingerprint
from matches.models import PlayerStats, TeamStats
from matches.reporting import MatchReport
from matches.services import match_lock
from matches.table.deciding import report_accept, report_correct, report_return
from matches.table.reading import fingerprint
from matches.table.services import report_confirm, report_dispute, report_file, report_save, report_take_back
from operations.checks.results import match_breaches
from teams.coaches.services import co_coach_accept, co_coach_invite
from teams.ledger.services import team_club
from teams.models import LedgerRow, Sequence
from tests.builders import (
    bloodbowl_season,
    make_staff,
    make_user,
    matches_of,
    reported,
)
from tests.tables import at_table, coaches, commissioner, confirmed, disputed, filed, judged, refused

pytestmark = pytest.mark.django_db


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
    assert [each.to for each in mail.outbox] == [[away.email], [home.email], [commissioner(match).email]]
    asked, told, called = (str(each.body) for each in mail.outbox)
    assert "Decide about it on its page." in called
    assert all(f"/matches/{match.pk}/report/\n" in body for body in (asked, told, called))
    assert "ended: 1:0. Confirm or dispute it by" in asked
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


# The commissioner ---------------------------------------------------------------------------------------------------------


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
    refused("stale", lambda: report_accept(**judged(report, commissioner(match), filed="")))
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
    do = partial(report_correct, document=corrected, **judged(report, commissioner(match)))
    shown = ripples_of(previewed(do))
    assert not Result.objects.exists()
    assert {each.about for each in shown if each.area == "table"} == {str(match.fixture.home), str(match.fixture.away)}
    refused("stale", lambda: do(seen="other"))
    measure = do(seen=ripples_fingerprint(shown))
    assert (measure.kind, measure.reason, measure.match) == ("corrected", "I was there.", match)
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

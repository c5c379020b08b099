"""Locking freezes what is played and publishes a commitment; the seed itself stays closed until the match is over."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, OperationalError, transaction
from django.urls import reverse
from django.utils import timezone

import engine
from journal.errors import Refused
from journal.models import LogEntry
from league.models import Season
from matches import lineups
from matches.applying import outcome_apply
from matches.jobs import FIRST_WAIT
from matches.models import Match
from matches.selectors import match_detail, match_record, with_status
from matches.services import match_lock, match_resolve, matches_claim_due
from teams.models import Team
from teams.services import player_hurt, team_rename_player
from tests.builders import VISITOR, lock_due, locked_match, matches_of, played, running_season

pytestmark = pytest.mark.django_db


def test_a_locked_match_has_both_line_ups_the_pinned_rulings_and_a_commitment() -> None:
    match = locked_match()
    season = match.fixture.round.season
    assert [sheet["name"] for sheet in match.lineup["sheets"]] == [match.fixture.home.name, match.fixture.away.name]
    assert match.lineup["rulings"] == season.rulings
    assert (match.lineup["ruleset"], match.lineup["ruleset_version"]) == ("battleball", season.ruleset_version)
    assert len(match.secret_seed) == 64
    assert match.commitment == engine.commitment(match.secret_seed)
    assert LogEntry.objects.get(action="match.locked").data == {"commitment": match.commitment}


def test_locking_again_changes_nothing() -> None:
    first = locked_match()
    again = match_lock(match_id=first.pk)
    assert (again.secret_seed, again.lineup, again.locked_at) == (first.secret_seed, first.lineup, first.locked_at)
    assert LogEntry.objects.filter(action="match.locked").count() == 1


def test_every_match_gets_a_seed_of_its_own() -> None:
    seeds = {locked_match(name=name).secret_seed for name in ("One", "Two", "Three")}
    assert len(seeds) == 3


def test_the_line_up_does_not_follow_later_changes() -> None:
    match = locked_match()
    player = match.fixture.home.players.first()
    team_rename_player(actor=match.fixture.home.owner, player=player, name="Too Late")
    match.refresh_from_db()
    assert "Too Late" not in str(match.lineup)


def test_an_absent_player_is_marked_in_the_line_up_and_a_departed_one_replaced() -> None:
    (match,) = matches_of(running_season())
    absent, gone = match.fixture.home.players.all()[:2]
    player_hurt(player=absent, match=0, absent=1)
    player_hurt(player=gone, match=0, permanent=True)
    home, away = match_lock(match_id=match.pk).lineup["sheets"]
    assert home["absent"] == [str(absent.pk)]
    assert away["absent"] == []
    assert str(gone.pk) not in [each["id"] for each in home["players"]]
    assert len(home["players"]) == 11


def test_a_match_is_not_locked_while_an_older_one_of_its_teams_is_open() -> None:
    first, second, *_ = matches_of(running_season(teams=2, legs=2))
    with pytest.raises(Refused) as caught:
        match_lock(match_id=second.pk)
    assert caught.value.code == "earlier-match"
    outcome_apply(match_id=match_lock(match_id=first.pk).pk, played=played(Match.objects.get(pk=first.pk)))
    assert match_lock(match_id=second.pk).locked_at


def test_the_tick_locks_what_is_due_soon_and_nothing_later(settings) -> None:
    settings.LOCK_LEAD = 600
    now = timezone.now()
    first, second = (matches_of(running_season(teams=2, name=name, every=60)) for name in ("A", "B"))
    Match.objects.filter(pk=first[0].pk).update(due_at=now + timedelta(seconds=599))
    Match.objects.filter(pk=second[0].pk).update(due_at=now + timedelta(seconds=601))
    assert lock_due(now) == [first[0].pk]
    assert lock_due(now) == []


def test_no_match_is_locked_before_half_of_the_time_between_rounds_has_passed(settings) -> None:
    settings.LOCK_LEAD = 900
    now = timezone.now()
    (match,) = matches_of(running_season(teams=2, every=10))
    for seconds, locked in ((301, []), (300, [match.pk])):
        Match.objects.update(due_at=now + timedelta(seconds=seconds))
        assert lock_due(now) == locked


def test_a_match_that_cannot_be_locked_is_given_up_and_does_not_hold_up_others() -> None:
    bad, good = running_season(teams=2, name="A"), running_season(teams=2, name="B")
    Season.objects.filter(pk=bad.pk).update(ruleset_version="of another time")
    assert lock_due() == [matches_of(good)[0].pk]
    (match,) = matches_of(bad)
    assert match.status == "failed"
    assert "of another time" in match.failure
    assert not match.locked_at


def test_trouble_with_one_match_neither_gives_it_up_nor_holds_up_others(monkeypatch) -> None:
    (first,), (second,) = (matches_of(running_season(teams=2, name=name)) for name in ("A", "B"))
    sheet = lineups.team_sheet

    def flaky(team: Team) -> dict[str, object]:
        if team == first.fixture.home:
            raise OperationalError("the connection is gone")
        return sheet(team)

    monkeypatch.setattr(lineups, "team_sheet", flaky)
    assert lock_due() == [second.pk]
    first.refresh_from_db()
    assert first.status == "scheduled"
    monkeypatch.undo()
    assert lock_due() == []  # not at once: after a while
    assert lock_due(timezone.now() + FIRST_WAIT) == [first.pk]


def test_an_unknown_match_is_refused() -> None:
    for call in (match_lock, match_resolve):
        with pytest.raises(Refused) as caught:
            call(match_id=99)
        assert caught.value.code == "unknown-match"


def test_the_seed_opens_with_the_result_and_answers_the_commitment() -> None:
    match = locked_match()
    assert match.seed == ""
    assert match_detail(match.pk, VISITOR).seed == ""
    outcome_apply(match_id=match.pk, played=played(match))
    over = match_detail(match.pk, VISITOR)
    assert over.seed == match.secret_seed
    assert engine.commitment(over.seed) == match.commitment


def test_nothing_shows_the_seed_before_the_match_is_over(client, caplog) -> None:
    match = locked_match()
    matches_claim_due(now=timezone.now(), worker="w")
    admin = get_user_model().objects.create_superuser("root", "root@example.org", "x")
    client.force_login(admin)
    season = match.fixture.round.season
    places = [
        reverse("api:match", args=[match.pk]),
        reverse("api:matches"),
        reverse("api:season", args=[season.pk]),
        reverse("api:match-file", args=[match.pk]),
        reverse("admin:matches_match_change", args=[match.pk]),
        reverse("admin:matches_match_changelist"),
        reverse("admin:journal_logentry_changelist"),
    ]
    for place in places:
        answer = client.get(place)
        assert answer.status_code in (200, 409), place
        assert match.secret_seed not in answer.content.decode(), place
    assert match.secret_seed not in caplog.text
    assert not LogEntry.objects.filter(data__icontains=match.secret_seed).exists()
    with pytest.raises(Refused) as caught:
        match_record(match)
    assert caught.value.code == "not-played-yet"


def test_a_failure_that_quotes_the_seed_does_not_give_it_away(monkeypatch, caplog) -> None:
    match = locked_match()

    def broken(**given: object) -> None:
        raise RuntimeError(f"no luck with {given['seed']}")

    monkeypatch.setattr(engine, "play", broken)
    assert match_resolve(match_id=match.pk) == "failed"
    match.refresh_from_db()
    assert match.failure == "RuntimeError: no luck with (seed)"
    assert match.secret_seed not in caplog.text


def test_the_database_itself_keeps_the_order_of_a_matchs_life() -> None:
    match = locked_match()
    now = timezone.now()
    nonsense = [{"locked_at": None}, {"sealed_seed": ""}, {"commitment": ""}, {"resolved_at": now, "failed_at": now}]
    for fields in nonsense:
        with pytest.raises(IntegrityError), transaction.atomic():
            Match.objects.filter(pk=match.pk).update(**fields)


def test_status_and_its_filter_make_the_same_distinctions() -> None:
    now = timezone.now()
    match = locked_match()
    open_fields = {"locked_at": None, "sealed_seed": "", "commitment": ""}
    lives = {
        "scheduled": open_fields,
        "locked": {},
        "playing": {"claimed_at": now},
        "failed": {"claimed_at": now, "failed_at": now, "failure": "x"},
        "resolved": {"claimed_at": now, "resolved_at": now},
    }
    clean = {"claimed_at": None, "failed_at": None, "resolved_at": None, "failure": ""}
    sealed = {"locked_at": now, "sealed_seed": match.sealed_seed, "commitment": match.commitment}
    for status, fields in lives.items():
        Match.objects.filter(pk=match.pk).update(**{**clean, **sealed, **fields})
        assert Match.objects.get().status == status
        assert [each for each in lives if with_status(Match.objects.all(), each).exists()] == [status]
    Match.objects.update(**{**clean, **sealed, "claimed_at": now, "failure": "waits for the next attempt"})
    assert Match.objects.get().status == "locked"
    assert with_status(Match.objects.all(), "locked").exists()

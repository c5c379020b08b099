"""Every constraint of the database, by its name: one write that nothing but it refuses."""

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from accounts.models import User
from league.drafting import Draft
from league.models import Bye, Entrant, Entry, Fixture, LeagueRuling, Result, Round, Season, Stage
from league.people import Application, Decision, Intervention, InvitationLink, InvitationUse, StaffMember
from matches.models import Absence, Job, Measure, PlayerStats, TeamStats
from matches.offers import MatchOffer, TimeProposal
from matches.reporting import MatchReport, TableOffer
from matches.services import match_lock
from teams.models import CoCoach, GamePlan, LedgerRow, LedgerSnapshot, Player, Sequence, Tenure
from tests.builders import make_team, make_user, matches_of, running_season

pytestmark = pytest.mark.django_db

OWN = ("accounts", "journal", "league", "matches", "outbox", "teams")
CONSTRAINTS = {
    each.name: (model, each)
    for model in apps.get_models()
    if model._meta.app_label in OWN
    for each in model._meta.constraints
}


@pytest.fixture
def world() -> SimpleNamespace:
    """A running season of four teams: the first match is locked, its neighbour of the same round is not."""
    season = running_season(teams=4)
    first, beside, *_ = matches_of(season)
    match = match_lock(match_id=first.pk)
    team, other = match.fixture.home, match.fixture.away
    player = Player.objects.create(team=team, number=97, member=97, name="Ada", position="lineman")
    user = make_user("nobody")
    return SimpleNamespace(
        season=season, league=season.league, match=match, beside=beside, team=team, other=other, player=player,
        stage=season.stages.get(), stranger=make_team(user, "Strangers"), user=user, now=timezone.now(),
    )  # fmt: skip


def add(model: type[models.Model], /, **fields: Any) -> None:
    model._default_manager.create(**fields)


def twice(model: type[models.Model], /, **fields: Any) -> None:
    add(model, **fields)
    add(model, **fields)


def spoil(found: models.Model, /, **fields: Any) -> None:
    type(found)._default_manager.filter(pk=found.pk).update(**fields)


def player(w: SimpleNamespace, **fields: Any) -> None:
    add(Player, **{"team": w.team, "number": 98, "member": 98, "name": "Twin", "position": "lineman", **fields})


def sequences(w: SimpleNamespace, **same: Any) -> None:
    """Two that have only this in common."""
    seal = {"team": w.team, "sealed_seed": "s", "commitment": "c", "kind": "match"}
    for number in (70, 71):
        add(Sequence, **{"number": number, "object_id": number, "closed_at": w.now, **seal, **same})


def season(w: SimpleNamespace, **fields: Any) -> None:
    add(Season, league=w.league, first_kick_off=w.now, **{"number": 9, "round_every": 60, **fields})


def decision(w: SimpleNamespace, **fields: Any) -> None:
    add(
        Decision, **{"league": w.league, "kind": "some", "arguments": {}, "reason": "late", "proposer": w.user} | fields
    )


def link(w: SimpleNamespace, **fields: Any) -> InvitationLink:
    given = {"league": w.league, "secret_hash": "s", "uses": 5, "until": w.now, "made_by": w.user, **fields}
    return InvitationLink.objects.create(**given)


def used(w: SimpleNamespace, *users: User, place: int = 1, apart: int = 0) -> None:
    one = link(w)
    for number, user in enumerate(users):
        add(InvitationUse, link=one, user=user, place=place + number * apart)


def ledger_row(w: SimpleNamespace) -> None:
    twice(LedgerRow, team=w.team, number=900, kind="renamed", request=uuid4(), by="coach")


def beside_each_other(w: SimpleNamespace, home: models.Model, away: models.Model) -> None:
    add(Fixture, round=w.match.fixture.round, home=home, away=away, kick_off=w.now)


def report(w: SimpleNamespace, **fields: Any) -> None:
    given = {"state": "filed", "filed_at": w.now, "answer_by": w.now, "document": {}}
    add(MatchReport, **{"match": w.match, "team": w.team} | given | fields)


def absent(w: SimpleNamespace, **fields: Any) -> None:
    add(Absence, match=w.match, team=w.team, coach=w.user, **fields)


OVER = {"state": "finished", "started_at": timezone.now(), "finished_at": timezone.now()}
RESULT = {"home_score": 1, "away_score": 0, "home_touchdowns": 1, "away_touchdowns": 0}

CASES: dict[str, Callable[[SimpleNamespace], object]] = {
    "accounts_user_email_once": lambda w: add(User, username="zed", email=w.user.email.upper()),
    "one_player_per_shirt": lambda w: player(w, number=97),
    "one_player_per_member": lambda w: player(w, member=97),
    "shirt_number_1_to_99": lambda w: spoil(w.player, number=100),
    "one_invitation_per_coach": lambda w: twice(CoCoach, team=w.team, user=w.user),
    "one_plan_of_a_team": lambda w: twice(GamePlan, team=w.team),
    "one_plan_per_opponent": lambda w: twice(GamePlan, team=w.team, opponent=w.other),
    "one_plan_per_match": lambda w: twice(GamePlan, team=w.team, match=7),
    "tenure_ends_after_it_began": lambda w: add(
        Tenure, team=w.team, user=w.user, since=w.now, until=w.now - timedelta(days=1)
    ),
    "plan_for_opponent_or_match": lambda w: add(GamePlan, team=w.team, opponent=w.other, match=7),
    "plan_against_another_team": lambda w: add(GamePlan, team=w.team, opponent=w.team),
    "sequence_number_once_per_team": lambda w: sequences(w, number=7),
    "one_sequence_per_cause": lambda w: sequences(w, object_id=7),
    "sequence_kind_known": lambda w: sequences(w, kind="luck"),
    "one_open_sequence_per_team": lambda w: sequences(w, closed_at=None),
    "ledger_number_once_per_team": ledger_row,
    "one_snapshot_per_row": lambda w: twice(LedgerSnapshot, team=w.team, rows=900, club={}),
    "one_intervention_at_a_time": lambda w: twice(
        Intervention, league=w.league, user=w.user, reason="late", until=w.now
    ),
    "intervention_has_a_reason": lambda w: add(Intervention, league=w.league, user=w.user, reason="", until=w.now),
    "one_post_per_person": lambda w: twice(StaffMember, league=w.league, user=w.user, role="assistant"),
    "league_joining_known": lambda w: spoil(w.league, joining="lottery"),
    "link_uses_1_to_100": lambda w: link(w, uses=101),
    "one_person_per_place": lambda w: used(w, w.user, w.team.owner),
    "one_place_per_person": lambda w: used(w, w.user, w.user, apart=1),
    "place_1_to_100": lambda w: used(w, w.user, place=101),
    "one_application_per_team": lambda w: twice(Application, season=w.season, team=w.team),
    "one_open_proposal": lambda w: (decision(w), decision(w)),
    "decision_has_a_reason": lambda w: decision(w, reason=""),
    "decision_decided_by_somebody": lambda w: decision(w, state="confirmed"),
    "decision_confirmed_by_another": lambda w: decision(w, state="confirmed", decider=w.user, decided_at=w.now),
    "staff_role_below_owner": lambda w: add(StaffMember, league=w.league, user=w.user, role="owner"),
    "one_choice_per_ruling": lambda w: twice(LeagueRuling, league=w.league, ruling="some", choice="one"),
    "season_number_once_per_league": lambda w: season(w, number=w.season.number, **OVER),
    "one_unfinished_season_per_league": season,
    "season_state_known": lambda w: spoil(w.season, state="paused"),
    "season_rounds_apart": lambda w: spoil(w.season, round_every=0),
    "season_started_unless_open": lambda w: spoil(w.season, started_at=None),
    "season_end_when_finished": lambda w: spoil(w.season, finished_at=w.now),
    "one_entry_per_team": lambda w: add(Entry, season=w.season, team=w.team),
    "round_number_once_per_season": lambda w: add(Round, season=w.season, stage=w.stage, number=1, kick_off=w.now),
    "stage_number_once_per_season": lambda w: add(Stage, season=w.season, number=1, format="round-robin"),
    "stage_finished_after_start": lambda w: spoil(w.stage, started_at=None, finished_at=w.now),
    "one_place_per_team_and_stage": lambda w: add(Entrant, stage=w.stage, team=w.team, seed=99),
    "one_team_per_seed": lambda w: add(Entrant, stage=w.stage, team=w.stranger, seed=1),
    "one_bye_per_round": lambda w: twice(Bye, round=w.match.fixture.round, team=w.team),
    "fixture_two_teams": lambda w: spoil(w.match.fixture, away=w.team),
    "one_home_fixture_per_round": lambda w: beside_each_other(w, w.team, w.beside.fixture.home),
    "one_away_fixture_per_round": lambda w: beside_each_other(w, w.beside.fixture.away, w.other),
    "result_winner_known": lambda w: add(Result, fixture=w.match.fixture, winner="both", ended="decided", **RESULT),
    "result_winner_fits_ending": lambda w: add(Result, fixture=w.match.fixture, winner="none", **RESULT),
    "draft_has_a_team_when_approved": lambda w: add(Draft, owner=w.user, document={}, state="approved"),
    "match_locked_before_claimed": lambda w: spoil(w.beside, claimed_at=w.now),
    "match_seed_sealed_at_lock": lambda w: spoil(w.match, sealed_seed=""),
    "match_resolved_after_lock": lambda w: spoil(w.match, resolved_at=w.now, failed_at=w.now),
    "match_unplayed_when_over": lambda w: spoil(w.match, unplayed=True),
    "season_venue_known": lambda w: spoil(w.season, venue="moon"),
    "match_at_table_never_claimed": lambda w: spoil(w.match, at_table=True, claimed_at=w.now),
    "one_open_table_offer": lambda w: twice(TableOffer, match=w.match, team=w.team, at_table=True),
    "one_report_per_side": lambda w: [report(w, state="draft", filed_at=None, answer_by=None) for _ in range(2)],
    "one_filed_report": lambda w: [report(w, team=team) for team in (w.team, w.other)],
    "report_state_known": lambda w: report(w, state="odd"),
    "report_filed_unless_draft": lambda w: report(w, filed_at=None),
    "report_accepted_with_time": lambda w: report(w, state="accepted"),
    "report_disputed_with_reason": lambda w: report(w, state="disputed"),
    "absence_does_known": lambda w: absent(w, does="odd"),
    "absent_once_unless_postponed": lambda w: [absent(w, does="orders"), absent(w, does="ai")],
    "measure_has_a_reason": lambda w: add(Measure, season=w.season, kind="moved", reason="", key=uuid4()),
    "one_open_offer": lambda w: twice(MatchOffer, stage=w.stage, team=w.team, opponent=w.other),
    "offer_to_another_team": lambda w: add(MatchOffer, stage=w.stage, team=w.team, opponent=w.team),
    "one_open_time_proposal": lambda w: twice(TimeProposal, match=w.match, team=w.team, due_at=w.now),
    "proposal_answered_unless_open": lambda w: add(
        TimeProposal, match=w.match, team=w.team, due_at=w.now, state="accepted"
    ),
    "stats_once_per_team": lambda w: twice(TeamStats, match=w.match, team=w.team, figures={}),
    "stats_once_per_player": lambda w: twice(PlayerStats, match=w.match, player=w.player, figures={}),
    "one_job_per_object": lambda w: twice(Job, kind="lock", object_id=w.match.pk, retry_at=w.now),
}


def test_every_constraint_has_a_case() -> None:
    assert CASES.keys() == CONSTRAINTS.keys()


def test_the_database_refuses_what_breaks_a_constraint(world: SimpleNamespace) -> None:
    said = {name: complaint(world, write) for name, write in CASES.items()}
    assert {name: words for name, words in said.items() if not names(words, name)} == {}


@pytest.mark.parametrize(
    ("ended", "winner", "score", "fits"),
    [
        ("played", "home", 1, True),
        ("played", "none", 1, False),
        ("conceded", "away", 1, True),
        ("conceded", "draw", 1, False),
        ("conceded", "none", 1, False),
        ("forfeited", "home", 2, True),
        ("forfeited", "none", 2, False),
        ("unplayed", "none", 0, True),
        ("unplayed", "draw", 0, False),
        ("unplayed", "none", 1, False),
        ("decided", "draw", 1, True),
        ("decided", "none", 1, True),
        ("rained-off", "draw", 1, False),
    ],
)
def test_a_result_has_the_winner_that_its_ending_allows(
    world: SimpleNamespace, ended: str, winner: str, score: int, fits: bool
) -> None:
    fields = {**RESULT, "home_score": score, "home_touchdowns": score}
    said = complaint(world, lambda w: add(Result, fixture=w.match.fixture, winner=winner, ended=ended, **fields))
    assert said == "It was written." if fits else "result_winner_fits_ending" in said


def complaint(world: SimpleNamespace, write: Callable[[SimpleNamespace], None]) -> str:
    """Why the database refuses a write, of which nothing is left."""
    try:
        with transaction.atomic():
            write(world)
            transaction.set_rollback(True)
    except IntegrityError as error:
        return str(error)
    return "It was written."


def names(words: str, name: str) -> bool:
    """PostgreSQL names the constraint; SQLite names checks, and the columns of what must be unique."""
    model, constraint = CONSTRAINTS[name]
    columns = [model._meta.get_field(each).column for each in getattr(constraint, "fields", ())]
    unique = ", ".join(f"{model._meta.db_table}.{column}" for column in columns)
    return name in words or bool(unique and words.endswith(f": {unique}"))

"""A sequence goes forward only: whatever is sent twice, late, out of order or side by side changes nothing more."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from engine.core.dice import KeyedDice
from journal.errors import Refused
from journal.models import LogEntry
from teams.ledger.services import sequence_open, team_club, team_request
from teams.models import LedgerRow, Sequence, Team
from teams.seeds import seeds_from
from teams.sequence.services import last_request, team_leave_to_orders, team_redraft, team_undo
from tests.aftermaths import after_match, ask, before_redraft, nominate_all, to_step
from tests.builders import make_team, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def team() -> Team:
    return after_match(make_team(make_user(), ruleset="bb2025", roster="human"), spp={3: 7})


def refused(team: Team, action: str, **arguments: Any) -> Refused:
    with pytest.raises(Refused) as refusal:
        ask(team, action, **arguments)
    assert refusal.value.rule
    return refusal.value


def test_steps_can_be_neither_skipped_nor_repeated(team: Team) -> None:
    assert refused(team, "finish").code == "award-open"
    assert refused(team, "hire", position="human-lineman", name="Late", number=40).code == "wrong-step"
    nominate_all(team)
    assert refused(team, "nominate", members=[1, 2, 3, 4, 5, 6]).code == "no-award"
    ask(team, "finish")
    assert refused(team, "nominate", members=[1, 2, 3, 4, 5, 6]).code == "wrong-step"
    ask(team, "learn", member=3, skill="guard")
    assert refused(team, "learn", member=3, skill="frenzy").code == "no-points"
    to_step(team, "firing")
    assert refused(team, "learn", member=3, skill="dodge").code == "wrong-step"


def test_the_log_says_in_sentences_who_did_what(team: Team) -> None:
    nominate_all(team)
    ask(team, "finish")
    ask(team, "learn", member=3, skill="guard")
    team_leave_to_orders(actor=team.owner, team=team, version=team_club(team).rows)
    said = LogEntry.objects.filter(
        action__in=[f"team.{action}" for action in ("record", "nominate", "finish", "learn", "orders")]
    )
    assert [entry.summary for entry in said.order_by("pk")] == [
        f"Dugout entered a match of {team}.",
        f"{team.owner} nominated players of {team} for most valuable player.",
        f"{team.owner} finished a step of the post-match sequence of {team}.",
        f"{team.owner} chose a skill for a player of {team}.",
        f"{team.owner} decided the rest by the standing orders of {team}.",
    ]


def test_a_second_tab_that_shows_an_older_page_is_refused(team: Team) -> None:
    seen = {"actor": team.owner, "team": team, "version": team_club(team).rows}
    nominate = {"action": "nominate", "arguments": {"members": [1, 2, 3, 4, 5, 6]}}
    team_request(**seen, **nominate, key=uuid4())
    rows = team.ledger.count()
    with pytest.raises(Refused, match="has changed") as refusal:
        team_request(**seen, **nominate, key=uuid4())
    assert refusal.value.code == "stale"
    with pytest.raises(Refused, match="has changed"):
        team_request(**seen, action="finish", arguments={}, key=uuid4())
    assert team.ledger.count() == rows


def test_a_request_that_is_sent_again_finds_what_it_did(team: Team) -> None:
    request = {
        "actor": team.owner,
        "team": team,
        "action": "nominate",
        "arguments": {"members": [1, 2, 3, 4, 5, 6]},
        "version": team_club(team).rows,
        "key": uuid4(),
    }
    first, again = team_request(**request), team_request(**request)
    assert [row.pk for row in first] == [row.pk for row in again]
    assert team.ledger.filter(kind="mvp").count() == 1


def test_the_last_move_is_taken_back_once_and_never_with_dice(team: Team) -> None:
    nominate_all(team)
    undo = {"actor": team.owner, "team": team}
    with pytest.raises(Refused) as refusal:
        team_undo(**undo, version=team_club(team).rows)
    assert refusal.value.code == "dice-rolled"
    to_step(team, "hiring")
    gold = team_club(team).treasury
    ask(team, "hire", position="human-lineman", name="Brief Guest", number=40)
    assert team_club(team).treasury < gold
    team_undo(**undo, version=team_club(team).rows)
    assert team_club(team).treasury == gold
    assert "Brief Guest" not in {each.name for each in team_club(team).members.values()}
    assert last_request(team)[0].kind == "step"


def test_taking_back_is_done_once_even_if_the_request_comes_again(team: Team) -> None:
    to_step(team, "hiring")
    LedgerRow.objects.filter(team=team).update(
        by=LedgerRow.By.ORDERS
    )  # nothing of the coach's own before the next move
    ask(team, "hire", position="human-lineman", name="Brief Guest", number=40)
    undo = {"actor": team.owner, "team": team, "version": team_club(team).rows, "key": uuid4()}
    first, again = team_undo(**undo), team_undo(**undo)
    assert [row.pk for row in first] == [row.pk for row in again]
    with pytest.raises(Refused, match="There is no move of yours to take back"):
        team_undo(actor=team.owner, team=team, version=team_club(team).rows)


def test_the_rest_is_left_to_the_standing_orders_by_a_coach_alone(team: Team) -> None:
    version = team_club(team).rows
    with pytest.raises(PermissionDenied):
        team_leave_to_orders(actor=make_user("stranger"), team=team, version=version)
    rows = team_leave_to_orders(actor=team.owner, team=team, version=version, key=uuid4())
    assert {row.by for row in rows} == {LedgerRow.By.ORDERS}
    assert {row.actor for row in rows} == {team.owner}
    assert team_club(team).step == "ready"
    with pytest.raises(Refused):
        team_leave_to_orders(actor=team.owner, team=team, version=version)


def test_the_opened_seed_gives_the_dice_that_were_rolled(team: Team) -> None:
    sequence = team.sequences.get()
    assert sequence.seed == ""
    to_step(team, "ready")
    sequence.refresh_from_db()
    rolls = [roll for row in sequence.rows.order_by("number") for roll in row.rolls]
    dice = KeyedDice(sequence.seed, purpose="books")
    assert len(rolls) >= 2
    assert [dice.d(sides) for _, sides, _ in rolls] == [face for *_, face in rolls]


def test_a_list_is_bought_once(team: Team) -> None:
    team = before_redraft(to_step(team, "ready"))
    club = team_club(team)
    keep = sorted(club.members)[:11]
    request = {"actor": team.owner, "team": team, "keep": keep, "draft": {}, "version": club.rows, "key": uuid4()}
    first, again = team_redraft(**request), team_redraft(**request)
    assert [row.pk for row in first] == [row.pk for row in again]
    with pytest.raises(Refused) as refusal:
        team_redraft(**{**request, "key": uuid4(), "version": team_club(team).rows})
    assert refusal.value.code == "wrong-step"
    assert sorted(team_club(team).members) == keep
    assert team_club(team).season == 2


def test_a_row_number_is_used_once(team: Team) -> None:
    row = team.ledger.first()
    with pytest.raises(IntegrityError, match=r"ledger_number_once_per_team|ledgerrow\.number"), transaction.atomic():
        LedgerRow.objects.create(team=team, number=row.number, kind="renamed", request=uuid4(), by=LedgerRow.By.COACH)


def test_a_team_has_one_sequence_for_each_cause_and_number_and_one_open_at_a_time(team: Team) -> None:
    first = team.sequences.get()

    def add(**other: Any) -> None:
        fields = {"number": 9, "kind": first.kind, "object_id": 9, "closed_at": timezone.now(), **other}
        with transaction.atomic():
            Sequence.objects.create(team=team, sealed_seed="s", commitment="c", **fields)

    for spoilt in ({"number": first.number}, {"object_id": first.object_id}, {"kind": "luck"}, {"closed_at": None}):
        with pytest.raises(IntegrityError):
            add(**spoilt)
    add()
    add(number=10, kind=Sequence.Kind.SEASON, object_id=first.object_id)
    assert [each.cause for each in team.sequences.all()] == ["season 1", "match 9", "match 1"]


def test_dice_are_drawn_by_the_name_of_what_a_sequence_follows(team: Team) -> None:
    """Rehearsals and recorded seeds can be repeated only as long as these names stay as they are."""
    drawn: list[str] = []

    def draw(what: str) -> str:
        drawn.append(what)
        return "e" * 64

    to_step(team, "ready")
    with seeds_from(draw):
        sequence_open(team=team, kind=Sequence.Kind.SEASON, object_id=3, deadline=None).delete()
        sequence_open(team=team, kind=Sequence.Kind.MATCH, object_id=7, deadline=None)
    assert drawn == [f"season 3 of team {team.pk}", f"match 7 of team {team.pk}"]

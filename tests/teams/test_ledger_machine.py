"""Two coaches of one team at two devices, under any requests in any order: the books stay in order."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import engine
from engine.campaign import READY, REDRAFT, Club
from engine.campaign.snapshot import thaw
from journal.errors import Refused
from operations.checks.ledgers import ledger_breaches
from teams.ledger import snapshots as ledger_snapshots
from teams.ledger.services import editor_of, entries_of, locked_teams, team_club, team_request
from teams.models import CoCoach, LedgerRow, Team
from teams.orders.services import team_orders_set
from teams.prematch.services import prepare_locked
from teams.seeds import seeds_from
from teams.sequence.services import off_season_open, sequence_finish, sequence_record, team_redraft, team_undo
from tests.builders import make_team, make_user
from tests.engine.campaign.asking import NONSENSE, check_refusal, illegalities, match_result, requests

WHO = st.sampled_from([0, 1])
OF_THE_HOUSE = ("stale", "nothing-to-undo")  # refused before the rules of the game are asked


class Books(RuleBasedStateMachine):
    """Each example is a transaction of its own, and taken back. Its dice are the same whenever it is tried."""

    def __init__(self) -> None:
        super().__init__()
        self.example = ExitStack()
        self.example.enter_context(transaction.atomic())
        self.example.callback(transaction.set_rollback, True)
        self.example.enter_context(seeds_from(lambda what: engine.commitment(f"{self.causes}")))

    def teardown(self) -> None:
        self.example.close()

    @initialize(roster=st.sampled_from(["human", "shambling-undead", "snotling"]))
    def found(self, roster: str) -> None:
        coaches = [make_user("owner"), make_user("helper")]
        self.team = make_team(coaches[0], "Team", ruleset="bb2025", roster=roster)
        self.other = make_team(coaches[1], "Others", ruleset="bb2025", roster="orc")
        CoCoach.objects.create(team=self.team, user=coaches[1], accepted_at=timezone.now())
        self.coaches, self.stranger = coaches, make_user("stranger")
        self.seen, self.causes = [self.club.rows, self.club.rows], 0
        self.granted: list[tuple[Callable[[], list[LedgerRow]], list[LedgerRow]]] = []

    @property
    def club(self) -> Club:
        return team_club(self.team)

    @property
    def step(self) -> str:
        return Team.objects.get(pk=self.team.pk).step

    def another(self) -> int:
        """The number of one more match or season."""
        self.causes += 1
        return self.causes

    def send(self, who: int, service: Callable[..., list[LedgerRow]], **arguments: Any) -> None:
        """A request of one coach, by the page that he has before him."""
        before, version, key = self.club.rows, self.seen[who], uuid4()

        def request() -> list[LedgerRow]:
            return service(actor=self.coaches[who], team=self.team, version=version, key=key, **arguments)

        try:
            rows = request()
        except Refused as refused:
            code = refused.code
            check_refusal(code, refused.message, refused.rule)
            assert self.club.rows == before
            assert version == before or code in OF_THE_HOUSE
            return
        assert (version, self.club.rows) == (before, before + len(rows))
        if rows:
            self.granted.append((request, rows))

    @rule(who=WHO)
    def look(self, who: int) -> None:
        self.seen[who] = self.club.rows

    @rule(who=WHO, looks=st.booleans(), data=st.data())
    def ask(self, who: int, looks: bool, data: st.DataObject) -> None:
        if looks:
            self.look(who)
        action, arguments = data.draw(requests(self.club))
        self.send(who, team_request, action=action, arguments=arguments)

    @rule(who=WHO)
    def ask_what_is_wise(self, who: int) -> None:
        self.look(who)
        sequence = self.team.sequences.filter(closed_at__isnull=True).first()
        wise = self.team.campaign.orders.decide(editor_of(self.team, sequence), {})
        if wise:
            self.send(who, team_request, action=wise[0], arguments=wise[1])

    @rule(who=WHO)
    def undo(self, who: int) -> None:
        self.send(who, team_undo)

    @precondition(lambda self: getattr(self, "granted", None))
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        before = self.club.rows
        request, rows = data.draw(st.sampled_from(self.granted))
        assert request() == rows
        assert self.club.rows == before

    @rule(data=st.data())
    def ask_as_a_stranger(self, data: st.DataObject) -> None:
        before = self.club
        action, arguments = data.draw(requests(before))
        with pytest.raises(PermissionDenied):
            team_request(actor=self.stranger, team=self.team, action=action, arguments=arguments, version=before.rows)
        assert self.club == before

    @rule(who=WHO, given=st.dictionaries(st.sampled_from(["squad", "reserve", "advance", "more"]), NONSENSE))
    def leave_orders(self, who: int, given: dict[str, Any]) -> None:
        try:
            team_orders_set(actor=self.coaches[who], team=self.team, given=given)
        except Refused as refused:
            check_refusal(refused.code, refused.message, refused.rule)

    @precondition(lambda self: self.step == READY)
    @rule(seed=st.integers(0, 10**6))
    def play(self, seed: int) -> None:
        match = self.another()
        with transaction.atomic():
            sheet, _ = prepare_locked(*locked_teams(self.team.pk, self.other.pk), match=match)
        guests = [str(row["id"]) for row in sheet["players"] if row.get("spare") or row.get("rookie")]
        result = match_result(self.club, guests, seed)
        sequence_record(team=self.team, result=result, side="home", match=match, opponent="Others", deadline=None)

    @rule()
    def pass_the_deadline(self) -> None:
        sequence_finish(team=self.team)
        assert self.step == READY

    @precondition(lambda self: self.step == READY and self.club.played)
    @rule(trophy=st.booleans())
    def end_season(self, trophy: bool) -> None:
        off_season_open(team=self.team, season=self.another(), prize=30, trophy=trophy, deadline=None)

    @precondition(lambda self: self.step == REDRAFT)
    @rule(who=WHO, looks=st.booleans(), keep=st.none() | st.lists(st.integers(0, 30), max_size=12))
    def redraft(self, who: int, looks: bool, keep: list[int] | None) -> None:
        if looks:
            self.look(who)
        wise, draft = self.team.campaign.orders.redraft(editor_of(self.team, None), {})
        self.send(who, team_redraft, keep=wise if keep is None else keep, draft=draft)

    @invariant()
    def is_in_order(self) -> None:
        if hasattr(self, "granted"):
            assert list(ledger_breaches(Team.objects.get(pk=self.team.pk))) == []
            assert illegalities(self.club, editor_of(self.team, None).rulings) == []
            assert (self.step == READY) != self.team.sequences.filter(closed_at__isnull=True).exists()

    @invariant()
    def snapshots_agree_with_the_whole_ledger(self) -> None:
        if hasattr(self, "granted"):
            rows = entries_of(self.team)
            for snapshot in self.team.snapshots.all():
                assert thaw(self.team.campaign, snapshot.club) == self.team.campaign.club(rows[: snapshot.rows])
            assert self.club == self.team.campaign.club(rows)


@pytest.mark.django_db
def test_two_coaches_keep_the_books_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_snapshots, "ROWS_APART", 3)  # so that there are many
    run_state_machine_as_test(
        Books,
        settings=settings(max_examples=12, stateful_step_count=20, suppress_health_check=list(HealthCheck)),
    )

"""Seasons of a team under any requests in any order: the rules keep it legal, and its ledger keeps up with it."""

import json
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import engine
from engine.campaign import postmatch, prematch, season, sequence, sheets
from engine.campaign.club import Club
from engine.campaign.editor import TeamEditor
from engine.campaign.entries import Entry
from engine.campaign.refusal import Refusal
from engine.campaign.steps import HIRING, READY, REDRAFT, ROSTER
from engine.core.dice import KeyedDice
from engine.core.errors import BadInput
from engine.rules.teams.rosters import rosters
from tests.engine.campaign.asking import check_refusal, illegalities, match_result, requests
from tests.engine.campaign.editors import CAMPAIGN, EDITION

RULES = engine.ruleset(EDITION)
CAPTAINS = [key for key, roster in rosters(EDITION).items() if roster.has_captain]
OPEN = [entry for entry in RULES.catalogue.entries if entry.where in ("teams", "both") and entry.choices]


def rulings() -> st.SearchStrategy[Any]:
    """Up to three departures from the defaults, as far as they go together."""
    departures = st.sampled_from(OPEN).flatmap(
        lambda entry: st.tuples(st.just(entry.id), st.sampled_from([*entry.choices]))
    )
    return st.lists(departures, max_size=3).map(lambda chosen: _possible(dict(chosen)))


def _possible(chosen: dict[str, str]) -> Any:
    try:
        return RULES.rulings(overrides=chosen)
    except BadInput:
        return RULES.rulings()


SEEDS = st.integers(0, 10**6)


class Campaign(RuleBasedStateMachine):
    @initialize(roster=st.sampled_from([*rosters(EDITION), *CAPTAINS * 5]), rulings=rulings(), seed=st.integers(0, 999))
    def found(self, roster: str, rulings: Any, seed: int) -> None:
        self.dice, self.rulings, self.matches = KeyedDice(str(seed)), rulings, 0
        draft = CAMPAIGN.draft.random(roster, lambda number: self.dice.d(number) - 1)
        self.rows = CAMPAIGN.draft.found(draft, {})
        self.last: list[int] = []  # rows of the coach's last request
        self.folded = CAMPAIGN.club(self.rows)

    def editor(self) -> TeamEditor:
        return TeamEditor(CAMPAIGN, self.rows, self.rulings, self.dice)

    @property
    def club(self) -> Club:
        """Folded once for each number of rows; nobody changes it."""
        if self.folded.rows != len(self.rows):
            self.folded = CAMPAIGN.club(self.rows)
        return self.folded

    def enter(self, effect: Callable[[TeamEditor], object]) -> bool:
        """Whether it was granted. What is refused leaves no row and no die behind, and says why."""
        editor, rolled = self.editor(), self.dice.count
        try:
            effect(editor)
        except Refusal as refusal:
            check_refusal(refusal.code, str(refusal), refusal.rule)
            assert (editor.written, self.dice.count) == ([], rolled)
            return False
        self.last = []
        self.rows += [Entry.from_json(json.loads(json.dumps(row.to_json()))) for row in editor.written]
        assert self.club == editor.club
        return True

    # What coaches and the commissioner want --------------------------------------------------------------------------

    @rule(times=st.integers(1, 8), undoes=st.booleans(), data=st.data())
    def ask(self, times: int, undoes: bool, data: st.DataObject) -> None:
        for _ in range(times if self.club.step != READY else 1):
            request = data.draw(requests(self.club))
            before = len(self.rows)
            if self.enter(lambda editor, request=request: editor.perform(*request)):
                self.last = list(range(before + 1, len(self.rows) + 1))
        if undoes:
            self.undo(self.last)

    @rule(seed=SEEDS, data=st.data())
    def hire_a_namesake(self, seed: int, data: st.DataObject) -> None:
        """There is gold enough; but the shirt or the name is a team-mate's, or none at all."""
        self.go_to((HIRING, ROSTER), seed)
        self.enter(lambda editor: sequence.correct(editor, reason="a gift", gold=200))
        mate = data.draw(st.sampled_from([*self.club.members.values()]))
        new, free = f"Newcomer {self.club.signed}", self.club.free_number
        shirts = [(new, number) for number in (mate.number, 0, 100, free)]
        names = [(name, free) for name in (mate.name, f" {mate.name.upper()} ", "", "x" * 61)]
        name, number = data.draw(st.sampled_from([*shirts, *names]))
        position = data.draw(st.sampled_from([*self.club.roster.positions]))
        wanted = {"position": position, "name": name, "number": number}
        self.enter(lambda editor: editor.perform("hire", wanted))

    @precondition(lambda self: self.club.captain is not None)
    @rule(seed=SEEDS)
    def lose_the_captain(self, seed: int) -> None:
        """And ask for each of the others in his place, the biggest first, before the standing orders name one."""
        self.go_to((READY,), seed)
        self.play(seed, killed=self.club.captain)
        self.go_to((READY,), seed)
        for member in sorted(self.club.listed, key=lambda each: not each.position.big_guy):
            self.enter(lambda editor, id=member.id: editor.perform("appoint", {"member": id}))

    @rule(rows=st.lists(st.integers(0, 60), max_size=3))
    def undo(self, rows: list[int]) -> None:
        self.enter(lambda editor: sequence.undo(editor, rows))

    @rule(gold=st.sampled_from([-300, -5, 0, 50, 600]), spp=st.integers(-9, 9), data=st.data())
    def correct(self, gold: int, spp: int, data: st.DataObject) -> None:
        member = data.draw(st.sampled_from([None, 0, *self.club.members]))
        heal = data.draw(
            st.sampled_from([None, {"niggling": 1}, {"characteristic": "ma"}, {"available": True}, {"all": 1}])
        )
        self.enter(
            lambda editor: sequence.correct(editor, reason="error", gold=gold, member=member, spp=spp, heal=heal)
        )

    @precondition(lambda self: self.club.step == REDRAFT)
    @rule(data=st.data())
    def redraft_somehow(self, data: st.DataObject) -> None:
        keep, draft = CAMPAIGN.orders.redraft(self.editor(), {})
        keep = data.draw(st.lists(st.sampled_from([999, *self.club.members])))
        changed = data.draw(
            st.dictionaries(st.sampled_from([*draft, "fans", "roster"]), st.integers(-1, 20), max_size=2)
        )
        self.enter(lambda editor: season.redraft(editor, keep, {**draft, **changed}))

    # What happens anyway ---------------------------------------------------------------------------------------------

    @rule(ways=st.lists(st.tuples(SEEDS, st.sampled_from(["choose", "random"])), min_size=1, max_size=5))
    def go_on(self, ways: list[tuple[int, str]]) -> None:
        """So many steps: a match, the end of a step as standing orders make it, or the re-draft."""
        for seed, advance in ways:
            self.go_one_step(seed, advance)

    def go_to(self, steps: tuple[str, ...], seed: int) -> None:
        while self.club.step not in steps:
            self.go_one_step(seed, "choose")

    def go_one_step(self, seed: int, advance: str) -> None:
        if self.club.step == READY:
            self.play(seed)
        elif self.club.step == REDRAFT:
            self.redraft()
        else:
            self.end_step(advance)

    @precondition(lambda self: self.club.step == READY and self.club.played)
    @rule(prize=st.sampled_from([0, 30, 100]), trophy=st.booleans())
    def end_season(self, prize: int, trophy: bool) -> None:
        assert self.enter(lambda editor: season.end_season(editor, prize, trophy))
        assert self.enter(season.rest)

    def play(self, seed: int, killed: int | None = None) -> None:
        editor = self.editor()
        CAMPAIGN.orders.run(editor, {})
        prematch.journeymen(editor)
        wishes = CAMPAIGN.orders.standard["inducements"]["wishes"]
        budget = prematch.Budget(seed % 500, min(seed % 300, editor.club.treasury))
        sheet = sheets.sheet(editor.club, "Team", "TEA", prematch.induce(editor, wishes, budget))
        RULES.check_sheet(sheet, self.rulings)
        self.rows += editor.written
        guests = [str(row["id"]) for row in sheet["players"] if row.get("spare") or row.get("rookie")]
        result = match_result(editor.club, guests, seed, killed)
        self.matches += 1
        assert self.enter(lambda editor: postmatch.record(editor, result, "home", f"match {self.matches}"))

    def end_step(self, advance: str) -> None:
        step = self.club.step
        while self.club.step == step and (request := CAMPAIGN.orders.decide(self.editor(), {"advance": advance})):
            assert self.enter(lambda editor, request=request: editor.perform(*request))

    def redraft(self) -> None:
        keep, draft = CAMPAIGN.orders.redraft(self.editor(), {})
        assert self.enter(lambda editor: season.redraft(editor, keep, draft))

    @invariant()
    def is_legal(self) -> None:
        if not hasattr(self, "rows"):
            return
        club, balances = self.club, list(accumulate(row.gold for row in self.rows))
        assert illegalities(club, self.rulings) == []
        assert (club.treasury, min(balances) >= 0) == (balances[-1], True)

    def teardown(self) -> None:
        """Wherever it was left, the team finds its way to the next match."""
        if hasattr(self, "rows"):
            if self.club.step == REDRAFT:
                self.redraft()
            assert self.enter(lambda editor: CAMPAIGN.orders.run(editor, {}))
            assert self.club.step == READY


TestCampaign = Campaign.TestCase
TestCampaign.settings = settings(max_examples=25, stateful_step_count=40, suppress_health_check=list(HealthCheck))

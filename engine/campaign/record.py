"""What a team's life between matches is made of: the values and procedures that editions fill in differently.

A ruleset has one such record, or none. Pages, the API and commands ask the record, and nothing behind it. Procedures
are handed a club or its editor, and both know the record they belong to.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.campaign.advancement import Option
from engine.campaign.arguments import argument_types
from engine.campaign.autopilot import Orders, Request
from engine.campaign.club import Club, Member
from engine.campaign.draft_list import Bill, DraftList
from engine.campaign.drafting import DraftRules
from engine.campaign.editor import TeamEditor
from engine.campaign.entries import Entry
from engine.campaign.ledger import club_of, pages
from engine.campaign.matched.allowance import SkillBill
from engine.campaign.orders import StandingOrders
from engine.campaign.prematch import Basket, Budget
from engine.campaign.refusal import Refusal
from engine.campaign.report import Report, ReportForm
from engine.campaign.snapshot import Snapshot
from engine.campaign.words import Words
from engine.core.errors import BadInput
from engine.core.ruleset import Sheet
from engine.core.slots import Slots
from engine.rules.tables import Page, page, tables
from engine.rules.teams.rosters import Roster, rosters

Document = Mapping[str, Any]  # as a coach fills it in
# The tables of an edition's data that these rules look things up in.
TABLES = (
    "advancement_cost_spp",
    "characteristic_improvement",
    "conceding",
    "draft_costs_k",
    "expensive_mistakes",
    "inducement_money",
    "prizes_k",
    "random_skill_table",
    "re_draft",
    "spp_awards",
    "value_increase_k",
    "winnings",
)


@dataclass(frozen=True, kw_only=True, eq=False)
class Steps(Slots):
    """The post-match sequence."""

    names: Mapping[str, str]
    parts: Mapping[str, tuple[str, ...]]  # steps that take place at once, by the step that holds them
    in_order: Callable[[TeamEditor, Collection[str]], tuple[str, ...]]  # for a team that has gone through some of them
    checks: tuple[Callable[[TeamEditor], None], ...]  # what must be decided before a step can end


@dataclass(frozen=True, kw_only=True, eq=False)
class Value(Slots):
    team: Callable[[Club], int]
    current: Callable[[Club], int]  # of those who can play the next match


@dataclass(frozen=True, kw_only=True, eq=False)
class Choices(Slots):
    """What coaches can choose from, and what it costs."""

    nominees: Callable[[TeamEditor], int]  # for most valuable player
    candidates: Callable[[TeamEditor], list[Member]]  # for most valuable player
    scorers: Callable[[TeamEditor], list[Member]]  # who can be given a touchdown of a concession
    points: Callable[[TeamEditor, str], int]  # that an event of a match is worth to this team
    advancement_prices: Callable[[TeamEditor, Member], Mapping[str, int]]
    skills: Callable[[TeamEditor, Member], list[Option]]
    must_advance: Callable[[TeamEditor, Member], bool]
    staff_price: Callable[[TeamEditor, str], int]  # of one more, between matches
    captains: Callable[[TeamEditor], list[Member]]  # who can be appointed now
    identity: Callable[
        [Club, Collection[str], Collection[int]], dict[str, Any]
    ]  # a name and a number beside those taken


@dataclass(frozen=True, kw_only=True, eq=False)
class Prematch(Slots):
    journeymen: Callable[[TeamEditor], None]
    budgets: Callable[[Club, Club], tuple[Budget, Budget]]  # of the team of the higher value, and the other
    basket: Callable[[TeamEditor, Budget], Basket]
    check_inducement: Callable[[Club, str, int], None]  # refuse what the club may not have
    induce_both: Callable[[TeamEditor, TeamEditor, Sequence[Document]], list[Document]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Postmatch(Slots):
    record: Callable[..., None]  # a match that was played
    unplayed: Callable[..., None]  # a fixture that was not
    forfeited: Callable[..., None]  # a fixture that was not, because one side gave it up and is punished for it


@dataclass(frozen=True, kw_only=True, eq=False)
class Reports(Slots):
    """Of matches that were played at a table."""

    form: ReportForm
    checks: tuple[Callable[[Report], Iterator[Refusal]], ...]  # what may be wrong with one
    result: Callable[[Report], dict[str, Any]]  # of one with which nothing is wrong

    def problems(self, report: Report) -> list[Refusal]:
        return [problem for check in self.checks for problem in check(report)]


@dataclass(frozen=True, kw_only=True, eq=False)
class Season(Slots):
    """Between two seasons."""

    end: Callable[[TeamEditor, int, bool], None]
    rest: Callable[[TeamEditor], None]
    funds: Callable[[TeamEditor], int]
    sources: Callable[[TeamEditor], dict[str, int]]
    bill: Callable[[TeamEditor, list[int], Document], Bill]
    problems: Callable[[TeamEditor, list[int], Document], list[Refusal]]
    redraft: Callable[[TeamEditor, list[int], dict[str, Any]], None]


@dataclass(frozen=True, kw_only=True, eq=False)
class Campaign(Slots):
    key: str
    data: str  # the folder of its figures and words
    play: str  # which way of playing an edition it is

    # Values
    costs: Mapping[str, int]  # of a list, where they are not those of the edition's tables
    drafting: Callable[["Campaign"], DraftRules]
    staff: Mapping[str, str]  # what a team can buy beside players, and what it is called
    steps: Steps
    actions: Mapping[str, Callable[..., None]]  # everything a coach can ask for between matches
    log: Mapping[str, str]  # what the log says of each action, and of what else changes a team
    autopilot: Mapping[
        str, tuple[Callable[[TeamEditor, Orders], Iterator[Request]], ...]
    ]  # what a team asks for by itself, by step

    # Procedures
    value: Value
    choices: Choices
    check_list: tuple[Callable[[DraftList], Iterator[Refusal]], ...]  # what may be wrong with a draft list
    sheet: Callable[..., Sheet]  # of the next match
    skills: Callable[[Club], SkillBill | None]  # the skill points of a team whose skills were added to its list
    gained_skills: Callable[[Club, Member], Mapping[str, Any]]  # beyond those of the position
    prematch: Prematch
    postmatch: Postmatch
    reports: Reports
    season: Season
    undo: Callable[[TeamEditor, list[int]], None]
    correct: Callable[..., None]  # by a commissioner
    strike: Callable[..., list[str]]  # matches from the books; what could not be taken back
    recount: Callable[..., None]  # the record of a season
    scenario: Callable[..., Any]  # how scenario files speak of a team

    def __post_init__(self) -> None:
        super().__post_init__()
        for problem in _problems(self):
            raise BadInput(f"{self}: {problem}")

    def __str__(self) -> str:
        return f"{self.key} between matches"

    # What has no club yet, or belongs to none

    @cached_property
    def words(self) -> Words:
        """What pages show."""
        return Words(self.data, self.staff, self.log, self.costs)

    @cached_property
    def draft(self) -> DraftRules:
        return self.drafting(self)

    @cached_property
    def orders(self) -> StandingOrders:
        return StandingOrders(self)

    @property
    def tables(self) -> Mapping[str, Any]:
        return tables(self.data)

    @property
    def rosters(self) -> Mapping[str, Roster]:
        return rosters(self.data)

    @property
    def teams_change(self) -> bool:
        """Whether anything is decided between matches: players who learn, come and go, gold that is spent."""
        return bool(self.autopilot)

    def cite(self, rule: Page | str) -> str:
        """Where the book has a rule; the id of a ruling stands for itself."""
        return page(self.data, rule) if isinstance(rule, Page) else rule

    def refusal(self, code: str, sentence: str, rule: Page | str) -> Refusal:
        return Refusal(code, sentence, self.cite(rule))

    def club(self, rows: Iterable[Entry], start: Snapshot | None = None) -> Club:
        """What the rows of a ledger amount to, or what they make of a snapshot of all the rows before them."""
        return club_of(self, rows, start)

    def replay(self, rows: Iterable[Entry]) -> Iterator[tuple[Entry, Club]]:
        """Each row with the club once it is entered. It is always the same club, which changes from row to row."""
        return pages(self, rows)

    def arguments(self, action: str) -> Mapping[str, Any]:
        """What an action wants to know, by name, with its type; nothing where there is no such action."""
        return argument_types(self.actions[action]) if action in self.actions else {}


def _problems(campaign: Campaign) -> Iterator[str]:
    """What does not fit together."""
    steps = campaign.steps
    named = {*campaign.autopilot, *steps.parts, *(each for parts in steps.parts.values() for each in parts)}
    yield from (f"there is no step {step}" for step in sorted(named - steps.names.keys()))
    yield from (f"the log has no words for {action}" for action in campaign.actions if action not in campaign.log)
    yield from (f"there is no table {table}" for table in TABLES if table not in campaign.tables)

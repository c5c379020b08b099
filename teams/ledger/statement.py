"""A team's ledger as a bank statement: what happened, what came in and went out, and the balance after each row."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate

from django.db.models import Case, Max, Min, Q, QuerySet, When

import engine
from engine.campaign import REVOKED
from teams.ledger.services import entry_of
from teams.ledger.wording import Telling
from teams.models import LedgerRow, Team

# What readers can ask for, and the kinds of rows it means.
TOPICS = {
    "matches": ("Matches", ("played", "recounted", "friendly", "winnings", "inducements", "stocked")),
    "players": (
        "Players who come, go and change",
        ("signed", "kept", "left", "stayed", "renamed", "captain", "retired", "rehired"),
    ),
    "points": ("Points and advancements", ("points", "mvp", "rolled", "advanced", "taught")),
    "injuries": ("Injuries and grudges", ("hurt", "healed", "grudge", "hates")),
    "staff": ("Staff, re-rolls and fans", ("staff",)),
    "funds": (
        "Funds, prizes, mistakes, corrections",
        ("founded", "unspent", "funds", "prize", "mistake", "correction"),
    ),
    "course": ("Steps, seasons, moves taken back", ("step", "season", REVOKED)),
}
GOLD = "gold"  # any row that moves some


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the ledger, told."""

    row: LedgerRow
    words: str
    season: int
    balance: int
    void: bool  # taken back later

    @property
    def dice(self) -> list[str]:
        return [f"{what}: {face} on a D{sides}" for what, sides, face in self.row.rolls]

    @property
    def thrown(self) -> str:
        """The dice as a sentence to follow the words, if there were any."""
        return f" Dice: {', '.join(self.dice)}." if self.dice else ""

    @property
    def income(self) -> int:
        return max(self.row.gold, 0)

    @property
    def expense(self) -> int:
        return max(-self.row.gold, 0)

    @property
    def who(self) -> str:
        return str(self.row.actor) if self.row.actor else ""

    @property
    def ruling(self) -> str:
        """The ruling that the row rests on, where it is not a page of the book."""
        rule = self.row.rule
        return rule if rule.partition(".")[0] in engine.RULESETS else ""

    @property
    def cause(self) -> str:
        """What the row comes from or prepares."""
        return self.row.sequence.cause if self.row.sequence else self.row.why

    @property
    def match(self) -> int | None:
        """The match that the row comes from or prepares, if any."""
        return self.row.sequence.match if self.row.sequence else self.row.match


class Statement:
    """The ledger of a team, any part of which can be told without reading the rest: one query for what all of it says of
    gold and seasons, and one or two for each part.
    """

    def __init__(self, team: Team) -> None:
        self.team = team
        marks = team.ledger.filter(~Q(gold=0) | Q(kind__in=("season", REVOKED))).order_by("number")
        rows = list(marks.values_list("number", "kind", "gold", Case(When(kind=REVOKED, then="data"))))
        self.void = {number for _, kind, _, data in rows if kind == REVOKED for number in data["rows"]}
        begun = [number for number, kind, *_ in rows if kind == "season" and number not in self.void]
        self._seasons = [1, *begun]  # the first row of each
        self._marked = [number for number, *_ in rows]
        golds: list[int] = [gold for _, _, gold, _ in rows]
        self._balances = [0, *accumulate(golds)]
        self.income, self.expense = sum(gold for gold in golds if gold > 0), -sum(gold for gold in golds if gold < 0)

    @property
    def seasons(self) -> range:
        return range(1, len(self._seasons) + 1)

    @property
    def balance(self) -> int:
        return self._balances[-1]

    def balance_before(self, number: int) -> int:
        return self._balances[bisect_left(self._marked, number)]

    def balance_after(self, number: int) -> int:
        return self._balances[bisect_right(self._marked, number)]

    def season_of(self, number: int) -> int:
        return bisect_right(self._seasons, number)

    def rows(self, season: int | None = None, topic: str = "") -> QuerySet[LedgerRow]:
        """The rows of one season or of all, of one topic or of all, with who did it and why."""
        rows = self.team.ledger.select_related("actor", "sequence").order_by("number")
        if season is not None:
            first, *later = self._seasons[season - 1 :]
            rows = rows.filter(number__gte=first, **({"number__lt": later[0]} if later else {}))
        if topic == GOLD:
            return rows.exclude(gold=0)
        return rows.filter(kind__in=TOPICS[topic][1]) if topic else rows

    def lines(self, rows: Iterable[LedgerRow]) -> list[Line]:
        """These rows, told. Besides them only those are read that gave their players a name, or that they take back."""
        listed = sorted(rows, key=lambda row: row.number)
        quoted = self._taken_back_by(listed)
        telling = Telling(self.team.campaign, self.team.campaign.rosters[self.team.roster])
        told = {row.number: row for row in (*listed, *quoted)}
        words = {}
        for row in sorted((*told.values(), *self._naming(told)), key=lambda row: row.number):
            if row.number in told:
                words[row.number] = telling.tell(entry_of(row), row.number, stands=row.number not in self.void)
            elif row.kind == "signed" or row.number not in self.void:
                telling.learn(entry_of(row))
        return [self._line(row, words[row.number]) for row in listed]

    def _taken_back_by(self, rows: Collection[LedgerRow]) -> list[LedgerRow]:
        here = {row.number for row in rows}
        elsewhere = {number for row in rows if row.kind == REVOKED for number in row.data["rows"]} - here
        return list(self.team.ledger.filter(number__in=elsewhere)) if elsewhere else []

    def _naming(self, told: Mapping[int, LedgerRow]) -> QuerySet[LedgerRow]:
        """How whoever is spoken of came to be called so; what is told anyway left out."""
        members = {member for row in told.values() for member in (row.member, row.data.get("former")) if member}
        naming = self.team.ledger.filter(kind__in=("signed", "renamed"), member__in=members)
        return naming.filter(number__lt=max(told, default=0)).exclude(number__in=told)

    def _line(self, row: LedgerRow, words: str) -> Line:
        number = row.number
        return Line(row, words, self.season_of(number), self.balance_after(number), number in self.void)

    def by_match(self) -> list[int]:
        """What the treasury held after the draft and after each sequence: one query."""
        in_sequence = self.team.ledger.filter(sequence__isnull=False).order_by().values("sequence")
        spans = sorted(in_sequence.annotate(first=Min("number"), last=Max("number")).values_list("first", "last"))
        drafted = self.balance_before(spans[0][0]) if spans else self.balance
        return [drafted, *(self.balance_after(last) for _, last in spans)]

"""A team's ledger as a bank statement: what happened, what came in and went out, and the balance after each row."""

from collections.abc import Collection
from dataclasses import dataclass

import engine
from engine.campaign.entries import REVOKED
from engine.rules.rosters import rosters
from teams.books import entry_of
from teams.models import LedgerRow, Team
from teams.wording import Telling

# What readers can ask for, and the kinds of rows it means.
TOPICS = {
    "matches": ("Matches", ("played", "friendly", "winnings", "inducements")),
    "players": (
        "Players who come, go and change",
        ("signed", "kept", "left", "stayed", "renamed", "captain", "retired", "rehired"),
    ),
    "points": ("Points and advancements", ("points", "mvp", "rolled", "advanced")),
    "injuries": ("Injuries and grudges", ("hurt", "healed", "grudge", "hates")),
    "staff": ("Staff, re-rolls and fans", ("staff",)),
    "funds": ("Funds, prizes, mistakes, corrections", ("founded", "funds", "prize", "mistake", "correction")),
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
    def match(self) -> int | None:
        """The match that the row comes from or prepares, if any."""
        cause = self.row.sequence.cause if self.row.sequence else self.row.reason
        return match_number(cause)


def match_number(cause: str) -> int | None:
    """The match behind the cause of a sequence."""
    kind, _, number = cause.partition(" ")
    return int(number) if kind == "match" and number.isdecimal() else None


def rows_of(team: Team) -> list[LedgerRow]:
    """The whole ledger with who did it and why: one query."""
    return list(team.ledger.select_related("actor", "sequence").order_by("number"))


def statement(team: Team, rows: list[LedgerRow]) -> list[Line]:
    """All rows of a team, told in order."""
    telling = Telling(team.ruleset, rosters(team.ruleset)[team.roster])
    void = void_rows(rows)
    lines: list[Line] = []
    season, balance = 1, 0
    for row in rows:
        balance += row.gold
        season += row.kind == "season" and row.number not in void
        words = telling.tell(entry_of(row), row.number, stands=row.number not in void)
        lines.append(Line(row, words, season, balance, row.number in void))
    return lines


def void_rows(rows: Collection[LedgerRow]) -> set[int]:
    """The numbers of the rows that were taken back."""
    return {number for row in rows if row.kind == REVOKED for number in row.data["rows"]}


def by_match(lines: list[Line]) -> list[int]:
    """What the treasury held after the draft and after each sequence."""
    held: dict[int | None, int] = {}
    for line in lines:
        if line.row.sequence or not any(held):
            held[line.row.sequence.number if line.row.sequence else None] = line.balance
    return list(held.values())


def about(lines: list[Line], topic: str) -> list[Line]:
    """Only lines of one topic."""
    if topic == GOLD:
        return [line for line in lines if line.row.gold]
    kinds = TOPICS[topic][1]
    return [line for line in lines if line.row.kind in kinds]

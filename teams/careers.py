"""The life of one player, from the ledger: also of those who have left."""

from dataclasses import dataclass, field
from itertools import pairwise

from engine.campaign import Club, Member
from engine.campaign.entries import REVOKED
from engine.campaign.ledger import pages
from teams.books import entry_of
from teams.models import LedgerRow, Team
from teams.statement import TOPICS, Line, Statement


@dataclass(frozen=True, slots=True)
class Event:
    """A row about the player, the match it comes from, and the player's value after it."""

    line: Line
    opponent: str
    value: int


@dataclass(slots=True)
class Career:
    club: Club
    member: Member
    events: list[Event] = field(default_factory=list)

    @property
    def left(self) -> Event | None:
        """How it ended, if it has."""
        return None if self.member.id in self.club.members else self.events[-1]

    def about(self, topic: str) -> list[Event]:
        return [event for event in self.events if event.line.row.kind in TOPICS[topic][1]]

    @property
    def values(self) -> list[Event]:
        """Only where the value changed, and the first."""
        first = self.events[:1]
        return first + [event for before, event in pairwise(self.events) if event.value != before.value]

    @property
    def worth(self) -> list[int]:
        """The same in bare numbers."""
        return [event.value for event in self.values]


def career(team: Team, rows: list[LedgerRow], member: int) -> Career | None:
    """What the books say of this player; None if they know nobody of that number."""
    books = Statement(team)
    opponents: dict[str, str] = {}
    found: Career | None = None
    about: list[LedgerRow] = []
    values: list[int] = []
    for row, (entry, club) in zip(rows, pages(team.ruleset, [entry_of(row) for row in rows]), strict=True):
        if entry.kind in ("played", "friendly"):
            opponents[entry.data["match"]] = entry.data.get("opponent", "")
        if found is None and member in club.members:
            found = Career(club, club.members[member])
        stands = entry.kind != REVOKED and row.number not in books.void
        if found and stands and member in (entry.member, entry.data.get("former")):
            about.append(row)
            values.append(found.member.value)
    if found:
        told = zip(books.lines(about), values, strict=True)
        found.events = [Event(line, opponents.get(line.cause, ""), value) for line, value in told]
    return found

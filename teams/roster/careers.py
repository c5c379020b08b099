"""The life of one player, from the ledger: also of those who have left."""

from dataclasses import dataclass, field
from itertools import pairwise

from engine.campaign import REVOKED, Club, Entry, Member
from teams.ledger.statement import TOPICS, Line, Statement
from teams.models import Team


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
    def awards(self) -> int:
        """How often the player was named most valuable."""
        return sum(event.line.row.kind == "mvp" for event in self.events)

    @property
    def values(self) -> list[Event]:
        """Only where the value changed, and the first."""
        first = self.events[:1]
        return first + [event for before, event in pairwise(self.events) if event.value != before.value]

    @property
    def worth(self) -> list[int]:
        """The same in bare numbers."""
        return [event.value for event in self.values]


def career(team: Team, member: int) -> Career | None:
    """What the books say of this player; None if they know nobody of that number."""
    books, entries = Statement(team), _entries(team)
    opponents: dict[str, str] = {}
    values: dict[int, int] = {}  # after each row about the player
    found: Career | None = None
    for number, (entry, club) in enumerate(team.campaign.replay(entries), start=1):
        if entry.kind in ("played", "friendly"):
            opponents[entry.data["match"]] = entry.data.get("opponent", "")
        if found is None and member in club.members:
            found = Career(club, club.members[member])
        stands = entry.kind != REVOKED and number not in books.void
        if found and stands and member in (entry.member, entry.data.get("former")):
            values[number] = found.member.value
    if found:
        told = books.lines(books.rows().filter(number__in=values))
        found.events = [Event(line, opponents.get(line.cause, ""), values[line.row.number]) for line in told]
    return found


def _entries(team: Team) -> list[Entry]:
    """The whole ledger, for the rules alone: without who did it when, which takes longer to read than all the rest."""
    columns = team.ledger.order_by("number").values_list("kind", "member", "gold", "spp", "data", "rolls", "rule")
    return [
        Entry(kind, member, gold, spp, data, tuple(map(tuple, rolls)), rule)
        for kind, member, gold, spp, data, rolls, rule in columns
    ]

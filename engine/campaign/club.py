"""A club and its members: what the rows of a team's ledger amount to."""

from dataclasses import MISSING, dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from engine.campaign.steps import READY
from engine.rules.state import SkillValue
from engine.rules.teams.rosters import Roster, RosterPosition

if TYPE_CHECKING:
    from engine.campaign.record import Campaign


@dataclass(slots=True)
class Member:
    """A player on the list."""

    id: int
    number: int
    name: str
    position: RosterPosition
    skills: dict[str, SkillValue] = field(default_factory=dict)  # learned ones
    changes: dict[str, int] = field(default_factory=dict)  # of characteristics; more is better
    improved: dict[str, int] = field(default_factory=dict)  # how often
    hatred: list[str] = field(default_factory=list)  # gained, not of the profile
    niggling: int = 0
    spp: int = 0
    earned: int = 0
    advancements: int = 0
    increase: int = 0  # of the value, by advancements
    misses_next: bool = False
    retired: bool = False
    may_retire: bool = False  # has just suffered a lasting injury
    journeyman: bool = False
    original: bool = False  # on the list as it was drafted
    keeps_pro: bool = False  # from a time as captain
    seasons: int = 0  # on the list at their end
    took_part: bool = False  # in a match of this season
    seasons_played: int = 0  # with a match in each

    @property
    def eligible(self) -> bool:
        """For the next match."""
        return not self.misses_next and not self.retired

    @property
    def value(self) -> int:
        """Injuries never lower it (Core p.91)."""
        return self.position.cost + self.increase

    @property
    def reduced(self) -> bool:
        """Has an injury that lowered a characteristic."""
        return any(self.changes[name] < self.improved.get(name, 0) for name in self.changes)

    def knows(self, skill: str) -> bool:
        return skill in self.skills or skill in self.position.skills

    def twin(self) -> "Member":
        """An equal one that later rows change alone: dictionaries and lists are changed in place, what is inside them is not."""
        twin = Member(*_MEMBER_VALUES(self))
        for name in _MEMBER_CONTAINERS:
            setattr(twin, name, getattr(self, name).copy())
        return twin


@dataclass(slots=True)
class Club:
    campaign: "Campaign"
    roster: Roster
    members: dict[int, Member] = field(default_factory=dict)
    signed: int = 0  # how many there have ever been; ids are never used again
    treasury: int = 0
    rerolls: int = 0
    assistant_coaches: int = 0
    cheerleaders: int = 0
    apothecary: int = 0
    fans: int = 0
    trophy: int = 0  # re-rolls of a champion
    league: str = ""
    favoured_of: str = ""
    captain: int | None = None
    captain_left: str = ""  # how the last one went, while the place is empty
    step: str = READY
    result: dict[str, Any] = field(default_factory=dict)  # of the match that is being dealt with
    offer: dict[str, Any] = field(default_factory=dict)  # of dice already rolled, waiting for the coach's choice
    raised: list[str] = field(default_factory=list)  # positions that may join for nothing
    awards: int = 0  # most valuable players still to be named
    credits: int = 0  # touchdowns of a concession, still to be given to somebody
    fallen: dict[int, Member] = field(default_factory=dict)  # who died in the match that is being dealt with
    grudges: dict[int, list[str]] = field(default_factory=dict)  # whom a member may come to hate, by keyword
    newcomers: list[int] = field(default_factory=list)  # who joined since the match
    held: list[str] = field(default_factory=list)  # positions of those fired since, whose places still count as taken
    closed: list[str] = field(default_factory=list)  # positions that nobody can be hired for before the next match
    inducements: dict[str, int] = field(default_factory=dict)  # that the list has for every match
    season: int = 1
    played: int = 0
    won: int = 0
    drawn: int = 0
    rows: int = 0

    @property
    def listed(self) -> list[Member]:
        """The players on the team draft list: journeymen are not."""
        return [member for member in self.members.values() if not member.journeyman]

    @property
    def eligible(self) -> list[Member]:
        return [member for member in self.listed if member.eligible]

    @property
    def journeymen(self) -> list[Member]:
        return [member for member in self.members.values() if member.journeyman]

    @property
    def free_number(self) -> int:
        """The lowest that nobody wears."""
        taken = {member.number for member in self.members.values()}
        return next(number for number in range(1, len(taken) + 2) if number not in taken)

    def twin(self) -> "Club":
        """An equal one that later rows change alone."""
        twin = Club(*_CLUB_VALUES(self))
        for name in _CLUB_CONTAINERS:
            setattr(twin, name, getattr(self, name).copy())
        twin.members = {id: member.twin() for id, member in self.members.items()}
        twin.fallen = {id: member.twin() for id, member in self.fallen.items()}
        return twin


def _containers(record: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(record) if each.default_factory is not MISSING)


_MEMBER_VALUES, _CLUB_VALUES = (attrgetter(*(each.name for each in fields(record))) for record in (Member, Club))
_MEMBER_CONTAINERS, _CLUB_CONTAINERS = _containers(Member), _containers(Club)

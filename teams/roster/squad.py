"""The players of a club as its pages show them: figures with what changed, skills explained, marks, any order."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engine.campaign import Club, Member
from teams.names import with_keywords


@dataclass(frozen=True, slots=True)
class Stat:
    """A characteristic as it is now, and how it differs from that of a rookie; more is better."""

    key: str
    name: str
    text: str
    rookie: str
    change: int
    rank: int  # the better, the higher

    @property
    def steps(self) -> int:
        return abs(self.change)


@dataclass(frozen=True, slots=True)
class Skill:
    key: str
    title: str
    text: str
    gained: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A player in the roster table."""

    member: Member
    stats: tuple[Stat, ...]
    skills: tuple[Skill, ...]
    captain: bool

    @property
    def about(self) -> str:
        """Figures and skills on one line: MA 6 ST 3 AG 3+ PA 4+ AV 9+. Block, Pro, Hatred (Dwarf)."""
        figures = " ".join(f"{stat.key.upper()} {stat.text}" for stat in self.stats)
        named = ", ".join(skill.title for skill in self.skills)
        return f"{figures}. {named}." if named else f"{figures}."

    @property
    def marks(self) -> list[str]:
        """What ails or sets apart the player, in words."""
        member = self.member
        words = ["journeyman"] if member.journeyman else []
        words += ["retired for the season"] if member.retired else []
        words += ["misses the next match"] if member.misses_next else []
        if member.niggling:
            words.append("niggling injury" if member.niggling == 1 else f"{member.niggling} niggling injuries")
        return words


def line_of(club: Club, member: Member) -> Line:
    return Line(member, tuple(_stats(club, member)), tuple(_skills(club, member)), club.captain == member.id)


def _stats(club: Club, member: Member) -> Iterable[Stat]:
    words = club.campaign.words
    now = words.stats(member.position, member.changes)
    for each in words.characteristics:
        value, rookie = now[each.key], each.text(member.position.stats[each.key])
        change = member.changes.get(each.key, 0)
        yield Stat(each.key, each.name, each.text(value), rookie, change, each.rank(value))


def _skills(club: Club, member: Member) -> Iterable[Skill]:
    gained, words = club.campaign.gained_skills(club, member), club.campaign.words
    for gain, listed in ((False, member.position.skills), (True, gained)):
        for key, value in with_keywords(listed).items():
            yield Skill(key, words.skill_title(key, value), words.skill_effect(key), gain)


def glossary(lines: Iterable[Line]) -> list[Skill]:
    """Each skill of these players once, by name."""
    known = {skill.key: skill for line in lines for skill in line.skills}
    return sorted(known.values(), key=lambda skill: skill.title)


# Order --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the roster, with what a click on its head asks for."""

    key: str
    label: str
    name: str
    by: Callable[[Line], Any]
    highest_first: bool = False
    numeric: bool = True


FIRST_COLUMNS = (
    Column("number", "#", "Number", lambda line: line.member.number),
    Column("name", "Name", "Name", lambda line: line.member.name.casefold(), numeric=False),
    Column("position", "Position", "Position", lambda line: line.member.position.name, numeric=False),
)
LAST_COLUMNS = (
    Column("skills", "Skills", "Skills gained", lambda line: line.member.advancements, True, False),
    Column("injuries", "Injuries", "Injuries", lambda line: len(line.marks), True, False),
    Column("spp", "SPP", "Star Player Points to spend", lambda line: line.member.spp, True),
    Column("advancements", "Adv.", "Advancements", lambda line: line.member.advancements, True),
    Column("value", "Value", "Value in thousands of gold pieces", lambda line: line.member.value, True),
)


def _ranked_by(at: int) -> Callable[["Line"], Any]:
    return lambda line: line.stats[at].rank


def columns_of(club: Club) -> tuple[Column, ...]:
    """The columns of a roster, with one for each characteristic that players have."""
    stats = (
        Column(each.key, each.key.upper(), each.name, _ranked_by(at), highest_first=True)
        for at, each in enumerate(club.campaign.words.characteristics)
    )
    return (*FIRST_COLUMNS, *stats, *LAST_COLUMNS)


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column in a table that is sorted."""

    column: Column
    order: str  # ascending, descending or nothing
    link: str  # what to ask for next


def in_order(club: Club, lines: Iterable[Line], asked: str) -> tuple[list[Line], list[Head]]:
    """The lines as `name` or `-name` asks, by number where it asks nonsense; and the heads that ask for other orders."""
    columns = {column.key: column for column in columns_of(club)}
    chosen = columns.get(asked.removeprefix("-"), columns["number"])
    falling = asked.startswith("-") and chosen.key == asked[1:]
    by_number = sorted(lines, key=lambda line: line.member.number)
    return sorted(by_number, key=chosen.by, reverse=falling), [
        _head(each, chosen, falling) for each in columns.values()
    ]


def _head(column: Column, chosen: Column, falling: bool) -> Head:
    if column is not chosen:
        return Head(column, "", f"-{column.key}" if column.highest_first else column.key)
    return Head(column, "descending" if falling else "ascending", column.key if falling else f"-{column.key}")

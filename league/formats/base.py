"""What a format is handed, what it gives back, and what all of them have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Any, cast

from django.contrib.humanize.templatetags.humanize import apnumber

from league.standings.games import Game, Row


class BadStage(ValueError):
    """A stage that cannot be played: a sentence for whoever sets it up, and the setting that is to blame."""

    def __init__(self, message: str, setting: str = "") -> None:
        super().__init__(message)
        self.setting = setting


class UnknownFormat(BadStage):
    pass


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that a commissioner sets: a number between two limits, a switch, or one of several words."""

    key: str
    label: str
    default: int | bool | str
    help: str
    lowest: int = 0
    highest: int = 0
    choices: tuple[tuple[int | str, str], ...] = ()
    of_later_stage: bool = False  # it makes no sense in the first one

    def clean(self, value: Any) -> int | bool | str:
        if self.choices:
            good = value in [key for key, _ in self.choices]
        elif isinstance(self.default, bool):
            good = isinstance(value, bool)
        else:
            good = type(value) is int and self.lowest <= value <= self.highest
        if not good:
            raise BadStage(f"{self.label}: {value!r} is not possible; {self._possible()}.", self.key)
        return cast("bool | int | str", value)  # one of the three, as just seen

    def _possible(self) -> str:
        if self.choices:
            return f"choose one of {', '.join(str(key) for key, _ in self.choices)}"
        return "it is on or off" if isinstance(self.default, bool) else f"choose {self.lowest} to {self.highest}"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team of a stage. Seeds begin at 1; group 0 stands for a field that has no groups."""

    team: int
    seed: int
    group: int = 0
    withdrawn: bool = False  # it plays no more
    filler: bool = False  # it fills the field, and has no right to titles


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of a round that has been drawn, with its result as soon as there is one."""

    home: int
    away: int
    slot: int = 0  # which of its round, from 0
    game: Game | None = None
    penalties: tuple[int, int] = (0, 0)  # that home and away have won

    def score(self, team: int) -> int:
        """What one of the two has scored; 0 before the match."""
        if self.game is None:
            return 0
        return self.game.home_score if self.home == team else self.game.away_score

    def penalties_of(self, team: int) -> int:
        return self.penalties[self.home != team]

    def won(self, team: int) -> bool:
        return self.game is not None and self.game.winner == ("home" if self.home == team else "away")


NOBODY = 0  # stands where a place of the bracket is empty


@dataclass(slots=True)
class Tie:
    """A place in the bracket: who meets there, once that is known, and who goes on."""

    name: str
    teams: tuple[int | None, int | None]  # the upper one and the lower one; none where it is not known yet
    sources: tuple[str, str] = ("", "")  # what is waited for where a team is not known
    meetings: list[Meeting] = field(default_factory=list)
    winner: int | None = None
    loser: int | None = None

    @property
    def walkover(self) -> bool:
        """Somebody goes on without a match."""
        return self.winner is not None and not self.meetings

    def score(self, team: int) -> int | None:
        """What a team has scored so far, in all matches of the tie."""
        scores = [each.score(team) for each in self.meetings if each.game]
        return sum(scores) if scores else None


@dataclass(frozen=True, slots=True)
class Round:
    meetings: Sequence[Meeting]
    byes: Collection[int] = ()  # teams that were given a rest which counts
    number: int = 0  # in the season

    @property
    def played(self) -> bool:
        return all(each.game for each in self.meetings)

    @property
    def games(self) -> list[Game]:
        """What counts for tables: results, and byes as games without an opponent."""
        return [*(each.game for each in self.meetings if each.game), *self._rests]

    @property
    def _rests(self) -> list[Game]:
        return [Game(team, None, round=self.number) for team in self.byes]


@dataclass(frozen=True, slots=True)
class Pair:
    home: int
    away: int
    slot: int = 0


@dataclass(frozen=True, slots=True)
class Decider:
    """A match that has to have a winner: by its own score or, as the second of a tie, by that and the first one's."""

    first_leg: tuple[int, int] = (0, 0)  # the scores of home and away


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as it is to be played."""

    pairs: Sequence[Pair]
    byes: Sequence[int] = ()


def no_table(teams: Collection[int]) -> Sequence[Row]:
    raise LookupError("This course was made without a table.")


@dataclass(frozen=True, slots=True)
class Course:
    """A stage so far."""

    settings: Mapping[str, Any]
    entrants: Sequence[Entrant]  # the best seed first
    rounds: Sequence[Round] = ()
    table: Callable[[Collection[int]], Sequence[Row]] = field(
        default=no_table, compare=False
    )  # of these teams, best first
    teams: Mapping[int, Any] = field(
        default_factory=dict, compare=False
    )  # for whoever shows them; formats know them by ids
    over: bool = False  # its time is up, where it has a time

    @property
    def active(self) -> list[Entrant]:
        return [each for each in self.entrants if not each.withdrawn]

    @property
    def played(self) -> bool:
        """Whether every match that was drawn has a result."""
        return all(each.played for each in self.rounds)

    def ranked(self, teams: Collection[int] | None = None) -> list[int]:
        wanted = [each.team for each in self.entrants] if teams is None else teams
        return [row.pk for row in self.table(wanted)]


class Format(ABC):
    """One way to bring a field of teams into an order. Formats keep nothing: a stage is handed to them anew each time."""

    key: str
    name: str
    about: str  # a sentence or two for whoever chooses
    order = 50  # in lists of formats
    settings: tuple[Setting, ...] = ()
    fewest = 2  # teams
    has_table = True
    may_grow = False  # whether rounds can be added to those that it has drawn up
    has_bracket = False
    gives_byes = False  # whether a team may rest in a round and have it counted
    free = False  # whether coaches make the matches, see `league.formats.free`
    agreed = False  # … and both have to want them
    moves = False  # whether the next season begins in another order than its places
    starts_season = True  # whether a season may begin with it
    decides = False  # whether its matches have to have winners
    follows = False  # whether it may follow another stage, from which it takes the best

    def clean(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All settings, with defaults for those that are not given."""
        if unknown := sorted(set(given) - {each.key for each in self.settings}):
            raise BadStage(f"{self.name} has no setting {', '.join(unknown)}.")
        return {each.key: each.clean(given.get(each.key, each.default)) for each in self.settings}

    def in_words(self, settings: Mapping[str, Any]) -> str:
        """How it is played with these settings, in sentences for everybody to read."""
        said = ", ".join(f"{each.label.lower()}: {settings[each.key]}" for each in self.settings)
        return f"{self.about} {said[:1].upper()}{said[1:]}." if said else self.about

    def who_goes_on(self, settings: Mapping[str, Any], size: int) -> str:
        """Who of it goes on to a stage of so many teams, the beginning of a sentence."""
        return f"The first {apnumber(size)} go on"

    def check_field(self, settings: Mapping[str, Any], teams: int) -> None:
        """Refuse a field that is too small or too large."""
        if teams < self.fewest:
            raise BadStage(f"{self.name} needs at least {self.fewest} teams.")

    def seated(self, settings: Mapping[str, Any], entrants: Sequence[Entrant]) -> list[Entrant]:
        """The field with groups where the format has any."""
        return list(entrants)

    def size(self, settings: Mapping[str, Any]) -> int:
        """How many teams it takes, the best of an earlier stage; 0 for all that there are."""
        return 0

    @abstractmethod
    def length(self, settings: Mapping[str, Any], teams: int) -> int:
        """How many rounds it takes."""

    @abstractmethod
    def draw(self, course: Course) -> list[Drawn]:
        """The rounds that can be drawn up now: none while results are missing, or nothing is left to play."""

    def finished(self, course: Course) -> bool:
        """Whether it is over. It is asked only when there is nothing to draw."""
        return course.played

    def places(self, course: Course) -> list[int]:
        """All teams, best first."""
        return course.ranked()

    def tables(self, course: Course) -> list[tuple[str, list[int]]]:
        """The tables to show, each with a name and its teams in order; one without a name where there are no groups."""
        return [("", self.places(course))]

    def next_order(self, course: Course) -> list[int]:
        """In which order its teams begin the next season, the best first."""
        return self.places(course)

    def group_name(self, group: int) -> str:
        return f"Group {ascii_uppercase[group - 1]}"

    def bracket(self, course: Course) -> list[list[Tie]]:
        """The ties of each round from top to bottom, where the way of a team through the rounds can be drawn."""
        return []

    def decider(self, course: Course, number: int, home: int, away: int) -> Decider | None:
        """What a match of a round, counted from 1 in this stage, has to decide."""
        return None

    def round_name(self, course: Course, number: int) -> str:
        """What the round is called beside its number, counted from 1 in this stage; empty for nothing."""
        return ""


def often(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times, f"{apnumber(times)} times")


def renumbered(entrants: Sequence[Entrant]) -> list[Entrant]:
    return [replace(each, seed=seed) for seed, each in enumerate(entrants, start=1)]

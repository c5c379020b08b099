"""A ruleset: a frozen record of what an edition plugs in. Nothing ever asks which edition it is."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.catalogue import DEFAULTS, HIGHEST, LOWEST, Catalogue, load_catalogue
from engine.core.decisions import Pick
from engine.core.dice import Dice
from engine.core.errors import UnknownTeam
from engine.core.game import Game
from engine.core.match import Match, Play
from engine.core.questions import Question
from engine.core.ruling import Ruling, Rulings

if TYPE_CHECKING:
    from engine.campaign import Campaign

DATA = Path(__file__).parent.parent / "data"
SCENARIOS = Path(__file__).parent.parent / "scenarios"
Sheet = Mapping[str, Any]
Row = tuple[str, str]  # a kind of table, such as kick-off, and the id of a row


@dataclass(frozen=True, slots=True)
class Position:
    """A kind of player that a team sheet may name."""

    key: str
    name: str
    abbr: str
    dice: tuple[int, ...]
    count: int
    wide: bool = False
    half: int = 0
    team_list: str = ""  # the list it is on, in a game with several
    about: str = ""  # what it can do, in a few figures and names


@dataclass(frozen=True, slots=True)
class Figure:
    """A statistic as the head of a column."""

    key: str
    abbr: str
    name: str


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    key: str
    game: str  # of which it is an edition: narrators and coaches know a game, not its editions
    version: str
    title: str
    play: Play
    new_game: Callable[[tuple[Sheet, Sheet], Dice, Rulings], Game[Any]]
    load_state: Callable[[dict[str, Any]], Any]
    code_rulings: tuple[Ruling[Any], ...]
    questions: Mapping[str, Question[Any]] = field(hash=False)  # that coaches may be asked, by key
    check_rulings: Callable[[Rulings], None]
    check_sheet: Callable[[Sheet, Rulings], None]
    standard_sheets: Callable[[], Mapping[str, Sheet]]
    random_sheets: Callable[[Pick], tuple[Sheet, Sheet]]  # two legal teams, for fuzzing
    load_positions: Callable[[], Mapping[str, Position]]
    load_names: Callable[[str], tuple[str, ...]]  # what players of a team list may be called
    skill_names: Callable[[], Collection[str]]
    result: Callable[[Any, tuple[Sheet, Sheet]], dict[str, Any]]
    after_match: Callable[[Rulings, dict[str, Any]], dict[str, Any]]
    table_rows: Callable[[], list[Row]]  # every row of its dice tables
    shown_row: Callable[[dict[str, Any]], Row | None]  # the row that an event stands for
    invariants: Callable[[Any], list[str]]  # what does not hold in a position and always should
    drawing: Callable[[Rulings], dict[str, Any]]
    board_override: Callable[[Path], dict[str, Any]]  # a board file as rulings
    team_figures: Mapping[str, str] = field(hash=False)  # statistics of a match worth comparing, with their names
    player_figures: tuple[Figure, ...]  # statistics of players worth a column
    table_figures: tuple[Figure, ...]  # what standings count beside the score: touchdowns, casualties
    walkover: tuple[int, int]  # score and touchdowns of a side that did not have to play
    stage: Any  # how scenario files speak of a position of this game: see engine.scenario
    edition: Any = None  # the record of values and procedures, where a game has several editions
    plans: Any = None  # the game plans of coaches, where they have any: see engine.rules.gameplan
    catalogue_folder: str = ""  # where its catalogue is, if that is not the folder of its key
    quiet_invariants: Callable[[Any], list[str]] = lambda game: []  # … and should at quiet points besides
    team_lists: Callable[[], Mapping[str, str]] = dict  # key to name, where a team is made of one list of several
    campaign: "Campaign | None" = None  # what a team's life between matches is made of, in a game where teams have one
    matched: "Campaign | None" = None  # the same in matched play, where the game has that
    name_descriptions: Callable[[], Mapping[str, str]] = dict  # what the names in settings that are lists stand for
    settled: Mapping[str, str] = field(
        default_factory=dict, hash=False
    )  # points that it does not leave open: their choice
    limits: Mapping[str, Mapping[str, tuple[int, int]]] = field(
        default_factory=dict, hash=False
    )  # of settings that are numbers, by point
    # What goes on a sheet for a match that has to have a winner, by what the team brings from a first leg; nothing where the
    # rules end every match in the same way.
    to_decide: Callable[[int], Mapping[str, Any]] = lambda first_leg: {}
    earlier_versions: Mapping[str, str] = field(
        default_factory=dict, hash=False
    )  # each with the last release that plays it
    profile_words: Mapping[str, str] = field(default_factory=dict, hash=False)  # one sentence about each profile

    def but(self, **changes: Any) -> "Ruleset":
        """A variant: the same record with other entries."""
        return replace(self, **changes)

    @property
    def catalogue(self) -> Catalogue:
        return catalogue(self.catalogue_folder or self.key, tuple(self.settled.items()))

    @property
    def positions(self) -> Mapping[str, Position]:
        return self.load_positions()

    @property
    def has_campaign(self) -> bool:
        """Whether its teams have a life between matches: gold, points, injuries, a ledger."""
        return self.campaign is not None

    @property
    def campaigns(self) -> Mapping[str, "Campaign"]:
        """By the way of playing."""
        return {each.play: each for each in (self.campaign, self.matched) if each is not None}

    def standard_sheet(self, key: str) -> Sheet:
        sheets = self.standard_sheets()
        if key not in sheets:
            raise UnknownTeam(f"{self.title} has no team {key!r}; there are {', '.join(sheets)}")
        return sheets[key]

    def rulings(self, profile: str = DEFAULTS, overrides: Mapping[str, Any] | None = None) -> Rulings:
        rulings = self.catalogue.rulings(profile, overrides)
        self.check_rulings(rulings)
        return rulings

    def setting_choices(self, id: str, choice: str, name: str) -> dict[str, str]:
        """The names that a setting which is a list may hold, each with what it does. The default lists them all."""
        possible = self.catalogue.entry(id).settings.get(choice, {}).get(name, ())
        described = self.name_descriptions()
        return {each: described.get(each, "") for each in possible} if isinstance(possible, list | tuple) else {}

    def setting_limits(self, id: str, name: str) -> tuple[int, int]:
        """The lowest and the highest number that a setting may have."""
        return self.limits.get(self.catalogue.entry(id).point, {}).get(name, (LOWEST, HIGHEST))

    def effects(self, rulings: Rulings) -> dict[str, Any]:
        """What the choices in force do, by point."""
        return {each.point: rulings.effect(each) for each in self.code_rulings}

    def start(self, sheets: tuple[Sheet, Sheet], dice: Dice, rulings: Rulings) -> Match:
        for sheet in sheets:
            self.check_sheet(sheet, rulings)
        return Match(self.new_game(sheets, dice, rulings), self.play)


@cache
def catalogue(key: str, settled: tuple[tuple[str, str], ...] = ()) -> Catalogue:
    return load_catalogue(DATA / key / "rulings.yaml", dict(settled))

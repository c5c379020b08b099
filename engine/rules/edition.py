"""What an edition of Blood Bowl is: the values and procedures that editions fill in differently.

Procedures reach it through the game: `game.edition.turns`. Its figures are in its data files, and only there.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.core.errors import BadInput
from engine.core.hooks import Skill
from engine.core.ruleset import Row
from engine.core.slots import Slots
from engine.rules.field import Gridiron
from engine.rules.tables import INJURIES, Table
from engine.rules.teams.characteristics import Characteristic

if TYPE_CHECKING:
    from engine.rules.actions import Action
    from engine.rules.ball import Flight
    from engine.rules.foul import Foul
    from engine.rules.game import BloodBowl
    from engine.rules.injury import Hurt
    from engine.rules.kickoff import Kick
    from engine.rules.movement import Activation
    from engine.rules.passing import Throw
    from engine.rules.rolls import Test
    from engine.rules.state import Player, Team
    from engine.rules.teammates import Hurl

Added = tuple[tuple[str, int], ...]  # to a roll, by source
Step = Callable[["BloodBowl"], Awaitable[None]]
# What a casualty table may say: the rules after a match know these.
CASUALTIES = {"badly-hurt", "seriously-hurt", "serious-injury", "lasting-injury", "dead"}


@dataclass(frozen=True, slots=True)
class LineUp:
    """How many players a team sets up, and where."""

    size: int
    on_the_line: int
    in_a_wide_zone: int


@dataclass(frozen=True, slots=True)
class Injuries:
    """The highest total of an Injury Roll that is Stunned, and that is Knocked-out; above it is a casualty."""

    stunned: int
    knocked_out: int


@dataclass(frozen=True, kw_only=True)
class StarPlayerPoints:
    """What a player's figures of a match are worth."""

    awards: Mapping[str, int]
    by_special_rule: Mapping[str, Mapping[str, int]]  # other awards for teams with a special rule
    by_effect: Mapping[str, str] = field(
        default_factory=dict
    )  # one more for each of a figure, for teams with an effect

    def worth(self, figures: Mapping[str, int], special_rules: Iterable[str], effects: Collection[str]) -> int:
        """What these figures of a player bring, in a team with these special rules and effects."""
        awards = dict(self.awards)
        for rule in special_rules:
            awards |= self.by_special_rule.get(rule, {})
        more = {figure: 1 for effect, figure in self.by_effect.items() if effect in effects}
        return sum(worth * figures.get(figure, 0) for each in (awards, more) for figure, worth in each.items())


@dataclass(frozen=True, kw_only=True)
class Modifiers(Slots):
    """What is added to the tests of players, before skills."""

    dodge: Callable[[int], Added]  # by the number of markers
    jump: Callable[[int], Added]
    rush: Callable[["BloodBowl"], Added]
    pick_up: Callable[["BloodBowl", "Player"], Added]
    catch: Callable[["BloodBowl", "Player", "Flight"], Added]
    throw: Callable[["BloodBowl", "Throw"], Added]
    intercept: Callable[["BloodBowl", "Throw", "Player"], Added]
    land: Callable[["BloodBowl", "Hurl"], Added]


@dataclass(frozen=True, kw_only=True, eq=False)
class Edition(Slots):
    key: str
    data: str  # the folder of its figures and words

    # Values
    pitch: Gridiron
    turns: int  # of each team in a half
    line_up: LineUp
    characteristics: Mapping[str, Characteristic]
    range_modifiers: Mapping[str, int]
    throw_team_mate_ranges: Collection[str]
    weather: Table
    kick_off: Table
    kick_off_events: Mapping[str, Callable[["BloodBowl", "Kick"], Awaitable[None]]]  # what each row of the table does
    kick_off_players: int  # how many an event may concern beyond a D3
    kick_off_actions: Collection[str]  # that may be declared during one
    drive_marks: Mapping[str, Mapping[str, int]]  # what makes characteristics one worse for a drive, down to so much
    actions: tuple["Action", ...]  # that anybody can declare
    reroll_sources: tuple[str, ...]  # of team re-rolls, those that are lost soonest first
    more_tables: Mapping[str, Table]  # of its own, by what is rolled for
    injuries: Injuries
    casualties: Table
    lasting_injuries: Table  # the characteristic that each costs
    star_player_points: StarPlayerPoints
    skills: Mapping[str, Skill]  # that a team sheet can list
    effects: Mapping[str, Skill]  # that work like skills: titles, prayers, staff, special rules of teams
    given: Collection[str]  # those of them that a match can give to a player
    order: Mapping[str, tuple[str, ...]]  # who goes first where several skills listen; those not named come last
    settled: Mapping[str, str]  # points that are not left open, with their choice

    # Procedures
    modifiers: Modifiers
    agility_target: Callable[["BloodBowl", "Player"], int]  # what the die of a player's Agility test has to show
    passing_target: Callable[["BloodBowl", "Player"], int]  # the same of a throw; 0 for a player who cannot throw
    meets: Callable[["Test"], bool]  # whether the die of a test, with what is added, is enough
    armour_target: Callable[["BloodBowl", "Player"], int]  # the lowest total of an Armour roll that breaks it
    throw_ball: Callable[["BloodBowl", "Throw"], Awaitable["Throw"]]
    interfere: Callable[["BloodBowl", "Throw"], Awaitable[None]]  # with a pass in the air
    throw_player: Callable[["BloodBowl", "Hurl"], Awaitable[None]]
    referee_sees: Callable[["BloodBowl", "Foul"], bool]
    rerolls_of_half: Callable[["Team"], dict[str, int]]  # the team re-rolls that a team has for a half, by source
    may_use_team_reroll: Callable[["BloodBowl", "Player"], bool]
    use_team_reroll: Callable[["BloodBowl", "Player", str], Awaitable[bool]]  # the one that its coach has picked
    suffer_casualty: Callable[["BloodBowl", "Hurt"], Awaitable[None]]  # with the apothecary and whatever else may heal
    before_match: tuple[Step, ...]
    start_half: Step  # what else a half begins with
    before_activation: Callable[["BloodBowl", "Activation"], None]
    after_activation: Callable[["BloodBowl", "Activation"], Awaitable[None]]  # however it has ended

    def __post_init__(self) -> None:
        super().__post_init__()
        for problem in _problems(self):
            raise BadInput(f"{self}: {problem}")

    def __str__(self) -> str:
        return self.key

    def table_rows(self) -> list[Row]:
        """Every row of its dice tables, with what is rolled for."""
        rolled = {"kick-off": self.kick_off, "weather": self.weather, **self.more_tables, "casualty": self.casualties}
        found = [(kind, id) for kind, table in rolled.items() for _, id in table.rows]
        return found + [("injury", name) for name in INJURIES]

    @property
    def listening(self) -> Mapping[str, Skill]:
        """Everything that may listen at a point of the match."""
        return {**self.skills, **self.effects}


def _problems(edition: Edition) -> list[str]:
    """What does not fit together, in words that name it."""
    rows, events = edition.kick_off.ids, edition.kick_off_events.keys()
    found = [f"nothing says what the kick-off event {row} does" for row in sorted(rows - events)]
    found += [f"the kick-off table has no row {event}" for event in sorted(events - rows)]
    found += [f"nothing is a casualty called {id}" for id in sorted(edition.casualties.ids - CASUALTIES)]
    return [*found, *_unlike(edition), *_crowded(edition), *_misnamed(edition)]


def _unlike(edition: Edition) -> Iterator[str]:
    """Ids within the record that have nothing to name."""
    known = edition.characteristics
    for id in sorted(edition.lasting_injuries.ids - known.keys()):
        yield f"a lasting injury costs {id}, which is no characteristic"
    for mark, worse in edition.drive_marks.items():
        yield from (f"{mark} makes {id} worse, which is no characteristic" for id in worse if id not in known)
    ranges = edition.range_modifiers
    for id in sorted({*"".join(edition.pitch.ranges), *edition.throw_team_mate_ranges} - ranges.keys()):
        yield f"nothing says what is added to a throw at the range {id}"


def _crowded(edition: Edition) -> Iterator[str]:
    line_up, pitch = edition.line_up, edition.pitch
    across = pitch.width - 2 * pitch.wide_zone
    if line_up.on_the_line > line_up.size:
        yield "more players have to stand on the line than are set up"
    if line_up.on_the_line > across or line_up.size > across * pitch.half:
        yield f"{line_up.size} players, {line_up.on_the_line} of them on the line, have no room in the centre field"


def _misnamed(edition: Edition) -> Iterator[str]:
    """Skills and effects by other names than their own."""
    for what, listed in (("skill", edition.skills), ("effect", edition.effects)):
        yield from (f"the {what} {each.key} is listed as {key}" for key, each in listed.items() if each.key != key)
    known = edition.listening
    for key in (key for key in edition.given if key not in known):
        yield f"no skill or effect is called {key}, which a match is to give"
    for skill in known.values():
        yield from (f"{skill.key} cancels {key}, which is no skill" for key in skill.vetoes if key not in known)
    rolled = {id for table in edition.more_tables.values() for id in table.ids}
    for key in (key for key in edition.star_player_points.by_effect if key not in known and key not in rolled):
        yield f"star player points name the effect {key}, which nobody can have"
    for point, keys in edition.order.items():
        yield from (_misplaced(known.get(key), key, point) for key in keys if not _listens(known.get(key), point))


def _listens(skill: Skill | None, point: str) -> bool:
    return skill is not None and point in skill.listeners


def _misplaced(skill: Skill | None, key: str, point: str) -> str:
    return f"the order at {point} names {key}, which {'does not listen there' if skill else 'is no skill'}"

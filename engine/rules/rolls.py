"""The one D6 test, and re-rolls (Core pp.32-34)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import ClassVar

from engine.core.answers import Word
from engine.core.events import Roll
from engine.core.hooks import Query, Window
from engine.core.pitch import Square
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.edition import Added
from engine.rules.events import UsedReroll
from engine.rules.game import BloodBowl
from engine.rules.state import NOWHERE, Player
from engine.rules.tables import Table

NO, TEAM = "no", "team"  # a team re-roll of the only kind there is; where there are several, they go by their sources
AGILITY = ("dodge", "jump", "pick-up", "catch", "intercept", "landing", "jump-up")  # tests against AG
LOW, HIGH = -99, 99  # no limit at all

result_limits: Ruling[tuple[int, int]] = Ruling(
    "modified-roll-limits", {"limited": (1, 6), "unlimited": (LOW, HIGH), "upper-only": (LOW, 6)}
)
agile_at_least: Ruling[int] = Ruling("ag1-natural-two", {"always": 1, "modifiers-count": LOW})

RE_ROLL: Question[str] = Question(
    "re-roll", Word(NO, TEAM, other="the skill or source that gives it"), "Is {roll} re-rolled?"
)


def reaches_target(test: "Test") -> bool:
    """A natural 1 fails and a natural 6 succeeds, whatever is added (Core p.32)."""
    if test.face in (1, 6):
        return test.face == 6
    return test.result >= test.target


def agility_target(game: BloodBowl, player: Player) -> int:
    """AG is the number itself (Core p.37)."""
    return game.value(player, "ag")


def passing_target(game: BloodBowl, player: Player) -> int:
    """PA likewise; nothing makes a thrower of a player without it."""
    return game.value(player, "pa") if player.pa else 0


@dataclass(slots=True)
class Test:
    """A D6 against a target: natural 1 fails, natural 6 succeeds, and results have limits."""

    __test__: ClassVar[bool] = False  # not a test of pytest's
    kind: str
    player: Player
    target: int
    modifiers: list[tuple[str, int]] = field(default_factory=list)
    leaving: Square = NOWHERE
    entering: Square = NOWHERE
    part_of: object = None  # the pass, throw or whatever it is rolled for
    penalties_by: tuple[str, ...] | None = None  # the only sources that take something off; None: all of them
    lowest: int = LOW
    highest: int = 6
    face: int = 0
    settled: bool = False  # nothing may re-roll it any more
    range: str = ""  # of a pass
    of_ball: bool = True  # and of nothing else that can be caught
    meets: "Callable[[Test], bool]" = reaches_target

    @property
    def result(self) -> int:
        total, penalties = self.face, self.penalties_by
        for source, value in self.modifiers:
            if value > 0 or penalties is None or source in penalties:
                total += value
        return max(self.lowest, min(self.highest, total))

    @property
    def passed(self) -> bool:
        return self.meets(self)


@dataclass(frozen=True, slots=True)
class RerollSource:
    """Where team re-rolls come from, declared at the top of the module that gives them."""

    key: str


@dataclass(slots=True)
class TeamReroll:
    """A team re-roll on the point of being used for a player's dice."""

    player: Player
    source: str
    works: bool = True


@dataclass(slots=True)
class SkillReroll:
    """A skill's re-roll on the point of being used."""

    player: Player
    source: str
    works: bool = True


@dataclass(slots=True)
class Die:
    """A D6 that is no test and yet may be re-rolled: a direction, a distance."""

    what: str
    player: Player
    face: int = 0
    closed: bool = False  # to everything but a skill that names this die


MODIFIERS: Query[Test, int] = Query("modifiers", of=attrgetter("player"))
RELIEF: Query[Test, int] = Query("relief")  # what lessens the sum of the modifiers
REROLLS: Query[Test, bool] = Query("re-rolls", of=attrgetter("player"))  # skills that can re-roll this test
NO_TEAM_REROLL: Query[Test, bool] = Query("no-team-re-roll")  # tests that are closed to them
DIE_REROLLS: Query[Die, bool] = Query("die-re-rolls")
DOUBTFUL: Query[Test, bool] = Query("doubtful")  # a passed test that the other side may still spoil
UNHINDERED: Query[Test, tuple[str, ...]] = Query("unhindered", of=attrgetter("player"))  # sources that do not count
PENALTIES_BY: Query[Test, tuple[str, ...]] = Query(
    "penalties-by", of=attrgetter("player")
)  # the only sources that take something off
LATE_MODIFIERS: Query[Test, int] = Query("late-modifiers")  # what is added once the owner of the die is through
ON_FAILURE: Window[Test] = Window("on-failure")  # modifiers that are added once the die is seen
IN_DOUBT: Window[Test] = Window("in-doubt")  # modifiers that have to be added before the other side spoils it
AFTER_TEST: Window[Test] = Window("after-test")  # the other side's answer, after all re-rolls
BEFORE_SKILL_REROLL: Window[SkillReroll] = Window("before-skill-re-roll")  # skills that must be rolled for
BEFORE_TEAM_REROLL: Window[TeamReroll] = Window("before-team-re-roll")
AFTER_TEAM_REROLL: Window[TeamReroll] = Window("after-team-re-roll")
LEADER = RerollSource("leader")
ON_CONDITION = (LEADER.key,)  # sources that are closed unless somebody on the pitch opens them
OPENS_SOURCE: Query[tuple[int, str], bool] = Query("opens-source")  # (side, source)


async def roll_test(game: BloodBowl, test: Test) -> bool:
    """Steps: modifiers; the die; modifiers after the fact; one re-roll; the opponents' answer."""
    _set_limits(game, test)
    _modify(game, test)
    test.face = game.d(6)
    _show(game, test)
    await _rescue(game, test)
    await game.open(AFTER_TEST, test)
    return test.passed


def _set_limits(game: BloodBowl, test: Test) -> None:
    test.meets = game.edition.meets
    test.lowest, test.highest = game.ruling(result_limits)
    if test.target == 1 and test.kind in AGILITY:
        test.lowest = game.ruling(agile_at_least)


def _modify(game: BloodBowl, test: Test) -> None:
    for _, sources in game.collect(UNHINDERED, test):
        test.modifiers = [(source, value) for source, value in test.modifiers if source not in sources]
    for _, sources in game.collect(PENALTIES_BY, test):
        test.penalties_by = sources
    test.modifiers += game.collect(MODIFIERS, test)
    test.modifiers += game.collect(RELIEF, test)
    if test.penalties_by is not None:
        test.modifiers = [(source, value) for source, value in test.modifiers if value > 0]


def chance(game: BloodBowl, test: Test) -> float:
    """How likely a test is to be passed by its first die, for whoever has to judge it beforehand.

    What a face is enough for, every higher one is.
    """
    _set_limits(game, test)
    _modify(game, test)
    for test.face in range(1, 7):
        if test.passed:
            return (7 - test.face) / 6
    return 0.0


async def _rescue(game: BloodBowl, test: Test) -> None:
    late = game.collect(LATE_MODIFIERS, test)
    if not test.passed or (late and test.result + sum(value for _, value in late) < test.target):
        await game.open(ON_FAILURE, test)
    test.modifiers += late
    await _brace(game, test)
    if not test.passed or game.collect(DOUBTFUL, test):
        await roll_again(game, test)


async def _brace(game: BloodBowl, test: Test) -> None:
    """A passed test that the other side may spoil: its owner adds what it could not add afterwards."""
    if test.passed and game.collect(DOUBTFUL, test):
        await game.open(IN_DOUBT, test)


async def roll_again(game: BloodBowl, test: Test) -> None:
    """The offer of a re-roll, the die, and modifiers after the fact."""
    if await offer_reroll(game, test):
        test.face = game.d(6)
        _show(game, test)
        if not test.passed:
            await game.open(ON_FAILURE, test)
        await _brace(game, test)


def _show(game: BloodBowl, test: Test) -> None:
    game.emit(
        Roll(
            test.kind,
            test.player.id,
            test.player.side,
            ((6, test.face),),
            total=test.result,
            target=test.target,
            modifiers=tuple(test.modifiers),
            passed=test.passed,
        )
    )


async def offer_reroll(game: BloodBowl, test: Test) -> bool:
    """Ask for one source; True when the die may be rolled again. A die is re-rolled once at most."""
    sources = [key for key, _ in game.collect(REROLLS, test)]
    if not game.collect(NO_TEAM_REROLL, test):
        sources += team_rerolls(game, test.player)
    if test.settled or not sources:
        return False
    choice = await game.choose(RE_ROLL, test.player.side, (NO, *sources), player=test.player.id, roll=test.kind)
    test.settled = choice != NO
    return await _use(game, test.player, choice)


async def roll_die(game: BloodBowl, die: Die) -> int:
    """One die and the offer of one re-roll; there is no failure to wait for."""
    player = die.player
    die.face = roll_d(game, 6, die.what, player.side, player)
    sources = [key for key, _ in game.collect(DIE_REROLLS, die)]
    if not die.closed:
        sources += team_rerolls(game, player)
    if sources:
        choice = await game.choose(RE_ROLL, player.side, (NO, *sources), player=player.id, roll=die.what)
        if await _use(game, player, choice):
            die.face = roll_d(game, 6, die.what, player.side, player)
    return die.face


async def _use(game: BloodBowl, player: Player, source: str) -> bool:
    """Whether the source that was picked lets the die be rolled again."""
    if is_team_reroll(game, source):
        return await game.edition.use_team_reroll(game, player, source)
    return source != NO and await use_skill_reroll(game, player, source)


async def use_skill_reroll(game: BloodBowl, player: Player, source: str) -> bool:
    player.spent.add(source)
    game.emit(UsedReroll(player.id, source))
    use = SkillReroll(player, source)
    await game.open(BEFORE_SKILL_REROLL, use)
    return use.works


def may_use_team_reroll(game: BloodBowl, player: Player) -> bool:
    """Only while the own team is active (Core p.34)."""
    return game.state.active == player.side and bool(open_sources(game, player.side))


def team_rerolls(game: BloodBowl, player: Player) -> list[str]:
    """What its coach can pick for a player's dice."""
    return kinds(game, player.side) if game.edition.may_use_team_reroll(game, player) else []


def kinds(game: BloodBowl, side: int) -> list[str]:
    """The team re-rolls of a side as a coach picks them: side by side where there are several kinds."""
    sources = open_sources(game, side)
    return sources if len(sources) > 1 else [TEAM for _ in sources]


def is_team_reroll(game: BloodBowl, picked: str) -> bool:
    return picked == TEAM or picked in game.edition.reroll_sources


def source_of(game: BloodBowl, side: int, picked: str) -> str:
    """Where the team re-roll comes from that a coach has picked."""
    return open_sources(game, side)[0] if picked == TEAM else picked


def open_sources(game: BloodBowl, side: int) -> list[str]:
    """The sources of team re-rolls that a side can use now, those that are lost soonest first."""
    rerolls = game.team(side).rerolls
    return [
        source
        for source in game.edition.reroll_sources
        if rerolls.get(source) and (source not in ON_CONDITION or game.collect(OPENS_SOURCE, (side, source)))
    ]


async def use_team_reroll(game: BloodBowl, player: Player, picked: str) -> bool:
    """Spend a team re-roll for a player; whatever stands in the way is asked before, whatever saves it after."""
    use = take_team_reroll(game, player, picked)
    await game.open(BEFORE_TEAM_REROLL, use)
    game.emit(UsedReroll(player.id, use.source))
    await game.open(AFTER_TEAM_REROLL, use)
    return use.works


def take_team_reroll(game: BloodBowl, player: Player, picked: str) -> TeamReroll:
    """The one that its coach has picked, off the team's supply."""
    use = TeamReroll(player, source_of(game, player.side, picked))
    game.team(player.side).rerolls[use.source] -= 1
    return use


def roll_d(game: BloodBowl, sides: int, what: str, side: int, player: Player | None = None, added: Added = ()) -> int:
    """A single die on a table. What is added is shown with it; the face is given back."""
    face = game.d(sides)
    id = player.id if player else None
    game.emit(Roll(what, id, side, ((sides, face),), total=face + _sum(added), modifiers=added))
    return face


def roll_table(game: BloodBowl, table: Table, what: str, *sides: int, player: Player | None = None) -> int:
    """The dice of a table, read as it says. Where both sides roll, they take turns."""
    faces = [roll_d(game, table.sides, what, sides[number % len(sides)], player) for number in range(table.dice)]
    return table.total(faces)


def roll_luck(game: BloodBowl, what: str, player: Player, target: int) -> bool:
    """A D6 against a number: no test of the player's, so nothing is added and nothing re-rolls it."""
    face = game.d(6)
    game.emit(Roll(what, player.id, player.side, ((6, face),), face, target, passed=face >= target))
    return face >= target


def d3(game: BloodBowl, what: str, side: int, added: Added = ()) -> int:
    """A D6 halved, rounded up, and what is added to it."""
    face = game.d(6)
    number = (face + 1) // 2 + _sum(added)
    game.emit(Roll(what, None, side, ((6, face),), total=number, modifiers=added))
    return number


def _sum(added: Added) -> int:
    return sum(value for _, value in added)

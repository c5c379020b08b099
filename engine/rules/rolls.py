"""The one D6 test, and re-rolls (Core pp.32-34)."""

from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.events import Roll
from engine.core.hooks import Query, Window
from engine.core.pitch import Square
from engine.rules.events import UsedReroll
from engine.rules.game import BloodBowl
from engine.rules.state import NOWHERE, Player

NO, TEAM = "no", "team"


@dataclass(slots=True)
class Test:
    """A D6 against a target: natural 1 fails, natural 6 succeeds, and no result counts above 6."""

    __test__: ClassVar[bool] = False  # not a test of pytest's
    kind: str
    player: Player
    target: int
    modifiers: list[tuple[str, int]] = field(default_factory=list)
    leaving: Square = NOWHERE
    entering: Square = NOWHERE
    part_of: object = None  # the pass, throw or whatever it is rolled for
    no_penalties: bool = False  # nothing may be taken off the die
    face: int = 0
    rerolled: bool = False
    settled: bool = False  # nothing may re-roll it any more
    range: str = ""  # of a pass
    aimed_at: Square = NOWHERE  # the target square of the pass that is to be caught
    of_ball: bool = True  # and of nothing else that can be caught

    @property
    def result(self) -> int:
        return min(6, self.face + sum(value for _, value in self.modifiers if value > 0 or not self.no_penalties))

    @property
    def passed(self) -> bool:
        if self.face in (1, 6):
            return self.face == 6
        return self.result >= self.target


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


MODIFIERS: Query[Test, int] = Query("modifiers")
RELIEF: Query[Test, int] = Query("relief")  # what lessens the sum of the modifiers
REROLLS: Query[Test, bool] = Query("re-rolls")  # skills that can re-roll this test
DIE_REROLLS: Query[Die, bool] = Query("die-re-rolls")
DOUBTFUL: Query[Test, bool] = Query("doubtful")  # a passed test that the other side may still spoil
BEFORE_TEST: Window[Test] = Window("before-test")
ON_FAILURE: Window[Test] = Window("on-failure")  # modifiers that are added once the die is seen
AFTER_TEST: Window[Test] = Window("after-test")  # the other side's answer, after all re-rolls
BEFORE_SKILL_REROLL: Window[SkillReroll] = Window("before-skill-re-roll")  # skills that must be rolled for
BEFORE_TEAM_REROLL: Window[TeamReroll] = Window("before-team-re-roll")
AFTER_TEAM_REROLL: Window[TeamReroll] = Window("after-team-re-roll")
# Which source of team re-rolls goes first: those that are lost soonest.
SOURCES = ("brilliant-coaching", "leader", "bought")
ON_CONDITION = ("leader",)  # sources that are closed unless somebody on the pitch opens them
OPENS_SOURCE: Query[tuple[int, str], bool] = Query("opens-source")  # (side, source)


async def roll_test(game: BloodBowl, test: Test) -> bool:
    """Steps: modifiers; the die; modifiers after the fact; one re-roll; the opponents' answer."""
    await game.open(BEFORE_TEST, test)
    test.modifiers += game.collect(MODIFIERS, test)
    test.modifiers += game.collect(RELIEF, test)
    if test.no_penalties:
        test.modifiers = [(source, value) for source, value in test.modifiers if value > 0]
    test.face = game.d(6)
    _show(game, test)
    await _rescue(game, test)
    await game.open(AFTER_TEST, test)
    return test.passed


async def _rescue(game: BloodBowl, test: Test) -> None:
    if not test.passed:
        await game.open(ON_FAILURE, test)
    in_doubt = not test.passed or bool(game.collect(DOUBTFUL, test))
    if in_doubt and await offer_reroll(game, test):
        test.face = game.d(6)
        test.rerolled = True
        _show(game, test)
        if not test.passed:
            await game.open(ON_FAILURE, test)


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
    if may_use_team_reroll(game, test.player):
        sources.append(TEAM)
    if test.settled or not sources:
        return False
    choice = await game.choose(test.player.side, "re-roll", (NO, *sources), player=test.player.id, roll=test.kind)
    test.settled = choice != NO
    return await _use(game, test.player, choice)


async def roll_die(game: BloodBowl, die: Die) -> int:
    """One die and the offer of one re-roll; there is no failure to wait for."""
    player = die.player
    die.face = roll_d(game, 6, die.what, player.side, player)
    sources = [key for key, _ in game.collect(DIE_REROLLS, die)]
    if may_use_team_reroll(game, player):
        sources.append(TEAM)
    if sources:
        choice = await game.choose(player.side, "re-roll", (NO, *sources), player=player.id, roll=die.what)
        if await _use(game, player, choice):
            die.face = roll_d(game, 6, die.what, player.side, player)
    return die.face


async def _use(game: BloodBowl, player: Player, source: str) -> bool:
    """Whether the source that was picked lets the die be rolled again."""
    if source == TEAM:
        return await use_team_reroll(game, player)
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


def open_sources(game: BloodBowl, side: int) -> list[str]:
    """The sources of team re-rolls that a side can use now, in the order in which they go."""
    rerolls = game.team(side).rerolls
    return [
        source
        for source in SOURCES
        if rerolls.get(source) and (source not in ON_CONDITION or game.collect(OPENS_SOURCE, (side, source)))
    ]


async def use_team_reroll(game: BloodBowl, player: Player) -> bool:
    """Spend a team re-roll for a player; whatever stands in the way is asked before, whatever saves it after."""
    rerolls = game.team(player.side).rerolls
    use = TeamReroll(player, open_sources(game, player.side)[0])
    await game.open(BEFORE_TEAM_REROLL, use)
    rerolls[use.source] -= 1
    game.emit(UsedReroll(player.id, use.source))
    await game.open(AFTER_TEAM_REROLL, use)
    return use.works


def roll_2d6(game: BloodBowl, what: str, player: Player, side: int) -> tuple[int, int]:
    """Armour, injury and the like: no test, no re-roll."""
    faces = (game.d(6), game.d(6))
    game.emit(Roll(what, player.id, side, ((6, faces[0]), (6, faces[1])), total=sum(faces)))
    return faces


def roll_d(game: BloodBowl, sides: int, what: str, side: int, player: Player | None = None) -> int:
    """A single die on a table."""
    face = game.d(sides)
    game.emit(Roll(what, player.id if player else None, side, ((sides, face),), total=face))
    return face


def d3(game: BloodBowl, what: str, side: int) -> int:
    """A D6 halved, rounded up."""
    face = game.d(6)
    number = (face + 1) // 2
    game.emit(Roll(what, None, side, ((6, face),), total=number))
    return number

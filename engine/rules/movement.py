"""Moving: standing up, steps, rushing, dodging (Core pp.54-58)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from operator import attrgetter

from engine.core.hooks import Query, Window, themselves
from engine.core.pitch import ANYWHERE, Mask, Square, squares_of
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.falling import Fall, falls_over
from engine.rules.game import BloodBowl
from engine.rules.rolls import Test, roll_test
from engine.rules.state import NOBODY, NOWHERE, PRONE, STANDING, Player
from engine.rules.trapdoor import trapdoor

STAND_UP_COST = 3
RUSHES = 2
SLOW = 2  # MA up to which standing up needs a roll
Path = tuple[Square, ...]

ma_to_stand_up: Ruling[Callable[[BloodBowl, Player], int]] = Ruling(
    "stand-up-ma-threshold",
    {"permanent-only": lambda game, player: player.ma, "all-current": lambda game, player: game.value(player, "ma")},
)
# The Rushes that a player loses, beside its MA, by having to roll to stand up.
rushes_lost: Ruling["Callable[[BloodBowl, Activation], int]"] = Ruling("rush-after-slow-stand-up")
# Whether somebody who has less movement for now than it takes to stand up Rushes for the rest of it.
rushes_up: Ruling[bool] = Ruling("dodgy-snack-stand-up", {"all-movement": False, "rush-for-the-rest": True})
rush_early: Ruling[bool] = Ruling("rush-after-movement", {"after-movement": False, "any-time": True})
step_starts: Ruling["Callable[[BloodBowl, Stride], Awaitable[bool]]"] = Ruling("tentacles-before-rush")


@dataclass(slots=True)
class Activation:
    """One player's activation under way. It never outlives the activation, so it is no part of the state."""

    player: Player
    action: str = "move"
    target: int = NOBODY
    spent: int = 0  # movement used, rushes included
    rushed_early: int = 0  # rushes made with movement left, which are not in `spent`
    acted: bool = False  # the action itself was performed
    done: bool = False
    could_score: bool = False  # without a die, when it began (Core p.80)
    range: str = ""  # of the pass that was thrown
    limit: int = -1  # so many squares and no Rush, for a move out of turn
    within: Mask = ANYWHERE  # the part of the pitch it may enter
    secures: bool = False  # no pick-up on the way: there is a roll at the end of the move


@dataclass(slots=True)
class Stride:
    """One step or jump: where from, where to, and what may stop it."""

    act: Activation
    leaving: Square
    entering: Square
    held: bool = False
    jump: bool = False
    rushed: bool = False  # it takes a Rush
    dodged: bool = False  # it takes a Dodge
    joined: int = 0  # opponents who count only since the step began, less those who mark the square and do not count
    tried: set[str] = field(default_factory=set)  # skills by which somebody has tried to hold or follow the player

    @property
    def player(self) -> Player:
        return self.act.player


BEFORE_LEAVING: Window[Stride] = Window("before-leaving")
LEFT_SQUARE: Window[Stride] = Window("left-square")  # in the new square, before the dice for it
DODGE_FAILED: Window[Stride] = Window("dodge-failed")  # on the point of falling there
ARRIVED: Window[Stride] = Window("arrived")  # those dice were rolled and it stands
AFTER_STEP: Window[Stride] = Window("after-step")
EXTRA_RUSHES: Query[Activation, int] = Query("extra-rushes", of=attrgetter("player"))
FREE_STAND_UP: Query[Player, bool] = Query("free-stand-up", of=themselves)
SURE_TO_STAND_UP: Query[Player, bool] = Query("sure-to-stand-up", of=themselves)  # however little MA it has
ROOTED: Query[Player, bool] = Query("rooted")  # players who may not leave their square
LEAPS: Query[Player, bool] = Query(
    "leaps", of=themselves
)  # players who jump over any adjacent square, whatever is in it
ROLLS_TO_ACT: Query[Activation, Test] = Query(
    "rolls-to-act", of=attrgetter("player")
)  # what players roll before they do anything


def movement_left(game: BloodBowl, act: Activation) -> int:
    """Squares that can still be entered, rushes included."""
    if game.collect(ROOTED, act.player):
        return 0
    if act.limit >= 0:
        return min(act.limit, game.value(act.player, "ma")) - act.spent
    return game.value(act.player, "ma") + max_rushes(game, act) - act.spent - act.rushed_early


@rushes_lost.choice("refused")
def max_rushes(game: BloodBowl, act: Activation) -> int:
    rushes = RUSHES
    for _, number in game.collect(EXTRA_RUSHES, act):
        rushes += number
    return rushes


@rushes_lost.choice("allowed")
def _no_rush(game: BloodBowl, act: Activation) -> int:
    return 0


# Standing up ----------------------------------------------------------------------------------------------------------------


def slow_to_rise(game: BloodBowl, player: Player) -> bool:
    """So little MA that standing up needs a roll."""
    slow = game.ruling(ma_to_stand_up)(game, player) <= SLOW
    return slow and not game.collect(SURE_TO_STAND_UP, player)


def stand_up_cost(game: BloodBowl, act: Activation) -> int:
    """The movement that a Prone player has to give up before its first square: three, or all it has."""
    player = act.player
    if player.status != PRONE or game.collect(FREE_STAND_UP, player):
        return 0
    if slow_to_rise(game, player):
        return game.value(player, "ma") + game.ruling(rushes_lost)(game, act)
    return STAND_UP_COST if game.ruling(rushes_up) else min(STAND_UP_COST, game.value(player, "ma"))


async def stand_up(game: BloodBowl, act: Activation) -> bool:
    """Three squares' worth; with MA 2 or less a 4+ that uses it all (Core p.54)."""
    player, slow = act.player, slow_to_rise(game, act.player)
    if slow and not await roll_test(game, Test("stand-up", player, 4)):
        act.done = True
        return False
    act.spent += stand_up_cost(game, act)
    game.lay(player, STANDING)
    for _ in range(0 if slow else act.spent - game.value(player, "ma")):
        if not await rush(game, act):
            return False
    return True


# Steps ----------------------------------------------------------------------------------------------------------------------


async def walk(game: BloodBowl, act: Activation, path: Path) -> None:
    """The path, step by step, until something stops it."""
    for square in path:
        if not game.pitch.neighbours(act.player.square) & ~game.occupied() & 1 << square:
            return  # somebody shadowed, dived or was displaced into the way: the coach is asked again
        await step(game, act, square)
        if stopped(game, act):
            return


def stopped(game: BloodBowl, act: Activation) -> bool:
    return act.done or act.player.status != STANDING or game.interrupted()


def early_rushes(game: BloodBowl, act: Activation) -> list[Square]:
    """Squares that may be entered by a Rush although there is movement left."""
    if act.limit >= 0 or not game.ruling(rush_early):
        return []
    left = game.value(act.player, "ma") - act.spent
    if left <= 0 or act.rushed_early >= max_rushes(game, act):
        return []
    near = game.pitch.neighbours(act.player.square) & act.within & ~game.occupied()
    return [] if game.collect(ROOTED, act.player) else list(squares_of(near))


async def step(game: BloodBowl, act: Activation, square: Square, *, early: bool = False) -> None:
    """Steps (Core p.57 and the FAQ): count markers; Tentacles; move; Rush; Dodge; fall; pick up; touchdown; Shadowing."""
    player = act.player
    stride = Stride(act, player.square, square, dodged=game.marked(player))
    markers = len(game.markers(square, 1 - player.side)) if stride.dodged else 0
    act.spent += not early
    act.rushed_early += early
    stride.rushed = early or act.spent > game.value(player, "ma")
    if not await game.ruling(step_starts)(game, stride):
        return
    if stride.dodged and not await dodge(game, stride, markers + stride.joined):
        return
    await arrive(game, stride)


@step_starts.choice("tentacles-first")
async def _leaves_then_rushes(game: BloodBowl, stride: Stride) -> bool:
    if not await gets_away(game, stride):
        return False
    await enter(game, stride)
    return not stride.rushed or await rush(game, stride.act, stride.leaving)


@step_starts.choice("rush-first")
async def _rushes_then_leaves(game: BloodBowl, stride: Stride) -> bool:
    """Nobody can hold back a player who has fallen or was saved from falling: it is in the new square by then."""
    if stride.rushed and not await roll_rush(game, stride.act):
        await enter(game, stride)
        return not await stumbles(game, Fall(stride.player, "rush", leaving=stride.leaving))
    if not await gets_away(game, stride):
        return False
    await enter(game, stride)
    return True


async def gets_away(game: BloodBowl, stride: Stride) -> bool:
    """Nobody has held the player back in the square it wants to leave."""
    await game.open(BEFORE_LEAVING, stride)
    stride.act.done = stride.act.done or stride.held
    return not stride.held


async def enter(game: BloodBowl, stride: Stride) -> None:
    game.shift(stride.player, stride.entering)
    await game.open(LEFT_SQUARE, stride)


async def arrive(game: BloodBowl, stride: Stride) -> None:
    """In its new square, with the dice for that rolled: pick-up, touchdown, whoever follows, a trapdoor."""
    player = stride.player
    await game.open(ARRIVED, stride)
    if game.state.ball.square == player.square and not stride.act.secures:
        await ball.pick_up(game, player)
        if game.state.turnover:
            return
    ball.check_touchdown(game, player)
    await game.open(AFTER_STEP, stride)
    if player.status == STANDING and game.state.scorer == NOBODY:
        await trapdoor(game, player)


async def rush(game: BloodBowl, act: Activation, leaving: Square = NOWHERE) -> bool:
    """2+ for a square beyond the normal movement; failure is a fall where the player is (Core p.58)."""
    return await roll_rush(game, act) or not await stumbles(game, Fall(act.player, "rush", leaving=leaving))


async def stumbles(game: BloodBowl, fall: Fall) -> bool:
    """Falls Over in the square it has come to. It picks up no ball that lies there: that bounces (Core p.57)."""
    square = fall.player.square
    down = await falls_over(game, fall)
    if down and game.state.ball.square == square:
        await ball.bounce(game, ball.Flight("loose", square))
    return down


async def roll_rush(game: BloodBowl, act: Activation) -> bool:
    return await roll_test(game, Test("rush", act.player, 2, [*game.edition.modifiers.rush(game)]))


async def dodge(game: BloodBowl, stride: Stride, markers: int) -> bool:
    """AG, -1 for every opponent who marks the square entered; failure is a fall there (Core p.55)."""
    player = stride.player
    marked = [*game.edition.modifiers.dodge(markers)]
    test = Test("dodge", player, game.edition.agility_target(game, player), marked, stride.leaving, stride.entering)
    if await roll_test(game, test):
        return True
    await game.open(DODGE_FAILED, stride)
    return not await stumbles(game, Fall(player, "dodge", leaving=stride.leaving))

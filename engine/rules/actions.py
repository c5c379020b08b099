"""What a player can declare, and how each action is performed (Core pp.50-59)."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from typing import Any

from engine.core.answers import PLAYER, Phrase
from engine.core.decisions import Choice, Listed, Pick
from engine.core.hooks import Query, Window, themselves
from engine.core.pitch import Mask
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import jumping, movement
from engine.rules.block import block, blocks
from engine.rules.contest import Block
from engine.rules.foul import foul, victims
from engine.rules.game import BloodBowl
from engine.rules.movement import Activation
from engine.rules.passing import aim, hand_off, targets, ways
from engine.rules.paths import Paths
from engine.rules.state import NOBODY, PRONE, STANDING, Player

END = ("end",)
# The movement that has to be left for the block itself when a target is named.
kept_for_block: Ruling[int] = Ruling("blitz-target-reach", {"adjacent": 0, "with-the-block": 1})

STEPS = Phrase(
    players=("block", "hand-off", "foul", "throw"),
    squares=("jump", "rush", "pass", "hail-mary-pass"),
    alone=("end",),
    moves=True,
)
STEP: Question[tuple[Any, ...]] = Question("step", STEPS, "What does {player} do next?")
BLOCK_TARGET: Question[int] = Question("block-target", PLAYER, "Whom does {player} block?")
BLITZ_TARGET: Question[int] = Question("blitz-target", PLAYER, "Whom does {player} blitz?")


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player can declare: how often a turn, when, and what it does."""

    key: str
    perform: Callable[[BloodBowl, Activation], Awaitable[None]]
    available: Callable[[BloodBowl, Player], bool]
    once: bool = False  # per team turn
    moves: bool = True  # includes a free Move Action, so it can be declared from Prone


@dataclass(frozen=True, slots=True)
class Strike:
    """What may take the place of a block in a Blitz; it is no block."""

    key: str
    perform: Callable[[BloodBowl, Player, Player], Awaitable[bool]]  # (game, striker, target); False: cancelled
    ends: bool = True  # the activation


BLITZ_ACTIONS: Query[Player, Strike] = Query(
    "blitz-actions", of=themselves
)  # special actions that may replace a Blitz's block
IMMUNE: Query[tuple[Player, str], bool] = Query("immune", of=itemgetter(0))  # whom a special action cannot be aimed at
MOVES_ON: Query[Activation, bool] = Query("moves-on", of=attrgetter("player"))  # who may go on moving after a foul
TARGET_NAMED: Window[Activation] = Window("target-named")  # a Blitz whose first step is still to come
BLOCK_TARGETS: Window[list[Block]] = Window("block-targets")  # a Block Action, its first target named


# Moving within an action --------------------------------------------------------------------------------------------------------


class Steps:
    """What can be done next: a path, or one of a list."""

    def __init__(self, paths: Paths, listed: list[Choice]) -> None:
        self.paths = paths
        self.listed = Listed(listed)

    def refusal(self, choice: Choice) -> str | None:
        if isinstance(choice, tuple) and len(choice) == 2 and choice[0] == "move":
            return self.paths.refusal(choice[1])
        return self.listed.refusal(choice)

    def some(self, pick: Pick) -> Choice:
        if self.paths and (not self.listed.choices or pick(2) == 0):
            return ("move", self.paths.some(pick))
        return self.listed.some(pick)


async def move_until(game: BloodBowl, act: Activation, actions: Callable[[], list[Choice]]) -> Choice:
    """Move, jump and stand up until the coach picks one of the actions or ends; returns what was picked."""
    player = act.player
    if player.status == PRONE and not await movement.stand_up(game, act):
        return END
    while not movement.stopped(game, act):
        leaps: list[Choice] = [("jump", square) for square in jumping.jumps(game, act)]
        rushes: list[Choice] = [("rush", square) for square in movement.early_rushes(game, act)]
        options = Steps(Paths(game, act), [*actions(), *leaps, *rushes, END])
        choice = await game.ask(STEP, player.side, options, player=player.id, action=act.action)
        if choice[0] == "move":
            await movement.walk(game, act, choice[1])
        elif choice[0] == "jump":
            await jumping.jump(game, act, choice[1])
        elif choice[0] == "rush":
            await movement.step(game, act, choice[1], early=True)
        else:
            return choice
    return END


def nothing() -> list[Choice]:
    return []


# The actions ----------------------------------------------------------------------------------------------------------------------


def always(game: BloodBowl, player: Player) -> bool:
    return True


async def _move(game: BloodBowl, act: Activation) -> None:
    await move_until(game, act, nothing)


def block_targets(game: BloodBowl, player: Player) -> list[Player]:
    if player.status == STANDING and not game.has_zone(player):
        return []
    return [rival for rival in game.next_to(player, 1 - player.side) if rival.status == STANDING]


async def _block(game: BloodBowl, act: Activation) -> None:
    rivals = block_targets(game, act.player)
    if rivals:
        id = await game.choose(BLOCK_TARGET, act.player.side, tuple(rival.id for rival in rivals), player=act.player.id)
        contests = [Block(act.player, game.state.players[id], act=act)]
        await game.open(BLOCK_TARGETS, contests)
        await blocks(game, contests)
    act.done = True


def blitz_targets(game: BloodBowl, player: Player) -> list[Player]:
    """Standing opponents that can be reached with movement and rushes, whatever the dice on the way."""
    *_, (_, near) = _reached(game, player, game.ruling(kept_for_block))
    return [rival for rival in game.players(1 - player.side, STANDING) if near >> rival.square & 1]


def can_blitz(game: BloodBowl, player: Player) -> bool:
    """Whether there is any such opponent."""
    rivals = game.boards.squares[1 - player.side] & ~game.boards.down
    return any(near & rivals for _, near in _reached(game, player, game.ruling(kept_for_block)))


async def name_target(game: BloodBowl, act: Activation) -> None:
    player = act.player
    reachable = tuple(rival.id for rival in blitz_targets(game, player))
    if reachable:
        act.target = await game.choose(BLITZ_TARGET, player.side, reachable, player=player.id)


async def _blitz(game: BloodBowl, act: Activation) -> None:
    """Move; one block against the target for one square of movement; move on (Core p.64)."""

    if act.target == NOBODY:
        await name_target(game, act)
    await game.open(TARGET_NAMED, act)
    if act.done:
        return

    def actions() -> list[Choice]:
        if act.target == NOBODY:  # nobody can be reached any more
            return []
        target = game.state.players[act.target]
        near = game.pitch.neighbours(act.player.square) >> max(target.square, 0) & 1
        paid = movement.movement_left(game, act) > 0 or bool(game.collect(movement.ROOTED, act.player))
        able = not act.acted and target.status == STANDING and near and paid
        return [(key, act.target) for key in ("block", *_strikes(game, act.player, target))] if able else []

    choice = await move_until(game, act, actions)
    while choice != END:
        act.acted = True
        act.spent += 1
        if act.spent > game.value(act.player, "ma") and not await movement.rush(game, act):
            return
        target = game.state.players[act.target]
        if choice[0] == "block":
            await block(game, Block(act.player, target, blitz=True, act=act))
        else:
            strike = _strikes(game, act.player, target)[choice[0]]
            performed = await strike.perform(game, act.player, target)
            act.done = act.done or strike.ends or not performed
        choice = END if movement.stopped(game, act) else await move_until(game, act, actions)


def _strikes(game: BloodBowl, player: Player, target: Player) -> dict[str, Strike]:
    known = (strike for _, strike in game.collect(BLITZ_ACTIONS, player))
    return {strike.key: strike for strike in known if not game.collect(IMMUNE, (target, strike.key))}


async def _pass(game: BloodBowl, act: Activation) -> None:
    def actions() -> list[Choice]:
        if not game.has_ball(act.player):
            return []
        further = [
            (way.key, square) for way in ways(game, act.player).values() for square in way.targets(game, act.player)
        ]
        return [*(("pass", square) for square in targets(game, act.player)), *further]

    choice = await move_until(game, act, actions)
    if choice != END:
        act.acted = True
        throw = await game.edition.throw_ball(game, aim(game, act.player, choice[1], choice[0]))
        act.range = throw.range
        act.done = throw.saved or throw.refused
        await move_on(game, act)


def hand_off_targets(game: BloodBowl, player: Player) -> list[Player]:
    return [mate for mate in game.next_to(player, player.side) if game.can_use(mate)]


async def _hand_off(game: BloodBowl, act: Activation) -> None:
    def actions() -> list[Choice]:
        if not game.has_ball(act.player):
            return []
        return [("hand-off", mate.id) for mate in hand_off_targets(game, act.player)]

    choice = await move_until(game, act, actions)
    if choice != END:
        act.acted = True
        act.done = not await hand_off(game, act.player, game.state.players[choice[1]])
        await move_on(game, act)


async def _foul(game: BloodBowl, act: Activation) -> None:
    choice = await move_until(game, act, lambda: [("foul", rival.id) for rival in victims(game, act.player)])
    if choice != END:
        act.acted = True
        await foul(game, act.player, game.state.players[choice[1]])
        await move_on(game, act)


async def move_on(game: BloodBowl, act: Activation) -> None:
    """What is left of the movement, for those whose activation their action does not end."""
    if not movement.stopped(game, act) and game.collect(MOVES_ON, act):
        await move_until(game, act, nothing)


def reachable(game: BloodBowl, player: Player) -> Mask:
    """The squares it can get to over unoccupied ones, with every Rush, whatever the dice on the way."""
    *_, (area, _) = _reached(game, player)
    return area


def _reached(game: BloodBowl, player: Player, keep: int = 0) -> Iterator[tuple[Mask, Mask]]:
    """The squares it can get to, and those with what is next to them: without a step, with one at most, with two …

    It keeps some of its movement for what it does there.
    """
    act = Activation(player)
    act.spent = movement.stand_up_cost(game, act)
    grow, free = game.pitch.grow, ~game.occupied()
    area = 1 << player.square
    near = grow(area)
    yield area, near
    for _ in range(movement.movement_left(game, act) - keep):
        area |= near & free
        near = grow(area)
        yield area, near


ACTIONS = (
    Action("move", _move, always),
    Action("block", _block, lambda game, player: bool(block_targets(game, player)), moves=False),
    Action("blitz", _blitz, can_blitz, once=True),
    Action("pass", _pass, always, once=True),
    Action("hand-off", _hand_off, always, once=True),
    Action("foul", _foul, always, once=True),
)

"""Blocks: the dice, the results, and who goes down (Core pp.60-63)."""

from collections.abc import Awaitable, Callable
from operator import attrgetter

from engine.core.answers import NUMBER
from engine.core.hooks import Query, Window
from engine.core.pitch import Square
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.contest import PUSHES, Block, weigh
from engine.rules.events import BlockDice, BlockResult
from engine.rules.falling import Fall, drop, hits_the_ground, knocked_down, lie_down, tips_over
from engine.rules.game import BloodBowl
from engine.rules.push import after_knock_down, lay_out, push_back
from engine.rules.rolls import NO, RE_ROLL, is_team_reroll, team_rerolls, use_skill_reroll
from engine.rules.state import STANDING, Player

FACES = {1: "player-down", 2: "both-down", 3: "push-back", 4: "push-back", 5: "stumble", 6: "pow"}

TARGET_DOWN, BLOCKER_DOWN = ("both-down", "stumble", "pow"), ("player-down", "both-down")  # by which results

Falls = list[Fall]
down_first: Ruling[Callable[[Falls, Falls], Falls]] = Ruling(
    "both-down-first-player",
    {
        "defender": lambda targets, blockers: targets + blockers,
        "attacker": lambda targets, blockers: blockers + targets,
    },
)
down_together: Ruling[Callable[[BloodBowl, Falls], Awaitable[None]]] = Ruling("both-down-resolution")
# Whether the ball of a player who goes down bounces before the next one goes down.
bounces_at_once: Ruling[bool] = Ruling("both-down-bounce", {"per-player": True, "after-both": False})
# How the two blocks of Multiple Block go on where they could also be taken one after the other.
pushed_together: Ruling[Callable[[BloodBowl, list[Block]], Awaitable[None]]] = Ruling("multiple-block-pushes")
pushed_again: Ruling[bool] = Ruling("multiple-block-displaced-target", {"still-pushed": True, "not-again": False})
wrestled_at_once: Ruling[bool] = Ruling("multiple-block-wrestle", {"lockstep": False, "serial": True})
two_down: Ruling[Callable[[BloodBowl, Falls], Awaitable[None]]] = Ruling("multiple-block-steady-footing")

RE_ROLL_DIE: Question[int] = Question("re-roll-die", NUMBER, "Which block die does {player} re-roll?")
BLOCK_DIE: Question[int] = Question("block-die", NUMBER, "Which block die counts?")

BEFORE_BLOCK: Window[Block] = Window(
    "before-block", among=attrgetter("blocker", "target")
)  # Foul Appearance, Dump-off, Dauntless
BEFORE_DICE: Window[Block] = Window("before-dice")  # the last moment before strengths and dice are counted
BLOCK_REROLLS: Query[Block, bool] = Query(
    "block-re-rolls", of=attrgetter("blocker")
)  # skills that re-roll the pool or a die of it
MUST_REROLL: Query[Block, bool] = Query("must-re-roll")  # … and of which one has to be used
REROLL_WITH: Window[Block] = Window("re-roll-with")
BEFORE_CHOICE: Window[Block] = Window("before-choice", of=attrgetter("blocker"))
AFTER_CHOICE: Window[Block] = Window(
    "after-choice", among=attrgetter("blocker", "target")
)  # Block, Wrestle, Dodge: what the result becomes
AFTER_BLOCK: Window[Block] = Window("after-block", among=attrgetter("blocker", "target"))


# The block --------------------------------------------------------------------------------------------------------------------


async def block(game: BloodBowl, contest: Block) -> None:
    await blocks(game, [contest])


async def blocks(game: BloodBowl, contests: list[Block]) -> None:
    """Steps: skills before; strength; dice; re-roll; the chosen result; push; who goes down; balls; skills after.

    Two blocks at a time advance side by side, and both are finished whatever comes of one.
    """
    contests = await _prepare(game, contests)
    for contest in contests:
        contest.chain.start = contest.target.square
        contest.chain.facing = game.pitch.towards(contest.blocker.square, contest.target.square)
        contest.pool = weigh(game, contest)
        _roll(game, contest)
    for contest in contests:
        await _reroll(game, contest)
    for contest in contests:
        await _choose(game, contest)
    for contest in contests:
        await game.open(AFTER_CHOICE, contest)
        game.emit(BlockResult(contest.blocker.id, contest.target.id, contest.result))
        if len(contests) > 1 and game.ruling(wrestled_at_once):
            await _lie_down(game, contest.placed)
    pushes = [contest for contest in contests if contest.result in PUSHES]
    for contest in pushes:
        contest.chain.fells = bool(contest.falls)
    await game.ruling(pushed_together)(game, pushes)
    await _go_down(game, contests)
    for contest in contests:
        ball.check_touchdown(game, contest.blocker)
        await game.open(AFTER_BLOCK, contest)


async def _prepare(game: BloodBowl, contests: list[Block]) -> list[Block]:
    """What comes before the dice may call a block off, or all of them; the rest are rolled for."""
    for contest in contests:
        if not contest.cancelled:
            await game.open(BEFORE_BLOCK, contest)
    if game.interrupted():
        return []
    due = [contest for contest in contests if not contest.cancelled]
    for contest in due:
        await game.open(BEFORE_DICE, contest)
    return [contest for contest in due if contest.target.has_square]  # who has gone just before is no target


def _roll(game: BloodBowl, contest: Block) -> None:
    contest.pool.faces = tuple(game.d(6) for _ in range(abs(contest.pool.dice)))
    _show(game, contest)


def _show(game: BloodBowl, contest: Block) -> None:
    pool = contest.pool
    strengths = (pool.strength, pool.resistance)
    game.emit(BlockDice(contest.blocker.id, contest.target.id, pool.faces, contest.chooser, strengths, pool.made_of))


async def _reroll(game: BloodBowl, contest: Block) -> None:
    """One source for the whole pool, or a skill for one die of it (Core p.33)."""
    blocker = contest.blocker
    sources = [key for key, _ in game.collect(BLOCK_REROLLS, contest)] + team_rerolls(game, blocker)
    if not sources:
        return
    offered = tuple(key for key, _ in game.collect(MUST_REROLL, contest)) or (NO, *sources)
    choice = offered[0]
    if len(offered) > 1:
        choice = await game.choose(
            RE_ROLL, blocker.side, offered, player=blocker.id, roll="block", faces=contest.pool.faces
        )
    if is_team_reroll(game, choice):
        if await game.edition.use_team_reroll(game, blocker, choice):
            _roll(game, contest)
    elif choice != NO:
        contest.pool.reroll_with = choice
        if await use_skill_reroll(game, blocker, choice):
            await game.open(REROLL_WITH, contest)
            _show(game, contest)


async def reroll_one(game: BloodBowl, contest: Block) -> None:
    """One die of the pool, of the blocker's coach's choice, is rolled again."""
    faces, side = tuple(dict.fromkeys(contest.pool.faces)), contest.blocker.side
    face = faces[0]
    if len(faces) > 1:
        face = await game.choose(RE_ROLL_DIE, side, faces, player=contest.blocker.id)
    contest.pool.roll_again(face, game.d(6))


async def _choose(game: BloodBowl, contest: Block) -> None:
    await game.open(BEFORE_CHOICE, contest)
    blocker, target, faces = contest.blocker, contest.target, tuple(dict.fromkeys(contest.pool.faces))
    face = faces[0]
    if len(faces) > 1:
        face = await game.choose(BLOCK_DIE, contest.chooser, faces, player=blocker.id, target=target.id)
    contest.result = FACES[face]
    if contest.result in TARGET_DOWN:
        contest.falls.append(Fall(target, "block", blocker, able=game.can_use(blocker)))
    if contest.result in BLOCKER_DOWN:
        contest.falls.append(Fall(blocker, "block", target, able=game.can_use(target)))


# The results ------------------------------------------------------------------------------------------------------------------


async def _push_back(game: BloodBowl, contest: Block) -> None:
    """Unless the other of two blocks has pushed it away. In the crowd there is nobody left to knock down."""
    target, chain = contest.target, contest.chain
    if target.has_square and (target.square == chain.start or game.ruling(pushed_again)):
        await push_back(game, chain)
    if not target.has_square:
        contest.falls.clear()


@pushed_together.choice("serial")
async def _one_after_the_other(game: BloodBowl, contests: list[Block]) -> None:
    for contest in contests:
        await _push_back(game, contest)


@pushed_together.choice("lockstep")
async def _side_by_side(game: BloodBowl, contests: list[Block]) -> None:
    """All squares are chosen before anybody moves, and nobody chooses a square that is promised to another."""
    promised: tuple[Square, ...] = ()
    for contest in contests if len(contests) > 1 else ():
        contest.chain.barred += promised
        await lay_out(game, contest.chain)
        promised += tuple(link.to for link in contest.chain.links)
    await _one_after_the_other(game, contests)


async def _go_down(game: BloodBowl, contests: list[Block]) -> None:
    """Targets first, then the blocker, each with armour and injury; who is only Placed Prone; then their balls bounce."""
    targets = [fall for each in contests for fall in each.falls if fall.player is each.target]
    blockers = [fall for each in contests for fall in each.falls if fall.player is each.blocker]
    falls = [fall for fall in game.ruling(down_first)(targets, blockers) if fall.player.status == STANDING]
    placed = [player for contest in contests for player in contest.placed]
    squares = [(player, player.square) for player in (*(fall.player for fall in falls), *placed)]
    await game.ruling(two_down if len(contests) > 1 else down_together)(game, falls)
    await _lie_down(game, placed)
    for player, square in squares:
        await drop(game, player, square)
    for contest in contests:
        await after_knock_down(game, contest.chain)


async def _lie_down(game: BloodBowl, placed: list[Player]) -> None:
    """Placed Prone, then their balls bounce."""
    for player in placed:
        if player.status == STANDING:
            await lie_down(game, player)
    for player in placed:
        if player.has_square:
            await drop(game, player, player.square)


async def _loses_ball(game: BloodBowl, player: Player, square: Square) -> None:
    if game.ruling(bounces_at_once):
        await drop(game, player, square)


def _still_up(game: BloodBowl, falls: Falls, player: Player) -> bool:
    """Unless the other's fall has already brought it down, which as a rule does not save the turn."""
    spared = any(fall.spares for fall in falls if fall.by is player)
    if player.status != STANDING and player.side == game.state.active and not spared:
        game.turnover("knocked down")
    return player.status == STANDING


@two_down.choice("serial")
@down_together.choice("one-by-one")
async def _one_by_one(game: BloodBowl, falls: Falls) -> None:
    for fall in falls:
        square = fall.player.square
        if _still_up(game, falls, fall.player) and await knocked_down(game, fall):
            await _loses_ball(game, fall.player, square)


@two_down.choice("lockstep")
@down_together.choice("step-by-step")
async def _step_by_step(game: BloodBowl, falls: Falls) -> None:
    for fall in falls:
        if _still_up(game, falls, fall.player):
            await tips_over(game, fall, "knocked down")
    for fall in falls:
        if fall.down:
            square = fall.player.square
            await hits_the_ground(game, fall)
            await _loses_ball(game, fall.player, square)

"""Blocks: the dice, the results, and who goes down (Core pp.60-63)."""

from collections.abc import Awaitable, Callable
from typing import Any

from engine.core.answers import NUMBER
from engine.core.hooks import Query, Window
from engine.core.pitch import Square
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.contest import Block, weigh
from engine.rules.events import BlockDice, BlockResult
from engine.rules.falling import Fall, drop, hits_the_ground, knocked_down, lie_down, tips_over
from engine.rules.game import BloodBowl
from engine.rules.push import after_knock_down, lay_out, push_back
from engine.rules.rolls import NO, RE_ROLL, is_team_reroll, team_rerolls, use_skill_reroll
from engine.rules.state import STANDING, Player

FACES = {1: "player-down", 2: "both-down", 3: "push-back", 4: "push-back", 5: "stumble", 6: "pow"}

Falls = list[tuple[Block, Fall]]
down_first: Ruling[Callable[[Falls, Falls], Falls]] = Ruling(
    "both-down-first-player",
    {"defender": lambda targets, blockers: targets + blockers, "attacker": lambda targets, blockers: blockers + targets},
)
down_together: Ruling[Callable[[BloodBowl, Falls], Awaitable[None]]] = Ruling("both-down-resolution")
# Whether the ball of a player who goes down bounces before the next one goes down.
bounces_at_once: Ruling[bool] = Ruling("both-down-bounce", {"per-player": True, "after-both": False})
# How the two blocks of Multiple Block go on where they could also be taken one after the other.
pushed_together: Ruling[Callable[[BloodBowl, list[Block]], Awaitable[None]]] = Ruling("multiple-block-pushes")
pushed_again: Ruling[bool] = Ruling("multiple-block-displaced-target", {"still-pushed": True, "not-again": False})
wrestled_at_once: Ruling[bool] = Ruling("multiple-block-wrestle", {"lockstep": False, "serial": True})
two_down: Ruling[Callable[[BloodBowl, Falls], Awaitable[None]]] = Ruling("multiple-block-steady-footing")
RULINGS: tuple[Ruling[Any], ...] = (
    *(down_first, down_together, bounces_at_once),
    *(pushed_together, pushed_again, wrestled_at_once, two_down),
)

RE_ROLL_DIE: Question[int] = Question("re-roll-die", NUMBER, "Which block die does {player} re-roll?")
BLOCK_DIE: Question[int] = Question("block-die", NUMBER, "Which block die counts?")

BEFORE_BLOCK: Window[Block] = Window("before-block")  # Foul Appearance, Dump-off, Dauntless
BEFORE_DICE: Window[Block] = Window("before-dice")  # the last moment before strengths and dice are counted
BLOCK_REROLLS: Query[Block, bool] = Query("block-re-rolls")  # skills that re-roll the pool or a die of it
MUST_REROLL: Query[Block, bool] = Query("must-re-roll")  # … and of which one has to be used
REROLL_WITH: Window[Block] = Window("re-roll-with")
BEFORE_CHOICE: Window[Block] = Window("before-choice")
AFTER_CHOICE: Window[Block] = Window("after-choice")  # Block, Wrestle, Dodge: what the result becomes
AFTER_BLOCK: Window[Block] = Window("after-block")


# The block --------------------------------------------------------------------------------------------------------------------


async def block(game: BloodBowl, contest: Block) -> None:
    await blocks(game, [contest])


async def blocks(game: BloodBowl, contests: list[Block]) -> None:
    """Steps: skills before; strength; dice; re-roll; the chosen result; push; who goes down; balls; skills after.

    Two blocks at a time advance side by side, and both are finished whatever comes of one.
    """
    contests = await _prepare(game, contests)
    for contest in contests:
        contest.able = [player for player in (contest.blocker, contest.target) if game.can_use(player)]
        contest.chain.start = contest.target.square
        contest.chain.facing = game.pitch.towards(contest.blocker.square, contest.target.square)
        weigh(game, contest)
        _roll(game, contest)
    for contest in contests:
        await _reroll(game, contest)
    for contest in contests:
        await _choose(game, contest)
    for contest in contests:
        await game.open(AFTER_CHOICE, contest)
        contest.chain.fells = RESULTS[contest.result] is _pow
        game.emit(BlockResult(contest.blocker.id, contest.target.id, contest.result))
        if len(contests) > 1 and contest.result == "both-prone" and game.ruling(wrestled_at_once):
            await _lie_down(game, [contest.target, contest.blocker])
    await game.ruling(pushed_together)(game, contests)
    await _go_down(game, contests)
    for contest in contests:
        ball.check_touchdown(game, contest.blocker)
        await game.open(AFTER_BLOCK, contest)


async def _prepare(game: BloodBowl, contests: list[Block]) -> list[Block]:
    """What comes before the dice may call a block off, or all of them; the rest are rolled for."""
    for contest in contests:
        await game.open(BEFORE_BLOCK, contest)
        if contest.called_off:
            return []
    if game.interrupted():
        return []
    due = [contest for contest in contests if not contest.cancelled]
    for contest in due:
        await game.open(BEFORE_DICE, contest)
    return [contest for contest in due if contest.target.has_square]  # who has gone just before is no target


def _roll(game: BloodBowl, contest: Block) -> None:
    contest.faces = tuple(game.d(6) for _ in range(abs(contest.dice)))
    _show(game, contest)


def _show(game: BloodBowl, contest: Block) -> None:
    blocker, target = contest.blocker, contest.target
    chooser = blocker.side if contest.dice > 0 else target.side
    strengths = (contest.strength, contest.resistance)
    game.emit(BlockDice(blocker.id, target.id, contest.faces, chooser, strengths, contest.made_of))


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
            RE_ROLL, blocker.side, offered, player=blocker.id, roll="block", faces=contest.faces
        )
    if is_team_reroll(game, choice):
        if await game.edition.use_team_reroll(game, blocker, choice):
            contest.rerolled = True
            _roll(game, contest)
    elif choice != NO:
        contest.reroll_with = choice
        if await use_skill_reroll(game, blocker, choice):
            contest.rerolled = True
            await game.open(REROLL_WITH, contest)
            _show(game, contest)


async def reroll_one(game: BloodBowl, contest: Block) -> None:
    """One die of the pool, of the blocker's coach's choice, is rolled again."""
    faces, side = tuple(dict.fromkeys(contest.faces)), contest.blocker.side
    face = faces[0]
    if len(faces) > 1:
        face = await game.choose(RE_ROLL_DIE, side, faces, player=contest.blocker.id)
    at = contest.faces.index(face)
    contest.faces = (*contest.faces[:at], game.d(6), *contest.faces[at + 1 :])


async def _choose(game: BloodBowl, contest: Block) -> None:
    await game.open(BEFORE_CHOICE, contest)
    faces = tuple(dict.fromkeys(contest.faces))
    chooser = contest.blocker.side if contest.dice > 0 else contest.target.side
    face = faces[0]
    if len(faces) > 1:
        face = await game.choose(BLOCK_DIE, chooser, faces, player=contest.blocker.id, target=contest.target.id)
    contest.result = FACES[face]


# The results ------------------------------------------------------------------------------------------------------------------


async def _player_down(game: BloodBowl, contest: Block) -> None:
    contest.blocker_down = True


async def _both_down(game: BloodBowl, contest: Block) -> None:
    """Unless skills have said otherwise, both; the target is resolved first."""
    contest.target_down = contest.target not in contest.unharmed
    contest.blocker_down = contest.blocker not in contest.unharmed


async def _both_prone(game: BloodBowl, contest: Block) -> None:
    """Both are Placed Prone: no armour rolls."""
    contest.placed = [contest.target, contest.blocker]


async def _push_back(game: BloodBowl, contest: Block) -> None:
    """Unless the other of two blocks has pushed it away, or into the crowd."""
    there = contest.target.square == contest.chain.start or game.ruling(pushed_again)
    if contest.target.has_square and there:
        await push_back(game, contest.chain)


async def _pow(game: BloodBowl, contest: Block) -> None:
    """Pushed, then Knocked Down where it ends; in the crowd there is nobody left to knock down."""
    await _push_back(game, contest)
    contest.target_down = contest.target.has_square


@pushed_together.choice("serial")
async def _one_after_the_other(game: BloodBowl, contests: list[Block]) -> None:
    for contest in contests:
        await RESULTS[contest.result](game, contest)


@pushed_together.choice("lockstep")
async def _side_by_side(game: BloodBowl, contests: list[Block]) -> None:
    """All squares are chosen before anybody moves, and nobody chooses a square that is promised to another."""
    promised: tuple[Square, ...] = ()
    for contest in contests if len(contests) > 1 else ():
        if RESULTS[contest.result] in (_push_back, _pow):
            contest.chain.barred += promised
            await lay_out(game, contest.chain)
            promised += tuple(link.to for link in contest.chain.links)
    await _one_after_the_other(game, contests)


async def nothing(game: BloodBowl, contest: Block) -> None:
    """Both players are still on their feet."""


RESULTS = {
    "player-down": _player_down,
    "both-down": _both_down,
    "both-prone": _both_prone,
    "push-back": _push_back,
    "stumble": _pow,
    "pow": _pow,
    "nothing": nothing,
}


async def _go_down(game: BloodBowl, contests: list[Block]) -> None:
    """Targets first, then the blocker, each with armour and injury; who is only Placed Prone; then their balls bounce."""
    targets = [_fall(game, each, each.target, each.blocker) for each in contests if each.target_down]
    blockers = [_fall(game, each, each.blocker, each.target) for each in contests if each.blocker_down]
    falls = [each for each in game.ruling(down_first)(targets, blockers) if each[1].player.status == STANDING]
    placed = [player for contest in contests for player in contest.placed]
    squares = [(player, player.square) for player in (*(fall.player for _, fall in falls), *placed)]
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


def _fall(game: BloodBowl, contest: Block, player: Player, by: Player) -> tuple[Block, Fall]:
    return contest, Fall(player, "block", by, able=by in contest.able)


def _still_up(game: BloodBowl, falls: Falls, player: Player) -> bool:
    """Unless the other's fall has already brought it down, which as a rule does not save the turn."""
    spared = any(fall.spares for _, fall in falls if fall.by is player)
    if player.status != STANDING and player.side == game.state.active and not spared:
        game.turnover("knocked down")
    return player.status == STANDING


@two_down.choice("serial")
@down_together.choice("one-by-one")
async def _one_by_one(game: BloodBowl, falls: Falls) -> None:
    for contest, fall in falls:
        square = fall.player.square
        if _still_up(game, falls, fall.player) and await knocked_down(game, fall):
            contest.felled.append(fall.player)
            await _loses_ball(game, fall.player, square)


@two_down.choice("lockstep")
@down_together.choice("step-by-step")
async def _step_by_step(game: BloodBowl, falls: Falls) -> None:
    for contest, fall in falls:
        if _still_up(game, falls, fall.player) and await tips_over(game, fall, "knocked down"):
            contest.felled.append(fall.player)
    for contest, fall in falls:
        if fall.player in contest.felled:
            square = fall.player.square
            await hits_the_ground(game, fall)
            await _loses_ball(game, fall.player, square)

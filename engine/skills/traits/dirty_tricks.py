"""Traits of players who fight dirty, and of those who are never where you hit."""

from engine.core.answers import SQUARE
from engine.core.hooks import Skill
from engine.core.pitch import Square, squares_of
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.actions import BLITZ_ACTIONS, Action, Strike
from engine.rules.activation import MORE_ACTIONS
from engine.rules.block import AFTER_BLOCK, BEFORE_DICE
from engine.rules.contest import Block
from engine.rules.falling import drop
from engine.rules.game import BloodBowl
from engine.rules.injury import Hurt, hurt
from engine.rules.movement import ROOTED
from engine.rules.rolls import Test, roll_test
from engine.rules.special import AFTER_SPECIAL, BEFORE_SPECIAL, Special, special_action, strike
from engine.rules.state import Player
from engine.rules.trapdoor import PLACED, Placed

stab = Skill("stab", "Core p.136", active=True)


async def _stabs(game: BloodBowl, player: Player, target: Player) -> None:
    """An Armour Roll that nothing modifies; a player whose armour holds has nothing to fear."""
    await _hurts(game, target, stab, player)


def wound(player: Player, cause: str, by: Player | None) -> Hurt:
    return Hurt(player, cause, by, unmodifiable=True)


async def _hurts(game: BloodBowl, player: Player, skill: Skill, by: Player | None) -> None:
    square, carried = player.square, game.has_ball(player)
    roll = wound(player, skill.key, by)
    await hurt(game, roll)
    if roll.broken and carried and player.side == game.state.active:
        game.turnover("carrier hurt")
    await drop(game, player, square)


STAB, STAB_IN_A_BLITZ = special_action(stab.key, _stabs), strike(stab.key, _stabs)


@stab.answers(MORE_ACTIONS)
def may_stab(game: BloodBowl, me: Player, player: Player) -> Action | None:
    return STAB


@stab.answers(BLITZ_ACTIONS)
def may_stab_in_a_blitz(game: BloodBowl, me: Player, player: Player) -> Strike | None:
    return STAB_IN_A_BLITZ


projectile_vomit = Skill("projectile-vomit", "Core pp.123-138", active=True)


def spurt(me: Player) -> Test:
    return Test(projectile_vomit.key, me, 2)


async def _vomits(game: BloodBowl, player: Player, target: Player) -> None:
    """2+ hits the target, a 1 the player itself; armour that holds keeps everybody on their feet."""
    hits = await roll_test(game, spurt(player))
    await _hurts(game, target if hits else player, projectile_vomit, player if hits else None)


VOMIT = special_action(projectile_vomit.key, _vomits)
VOMIT_IN_A_BLITZ = strike(projectile_vomit.key, _vomits)


@projectile_vomit.answers(MORE_ACTIONS)
def may_vomit(game: BloodBowl, me: Player, player: Player) -> Action | None:
    return VOMIT


@projectile_vomit.answers(BLITZ_ACTIONS)
def may_vomit_in_a_blitz(game: BloodBowl, me: Player, player: Player) -> Strike | None:
    return VOMIT_IN_A_BLITZ


removal_is_leaving: Ruling[bool] = Ruling("removed-is-not-leaving", {"not-leaving": False, "leaving": True})
reappears_on_trapdoor: Ruling[Placed] = Ruling("trapdoor-trickster", PLACED)
# Special Actions that nobody slips away from.
inescapable: Ruling[tuple[str, ...]] = Ruling(
    "trickster-hypnotic-gaze", {"offered": (), "not-offered": ("hypnotic-gaze",)}
)

REAPPEAR: Question[Square] = Question("trickster", SQUARE, "Where does {player} reappear?", none="nobody")
trickster = Skill("trickster", "Core p.138", active=True)


@trickster.at(BEFORE_DICE)
async def is_somewhere_else(game: BloodBowl, me: Player, contest: Block) -> None:
    """Just before a Block on it, it may turn up in another free square next to the blocker."""
    if contest.target is me:
        await _relocates(game, me, contest.blocker)


@trickster.at(BEFORE_SPECIAL)
async def is_not_there_either(game: BloodBowl, me: Player, special: Special) -> None:
    """The same for a Special Action aimed at it."""
    if special.target is me and not special.cancelled and special.key not in game.ruling(inescapable):
        await _relocates(game, me, special.player)
        special.cancelled = not me.has_square


async def _relocates(game: BloodBowl, me: Player, rival: Player) -> None:
    if game.ruling(removal_is_leaving) and game.collect(ROOTED, me):
        return
    squares = [square for square in squares_of(game.pitch.neighbours(rival.square)) if game.free(square)]
    if not squares:
        return
    square = await game.choose(REAPPEAR, me.side, (-1, *squares), player=me.id)
    if square >= 0:
        game.shift(me, square)
        if game.state.ball.square == square:
            await _snatches(game, me)
        await game.ruling(reappears_on_trapdoor)(game, me)


async def _snatches(game: BloodBowl, me: Player) -> None:
    """It may try to pick up a ball that lies there; declined or failed, the ball bounces and the turn goes on."""
    if ball.can_catch(game, me) and await game.choose(ball.PICK_UP, me.side, (True, False), player=me.id):
        modifiers = [*game.edition.modifiers.pick_up(game, me)]
        if await roll_test(game, Test("pick-up", me, game.edition.agility_target(game, me), modifiers)):
            game.give_ball(me)
            return
    await ball.bounce(game, ball.Flight("loose", me.square))


@trickster.at(AFTER_BLOCK)
async def scores_after_a_block(game: BloodBowl, me: Player, contest: Block) -> None:
    """A touchdown by turning up in the end zone waits until the action is over."""
    if contest.target is me:
        ball.check_touchdown(game, me)


@trickster.at(AFTER_SPECIAL)
async def scores_after_a_special(game: BloodBowl, me: Player, special: Special) -> None:
    if special.target is me:
        ball.check_touchdown(game, me)


SKILLS = (stab, projectile_vomit, trickster)

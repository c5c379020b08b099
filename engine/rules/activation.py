"""One player's activation: declare, activation rolls, the action, its end (Core pp.50-53)."""

from typing import Any

from engine.core.hooks import Query, Window
from engine.core.ruling import Ruling
from engine.rules import movement
from engine.rules.actions import ACTIONS, BLITZ_DEEDS, Action, name_target
from engine.rules.events import Declare
from engine.rules.falling import Fall, drop, knocked_down
from engine.rules.game import BloodBowl
from engine.rules.movement import Activation
from engine.rules.rolls import roll_d
from engine.rules.state import NOBODY, STANDING, TURN, Player

target_first: Ruling[bool] = Ruling("blitz-target-and-negatraits", {"target-first": True, "trait-first": False})
six_provokes: Ruling[bool] = Ruling("stalling-turn-seven", {"never": False, "natural-six": True})
# Whether somebody stalls who has left the ball behind on a Move.
stalls_without: Ruling[bool] = Ruling(
    "fumblerooski-move-stalling", {"stalling": True, "not-stalling": False}
)
# Whether what may take the place of a Blitz's block is as good as a Block to those who love to fight.
as_good_as_a_block: Ruling[bool] = Ruling(
    "eager-for-special-actions", {"block-or-blitz": False, "in-place-of-a-block": True}
)
RULINGS: tuple[Ruling[Any], ...] = (target_first, as_good_as_a_block, six_provokes, stalls_without)
IN_A_CHARGE = ("move", "blitz", "throw-team-mate", "kick-team-mate")  # during the kick-off (Core p.49)

MORE_ACTIONS: Query[Player, Action] = Query("more-actions")
BARRED: Query[tuple[Player, str], bool] = Query("barred")  # actions that a player may not declare
FROM_PRONE: Query[tuple[Player, str], bool] = Query("from-prone")  # actions without a Move for which it gets up
ON_DECLARE: Window[Activation] = Window("on-declare")
END_OF_ACTIVATION: Window[Activation] = Window("end-of-activation")


def actions(game: BloodBowl, player: Player) -> list[Action]:
    """What this player may declare now."""
    known = [*ACTIONS, *(action for _, action in game.collect(MORE_ACTIONS, player))]
    return [
        action
        for action in known
        if (player.status == STANDING or action.moves or game.collect(FROM_PRONE, (player, action.key)))
        and (game.state.stage == TURN or action.key in IN_A_CHARGE)
        and not (action.once and action.key in game.state.declared)
        and not game.collect(BARRED, (player, action.key))
        and action.available(game, player)
    ]


def eagerness(game: BloodBowl, act: Activation, bonus: int) -> list[tuple[str, int]]:
    """What an activation roll gains when a fight was declared (Core pp.123-138)."""
    fights = {"block", "blitz"}
    if game.ruling(as_good_as_a_block):
        fights |= {strike.key for _, strike in game.collect(BLITZ_DEEDS, act.player)}
    return [("block or blitz", bonus)] if act.action in fights else []


async def activate(game: BloodBowl, player: Player) -> None:
    """Steps: Distracted ends; declare; activation rolls; the action; end of activation."""
    player.used = True
    player.distracted = player.no_assists = False
    game.state.acting = player.id
    act = Activation(player, could_score=game.has_ball(player) and movement.dice_free_goal(game, player))
    declared = await _declare(game, act)
    await game.open(ON_DECLARE, act)
    if act.action != declared.key:  # the declaration stays used
        declared = next(action for action in ACTIONS if action.key == act.action)
    if not act.done and not game.interrupted():
        await declared.perform(game, act)
    await _end(game, act)


async def _declare(game: BloodBowl, act: Activation) -> Action:
    player = act.player
    offered = actions(game, player)
    key = await game.choose(player.side, "declare", tuple(action.key for action in offered), player=player.id)
    chosen = next(action for action in offered if action.key == key)
    act.action = key
    if chosen.once:
        game.state.declared.add(key)
    if key == "blitz" and game.ruling(target_first):
        await name_target(game, act)
    game.emit(Declare(player.id, key, act.target if act.target >= 0 else None))
    return chosen


async def _end(game: BloodBowl, act: Activation) -> None:
    await game.open(END_OF_ACTIVATION, act)
    if not game.interrupted():
        await stalling(game, act)
    game.state.acting = NOBODY


async def stalling(game: BloodBowl, act: Activation) -> None:
    """A carrier who could have scored without a die and did not: the crowd may act (Core p.80)."""
    player = act.player
    if not act.could_score or not (game.has_ball(player) or _lost_for_nothing(game, act)):
        return
    team = game.team(player.side)
    team.stalled = True
    face = roll_d(game, 6, "stalling", player.side, player)
    if (face >= team.turn or (face == 6 and game.ruling(six_provokes))) and player.on_pitch:
        square = player.square
        if await knocked_down(game, Fall(player, "stalling")):
            await drop(game, player, square)


def _lost_for_nothing(game: BloodBowl, act: Activation) -> bool:
    """The ball is gone and nobody was to have it."""
    return act.action not in ("pass", "hand-off") and game.ruling(stalls_without)

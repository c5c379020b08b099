"""One player's activation: declare, activation rolls, the action, its end (Core pp.50-53)."""

from collections.abc import Collection
from operator import attrgetter, itemgetter

from engine.core.answers import Word
from engine.core.hooks import Query, Window, themselves
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.actions import BLITZ_ACTIONS, Action, name_target
from engine.rules.events import Declare
from engine.rules.game import BloodBowl
from engine.rules.movement import Activation
from engine.rules.state import NOBODY, STANDING, TURN, Player

target_first: Ruling[bool] = Ruling("blitz-target-and-negatraits", {"target-first": True, "trait-first": False})
# Whether what may take the place of a Blitz's block is as good as a Block to those who love to fight.
as_good_as_a_block: Ruling[bool] = Ruling(
    "eager-for-special-actions", {"block-or-blitz": False, "in-place-of-a-block": True}
)

DECLARE: Question[str] = Question("declare", Word(other="an action"), "Which action does {player} declare?")

MORE_ACTIONS: Query[Player, Action] = Query("more-actions", of=themselves)
BARRED: Query[tuple[Player, str], bool] = Query("barred", of=itemgetter(0))  # actions that a player may not declare
FROM_PRONE: Query[tuple[Player, str], bool] = Query(
    "from-prone", of=itemgetter(0)
)  # actions without a Move for which it gets up
ON_DECLARE: Window[Activation] = Window("on-declare", of=attrgetter("player"))
END_OF_ACTIVATION: Window[Activation] = Window("end-of-activation", of=attrgetter("player"))


def may_declare(game: BloodBowl, player: Player) -> list[Action]:
    """What this player may declare now."""
    return [action for action in game.edition.actions if _allowed(game, player, action)] + more_actions(game, player)


def may_declare_of(game: BloodBowl, player: Player, keys: Collection[str]) -> set[str]:
    """Those of some actions that are everybody's which this player may declare now."""
    return {action.key for action in game.edition.actions if action.key in keys and _allowed(game, player, action)}


def more_actions(game: BloodBowl, player: Player) -> list[Action]:
    """What this player may declare now that not everybody can."""
    return [action for _, action in game.collect(MORE_ACTIONS, player) if _allowed(game, player, action)]


def _allowed(game: BloodBowl, player: Player, action: Action) -> bool:
    return (
        not (action.once and action.key in game.state.declared)
        and (player.status == STANDING or action.moves or bool(game.collect(FROM_PRONE, (player, action.key))))
        and (game.state.stage == TURN or action.key in game.edition.kick_off_actions)
        and not game.collect(BARRED, (player, action.key))
        and action.available(game, player)
    )


def can_act(game: BloodBowl, player: Player) -> bool:
    return any(_allowed(game, player, action) for action in game.edition.actions) or bool(more_actions(game, player))


def eagerness(game: BloodBowl, act: Activation, bonus: int) -> list[tuple[str, int]]:
    """What an activation roll gains when a fight was declared (Core pp.123-138)."""
    fights = {"block", "blitz"}
    if game.ruling(as_good_as_a_block):
        fights |= {strike.key for _, strike in game.collect(BLITZ_ACTIONS, act.player)}
    return [("block or blitz", bonus)] if act.action in fights else []


async def activate(game: BloodBowl, player: Player) -> None:
    """Steps: Distracted ends; declare; activation rolls; the action; end of activation."""
    player.used = True
    player.no_assists = False
    game.focus(player)
    game.state.acting = player.id
    act = Activation(player)
    game.edition.before_activation(game, act)
    declared = await _declare(game, act)
    await game.open(ON_DECLARE, act)
    if act.action != declared.key:  # the declaration stays used
        declared = next(action for action in game.edition.actions if action.key == act.action)
    if not act.done and not game.interrupted():
        await declared.perform(game, act)
    await _end(game, act)


async def _declare(game: BloodBowl, act: Activation) -> Action:
    player = act.player
    offered = may_declare(game, player)
    key = await game.choose(DECLARE, player.side, tuple(action.key for action in offered), player=player.id)
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
    await game.edition.after_activation(game, act)
    game.state.acting = NOBODY

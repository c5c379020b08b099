"""Special Actions aimed at one opponent: who can be aimed at, and what may happen just before (Core p.53)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.core.answers import PLAYER
from engine.core.hooks import Window
from engine.core.questions import Question
from engine.rules.actions import IMMUNE, Action, Strike
from engine.rules.game import BloodBowl
from engine.rules.movement import Activation
from engine.rules.state import STANDING, Player

SPECIAL_TARGET: Question[int] = Question("special-target", PLAYER, "Who is the target of {player}?")
Effect = Callable[[BloodBowl, Player, Player], Awaitable[None]]
Aimed = Callable[[BloodBowl, Player, Player], Awaitable[bool]]
Near = Callable[[BloodBowl, Player], list[Player]]  # the opponents in reach of a player


@dataclass(slots=True)
class Special:
    """A Special Action on the point of being performed against somebody."""

    key: str
    player: Player
    target: Player
    cancelled: bool = False


BEFORE_SPECIAL: Window[Special] = Window("before-special")  # before any of its dice
AFTER_SPECIAL: Window[Special] = Window("after-special")


def standing_rivals(game: BloodBowl, player: Player) -> list[Player]:
    return [rival for rival in game.next_to(player, 1 - player.side) if rival.status == STANDING]


def rivals_for(game: BloodBowl, player: Player, key: str, near: Near = standing_rivals) -> list[Player]:
    """Those whom this action can be aimed at."""
    return [rival for rival in near(game, player) if not game.collect(IMMUNE, (rival, key))]


def aimed(key: str, effect: Effect) -> Aimed:
    """The effect with the moments before and after it. False when it never came to the effect."""

    async def perform(game: BloodBowl, player: Player, target: Player) -> bool:
        special = Special(key, player, target)
        await game.open(BEFORE_SPECIAL, special)
        if special.cancelled or game.interrupted():
            return False
        await effect(game, player, target)
        await game.open(AFTER_SPECIAL, special)
        return True

    return perform


def strike(key: str, effect: Effect, *, ends: bool = True) -> Strike:
    """In place of the block of a Blitz."""
    return Strike(key, aimed(key, effect), ends)


def special_action(key: str, effect: Effect, near: Near = standing_rivals) -> Action:
    """Declared on its own by a Standing player, against an opponent next to it, who has to be Standing as a rule."""
    against = aimed(key, effect)

    async def perform(game: BloodBowl, act: Activation) -> None:
        player = act.player
        rivals = tuple(rival.id for rival in rivals_for(game, player, key, near))
        if rivals:
            id = await game.choose(SPECIAL_TARGET, player.side, rivals, player=player.id, action=key)
            act.acted = True
            await against(game, player, game.state.players[id])
        act.done = True

    return Action(key, perform, lambda game, player: bool(rivals_for(game, player, key, near)), moves=False)

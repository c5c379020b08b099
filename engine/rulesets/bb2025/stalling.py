"""Stalling: a carrier who could score without a die and does not (Core p.80)."""

from engine.core.ruling import Ruling
from engine.rules.events import Stalled
from engine.rules.falling import Fall, drop, knocked_down
from engine.rules.game import BloodBowl
from engine.rules.movement import ROLLS_TO_ACT, ROOTED, Activation
from engine.rules.rolls import roll_d
from engine.rules.state import NOBODY, STANDING, Player

six_provokes: Ruling[bool] = Ruling("stalling-turn-seven", {"never": False, "natural-six": True})
# Whether somebody stalls who has left the ball behind on a Move.
stalls_without: Ruling[bool] = Ruling("fumblerooski-move-stalling", {"stalling": True, "not-stalling": False})


def note_chance(game: BloodBowl, act: Activation) -> None:
    """Whether the player could score as it is activated."""
    act.could_score = game.has_ball(act.player) and dice_free_goal(game, act.player)


def dice_free_goal(game: BloodBowl, player: Player) -> bool:
    """Whether a carrier could score now without a die: never leaving a marked square, within its MA (Core p.80)."""
    if player.status != STANDING or game.collect(ROOTED, player) or game.marked(player):
        return False
    if game.collect(ROLLS_TO_ACT, Activation(player)):
        return False
    pitch = game.pitch
    marked = game.zones(1 - player.side)
    free = pitch.everywhere & ~game.occupied() & ~game.state.trapdoors
    goal = pitch.end_zones[1 - player.side]
    area = 1 << player.square
    for _ in range(game.value(player, "ma")):
        area |= pitch.grow(area & ~marked) & free
        if area & goal:
            return True
    return bool(area & goal)


async def stalling(game: BloodBowl, act: Activation) -> None:
    """A carrier who could have scored without a die and did not: the crowd may act, unless the turn is over (Core p.80)."""
    player = act.player
    if not act.could_score or _scored(game, player) or not (game.has_ball(player) or _lost_for_nothing(game, act)):
        return
    game.team(player.side).stalled = True
    if game.interrupted():
        game.emit(Stalled(player.id))
    else:
        await _crowd_acts(game, player)


async def _crowd_acts(game: BloodBowl, player: Player) -> None:
    face = roll_d(game, 6, "stalling", player.side, player)
    provoked = face >= game.team(player.side).turn or (face == 6 and game.ruling(six_provokes))
    if provoked and player.on_pitch:
        square = player.square
        if await knocked_down(game, Fall(player, "stalling")):
            await drop(game, player, square)


def _scored(game: BloodBowl, player: Player) -> bool:
    """Itself, or a team-mate in the same activation."""
    scorer = game.state.scorer
    return scorer != NOBODY and game.state.players[scorer].side == player.side


def _lost_for_nothing(game: BloodBowl, act: Activation) -> bool:
    """The ball is gone and nobody was to have it."""
    return act.action not in ("pass", "hand-off") and game.ruling(stalls_without)

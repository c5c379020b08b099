"""What holds in every position, whatever the coaches do. Checked after every decision of a fuzzed match."""

from engine.rules.boards import Boards
from engine.rules.game import BloodBowl
from engine.rules.state import CASUALTY, KNOCKED_OUT, OUT, PRONE, RESERVES, SENT_OFF, STANDING, STUNNED

PLACES = {STANDING, PRONE, STUNNED, RESERVES, KNOCKED_OUT, CASUALTY, SENT_OFF, OUT}  # where a player can be


def broken(game: BloodBowl) -> list[str]:
    found = [*_misplaced(game), *_overdrawn(game)]
    if game.state.ball.carrier >= 0 and game.state.ball.square >= 0:
        found.append("the ball is carried and lies on the ground")
    if game.boards != Boards.of(game.state.players):
        found.append("somebody has moved, fallen or come round, and the boards were not told")
    return found


def broken_at_rest(game: BloodBowl) -> list[str]:
    """Between two activations nothing is under way: only a Standing player holds the ball, and nobody is on top of it."""
    carrier, square = game.carrier(), game.state.ball.square
    found = []
    if carrier and carrier.status != STANDING:
        found.append(f"{carrier.name} is {carrier.status} and holds the ball")
    if square >= 0 and (on_it := game.at(square)):
        found.append(f"the ball lies under {on_it.name}")
    return found


def _misplaced(game: BloodBowl) -> list[str]:
    """Everybody is still there, in one place, and nobody shares a square."""
    found, taken = [], set()
    for id, player in enumerate(game.state.players):
        if player.id != id or player.status not in PLACES:
            found.append(f"{player.name} has got lost")
        if player.has_square and not game.pitch.on(player.square):
            found.append(f"{player.name} is {player.status} off the pitch")
        if player.has_square and player.square in taken and not game.shoving:
            found.append(f"{player.name} shares a square")
        if not player.on_pitch and player.square >= 0:
            found.append(f"{player.name} is {player.status} and has a square")
        taken.add(player.square if player.has_square else None)
    if sum(player.on_pitch and not player.has_square for player in game.state.players) > 1:
        found.append("more than one player is in the air or on the way into the crowd")
    return found


def _overdrawn(game: BloodBowl) -> list[str]:
    counts = [
        number for team in game.state.teams for number in (team.bribes, team.apothecaries, *team.rerolls.values())
    ]
    return ["a negative number of re-rolls, bribes or apothecaries"] if min(counts) < 0 else []

"""Answers to single questions that no plan foresees: the kick, the ball in the air, skills that may be declined."""

from typing import Any

from engine.coaches.base import Answer
from engine.coaches.classic.odds import chance
from engine.coaches.classic.view import View
from engine.core.decisions import Decision
from engine.core.pitch import Square
from engine.rules.ball import can_catch
from engine.rules.game import BloodBowl
from engine.rules.state import NOBODY, PRONE, STANDING, STUNNED, Player

KICK, DUMP_OFF, WRESTLE, BLOCK = "kick", "dump-off", "wrestle", "block"
LOSES_THE_BALL = (
    "diving-tackle",
    "fumblerooski",
    "pile-driver",
)  # skills that put their owner or the ball on the ground


def aim(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """In the middle of the half: as far as can be from all its edges."""
    pitch = game.pitch
    row = pitch.length - pitch.half // 2 if decision.side == 0 else 1 + pitch.half // 2
    return pitch.at(row, (pitch.width + 1) // 2), "deep, and safe from the sidelines"


def kicker(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    best = max(_players(decision, game), key=lambda player: (KICK in player.skills, -player.id))
    return best.id, "knows how to kick" if KICK in best.skills else ""


def surest_hands(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    best = min(_players(decision, game), key=lambda player: (player.ag, -player.ma, player.id))
    return best.id, "the surest hands"


def intercept(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    view = View(game, decision.side)
    best = max(_players(decision, game), key=lambda rival: chance(rival.ag, -view.exposed(rival.square)))
    return best.id, "nothing to lose"


def first_catcher(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """The best of ours; if only theirs may try, the worst of them."""
    view, players = View(game, decision.side), _players(decision, game)
    ours = [player for player in players if player.side == decision.side]
    if ours:
        best = max(ours, key=lambda player: (chance(player.ag, -view.exposed(player.square)), -player.id))
        return best.id, "the best chance"
    return max(players, key=lambda player: (player.ag, -player.id)).id, "the worst hands of theirs"


def touchback_square(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    rivals, mates = (game.players(side, STANDING, PRONE, STUNNED) for side in (1 - decision.side, decision.side))

    def nearest(players: list[Player], square: Square) -> int:
        return min((game.pitch.apart(player.square, square) for player in players), default=0)

    best = max(decision.listed, key=lambda square: (nearest(rivals, square), -nearest(mates, square), -square))
    return best, "as far from them as can be"


def put_down(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """Where the fewest opponents and the most team-mates are near."""
    view = View(game, decision.side)

    def trouble(square: Square) -> tuple[int, int, Square]:
        near = sum(game.pitch.apart(mate.square, square) == 1 for mate in game.players(decision.side, STANDING))
        return view.exposed(square), -near, square

    return min(decision.listed, key=trouble), "out of their reach"


def quick_snap_to(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """A square forward, as long as nobody marks it there."""
    view, player = View(game, decision.side), game.state.players[decision.about["player"]]
    free = [square for square in decision.listed if square != NOBODY and not view.exposed(square)]
    best = min(free, key=lambda square: (view.rows_left(square), square), default=player.square)
    if view.rows_left(best) < view.rows_left(player.square):
        return best, "a step ahead"
    return NOBODY, "well placed already"


def use_skill(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    skill, player = decision.about["skill"], game.state.players[decision.about["player"]]
    if skill in LOSES_THE_BALL and game.has_ball(player):
        return False, "the ball is worth more"
    if skill == DUMP_OFF and not _in_range(game, player):
        return False, "nobody to throw it to"
    if skill == WRESTLE and BLOCK in player.skills:
        return False, "stays up"
    return True, "that is what it is for"


def dump_off(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    view = View(game, decision.side)
    mates = _in_range(game, game.state.players[decision.about["player"]])
    best = max(mates, key=lambda mate: (chance(mate.ag, -view.exposed(mate.square)), -mate.id), default=None)
    return (best.square, f"to {best.name}") if best else (decision.listed[0], "")


def _in_range(game: BloodBowl, thrower: Player) -> list[Player]:
    """Team-mates who can catch a Quick Pass."""
    mates = game.players(thrower.side, STANDING)
    able = [mate for mate in mates if mate is not thrower and can_catch(game, mate)]
    return [mate for mate in able if game.pitch.range(thrower.square, mate.square) == "Q"]


def _players(decision: Decision[Any], game: BloodBowl) -> list[Player]:
    return [game.state.players[id] for id in decision.listed if id != NOBODY]

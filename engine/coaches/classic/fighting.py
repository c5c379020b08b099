"""Answers in the middle of a fight: whom to hit, which die to roll again, where to be afterwards."""

from typing import Any

from engine.coaches.base import Answer
from engine.coaches.classic.odds import best_first
from engine.coaches.classic.view import View
from engine.core.decisions import Decision
from engine.core.pitch import Square
from engine.rules.ball import FACING, THROW_IN
from engine.rules.block import FACES
from engine.rules.game import BloodBowl
from engine.rules.state import NOBODY, STANDING, Player

STEADY = ("block", "wrestle")
STOP = "end"
CROWD, MATE, RIVAL, CARRIER = -6.0, -3.0, 2.0, 8.0  # what a swing into them is worth
DOWN = 0.2  # of that, for somebody who lies there already
FAR = 0.05  # what a square to the nearest opponent costs
NOT_WORTH_IT = -1.0
BY_THE_EDGE = 2.0  # as bad as so many opponents
LOOSE_BALL = 3.0  # as good as so many opponents fewer
ALL_AROUND = 8  # neighbours of a square that is not by the edge


def special_target(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    rivals = [game.state.players[id] for id in decision.listed]
    best = min(rivals, key=lambda rival: (not game.has_ball(rival), game.value(rival, "av"), rival.id))
    return best.id, "has the ball" if game.has_ball(best) else "the thinnest armour"


def re_roll_die(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    blocker = game.state.players[decision.about["player"]]
    rank = best_first((any(skill in blocker.skills for skill in STEADY), False, False))
    return max(decision.listed, key=lambda face: rank.index(FACES[face])), "the worst of them"


def hit_and_run(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    view, player = View(game, decision.side), game.state.players[decision.about["player"]]
    if game.has_ball(player):
        return min(decision.listed, key=lambda square: (view.rows_left(square), square)), "on with the ball"
    ball = view.ball_square()
    return min(decision.listed, key=lambda square: (game.pitch.apart(square, ball), square)), "nearer to the ball"


def trickster(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """Where the fewest opponents help, and away from the crowd."""
    view, player = View(game, decision.side), game.state.players[decision.about["player"]]
    squares = [square for square in decision.listed if square != NOBODY]
    best = min(squares, key=lambda square: (_danger(view, square), square))
    if _danger(view, best) < _danger(view, player.square):
        return best, "safer there"
    return NOBODY, "well placed already"


def _danger(view: View, square: Square) -> float:
    by_the_edge = view.game.pitch.neighbours(square).bit_count() < ALL_AROUND
    ball = view.game.state.ball.square == square
    return view.exposed(square) + BY_THE_EDGE * by_the_edge - LOOSE_BALL * ball


def facing(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """A Ball & Chain goes for opponents, and stops before it would hit its own side, the crowd or have to Rush."""
    player = game.state.players[decision.about["player"]]
    if decision.about["rush"]:
        return STOP, "far enough"
    view = View(game, decision.side)
    ways = {way: _swing(view, player, way) for way in decision.listed if way != STOP}
    best = max(ways, key=lambda way: ways[way])
    return (best, "into them") if ways[best] > NOT_WORTH_IT else (STOP, "better not")


def _swing(view: View, player: Player, way: str) -> float:
    """What the three squares of the template are worth on average."""
    steps = THROW_IN[FACING[way]]
    return sum(_hit(view, view.game.pitch.step(player.square, step)) for step in steps) / len(steps)


def _hit(view: View, square: Square) -> float:
    game = view.game
    if not game.pitch.on(square):
        return CROWD
    there = game.at(square)
    if there is None:
        rivals = game.players(1 - view.side, STANDING)
        return -FAR * min((game.pitch.apart(square, rival.square) for rival in rivals), default=0)
    worth = MATE if there.side == view.side else CARRIER if game.has_ball(there) else RIVAL
    return worth * (1 if there.status == STANDING else DOWN)

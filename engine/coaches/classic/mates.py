"""Answers that are at a team-mate's expense: who is bitten or lashed out at, and where one is thrown."""

from typing import Any

from engine.coaches.base import Answer
from engine.coaches.classic.view import View
from engine.core.decisions import Decision
from engine.core.pitch import Square
from engine.rules.ball import FACING, THROW_IN
from engine.rules.game import BloodBowl
from engine.rules.rolls import NO
from engine.rules.state import NOBODY, STANDING

SCATTER = 3  # squares that a throw may go astray


def bite(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """Somebody who is down or has acted already; never who has the ball, which is a turnover as well."""
    thralls = [game.state.players[id] for id in decision.listed if id != NOBODY]
    able = [thrall for thrall in thralls if not game.has_ball(thrall)]
    best = min(able, key=lambda thrall: (thrall.status == STANDING, not thrall.used, thrall.id), default=None)
    return (best.id, "can be spared") if best else (NOBODY, "not who has the ball")


def lash_out(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    mates = [game.state.players[id] for id in decision.listed]
    best = min(mates, key=lambda mate: (game.has_ball(mate), not mate.used, -game.value(mate, "av"), mate.id))
    return best.id, "can be spared and bears it best"


def throw_target(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """With the ball towards the end zone, else to where the ball is; not where a scatter ends in the crowd."""
    view, pitch = View(game, decision.side), game.pitch
    thrower, mate = (game.state.players[decision.about[who]] for who in ("player", "mate"))
    carries = game.has_ball(mate)

    def trouble(square: Square) -> tuple[bool, bool, int, int, int, Square]:
        across = pitch.xy(square)[1]
        wide = min(across - 1, pitch.width - across) < SCATTER
        far = view.rows_left(square) if carries else pitch.apart(square, view.ball_square())
        occupied = bool(view.occupied >> square & 1)
        return occupied, wide, far, view.exposed(square), pitch.apart(square, thrower.square), square

    return min(decision.listed, key=trouble), "towards the end zone" if carries else "to where the ball is"


def swoop(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    forward = 1 if decision.side == 0 else -1
    ahead = [way for way in decision.listed if way != NO and THROW_IN[FACING[way]][1][0] == forward]
    return (ahead[0], "towards the end zone") if ahead else (NO, "lets it drift")

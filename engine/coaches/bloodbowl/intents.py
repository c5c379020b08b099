"""What a team turn is for, in words that follow "intends to": by who has the ball, the score, the clock and what was weighed."""

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.steps import WORTH_IT, Step
from engine.coaches.bloodbowl.turn import Turn
from engine.rules.state import Player

SURE = 5 / 6  # odds of a touchdown that somebody who waits could have had
CORNERS = 2  # team-mates that make a cage
RUSHES = 2
FEW_TURNS = 2  # after this one
LAST_HALF = 2


def intent(turn: Turn, first: Step | None) -> str:
    """At the start of a turn, with the activation that comes first: what is to be done, and why now."""
    board = turn.board
    scores = first.scores if first is not None and first.player is board.carrier else _scores(turn)
    if board.carrier is None:
        aim = "pick the ball up and score" if scores else _for_the_ball(turn)
    elif board.ours:
        aim = "score now" if scores else _with_the_ball(turn, board.carrier)
    else:
        aim = _against(turn, board.carrier)
    return aim + _moment(board)


def _for_the_ball(turn: Turn) -> str:
    board = turn.board
    if any(step.shared for steps in turn.weighed.values() for step in steps):
        return "pick the ball up" if not board.threats.count(board.ball) else "win the loose ball"
    return "close in on the ball"


def _with_the_ball(turn: Turn, carrier: Player) -> str:
    board, haven = turn.board, turn.haven
    if not board.turns_left:
        return "play the half out"
    if any(step.scores and step.player is carrier and step.odds >= SURE for step in turn.weighed.get(carrier.id, ())):
        return "stall and score later"
    square, guards = (carrier.square, 0) if haven is None else (haven.square, haven.guards)
    onwards = board.rows_to_go(square) < board.rows_to_go(carrier.square)
    if (guards & board.pitch.corners(square)).bit_count() >= CORNERS:
        return "advance in a cage" if onwards else "hold the ball in a cage"
    return "run with the ball" if onwards else "keep the ball out of danger"


def _against(turn: Turn, carrier: Player) -> str:
    board = turn.board
    hits = [step for steps in turn.weighed.values() for step in steps if step.last == ("block", carrier.id)]
    if max((step.net(0.0, turn.price, turn.caution) for step in hits), default=0.0) > WORTH_IT:
        return "bring the carrier down"
    near = board.rows_to_defend(carrier.square) <= board.value(carrier, "ma") + RUSHES
    return "stop a touchdown" if near and board.their_turns else "stop the carrier"


def _scores(turn: Turn) -> bool:
    """Whether a touchdown is what somebody would do best."""

    def net(step: Step) -> float:
        return step.net(0.0, turn.price, turn.caution)

    bests = (max(steps, key=net) for steps in turn.weighed.values() if steps)
    return any(step.scores and net(step) > WORTH_IT for step in bests)


def _moment(board: Board) -> str:
    """What the score and the clock have to do with it."""
    if not board.turns_left:
        return ", in the last turn of the half"
    if board.game.state.half < LAST_HALF:
        return ""
    if board.lead > 0:
        return ", to protect the lead"
    return ", with little time left" if board.turns_left <= FEW_TURNS else ""

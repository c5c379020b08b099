"""What holds in every position, whatever the coaches do. Checked after every decision of a fuzzed match."""

from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.state import ABSENT, DOWN, INJURED, NOBODY, RESERVE, SCORED, SERIOUS, STANDING

STATUSES = {STANDING, DOWN, RESERVE, SCORED, INJURED, SERIOUS, ABSENT}


def broken(game: Bout) -> list[str]:
    return [*_pieces(game), *_ball(game), *_numbers(game)]


def _pieces(game: Bout) -> list[str]:
    state, found, taken = game.state, [], 0
    pitch = game.board.pitch
    for piece in state.pieces:
        if piece.status not in STATUSES:
            found.append(f"{piece.name} is {piece.status!r}")
        if piece.on_field:
            covers = game.covers(piece)
            if covers & taken:
                found.append(f"{piece.name} shares a space on {pitch.name(piece.square)}")
            if covers & ~pitch.everywhere:
                found.append(f"{piece.name} stands off the field")
            taken |= covers
        elif piece.square != -1:
            found.append(f"{piece.name} is {piece.status} and has a space")
    return found


def _ball(game: Bout) -> list[str]:
    state, found = game.state, []
    if state.holder != NOBODY:
        if state.ball != -1:
            found.append("the ball is held and lies loose")
        if not state.pieces[state.holder].on_field:
            found.append(f"{state.pieces[state.holder].name} holds the ball off the field")
    elif state.ball != -1:
        if not game.board.pitch.everywhere >> state.ball & 1:
            found.append("the ball lies off the field")
        # The right half of a heavy tackle may cover it without taking it up (ruling pick-up-heavy-tackle).
        if any(piece.standing and piece.square == state.ball for piece in state.pieces):
            found.append("the ball lies under a standing player")
    return found


def _numbers(game: Bout) -> list[str]:
    state, found = game.state, []
    if state.tokens & ~game.board.pitch.everywhere:
        found.append("a token lies off the field")
    if min(state.score) < 0:
        found.append("a negative score")
    if state.activations > 3:
        found.append("more than three activations in a turn")
    return found

"""Fumbles: where the ball goes when a player drops it (manual s5 Fumbles)."""

from engine.core.answers import PLAYER, SQUARE
from engine.core.events import Roll
from engine.core.pitch import Mask, Square, squares_of
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.events import Fumble
from engine.rulesets.battleball.state import DOWN, NOBODY, Piece

FUMBLE_REACH = 2
PLACE_BALL: Question[Square] = Question("place-ball", SQUARE, "Where is the ball put?")
NEAREST: Question[int] = Question("nearest", PLAYER, "Which of the nearest players gets the ball?")

token_is_empty: Ruling[bool] = Ruling("fumble-empty-space", {"token-not-empty": False, "token-empty": True})
fumbler_counts: Ruling[bool] = Ruling("fumble-fumbler-excluded", {"excluded": False, "included": True})
down_may_receive: Ruling[bool] = Ruling("fumble-down-recipient", {"standing-only": False, "any": True})
any_fumble_ends_turn: Ruling[bool] = Ruling("turn-end-whose-fumble", {"own-fumble": False, "any-fumble": True})
nearest_tie: Ruling[str] = Ruling(
    "nearest-player-tie", {key: key for key in ("placing-coach", "receiving-coach", "random")}
)


async def fumble(game: Bout, fumbler: Piece, at: Square | None = None) -> None:
    """The opponent puts the ball within two spaces of the fumbler, who may have left the field from `at`."""
    square = fumbler.square if at is None else at
    game.emit(Fumble(fumbler.id))
    game.lose_ball()
    spots = _empty(game) & game.board.near(square, fumbler.wide, FUMBLE_REACH)
    if spots:
        await place_ball(game, 1 - fumbler.side, spots)
    else:
        await _nearest_within_reach(game, fumbler, square)
    fumbled(game, fumbler.side)


def fumbled(game: Bout, side: int) -> None:
    """A fumble ends the turn of the side that made it, or any turn, by ruling."""
    if side == game.state.side or game.ruling(any_fumble_ends_turn):
        game.end_turn("fumble")


async def place_ball(game: Bout, placer: int, spots: Mask) -> Square:
    square = await game.choose(PLACE_BALL, placer, tuple(squares_of(spots)))
    game.drop_ball(square)
    return square


def _empty(game: Bout) -> Mask:
    return game.empty() | (game.state.tokens & ~_players(game) if game.ruling(token_is_empty) else 0)


def _players(game: Bout) -> Mask:
    return game.areas.standing | game.areas.down


async def _nearest_within_reach(game: Bout, fumbler: Piece, square: Square) -> None:
    """No empty space: the nearest player within two gets it, of either team; with none, play is halted."""
    able = [
        piece
        for piece in game.state.pieces
        if (piece.standing or (piece.status == DOWN and game.ruling(down_may_receive)))
        and (piece is not fumbler or (game.ruling(fumbler_counts) and piece.standing))
    ]
    for steps in range(FUMBLE_REACH + 1):
        area = game.board.near(square, fumbler.wide, steps)
        nearest = [piece for piece in able if area & game.board.measured(piece.square, piece.wide)]
        if nearest:
            game.give_ball(await among_equals(game, nearest, 1 - fumbler.side))
            return
    game.state.last_holder = fumbler.side
    game.state.halted = "fumble"


async def among_equals(game: Bout, nearest: list[Piece], placer: int) -> Piece:
    """Several players are equally near: who gets the ball."""
    if len(nearest) == 1:
        return nearest[0]
    how = game.ruling(nearest_tie)
    if how == "random":
        face = game.d(len(nearest))
        game.emit(Roll("draw", None, placer, ((len(nearest), face),), total=face))
        return nearest[face - 1]
    sides = {piece.side for piece in nearest}
    # With players of both teams among them, no team has got it yet, so the placing coach decides.
    chooser = sides.pop() if how == "receiving-coach" and len(sides) == 1 else placer
    id = await game.choose(NEAREST, chooser, tuple(piece.id for piece in nearest))
    return game.state.pieces[id]


def holder(game: Bout) -> Piece | None:
    return None if game.state.holder == NOBODY else game.state.pieces[game.state.holder]

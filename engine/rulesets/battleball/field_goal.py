"""Field goals, an optional variant (manual s5 Field Goal)."""

from collections.abc import Awaitable, Callable

from engine.core.events import Roll
from engine.core.pitch import Square, lowest
from engine.core.ruling import Ruling
from engine.rulesets.battleball.activation_context import Activation
from engine.rulesets.battleball.bout import Attempt, Bout
from engine.rulesets.battleball.events import FieldGoal
from engine.rulesets.battleball.fumble import fumble, place_ball
from engine.rulesets.battleball.scoring import FIELD_GOAL, end_half, in_turn_each_round, score
from engine.rulesets.battleball.setup import TAKE_BALL
from engine.rulesets.battleball.state import Piece
from engine.rulesets.battleball.tackle import FOOTBALL_DIE, pick_die, roll_dice

RUSH, RUSH_REACH = -2, 2  # for every opponent within two spaces

enabled: Ruling[bool] = Ruling("field-goal-variant", {"disabled": False, "enabled": True})
from_midfield: Ruling[bool] = Ruling("field-goal-50-yards", {"from-midfield": True, "past-midfield": False})
step_in: Ruling[int] = Ruling("field-goal-distance", {"step-in-counted": 1, "last-row": 0})
down_count: Ruling[bool] = Ruling("field-goal-modifier-down", {"standing-only": False, "all": True})
heavy_may: Ruling[bool] = Ruling("field-goal-heavy-tackle", {"choose-one": True, "not-allowed": False})
doubles_fumble: Ruling[bool] = Ruling("field-goal-fumble", {"doubles": True, "never": False})
after_failure: Ruling[Callable[[Bout, Piece], Awaitable[None]]] = Ruling("field-goal-failure")
after_success: Ruling[Callable[[Bout, Piece], Awaitable[None]]] = Ruling("field-goal-after-success")


def may_kick(game: Bout, piece: Piece) -> bool:
    """Within 50 yards with the ball. A piece in tackle position cannot: the caller has seen to that."""
    if not game.ruling(enabled) or game.state.holder != piece.id or (piece.wide and not game.ruling(heavy_may)):
        return False
    return in_range(game, piece, piece.square)


def in_range(game: Bout, piece: Piece, square: Square) -> bool:
    field = game.board.pitch
    limit = field.rows - field.middle - (0 if game.ruling(from_midfield) else 1)
    return game.board.rows_to_goal(square, piece.side) <= limit


def distance(game: Bout, piece: Piece, square: Square) -> int:
    """What the total of a kick from a space has to reach."""
    return game.board.rows_to_goal(square, piece.side) + game.ruling(step_in)


async def kick(game: Bout, act: Activation) -> None:
    """Steps: roll the own die and the football die; take 2 off for every opponent near; compare with the distance."""
    piece = act.piece
    needed = distance(game, piece, piece.square)
    faces, football = roll_dice(game, piece), game.d(FOOTBALL_DIE)
    doubled = game.ruling(doubles_fumble) and len({*faces, football}) <= len(faces)
    modifiers = kick_modifiers(game, piece, piece.square)
    best = max(faces) if doubled else await pick_die(game, piece, faces, "field-goal")
    total = best + football + sum(value for _, value in modifiers)
    good = not doubled and total >= needed
    dice = (*zip(piece.dice, faces, strict=True), (FOOTBALL_DIE, football))
    game.emit(Roll("field-goal", piece.id, piece.side, dice, total, needed, modifiers, good))
    game.emit(FieldGoal(piece.id, needed, "fumble" if doubled else "good" if good else "failed"))
    if doubled:
        await fumble(game, piece)
    elif good:
        game.lose_ball()
        score(game, piece.side, FIELD_GOAL, "field-goal")
        await game.ruling(after_success)(game, piece)
    else:
        game.lose_ball()
        await game.ruling(after_failure)(game, piece)
    game.end_turn("field goal")
    act.done = True


def kick_modifiers(game: Bout, piece: Piece, square: Square) -> tuple[tuple[str, int], ...]:
    """Opponents near a space, and what the kicker's skills add."""
    area = game.board.near(square, piece.wide, RUSH_REACH)
    rush = tuple(
        (f"{other.name} within {RUSH_REACH}", RUSH)
        for other in game.on_field(1 - piece.side)
        if (other.standing or game.ruling(down_count)) and area & game.board.measured(other.square, other.wide)
    )
    return (*rush, *game.modifiers(Attempt("field-goal", piece)))


# Failure: the opponent gains possession -----------------------------------------------------------------------------------


@after_failure.choice("nearest-opponent")
async def to_the_nearest(game: Bout, kicker: Piece) -> None:
    """Among equals the opposing coach picks."""
    rivals = game.standing(1 - kicker.side)
    steps = {
        piece.id: game.board.steps_between((kicker.square, kicker.wide), (piece.square, piece.wide)) for piece in rivals
    }
    least = min(steps.values(), default=0)
    await _to_one_of(game, kicker, [piece for piece in rivals if steps[piece.id] == least])


@after_failure.choice("opponents-choice")
async def to_anyone(game: Bout, kicker: Piece) -> None:
    await _to_one_of(game, kicker, game.standing(1 - kicker.side))


async def _to_one_of(game: Bout, kicker: Piece, rivals: list[Piece]) -> None:
    """With nobody standing to take it, the ball lies in front of the end zone."""
    if not rivals:
        await loose_at_goal(game, kicker)
    elif len(rivals) == 1:
        game.give_ball(rivals[0])
    else:
        id = await game.choose(TAKE_BALL, 1 - kicker.side, tuple(piece.id for piece in rivals))
        game.give_ball(game.state.pieces[id])


@after_failure.choice("loose-at-goal")
async def loose_at_goal(game: Bout, kicker: Piece) -> None:
    """On the last row straight in front of the kicker, or on the nearest empty space to that."""
    field = game.board.pitch
    row = field.rows if kicker.side == 0 else 1
    column = min(kicker.square % field.stride, field.columns_of(row)[-1])
    await ball_to(game, field.at(row, max(column, field.columns_of(row)[0])), 1 - kicker.side)


# Success: how play goes on --------------------------------------------------------------------------------------------------


@after_success.choice("ball-to-centre")
async def to_the_centre(game: Bout, kicker: Piece) -> None:
    await ball_to(game, game.board.centre, 1 - kicker.side)


@after_success.choice("reset-same-half")
async def reset(game: Bout, kicker: Piece) -> None:
    game.state.scored_by = kicker.side
    game.state.halted = "field goal"


@after_success.choice("half-ends")
async def half_ends(game: Bout, kicker: Piece) -> None:
    """As after a touchdown; in a round of one turn each that is the end of the turn, and the ball goes to the centre."""
    if not in_turn_each_round(game):
        end_half(game, "field goal", kicker.side)


async def ball_to(game: Bout, square: int, chooser: int) -> None:
    """Put the ball on a space or, if it is taken, on the nearest empty one that the chooser likes."""
    nearest = game.board.pitch.nearest(square, game.empty())
    if nearest.bit_count() > 1:
        await place_ball(game, chooser, nearest)
    elif nearest:
        game.drop_ball(lowest(nearest))

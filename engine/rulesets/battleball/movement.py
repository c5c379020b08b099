"""Moving: the roll or Take Half, the path, picking up the ball, running into the end zone (manual s5 Movement)."""

from engine.core.answers import YES_NO, Word
from engine.core.events import Roll
from engine.core.pitch import Mask, Square
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rulesets.battleball.activation_context import Activation
from engine.rulesets.battleball.bout import Attempt, Bout
from engine.rulesets.battleball.events import Malfunction, PickUp, TakeHalf
from engine.rulesets.battleball.formats import MoveFormat
from engine.rulesets.battleball.fumble import fumble
from engine.rulesets.battleball.paths import Ground, Path, Paths
from engine.rulesets.battleball.scoring import touchdown
from engine.rulesets.battleball.state import Piece

# Which obstacles may be crossed: (tokens, Down players).
carnage_passable: Ruling[tuple[bool, bool]] = Ruling(
    "carnage-passable",
    {"carnage-blocks": (False, True), "both-passable": (True, True), "both-block": (False, False)},
)
starting_adjacent: Ruling[str] = Ruling(
    "move-starting-adjacent", {key: key for key in ("pinned", "may-leave", "must-move")}
)
heavy_dice_added: Ruling[bool] = Ruling("heavy-tackle-movement-dice", {"choose-one": False, "sum": True})
# What equal movement dice do to a heavy tackle: (it stays, it drops the ball).
heavy_doubles: Ruling[tuple[bool, bool]] = Ruling(
    "heavy-tackle-movement-doubles",
    {"malfunction-and-fumble": (True, True), "fumble-only": (False, True), "malfunction-only": (True, False)},
)
heavy_step: Ruling[bool] = Ruling("heavy-tackle-step", {"shift-both": True, "one-half-free": False})
half_exact: Ruling[bool] = Ruling("take-half-exact", {"up-to": False, "exact": True})
end_zone_is_a_step: Ruling[bool] = Ruling("end-zone-step", {"one-step": True, "free": False})
pick_up_optional: Ruling[bool] = Ruling("pick-up-optional", {"optional-in-passing": True, "compulsory": False})
heavy_pick_up_either: Ruling[bool] = Ruling("pick-up-heavy-tackle", {"either": True, "both-needed": False})

ROLL, HALF, STAY = "roll", "half", "stay"
PACE: Question[str] = Question("pace", Word(ROLL, HALF, STAY), "Does {player} roll, or take half?")
MOVE: Question[Path] = Question("move", MoveFormat(), "Where does {player} go?")
PICK_UP: Question[bool] = Question("pick-up", YES_NO, "Does {player} pick up the ball on the way?")


def ground_for(game: Bout, piece: Piece, *, took_half: bool = False) -> Ground:
    """What this piece may enter, where it may end and what stops it."""
    board, state = game.board, game.state
    over_tokens, over_down = game.ruling(carnage_passable)
    standing, down = game.areas.standing & ~game.covers(piece), game.areas.down
    blocked = standing | (0 if over_tokens else state.tokens) | (0 if over_down else down)
    everywhere = board.pitch.everywhere
    free, vacant = everywhere & ~blocked, everywhere & ~(standing | down | state.tokens)
    stops = game.zone(1 - piece.side)
    ball = 1 << state.ball if state.ball >= 0 else 0
    if piece.wide:
        free, vacant = _wide(game, free, standing), _wide(game, vacant, standing | down)
        stops |= stops >> 1 if board.wide_whole else 0
        ball |= ball >> 1 if game.ruling(heavy_pick_up_either) else 0
    return Ground(
        pitch=board.pitch,
        start=piece.square,
        passable=free,
        endable=vacant & ~(1 << piece.square),
        stops=stops,
        ball=ball,
        last_row=board.last_rows[piece.side],
        goal=board.goals[piece.side],
        carrying=state.holder == piece.id,
        may_score=not took_half and game.ruling(end_zone_is_a_step),
    )


def _wide(game: Bout, free: Mask, players: Mask) -> Mask:
    """Left spaces for a heavy tackle, given the free ones. One half free is never enough to share a space with a player."""
    spots = game.board.wide_spots
    if game.ruling(heavy_step):
        return spots & free & free >> 1
    return spots & (free | free >> 1) & ~(players | players >> 1)


def may_move(game: Bout, piece: Piece) -> bool:
    """Whether there is any legal move, with the best roll."""
    if game.ruling(starting_adjacent) == "pinned" and game.in_tackle_position(piece):
        return False
    if not piece.wide and game.board.pitch.neighbours(piece.square) & game.empty():
        return True
    ground = ground_for(game, piece)
    return bool(Paths(ground, 1)) or bool(Paths(ground, max_spaces(game, piece)))


def max_spaces(game: Bout, piece: Piece) -> int:
    added = piece.wide and game.ruling(heavy_dice_added)
    return (sum(piece.dice) if added else max(piece.dice)) + _extra(game, piece)


def _extra(game: Bout, piece: Piece) -> int:
    return sum(value for _, value in game.modifiers(Attempt("move", piece)))


async def set_pace(game: Bout, act: Activation) -> None:
    """Roll the die of the base, or take half; the choice comes before the roll (s5 Take Half)."""
    piece = act.piece
    paces = [ROLL, HALF]
    if game.ruling(starting_adjacent) == "may-leave" and game.in_tackle_position(piece):
        paces.append(STAY)
    pace = await game.choose(PACE, piece.side, paces, player=piece.id)
    if pace == STAY:
        act.spaces = 0
    elif pace == HALF:
        act.took_half = True
        act.spaces = piece.half + _extra(game, piece)
        game.emit(TakeHalf(piece.id, act.spaces))
    else:
        await _roll_spaces(game, act)
    act.paced = True


async def _roll_spaces(game: Bout, act: Activation) -> None:
    piece = act.piece
    faces = [game.d(sides) for sides in piece.dice]
    modifiers = game.modifiers(Attempt("move", piece))
    # The roll is an upper limit, so the higher die always allows all that the lower one does.
    rolled = sum(faces) if game.ruling(heavy_dice_added) else max(faces)
    act.spaces = rolled + sum(value for _, value in modifiers)
    dice = tuple(zip(piece.dice, faces, strict=True))
    game.emit(Roll("move", piece.id, piece.side, dice, total=act.spaces, modifiers=modifiers))
    if piece.wide and faces[0] == faces[1]:
        await _malfunction(game, act)


async def _malfunction(game: Bout, act: Activation) -> None:
    """A heavy tackle's movement dice are equal (s5 Fumbles)."""
    piece = act.piece
    stays, drops = game.ruling(heavy_doubles)
    game.emit(Malfunction(piece.id))
    if stays:
        act.spaces = 0
    act.drops_ball = drops
    if stays:
        await drop_after_malfunction(game, act)


async def drop_after_malfunction(game: Bout, act: Activation) -> None:
    if act.drops_ball and game.state.holder == act.piece.id:
        await fumble(game, act.piece)
    act.drops_ball = False


async def move(game: Bout, act: Activation) -> None:
    """One stretch of the move, as a whole path; the rest of the spaces stays with the activation."""
    piece = act.piece
    paths = Paths(
        ground_for(game, piece, took_half=act.took_half),
        act.spaces,
        exact=act.took_half and game.ruling(half_exact),
    )
    if not paths:
        act.spaces = 0
        return
    path = await game.ask(MOVE, piece.side, paths, player=piece.id, spaces=act.spaces)
    await follow(game, act, path, paths.ground)


async def follow(game: Bout, act: Activation, path: Path, ground: Ground) -> None:
    """Walk the path. The walk is told in stretches, broken where the ball is picked up."""
    piece, stretch = act.piece, []
    scores = path[-1] == ground.goal
    for number, square in enumerate(path):
        stretch.append(square)
        if square == ground.goal:
            break
        if ground.ball >> square & 1 and game.state.holder != piece.id and game.state.ball >= 0:
            ends_here = number == len(path) - 1
            if scores or ends_here or await _takes_it(game, piece):
                game.walk(piece, tuple(stretch))
                stretch = []
                pick_up(game, piece)
        if _scores_for_free(game, act, ground, square):
            scores = True
            break
    if stretch:
        game.walk(piece, tuple(stretch))
    act.moved += number + 1
    act.spaces = 0 if ground.stops >> piece.square & 1 else act.spaces - number - 1
    if scores:
        touchdown(game, piece)


async def _takes_it(game: Bout, piece: Piece) -> bool:
    """Crossing the ball, a player may leave it (s5 Movement)."""
    if not game.ruling(pick_up_optional):
        return True
    return await game.choose(PICK_UP, piece.side, (True, False), player=piece.id)


def _scores_for_free(game: Bout, act: Activation, ground: Ground, square: Square) -> bool:
    """Where no step into the end zone is needed, a carrier who reaches the last row has scored, unless it took half."""
    if game.ruling(end_zone_is_a_step) or act.took_half or game.state.holder != act.piece.id:
        return False
    return bool(ground.last_row >> square & 1)


def pick_up(game: Bout, piece: Piece) -> None:
    """No roll is needed (s5 Picking Up)."""
    game.emit(PickUp(piece.id))
    game.give_ball(piece)

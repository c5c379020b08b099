"""Play halting: when nobody can score any more, or a fumbled ball has nowhere to go (manual s6 Halting)."""

from collections.abc import Awaitable, Callable

from engine.core.answers import YES_NO
from engine.core.events import Clear
from engine.core.pitch import Mask
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.events import Halt
from engine.rulesets.battleball.movement import carnage_passable, heavy_pick_up_either
from engine.rulesets.battleball.setup import roll_off, set_up_again
from engine.rulesets.battleball.state import DOWN, INJURED, NOBODY, RESERVE, SCORED, STANDING, TURN_START, Piece

AGREE_TO_HALT: Question[bool] = Question("agree-to-halt", YES_NO, "Is play halted by agreement?")

detected_automatically: Ruling[bool] = Ruling("halt-detection", {"automatic": True, "by-agreement": False})
one_team_is_enough: Ruling[bool] = Ruling("halt-one-team-blocked", {"goes-on": False, "halts": True})
injured_return: Ruling[bool] = Ruling("halt-injured", {"stay-out": False, "return": True})
without_possession: Ruling[Callable[[Bout], Awaitable[int]]] = Ruling("halt-possession-none")
ball_with_possessor: Ruling[bool] = Ruling("halt-ball", {"centre": False, "with-possessor": True})


def can_score(game: Bout, team: list[Piece]) -> bool:
    """A way of token-free spaces from one of a team's players over the ball to the end zone it attacks."""
    over_tokens, _ = game.ruling(carnage_passable)
    if over_tokens:
        return True
    board, state = game.board, game.state
    carrier = state.pieces[state.holder] if state.holder != NOBODY else None
    if carrier is None and state.ball < 0:
        return True
    spot = game.covers(carrier) if carrier else 1 << state.ball
    ground = board.pitch.everywhere & ~state.tokens
    return any(_reaches(game, piece, spot, ground) for piece in team)


def _reaches(game: Bout, piece: Piece, spot: Mask, ground: Mask) -> bool:
    """Players are no walls: they move. A heavy tackle needs a way two spaces wide."""
    board = game.board
    if piece.wide:
        ground = board.wide_spots & ground & ground >> 1
        spot |= spot >> 1 if game.ruling(heavy_pick_up_either) else 0
    area = board.pitch.region(piece.square, ground)
    return bool(area & spot) and bool(area & board.last_rows[piece.side])


def nobody_can_score(game: Bout) -> bool:
    """A team without players on the field has nobody to be walled in."""
    able = (can_score(game, team) for side in (0, 1) if (team := game.on_field(side)))
    return not all(able) if game.ruling(one_team_is_enough) else not any(able)


def look_for_walls(game: Bout) -> None:
    """After each activation: a token closes a way, a pass or a missed kick takes the ball behind a wall, a player leaves."""
    state = game.state
    if not state.half_over and not state.halted and game.ruling(detected_automatically) and nobody_can_score(game):
        state.halted = "no way to the end zone"


async def propose(game: Bout) -> None:
    """The active coach proposes a halt; the other accepts or not."""
    state = game.state
    state.proposed_halt = True
    if await game.choose(AGREE_TO_HALT, 1 - state.side, (True, False)):
        state.halted = "agreement"


@without_possession.choice("last-holder")
async def last_holder(game: Bout) -> int:
    held = game.state.last_holder
    return await roll_off(game) if held == NOBODY else held


@without_possession.choice("roll")
async def by_roll(game: Bout) -> int:
    return await roll_off(game)


async def halt(game: Bout) -> None:
    """Steps: who had the ball; clear the field; set up again; the team that had the ball goes first."""
    state = game.state
    game.emit(Halt(state.halted))
    after_goal = state.halted == "field goal"
    if after_goal:
        first = 1 - state.scored_by
    elif state.holder != NOBODY:
        first = state.pieces[state.holder].side
    else:
        first = await game.ruling(without_possession)(game)
    clear_field(game, injured=game.ruling(injured_return))
    state.halted, state.side = "", first
    await set_up_again(game, ball_to_first=game.ruling(ball_with_possessor) and not after_goal)
    state.stage = TURN_START


def clear_field(game: Bout, *, injured: bool) -> None:
    """Tokens go; whoever can play on gets ready to be placed."""
    state = game.state
    if state.tokens:
        game.emit(Clear())
    state.tokens = state.tokens_placed = 0
    game.lose_ball()
    ready = {STANDING, DOWN, SCORED} | ({INJURED} if injured else set())
    for piece in state.pieces:
        if piece.status in ready:
            game.take_off(piece, RESERVE)

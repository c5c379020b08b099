"""A match from the first set-up to the result: stages that keep their place in the state (manual s3, s4, s6)."""

from collections.abc import Awaitable, Callable

from engine.core.answers import PlayerOr
from engine.core.events import Phase
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rulesets.battleball import halting, halves, setup
from engine.rulesets.battleball.activation import activate, can_be_activated
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.movement import pick_up
from engine.rulesets.battleball.scoring import check_eliminated, end_half, in_turn_each_round
from engine.rulesets.battleball.state import (
    DOWN,
    HALF_END,
    HALT,
    OPENING,
    OVER,
    RESTART,
    TURN,
    TURN_START,
    Piece,
)

IDLE_TURNS = 4  # both teams, twice in a row, had nobody to activate: nothing will ever change
END_TURN, PROPOSE_HALT = "end-turn", "propose-halt"
ACTIVATE: Question[int | str] = Question("activate", PlayerOr(END_TURN, PROPOSE_HALT), "Who is activated?")

activations_a_turn: Ruling[int] = Ruling("turn-activations", {"three-per-turn": 3, "one-per-turn": 1})
again_in_one_turn: Ruling[bool] = Ruling("turn-same-player", {"once-per-turn": False, "unlimited": True})
at_least_one: Ruling[bool] = Ruling("turn-minimum", {"at-least-one": True, "may-pass": False})
idle_team_halts: Ruling[bool] = Ruling("turn-nobody-can-act", {"turn-passes": False, "play-halts": True})
whole_team_owes: Ruling[bool] = Ruling("tackle-mandatory-scope", {"active-player": False, "whole-team": True})


async def play(game: Bout) -> None:
    """The root procedure. Between two stages, and when a coach is asked whom to activate, the state is all there is."""
    while game.state.stage != OVER:
        await STAGES[game.state.stage](game)


async def opening(game: Bout) -> None:
    game.emit(Phase("half", 1))
    await setup.opening(game)
    halves.begin_half(game)
    check_eliminated(game)


async def turn_start(game: Bout) -> None:
    state = game.state
    if state.half_over:
        state.stage = _after_half(game)
        return
    if in_turn_each_round(game):
        await halves.play_on(game)
    state.activations = state.used = state.hand_offs = state.passers = 0
    state.passed = state.proposed_halt = False
    state.turn_over = ""
    game.emit(Phase("turn", state.turns[state.side] + 1, state.side))
    state.stage = TURN


async def team_turn(game: Bout) -> None:
    """One activation of the turn under way, or its end."""
    state = game.state
    if _turn_is_done(game):
        end_of_turn(game)
        return
    able = [piece for piece in game.standing(state.side) if _may_be_chosen(game, piece)]
    if not able:
        _nobody_can_act(game)
        end_of_turn(game)
        return
    choice = await game.choose(ACTIVATE, state.side, _choices(game, able))
    if choice == END_TURN:
        game.end_turn("by choice")
    elif choice == PROPOSE_HALT:
        await halting.propose(game)
    elif isinstance(choice, int):
        await _activation(game, state.pieces[choice])


async def _activation(game: Bout, piece: Piece) -> None:
    state = game.state
    state.activations += 1
    state.used |= 1 << piece.id
    state.idle = 0
    await activate(game, piece)
    halves.tick(game)
    halting.look_for_walls(game)


def _turn_is_done(game: Bout) -> bool:
    state = game.state
    cut_short = state.turn_over or state.half_over or state.halted
    return bool(cut_short) or state.activations >= game.ruling(activations_a_turn)


def _may_be_chosen(game: Bout, piece: Piece) -> bool:
    fresh = game.ruling(again_in_one_turn) or not game.state.used >> piece.id & 1
    return fresh and can_be_activated(game, piece)


def _choices(game: Bout, able: list[Piece]) -> tuple[int | str, ...]:
    choices: list[int | str] = [piece.id for piece in able]
    owed = game.ruling(whole_team_owes) and any(game.in_tackle_position(piece) for piece in able)
    if not owed and (game.state.activations or not game.ruling(at_least_one)):
        choices.append(END_TURN)
    if not game.ruling(halting.detected_automatically) and not game.state.proposed_halt:
        choices.append(PROPOSE_HALT)
    return tuple(choices)


def _nobody_can_act(game: Bout) -> None:
    """All Down or walled in: the turn takes place all the same, or play halts, by ruling."""
    state = game.state
    if state.activations:
        return
    state.idle += 1
    stuck = state.idle >= IDLE_TURNS
    if stuck or (game.ruling(idle_team_halts) and game.on_field(state.side)):
        state.halted = "nobody can act"


def end_of_turn(game: Bout) -> None:
    """Steps: Down players whose time is up stand; then the half, a halt or the other coach's turn."""
    state = game.state
    if not state.half_over:  # a half that ends in mid-turn leaves them lying: whether they count is a ruling
        _get_up(game)
    state.turns[state.side] += 1
    _check_time(game)
    if state.half_over:
        state.stage = _after_half(game)
    elif state.halted:
        state.stage = HALT
    else:
        state.side = 1 - state.side
        state.stage = TURN_START


def _get_up(game: Bout) -> None:
    for piece in game.team(game.state.side):
        if piece.status == DOWN:
            piece.lies_for -= 1
            if piece.lies_for <= 0:
                _stand_up(game, piece)


def _stand_up(game: Bout, piece: Piece) -> None:
    game.stand_up(piece)
    if game.state.ball >= 0 and game.covers(piece) >> game.state.ball & 1:
        pick_up(game, piece)  # a ball that lay under it cannot stay there


def _check_time(game: Bout) -> None:
    state = game.state
    if in_turn_each_round(game):
        if min(state.turns) >= 1:
            end_half(game, "round")
    elif game.ruling(halves.time_is_up)(game):
        end_half(game, "time")


def _after_half(game: Bout) -> str:
    return RESTART if game.state.half_over == "restart" else HALF_END


STAGES: dict[str, Callable[[Bout], Awaitable[None]]] = {
    OPENING: opening,
    TURN_START: turn_start,
    TURN: team_turn,
    HALF_END: halves.half_end,
    HALT: halting.halt,
    RESTART: halves.restart,
}

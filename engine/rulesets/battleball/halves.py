"""The end of a half, the next one, winning and overtime (manual s6 Winning, Halftime & Reset, Halting)."""

from collections.abc import Callable

from engine.core.answers import SQUARE
from engine.core.events import Phase
from engine.core.pitch import Square, squares_of
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.events import Restart, Result
from engine.rulesets.battleball.field_goal import ball_to
from engine.rulesets.battleball.halting import clear_field
from engine.rulesets.battleball.scoring import (
    FIRST_OVERTIME,
    LEAD,
    check_eliminated,
    in_turn_each_round,
    leader,
    overtime_round,
    score_survival,
)
from engine.rulesets.battleball.setup import draw, first_move, set_up_again
from engine.rulesets.battleball.state import (
    ABSENT,
    INJURED,
    NOBODY,
    OVER,
    SCORED,
    SERIOUS,
    TURN_START,
    Piece,
)

STEP_BACK_ON: Question[Square] = Question("step-back-on", SQUARE, "Where does {player} step back onto the field?")

injured_return: Ruling[bool] = Ruling("halftime-injured-return", {"injured-return": True, "injured-stay-out": False})
ball_to_first: Ruling[bool] = Ruling("halftime-ball", {"centre": False, "first-team": True})
winning: Ruling[Callable[[Bout], str]] = Ruling("win-condition-ruleset")
overtime_limit: Ruling[Callable[[Bout], str]] = Ruling("overtime-limit")
drawn_each_round: Ruling[bool] = Ruling("overtime-first-team", {"random-each-round": True, "random-first-only": False})
restart_rolled: Ruling[bool] = Ruling("restart-half-details", {"same-start": False, "new-roll": True})
one_team_gone_ends_it: Ruling[bool] = Ruling("all-seriously-injured-scope", {"either-team": True, "both-teams": False})
gone_decided_by_points: Ruling[bool] = Ruling("all-seriously-injured-winner", {"touchdowns": False, "points": True})
time_is_up: Ruling[Callable[[Bout], bool]] = Ruling("half-length")


# How long a half lasts ------------------------------------------------------------------------------------------------------


@time_is_up.choice("until-score")
def never(game: Bout) -> bool:
    return False


@time_is_up.choice("turn-limit")
def by_turns(game: Bout) -> bool:
    limit: int = game.setting(time_is_up, "turns")
    return min(game.state.turns) >= limit


@time_is_up.choice("clock")
def by_clock(game: Bout) -> bool:
    """The clock of the match is its own: every activation takes the same number of seconds."""
    minutes: int = game.setting(time_is_up, "minutes")
    return game.state.seconds >= 60 * minutes


def tick(game: Bout) -> None:
    if game.rulings.choice(time_is_up) == "clock":
        game.state.seconds += game.setting(time_is_up, "seconds_per_activation")


# Winning --------------------------------------------------------------------------------------------------------------------


@winning.choice("advanced-points")
def by_points(game: Bout) -> str:
    """A lead of ten wins; otherwise overtime, as far as its limit goes."""
    return leader(game.state.score, LEAD) or game.ruling(overtime_limit)(game)


@winning.choice("published-touchdowns")
def by_touchdowns(game: Bout) -> str:
    """After two halves the touchdowns decide, and one each is a tie."""
    return leader(game.state.touchdowns) or "draw"


@overtime_limit.choice("none")
def without_limit(game: Bout) -> str:
    return ""


@overtime_limit.choice("limited-then-points")
def limited(game: Bout) -> str:
    if rounds_played(game) < game.setting(overtime_limit, "rounds"):
        return ""
    return leader(game.state.score) or "draw"


@overtime_limit.choice("no-overtime")
def no_overtime(game: Bout) -> str:
    return "draw"


def rounds_played(game: Bout) -> int:
    """Overtime rounds that are over when the current half ends."""
    return max(0, game.state.half - FIRST_OVERTIME + 1)


# The end of a half ------------------------------------------------------------------------------------------------------------


async def half_end(game: Bout) -> None:
    """Steps: survivors' points; a team that is out for good; the winner; else the next half."""
    state = game.state
    if state.half_over != "decided" and _survival_counts(game):
        score_survival(game)
    winner = leader(state.score, LEAD) if state.half_over == "decided" else ""
    winner = winner or _out_for_good(game, injured=game.ruling(injured_return))
    if not winner and state.half >= FIRST_OVERTIME - 1:
        winner = game.ruling(winning)(game)
    if winner:
        finish(game, winner)
    else:
        await next_half(game)


def _survival_counts(game: Bout) -> bool:
    return game.state.half < FIRST_OVERTIME or game.ruling(overtime_round) == "like-a-half"


def _out_for_good(game: Bout, *, injured: bool) -> str:
    """The match ends when a team has no player who could ever return (s6 Halting), or when neither has."""
    lost = {SERIOUS, ABSENT} if injured else {SERIOUS, ABSENT, INJURED}
    gone = [all(piece.status in lost for piece in game.team(side)) for side in (0, 1)]
    if not (any(gone) if game.ruling(one_team_gone_ends_it) else all(gone)):
        return ""
    counted = game.state.score if game.ruling(gone_decided_by_points) else game.state.touchdowns
    return leader(counted) or "draw"


def finish(game: Bout, winner: str) -> None:
    state = game.state
    state.winner, state.stage = winner, OVER
    game.emit(Phase("end", state.half))
    game.emit(Result(winner, (state.score[0], state.score[1])))


# The next half ----------------------------------------------------------------------------------------------------------------


async def next_half(game: Bout) -> None:
    state = game.state
    state.half += 1
    if state.half < FIRST_OVERTIME:
        game.emit(Phase("half", state.half))
    else:
        game.emit(Phase("overtime", state.half - FIRST_OVERTIME + 1))
    state.began = _first_team(game)
    begin_half(game)
    if not (in_turn_each_round(game) and all(game.on_field(side) for side in (0, 1))):
        clear_field(game, injured=game.ruling(injured_return))
        state.last_holder = NOBODY
        await set_up_again(game, ball_to_first=game.ruling(ball_to_first))
        check_eliminated(game)


def _first_team(game: Bout) -> int:
    """The team that did not score; if nobody did, the one that did not begin; in overtime chance, by ruling."""
    state = game.state
    drawn = state.half == FIRST_OVERTIME or (state.half > FIRST_OVERTIME and game.ruling(drawn_each_round))
    if drawn:
        return draw(game)
    return 1 - (state.began if state.scored_by == NOBODY else state.scored_by)


def begin_half(game: Bout) -> None:
    state = game.state
    state.half_over, state.halted, state.scored_by = "", "", NOBODY
    state.turns, state.seconds, state.idle = [0, 0], 0, 0
    state.side, state.stage = state.began, TURN_START


async def play_on(game: Bout) -> None:
    """A round of one turn each goes on where the field stands: a scorer steps back on, the ball goes to the centre."""
    state = game.state
    for piece in state.pieces:
        if piece.status == SCORED:
            await _step_back_on(game, piece)
    if state.holder == NOBODY and state.ball < 0:
        await ball_to(game, game.board.centre, state.side)


async def _step_back_on(game: Bout, piece: Piece) -> None:
    free = game.empty()
    spots = game.board.last_rows[piece.side] & (game.board.wide_spots & free & free >> 1 if piece.wide else free)
    if spots:
        square = await game.choose(STEP_BACK_ON, piece.side, tuple(squares_of(spots)), player=piece.id)
        game.put(piece, square)


async def restart(game: Bout) -> None:
    """Both teams lost their last player in one tie: the half is started again, injured players included."""
    winner = _out_for_good(game, injured=True)
    if winner:
        finish(game, winner)
        return
    game.emit(Restart())
    clear_field(game, injured=True)
    game.state.last_holder = NOBODY
    if game.ruling(restart_rolled):
        await first_move(game)
    begin_half(game)
    await set_up_again(game, ball_to_first=game.ruling(ball_to_first))
    check_eliminated(game)

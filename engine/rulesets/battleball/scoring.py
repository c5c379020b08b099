"""Points: touchdowns, technicalities and survivors (manual s6 Scoring). What ends a half is noted, not acted on here."""

from engine.core.ruling import Ruling
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.state import ABSENT, DOWN, NOBODY, SCORED, SERIOUS, Piece

TOUCHDOWN, TECHNICALITY, FIELD_GOAL = 10, 6, 3
LEAD = 10
FIRST_OVERTIME = 3  # the third half is the first overtime round

eliminated_when_none_on_field: Ruling[bool] = Ruling(
    "technicality-eliminated", {"none-on-field": True, "all-seriously-injured": False}
)
survival_counts_all: Ruling[bool] = Ruling("survival-counts", {"both-count": True, "standing-on-field-only": False})
overtime_round: Ruling[str] = Ruling(
    "overtime-round",
    {key: key for key in ("like-a-half", "like-a-half-no-survival", "one-turn-each")},
)
overtime_at_once: Ruling[bool] = Ruling("overtime-check", {"end-of-round": False, "at-once": True})


def leader(score: list[int], by: int = 1) -> str:
    """Who is ahead by so much: home, away or, with nobody, an empty name."""
    if score[0] - score[1] >= by:
        return "home"
    return "away" if score[1] - score[0] >= by else ""


def touchdown(game: Bout, piece: Piece) -> None:
    game.state.touchdowns[piece.side] += 1
    game.take_off(piece, SCORED)
    game.lose_ball()
    score(game, piece.side, TOUCHDOWN, "touchdown")
    if in_turn_each_round(game):
        game.end_turn("touchdown")
    else:
        end_half(game, "touchdown", piece.side)


def score(game: Bout, side: int, points: int, why: str) -> None:
    """Count points; in overtime a lead of ten may decide the match at once, by ruling."""
    game.score(side, points, why)
    state = game.state
    if state.half >= FIRST_OVERTIME and game.ruling(overtime_at_once) and leader(state.score, LEAD):
        end_half(game, "decided", side)


def end_half(game: Bout, why: str, scored_by: int = NOBODY) -> None:
    """The half is over as soon as what is under way is finished. The first reason stands."""
    state = game.state
    if not state.half_over:
        state.half_over, state.scored_by = why, scored_by


def in_turn_each_round(game: Bout) -> bool:
    return game.state.half >= FIRST_OVERTIME and game.ruling(overtime_round) == "one-turn-each"


def check_eliminated(game: Bout) -> None:
    """A team without players on the field gives the other a technicality; two at once start the half again (s6)."""
    gone = [side for side in (0, 1) if not game.on_field(side)]
    if len(gone) == 2:
        end_half(game, "restart")
    elif gone and _eliminated(game, gone[0]) and not game.state.half_over:
        winner = 1 - gone[0]
        score(game, winner, TECHNICALITY, "technicality")
        end_half(game, "technicality", winner)


def _eliminated(game: Bout, side: int) -> bool:
    if game.ruling(eliminated_when_none_on_field):
        return True
    return all(piece.status in (SERIOUS, ABSENT) for piece in game.team(side))


def survivors(game: Bout, side: int) -> int:
    """Players still on the field; Down players and the scorer count too, by ruling."""
    both = game.ruling(survival_counts_all)
    return sum(1 for piece in game.team(side) if piece.standing or (both and piece.status in (DOWN, SCORED)))


def score_survival(game: Bout) -> None:
    """One point for every player still on the field when a half ends."""
    for side in (0, 1):
        points = survivors(game, side)
        if points:
            game.score(side, points, "survival")

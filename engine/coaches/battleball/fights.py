"""Tackles, blocks and pile-ons: what they gain on average, in points."""

from dataclasses import dataclass

from engine.coaches.battleball import odds
from engine.coaches.battleball.view import View
from engine.coaches.battleball.worth import DROPPED, LYING, WORTH
from engine.core.pitch import Mask
from engine.rulesets.battleball.bout import Attempt
from engine.rulesets.battleball.state import Piece
from engine.rulesets.battleball.tackle import FOOTBALL_DIE


def chances(view: View, kind: str, one: Piece, other: Piece) -> tuple[float, float, float]:
    """To win, lose and tie, with what skills and Team Rules add."""
    game = view.game
    mine = sum(value for _, value in game.modifiers(Attempt(kind, one, other)))
    theirs = sum(value for _, value in game.modifiers(Attempt(kind, other, one, started=False)))
    return odds.contest(one.dice, other.dice, (mine, theirs))


def tackle_value(view: View, one: Piece, other: Piece) -> float:
    """The opponent and the ball are won, or our own player and the rest of the turn are lost."""
    won, lost, tied = chances(view, "tackle", one, other)
    mine, theirs = view.worth(one), view.worth(other)
    return won * theirs - lost * mine + tied * (theirs - mine) - (lost + tied) * view.turn_cost


def block_value(view: View, one: Piece, other: Piece) -> float:
    """A block risks nothing but the turn; the opponent lies for a while and drops the ball."""
    won = chances(view, "block", one, other)[0]
    gain = LYING + (DROPPED * view.swing(other, other.square) if other.id == view.state.holder else 0)
    return won * gain - (1 - won) * view.turn_cost


def pile_on_value(view: View, one: Piece, other: Piece) -> float:
    """One face of the die backfires."""
    ball = view.swing(one, one.square) if one.id == view.state.holder else 0
    return ((FOOTBALL_DIE - 1) * WORTH[other.abbr] - LYING - view.turn_cost - ball) / FOOTBALL_DIE


def fight_value(view: View, one: Piece, other: Piece) -> tuple[float, str]:
    """The better of tackle and block against this opponent."""
    tackle = (tackle_value(view, one, other), "tackle")
    return tackle if other.wide else max(tackle, (block_value(view, one, other), "block"))


@dataclass(slots=True)
class Target:
    """An opponent whom it pays to attack."""

    rival: Piece
    beside: Mask  # the spaces next to it
    value: float
    how: str
    won: float  # the chance


def targets(view: View, piece: Piece, area: Mask) -> list[Target]:
    """The opponents next to an area whom it pays a piece to attack."""
    found = (_target(view, piece, rival, beside) for rival, beside in view.rivals_beside if beside & area)
    return [target for target in found if target.value > 0]


def _target(view: View, piece: Piece, rival: Piece, beside: Mask) -> Target:
    """All pieces of a kind have the same chances, so they are worked out once for them."""
    kind = (piece.abbr, piece.skills, view.state.holder == piece.id, rival.id)
    known: Target | None = view.targets.get(kind)
    if known is None:
        value, how = fight_value(view, piece, rival)
        won = chances(view, how, piece, rival)[0]
        known = view.targets[kind] = Target(rival, beside, value, how, won)
    return known

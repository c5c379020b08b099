"""Tackles, blocks and pile-ons: what they gain on average, in points."""

from dataclasses import dataclass

from engine.coaches.battleball.view import View
from engine.coaches.battleball.worth import DROPPED, LYING, WORTH
from engine.core.pitch import Mask
from engine.rulesets.battleball.state import Piece
from engine.rulesets.battleball.tackle import FOOTBALL_DIE


def tackle_value(view: View, one: Piece, other: Piece) -> float:
    """The opponent and the ball are won, or our own player and the rest of the turn are lost."""
    won, lost, tied = view.rivals.chances("tackle", one, other)
    mine, theirs = view.worth(one), view.worth(other)
    return won * theirs - lost * mine + tied * (theirs - mine) - (lost + tied) * view.turn_cost


def block_value(view: View, one: Piece, other: Piece) -> float:
    """A block risks nothing but the turn; the opponent lies for a while and drops the ball."""
    won = view.rivals.chances("block", one, other)[0]
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
class Fight:
    """What it brings to attack an opponent."""

    value: float
    how: str
    won: float  # the chance


@dataclass(slots=True)
class Target:
    """An opponent whom it pays to attack."""

    rival: Piece
    beside: Mask  # the spaces next to it
    fight: Fight


def targets(view: View, piece: Piece, area: Mask) -> list[Target]:
    """The opponents next to an area whom it pays a piece to attack."""
    found = []
    for rival, beside in view.rivals.beside:
        if beside & area:
            fight = _fight(view, piece, rival)
            if fight.value > 0:
                found.append(Target(rival, beside, fight))
    return found


def _fight(view: View, piece: Piece, rival: Piece) -> Fight:
    """All pieces of a kind have the same chances, so they are worked out once for them."""
    holder = view.state.holder
    # What the ball is worth depends on the position; everything else is the same all match.
    known = view.once(_with_the_ball) if holder in (piece.id, rival.id) else view.rivals.fights
    kinds = (piece.abbr, piece.skills, rival.abbr, rival.skills, rival.id == holder, view.more)
    fight: Fight | None = known.get(kinds)
    if fight is None:
        value, how = fight_value(view, piece, rival)
        fight = known[kinds] = Fight(value, how, view.rivals.chances(how, piece, rival)[0])
    return fight


def _with_the_ball(view: View) -> dict[tuple[object, ...], Fight]:
    return {}

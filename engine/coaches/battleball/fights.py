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
    near = [(rival, beside) for rival, beside in view.rivals.beside if beside & area]
    found = [Target(rival, beside, _fight(view, piece, rival)) for rival, beside in near]
    return [target for target in found if target.fight.value > 0]


Kind = tuple[str, tuple[str, ...], bool]


def _kind(view: View, piece: Piece) -> Kind:
    return piece.abbr, piece.skills, piece.id == view.state.holder


def _fight(view: View, piece: Piece, rival: Piece) -> Fight:
    """All pieces of a kind have the same chances, so they are worked out once for them."""
    known = view.once(_fights)
    kinds = (_kind(view, piece), _kind(view, rival))
    if kinds not in known:
        value, how = fight_value(view, piece, rival)
        known[kinds] = Fight(value, how, view.rivals.chances(how, piece, rival)[0])
    return known[kinds]


def _fights(view: View) -> dict[tuple[Kind, Kind], Fight]:
    return {}

"""Tackles, blocks and pile-ons: what they gain on average, in points."""

from dataclasses import dataclass

from engine.coaches.battleball.rivals import Kind, kind_of
from engine.coaches.battleball.view import View
from engine.coaches.battleball.worth import DROPPED, LYING, WORTH
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


Fights = dict[Kind, Fight | None]  # by the kind of opponent; none where it does not pay


def with_each(view: View, piece: Piece) -> Fights:
    """What it brings a piece to attack those without the ball: the same all match, for all pieces of a kind."""
    mine = (*kind_of(piece), view.more)
    known: Fights = view.rivals.fights.setdefault(mine, {})
    if not view.rivals.kinds <= known.keys():
        for _, rival, kind in view.rivals.everybody:
            if kind not in known and rival is not view.carrier:
                known[kind] = worthwhile(view, piece, rival)
    return known


def with_carrier(view: View, piece: Piece, carrier: Piece) -> Fight | None:
    """The same for their carrier, while the ball stays where it is."""
    known, mine = view.once(_no_fights), kind_of(piece)
    if mine not in known:
        known[mine] = worthwhile(view, piece, carrier)
    return known[mine]


def _no_fights(view: View) -> Fights:
    return {}


def worthwhile(view: View, piece: Piece, rival: Piece) -> Fight | None:
    """What it brings to attack an opponent, if it pays."""
    value, how = fight_value(view, piece, rival)
    return Fight(value, how, view.rivals.chances(how, piece, rival)[0]) if value > 0 else None

"""What an activated piece does where it stands: every act with what it gains in points, and a reason."""

from collections.abc import Callable

from engine.coaches.battleball import fights, holding, odds
from engine.coaches.battleball.view import View
from engine.rulesets.battleball.activation import END, Act
from engine.rulesets.battleball.passing import distance
from engine.rulesets.battleball.state import Piece

Weighed = tuple[float, str]


def best_act(view: View, piece: Piece, offered: tuple[Act, ...]) -> tuple[Act, str]:
    weighed = [(weigh(view, piece, act), act) for act in offered]
    (_, reason), act = max(weighed, key=lambda each: each[0][0])
    return act, reason


def weigh(view: View, piece: Piece, act: Act) -> Weighed:
    if act == END:
        return 0.0, "leaves it at that"
    kind, id = act
    return ACTS[kind](view, piece, view.state.pieces[id])


def _tackle(view: View, one: Piece, other: Piece) -> Weighed:
    return fights.tackle_value(
        view, one, other
    ), f"{view.rivals.chances('tackle', one, other)[0]:.0%} to win the tackle"


def _block(view: View, one: Piece, other: Piece) -> Weighed:
    return fights.block_value(view, one, other), f"{view.rivals.chances('block', one, other)[0]:.0%} to win the block"


def _pile_on(view: View, one: Piece, other: Piece) -> Weighed:
    return fights.pile_on_value(view, one, other), "five in six to injure"


def _pass(view: View, one: Piece, other: Piece) -> Weighed:
    chance = odds.to_complete(other.dice, distance(view.game, one, other))
    return holding.given_value(view, one, other, chance), f"{chance:.0%} to complete the pass"


def _hand_off(view: View, one: Piece, other: Piece) -> Weighed:
    giver, taker = (one, other) if view.state.holder == one.id else (other, one)
    chance = odds.to_hand_off(giver.dice, taker.dice)
    return holding.given_value(view, giver, taker, chance), f"{chance:.0%} to hand it off"


def _kick(view: View, one: Piece, other: Piece) -> Weighed:
    value, chance = holding.kick_value(view, one, one.square)
    return value - holding.value(view, one, one.square), f"{chance:.0%} to kick it"


def _go(view: View, one: Piece, other: Piece) -> Weighed:
    return 0.1, "moves first"


ACTS: dict[str, Callable[[View, Piece, Piece], Weighed]] = {
    "tackle": _tackle,
    "block": _block,
    "pile-on": _pile_on,
    "pass": _pass,
    "hand-off": _hand_off,
    "field-goal": _kick,
    "move": _go,
}

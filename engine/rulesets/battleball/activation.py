"""One player's activation: move, then one of the acts that its place allows (manual s4, s5)."""

from collections.abc import Awaitable, Callable

from engine.core.answers import Phrase
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rulesets.battleball.activation_context import Activation
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.events import Activate
from engine.rulesets.battleball.field_goal import kick, may_kick
from engine.rulesets.battleball.movement import drop_after_malfunction, may_move, move, set_pace, starting_adjacent
from engine.rulesets.battleball.passing import hand_off, hand_off_partners, receivers, throw
from engine.rulesets.battleball.state import DOWN, STANDING, Piece
from engine.rulesets.battleball.tackle import block, pile_on, tackle

Act = tuple[str, int]
END: Act = ("end", -1)
MOVE: Act = ("move", -1)
FIELD_GOAL_ACT: Act = ("field-goal", -1)
ACTS = Phrase(
    players=("tackle", "block", "pile-on", "pass", "hand-off"), alone=("field-goal", "move", "end"), after_alone=(-1,)
)
ACT: Question[Act] = Question("act", ACTS, "What does {player} do?")

acts_when: Ruling[Callable[[Bout, Activation], Awaitable[None]]] = Ruling("activation-act-after-move")
one_act_only: Ruling[bool] = Ruling("activation-one-act", {"one": True, "several": False})
tackle_owed: Ruling[bool] = Ruling("tackle-duty", {"compulsory": True, "optional": False})
carrier_first: Ruling[bool] = Ruling("tackle-target", {"active-coach": False, "carrier-first": True})
pile_on_when: Ruling[str] = Ruling(
    "pile-on-optional",
    {key: key for key in ("optional-free-choice", "optional-standing-first", "compulsory")},
)


def can_be_activated(game: Bout, piece: Piece) -> bool:
    """A piece with neither a legal step nor an act has nothing to be activated for."""
    return may_move(game, piece) or game.in_tackle_position(piece) or bool(acts(game, Activation(piece)))


async def activate(game: Bout, piece: Piece) -> None:
    game.emit(Activate(piece.id))
    act = Activation(piece)
    await game.ruling(acts_when)(game, act)


# When the acts come -----------------------------------------------------------------------------------------------------------


@acts_when.choice("after-move")
async def after_move(game: Bout, act: Activation) -> None:
    if may_move(game, act.piece):
        await set_pace(game, act)
        if act.spaces and not interrupted(game, act):
            await move(game, act)
        await drop_after_malfunction(game, act)
    while not interrupted(game, act):
        await _one_act(game, act, acts(game, act))


@acts_when.choice("any-time")
async def any_time(game: Bout, act: Activation) -> None:
    """Acts may come before, between and after stretches of the move."""
    while not interrupted(game, act):
        offered = acts(game, act)
        if _may_go_on(game, act):
            offered = [*offered, MOVE]
        elif act.drops_ball:
            await drop_after_malfunction(game, act)
            continue
        await _one_act(game, act, offered)
    await drop_after_malfunction(game, act)  # a move that was cut short is over as well


def _may_go_on(game: Bout, act: Activation) -> bool:
    """Whether a stretch of the move is still open."""
    return act.spaces > 0 if act.paced else may_move(game, act.piece)


def interrupted(game: Bout, act: Activation) -> bool:
    state = game.state
    return act.done or not act.piece.standing or bool(state.turn_over or state.half_over or state.halted)


# What may be done -------------------------------------------------------------------------------------------------------------


def acts(game: Bout, act: Activation) -> list[Act]:
    """The acts open to the activated piece where it stands now."""
    piece = act.piece
    if act.acts and game.ruling(one_act_only):
        return []
    rivals = game.next_to(piece, 1 - piece.side, STANDING) if game.in_tackle_position(piece) else []
    fights = [] if act.fought else _fights(game, piece, rivals)
    if rivals or (fights and game.ruling(pile_on_when) == "compulsory"):
        return fights
    peaceful: list[Act] = [("pass", mate.id) for mate in receivers(game, piece)]
    if not fights:  # a pile-on is a tackle, and a hand-off needs that none is possible (s5 Hand-Off)
        peaceful += [("hand-off", mate.id) for mate in hand_off_partners(game, piece)]
    if may_kick(game, piece):
        peaceful.append(FIELD_GOAL_ACT)
    return fights + peaceful


def _fights(game: Bout, piece: Piece, rivals: list[Piece]) -> list[Act]:
    """Tackles and blocks of standing opponents, pile-ons of Down ones."""
    offered: list[Act] = []
    for rival in _targets(game, rivals):
        offered.append(("tackle", rival.id))
        if not rival.wide:
            offered.append(("block", rival.id))
    if not rivals or game.ruling(pile_on_when) == "optional-free-choice":
        offered += [("pile-on", rival.id) for rival in game.next_to(piece, 1 - piece.side, DOWN)]
    return offered


def _targets(game: Bout, rivals: list[Piece]) -> list[Piece]:
    carrier = [rival for rival in rivals if rival.id == game.state.holder]
    only_carrier = bool(carrier) and game.ruling(carrier_first)
    return carrier if only_carrier else rivals


def _may_end(game: Bout, act: Activation, offered: list[Act]) -> bool:
    """A move that is possible must be made, and in tackle position a tackle or block is owed (s5 Tackling)."""
    if MOVE in offered and not act.moved and not _may_stay(game, act):
        return False
    if any(kind == "tackle" for kind, _ in offered):
        return not game.ruling(tackle_owed)
    must_pile_on = game.ruling(pile_on_when) == "compulsory"
    return not (must_pile_on and any(kind == "pile-on" for kind, _ in offered))


def _may_stay(game: Bout, act: Activation) -> bool:
    return game.ruling(starting_adjacent) == "may-leave" and game.in_tackle_position(act.piece)


async def _one_act(game: Bout, act: Activation, offered: list[Act]) -> None:
    """Ask for one of the acts and do it; with nothing to ask, the activation is over."""
    options = [*offered, END] if _may_end(game, act, offered) else offered
    if options == [END]:
        act.done = True
        return
    kind, id = await game.choose(ACT, act.piece.side, tuple(options), player=act.piece.id)
    if kind not in ("end", "move"):
        act.acts += 1
    await PERFORM[kind](game, act, id)


async def _end(game: Bout, act: Activation, id: int) -> None:
    act.done = True


async def _move(game: Bout, act: Activation, id: int) -> None:
    if not act.paced:
        await set_pace(game, act)
    if act.spaces and not interrupted(game, act):
        await move(game, act)


async def _tackle(game: Bout, act: Activation, id: int) -> None:
    act.fought = True
    await tackle(game, act.piece, game.state.pieces[id])


async def _block(game: Bout, act: Activation, id: int) -> None:
    act.fought = True
    await block(game, act.piece, game.state.pieces[id])


async def _pile_on(game: Bout, act: Activation, id: int) -> None:
    act.fought = True
    await pile_on(game, act.piece, game.state.pieces[id])


async def _pass(game: Bout, act: Activation, id: int) -> None:
    await throw(game, act, game.state.pieces[id])


async def _hand_off(game: Bout, act: Activation, id: int) -> None:
    await hand_off(game, act, game.state.pieces[id])


async def _kick(game: Bout, act: Activation, id: int) -> None:
    await kick(game, act)


PERFORM: dict[str, Callable[[Bout, Activation, int], Awaitable[None]]] = {
    "end": _end,
    "move": _move,
    "tackle": _tackle,
    "block": _block,
    "pile-on": _pile_on,
    "pass": _pass,
    "hand-off": _hand_off,
    "field-goal": _kick,
}

"""Passes and hand-offs (manual s5 Passing, Hand-Off)."""

from engine.core.events import Roll
from engine.core.pitch import Mask
from engine.core.ruling import Ruling
from engine.rulesets.battleball.activation_context import Activation
from engine.rulesets.battleball.bout import Attempt, Bout
from engine.rulesets.battleball.events import HandOff, Interception, Pass
from engine.rulesets.battleball.fumble import among_equals, fumble, place_ball
from engine.rulesets.battleball.state import DOWN, NOBODY, STANDING, Piece
from engine.rulesets.battleball.tackle import FOOTBALL_DIE, pick_die, roll_dice

distance_short_by: Ruling[int] = Ruling("distance", {"target-counted": 0, "spaces-between": 1})
pass_needs_free: Ruling[str] = Ruling(
    "pass-condition-scope", {key: key for key in ("passer", "passer-and-receiver", "whole-team")}
)
receiver_any: Ruling[bool] = Ruling("pass-receiver", {"any-standing": True, "not-activated": False})
placement_wide: Ruling[bool] = Ruling(
    "pass-placement-spaces", {"empty-or-own-standing": False, "any-without-team-mate": True}
)
receiver_may_keep: Ruling[bool] = Ruling(
    "nearest-player-receiver",
    {"nearest-to-receiver-included": True, "nearest-to-receiver-excluded": False},
)
ban_for_team: Ruling[bool] = Ruling("no-hand-off-after-pass-scope", {"rest-of-turn": True, "same-player": False})
heavy_dice_added: Ruling[bool] = Ruling("pass-heavy-tackle-total", {"choose-one": False, "all-three": True})
hand_off_needs_both_free: Ruling[bool] = Ruling(
    "hand-off-condition-scope", {"active-player": False, "both-players": True}
)
receiver_may_come: Ruling[bool] = Ruling("hand-off-who-activates", {"either": True, "carrier-only": False})
receiver_fumbles: Ruling[bool] = Ruling("hand-off-fumbler", {"receiver": True, "giver": False})
hand_off_ends_turn: Ruling[bool] = Ruling("hand-off-ends-what", {"activation": False, "team-turn": True})
one_hand_off_a_turn: Ruling[bool] = Ruling("hand-off-count", {"one-per-activation": False, "one-per-turn": True})


# Passing --------------------------------------------------------------------------------------------------------------


def receivers(game: Bout, piece: Piece) -> list[Piece]:
    """To whom this piece may pass now. It is not in tackle position: the caller has seen to that."""
    state = game.state
    if state.holder != piece.id or state.passed:
        return []
    scope = game.ruling(pass_needs_free)
    team = game.standing(piece.side)
    if scope == "whole-team" and any(game.in_tackle_position(each) for each in team):
        return []
    anyone = game.ruling(receiver_any)
    return [
        mate
        for mate in team
        if mate is not piece
        and (anyone or not state.used >> mate.id & 1)
        and not (scope == "passer-and-receiver" and game.in_tackle_position(mate))
    ]


def distance(game: Bout, one: Piece, other: Piece) -> int:
    steps = game.board.steps_between((one.square, one.wide), (other.square, other.wide))
    return steps - game.ruling(distance_short_by)


async def throw(game: Bout, act: Activation, receiver: Piece) -> None:
    """Steps: the receiver's die and the football die; equal dice fumble; the total has to reach the distance (s5)."""
    passer, state = act.piece, game.state
    state.passed = True
    state.passers |= 1 << passer.id
    needed = distance(game, passer, receiver)
    faces, football = roll_dice(game, receiver), game.d(FOOTBALL_DIE)
    modifiers = game.modifiers(Attempt("pass", passer, receiver))
    doubled = len({*faces, football}) <= len(faces)
    total = football + sum(value for _, value in modifiers)
    if not doubled:
        total += sum(faces) if game.ruling(heavy_dice_added) else await pick_die(game, receiver, faces, "pass")
    else:
        total += max(faces)
    complete = not doubled and total >= needed
    dice = (*zip(receiver.dice, faces, strict=True), (FOOTBALL_DIE, football))
    game.emit(Roll("pass", receiver.id, receiver.side, dice, total, needed, modifiers, complete))
    outcome = "fumble" if doubled else "complete" if complete else "incomplete"
    game.emit(Pass(passer.id, receiver.id, needed, outcome))
    if doubled:
        await fumble(game, receiver)
    elif complete:
        game.give_ball(receiver)
    else:
        await _incomplete(game, receiver, football)


async def _incomplete(game: Bout, receiver: Piece, football: int) -> None:
    """The opposing coach puts the ball just as many steps from the receiver as the football die shows."""
    placer = 1 - receiver.side
    game.lose_ball()
    spots = _landing(game, placer) & game.board.ring(receiver.square, receiver.wide, football)
    if spots:
        square = await place_ball(game, placer, spots)
        catcher = next((each for each in game.standing(placer) if game.covers(each) >> square & 1), None)
        if catcher:
            game.emit(Interception(catcher.id))
            game.give_ball(catcher)
    else:
        await _nearest_team_mate(game, receiver)
    game.end_turn("failed pass")


def _landing(game: Bout, placer: int) -> Mask:
    """Spaces that can take an incomplete pass."""
    if not game.ruling(placement_wide):
        own = 0
        for piece in game.standing(placer):
            own |= game.covers(piece)
        return game.empty() | own
    theirs = 0
    for piece in game.on_field(1 - placer):
        theirs |= game.covers(piece)
    return game.board.pitch.everywhere & ~theirs


async def _nearest_team_mate(game: Bout, receiver: Piece) -> None:
    """No legal space: the nearest standing player of the passing team has the ball."""
    able = [piece for piece in game.standing(receiver.side) if piece is not receiver or game.ruling(receiver_may_keep)]
    steps = {
        piece.id: game.board.steps_between((receiver.square, receiver.wide), (piece.square, piece.wide))
        for piece in able
    }
    least = min(steps.values())
    nearest = [piece for piece in able if steps[piece.id] == least]
    game.give_ball(await among_equals(game, nearest, 1 - receiver.side))


# Handing off ------------------------------------------------------------------------------------------------------------


def hand_off_partners(game: Bout, piece: Piece) -> list[Piece]:
    """Team-mates with whom the activated piece can exchange the ball. No tackle or block is open to it."""
    state = game.state
    banned = state.passed if game.ruling(ban_for_team) else bool(state.passers >> piece.id & 1)
    if banned or (state.hand_offs and game.ruling(one_hand_off_a_turn)):
        return []
    if state.holder == NOBODY or state.pieces[state.holder].side != piece.side:
        return []
    mates = game.next_to(piece, piece.side, STANDING)
    if state.holder == piece.id:
        partners = mates
    elif game.ruling(receiver_may_come):
        partners = [mate for mate in mates if mate.id == state.holder]
    else:
        partners = []
    if game.ruling(hand_off_needs_both_free):
        partners = [mate for mate in partners if not could_fight(game, mate)]
    return partners


def could_fight(game: Bout, piece: Piece) -> bool:
    """Whether a tackle (a pile-on is one) or a block would be possible from here."""
    rivals = 1 - piece.side
    return bool(game.next_to(piece, rivals, STANDING) or game.next_to(piece, rivals, DOWN))


async def hand_off(game: Bout, act: Activation, partner: Piece) -> None:
    """Both roll; different numbers pass the ball on, any two equal ones fumble it."""
    state = game.state
    giver, taker = (act.piece, partner) if state.holder == act.piece.id else (partner, act.piece)
    state.hand_offs += 1
    faces: list[int] = []
    for piece in (giver, taker):
        rolled = roll_dice(game, piece)
        faces += rolled
        game.emit(Roll("hand-off", piece.id, piece.side, tuple(zip(piece.dice, rolled, strict=True))))
    safe = len(set(faces)) == len(faces)
    game.emit(HandOff(giver.id, taker.id, "complete" if safe else "fumble"))
    act.done = True
    if safe:
        game.give_ball(taker)
        if game.ruling(hand_off_ends_turn):
            game.end_turn("hand-off")
    else:
        await fumble(game, taker if game.ruling(receiver_fumbles) else giver)

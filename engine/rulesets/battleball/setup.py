"""Set-up: placing the players, Team Rules, the first-move roll, the ball (manual s3, s6 Halftime)."""

from collections.abc import Awaitable, Callable

from engine.core.answers import PLACEMENT, PLAYER, SET_UP, Word
from engine.core.decisions import Choice, Pick
from engine.core.events import Phase, Roll
from engine.core.pitch import Mask, Square, squares_of
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.events import TeamRule
from engine.rulesets.battleball.state import AWAY, HOME, RESERVE, Piece

D20 = 20
Then = Callable[[Bout], Awaitable[None]]

LINE_UP: Question[tuple[Square, ...]] = Question("set-up", SET_UP, "How do they set up?")
PLACE: Question[tuple[int, Square]] = Question("place", PLACEMENT, "Who is placed next, and where?")
TEAM_RULE: Question[str] = Question("team-rule", Word(other="a Team Rule"), "Which Team Rule do they take?")
FIRST_MOVE: Question[str] = Question("first-move", Word("first", "second"), "Do they move first or second?")
TAKE_BALL: Question[int] = Question("take-ball", PLAYER, "Who takes the ball?")

placing: Ruling[Callable[[Bout, Then], Awaitable[None]]] = Ruling("setup-placement-order")
team_rule: Ruling[str] = Ruling("setup-team-rule", {"none": "none", "custom": "custom"})
team_rule_again: Ruling[bool] = Ruling("halftime-team-rule", {"kept": False, "chosen-again": True})
tie_rolled_again: Ruling[bool] = Ruling("setup-first-move-tie", {"roll-again": True, "coin": False})


# Placing ------------------------------------------------------------------------------------------------------------------


class Spots:
    """Where one piece may be placed: behind the own 20-yard line, on free spaces (s3.3 to s3.6)."""

    def __init__(self, game: Bout, piece: Piece, taken: Mask) -> None:
        free = game.board.own_ends[piece.side] & ~taken
        self.free = game.board.wide_spots & free & free >> 1 if piece.wide else free
        self.whole = game.board.own_ends[piece.side]
        self.piece = piece
        self.name = game.board.name

    def refusal(self, square: Choice) -> str | None:
        if type(square) is int and square >= 0 and self.free >> square & 1:
            return None
        if type(square) is not int or square < 0 or not self.whole >> square & 1:
            return f"{self.piece.name} has to stand behind the own 20-yard line (setup-placement)"
        if self.piece.wide:
            return f"{self.piece.name} needs two free neighbouring spaces of a row (setup-heavy-tackle)"
        return f"{self.name(square)} is taken: no two players share a space (setup-one-per-space)"


class Formation:
    """A whole set-up, as options of a decision: one space for each piece, in the order of `pieces`."""

    def __init__(self, game: Bout, pieces: list[Piece]) -> None:
        self.game = game
        self.pieces = pieces

    def refusal(self, choice: Choice) -> str | None:
        if not isinstance(choice, tuple) or len(choice) != len(self.pieces):
            return f"all {len(self.pieces)} players have to be placed (setup-placement)"
        taken = 0
        for piece, square in zip(self.pieces, choice, strict=True):
            refusal = Spots(self.game, piece, taken).refusal(square)
            if refusal:
                return refusal
            taken |= self.game.board.footprint(square, piece.wide)
        return None

    def some(self, pick: Pick) -> Choice:
        """The heavy tackle first, so that it finds its two spaces."""
        taken, chosen = 0, {}
        for piece in sorted(self.pieces, key=lambda piece: not piece.wide):
            free = list(squares_of(Spots(self.game, piece, taken).free))
            chosen[piece.id] = square = free[pick(len(free))]
            taken |= self.game.board.footprint(square, piece.wide)
        return tuple(chosen[piece.id] for piece in self.pieces)


class OnePlacement:
    """The next piece and its space, for coaches who place in turn."""

    def __init__(self, game: Bout, side: int) -> None:
        self.game = game
        self.pieces = reserves(game, side)
        self.taken = game.areas.standing

    def refusal(self, choice: Choice) -> str | None:
        if not isinstance(choice, tuple) or len(choice) != 2:
            return "a placement is a player and a space"
        piece = next((piece for piece in self.pieces if piece.id == choice[0]), None)
        if piece is None:
            return f"{choice[0]!r} is not a player waiting to be placed"
        return Spots(self.game, piece, self.taken).refusal(choice[1])

    def some(self, pick: Pick) -> Choice:
        piece = self.pieces[0]
        free = list(squares_of(Spots(self.game, piece, self.taken).free))
        return (piece.id, free[pick(len(free))])


def reserves(game: Bout, side: int) -> list[Piece]:
    return [piece for piece in game.team(side) if piece.status == RESERVE]


async def _formation(game: Bout, side: int) -> list[tuple[Piece, Square]]:
    pieces = reserves(game, side)
    if not pieces:
        return []
    squares = await game.ask(LINE_UP, side, Formation(game, pieces), players=tuple(piece.id for piece in pieces))
    return list(zip(pieces, squares, strict=True))


def _place(game: Bout, formation: list[tuple[Piece, Square]]) -> None:
    for piece, square in formation:
        game.put(piece, square)


@placing.choice("hidden-simultaneous")
async def hidden(game: Bout, then: Then) -> None:
    """Neither coach sees the other's formation before both are confirmed."""
    formations = [await _formation(game, side) for side in (HOME, AWAY)]
    for formation in formations:
        _place(game, formation)
    await then(game)


@placing.choice("first-mover-first")
async def first_mover_first(game: Bout, then: Then) -> None:
    await then(game)
    for side in (game.state.side, 1 - game.state.side):
        _place(game, await _formation(game, side))


@placing.choice("alternate")
async def alternate(game: Bout, then: Then) -> None:
    """One player each in turn; the home coach begins."""
    while any(reserves(game, side) for side in (HOME, AWAY)):
        for side in (HOME, AWAY):
            if reserves(game, side):
                id, square = await game.ask(PLACE, side, OnePlacement(game, side))
                game.put(game.state.pieces[id], square)
    await then(game)


# Before the first turn ------------------------------------------------------------------------------------------------------


async def pick_team_rules(game: Bout) -> None:
    """Each coach picks a Team Rule from the league's list, if the league has one (s3.7)."""
    if game.ruling(team_rule) == "none":
        return
    rules = tuple(game.setting(team_rule, "rules"))
    for side in (HOME, AWAY):
        game.state.team_rules[side] = await game.choose(TEAM_RULE, side, rules)
        game.emit(TeamRule(side, game.state.team_rules[side]))
    game.listen()


async def first_move(game: Bout) -> None:
    """Both roll the red D20; the higher roll chooses to move first or second (s3.8)."""
    chooser = await roll_off(game)
    answer = await game.choose(FIRST_MOVE, chooser, ("first", "second"))
    game.state.began = game.state.side = chooser if answer == "first" else 1 - chooser


async def roll_off(game: Bout) -> int:
    """The side with the higher D20."""
    while True:
        faces = []
        for side in (HOME, AWAY):
            face = game.d(D20)
            faces.append(face)
            game.emit(Roll("first-move", None, side, ((D20, face),), total=face))
        if faces[0] != faces[1]:
            return HOME if faces[0] > faces[1] else AWAY
        if not game.ruling(tie_rolled_again):
            return draw(game)


def draw(game: Bout) -> int:
    """A side drawn at random."""
    face = game.d(2)
    game.emit(Roll("draw", None, face - 1, ((2, face),), total=face))
    return face - 1


async def opening(game: Bout) -> None:
    async def then(game: Bout) -> None:
        await pick_team_rules(game)
        await first_move(game)

    game.emit(Phase("set-up", 1))
    await game.ruling(placing)(game, then)
    game.drop_ball(game.board.centre)


async def set_up_again(game: Bout, *, ball_to_first: bool) -> None:
    """Both teams set up anew; who moves first is already known (s6 Halftime, Halting)."""

    async def then(game: Bout) -> None:
        if game.ruling(team_rule_again):
            await pick_team_rules(game)

    state = game.state
    game.emit(Phase("set-up", state.half))
    await game.ruling(placing)(game, then)
    takers = game.standing(state.side)
    if ball_to_first and takers:
        id = await game.choose(TAKE_BALL, state.side, tuple(piece.id for piece in takers))
        game.give_ball(state.pieces[id])
    else:
        game.drop_ball(game.board.centre)

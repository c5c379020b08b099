"""Tackles, blocks and pile-ons, and what they do to players (manual s5 Tackling, Blocking, Going Down, Pile-On)."""

from collections.abc import Awaitable, Callable

from engine.core.answers import NUMBER, SQUARE
from engine.core.events import Roll, Token
from engine.core.pitch import Square, squares_of
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rulesets.battleball.bout import Attempt, Bout
from engine.rulesets.battleball.events import Block, PileOn, Tackle
from engine.rulesets.battleball.fumble import fumble, fumbled
from engine.rulesets.battleball.scoring import check_eliminated
from engine.rulesets.battleball.state import INJURED, NOBODY, SERIOUS, Piece

FOOTBALL_DIE = 6
Faces = tuple[int, ...]
DIE: Question[int] = Question("die", NUMBER, "Which of the two dice does {player} take?")
TOKEN: Question[Square] = Question("token", SQUARE, "Where does {player} leave a carnage token?")


class Contest:
    """Two players roll their dice; the lower number wins."""

    __slots__ = ("doubles", "mine", "theirs")

    def __init__(self, mine: int, theirs: int, doubles: list[Piece]) -> None:
        self.mine = mine
        self.theirs = theirs
        self.doubles = doubles  # heavy tackles whose own two dice were equal

    @property
    def outcome(self) -> str:
        if self.mine == self.theirs:
            return "tied"
        return "won" if self.mine < self.theirs else "lost"


failed_unless_won: Ruling[bool] = Ruling("turn-end-failed-tackle", {"lost-or-tied": True, "lost-only": False})
# Whether the loser is out for good, by the numbers of winner and loser.
serious_when: Ruling[Callable[[int, int], bool]] = Ruling(
    "tackle-serious-injury",
    {"winner-rolled-1": lambda winner, loser: winner == 1, "loser-rolled-1": lambda winner, loser: loser == 1},
)
serious_tie: Ruling[bool] = Ruling("tackle-serious-injury-tie", {"both-serious": True, "both-injured": False})
die_chosen: Ruling[Callable[[Bout, str, Piece, Piece], Awaitable[Contest]]] = Ruling("heavy-die-choice-time")
doubles_without_ball_end_turn: Ruling[bool] = Ruling(
    "tackle-heavy-doubles-no-ball", {"only-with-ball": False, "always-ends-turn": True}
)
token_on_both_spaces: Ruling[bool] = Ruling("carnage-heavy-tackle", {"both-spaces": True, "one-space": False})
supply: Ruling[str] = Ruling("carnage-supply", {"unlimited": "unlimited", "limited": "limited"})
block_doubles_fumble: Ruling[bool] = Ruling("block-heavy-doubles", {"no-fumble": False, "fumble": True})
stands_after: Ruling[int] = Ruling("down-stand-up-own-turn", {"following-turn": 2, "current-turn": 1})
backfires_on: Ruling[Callable[[Bout, Piece, Piece], Piece]] = Ruling("pile-on-1-who")
backfire_is_failure: Ruling[bool] = Ruling("pile-on-1-consequences", {"failed-tackle": True, "no-turnover": False})
crushing_leaves_token: Ruling[bool] = Ruling("pile-on-crushing-token", {"token": True, "no-token": False})


def roll_dice(game: Bout, piece: Piece) -> Faces:
    return tuple(game.d(sides) for sides in piece.dice)


async def pick_die(game: Bout, piece: Piece, faces: Faces, about: str) -> int:
    """A heavy tackle picks one of its two dice."""
    if len(set(faces)) == 1:
        return faces[0]
    return await game.choose(DIE, piece.side, tuple(sorted(faces)), player=piece.id, roll=about)


@die_chosen.choice("after-both")
async def after_both(game: Bout, kind: str, one: Piece, other: Piece) -> Contest:
    rolled = {piece.id: roll_dice(game, piece) for piece in (one, other)}
    for piece in (one, other):
        _show(game, kind, piece, rolled[piece.id])
    mine = await pick_die(game, one, rolled[one.id], kind)
    theirs = await pick_die(game, other, rolled[other.id], kind)
    return _contest(game, kind, (one, rolled[one.id], mine), (other, rolled[other.id], theirs))


@die_chosen.choice("before-opponent")
async def before_opponent(game: Bout, kind: str, one: Piece, other: Piece) -> Contest:
    """Whoever has two dice rolls and picks before the opponent rolls; with two heavy tackles, the attacker first."""
    rolled: dict[int, Faces] = {}
    picked: dict[int, int] = {}
    for piece in sorted((one, other), key=lambda piece: not piece.wide):
        rolled[piece.id] = roll_dice(game, piece)
        _show(game, kind, piece, rolled[piece.id])
        picked[piece.id] = await pick_die(game, piece, rolled[piece.id], kind)
    return _contest(game, kind, (one, rolled[one.id], picked[one.id]), (other, rolled[other.id], picked[other.id]))


def _contest(game: Bout, kind: str, one: tuple[Piece, Faces, int], other: tuple[Piece, Faces, int]) -> Contest:
    mine = _modified(game, Attempt(kind, one[0], other[0]), one[2])
    theirs = _modified(game, Attempt(kind, other[0], one[0], started=False), other[2])
    doubles = [piece for piece, faces, _ in (one, other) if piece.wide and faces[0] == faces[1]]
    return Contest(mine, theirs, doubles)


def _modified(game: Bout, attempt: Attempt, face: int) -> int:
    modifiers = game.modifiers(attempt)
    if not modifiers:
        return face
    total = max(1, face + sum(value for _, value in modifiers))
    game.emit(Roll(attempt.kind, attempt.piece.id, attempt.piece.side, (), total=total, modifiers=modifiers))
    return total


def _show(game: Bout, kind: str, piece: Piece, faces: Faces) -> None:
    dice = tuple(zip(piece.dice, faces, strict=True))
    game.emit(Roll(kind, piece.id, piece.side, dice, total=faces[0] if len(faces) == 1 else None))


async def tackle(game: Bout, one: Piece, other: Piece) -> None:
    """Steps: both roll; the loser is injured; the winner takes the ball; a heavy tackle's pair fumbles it (s5, s7)."""
    contest = await game.ruling(die_chosen)(game, "tackle", one, other)
    game.emit(Tackle(one.id, other.id, contest.outcome))
    if contest.outcome == "tied":
        await _both_lose(game, one, other, contest)
    else:
        winner, loser = (one, other) if contest.outcome == "won" else (other, one)
        numbers = (contest.mine, contest.theirs) if contest.outcome == "won" else (contest.theirs, contest.mine)
        had_ball = game.state.holder == loser.id
        await injure(game, loser, serious=game.ruling(serious_when)(*numbers))
        if had_ball:
            game.give_ball(winner)
        await _doubles(game, contest)
    check_eliminated(game)
    _failed(game, "tackle", contest.outcome)


async def _both_lose(game: Bout, one: Piece, other: Piece, contest: Contest) -> None:
    carrier = next((piece for piece in (one, other) if game.state.holder == piece.id), None)
    place = carrier.square if carrier else None
    serious = contest.mine == 1 and game.ruling(serious_tie)
    for piece in (one, other):
        await injure(game, piece, serious=serious)
    if carrier:
        await fumble(game, carrier, place)
    await _doubles(game, contest)


async def _doubles(game: Bout, contest: Contest) -> None:
    """The result stands; then a heavy tackle with equal dice drops the ball if it has it (s7)."""
    for piece in contest.doubles:
        if game.state.holder == piece.id:
            await fumble(game, piece)
        elif game.ruling(doubles_without_ball_end_turn):
            fumbled(game, piece.side)


def _failed(game: Bout, kind: str, outcome: str) -> None:
    if outcome == "lost" or (outcome == "tied" and game.ruling(failed_unless_won)):
        game.end_turn(f"failed {kind}")


async def injure(game: Bout, piece: Piece, *, serious: bool, token: bool = True) -> None:
    """Off to the locker room, with a carnage token where the player was."""
    square = piece.square
    game.take_off(piece, SERIOUS if serious else INJURED)
    if token:
        await _leave_token(game, piece, square)


async def _leave_token(game: Bout, piece: Piece, square: Square) -> None:
    spaces = tuple(squares_of(game.board.footprint(square, piece.wide)))
    if piece.wide and not game.ruling(token_on_both_spaces):
        spaces = (await game.choose(TOKEN, 1 - piece.side, spaces, player=piece.id),)
    state = game.state
    for space in spaces:
        if game.ruling(supply) == "limited" and state.tokens_placed >= game.setting(supply, "tokens"):
            return
        state.tokens |= 1 << space
        state.tokens_placed += 1
        game.emit(Token(space))


async def block(game: Bout, one: Piece, other: Piece) -> None:
    """The blocked player who loses goes Down and drops the ball; otherwise nothing happens but that it failed."""
    contest = await game.ruling(die_chosen)(game, "block", one, other)
    game.emit(Block(one.id, other.id, contest.outcome))
    if contest.outcome == "won":
        had_ball = game.state.holder == other.id
        go_down(game, other, felled_by=one)
        if had_ball:
            await fumble(game, other)
    if game.ruling(block_doubles_fumble) and contest.doubles and game.state.holder == one.id:
        await fumble(game, one)
    _failed(game, "block", contest.outcome)


def go_down(game: Bout, piece: Piece, felled_by: Piece | None = None) -> None:
    """Down until the end of the team's next turn; who goes Down in its own turn lies longer, by ruling."""
    piece.lies_for = game.ruling(stands_after) if piece.side == game.state.side else 1
    piece.felled_by = felled_by.id if felled_by else NOBODY
    game.lay_down(piece)


async def pile_on(game: Bout, one: Piece, other: Piece) -> None:
    """Tackling a Down player: only the attacker rolls, with the football die (s5 Pile-On)."""
    face = game.d(FOOTBALL_DIE)
    outcome = "down" if face == 1 else "serious" if face == FOOTBALL_DIE else "injured"
    game.emit(Roll("pile-on", one.id, one.side, ((FOOTBALL_DIE, face),), total=face, target=2, passed=face > 1))
    game.emit(PileOn(one.id, other.id, outcome))
    if outcome == "down":
        await _backfire(game, game.ruling(backfires_on)(game, one, other))
        return
    had_ball = game.state.holder == other.id
    token = outcome == "injured" or game.ruling(crushing_leaves_token)
    await injure(game, other, serious=outcome == "serious", token=token)
    if had_ball:
        game.give_ball(one)
    check_eliminated(game)


async def _backfire(game: Bout, piece: Piece) -> None:
    go_down(game, piece)
    if game.ruling(backfire_is_failure):
        if game.state.holder == piece.id:
            await fumble(game, piece)
        game.end_turn("failed pile-on")


@backfires_on.choice("attacker")
def the_attacker(game: Bout, one: Piece, other: Piece) -> Piece:
    return one


@backfires_on.choice("earlier-blocker")
def the_earlier_blocker(game: Bout, one: Piece, other: Piece) -> Piece:
    """Whoever knocked the victim Down, if still standing beside it; else there is only the attacker."""
    if other.felled_by != NOBODY:
        blocker = game.state.pieces[other.felled_by]
        if blocker.standing and game.adjacent(blocker, other):
            return blocker
    return one

"""What a coach is asked at a kick-off: the kick itself, its events, and who gets the ball."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from operator import itemgetter
from typing import Any

from engine.coaches.base import Answer
from engine.coaches.bloodbowl import setups
from engine.coaches.bloodbowl.board import Board, Known
from engine.coaches.bloodbowl.guidance import Guidance
from engine.coaches.bloodbowl.jobs import CARRY, COVER, HANDS, KICK, RUN, SCREEN
from engine.coaches.classic.odds import block_chances, match_up
from engine.coaches.classic.view import View
from engine.core.decisions import Decision
from engine.core.events import Chosen, Roll
from engine.core.pitch import Square, squares_of
from engine.rules.ball import can_catch
from engine.rules.events import UsedSkill
from engine.rules.field import DIRECTIONS, Gridiron, Step
from engine.rules.game import BloodBowl
from engine.rules.state import NOBODY, NOWHERE, STANDING, Player

USUAL, MEASURED = (1, 2, 3, 4, 5, 6), (1, 2, 3)  # how far a kick strays, and with the skill for it
TOUCHBACK = -2.0  # what it is worth to kick too far, where a row of depth is worth 1
LAST_TOUCHBACK = -8.0  # the same when all they need is the ball in quick hands
FROM_THEM = 0.5  # a square between the ball and whoever is nearest to it
MOST_APART = 8
MARKED, FRIEND, UP_FIELD = 2.5, 0.2, 0.15  # for whoever is to be given the ball
AS_PLANNED = 3.0
AHEAD, TO_BALL, FALL, CROWDED = 0.15, 0.3, 2.0, 0.3  # what a step of a Quick Snap brings and costs
WORTH_A_STEP = 0.05
WATCHED = 3  # columns to either side that a defender looks after
MIDDLE = 3  # rows behind the line, where whoever is left over stands

Ends = tuple[Callable[[Mapping[Square, float]], tuple[float, ...]], int]  # reads what squares are worth; and the rest

# The kick -------------------------------------------------------------------------------------------------------------------


def aim(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """As deep and as far from everybody as the dice allow without too many touchbacks."""
    receiving = 1 - decision.side
    strays = MEASURED if (who := _kicks(game)) is not None and KICK in who.skills else USUAL
    last = game.team(receiving).turn >= game.edition.turns - 1
    out = LAST_TOUCHBACK if last else TOUCHBACK
    worth, ends = _landing_worth(game, receiving, out), _ends(game.pitch, receiving, strays)

    def hoped(square: Square) -> float:
        inside, outside = ends[square]
        return sum(inside(worth)) + outside * out

    best = max((square for square in worth if square in decision.listed), key=lambda square: (hoped(square), -square))
    return best, "deep, and seldom too deep"


@cache
def _ends(pitch: Gridiron, side: int, strays: tuple[int, ...]) -> dict[Square, Ends]:
    """Where in a side's half a kick at each of its squares may come down, and in how many cases it does not."""
    half = pitch.halves[side]
    found: dict[Square, Ends] = {}
    for square in squares_of(half):
        ends = [_strayed(pitch, square, step, far) for step in DIRECTIONS for far in strays]
        inside = [end for end in ends if end != NOWHERE and half >> end & 1]
        found[square] = itemgetter(*inside), len(ends) - len(inside)
    return found


def _landing_worth(game: BloodBowl, receiving: int, out: float) -> dict[Square, float]:
    """What it is worth to the kickers that the ball comes down on a square: off a free one it bounces."""
    lies = _ball_worth(game, receiving)
    bounces = _ends(game.pitch, receiving, (1,))
    found = dict(lies)
    for square in squares_of(game.pitch.halves[receiving] & ~game.boards.occupied):
        inside, outside = bounces[square]
        found[square] = (sum(inside(lies)) + outside * out) / len(DIRECTIONS)
    return found


def _ball_worth(game: BloodBowl, receiving: int) -> dict[Square, float]:
    """What it is worth to have the ball lie on each square of their half: by its depth, and far from all of them."""
    pitch = game.pitch
    rest, near = pitch.halves[receiving], 0
    for player in game.players(receiving):
        near |= 1 << player.square if player.square >= 0 else 0
    found: dict[Square, float] = {}
    for apart in range(MOST_APART + 1):
        ring = rest & near if apart < MOST_APART else rest
        for square in squares_of(ring):
            x, _ = pitch.xy(square)
            depth = pitch.half - x if receiving == 0 else x - (pitch.length - pitch.half + 1)
            found[square] = depth + FROM_THEM * apart
        rest &= ~ring
        near = pitch.grow(near)
    return found


def _kicks(game: BloodBowl) -> Player | None:
    """Who has been told to kick."""
    for event in reversed(game.events):
        if isinstance(event, Chosen):
            return game.state.players[event.answer] if event.question == "kicker" else None
    return None


def kicker(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """Whoever has the skill for it; otherwise it makes no difference."""
    best = max(_players(decision, game), key=lambda player: (KICK in player.skills, -player.id))
    return best.id, "knows how to kick" if KICK in best.skills else "somebody has to"


def landing(game: BloodBowl) -> Square:
    """The square over which a kick is in the air, as everybody has seen it; nowhere if it is none of the pitch."""
    rolled, measured = dict[str, int](), False
    for event in reversed(game.events):
        if isinstance(event, Roll) and event.what in ("kick direction", "kick distance"):
            rolled[event.what] = event.dice[0][1]
        elif isinstance(event, UsedSkill) and event.skill == KICK:
            measured = True
        elif isinstance(event, Chosen) and event.question == "aim":
            if len(rolled) < 2:
                return NOWHERE
            far = (rolled["kick distance"] + 1) // 2 if measured else rolled["kick distance"]
            return _strayed(game.pitch, event.answer, DIRECTIONS[rolled["kick direction"] - 1], far)
    return NOWHERE


def _strayed(pitch: Gridiron, square: Square, step: Step, far: int) -> Square:
    """So many steps on; nowhere if that is off the pitch."""
    (x, y), (dx, dy) = pitch.xy(square), step
    x, y = x + dx * far, y + dy * far
    return pitch.at(x, y) if 1 <= x <= pitch.length and 1 <= y <= pitch.width else NOWHERE


# Who gets the ball ----------------------------------------------------------------------------------------------------------


def touchback(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """The best carrier whom nobody marks, among friends and up the field."""
    board = Board(game, decision.side)

    def worth(player: Player) -> float:
        near = sum(board.pitch.apart(mate.square, player.square) <= 2 for mate in board.mates) - 1
        place = FRIEND * min(near, 4) - UP_FIELD * board.rows_to_go(player.square)
        return CARRY.worth(player) + place - MARKED * board.exposed(player.square) + _planned(coach, board, player)

    best = max(_players(decision, game), key=lambda player: (worth(player), -player.id))
    return best.id, "runs with it, and nobody is near"


def high_kick(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """The surest hands under the ball, unless nobody who is free may have it."""
    board = Board(game, decision.side)
    able = [player for player in _players(decision, game) if not player.on_pitch or can_catch(game, player)]
    if not able:
        return NOBODY, "nobody who could catch it"

    def worth(player: Player) -> float:
        return HANDS.worth(player) + ("catch" in player.skills) + _planned(coach, board, player)

    return max(able, key=lambda player: (worth(player), -player.id)).id, "the surest hands"


def _planned(coach: Any, board: Board, player: Player) -> float:
    """How much the game plan wants the ball in these hands."""
    guide: Guidance = coach.guide
    return AS_PLANNED * guide.wants_the_ball(board, player)


# A square each: Quick Snap --------------------------------------------------------------------------------------------------


def quick_snap(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """Whoever gains most by a step, as long as somebody does."""
    view, ball = View(game, decision.side), landing(game)
    hands = _fetcher(game, decision.side, ball)
    gains = {player.id: _best_step(view, player, ball, player is hands)[1] for player in _players(decision, game)}
    best = max(gains, key=lambda id: (gains[id], -id))
    return (best, "better a square away") if gains[best] > WORTH_A_STEP else (NOBODY, "well placed as they are")


def quick_snap_to(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    view, player, ball = View(game, decision.side), game.state.players[decision.about["player"]], landing(game)
    squares = [square for square in decision.listed if square != NOBODY]
    best, gain = _best_step(view, player, ball, player is _fetcher(game, decision.side, ball), squares)
    if gain <= WORTH_A_STEP:
        return NOBODY, "well placed already"
    return best, "a step ahead" if view.rows_left(best) < view.rows_left(player.square) else "a better place"


def _best_step(
    view: View, player: Player, ball: Square, fetches: bool, squares: list[Square] | None = None
) -> tuple[Square, float]:
    """The square beside a player that is worth most, and how much more than where it is."""
    if squares is None:
        squares = [square for square in squares_of(view.game.pitch.neighbours(player.square)) if view.game.free(square)]
    worth = {square: _stand_worth(view, player, square, ball, fetches) for square in (player.square, *squares)}
    best = max(worth, key=lambda square: (worth[square], -square))
    return best, worth[best] - worth[player.square]


def _stand_worth(view: View, player: Player, square: Square, ball: Square, fetches: bool) -> float:
    """What it is worth to begin the turn there: a good block, or a row ahead, or nearer to the ball."""
    if fetches:
        return -TO_BALL * view.game.pitch.apart(square, ball) - CROWDED * view.exposed(square)
    near = view.game.pitch.neighbours(square)
    rivals = [rival for rival in view.game.players(1 - view.side, STANDING) if near >> rival.square & 1]
    blocks = [
        chances.down - FALL * chances.fall
        for rival in rivals
        for chances in [block_chances(view.dice(player, rival, square), match_up(view.game, player, rival))]
    ]
    return max(blocks, default=0.0) - CROWDED * len(rivals) - AHEAD * view.rows_left(square)


def _fetcher(game: BloodBowl, side: int, ball: Square) -> Player | None:
    """Who is to pick the ball up: near it, and good at it."""
    if ball == NOWHERE:
        return None
    able = [player for player in game.players(side, STANDING) if can_catch(game, player)]
    return max(able, key=lambda each: (HANDS.worth(each) - game.pitch.apart(each.square, ball), -each.id), default=None)


# Set up again: Solid Defence, Bugman, Swarming ------------------------------------------------------------------------------


def set_up_another(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """Whoever guards nothing, as long as one of their runners has the way free."""
    side = decision.side
    listed = _players(decision, game)
    if game.state.kicking != side or not listed:
        return NOBODY, "set up with theirs in sight"
    already = sum(game.is_open(player) for player in game.players(side)) - sum(map(game.is_open, listed))
    gaps, idle = list(_unwatched(game, side)), [player for player in listed if _is_idle(game, side, player)]
    if not idle or already >= len(gaps):
        return NOBODY, "nobody gets past them"
    return max(idle, key=lambda player: (COVER.worth(player), -player.id)).id, "guards nothing there"


def set_up_again(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """In the way of a runner whom nobody watches; else at the first free place of the formation, or near its middle."""
    side = decision.side
    allowed = [square for square in decision.listed if square >= 0]
    if game.state.kicking == side:
        for gap in _unwatched(game, side):
            best = min(allowed, key=lambda square: (game.pitch.apart(square, gap), square))
            if game.pitch.apart(best, gap) <= 1:
                return best, "in the way of a runner"
    free = next((square for square in setups.places(game, side) if square in allowed), None)
    if free is not None:
        return free, "fills a gap"
    middle = setups.square(game, side, MIDDLE, 0)
    return min(allowed, key=lambda square: (game.pitch.apart(square, middle), square)), "close to the others"


def swarming(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """The sturdiest who wait: they cost nothing, and stand in the way."""
    best = max(_players(decision, game), key=lambda player: (SCREEN.worth(player), -player.id), default=None)
    return (best.id, "another one") if best is not None else (NOBODY, "nobody is left")


def _unwatched(game: BloodBowl, side: int) -> Iterator[Square]:
    """Squares in the way of those of their runners whom none of ours behind the line looks after."""
    pitch, middle = game.pitch, (game.pitch.width + 1) // 2
    columns = [pitch.xy(mate.square)[1] for mate in _behind(game, side)]
    for rival in sorted(_behind(game, 1 - side), key=lambda rival: (-RUN.worth(rival), rival.id)):
        column = pitch.xy(rival.square)[1]
        if RUN.worth(rival) > 0 and not any(abs(column - other) <= WATCHED for other in columns):
            columns.append(column)
            aside = column - middle if side == 0 else middle - column
            yield setups.square(game, side, MIDDLE, aside)


def _is_idle(game: BloodBowl, side: int, player: Player) -> bool:
    """Off the line, with none of their runners before it whom nobody else looks after."""
    pitch, mates = game.pitch, _behind(game, side)
    if player not in mates:
        return False
    watchers = defaultdict(list)
    for rival in _behind(game, 1 - side):
        for mate in mates:
            if abs(pitch.xy(mate.square)[1] - pitch.xy(rival.square)[1]) <= WATCHED:
                watchers[rival.id].append(mate)
    return not any(those == [player] for those in watchers.values())


def _behind(game: BloodBowl, side: int) -> list[Player]:
    """Those who stand off their line of scrimmage."""
    line = game.pitch.scrimmage[side]
    return [player for player in game.players(side, STANDING) if not line >> player.square & 1]


# Charge! --------------------------------------------------------------------------------------------------------------------


def board_under_a_kick(game: BloodBowl, side: int, known: Known) -> Board:
    """The position as it will be when the ball has come down: whoever charges goes for it."""
    board = Board(game, side, known)
    if board.loose < 0 and board.carrier is None and (ball := landing(game)) != NOWHERE:
        board.loose = ball
    return board


def _players(decision: Decision[Any], game: BloodBowl) -> list[Player]:
    return [game.state.players[id] for id in decision.listed if id != NOBODY]

"""What a side sees of a position: who is where, who marks what, where the ball is and how far it has to go."""

from collections.abc import Callable
from typing import Any, TypeVar

from engine.coaches.bloodbowl.weights import Weights, read_weights
from engine.coaches.classic.cover import Cover
from engine.core.lazy import lazy
from engine.core.pitch import Mask, Square
from engine.rules.contest import Block, assistants, own_strength
from engine.rules.game import BloodBowl
from engine.rules.movement import ROOTED, Activation, max_rushes, slow_to_rise, stand_up_cost
from engine.rules.rolls import Test, chance, open_sources
from engine.rules.state import PRONE, STUNNED, Player

T = TypeVar("T")
MOST_MARKERS = 4  # more than so many opponents beside a square make no difference worth knowing


class Known:
    """What a coach goes by, and has worked out about players and need not ask again: in this match, and in this turn."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or read_weights()
        self.asked: dict[tuple[Any, ...], Any] = {}
        self.values: dict[tuple[int, str], int] = {}
        self.moves: dict[tuple[Any, ...], tuple[int, int]] = {}
        self._turn: tuple[int, ...] = ()

    def look(self, game: BloodBowl) -> None:
        """Characteristics as they are now may have changed when another turn has begun."""
        state = game.state
        turn = (state.half, state.drives, state.teams[0].turn, state.teams[1].turn, state.active)
        if turn != self._turn:
            self._turn = turn
            self.values.clear()
            self.moves.clear()


class Board:
    """One side's look at a position. It asks the game and its edition, and is made anew when the position has changed."""

    def __init__(self, game: BloodBowl, side: int, known: Known | None = None) -> None:
        boards = game.boards
        known = known or Known()
        known.look(game)
        self._asked, self._values, self._moves, self.weights = known.asked, known.values, known.moves, known.weights
        self.game, self.side, self.pitch = game, side, game.pitch
        self.forward = 1 if side == 0 else -1
        self.mates = boards.standing[side]
        self.rivals = boards.standing[1 - side]
        self.occupied: Mask = boards.occupied
        self.free: Mask = game.pitch.everywhere & ~boards.occupied
        self.zones: Mask = game.zones(1 - side)  # the squares that opponents mark
        self.goal: Mask = game.pitch.end_zones[1 - side]
        self.carrier = game.carrier()
        self.ours = self.carrier is not None and self.carrier.side == side
        self.theirs = self.carrier is not None and self.carrier.side != side
        self.loose: Square = game.state.ball.square if self.carrier is None else -1
        self.turn = game.team(side).turn
        self.turns_left = max(0, game.edition.turns - self.turn)  # of ours, after this one, in this half
        self.their_turns = max(0, game.edition.turns - game.team(1 - side).turn)  # that are still to come
        self._dodges: dict[int, tuple[float, ...]] = {}
        self.down_worths: dict[tuple[int, bool], float] = {}  # what fights.py has worked out
        self.fall_costs: dict[int, float] = {}
        self.hands: dict[tuple[int, str], float] = {}  # and ballwork.py
        self.holders: dict[int, Any] = {}  # what possession.py has worked out about players with the ball
        self.opposition: Any = None  # and about opponents who may come for it
        self._assistants: dict[int, frozenset[int]] = {}

    @property
    def against_us(self) -> tuple[Mask, Mask, Square]:
        """Where opponents are, which of them mark squares, and where the ball is."""
        boards, theirs = self.game.boards, 1 - self.side
        return boards.squares[theirs], boards.marking_squares[theirs], self.ball

    # Time -----------------------------------------------------------------------------------------------------------------------

    @property
    def lead(self) -> int:
        return self.game.team(self.side).score - self.game.team(1 - self.side).score

    @lazy
    def rerolls(self) -> int:
        """Team re-rolls that can be used now."""
        rerolls = self.game.team(self.side).rerolls
        return sum(rerolls[source] for source in open_sources(self.game, self.side))

    # Squares --------------------------------------------------------------------------------------------------------------------

    @lazy
    def fallen(self) -> list[Player]:
        """Opponents on the ground."""
        return self.game.players(1 - self.side, PRONE, STUNNED)

    @lazy
    def marks(self) -> Cover:
        """The squares that opponents mark, by how many of them do."""
        near = self.pitch.neighbours
        return Cover(near(rival.square) for rival in self.game.boards.marking[1 - self.side])

    def exposed(self, square: Square) -> int:
        """How many opponents mark a square."""
        return self.marks.count(square) if self.zones >> square & 1 else 0

    @lazy
    def own_zones(self) -> Mask:
        return self.game.zones(self.side)

    @lazy
    def rings(self) -> tuple[Mask, ...]:
        """The squares that no opponent marks, that one does, that two do …, each square in one of them."""
        rings, outside = [], self.pitch.everywhere
        for layer in self.marks.layers[:MOST_MARKERS]:
            rings.append(outside & ~layer)
            outside &= layer
        return (*rings, outside)

    @lazy
    def ball(self) -> Square:
        """Where the ball is, or the middle of the pitch while it is nowhere."""
        if self.carrier is not None and self.carrier.square >= 0:
            return self.carrier.square
        return self.loose if self.loose >= 0 else self.pitch.middle_square

    def rows_to_go(self, square: Square) -> int:
        """From a square to the end zone in which this side scores."""
        x = square // self.pitch.stride
        return self.pitch.length - x if self.side == 0 else x - 1

    def rows_to_defend(self, square: Square) -> int:
        return self.pitch.length - 1 - self.rows_to_go(square)

    def at(self, x: int, y: int) -> Square | None:
        """The square with these coordinates, if the pitch has it."""
        return self.pitch.at(x, y) if 1 <= x <= self.pitch.length and 1 <= y <= self.pitch.width else None

    @lazy
    def threats(self) -> Cover:
        """Opponents who can come to a square to hit somebody, with a Rush at most: able, and marked by nobody of ours."""
        able = [rival for rival in self.rivals if rival.ready and not self.own_zones >> rival.square & 1]
        return Cover(self.pitch.within(rival.square, rival.ma) for rival in able)

    # Players --------------------------------------------------------------------------------------------------------------------

    def value(self, player: Player, name: str) -> int:
        """A characteristic as it is now; asked often, worked out once."""
        key = (player.id, name)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self.game.value(player, name)
        return found

    def assistants(self, rival: Player) -> frozenset[int]:
        """Who of this side assists the others against an opponent."""
        found = self._assistants.get(rival.id)
        if found is None:
            helpers = assistants(self.game, self.side, rival)
            found = self._assistants[rival.id] = frozenset(helper.id for helper in helpers)
        return found

    def strength(self, player: Player, *, blitz: bool) -> int:
        """Of a blocker before anybody assists: the same against everybody."""
        rival = self.rivals[0] if self.rivals else player
        key = ("strength", player.id, player.ready, blitz, self.value(player, "st"), len(player.skills))
        return self.once(key, lambda: own_strength(self.game, Block(player, rival, blitz=blitz)))

    def movement(self, player: Player) -> tuple[int, int]:
        """Squares without a Rush, and with all of them, once the player is on its feet. None if that takes a roll."""
        holds = self.game.state.holds
        held = bool(holds) and any(player.id in pair for pair in holds)
        key = (player.id, player.status, player.distracted, player.rooted, held)
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = self._movement(player)
        return found

    def _movement(self, player: Player) -> tuple[int, int]:
        game = self.game
        if game.collect(ROOTED, player) or (player.status == PRONE and slow_to_rise(game, player)):
            return 0, 0
        act = Activation(player)
        sure = self.value(player, "ma") - stand_up_cost(game, act)
        rushes = max_rushes(game, act)
        return max(0, sure), max(0, sure + rushes)

    def dodges(self, player: Player) -> tuple[float, ...]:
        """The odds of leaving a marked square for one with no marker, with one, two …"""
        found = self._dodges.get(player.id)
        if found is None:
            key = (player.id, self.value(player, "ag"), len(player.skills))
            found = self._dodges[player.id] = self.once(key, lambda: _dodges(self, player))
        return found

    def once(self, key: tuple[Any, ...], work: Callable[[], T]) -> T:
        """What need not be asked again as long as the key is the same."""
        if key not in self._asked:
            self._asked[key] = work()
        found: T = self._asked[key]
        return found

    @lazy
    def rush(self) -> float:
        """The odds of a Rush, for a player without skills."""
        game, player = self.game, self.mates[0] if self.mates else self.game.state.players[0]
        key = ("rush", player.id, len(player.skills), game.state.weather)
        return self.once(key, lambda: chance(game, Test("rush", player, 2, [*game.edition.modifiers.rush(game)])))


def _dodges(board: Board, player: Player) -> tuple[float, ...]:
    game, agility = board.game, board.value(player, "ag")
    return tuple(
        chance(game, Test("dodge", player, agility, [*game.edition.modifiers.dodge(markers)], player.square))
        for markers in range(MOST_MARKERS + 1)
    )

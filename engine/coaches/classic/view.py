"""One side's look at a position, and what it may plan to do about it."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.coaches.classic.cover import Cover
from engine.coaches.classic.odds import Chances
from engine.coaches.classic.reach import Path
from engine.core.lazy import lazy
from engine.core.pitch import Mask, Square
from engine.rules.contest import Block, assists, block_dice, own_strength
from engine.rules.game import BloodBowl
from engine.rules.state import PRONE, STANDING, STUNNED, Player

LAST_TURNS = 2
GOOD_HANDS, QUICK = 3, 7  # agility and movement of those who run ahead


@dataclass(slots=True)
class Plan:
    player: Player
    action: str
    value: float
    path: Callable[[], Path] = tuple  # worked out for the plan that is followed
    last_step: tuple[str, int] | None = None
    reason: str = ""
    risk: float = 0.0  # that the turn is over with it


class View:
    """One side's look at a position."""

    def __init__(self, game: BloodBowl, side: int) -> None:
        self.game = game
        self.side = side
        self.carrier = game.carrier()
        self.goal: Mask = game.pitch.end_zones[1 - side]
        self.ours = self.carrier is not None and self.carrier.side == side
        self.turn = game.team(side).turn
        self.marks = Cover(game.pitch.neighbours(rival.square) for rival in game.boards.marking[1 - side])
        self.marked: Mask = self.marks.whole
        self.exposed = self.marks.count  # how many opponents mark a square
        self.occupied: Mask = game.occupied()
        self.fallen = game.players(1 - side, PRONE, STUNNED)
        self.waiting = sum(not player.used for player in game.players(side, STANDING, PRONE))
        self._strengths: dict[tuple[int, bool], int] = {}
        self.receivers: list[Player] = self._receivers() if self.ours else []

    def _receivers(self) -> list[Player]:
        """The quickest with good hands, who run ahead of the ball."""
        able = [
            player
            for player in self.game.players(self.side, STANDING)
            if player.ag <= GOOD_HANDS and player.ma >= QUICK
        ]
        free = [player for player in able if player is not self.carrier]
        return sorted(free, key=lambda player: (player.ag - player.ma, player.id))[:2]

    @property
    def late(self) -> bool:
        return self.turn >= self.game.edition.turns - LAST_TURNS

    @property
    def last(self) -> bool:
        """Nothing that is lost now would have been of use."""
        return self.turn >= self.game.edition.turns

    @property
    def turns_left(self) -> int:
        """After this one, in this half."""
        return max(0, self.game.edition.turns - self.turn)

    @lazy
    def threats(self) -> Cover:
        """Opponents who could come to block a player: near enough, on their feet and marked by nobody."""
        loose = [rival for rival in self.game.players(1 - self.side, STANDING) if not self.game.marked(rival)]
        return Cover(self.game.pitch.within(rival.square, rival.ma) for rival in loose)

    def friends(self, but: Player) -> Cover:
        """Team-mates who stand or can come beside a square."""
        mates = [mate for mate in self.game.players(self.side, STANDING) if mate is not but]
        return Cover(self.game.pitch.within(mate.square, 1 if mate.used else mate.ma - 1) for mate in mates)

    def ball_square(self) -> Square:
        """Where the ball is, or the middle of the pitch while it is out of play."""
        ball = self.game.state.ball
        if self.carrier is not None:
            return self.carrier.square
        return ball.square if ball.square >= 0 else self.game.pitch.middle_square

    def rows_left(self, square: Square) -> int:
        x, _ = self.game.pitch.xy(square)
        return self.game.pitch.length - x if self.side == 0 else x - 1

    def _strength(self, player: Player, rival: Player, *, blitz: bool) -> int:
        """Of a blocker before anybody assists: the same against everybody."""
        key = (player.id, blitz)
        if key not in self._strengths:
            self._strengths[key] = own_strength(self.game, Block(player, rival, blitz=blitz))
        return self._strengths[key]

    def dice(self, player: Player, rival: Player, spot: Square, *, blitz: bool = False, penalty: int = 0) -> int:
        """The dice of a block from a square, as they would be counted now, with a penalty to the strength."""
        game = self.game
        helped = len(assists(game, player, rival)) + game.team(self.side).extra_assist
        hindered = len(assists(game, rival, player, at=spot))
        strength = self._strength(player, rival, blitz=blitz) + helped - penalty
        return block_dice(strength, game.value(rival, "st") + hindered)

    def block_value(self, player: Player, rival: Player, chances: Chances) -> float:
        prize = 3.0 + (9.0 if self.carrier is rival else 0.0)
        risk = 6.0 + (8.0 if self.carrier is player else 0.0)
        return chances.down * prize - chances.fall * risk

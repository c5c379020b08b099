"""One side's look at a position, and what it may plan to do about it."""

from dataclasses import dataclass

from engine.coaches.bloodbowl.reach import Path
from engine.core.pitch import Mask, Square
from engine.rules.contest import Block, assists, own_strength
from engine.rules.game import BloodBowl
from engine.rules.state import PRONE, STANDING, STUNNED, TURNS, Player

# The chance that a block of so many dice knocks the target down, and that it knocks the blocker down (no skills).
DOWN = {1: 2 / 6, 2: 20 / 36, 3: 152 / 216, -2: 4 / 36, -3: 8 / 216}
FALL = {1: 2 / 6, 2: 4 / 36, 3: 8 / 216, -2: 20 / 36, -3: 152 / 216}
LAST_TURNS = 2
GOOD_HANDS, QUICK = 3, 7  # agility and movement of those who run ahead


@dataclass(slots=True)
class Plan:
    player: Player
    action: str
    value: float
    path: Path = ()
    deed: tuple[str, int] | None = None
    reason: str = ""


class View:
    """One side's look at a position."""

    def __init__(self, game: BloodBowl, side: int) -> None:
        self.game = game
        self.side = side
        self.carrier = game.carrier()
        self.goal: Mask = game.pitch.end_zones[1 - side]
        self.ours = self.carrier is not None and self.carrier.side == side
        self.turn = game.team(side).turn
        self.zones = [game.pitch.neighbours(rival.square) for rival in game.players(1 - side, STANDING) if game.has_zone(rival)]
        self.marked: Mask = 0
        for zone in self.zones:
            self.marked |= zone
        self.occupied: Mask = game.occupied()
        self.fallen = game.players(1 - side, PRONE, STUNNED)
        self.waiting = sum(not player.used for player in game.players(side, STANDING, PRONE))
        self.receivers: list[Player] = self._receivers() if self.ours else []

    def _receivers(self) -> list[Player]:
        """The quickest with good hands, who run ahead of the ball."""
        able = [player for player in self.game.players(self.side, STANDING) if player.ag <= GOOD_HANDS and player.ma >= QUICK]
        free = [player for player in able if player is not self.carrier]
        return sorted(free, key=lambda player: (player.ag - player.ma, player.id))[:2]

    @property
    def late(self) -> bool:
        return self.turn >= TURNS - LAST_TURNS

    @property
    def last(self) -> bool:
        """Nothing that is lost now would have been of use."""
        return self.turn >= TURNS

    def rows_left(self, square: Square) -> int:
        x, _ = self.game.pitch.xy(square)
        return 26 - x if self.side == 0 else x - 1

    def exposed(self, square: Square) -> int:
        """How many opponents mark a square."""
        return sum(zone >> square & 1 for zone in self.zones) if self.marked >> square & 1 else 0

    def dice(self, player: Player, rival: Player, spot: Square, *, blitz: bool = False) -> int:
        """The dice of a block from a square, as they would be counted now."""
        game, block = self.game, Block(player, rival, blitz=blitz)
        block.strength = own_strength(game, block) + len(assists(game, player, rival)) + game.team(self.side).extra_assist
        block.resistance = game.value(rival, "st") + len(assists(game, rival, player, at=spot))
        return block.dice

    def block_value(self, player: Player, rival: Player, dice: int) -> float:
        prize = 3.0 + (9.0 if self.carrier is rival else 0.0)
        risk = 6.0 + (8.0 if self.carrier is player else 0.0)
        return DOWN[dice] * prize - FALL[dice] * risk

"""How likely opponents are to get the ball out of a carrier's hands in their next turn.

One opponent may blitz; all who already stand beside the carrier may block it. Whoever comes has to get beside the carrier, past
the players who guard it: leaving a square that one of them marks takes a Dodge, and guards beside the blitzer assist.
"""

from functools import cache
from typing import NamedTuple

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.fights import match_of, outlook
from engine.coaches.classic.cover import Cover
from engine.coaches.classic.odds import Match
from engine.core.pitch import Mask, Square, squares_of
from engine.rules.contest import block_dice
from engine.rules.field import Gridiron
from engine.rules.state import PRONE, Player

MOST_HELP = 1  # opponents who come to assist


class Comer(NamedTuple):
    """An opponent who may come to block a carrier: how strong it is and how far it gets, whoever has the ball."""

    player: Player
    moves: int
    strength: int
    reach: Mask


class Hitter(NamedTuple):
    """The same against one carrier: how surely it knocks that one down."""

    square: Square
    strength: int
    reach: Mask
    downs: dict[int, float]  # by block dice


class Opposition:
    """The opponents of a position who may come for the ball."""

    def __init__(self, board: Board) -> None:
        self.standing: Mask = 0
        self.everybody: Mask = 0
        self.reach: Mask = 0  # of all of them
        self._runners: dict[int, Mask] = {}  # where those are who have so many squares to go
        self.comers: list[Comer] = []
        for rival in board.rivals:
            self.everybody |= 1 << rival.square
            if rival.ready:
                self.standing |= 1 << rival.square
                self._comes(board, rival)
        for rival in board.fallen:
            self.everybody |= 1 << rival.square
            if rival.status == PRONE:
                self._comes(board, rival)
        moves = range(max(self._runners, default=0), 0, -1)
        self.arrivals = [self._runners.get(left, 0) for left in moves]  # who sets out when so many squares are left
        near = board.pitch.neighbours
        self.beside = Cover(
            near(square) for square in squares_of(self.standing)
        )  # where so many of them can block at once

    def _comes(self, board: Board, rival: Player) -> None:
        moves, _ = board.movement(rival)
        if moves:
            self._runners[moves] = self._runners.get(moves, 0) | 1 << rival.square
        reach = board.pitch.within(rival.square, moves)
        self.reach |= reach
        self.comers.append(Comer(rival, moves, board.value(rival, "st"), reach))


class Waves:
    """How opponents come, step by step: first those who need no Dodge, then with one more Dodge each time."""

    def __init__(self, pitch: Gridiron, arrivals: list[Mask], ground: Mask, zones: Mask) -> None:
        self._grow, self._arrivals, self._ground, self._zones = pitch.grow, arrivals, ground, zones
        self._before: list[Mask] = []  # where they are before each step, with the Dodges so far

    def free(self, wanted: Mask) -> Mask:
        """Where they get without a Dodge, until all that is wanted is reached."""
        grow, ground, calm, before = self._grow, self._ground, ~self._zones, self._before
        wave = area = 0
        for more in self._arrivals:
            wave |= more
            before.append(wave)
            wave = grow(wave & calm) & ground if wave & calm else 0
            area |= wave
            if not wanted & ~area:
                break
        return area

    def with_a_dodge(self) -> Mask:
        """Where they get with one Dodge more than before."""
        grow, ground, zones, before = self._grow, self._ground, self._zones, self._before
        wave = area = 0
        for step, marked in enumerate(before):
            before[step] = wave
            sources = wave & ~zones | marked & zones
            wave = grow(sources) & ground if sources else 0
            area |= wave
        return area


class Threats:
    """What a side has to fear for a carrier, wherever it may stand at the end of the turn."""

    def __init__(self, board: Board, opposition: Opposition, carrier: Player) -> None:
        self.board = board
        self.strength = board.value(carrier, "st")
        self.standing, self.beside = opposition.standing, opposition.beside
        self.reach, self.arrivals = opposition.reach, opposition.arrivals
        self.hitters = [
            Hitter(rival.square, strength, reach, _downs(match_of(board, rival, carrier)))
            for rival, _, strength, reach in opposition.comers
        ]
        self.hardest = max(
            (each.downs[block_dice(each.strength + MOST_HELP, self.strength)] for each in self.hitters), default=0.0
        )
        self.hitters.sort(key=lambda hitter: (-hitter.strength, -hitter.downs[1], hitter.square))
        self._known: dict[tuple[Square, Mask], float] = {}

    def loss(self, square: Square, guards: Mask) -> float:
        """The odds that a carrier on this square is knocked down, with team-mates on those."""
        key = (square, guards)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._loss(square, guards)
        return found

    def open_to(self, guards: Mask) -> Mask:
        """Where opponents can go without a Dodge, with team-mates of the carrier on those squares."""
        pitch = self.board.pitch
        waves = Waves(pitch, self.arrivals, pitch.everywhere & ~guards, pitch.grow(guards))
        return waves.free(pitch.everywhere)

    def _loss(self, square: Square, guards: Mask) -> float:
        pitch = self.board.pitch
        near = pitch.neighbours(square)
        zones = pitch.grow(guards) if guards else 0
        beside, safe = near & self.standing, 1.0
        if beside:
            help = (beside & ~zones).bit_count() - 1
            for hitter in self.hitters:
                if beside >> hitter.square & 1:
                    safe *= 1 - self._knock(hitter, hitter.square, guards, help)
        entries = near & ~guards & ~self.standing
        return 1 - safe * (1 - self._blitz(square, entries, guards, zones)) if entries else 1 - safe

    def _blitz(self, square: Square, entries: Mask, guards: Mask, zones: Mask) -> float:
        """By whoever gets there most easily, the strongest of them."""
        entries &= self.reach
        if not entries:
            return 0.0
        pitch, weights = self.board.pitch, self.board.weights
        near = pitch.neighbours(square)
        beside = near & self.standing  # they block from where they are
        comers = [each for each in self.hitters if not beside >> each.square & 1] if beside else self.hitters
        waves = Waves(pitch, self.arrivals, pitch.everywhere & ~guards & ~(1 << square), zones)
        area = waves.free(entries)
        helpers = near & (self.standing | area) & ~zones
        worst, share = 0.0, 1.0
        for after in (weights.dodged, weights.twice, 0.0):
            left = area & entries
            for hitter in comers:
                for entry in squares_of(left & hitter.reach):
                    help = self._helped(hitter, helpers & ~(1 << entry))
                    worst = max(worst, share * self._knock(hitter, entry, guards, help))
                left &= ~hitter.reach
                if not left:
                    break
            entries, share = entries & ~area, after
            if not entries or share * self.hardest <= worst:
                break
            area = waves.with_a_dodge()
        return worst

    def _helped(self, hitter: Hitter, spots: Mask) -> int:
        """How many others come to assist from these squares, as far as it matters."""
        helpers = 0
        for each in self.hitters:
            if each.reach & spots and each is not hitter:
                helpers += 1
                if helpers == MOST_HELP:
                    break
        return helpers

    def hitters_of(self, square: Square, guards: Mask) -> list[Square]:
        """Where opponents stand who may come beside a square and are marked by none of these guards."""
        near = self.board.pitch.neighbours(square) & ~guards
        zones = self.board.pitch.grow(guards)
        return [each.square for each in self.hitters if not zones >> each.square & 1 and each.reach & near]

    def _knock(self, hitter: Hitter, spot: Square, guards: Mask, help: int) -> float:
        board = self.board
        friends = (board.pitch.neighbours(spot) & guards & ~board.zones).bit_count()
        help = 0 if help < 0 else min(help, MOST_HELP)
        return hitter.downs[block_dice(hitter.strength + help, self.strength + friends)]


@cache
def _downs(match: Match) -> dict[int, float]:
    return {dice: outlook(dice, match).down for dice in (-3, -2, 1, 2, 3)}

"""What the other side can do in its next turn: whom it would like to attack where, and how safe a carrier is."""

from functools import cached_property
from typing import TYPE_CHECKING

from engine.coaches.battleball import odds
from engine.coaches.battleball.worth import WORTH
from engine.core.pitch import Mask, Square
from engine.rulesets.battleball.movement import starting_adjacent
from engine.rulesets.battleball.state import Piece

if TYPE_CHECKING:
    from engine.coaches.battleball.view import View

FARTHEST = 20  # steps that any die allows
ATTACKERS = 3  # who can try in one turn

Threat = tuple[dict[Square, int], tuple[float, ...]]


class Threats:
    def __init__(self, view: "View") -> None:
        self.view = view
        self._hopes: dict[str, list[Threat]] = {}
        self._unsafe: dict[str, Mask] = {}
        self._dangers: dict[tuple[int, Square], float] = {}
        self._grounds: dict[int, tuple[Mask, Mask, Mask]] = {}

    # Against anybody ------------------------------------------------------------------------------------------------------

    def hope(self, piece: Piece, square: Square) -> float:
        """What the other side can hope for by attacking a piece here, as if nobody stood in the way."""
        hopes = self._hopes.get(piece.abbr)
        if hopes is None:
            hopes = self._hopes[piece.abbr] = self._hopes_against(piece)
        worst = 0.0
        for distances, gains in hopes:
            distance = distances[square]
            if distance < len(gains) and gains[distance] > worst:
                worst = gains[distance]
        return worst

    def _hopes_against(self, piece: Piece) -> list[Threat]:
        distances = self.view.game.board.pitch.distances
        found = []
        for rival in self.view.rivals:
            gains = odds.hope(rival.dice, rival.half, piece.dice, WORTH[piece.abbr], WORTH[rival.abbr])
            if gains:
                found.append((distances(rival.square), gains))
        return found

    def unsafe(self, piece: Piece) -> Mask:
        """Where somebody who would like to attack this piece can come for sure."""
        area = self._unsafe.get(piece.abbr)
        if area is None:
            area = 0
            for rival in self.view.rivals:
                if odds.hope(rival.dice, rival.half, piece.dice, WORTH[piece.abbr], WORTH[rival.abbr]):
                    area |= self.view.game.board.near(rival.square, rival.wide, rival.half + 1)
            self._unsafe[piece.abbr] = area
        return area

    # Against the carrier --------------------------------------------------------------------------------------------------

    def danger(self, carrier: Piece, square: Square) -> float:
        """The chance that an opponent comes past everybody to a carrier here, and wins the tackle."""
        if not self.view.in_reach[1] >> square & 1:
            return 0.0
        danger = self._dangers.get((carrier.id, square))
        if danger is None:
            danger = self._dangers[carrier.id, square] = self._danger(carrier, square)
        return danger

    def _danger(self, carrier: Piece, square: Square) -> float:
        coming = []
        for steps, rival in self._who_comes(carrier, square):
            arrives = odds.to_come(rival.dice, rival.half, steps)
            coming.append((arrives * odds.contest(rival.dice, carrier.dice)[0], arrives))
        # Who does not arrive leaves it to the next one; a tackle that fails ends their turn.
        danger, left = 0.0, 1.0
        for winning, arrives in sorted(coming, reverse=True)[:ATTACKERS]:
            danger += left * winning
            left *= 1 - arrives
        return danger

    def _who_comes(self, carrier: Piece, square: Square) -> list[tuple[int, Piece]]:
        """The opponents who find a way next to a carrier here, with their steps."""
        pitch = self.view.game.board.pitch
        free, held, movable = self._ground_round(carrier)
        beside, free = pitch.neighbours(square), free & ~(1 << square)
        coming, waiting = [], 0
        for covers, rival in self._covers:
            if covers & beside:
                coming.append((0, rival))
            elif covers & movable:
                waiting |= covers
        # From the spaces next to the carrier backwards, over spaces that stop nobody.
        wave, unseen = beside & free, free & ~(held | beside)
        steps = 0
        while wave and waiting and steps < FARTHEST:
            steps += 1
            reached = pitch.grow(wave)
            if reached & waiting:
                for covers, rival in self._covers:
                    if covers & reached & waiting:
                        waiting &= ~covers
                        coming.append((steps, rival))
            wave = reached & unseen
            unseen ^= wave
        return coming

    @cached_property
    def _covers(self) -> list[tuple[Mask, Piece]]:
        return [(self.view.game.covers(rival), rival) for rival in self.view.rivals]

    def _ground_round(self, carrier: Piece) -> tuple[Mask, Mask, Mask]:
        """With the carrier gone: the free spaces, those next to its team-mates, and where nobody is held back."""
        found = self._grounds.get(carrier.id)
        if found is None:
            game = self.view.game
            held: Mask = 0
            for mate in self.view.mates:
                if mate is not carrier:
                    held |= game.reach(mate)
            standing = game.areas.standing & ~game.covers(carrier)
            everywhere = game.board.pitch.everywhere
            movable = everywhere & ~held if game.ruling(starting_adjacent) == "pinned" else everywhere
            found = self._grounds[carrier.id] = everywhere & ~(standing | self.view.state.tokens), held, movable
        return found

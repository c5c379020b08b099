"""How safe a carrier is in the other side's next turn."""

from engine.coaches.battleball import odds
from engine.coaches.battleball.rivals import Rivals
from engine.core.pitch import Mask, Square
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.movement import starting_adjacent
from engine.rulesets.battleball.state import Piece

ATTACKERS = 3  # who can try in one turn


class Threats:
    def __init__(self, game: Bout, rivals: Rivals, mates: list[Piece]) -> None:
        self.game = game
        self.rivals = rivals
        self.mates = mates
        self._dangers: dict[tuple[int, Square], float] = {}
        self._grounds: dict[int, tuple[Mask, Mask, Mask]] = {}

    def danger(self, carrier: Piece, square: Square) -> float:
        """The chance that an opponent comes past everybody to a carrier here, and wins the tackle."""
        if not self.rivals.in_reach[1] >> square & 1:
            return 0.0
        danger = self._dangers.get((carrier.id, square))
        if danger is None:
            danger = self._dangers[carrier.id, square] = self._danger(carrier, square)
        return danger

    def _danger(self, carrier: Piece, square: Square) -> float:
        # Who does not arrive leaves it to the next one; a tackle that fails ends their turn.
        danger, left = 0.0, 1.0
        for winning, arrives in sorted(self._who_comes(carrier, square), reverse=True)[:ATTACKERS]:
            danger += left * winning
            left *= 1 - arrives
        return danger

    def _who_comes(self, carrier: Piece, square: Square) -> list[odds.Chase]:
        """The opponents who find a way next to a carrier here, with their chances."""
        pitch, rivals = self.game.board.pitch, self.rivals
        free, held, movable = self._ground_round(carrier)
        beside, free = pitch.neighbours(square), free & ~(1 << square)
        movable &= pitch.within(square, rivals.farthest + 1)
        chasers = rivals.chasers(carrier)
        coming, waiting = [], 0
        for covers, chases in chasers:
            if covers & beside:
                coming.append(chases[0])
            elif covers & movable:
                waiting |= covers
        # From the spaces next to the carrier backwards, over spaces that stop nobody.
        wave, unseen = beside & free, free & ~(held | beside)
        steps = 0
        while wave and waiting and steps < rivals.farthest:
            steps += 1
            reached = pitch.grow(wave)
            if reached & waiting:
                for covers, chases in chasers:
                    if covers & reached & waiting:
                        waiting &= ~covers
                        if steps < len(chases):
                            coming.append(chases[steps])
            wave = reached & unseen
            unseen ^= wave
        return coming

    def _ground_round(self, carrier: Piece) -> tuple[Mask, Mask, Mask]:
        """With the carrier gone: the free spaces, those next to its team-mates, and where nobody is held back."""
        found = self._grounds.get(carrier.id)
        if found is None:
            game = self.game
            held: Mask = 0
            for mate in self.mates:
                if mate is not carrier:
                    held |= game.reach(mate)
            standing = game.areas.standing & ~game.covers(carrier)
            everywhere = game.board.pitch.everywhere
            movable = everywhere & ~held if game.ruling(starting_adjacent) == "pinned" else everywhere
            found = self._grounds[carrier.id] = everywhere & ~(standing | self.game.state.tokens), held, movable
        return found

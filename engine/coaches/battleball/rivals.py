"""The opponents who stand: where they can come, whom they would like to attack, and how a fight with them ends."""

from functools import cached_property
from typing import Any

from engine.coaches.battleball import odds
from engine.coaches.battleball.worth import WORTH
from engine.core.pitch import Mask, Square
from engine.rulesets.battleball.bout import Attempt, Bout
from engine.rulesets.battleball.state import STANDING, Piece

Threat = tuple[dict[Square, int], tuple[float, ...]]  # steps to every space, and what an attack gains by the steps
Kind = tuple[str, tuple[str, ...]]  # of piece, with its skills: what makes a difference in a fight
Chances = tuple[float, float, float]  # to win, lose and tie


def kind_of(piece: Piece) -> Kind:
    return piece.abbr, piece.skills


class Rivals:
    """They stay where they are during our turn, so all its questions share what is worked out here."""

    def __init__(self, game: Bout, side: int, known: "Rivals | None" = None) -> None:
        self.game = game
        self.pieces = game.standing(1 - side)
        self.kinds = [(rival, kind_of(rival)) for rival in self.pieces]
        self.all_kinds = {kind for _, kind in self.kinds}
        self._squares = [(rival.id, rival.square) for rival in self.pieces]
        self._hooks = game.hooks
        self._threats: dict[str, list[Threat]] = {}
        self._hopes: dict[tuple[str, Square], float] = {}
        self._unsafe: dict[str, Mask] = {}
        # Where pieces stand makes no difference to a fight, so this is good for as long as skills stay the same.
        same = known if known is not None and known._hooks is game.hooks else None
        self._chances: dict[tuple[object, ...], Chances] = same._chances if same else {}
        self.fights: dict[tuple[object, ...], Any] = same.fights if same else {}  # for `fights.with_each`

    def are_still(self, game: Bout, side: int) -> bool:
        """Whether the same opponents stand in the same places, with the same skills."""
        if game.hooks is not self._hooks:
            return False
        foes = 1 - side
        return self._squares == [
            (piece.id, piece.square) for piece in game.state.pieces if piece.side == foes and piece.status == STANDING
        ]

    # Where they are -------------------------------------------------------------------------------------------------------

    @cached_property
    def covers(self) -> list[tuple[Mask, Piece]]:
        return [(self.game.covers(rival), rival) for rival in self.pieces]

    @cached_property
    def in_reach(self) -> tuple[Mask, Mask]:
        """The spaces that they can attack: for sure, and with the best roll."""
        easy = hard = 0
        near = self.game.board.near
        for rival in self.pieces:
            easy |= near(rival.square, rival.wide, rival.half + 1)
            hard |= near(rival.square, rival.wide, max(rival.dice) + 1)
        return easy, hard

    # What they would like -------------------------------------------------------------------------------------------------

    def hope(self, piece: Piece, square: Square) -> float:
        """What they can hope for by attacking a piece here, as if nobody stood in the way."""
        hope = self._hopes.get((piece.abbr, square))
        if hope is None:
            hope = 0.0
            for distances, gains in self._threats_to(piece):
                distance = distances[square]
                if distance < len(gains) and gains[distance] > hope:
                    hope = gains[distance]
            self._hopes[piece.abbr, square] = hope
        return hope

    def _threats_to(self, piece: Piece) -> list[Threat]:
        threats = self._threats.get(piece.abbr)
        if threats is None:
            distances = self.game.board.pitch.distances
            threats = [(distances(rival.square), gains) for rival in self.pieces if (gains := _gains(rival, piece))]
            self._threats[piece.abbr] = threats
        return threats

    def unsafe(self, piece: Piece) -> Mask:
        """Where somebody who would like to attack this piece can come for sure."""
        area = self._unsafe.get(piece.abbr)
        if area is None:
            area = 0
            for rival in self.pieces:
                if _gains(rival, piece):
                    area |= self.game.board.near(rival.square, rival.wide, rival.half + 1)
            self._unsafe[piece.abbr] = area
        return area

    def danger(self, piece: Piece, square: Square) -> float:
        """The chance that the best of them comes to a piece here and wins the tackle, as if nobody stood in the way."""
        distances = self.game.board.pitch.distances(square)
        danger = 0.0
        for rival in self.pieces:
            chances = odds.to_run_down(rival.dice, rival.half, piece.dice)
            distance = distances[rival.square]
            if distance < len(chances) and chances[distance] > danger:
                danger = chances[distance]
        return danger

    # Fights with them -----------------------------------------------------------------------------------------------------

    def chances(self, kind: str, one: Piece, other: Piece) -> Chances:
        """To win, lose and tie a tackle or block that one begins, with what skills and Team Rules add."""
        # All pieces of a kind and side have the same chances.
        key = (kind, one.side, kind_of(one), kind_of(other))
        chances = self._chances.get(key)
        if chances is None:
            mine = sum(value for _, value in self.game.modifiers(Attempt(kind, one, other)))
            theirs = sum(value for _, value in self.game.modifiers(Attempt(kind, other, one, started=False)))
            chances = self._chances[key] = odds.contest(one.dice, other.dice, (mine, theirs))
        return chances


def _gains(rival: Piece, piece: Piece) -> tuple[float, ...]:
    return odds.hope(rival.dice, rival.half, piece.dice, WORTH[piece.abbr], WORTH[rival.abbr])


def rivals_of(game: Bout, side: int, known: Rivals | None) -> Rivals:
    """The opponents of a side: those already known, as long as nothing about them has changed."""
    return known if known is not None and known.are_still(game, side) else Rivals(game, side, known)

"""The opponents who stand: where they can come, whom they would like to attack, and how a fight with them ends."""

from functools import cached_property
from typing import Any

from engine.coaches.battleball import odds
from engine.coaches.battleball.worth import WORTH
from engine.core.pitch import Mask, Square
from engine.rulesets.battleball.bout import Attempt, Bout
from engine.rulesets.battleball.state import NOWHERE, STANDING, Piece

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
        self.everybody = [(game.covers(rival), rival, kind_of(rival)) for rival in self.pieces]
        self.kinds = {kind for _, _, kind in self.everybody}
        self._places = _places(game, 1 - side)
        self._hooks = game.hooks
        self._threats: dict[str, list[Threat]] = {}
        self._hopes: dict[tuple[str, Square], float] = {}
        self._chasers: dict[str, list[tuple[Mask, tuple[odds.Chase, ...]]]] = {}
        self._unsafe: dict[str, Mask] = {}
        # Where pieces stand makes no difference to a fight, so this is good for as long as skills stay the same.
        same = known if known is not None and known._hooks is game.hooks else None
        self._chances: dict[tuple[object, ...], Chances] = same._chances if same else {}
        self._gains: dict[str, dict[str, tuple[float, ...]]] = same._gains if same else {}
        self.fights: dict[tuple[object, ...], Any] = same.fights if same else {}  # for `fights.with_each`

    def are_still(self, game: Bout, side: int) -> bool:
        """Whether the same opponents stand in the same places, with the same skills."""
        return game.hooks is self._hooks and self._places == _places(game, 1 - side)

    # Where they are -------------------------------------------------------------------------------------------------------

    @cached_property
    def area(self) -> Mask:
        """The spaces where they stand."""
        area = 0
        for covers, _, _ in self.everybody:
            area |= covers
        return area

    @cached_property
    def farthest(self) -> int:
        """The most steps that a die allows any of them."""
        return max((max(rival.dice) for rival in self.pieces), default=0)

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
            distances, gains = self.game.board.pitch.distances, self._gains_from(piece)
            threats = [(distances(rival.square), gains[rival.abbr]) for rival in self.pieces if gains[rival.abbr]]
            self._threats[piece.abbr] = threats
        return threats

    def unsafe(self, piece: Piece) -> Mask:
        """Where somebody who would like to attack this piece can come for sure."""
        area = self._unsafe.get(piece.abbr)
        if area is None:
            near, gains, area = self.game.board.near, self._gains_from(piece), 0
            for rival in self.pieces:
                if gains[rival.abbr]:
                    area |= near(rival.square, rival.wide, rival.half + 1)
            self._unsafe[piece.abbr] = area
        return area

    def _gains_from(self, piece: Piece) -> dict[str, tuple[float, ...]]:
        """What an attack on a piece gains each of them, by the steps."""
        gains = self._gains.setdefault(piece.abbr, {})
        for rival in self.pieces:
            if rival.abbr not in gains:
                stake = WORTH[rival.abbr]
                gains[rival.abbr] = odds.hope(rival.dice, rival.half, piece.dice, WORTH[piece.abbr], stake)
        return gains

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

    def chasers(self, piece: Piece) -> list[tuple[Mask, tuple[odds.Chase, ...]]]:
        """Where each of them stands, with its chances against a piece by the steps between them."""
        chasers = self._chasers.get(piece.abbr)
        if chasers is None:
            chasers = self._chasers[piece.abbr] = [
                (covers, odds.chases(rival.dice, rival.half, piece.dice)) for covers, rival, _ in self.everybody
            ]
        return chasers

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


def _places(game: Bout, side: int) -> list[Square]:
    """Where each player of a side stands, those who do not among them."""
    return [piece.square if piece.status == STANDING else NOWHERE for piece in game.state.pieces if piece.side == side]


def rivals_of(game: Bout, side: int, known: Rivals | None) -> Rivals:
    """The opponents of a side: those already known, as long as nothing about them has changed."""
    return known if known is not None and known.are_still(game, side) else Rivals(game, side, known)

"""What a coach sees in a position: worth of pieces, danger of spaces, chances of fights."""

from functools import cached_property, lru_cache

from engine.coaches.battleball import odds
from engine.core.pitch import Mask, Pitch, Square, squares_of
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.state import DOWN, NOBODY, Piece

WORTH = {"RB": 5.0, "S": 4.0, "LB": 4.0, "LM": 4.0, "T": 5.5, "HT": 7.0}
BALL_WORTH = 22.0
TURN_WORTH = 2.5  # of each activation that a failure would cost
LONG_HALF = 14  # turns after which a coach stops waiting for a better moment
URGENCY_WORTH = 14.0  # what it is then worth to force a decision
CUT_OFF = 60  # steps to an end zone that cannot be reached

# An opponent's distances to all spaces, and by distance the chance that it comes and wins the tackle.
Threat = tuple[dict[Square, int], tuple[float, ...]]


@lru_cache(maxsize=16)  # tokens are few and stay, so many questions of a half share one answer
def _waves_from(line: Mask, pitch: Pitch, tokens: Mask) -> list[Mask]:
    """The spaces 0, 1, 2, … steps round the tokens away from a line."""
    unseen = pitch.everywhere & ~tokens
    wave = line & unseen
    waves = []
    while wave:
        waves.append(wave)
        unseen ^= wave
        wave = pitch.grow(wave) & unseen
    return waves


class View:
    """One side's look at a position. Made anew for every question, so what it has worked out stays true."""

    def __init__(self, game: Bout, side: int) -> None:
        self.game = game
        self.side = side
        self.state = game.state
        self.carrier: Piece | None = None if self.state.holder == NOBODY else self.state.pieces[self.state.holder]
        self.ours = self.carrier is not None and self.carrier.side == side
        # From 1 down to 0 as a half drags on, so that no match stands still.
        self.patience = max(0.0, 1 - max(self.state.turns) / LONG_HALF)
        self._threats: dict[odds.Dice, list[Threat]] = {}
        self.urgency = URGENCY_WORTH * (1 - self.patience)
        self.turn_cost = TURN_WORTH * max(0, 2 - self.state.activations)

    @cached_property
    def rivals(self) -> list[Piece]:
        return self.game.standing(1 - self.side)

    @cached_property
    def mates(self) -> list[Piece]:
        return self.game.standing(self.side)

    @cached_property
    def rivals_beside(self) -> list[tuple[Piece, Mask]]:
        """The standing opponents, each with the spaces next to it."""
        return [(rival, self.game.reach(rival)) for rival in self.rivals]

    @cached_property
    def fallen_rivals(self) -> list[Piece]:
        return [rival for rival in self.game.on_field(1 - self.side) if rival.status == DOWN]

    @cached_property
    def attractions(self) -> Mask:
        """Where a piece without the ball finds something to do: next to an opponent, and at the loose ball."""
        area = self.game.zone(1 - self.side)
        for rival in self.fallen_rivals:
            area |= self.game.reach(rival)
        return area if self.state.ball < 0 else area | 1 << self.state.ball

    def ball_square(self) -> Square:
        return self.carrier.square if self.carrier else self.state.ball

    @cached_property
    def _goal_waves(self) -> list[Mask]:
        board = self.game.board
        return _waves_from(board.last_rows[self.side], board.pitch, self.state.tokens)

    def steps_left(self, square: Square) -> int:
        """Steps round the tokens to the last row before the end zone that we attack."""
        for steps, wave in enumerate(self._goal_waves):
            if wave >> square & 1:
                return steps
        return CUT_OFF

    def foremost(self, area: Mask, number: int) -> list[Square]:
        """So many spaces of an area, those with the fewest steps left."""
        squares: list[Square] = []
        for wave in self._goal_waves:
            squares += squares_of(wave & area)
            area &= ~wave
            if len(squares) >= number:
                break
        return [*squares, *squares_of(area)][:number]

    def distance(self, piece: Piece, square: Square) -> int:
        return self.game.board.pitch.distance(piece.square, square)

    def danger(self, square: Square, carrier: Piece) -> float:
        """The chance that an opponent comes here in the next turn and wins the tackle."""
        threats = self._threats.get(carrier.dice)
        if threats is None:
            threats = self._threats[carrier.dice] = self._threats_to(carrier)
        safe = 1.0
        for distances, chances in threats:
            distance = distances[square]
            if distance < len(chances):
                safe *= 1 - chances[distance]
        return 1 - safe

    def _threats_to(self, carrier: Piece) -> list[Threat]:
        distances = self.game.board.pitch.distances
        return [
            (distances(rival.square), odds.to_run_down(rival.dice, rival.half, carrier.dice)) for rival in self.rivals
        ]

    def worth(self, piece: Piece) -> float:
        return WORTH[piece.abbr] + (BALL_WORTH if piece.id == self.state.holder else 0)

    def tackle_value(self, one: Piece, other: Piece) -> float:
        """What a tackle is worth on average: the opponent, the ball, or our own player and the rest of the turn."""
        won, lost, tied = odds.contest(one.dice, other.dice)
        mine, theirs = self.worth(one), self.worth(other)
        gain = won * theirs - lost * (mine + (BALL_WORTH if other.id == self.state.holder else 0) * 0.2)
        gain += tied * (theirs - mine)
        return gain - (lost + tied) * self.turn_cost + self.urgency

    def block_value(self, one: Piece, other: Piece) -> float:
        """A block risks nothing but the turn; the opponent lies for a while and drops the ball."""
        won = odds.contest(one.dice, other.dice)[0]
        gain = 1.5 + (BALL_WORTH * 0.7 if other.id == self.state.holder else 0)
        return won * gain - (1 - won) * self.turn_cost

    def pile_on_value(self, one: Piece, other: Piece) -> float:
        """One in six backfires."""
        return (5 * WORTH[other.abbr] - 3 - self.turn_cost - (BALL_WORTH if one.id == self.state.holder else 0)) / 6

    def fight_value(self, one: Piece, other: Piece) -> tuple[float, str]:
        """The better of tackle and block against this opponent."""
        tackle = (self.tackle_value(one, other), "tackle")
        return tackle if other.wide else max(tackle, (self.block_value(one, other), "block"))

    def possession_value(self, piece: Piece, square: Square) -> float:
        """How good it is that this piece holds the ball on this space."""
        left = self.steps_left(square)
        progress = 1 - left / self.game.board.pitch.rows
        fresh = not self.state.used >> piece.id & 1 and self.state.activations < 2
        run = odds.to_move(piece.dice, left + 1) if left < max(piece.dice) else 0.0
        return (
            12 * progress + (90 if fresh else 25) * run - BALL_WORTH * self.danger(square, piece) * self.patience * 0.6
        )

"""What a game plan means for the coach who plays it: how much it dares, what it waits for, whom it wants where."""

from dataclasses import replace

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.fights import USUAL_QUALITY, quality
from engine.coaches.bloodbowl.places import CORNERS, GUARDS, HOLDS, MARKS, RECEIVES, SCREENS, Place
from engine.coaches.bloodbowl.weights import Weights, read_weights
from engine.coaches.gameplan import DEFAULT, GamePlan
from engine.rules.state import Player

CAUTION = {"low": 1.5, "normal": 1.0, "high": 0.6}  # how much heavier what may be lost weighs
BY_SCORE = {"plan": 1.0, "hold": 1.35, "attack": 0.7}
HOLDING_ON = 1.35  # the same in the last turns of a half
LAST_TURNS = 1
PATIENCE = {"soon": 0.4, "safe": 1.0, "late": 1.8}  # what it is worth to keep the ball for another turn
FOULS = {"never": 0.0, "pays": 1.0, "often": 2.0}
WEAPONS = {"sparing": 0.5, "pays": 1.0, "often": 1.7}
TARGETS = {"ball": 0.0, "weak": -2.0, "stars": 2.0}  # for each point of quality above or below the usual
# How many go for their carrier, and for the others.
MARKERS = {"screen": {MARKS: 2}, "mark": {MARKS: 3, HOLDS: 11}, "press": {MARKS: 4}}
KINDS = {"corners": CORNERS, "guards": GUARDS, "receivers": RECEIVES}  # of places, as styles name them
DEFENCES = {"screen": {}, "mark": {MARKS: 1.3, SCREENS: 0.8}, "press": {MARKS: 1.6, SCREENS: 0.5}}
RECEIVERS = {"cage": 0, "pass": 2}  # how many run ahead, where the style says so
THE_CARRIER, SOMEBODY_ELSE = 1.5, -0.8  # to have the ball in the hands that should have it, and in others
THE_THROWER, NO_THROWER = 1.0, -1.5  # the same for a pass
PASSING = {"pass": 1.5}  # what a pass is worth more by itself, where the style says so
ARM, USUAL_ARM = 0.6, 4  # where the style is to pass: for each point of Passing Ability better than usual
PRECIOUS = 1.5  # what it costs more to have a protected player on the ground


class Guidance:
    """A plan as figures. Without one everything is as the coach would do it by itself."""

    def __init__(self, plan: GamePlan = DEFAULT, weights: Weights | None = None) -> None:
        self.plan = plan
        self.fouls = FOULS[plan.fouls]
        self.weapons = WEAPONS[plan.weapons]
        self.markers = MARKERS[plan.defence]
        self.patience = PATIENCE[plan.tempo]
        style = (weights or read_weights()).styles[plan.style]
        self.worth: dict[str, float] = {
            **{KINDS[name]: factor for name, factor in style.items()},
            **DEFENCES[plan.defence],
        }

    def caution(self, board: Board) -> float:
        """How heavily a loss weighs, by the score and the clock."""
        plan = self.plan
        score = plan.ahead if board.lead > 0 else plan.behind if board.lead < 0 else plan.level
        late = HOLDING_ON if plan.last_turns == "hold" and board.turns_left <= LAST_TURNS else 1.0
        return CAUTION[plan.risk] * BY_SCORE[score] * late

    def receivers(self, usual: int) -> int:
        return RECEIVERS.get(self.plan.style, usual)

    def place(self, place: Place) -> Place:
        """What a place is worth to this plan."""
        factor = self.worth.get(place.why, 1.0)
        return place if factor == 1.0 else replace(place, worth=place.worth * factor)

    def wants_the_ball(self, board: Board, player: Player) -> float:
        """What it is worth more, or less, that this player has the ball."""
        if self.plan.style == "pass" and not self.plan.hands and player.pa:
            return ARM * max(0, USUAL_ARM - player.pa)
        return _named(self.plan.hands, board, player, THE_CARRIER, SOMEBODY_ELSE)

    def throws(self, board: Board, player: Player) -> float:
        """What it is worth more, or less, that this player passes it."""
        style = PASSING.get(self.plan.style, 0.0)
        return style + _named(self.plan.throwers, board, player, THE_THROWER, NO_THROWER)

    def hits(self, rival: Player) -> float:
        """What it is worth more, or less, to block this opponent."""
        wanted = TARGETS[self.plan.targets]
        return wanted * (quality(rival) - USUAL_QUALITY) if wanted else 0.0

    def protects(self, player: Player) -> float:
        return PRECIOUS if str(player.number) in self.plan.protected else 0.0

    def kept_rerolls(self, board: Board) -> int:
        """Team re-rolls that are not to be used yet: they are for the second part of the half."""
        return self.plan.reserve if 2 * board.turn <= board.game.edition.turns else 0

    def treats(self, player: Player) -> bool:
        """Whether the apothecary is for this player."""
        named = (*self.plan.protected, *self.plan.carriers)
        return self.plan.apothecary == "anybody" or str(player.number) in named


def _named(names: tuple[str, ...], board: Board, player: Player, more: float, less: float) -> float:
    """For those whom a plan names, the first most of all; less for others while one of those is on the pitch."""
    if not names:
        return 0.0
    if str(player.number) in names:
        return more * (1 - 0.1 * names.index(str(player.number)))
    return less if any(str(mate.number) in names for mate in board.mates) else 0.0

"""What each team did in a match, as far as a game plan can ask for it: noted event by event, judged in `plans.py`."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engine import Ruleset
from engine.coaches.bloodbowl.fights import quality
from replays.analysis.positions import Watcher
from replays.story_steps import Event

DARING = frozenset({"dodge", "rush", "jump", "pass"})  # tests that a coach need not ask for
DOWN = ("prone", "stunned")


@dataclass(slots=True)
class TeamTurn:
    """A turn of one team: how it began, what was risked, and how things stood when it was over."""

    half: int
    number: int
    drive: int
    lead: int
    rerolls: int
    dared: int = 0  # dodges, rushes, jumps, passes, and blocks with one die or with dice that the other coach chooses
    scored: bool = False
    holder: int | None = None  # who of the team has the ball
    corners: int = 0  # of the holder's cage
    markers: int = 0  # opponents beside the holder
    defends: bool = False  # the other team has the ball
    marking: int = 0  # players beside the one who has it
    fallen: int = 0  # opponents on the ground
    fielded: frozenset[int] = frozenset()
    beside: frozenset[int] = frozenset()  # who stands next to a standing opponent


@dataclass(frozen=True, slots=True)
class Hit:
    """A block: whether its target was worth less or more than the average of its team on the pitch, and how many were."""

    weaker: bool
    weaker_there: float
    better: bool
    better_there: float


@dataclass(frozen=True, slots=True)
class SetUp:
    kicking: bool
    squares: dict[int, int]  # by player


@dataclass(slots=True)
class TeamActions:
    """Of one team."""

    turns: list[TeamTurn] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    blitzes: int = 0
    blitzes_on_the_carrier: int = 0
    fouls: int = 0
    passes: Counter[int] = field(default_factory=Counter)  # by player, as the next two
    blocked: Counter[int] = field(default_factory=Counter)
    armed: frozenset[int] = frozenset()  # who has actions that others have not
    special: int = 0  # such actions
    hand_offs: int = 0
    toss: str = ""  # what was chosen, by whoever won it
    treated: list[tuple[int, bool]] = field(default_factory=list)  # for whom the apothecary could be called, and was
    set_ups: list[SetUp] = field(default_factory=list)


class Observer:
    """Notes the actions of both teams. It has to see every event before the watcher does."""

    def __init__(self, watcher: Watcher, rules: Ruleset) -> None:
        self.watcher, self.players = watcher, watcher.players
        self.usual_actions = {action.key for action in rules.edition.actions}
        arms = rules.plans.arms
        self.teams = [
            TeamActions(
                armed=frozenset(each.id for each in self.players if each.side == side and arms & each.skills.keys())
            )
            for side in (0, 1)
        ]
        self.drive = 0
        self.kicking: int | None = None
        self.turn: TeamTurn | None = None
        self.setting_up: SetUp | None = None
        self.again = False  # dice are rolled once more, not for something else
        self.hurt: int | None = None  # the last player of an injury or casualty roll

    def see(self, event: Event) -> None:
        match event["e"]:
            case "phase":
                self._phase(event)
            case "choice":
                self._choice(event)
            case "roll":
                self._roll(event)
            case "score" if self.turn is not None:
                self.turn.scored = event["side"] == self.watcher.active
                self._end()
            case "put" if self.setting_up is not None:
                self.setting_up.squares[event["player"]] = event["square"]
            case _:
                self._action(event)
        self.again = event["e"] in ("re-roll", "staff-re-roll")

    def _team(self, player: int) -> TeamActions:
        side: int = self.players[player].side
        return self.teams[side]

    # Turns and set-ups

    def _phase(self, event: Event) -> None:
        self._end()
        if event["name"] == "set-up":
            self.drive += 1
            self.kicking = event["side"]
        if event["name"] == "turn":
            watcher, side = self.watcher, event["side"]
            lead = watcher.score[side] - watcher.score[1 - side]
            self.turn = TeamTurn(watcher.half, event["number"], self.drive, lead, watcher.rerolls.left[side])
            self.teams[side].turns.append(self.turn)

    def _end(self) -> None:
        """The turn under way is over: take note of how things stand."""
        turn, side, watcher = self.turn, self.watcher.active, self.watcher
        self.turn = None
        if turn is None or side is None:
            return
        own, theirs = self._standing(side), self._standing(1 - side)
        near = watcher.pitch.neighbours
        turn.fielded = frozenset(id for id in watcher.board.at if self.players[id].side == side)
        turn.beside = frozenset(
            id for id, square in own.items() if any(near(square) >> it & 1 for it in theirs.values())
        )
        turn.fallen = sum(self.players[id].side != side and watcher.board.status[id] in DOWN for id in watcher.board.at)
        holder = watcher.holder
        if holder is None:
            return
        square = watcher.board.at.get(holder, watcher.ball)
        if self.players[holder].side == side:
            turn.holder = holder
            turn.corners = sum(watcher.pitch.corners(square) >> it & 1 for it in own.values())
            turn.markers = sum(near(square) >> it & 1 for it in theirs.values())
        else:
            turn.defends = True
            turn.marking = sum(near(square) >> it & 1 for it in own.values())

    def _standing(self, side: int) -> dict[int, int]:
        board = self.watcher.board
        return {
            id: square
            for id, square in board.at.items()
            if self.players[id].side == side and board.status[id] == "standing"
        }

    def _choice(self, event: Event) -> None:
        team = self.teams[event["side"]]
        self.setting_up = None
        match event["question"]:
            case "kick-or-receive":
                team.toss = event["answer"]
            case "apothecary" if self.hurt is not None:
                team.treated.append((self.hurt, bool(event["answer"])))
            case "set-up":
                self.setting_up = SetUp(event["side"] == self.kicking, {})
                team.set_ups.append(self.setting_up)
            case _:
                pass

    # What players do

    def _roll(self, event: Event) -> None:
        if event["what"] in ("injury", "casualty"):
            self.hurt = event["player"]
        if event["what"] in DARING and event["player"] is not None and self._acts(event["player"]):
            self._dare()

    def _acts(self, player: int) -> bool:
        return self.turn is not None and bool(self.players[player].side == self.watcher.active)

    def _dare(self) -> None:
        if self.turn is not None and not self.again:
            self.turn.dared += 1

    def _action(self, event: Event) -> None:
        match event["e"]:
            case "declare":
                self._declare(event)
            case "block-dice" if len(event["faces"]) == 1 or event["chooser"] != self.players[event["player"]].side:
                self._dare()
            case "block":
                self._block(event)
            case "foul":
                self._team(event["player"]).fouls += 1
            case "pass":
                self._team(event["player"]).passes[event["player"]] += 1
            case "hand-off":
                self._team(event["player"]).hand_offs += 1
            case _:
                pass

    def _declare(self, event: Event) -> None:
        team = self._team(event["player"])
        team.special += event["action"] not in self.usual_actions
        if event["action"] == "blitz":
            team.blitzes += 1
            team.blitzes_on_the_carrier += event["target"] is not None and event["target"] == self.watcher.holder

    def _block(self, event: Event) -> None:
        target: Any = self.players[event["target"]]
        self._team(target.id).blocked[target.id] += 1
        there = [quality(self.players[id]) for id in self.watcher.board.at if self.players[id].side == target.side]
        if not there or target.side == self.players[event["player"]].side:
            return
        worth, mean = quality(target), sum(there) / len(there)
        weaker, better = (sum(each < mean for each in there), sum(each > mean for each in there))
        hit = Hit(worth < mean, weaker / len(there), worth > mean, better / len(there))
        self._team(event["player"]).hits.append(hit)

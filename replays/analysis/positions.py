"""Where a match of Blood Bowl stands after each of its stored events: what the win probability is computed from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import engine
from engine import Ruleset
from replays.narration.bloodbowl.rerolls import Rerolls
from replays.narration.bloodbowl.story import Board
from replays.story_steps import Event

Pair = tuple[int, int]
AVAILABLE = ("standing", "prone", "stunned", "reserves")
FAR = 30  # squares: farther than anybody is from the ball


@dataclass(frozen=True, slots=True)
class Position:
    """Pairs are home and away. Turns left include the one under way."""

    score: Pair = (0, 0)
    turns_left: Pair = (8, 8)  # in this half
    halves_left: int = 1  # after this one
    active: int | None = None  # who takes the next action
    carrier: int | None = None  # the side that holds the ball
    rows: int = 0  # from the carrier to the end zone
    runs: int = 0  # turns that the carrier needs for them, without a rush
    in_reach: bool = False  # of the end zone in one turn, with two rushes
    receiving: int | None = None  # the side that gets the next kick-off, while no drive is under way
    ball_distances: Pair = (FAR, FAR)  # of the nearest standing players, while the ball is loose
    standing: Pair = (11, 11)
    available: Pair = (11, 11)  # on the pitch or in reserve
    rerolls: Pair = (3, 3)
    rosters: tuple[str, str] = ("", "")
    receives_next_half: int | None = None


class Watcher:
    """Follows the events of a match file. `position` is what is known after the last one."""

    def __init__(self, rules: Ruleset, file: dict[str, Any]) -> None:
        sheets = file["sheets"]
        rulings = rules.rulings(overrides=file["rulings"])
        state = rules.new_game((sheets[0], sheets[1]), engine.ScriptedDice(()), rulings).state
        self.players: Sequence[Any] = state.players
        self.pitch: Any = rules.edition.pitch
        self.turns_in_half: int = rules.edition.turns
        self.board = Board()
        self.board.status = {player.id: player.status for player in state.players}
        self.half = 1
        self.turns = [0, 0]
        self.active: int | None = None
        self.turn_over = False
        self.kicked_first: int | None = None
        self.receiving: int | None = None
        self.holder: int | None = None
        self.ball: int | None = None
        self.score: Pair = (0, 0)
        self.rerolls = Rerolls(state)
        self.rosters: tuple[str, str] = (sheets[0].get("roster", ""), sheets[1].get("roster", ""))

    def see(self, event: Event) -> None:
        self.board.note(event)
        self.rerolls.see(event)
        match event["e"]:
            case "phase":
                self._phase(event)
            case "ball":
                self.holder, self.ball = event["holder"], event["square"]
                if self.holder is not None:
                    self.receiving = None
            case "score":
                home, away = event["score"]
                self.score = (home, away)
                self._drive_over(receiving=1 - event["side"])
            case "turn-over":
                self.turn_over = True
            case _:
                pass

    def _phase(self, event: Event) -> None:
        match event["name"]:
            case "half":
                self.half, self.turns = event["number"], [0, 0]
                self._drive_over(receiving=self.kicked_first)
            case "overtime":
                self.half, self.turns = 3, [0, 0]
                self._drive_over(receiving=None)
            case "set-up":
                if self.kicked_first is None:
                    self.kicked_first = event["side"]
                self._drive_over(receiving=1 - event["side"])
            case "turn":
                self.active, self.turn_over, self.receiving = event["side"], False, None
                self.turns[event["side"]] = event["number"]
            case _:
                pass

    def _drive_over(self, *, receiving: int | None) -> None:
        self.receiving, self.turn_over = receiving, True
        self.holder = self.ball = None

    @property
    def position(self) -> Position:
        left = [self.turns_in_half - turn for turn in self.turns]
        active = self.receiving
        if self.active is not None and self.receiving is None:
            active = 1 - self.active if self.turn_over else self.active
        if self.active is not None and not self.turn_over:
            left[self.active] += 1
        available = self._count(*AVAILABLE)
        home, away = available
        return Position(
            score=self.score,
            turns_left=_pair(left),
            halves_left=1 if self.half == 1 else 0,
            active=active,
            receiving=self.receiving,
            standing=self._count("standing") if self.receiving is None else (min(11, home), min(11, away)),
            available=available,
            rerolls=self.rerolls.left,
            rosters=self.rosters,
            receives_next_half=self.kicked_first if self.half == 1 else None,
            **self._ball(),
        )

    def _ball(self) -> dict[str, Any]:
        if self.holder is not None:
            player = self.players[self.holder]
            along, _ = self.pitch.xy(self.board.at.get(self.holder, self.ball))
            rows = along - 1 if player.side else self.pitch.length - along
            runs = max(1, -(-rows // max(1, player.ma)))
            return {"carrier": player.side, "rows": rows, "runs": runs, "in_reach": rows <= player.ma + 2}
        if self.ball is not None and self.receiving is None:
            return {"ball_distances": _pair([self._nearest(side, self.ball) for side in (0, 1)])}
        return {}

    def _nearest(self, side: int, ball: int) -> int:
        at, status, players = self.board.at, self.board.status, self.players
        up = [square for id, square in at.items() if players[id].side == side and status[id] == "standing"]
        return min((self.pitch.apart(square, ball) for square in up), default=FAR)

    def _count(self, *statuses: str) -> Pair:
        found = [0, 0]
        for player in self.players:
            found[player.side] += self.board.status[player.id] in statuses
        return _pair(found)


def _pair(values: Sequence[int]) -> Pair:
    return values[0], values[1]

"""What both teams do in a match as far as a game plan can ask for it: by the clock, by the score, by where players stand.

What does not depend on those is counted by `stats`.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import engine
from engine.cli.series import Fixture
from engine.cli.stats import counted
from engine.coaches.bloodbowl.fights import quality
from engine.core.dice import ScriptedDice
from engine.core.pitch import Mask, Square
from engine.rules.edition import Edition
from engine.rules.state import STANDING, Player
from engine.rulesets import ruleset

RISKS = ("dodge", "rush", "jump", "pass")  # tests that a coach need not ask for
LAST_TURNS = 2  # of a half
Figures = Mapping[str, float]
Sides = tuple[Figures, Figures]
Event = dict[str, Any]


def figures(fixture: Fixture) -> Sides:
    """Of the home team and of the away team."""
    rules, record = ruleset(fixture.ruleset), fixture.play()
    new = rules.new_game(fixture.sheets, ScriptedDice(()), rules.rulings(overrides=fixture.rulings))
    watch = watched(rules.edition, new.state.players, record)
    home, away = ({**one, **more} for one, more in zip(counted(fixture, record).sides, watch.sides, strict=True))
    return defaultdict(float, home), defaultdict(float, away)


def watched(edition: Edition, players: Sequence[Player], record: engine.Record) -> "Watch":
    watch = Watch(edition, players)
    for event in record.events:
        watch.see(event)
    return watch


class Watch:
    """Follows the events of a match, and counts for both sides."""

    def __init__(self, edition: Edition, players: Sequence[Player]) -> None:
        self.edition, self.players = edition, players
        self.sides: tuple[defaultdict[str, float], ...] = (defaultdict(float), defaultdict(float))
        self.squares: dict[int, Square] = {}
        self.standing: set[int] = set()
        self.holder: int | None = None
        self.active: int | None = None  # whose turn it is
        self.turn = 0
        self.score = [0, 0]
        self.has_kicked_off = self.is_again = False

    def see(self, event: Event) -> None:
        NOTES.get(event["e"], Watch._nothing)(self, event)
        self.is_again = event["e"] == "re-roll"  # the same dice once more

    def _nothing(self, event: Event) -> None:
        """Of this event there is nothing to note."""

    # Turns

    def _phase(self, event: Event) -> None:
        self._turn_is_over()
        self.active = None
        if event["name"] == "set-up" and not self.has_kicked_off:
            self.has_kicked_off = True
            self.sides[1 - event["side"]]["receives_first"] = 1
        if event["name"] == "turn":
            self.active, self.turn = event["side"], event["number"]
            self._count("turns", event["side"])

    def _turn_is_over(self) -> None:
        if self.active is None or self.holder is None or self.holder not in self.squares:
            return
        pitch, side, square = self.edition.pitch, self.sides[self.active], self.squares[self.holder]
        if self.players[self.holder].side == self.active:
            side["turns_with_the_ball"] += 1
            side["corners"] += self._there(self.active, pitch.corners(square))
            side["pressed"] += self._there(1 - self.active, pitch.neighbours(square))
        else:
            side["turns_against_a_carrier"] += 1
            side["markers"] += self._there(self.active, pitch.neighbours(square))
            theirs = self._standing_at(1 - self.active)
            side["opponents_marked"] += sum(self._there(self.active, pitch.neighbours(each)) > 0 for each in theirs)

    def _standing_at(self, side: int) -> list[Square]:
        return [self.squares[id] for id in self.standing if self.players[id].side == side]

    def _there(self, side: int, area: Mask) -> int:
        """How many players of a side stand in an area."""
        return sum(area >> each & 1 for each in self._standing_at(side))

    @property
    def _is_late(self) -> bool:
        return self.turn > self.edition.turns - LAST_TURNS

    def _count(self, what: str, side: int) -> None:
        """By the score and, once more, if time runs out."""
        lead = self.score[side] - self.score[1 - side]
        self.sides[side][f"{what}_{'ahead' if lead > 0 else 'behind' if lead < 0 else 'level'}"] += 1
        self.sides[side][f"late_{what}"] += self._is_late

    # The board

    def _put(self, event: Event) -> None:
        self.squares[event["player"]] = event["square"]
        self.standing.add(event["player"])

    def _move(self, event: Event) -> None:
        self.squares[event["player"]] = event["path"][-1]

    def _stance(self, event: Event) -> None:
        (self.standing.add if event["stance"] == STANDING else self.standing.discard)(event["player"])

    def _off(self, event: Event) -> None:
        self.squares.pop(event["player"], None)
        self.standing.discard(event["player"])

    def _ball(self, event: Event) -> None:
        self.holder = event["holder"]

    # What happens

    def _score(self, event: Event) -> None:
        side, self.score = self.sides[event["side"]], list(event["score"])
        side["turns_of_touchdowns"] += self.turn
        side["late_touchdowns"] += self._is_late
        self.active = None

    def _roll(self, event: Event) -> None:
        if event["what"] in RISKS and event["player"] is not None:
            self._dare(event["player"])

    def _block_dice(self, event: Event) -> None:
        if len(event["faces"]) == 1 or event["chooser"] != self.players[event["player"]].side:
            self._dare(event["player"])

    def _dare(self, player: int) -> None:
        side = self.players[player].side
        if side == self.active and not self.is_again:
            self.sides[side]["risks"] += 1
            self._count("risks", side)

    def _turn_over(self, event: Event) -> None:
        self.sides[event["side"]]["late_turnovers"] += self._is_late

    def _re_roll(self, event: Event) -> None:
        side = self.players[event["player"]].side
        if side == self.active and event["source"] in self.edition.reroll_sources:
            self.sides[side]["early_rerolls"] += 2 * self.turn <= self.edition.turns

    def _block(self, event: Event) -> None:
        side, target = self.players[event["player"]].side, self.players[event["target"]]
        if target.side != side:
            self.sides[side]["opponents_blocked"] += 1
            self.sides[side]["worth_of_the_blocked"] += quality(target)
            self.sides[side]["blocks_on_the_carrier"] += target.id == self.holder

    def _choice(self, event: Event) -> None:
        if event["question"] == "apothecary":
            self.sides[event["side"]]["apothecary_asked"] += 1
            self.sides[event["side"]]["apothecary_called"] += bool(event["answer"])


NOTES: Mapping[str, Callable[[Watch, Event], None]] = {
    "phase": Watch._phase,
    "put": Watch._put,
    "move": Watch._move,
    "stance": Watch._stance,
    "off": Watch._off,
    "ball": Watch._ball,
    "score": Watch._score,
    "roll": Watch._roll,
    "block-dice": Watch._block_dice,
    "turn-over": Watch._turn_over,
    "re-roll": Watch._re_roll,
    "block": Watch._block,
    "choice": Watch._choice,
}

"""Team re-rolls that are left, from the events: those that every half brings, so that events add up.

What lasts shorter, such as the one of a brilliant coach, comes and goes without an event, and is told where it is used.
"""

from typing import Any

from replays.story_steps import Event

Pair = tuple[int, int]
COUNTED = ("bought", "mascot", "extra-team-training")


class Rerolls:
    """`left` are those of home and away after the last event seen."""

    def __init__(self, state: Any) -> None:
        self.players, self.teams = state.players, state.teams
        self.left = self._of_a_half()

    def see(self, event: Event) -> None:
        match event["e"]:
            case "phase" if event["name"] == "half":
                self.left = self._of_a_half()
            case "re-roll" if event["source"] in COUNTED:
                self._add(self.players[event["player"]].side, -1)
            case "staff-re-roll" if event["source"] in COUNTED:
                self._add(event["side"], -1)
            case "roll" if event["what"] == "captain" and event["passed"]:
                self._add(event["side"], 1)  # it was not spent after all
            case _:
                pass

    def _of_a_half(self) -> Pair:
        home, away = (int(t.bought + t.mascot + t.inducements.get("extra-team-training", 0)) for t in self.teams)
        return home, away

    def _add(self, side: int, number: int) -> None:
        home, away = (max(0, left + number * (side == own)) for own, left in enumerate(self.left))
        self.left = home, away

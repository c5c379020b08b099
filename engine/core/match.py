"""The driver. Procedures are coroutines: `async def` is Python's spelling for a function that can pause.

This has nothing to do with asyncio and there is no event loop: the driver sends an answer in and gets the next question
out. A coroutine cannot be copied, and need not be: at a *quiet point* (a coach is asked whom to activate) the state
alone is the position, so a match can be saved, resumed and forked from there.
"""

from collections.abc import Callable, Coroutine
from typing import Any

from engine.core.decisions import Choice, Decision
from engine.core.errors import EndlessMatch, IllegalChoice
from engine.core.events import Chosen
from engine.core.game import Game

Play = Callable[[Any], Coroutine[Decision[Any], Any, None]]

MOST_DECISIONS = 100_000  # no match of ours is near it: a longer one is stuck


class Match:
    def __init__(self, game: Game[Any], play: Play) -> None:
        self.game = game
        self.choices: list[Choice] = []
        self._root = play(game)
        self.pending: Decision[Any] | None = None
        self._run(None)

    @property
    def over(self) -> bool:
        return self.pending is None

    def choose(self, choice: Choice, reason: str = "") -> None:
        """Answer the pending question; what the rules do not allow is refused and changes nothing."""
        pending = self.pending
        if pending is None:
            raise IllegalChoice("the match is over; there is nothing to decide")
        if len(self.choices) >= MOST_DECISIONS:
            raise EndlessMatch(f"The match had no end after {MOST_DECISIONS} decisions.")
        refusal = pending.options.refusal(choice)
        if refusal is not None:
            raise IllegalChoice(f"{pending.question.key}: {refusal}")
        self.choices.append(choice)
        self.game.emit(Chosen(pending.side, pending.question.key, choice, reason))
        self._run(choice)

    def _run(self, choice: Choice) -> None:
        try:
            self.pending = self._root.send(choice)
        except StopIteration:
            self.pending = None

    def close(self) -> None:
        """Drop a match that is not played to its end."""
        self._root.close()

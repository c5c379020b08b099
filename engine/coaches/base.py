"""What a coach is: an answer to a decision, and a few words on why."""

from typing import Any, Protocol

from engine.core.decisions import Choice, Decision

Answer = tuple[Choice, str]


class Coach(Protocol):
    def choose(self, decision: Decision[Any], game: Any) -> Answer: ...

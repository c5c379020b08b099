"""What a coach is: an answer to a decision, and a few words on why."""

from typing import Any, Protocol

from engine.core.decisions import Choice, Decision

Answer = tuple[Choice, str]
INTENDS, AND_SO = (
    "intends to ",
    "; ",
)  # how the first reason of a team turn begins, where its coach knows what the turn is for


class Coach(Protocol):
    def choose(self, decision: Decision[Any], game: Any) -> Answer: ...


def with_intent(intent: str, reason: str) -> str:
    """A reason that says first what the whole turn is for."""
    return f"{INTENDS}{intent}{AND_SO}{reason}" if intent else reason


def intent_and_reason(reason: str) -> tuple[str, str]:
    """What the turn is for, where the reason says so, and the rest of it."""
    if not reason.startswith(INTENDS):
        return "", reason
    intent, _, rest = reason.removeprefix(INTENDS).partition(AND_SO)
    return intent, rest

"""What a page says when a service that may need a second commissioner has answered."""

from typing import Any

from league.people import Decision


def said(answer: Any, done: str) -> str:
    """That it is done, or that it waits for somebody else."""
    if isinstance(answer, Decision):
        return f"{answer.stake} So it is proposed, and done as soon as another commissioner confirms it."
    return done

"""What a team does between matches, in plain sentences: a request, and what was written down or refused for it."""

from collections.abc import Iterable
from typing import Any

from matches.narration import upper


def told(events: Iterable[dict[str, Any]]) -> list[str]:
    """One text for each request."""
    texts: list[str] = []
    for event in events:
        if event["e"] == "request" or not texts:
            texts.append("")
        texts[-1] = f"{texts[-1]} {_sentence(event)}".strip()
    return texts


def _sentence(event: dict[str, Any]) -> str:
    match event["e"]:
        case "request":
            member = event["arguments"].get("member", "")
            return f"The coach asks: {_plain(event['action'])}{f', {member}' if member else ''}."
        case "row":
            booked = [f"{event[what]:+d} {unit}" for what, unit in (("gold", "k gold"), ("spp", "SPP")) if event[what]]
            whom = f", {event['name']}" if event["name"] else ""
            return f"{upper(_plain(event['kind']))}{whom}{': ' if booked else ''}{', '.join(booked)}."
        case "refused":
            return f"Refused: {event['text']}"
    return ""


def _plain(id: str) -> str:
    return id.replace("-", " ").replace("_", " ")

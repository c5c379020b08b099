"""What a step is remembered for: the headlines in it, for the list of moments to jump to."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from replays.narration.bloodbowl.words import INJURIES, LIGHT, TURNOVERS
from replays.story_steps import Event, StoryStep

if TYPE_CHECKING:
    from replays.narration.bloodbowl import Bloodbowl


def headlines(narrator: "Bloodbowl", step: StoryStep) -> str:
    """Casualty; sending-off; interception; kick-off event; turnover. None of them: nothing."""
    found = [HEADLINES[event["e"]](narrator, step, event) for event in step.events if event["e"] in HEADLINES]
    return "; ".join(filter(None, found))


def _injury(narrator: "Bloodbowl", step: StoryStep, event: Event) -> str:
    if event["result"] in LIGHT:
        return ""
    player = event["player"]
    back = any(off["player"] == player and off["where"] == "reserves" for off in step.found("off"))
    words = "{one} is patched up" if back else INJURIES.get(event["result"], "{one} is hurt.")
    return words.format(one=narrator.name(player)).partition(":")[0].rstrip(".")


def _off(narrator: "Bloodbowl", step: StoryStep, event: Event) -> str:
    return f"{narrator.name(event['player'])} is sent off" if event["where"] == "sent-off" else ""


def _roll(narrator: "Bloodbowl", step: StoryStep, roll: Event) -> str:
    return f"{narrator.name(roll['player'])} intercepts" if roll["what"] == "intercept" and roll["passed"] else ""


def _kick_off(narrator: "Bloodbowl", step: StoryStep, event: Event) -> str:
    return f"Kick-off event {narrator.title(event['event'])}"


def _turnover(narrator: "Bloodbowl", step: StoryStep, event: Event) -> str:
    return f"Turnover for {narrator.sides[event['side']]}, {TURNOVERS.get(event['why'], event['why'])}"


HEADLINES: dict[str, Callable[["Bloodbowl", StoryStep, Event], str]] = {
    "injury": _injury,
    "off": _off,
    "roll": _roll,
    "kick-off": _kick_off,
    "turn-over": _turnover,
}

"""When to use hired staff."""

from typing import Any

from engine.coaches.base import Answer
from engine.core.decisions import Decision
from engine.rules.game import BloodBowl
from engine.rules.weather import PERFECT

CENTRE = 7  # of the weather table, where nothing is the matter


def spell(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """For whoever runs away with the ball."""
    carrier = game.carrier()
    if carrier is not None and carrier.side != decision.side:
        return "zap", "it would drop the ball"
    return "no", "waits for a better moment"


def zap(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    return game.state.ball.carrier, "it would drop the ball"


def weather(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """As near to the middle of the table as the roll allows."""
    total = decision.about["total"]
    rough = {shift: game.edition.weather.row(total + shift) != PERFECT for shift in decision.listed}
    best = min(rough, key=lambda shift: (rough[shift], abs(shift), abs(total + shift - CENTRE)))
    return best, "good weather for football"


def more(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """The more the merrier."""
    return decision.listed[-1], "another one"

"""When to use hired staff, and whom prayers are for."""

from typing import Any

from engine.coaches.base import Answer
from engine.core.decisions import Decision
from engine.rules.game import BloodBowl
from engine.rules.weather import PERFECT

KNUCKLE_DUSTERS, MIGHTY_BLOW, BLOCK = "knuckle-dusters", "mighty-blow", "block"
WISHES = (BLOCK, "dodge", "guard", MIGHTY_BLOW, "tackle", "wrestle", "sure-hands")  # skills, the most wanted first
CENTRE = 7  # of the weather table, where nothing is the matter


def spell(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """For whoever runs away with the ball."""
    carrier = game.carrier()
    if carrier is not None and carrier.side != decision.side:
        return "zap", "it would drop the ball"
    return "no", "waits for a better moment"


def zap(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    carrier = game.carrier()
    if carrier is not None and carrier.side != decision.side and carrier.id in decision.listed:
        return carrier.id, "it would drop the ball"
    players = [game.state.players[id] for id in decision.listed]
    best = min(players, key=lambda player: (player.side == decision.side, player.ag, -player.ma, player.id))
    return best.id, "the best of them"


def prayer_player(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """Knuckle-dusters are for somebody who blocks; anything else is for who will have the ball."""
    players = [game.state.players[id] for id in decision.listed]
    if decision.about["prayer"] == KNUCKLE_DUSTERS:
        best = min(
            players,
            key=lambda player: (MIGHTY_BLOW in player.skills, BLOCK not in player.skills, -player.st, player.id),
        )
        return best.id, "hits hardest"
    return min(players, key=lambda player: (player.ag, -player.ma, player.id)).id, "the surest hands"


def prayer_skill(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    skills = decision.listed
    return min(skills, key=lambda key: (WISHES.index(key) if key in WISHES else len(WISHES), key)), "the most use"


def weather(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """As near to the middle of the table as the roll allows."""
    total = decision.about["total"]
    rough = {shift: game.edition.weather.row(total + shift) != PERFECT.key for shift in decision.listed}
    best = min(rough, key=lambda shift: (rough[shift], abs(shift), abs(total + shift - CENTRE)))
    return best, "good weather for football"


def more(coach: Any, decision: Decision[Any], game: BloodBowl) -> Answer:
    """The more the merrier."""
    return decision.listed[-1], "another one"

"""Fouls, where they clearly pay: nearly everybody has acted, team-mates hold the victim, and the fouler is no great loss."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.coaches.base import Answer
from engine.coaches.classic.odds import at_least
from engine.coaches.classic.reach import Reach
from engine.coaches.classic.view import Plan, View
from engine.core.decisions import Decision
from engine.core.pitch import lowest
from engine.rules.foul import helpers
from engine.rules.game import BloodBowl
from engine.rules.state import STANDING, Player

LATE = 2  # so few who have not acted yet
HURT, SEEN = 4.0, 10.0  # what it is worth to break armour, and what it costs to be sent off and lose the turn
DOUBLE = 1 / 6
STAR = "star"


def fouls(view: View, player: Player, reach: Reach) -> Iterator[Plan]:
    """Against whoever lies beside a square that is reached without a die."""
    game = view.game
    able = player.status == STANDING and player is not view.carrier and STAR not in player.keywords
    if view.waiting > LATE or "foul" in game.state.declared or not able:
        return
    for victim in view.fallen:
        spots = game.pitch.neighbours(victim.square) & reach.area
        if spots:
            quiet = view.marks.least(spots)
            spot = player.square if quiet >> player.square & 1 else lowest(quiet)
            help = len(helpers(game, player, victim, victim)) - view.exposed(spot)
            broken = at_least(game.value(victim, "av") - help)
            value = HURT * broken - SEEN * DOUBLE * (1 + broken)
            why = f"{victim.name} is down, {broken:.0%} to break the armour"
            risk = DOUBLE * (1 + broken)
            yield Plan(player, "foul", value, partial(reach.path_to, spot), ("foul", victim.id), why, risk)


def assists(coach: object, decision: Decision[Any], game: BloodBowl) -> Answer:
    """All of them, unless the dice are there already and would give the fouler away."""
    faces = decision.about.get("faces", ())
    seen = len(faces) == 2 and faces[0] == faces[1]
    return (min(decision.listed), "better not") if seen else (max(decision.listed), "every boot helps")

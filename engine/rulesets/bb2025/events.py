"""Kick-off events of this edition alone (Core pp.48-49)."""

from engine.core.answers import PLAYER
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.activation import activate, can_act
from engine.rules.falling import FELL_OVER, KNOCKED_DOWN
from engine.rules.game import BloodBowl
from engine.rules.kickoff import BRILLIANT_COACHING, Kick
from engine.rules.kickoff_events import (
    at_random,
    changing_weather,
    d3_and_more,
    get_the_ref,
    high_kick,
    pick_open,
    pitch_invasion,
    quick_snap,
    rolled_off,
    solid_defence,
    time_out,
)
from engine.rules.rolls import roll_d
from engine.rules.state import NOBODY, PRONE, RESERVES, STANDING
from engine.rules.turn import between_turns

# Whether what may be done at the end of any turn may be done at the end of a Charge! too.
charge_is_a_turn: Ruling[bool] = Ruling("wizard-after-charge", {"refused": False, "allowed": True})
CHARGE: Question[int] = Question("charge", PLAYER, "Who takes part in the charge?", none="nobody")
SNACK = "dodgy-snack"  # one worse in MA and AV for a drive, down to so much
MARKS = {SNACK: {"ma": 1, "av": 3}}
IN_A_CHARGE = ("move", "blitz", "throw-team-mate", "kick-team-mate")  # (Core p.49)


async def cheering_fans(game: BloodBowl, kick: Kick) -> None:
    """A mascot lets its team roll a natural 1 again, which nobody would decline."""
    for side in rolled_off(game, "cheering fans", "cheerleaders", again=lambda team: team.mascot):
        game.team(side).cheered = True


async def brilliant_coaching(game: BloodBowl, kick: Kick) -> None:
    for side in rolled_off(game, "brilliant coaching", "assistant_coaches"):
        rerolls = game.team(side).rerolls
        rerolls[BRILLIANT_COACHING.key] = rerolls.get(BRILLIANT_COACHING.key, 0) + 1


async def charge(game: BloodBowl, kick: Kick) -> None:
    """Up to D3+3 Open players of the kickers are activated; a fall of one of them ends it."""
    state, side = game.state, kick.side
    number = d3_and_more(game, "charge", side)
    chosen = await pick_open(game, side, number, CHARGE)
    state.active = side
    state.declared = {"pass", "hand-off", "foul", "secure-the-ball"}
    for player in chosen:
        if player.status in (STANDING, PRONE) and not state.turnover and can_act(game, player):
            await activate(game, player)
            if player.status == STANDING or state.turnover not in (FELL_OVER, KNOCKED_DOWN):
                state.turnover = ""  # nothing but its own fall ends the Charge
    state.active, state.turnover = NOBODY, ""
    state.declared = set()
    for player in game.players(side):
        player.used = False
    if game.ruling(charge_is_a_turn):
        await between_turns(game, side)


async def dodgy_snack(game: BloodBowl, kick: Kick) -> None:
    """The lower roll picks a player at random: worse for this drive, or in Reserves."""
    for side in rolled_off(game, "dodgy snack", lower=True):
        for player in at_random(game, side, 1):
            if roll_d(game, 6, "dodgy snack", side, player) == 1:
                game.take_off(player, RESERVES)
            else:
                player.spent.add(SNACK)


EVENTS = {
    "get-the-ref": get_the_ref,
    "time-out": time_out,
    "solid-defence": solid_defence,
    "high-kick": high_kick,
    "cheering-fans": cheering_fans,
    "brilliant-coaching": brilliant_coaching,
    "changing-weather": changing_weather,
    "quick-snap": quick_snap,
    "charge": charge,
    "dodgy-snack": dodgy_snack,
    "pitch-invasion": pitch_invasion,
}

"""Team turns: whom to activate, ending the turn, turnovers (Core pp.35, 50)."""

from engine.core.events import Phase
from engine.core.hooks import Window
from engine.rules import movement
from engine.rules.activation import actions, activate, stalling
from engine.rules.game import BloodBowl
from engine.rules.movement import Activation
from engine.rules.state import DRIVE_END, NOBODY, PRONE, STUNNED, TURN, TURN_START, TURNS, Player

END_TURN = "end-turn"
START_OF_TURN: Window[int] = Window("start-of-turn")
END_OF_TURN: Window[int] = Window("end-of-turn")


async def turn_start(game: BloodBowl) -> None:
    state = game.state
    side = state.active
    team = game.team(side)
    team.turn += 1
    team.extra_assist, team.cheered = team.cheered, False
    state.turnover, state.declared = "", set()
    for player in state.players:
        player.spent.discard("used")
        player.used = False
        player.turned_face_down = player.side == side and player.status == STUNNED
    for player in state.players:
        player.spent = {key for key in player.spent if key in KEPT}
    game.emit(Phase("turn", team.turn, side))
    state.stage = TURN
    await game.open(START_OF_TURN, side)


KEPT = {"dodgy-snack"}  # what lasts longer than a turn


async def team_turn(game: BloodBowl) -> None:
    """One activation of the turn under way, or its end. The question whom to activate is the quiet point."""
    able = [player for player in game.players(game.state.active) if _may_act(game, player)]
    if game.interrupted() or not able:
        await end_of_turn(game)
        return
    choice = await game.choose(game.state.active, "activate", (*(player.id for player in able), END_TURN))
    if choice == END_TURN:
        await _forgo(game, able)
        await end_of_turn(game)
    else:
        await activate(game, game.state.players[choice])


def _may_act(game: BloodBowl, player: Player) -> bool:
    return not player.used and player.status != STUNNED and bool(actions(game, player))


async def _forgo(game: BloodBowl, able: list[Player]) -> None:
    """Ending the turn early forgoes for all who are left; a carrier among them may be stalling (Core p.80)."""
    for player in able:
        player.used = True
        could = game.has_ball(player) and movement.dice_free_goal(game, player)
        await stalling(game, Activation(player, action="forgo", could_score=could))


async def end_of_turn(game: BloodBowl) -> None:
    """Steps: those who began the turn Stunned turn over; then the drive's end or the other side's turn."""
    state = game.state
    side = state.active
    for player in game.players(side, STUNNED):
        if player.turned_face_down:
            game.lay(player, PRONE)
    await game.open(END_OF_TURN, side)
    if state.scorer != NOBODY or all(team.turn >= TURNS for team in state.teams):
        state.stage = DRIVE_END
    else:
        state.active = 1 - side
        state.stage = TURN_START

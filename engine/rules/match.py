"""A match: before it, its drives and halves, extra time, the result (Core pp.44, 47, 79, 82-83)."""

from collections.abc import Awaitable, Callable

from engine.core.events import Phase
from engine.core.hooks import Query, Window
from engine.rules.events import Injured
from engine.rules.foul import send_off
from engine.rules.game import BloodBowl
from engine.rules.kickoff import kick_off, roll_weather
from engine.rules.rolls import d3, roll_d
from engine.rules.setup import set_up
from engine.rules.state import (
    AWAY,
    DRIVE,
    DRIVE_END,
    HOME,
    KNOCKED_OUT,
    NOBODY,
    OVER,
    PREGAME,
    PRONE,
    RESERVES,
    STANDING,
    STUNNED,
    TURN,
    TURN_START,
    TURNS,
    Player,
)
from engine.rules.turn import team_turn, turn_start

BEFORE_KICK_OFF: Window[int] = Window("before-kick-off")
SENT_OFF_AFTER_DRIVE: Query[Player, bool] = Query("sent-off-after-drive")
END_OF_DRIVE: Window[int] = Window("end-of-drive")


async def play(game: BloodBowl) -> None:
    """The root procedure: stages that keep their place in the state."""
    while game.state.stage != OVER:
        await STAGES[game.state.stage](game)


async def pregame(game: BloodBowl) -> None:
    """Steps: fans, weather, who kicks. Journeymen and inducements are on the team sheets."""
    state = game.state
    for side in (HOME, AWAY):
        team = game.team(side)
        team.fan_factor = team.fans + d3(game, "fans", side)
        team.rerolls = {"bought": team.bought}
    roll_weather(game)
    winner = roll_off(game)
    choice = await game.choose(winner, "kick-or-receive", ("kick", "receive"))
    state.kicking = state.kicked_first = winner if choice == "kick" else 1 - winner
    state.stage = DRIVE
    game.emit(Phase("half", 1))


def roll_off(game: BloodBowl) -> int:
    while True:
        faces = [roll_d(game, 6, "roll-off", side) for side in (HOME, AWAY)]
        if faces[0] != faces[1]:
            return HOME if faces[0] > faces[1] else AWAY


async def drive(game: BloodBowl) -> None:
    """Set-up, kicking team first; the kick-off; then the receivers' turn."""
    state = game.state
    state.active, state.scorer, state.turnover = NOBODY, NOBODY, ""
    game.emit(Phase("set-up", state.half, state.kicking))
    await set_up(game, state.kicking)
    await set_up(game, 1 - state.kicking)
    for player in state.players:
        player.sits_out = False
    await game.open(BEFORE_KICK_OFF, state.kicking)
    await kick_off(game)
    if state.scorer != NOBODY or all(team.turn >= TURNS for team in state.teams):
        state.stage = DRIVE_END
        return
    state.active = 1 - state.kicking
    state.stage = TURN_START


async def drive_end(game: BloodBowl) -> None:
    """Steps: the referee; end-of-drive effects; knocked-out players come round; the next drive, half or the result."""
    state = game.state
    scorer = state.scorer
    game.lift_ball()
    await _referee(game)
    _heat(game)
    await game.open(END_OF_DRIVE, state.kicking)
    for player in state.players:
        if player.status == KNOCKED_OUT and roll_d(game, 6, "recovery", player.side, player) >= 4:
            game.take_off(player, RESERVES)
    for player in state.players:
        if player.on_pitch:
            game.take_off(player, RESERVES)
        player.fielded = False
        player.spent.clear()
    for team in state.teams:
        team.rerolls.pop("brilliant-coaching", None)
        team.extra_assist = team.cheered = False
    state.active, state.scorer, state.turnover = NOBODY, NOBODY, ""
    if scorer != NOBODY:
        _after_touchdown(game, scorer)
    if all(team.turn >= TURNS for team in state.teams):
        await _half_over(game)
    else:
        state.stage = DRIVE


async def _referee(game: BloodBowl) -> None:
    """Whoever took part with something illegal is Sent-off, the receiving team's players first (Core p.82)."""
    for side in (1 - game.state.kicking, game.state.kicking):
        for player in game.players(side, STANDING, PRONE, STUNNED, RESERVES, KNOCKED_OUT):
            if player.fielded and game.collect(SENT_OFF_AFTER_DRIVE, player):
                await send_off(game, player, turnover=False)


def _after_touchdown(game: BloodBowl, scorer: int) -> None:
    """The scorer kicks; who scored in the opponents' turn skips its next one (Core p.79)."""
    state = game.state
    side = state.players[scorer].side
    state.kicking = side
    own, other = game.team(side), game.team(1 - side)
    receiving_first = 1 - _kicked_in_half(game)
    behind = own.turn < other.turn or (own.turn == other.turn and receiving_first == side)
    scored_in_own_turn = own.turn > other.turn or (own.turn == other.turn and receiving_first != side)
    if behind and not scored_in_own_turn and own.turn < TURNS:
        own.turn += 1


def _kicked_in_half(game: BloodBowl) -> int:
    return game.state.kicked_first if game.state.half % 2 else 1 - game.state.kicked_first


def _heat(game: BloodBowl) -> None:
    """Sweltering Heat: D3 players of each side who were on the pitch sit out the next drive (Core p.46)."""
    if game.state.weather != "sweltering-heat":
        return
    number = d3(game, "sweltering heat", HOME)
    for side in (HOME, AWAY):
        able = game.players(side)
        for _ in range(min(number, len(able))):
            player = able.pop(roll_d(game, len(able), "random player", side) - 1)
            game.take_off(player, RESERVES)
            player.sits_out = True
            game.emit(Injured(player.id, "heat", "weather", None))


async def _half_over(game: BloodBowl) -> None:
    state = game.state
    if state.half == 1:
        state.half = 2
        for team in state.teams:
            team.turn = 0
            team.rerolls = {"bought": team.bought}  # what the half gave ends with it
        state.kicking = 1 - state.kicked_first
        state.stage = DRIVE
        game.emit(Phase("half", 2))
        return
    home, away = (team.score for team in state.teams)
    state.winner = "home" if home > away else "away" if away > home else "draw"
    state.stage = OVER
    game.emit(Phase("end", state.half))


STAGES: dict[str, Callable[[BloodBowl], Awaitable[None]]] = {
    PREGAME: pregame,
    DRIVE: drive,
    TURN_START: turn_start,
    TURN: team_turn,
    DRIVE_END: drive_end,
}

"""A match: before it, its drives and halves, extra time, the result (Core pp.44, 47, 79, 82-83)."""

from collections.abc import Awaitable, Callable

from engine.core.events import Phase, Roll
from engine.core.hooks import Query, Window
from engine.core.ruling import Ruling
from engine.rules.events import Injured
from engine.rules.foul import send_off
from engine.rules.game import BloodBowl
from engine.rules.kickoff import kick_off
from engine.rules.prayers import pray
from engine.rules.rolls import MASCOT, d3, roll_d
from engine.rules.setup import ON_THE_LINE, available, set_up
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
    Team,
)
from engine.rules.turn import concede, team_turn, turn_start
from engine.rules.weather import roll_weather

BEFORE_MATCH: Window[int] = Window("before-match")  # for each side
START_OF_HALF: Window[int] = Window("start-of-half")  # for each side, before anybody is set up
AFTER_SET_UP: Window[int] = Window("after-set-up")  # for each side, the kicking one first
REINFORCEMENTS: Window[int] = Window("reinforcements")  # after that, in the same order
BEFORE_KICK_OFF: Window[int] = Window("before-kick-off")
RECOVERS_BETTER: Query[Player, int] = Query("recovers-better")
TRAINING, PENALTIES = "extra-team-training", 5
DEDICATED_FANS = "dedicated fans"
SENT_OFF_AFTER_DRIVE: Query[Player, bool] = Query("sent-off-after-drive")
END_OF_DRIVE: Window[int] = Window("end-of-drive")

# Whose players the referee looks at first when a drive is over.
looked_at: Ruling[Callable[[int], tuple[int, int]]] = Ruling(
    "bb2025.secret-weapon-first-team",
    {"receiving-first": lambda kicking: (1 - kicking, kicking), "kicking-first": lambda kicking: (kicking, 1 - kicking)},
)
RULINGS = (looked_at,)


async def play(game: BloodBowl) -> None:
    """The root procedure: stages that keep their place in the state."""
    while game.state.stage != OVER:
        await STAGES[game.state.stage](game)


async def pregame(game: BloodBowl) -> None:
    """Steps: fans, weather, who kicks. Journeymen and inducements are on the team sheets."""
    state = game.state
    for side in (HOME, AWAY):
        team = game.team(side)
        team.fan_factor = d3(game, "fans", side, ((DEDICATED_FANS, team.fans),))
        replenish(team)
    roll_weather(game)
    for side in (HOME, AWAY):
        await game.open(BEFORE_MATCH, side)
        await pray(game, side)
    await _who_kicks(game)
    state.stage = DRIVE
    game.emit(Phase("half", 1))


def replenish(team: Team) -> None:
    """The team re-rolls of a half, by where they come from."""
    team.rerolls = {"bought": team.bought} | ({MASCOT: 1} if team.mascot else {})
    if TRAINING in team.inducements:
        team.rerolls[TRAINING] = team.inducements[TRAINING]


async def _who_kicks(game: BloodBowl) -> None:
    winner = roll_off(game)
    choice = await game.choose(winner, "kick-or-receive", ("kick", "receive"))
    game.state.kicking = game.state.kicked_first = winner if choice == "kick" else 1 - winner


def roll_off(game: BloodBowl, what: str = "roll-off") -> int:
    while True:
        faces = [roll_d(game, 6, what, side) for side in (HOME, AWAY)]
        if faces[0] != faces[1]:
            return HOME if faces[0] > faces[1] else AWAY


async def drive(game: BloodBowl) -> None:
    """Set-up, kicking team first; the kick-off; then the receivers' turn."""
    state = game.state
    state.active, state.scorer, state.turnover = NOBODY, NOBODY, ""
    state.drives += 1
    state.drive_turns = 0
    order = (state.kicking, 1 - state.kicking)
    game.emit(Phase("set-up", state.half, state.kicking))
    if _half_starts(game):
        for side in order:
            await game.open(START_OF_HALF, side)
    for side in order:
        if await _too_few(game, side):
            return
        await set_up(game, side)
    for window in (AFTER_SET_UP, REINFORCEMENTS):
        for side in order:
            await game.open(window, side)
    for player in state.players:
        player.sits_out = False
    await game.open(BEFORE_KICK_OFF, state.kicking)
    await kick_off(game)
    if state.scorer != NOBODY or all(team.turn >= TURNS for team in state.teams):
        state.stage = DRIVE_END
        return
    state.active = 1 - state.kicking
    state.stage = TURN_START


def _half_starts(game: BloodBowl) -> bool:
    """The first drive of a half; extra time is no new half."""
    state = game.state
    return state.drives == 1 and all(team.turn == 0 for team in state.teams) and not state.extra_time


async def _too_few(game: BloodBowl, side: int) -> bool:
    """Who cannot put three players on the line may concede without a penalty (Core p.47)."""
    if not game.team(side).may_concede or len(available(game, side)) >= ON_THE_LINE:
        return False
    if not await game.choose(side, "concede", (False, True)):
        return False
    concede(game, side, penalty=False)
    return True


async def drive_end(game: BloodBowl) -> None:
    """Steps: the referee; end-of-drive effects; knocked-out players come round; the next drive, half or the result."""
    state = game.state
    scorer = state.scorer
    game.emit(Phase("drive-end", state.half))
    game.lift_ball()
    await _referee(game)
    _heat(game)
    await game.open(END_OF_DRIVE, state.kicking)
    for player in state.players:
        if player.status == KNOCKED_OUT and recovers(game, player):
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


def recovers(game: BloodBowl, player: Player) -> bool:
    """A D6, 4+, with what helps (Core p.82)."""
    modifiers = tuple(game.collect(RECOVERS_BETTER, player))
    face = game.d(6)
    total = face + sum(value for _, value in modifiers)
    game.emit(Roll("recovery", player.id, player.side, ((6, face),), total, 4, modifiers, total >= 4))
    return total >= 4


async def _referee(game: BloodBowl) -> None:
    """Whoever took part with something illegal is Sent-off (Core p.82)."""
    for side in game.ruling(looked_at)(game.state.kicking):
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
            replenish(team)  # what the half gave ends with it
        state.drives = 0
        state.kicking = 1 - state.kicked_first
        state.stage = DRIVE
        game.emit(Phase("half", 2))
        return
    home, away = (team.score for team in state.teams)
    if home == away and state.winner_needed:
        if not state.extra_time:
            await _extra_time(game)
            return
        home, away = _penalties(game)
    state.winner = "home" if home > away else "away" if away > home else "draw"
    state.stage = OVER
    game.emit(Phase("end", state.half))


async def _extra_time(game: BloodBowl) -> None:
    """Played like a half, with the re-rolls that are left; who kicks is rolled for anew (Core p.83)."""
    state = game.state
    state.half, state.extra_time, state.drives = 3, True, 0
    for team in state.teams:
        team.turn = 0
    game.emit(Phase("overtime", 1))
    await _who_kicks(game)
    state.stage = DRIVE


def _penalties(game: BloodBowl) -> tuple[int, int]:
    """Five roll-offs; more of them wins (Core p.83)."""
    won = [roll_off(game, "penalty") for _ in range(PENALTIES)]
    game.state.penalties = [won.count(HOME), won.count(AWAY)]
    return won.count(HOME), won.count(AWAY)


STAGES: dict[str, Callable[[BloodBowl], Awaitable[None]]] = {
    PREGAME: pregame,
    DRIVE: drive,
    TURN_START: turn_start,
    TURN: team_turn,
    DRIVE_END: drive_end,
}

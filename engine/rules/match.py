"""A match: before it, its drives, and how they end (Core pp.44, 47, 82)."""

from collections.abc import Awaitable, Callable

from engine.core.answers import PLAYER, YES_NO
from engine.core.events import Phase, Roll
from engine.core.hooks import Query, Window, themselves
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.events import Injured
from engine.rules.foul import send_off
from engine.rules.game import BloodBowl
from engine.rules.halves import after_touchdown, half_over, replenish, start_half
from engine.rules.kickoff import BRILLIANT_COACHING, kick_off
from engine.rules.rolls import d3, roll_d
from engine.rules.setup import available, set_up
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
    Player,
)
from engine.rules.turn import concede, team_turn, turn_start
from engine.rules.weather import HEAT, roll_weather

BEFORE_MATCH: Window[int] = Window("before-match")  # for each side
AFTER_SET_UP: Window[int] = Window("after-set-up")  # for each side, the kicking one first
REINFORCEMENTS: Window[int] = Window("reinforcements")  # and those who come on beyond eleven, in the same order
BEFORE_KICK_OFF: Window[int] = Window("before-kick-off")
RECOVERS_BETTER: Query[Player, int] = Query("recovers-better")
DEDICATED_FANS = "dedicated fans"
SENT_OFF_AFTER_DRIVE: Query[Player, bool] = Query("sent-off-after-drive", of=themselves)
END_OF_DRIVE: Window[int] = Window("end-of-drive")
after_set_up: Ruling[tuple[Window[int], ...]] = Ruling(
    "bugman-and-swarming",
    {"bugman-first": (AFTER_SET_UP, REINFORCEMENTS), "swarming-first": (REINFORCEMENTS, AFTER_SET_UP)},
)
forfeits: Ruling[bool] = Ruling("no-players-to-set-up", {"played": False, "conceded": True})
coach_picks: Ruling[bool] = Ruling("secret-weapons-order", {"by-number": False, "coach-picks": True})

# Whose players the referee looks at first when a drive is over.
looked_at: Ruling[Callable[[int], tuple[int, int]]] = Ruling(
    "secret-weapon-first-team",
    {
        "receiving-first": lambda kicking: (1 - kicking, kicking),
        "kicking-first": lambda kicking: (kicking, 1 - kicking),
    },
)


async def play(game: BloodBowl) -> None:
    """The root procedure: stages that keep their place in the state."""
    while game.state.stage != OVER:
        await STAGES[game.state.stage](game)


async def pregame(game: BloodBowl) -> None:
    """The steps of the edition. Journeymen and inducements are on the team sheets."""
    for step in game.edition.before_match:
        await step(game)
    game.state.stage = DRIVE
    game.emit(Phase("half", 1))


async def fans(game: BloodBowl) -> None:
    for side in (HOME, AWAY):
        team = game.team(side)
        team.fan_factor = d3(game, "fans", side, ((DEDICATED_FANS, team.fans),))
        replenish(game, team)


async def weather(game: BloodBowl) -> None:
    roll_weather(game)


async def staff(game: BloodBowl) -> None:
    """Whatever skills, staff and special rules do before a match."""
    for side in (HOME, AWAY):
        await game.open(BEFORE_MATCH, side)


async def drive(game: BloodBowl) -> None:
    """Set-up, kicking team first; the kick-off; then the receivers' turn."""
    state = game.state
    state.active, state.scorer, state.turnover = NOBODY, NOBODY, ""
    state.drives += 1
    state.drive_turns = 0
    game.emit(Phase("set-up", state.half, state.kicking))
    for step in game.ruling(beginning):
        await step(game)
    if state.stage == OVER:
        return
    for window in game.ruling(after_set_up):
        for side in (state.kicking, 1 - state.kicking):
            await game.open(window, side)
    for player in state.players:
        player.sits_out = False
    await game.open(BEFORE_KICK_OFF, state.kicking)
    await kick_off(game)
    if state.scorer != NOBODY or all(team.turn >= game.edition.turns for team in state.teams):
        state.stage = DRIVE_END
        return
    state.active = 1 - state.kicking
    state.stage = TURN_START


async def _set_ups(game: BloodBowl) -> None:
    for side in (game.state.kicking, 1 - game.state.kicking):
        if await _too_few(game, side):
            concede(game, side, penalty=False)
            return
        await set_up(game, side)


Step = Callable[[BloodBowl], Awaitable[None]]
# Whether those who cook for a half do so before anybody is set up.
beginning: Ruling[tuple[Step, ...]] = Ruling(
    "chef-and-set-up", {"before-set-up": (start_half, _set_ups), "after-set-up": (_set_ups, start_half)}
)

CONCEDE_DRIVE: Question[bool] = Question("concede", YES_NO, "Do they concede rather than set up so few players?")
SENT_OFF_NEXT: Question[int] = Question("sent-off-next", PLAYER, "Whose case does the referee hear next?")


async def _too_few(game: BloodBowl, side: int) -> bool:
    """A team that cannot put three players on the line may concede without a penalty (Core p.47)."""
    number = len(available(game, side))
    if not number and game.ruling(forfeits):
        return True
    if not game.team(side).may_concede or number >= game.edition.line_up.on_the_line:
        return False
    return await game.choose(CONCEDE_DRIVE, side, (False, True))


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
        team.rerolls.pop(BRILLIANT_COACHING.key, None)
        team.extra_assist = team.cheered = False
    state.active, state.scorer, state.turnover = NOBODY, NOBODY, ""
    if scorer != NOBODY:
        after_touchdown(game, scorer)
    if all(team.turn >= game.edition.turns for team in state.teams):
        await half_over(game)
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
        there = game.players(side, STANDING, PRONE, STUNNED, RESERVES, KNOCKED_OUT)
        due = [player for player in there if player.fielded and game.collect(SENT_OFF_AFTER_DRIVE, player)]
        while due:
            player = await _next_to_go(game, side, due)
            due.remove(player)
            await send_off(game, player, turnover=False)


async def _next_to_go(game: BloodBowl, side: int, due: list[Player]) -> Player:
    """The order can matter: a coach who is thrown out argues for nobody after that."""
    if len(due) == 1 or not game.ruling(coach_picks):
        return due[0]
    id = await game.choose(SENT_OFF_NEXT, side, tuple(player.id for player in due))
    return game.state.players[id]


def _heat(game: BloodBowl) -> None:
    """Sweltering Heat: D3 players of each side who were on the pitch sit out the next drive (Core p.46)."""
    if game.state.weather != HEAT.key:
        return
    number = d3(game, "sweltering heat", HOME)
    for side in (HOME, AWAY):
        able = game.players(side)
        for _ in range(min(number, len(able))):
            player = able.pop(roll_d(game, len(able), "random player", side) - 1)
            game.take_off(player, RESERVES)
            player.sits_out = True
            game.emit(Injured(player.id, "heat", "weather", None))


STAGES: dict[str, Step] = {
    PREGAME: pregame,
    DRIVE: drive,
    TURN_START: turn_start,
    TURN: team_turn,
    DRIVE_END: drive_end,
}

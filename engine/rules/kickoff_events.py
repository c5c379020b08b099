"""Kick-off events that editions share (Core pp.48-49). What an edition rolls for is in its table."""

from collections.abc import Callable

from engine.core.answers import PLAYER, SQUARE
from engine.core.pitch import Square, squares_of
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.falling import lie_down
from engine.rules.game import BloodBowl
from engine.rules.kickoff import Kick
from engine.rules.rolls import d3, roll_d
from engine.rules.setup import available, pick, set_up_again
from engine.rules.state import PRONE, RESERVES, STANDING, STUNNED, Player, Team
from engine.rules.trapdoor import PLACED, Placed, trapdoor
from engine.rules.weather import PERFECT, roll_weather

high_kick_trapdoor: Ruling[Placed] = Ruling("trapdoor-high-kick", PLACED)
dugout_counts: Ruling[bool] = Ruling("status-implies-on-pitch", {"pitch-only": False, "literal": True})
kick_reaches: Ruling[Callable[[Kick], bool]] = Ruling(
    "high-kick-into-opponents-half", {"allowed": lambda kick: True, "own-half-only": lambda kick: not kick.out}
)

SOLID_DEFENCE: Question[int] = Question("solid-defence", PLAYER, "Who is set up again?", none="nobody")
HIGH_KICK: Question[int] = Question("high-kick", PLAYER, "Who moves under the ball?", none="nobody")
QUICK_SNAP: Question[int] = Question("quick-snap", PLAYER, "Who moves one square?", none="nobody")
QUICK_SNAP_TO: Question[Square] = Question("quick-snap-to", SQUARE, "Where does {player} move?", none="nobody")


async def get_the_ref(game: BloodBowl, kick: Kick) -> None:
    for team in game.state.teams:
        team.bribes += 1


async def time_out(game: BloodBowl, kick: Kick) -> None:
    """Late in the half both markers go back, earlier both go forward."""
    change = -1 if game.team(kick.side).turn >= game.edition.turns - 2 else 1
    for team in game.state.teams:
        team.turn += change


async def solid_defence(game: BloodBowl, kick: Kick) -> None:
    """Up to D3+3 Open players of the kickers are set up again."""
    number = d3_and_more(game, "solid defence", kick.side)
    chosen = await pick_open(game, kick.side, number, SOLID_DEFENCE)
    if not chosen:
        return
    stay = {player.id: player.square for player in game.players(kick.side) if player not in chosen}
    for player in chosen:
        game.take_off(player, RESERVES)
    await set_up_again(game, kick.side, chosen, stay)


async def high_kick(game: BloodBowl, kick: Kick) -> None:
    """An Open receiver may be placed under the ball."""
    side = 1 - kick.side
    able = [player.id for player in game.players(side) if game.is_open(player)]
    if game.ruling(dugout_counts):
        able += [player.id for player in available(game, side)]
    if not able or not game.free(kick.over) or not game.ruling(kick_reaches)(kick):
        return
    id = await game.choose(HIGH_KICK, side, (-1, *able))
    if id >= 0:
        player = game.state.players[id]
        (game.shift if player.on_pitch else game.put)(player, kick.over)
        await game.ruling(high_kick_trapdoor)(game, player)


async def changing_weather(game: BloodBowl, kick: Kick) -> None:
    if roll_weather(game) == PERFECT.key and not kick.out:
        kick.out = not ball.scatter(game, kick.flight, 3)


async def quick_snap(game: BloodBowl, kick: Kick) -> None:
    """Up to D3+3 Open receivers move one square."""
    side = 1 - kick.side
    number = d3_and_more(game, "quick snap", side)
    for player in await pick_open(game, side, number, QUICK_SNAP):
        near = [square for square in squares_of(game.pitch.neighbours(player.square)) if game.free(square)]
        if near:
            square = await game.choose(QUICK_SNAP_TO, side, (-1, *near), player=player.id)
            if square >= 0:
                game.shift(player, square)
                await trapdoor(game, player)


async def pitch_invasion(game: BloodBowl, kick: Kick) -> None:
    for side in rolled_off(game, "pitch invasion", "fan_factor", lower=True):
        for player in at_random(game, side, d3(game, "invaders", side)):
            await lie_down(game, player)
            if player.on_pitch:
                game.lay(player, STUNNED)


# What several of them do ------------------------------------------------------------------------------------------------


def rolled_off(
    game: BloodBowl,
    what: str,
    bonus: str = "",
    *,
    lower: bool = False,
    again: Callable[[Team], bool] = lambda team: False,
) -> list[int]:
    """The side with the higher (or lower) total; both on a tie. `bonus` is what the teams have of something is added,
    and `again` says who rolls a 1 once more.
    """
    own = [getattr(game.team(side), bonus) if bonus else 0 for side in (0, 1)]
    added = [((bonus.replace("_", " "), number),) if number else () for number in own]
    faces = [roll_d(game, 6, what, side, added=added[side]) for side in (0, 1)]
    for side in (0, 1):
        if faces[side] == 1 and again(game.team(side)):
            faces[side] = roll_d(game, 6, what, side, added=added[side])
    totals = [faces[side] + own[side] for side in (0, 1)]
    best = min(totals) if lower else max(totals)
    return [side for side in (0, 1) if totals[side] == best]


def d3_and_more(game: BloodBowl, what: str, side: int) -> int:
    """How many players an event concerns: D3+3 with eleven a side."""
    return d3(game, what, side) + game.edition.kick_off_players


async def pick_open(game: BloodBowl, side: int, number: int, question: Question[int]) -> list[Player]:
    return await pick(game, side, [player for player in game.players(side) if game.is_open(player)], number, question)


def at_random(game: BloodBowl, side: int, number: int) -> list[Player]:
    able = game.players(side, STANDING, PRONE, STUNNED)
    chosen: list[Player] = []
    while able and len(chosen) < number:
        chosen.append(able.pop(roll_d(game, len(able), "random player", side) - 1))
    return chosen

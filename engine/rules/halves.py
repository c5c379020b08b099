"""Halves: what they begin and end with, extra time and penalties (Core pp.79, 82-83)."""

from engine.core.answers import Word
from engine.core.events import Phase
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.game import BloodBowl
from engine.rules.rolls import RerollSource, roll_d
from engine.rules.state import AWAY, DRIVE, HOME, OVER, Team

BOUGHT = RerollSource("bought")
PENALTIES = 5
# Whether extra time begins like a half for what comes back or is rolled for with each half.
extra_time_renews: Ruling[bool] = Ruling("extra-time-rerolls", {"none": False, "renewed": True})
# Whether a turn that is to be skipped is looked for in the next half where this one has none left.
skips_later: Ruling[bool] = Ruling("skipped-turn-next-half", {"lapses": False, "carried-over": True})

KICK_OR_RECEIVE: Question[str] = Question("kick-or-receive", Word("kick", "receive"), "Do they kick or receive?")


def bought_rerolls(team: Team) -> dict[str, int]:
    return {BOUGHT.key: team.bought}


def replenish(game: BloodBowl, team: Team) -> None:
    """The team re-rolls of a half, by where they come from."""
    team.rerolls = game.edition.rerolls_of_half(team)


async def who_kicks(game: BloodBowl) -> None:
    winner = roll_off(game)
    choice = await game.choose(KICK_OR_RECEIVE, winner, ("kick", "receive"))
    game.state.kicking = game.state.kicked_first = winner if choice == "kick" else 1 - winner


def roll_off(game: BloodBowl, what: str = "roll-off") -> int:
    while True:
        faces = [roll_d(game, 6, what, side) for side in (HOME, AWAY)]
        if faces[0] != faces[1]:
            return HOME if faces[0] > faces[1] else AWAY


def half_starts(game: BloodBowl) -> bool:
    """The first drive of a half, or of extra time where that counts as one."""
    state = game.state
    first = state.drives == 1 and all(team.turn == 0 for team in state.teams)
    return first and (not state.extra_time or game.ruling(extra_time_renews))


async def start_half(game: BloodBowl) -> None:
    if half_starts(game):
        for team in game.state.teams:
            team.led_out_by = []
        await game.edition.start_half(game)


def after_touchdown(game: BloodBowl, scorer: int) -> None:
    """The team that scored kicks; if it scored in the opponents' turn, it skips its next one (Core p.79)."""
    state = game.state
    side = state.players[scorer].side
    state.kicking = side
    own, other = game.team(side), game.team(1 - side)
    receiving_first = 1 - _kicked_in_half(game)
    behind = own.turn < other.turn or (own.turn == other.turn and receiving_first == side)
    scored_in_own_turn = own.turn > other.turn or (own.turn == other.turn and receiving_first != side)
    if behind and not scored_in_own_turn:
        own.skips = own.turn >= game.edition.turns and game.ruling(skips_later)
        own.turn = min(game.edition.turns, own.turn + 1)


def _kicked_in_half(game: BloodBowl) -> int:
    return game.state.kicked_first if game.state.half % 2 else 1 - game.state.kicked_first


async def half_over(game: BloodBowl) -> None:
    state = game.state
    if state.half == 1:
        state.half = 2
        for team in state.teams:
            team.turn = 0
            replenish(game, team)  # what the half gave ends with it
        state.drives = 0
        state.kicking = 1 - state.kicked_first
        state.stage = DRIVE
        game.emit(Phase("half", 2))
        return
    home, away = (team.score for team in state.teams)
    if state.winner_needed and home + state.first_leg[HOME] == away + state.first_leg[AWAY]:
        if not state.extra_time:
            await _extra_time(game)
            return
        won = _penalties(game)
        home, away = (home, away) if home != away else won  # a second match keeps the winner it has
    state.winner = "home" if home > away else "away" if away > home else "draw"
    state.stage = OVER
    game.emit(Phase("end", state.half))


async def _extra_time(game: BloodBowl) -> None:
    """Played like a half, with the re-rolls that are left; a new roll-off decides who kicks (Core p.83)."""
    state = game.state
    state.half, state.extra_time, state.drives = 3, True, 0
    for team in state.teams:
        team.turn = 0
    game.emit(Phase("overtime", 1))
    await who_kicks(game)
    state.stage = DRIVE


def _penalties(game: BloodBowl) -> tuple[int, int]:
    """Five roll-offs; more of them wins (Core p.83)."""
    won = [roll_off(game, "penalty") for _ in range(PENALTIES)]
    game.state.penalties = [won.count(HOME), won.count(AWAY)]
    return won.count(HOME), won.count(AWAY)

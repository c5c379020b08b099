"""Team turns: whom to activate, ending the turn, turnovers (Core pp.35, 50)."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.answers import Phrase, PlayerOr
from engine.core.decisions import Choice, Listed, Pick
from engine.core.events import Phase
from engine.core.hooks import Window
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.activation import activate, can_act
from engine.rules.events import Conceded
from engine.rules.game import BloodBowl
from engine.rules.movement import Activation
from engine.rules.state import DRIVE_END, NOBODY, OVER, PRONE, STUNNED, TURN, TURN_START, Player

WALKOVER = 2  # touchdowns at least for a side whose opponent gave up
END_TURN, CONCEDE, FORGO = "end-turn", "concede", "forgo"
ACTIVATE: Question[int | str | tuple[str, int]] = Question(
    "activate", PlayerOr(END_TURN, CONCEDE, action=Phrase(players=(FORGO,))), "Who is activated?"
)
CONCEDES_ONE_IN, FORGOES_ONE_IN = 500, 12  # of those who answer at random
# Whether the turn may be ended with players left, and whether they forgo their activations then.
ending_early: Ruling[tuple[bool, bool]] = Ruling(
    "end-turn-forgoes-the-rest",
    {"auto-forgo": (True, True), "explicit": (False, False), "ignored": (True, False)},
)
forgoing_clears: Ruling[bool] = Ruling("forgo-keeps-distracted", {"stays": False, "cleared": True})
START_OF_TURN: Window[int] = Window("start-of-turn")
END_OF_TURN: Window[int] = Window("end-of-turn")


@dataclass(slots=True)
class Interval:
    """The moment between a turn and the next, for the staff of one coach after the other."""

    ended: int  # whose turn it was
    coach: int


BETWEEN_TURNS: Window[Interval] = Window("between-turns")
after_the_drive: Ruling[bool] = Ruling("wizard-drive-over", {"refused": False, "allowed": True})
first_coach: Ruling[Callable[[int], tuple[int, int]]] = Ruling(
    "wizards-at-once",
    {"turn-ended": lambda ended: (ended, 1 - ended), "turn-to-come": lambda ended: (1 - ended, ended)},
)


class Turn(Listed):
    """Whom to activate, who forgoes it, or the end of the turn; before all that a coach may give up (Core p.100)."""

    def __init__(self, game: BloodBowl, able: list[Player], *, may_end: bool) -> None:
        side = game.state.active
        self.may_concede = game.team(side).may_concede and not any(player.used for player in game.players(side))
        ids = [player.id for player in able]
        self.usual: list[Choice] = [*ids, END_TURN] if may_end else [*ids]
        self.forgoes = [(FORGO, id) for id in ids]
        super().__init__((*self.usual, *self.forgoes, *((CONCEDE,) if self.may_concede else ())))

    def some(self, pick: Pick) -> Choice:
        if self.may_concede and pick(CONCEDES_ONE_IN) == 0:
            return CONCEDE
        choices = self.usual if pick(FORGOES_ONE_IN) else self.forgoes
        return choices[pick(len(choices))]


def concede(game: BloodBowl, side: int, *, penalty: bool = True) -> None:
    """The match is over: nothing for the team that gives up, two touchdowns or more for the other side (Core p.100)."""
    state = game.state
    state.conceded, state.penalty_free = side, not penalty
    game.team(side).score = 0
    game.team(1 - side).score = max(WALKOVER, game.team(1 - side).score)
    state.winner = ("home", "away")[1 - side]
    state.stage = OVER
    game.emit(Conceded(side, penalty))
    game.emit(Phase("end", state.half))


async def turn_start(game: BloodBowl) -> None:
    state = game.state
    side = state.active
    team = game.team(side)
    team.turn += 1
    if team.skips:
        team.skips, state.active = False, 1 - side
        return
    state.drive_turns += 1
    team.extra_assist, team.cheered = team.cheered, False
    state.turnover, state.declared = "", set()
    for player in state.players:
        player.spent.discard("used")
        player.used = False
        player.turned_face_down = player.side == side and player.status == STUNNED
    for player in state.players:
        player.spent = {key for key in player.spent if key in game.edition.drive_marks}
    game.emit(Phase("turn", team.turn, side))
    state.stage = TURN
    await game.open(START_OF_TURN, side)


async def team_turn(game: BloodBowl) -> None:
    """One activation of the turn under way, or its end. The question whom to activate is the quiet point."""
    waiting = [player for player in game.players(game.state.active) if not player.used and player.status != STUNNED]
    able = [player for player in waiting if can_act(game, player)]
    if game.interrupted() or not able:
        await end_of_turn(game)
        return
    may_end, rest_forgoes = game.ruling(ending_early)
    choices = Turn(game, able, may_end=may_end)
    choice = await game.ask(ACTIVATE, game.state.active, choices)
    if choice == CONCEDE:
        concede(game, game.state.active)
    elif choice == END_TURN:
        for player in able if rest_forgoes else []:
            if not game.interrupted():  # whoever is left after a turnover has not forgone anything
                await _forgo(game, player)
        await end_of_turn(game)
    elif isinstance(choice, tuple):
        await _forgo(game, game.state.players[choice[1]])
    elif isinstance(choice, int):
        await activate(game, game.state.players[choice])


async def _forgo(game: BloodBowl, player: Player) -> None:
    """Nothing of an activation happens, but a carrier may be stalling (Core p.80)."""
    player.used = True
    if game.ruling(forgoing_clears):
        game.focus(player)
    act = Activation(player, action=FORGO)
    game.edition.before_activation(game, act)
    await game.edition.after_activation(game, act)


async def end_of_turn(game: BloodBowl) -> None:
    """Steps: those who began the turn Stunned turn over; then the drive's end or the other side's turn."""
    state = game.state
    side = state.active
    for player in game.players(side, STUNNED):
        if player.turned_face_down:
            game.lay(player, PRONE)
    await game.open(END_OF_TURN, side)
    await between_turns(game, side)
    if drive_over(game):
        state.stage = DRIVE_END
    else:
        state.active = 1 - side
        state.stage = TURN_START


async def between_turns(game: BloodBowl, ended: int) -> None:
    """For one coach after the other. Nothing is a turnover now, and no player has a team re-roll."""
    active, game.state.active = game.state.active, NOBODY
    for coach in game.ruling(first_coach)(ended):
        if not drive_over(game) or game.ruling(after_the_drive):
            await game.open(BETWEEN_TURNS, Interval(ended, coach))
    game.state.active = active


def drive_over(game: BloodBowl) -> bool:
    state = game.state
    return state.scorer != NOBODY or all(team.turn >= game.edition.turns for team in state.teams)

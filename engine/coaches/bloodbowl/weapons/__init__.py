"""What not everybody can do: one provider for each action that a skill offers, and what goes with other actions.

A provider takes the board, the player, where it can get and where those can get who have still to act; it yields steps.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.routes import Routes
from engine.coaches.bloodbowl.steps import Step
from engine.coaches.bloodbowl.weapons import bombs, chains, gaze, leaps, long_balls, strikes, team_mates
from engine.rules.activation import more_actions
from engine.rules.state import Player

Provider = Callable[[Board, Player, Routes, dict[int, Routes]], Iterator[Step]]
PROVIDERS: Mapping[str, Provider] = {
    **{key: partial(strikes.strikes, key) for key in strikes.BLOWS},
    "hypnotic-gaze": gaze.gazes,
    "throw-bomb": bombs.throws,
    "throw-team-mate": partial(team_mates.hurls, "throw-team-mate"),
    "kick-team-mate": partial(team_mates.hurls, "kick-team-mate"),
    "punt": long_balls.punts,
    "ball-and-chain-move": chains.swings,
}
# What everybody can declare: the turn and its work with the ball see to that.
FOR_ALL = frozenset({"move", "block", "blitz", "pass", "hand-off", "foul", "secure-the-ball"})


def steps(board: Board, player: Player, routes: Routes, able: dict[int, Routes]) -> Iterator[Step]:
    """Everything that this player can do and others cannot."""
    for action in more_actions(board.game, player):
        if action.key in PROVIDERS:
            yield from PROVIDERS[action.key](board, player, routes, able)
    yield from strikes.in_a_blitz(board, player, routes)
    yield from leaps.leaps(board, player, routes)
    if board.carrier is player:
        yield from team_mates.feeds(board, player, routes, able)
        if not board.turns_left:
            yield from long_balls.hail_maries(board, player, routes, able)

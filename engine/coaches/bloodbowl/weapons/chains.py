"""Ball & Chain: it swings every turn, late if team-mates are in its way."""

from collections.abc import Iterator

from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.fights import down_worth, fall_cost
from engine.coaches.bloodbowl.routes import Routes
from engine.coaches.bloodbowl.steps import Step
from engine.rules.state import Player

SWING = 0.3  # to come nearer to them
HITS = 0.35  # of what an opponent is worth who stands in its way
FALLS = 0.08  # how often it goes down itself
OWN = 0.12  # how often it hits each of ours beside it


def swings(board: Board, player: Player, routes: Routes, able: dict[int, Routes]) -> Iterator[Step]:
    apart = board.pitch.apart
    near = [rival for rival in board.rivals if apart(player.square, rival.square) <= board.value(player, "ma")]
    mates = sum(1 for mate in board.mates if apart(player.square, mate.square) == 1)
    gain = SWING + HITS * max((down_worth(board, rival, player) for rival in near), default=0.0)
    odds = max(0.3, 1 - FALLS * bool(near) - OWN * mates)
    why = "swings at them" if near else "swings towards them"
    yield Step(player, "ball-and-chain-move", gain, why, tuple, None, odds, odds, fall_cost(board, player))

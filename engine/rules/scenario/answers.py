"""How scenario files of Blood Bowl name things: players by their names, squares as 12,8, skills with a value."""

from typing import Any

from engine.core.errors import BadInput
from engine.core.pitch import Square
from engine.rules.game import BloodBowl
from engine.rules.state import Player


def find(game: BloodBowl, name: Any) -> Player:
    player = next((player for player in game.state.players if player.name == name), None)
    if player is None:
        raise BadInput(f"no player is called {name!r}")
    return player


def skills(listed: list[Any]) -> list[Any]:
    """`loner: 4` in a list of skills carries a value."""
    if not isinstance(listed, list):
        raise BadInput(f"skills are a list, not {listed!r}")
    return [_skill(each) for each in listed]


def _skill(listed: Any) -> Any:
    if isinstance(listed, dict) and len(listed) == 1:
        ((key, value),) = listed.items()
        return {"id": key, "value": value}
    if not isinstance(listed, str):
        raise BadInput(f"a skill is a name, or a name and its value as in loner: 4, not {listed!r}")
    return listed


class Naming:
    """Players and squares as scenario files call them."""

    def __init__(self, game: BloodBowl) -> None:
        self.game = game

    def player(self, id: int) -> str:
        return self.game.state.players[id].name

    def square(self, square: Square) -> str:
        return self.game.pitch.name(square)

    def is_player(self, name: Any) -> bool:
        return any(player.name == name for player in self.game.state.players)

    def find_player(self, name: Any) -> int:
        return find(self.game, name).id

    def find_square(self, name: Any) -> Square:
        return self.game.pitch.square(str(name))

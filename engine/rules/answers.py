"""How scenario files of Blood Bowl speak: of players by name, of squares as 12,8, of the answers that coaches give."""

from typing import Any

from engine.core.decisions import Listed
from engine.core.errors import BadInput
from engine.core.telling import Telling
from engine.rules.game import BloodBowl
from engine.rules.rolls import NO
from engine.rules.state import Player

TELLING = Telling(
    squares=frozenset(
        {
            *("aim", "bomb-target", "dump-off", "fireball", "hit-and-run", "push", "put-down", "quick-snap-to", "set-up-again"),
            *("throw-target", "touchback-square", "trickster", "jump", "rush", "pass", "hail-mary-pass"),
        }
    ),
    numbers=frozenset({"block-die", "foul-assists", "re-roll-die", "weather-shift"}),
    none={"push": "crowd"},
)


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


def decode(game: BloodBowl, question: str, answer: Any, options: Any) -> Any:
    """An answer as the engine takes it. `any` is the first legal one."""
    if answer == "any":
        return options.some(lambda count: 0)
    if answer is False and isinstance(options, Listed) and NO in options.choices:
        return NO  # YAML reads a bare `no` as false
    if question == "set-up":
        if not isinstance(answer, dict):
            raise BadInput("a set-up is a mapping of players to squares")
        named = {find(game, name).id: square for name, square in answer.items()}
        return tuple(
            game.pitch.square(str(named[player.id])) if player.id in named else None for player in options.players
        )
    if question == "step" or (question == "activate" and str(answer).startswith("forgo ")):
        return _step(game, answer)
    return _word(game, answer)


def _step(game: BloodBowl, answer: Any) -> Any:
    """A list of squares is a path; `block x`, `jump 12,8`, `pass 14,8`, `foul x`, `hand-off B`, `end`."""
    if isinstance(answer, list):
        return ("move", tuple(game.pitch.square(str(square)) for square in answer))
    kind, _, what = str(answer).partition(" ")
    return (kind, _word(game, what)) if what else (kind,)


def _word(game: BloodBowl, word: Any) -> Any:
    """A player, a square, or a word or number that means itself; `nobody` and the `crowd` are -1."""
    if any(player.name == word for player in game.state.players):
        return find(game, word).id
    if isinstance(word, str) and "," in word:
        return game.pitch.square(word)
    return -1 if word in ("nobody", "crowd") else word

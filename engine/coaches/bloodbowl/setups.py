"""Set-ups as a game plan draws them."""

from typing import Any

from engine.core.pitch import Square
from engine.rules.game import BloodBowl
from engine.rules.gameplan.kinds import Formation
from engine.rules.gameplan.plans import square_of
from engine.rules.state import Player


def planned(game: BloodBowl, side: int, options: Any, drawn: Formation) -> tuple[Square | None, ...]:
    """The squares of a drawn formation, for the players that it names and whoever is left for the others.

    The strongest take the places in front. With fewer players than places, those at the back stay empty.
    """
    places = sorted(drawn, key=lambda place: (place.behind, abs(2 * place.column - game.pitch.width - 1)))[
        : options.size
    ]
    named = {place.player: place for place in places if place.player is not None}
    chosen = {player.id: named[str(player.number)] for player in options.players if str(player.number) in named}
    rest = sorted(
        (player for player in options.players if player.id not in chosen), key=lambda each: _order(each, options)
    )
    free = [place for place in places if place not in chosen.values()]
    chosen |= {player.id: place for player, place in zip(rest, free, strict=False)}
    return tuple(
        square_of(game.pitch, side, place.behind, place.column) if (place := chosen.get(player.id)) else None
        for player in options.players
    )


def _order(player: Player, options: Any) -> tuple[bool, int, int, int]:
    """Who has to play first, then the strongest."""
    return (player not in options.needed, -player.st, -player.av, player.id)

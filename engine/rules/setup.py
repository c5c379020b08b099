"""Setting up, and its limits (Core p.47)."""

from collections.abc import Callable, Collection

from engine.core.answers import SET_UP, SQUARE
from engine.core.decisions import Choice, Pick
from engine.core.hooks import Query, themselves
from engine.core.pitch import Mask, Square, squares_of
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.edition import Edition
from engine.rules.field import Gridiron
from engine.rules.game import BloodBowl
from engine.rules.state import RESERVES, Player
from engine.rules.tables import Page, cited

LIMITS = Page("set_up")
MUST_PLAY: Query[Player, str] = Query("must-play", of=themselves)  # why a player is set up whenever it is available


wide_zone_without: Ruling[Callable[[Gridiron], Mask]] = Ruling(
    "wide-zone-includes-end-zone",
    {"included": lambda pitch: 0, "excluded": lambda pitch: pitch.end_zones[0] | pitch.end_zones[1]},
)

LINE_UP: Question[tuple[Square | None, ...]] = Question("set-up", SET_UP, "How do they set up?")
SET_UP_AGAIN: Question[Square] = Question("set-up-again", SQUARE, "Where is {player} set up?")


def wide_zones(game: BloodBowl) -> list[Mask]:
    return wide_zones_of(game.pitch, game.ruling(wide_zone_without))


def wide_zones_of(pitch: Gridiron, without: Callable[[Gridiron], Mask]) -> list[Mask]:
    """Those of a pitch, as the ruling counts their squares."""
    return [zone & ~without(pitch) for zone in pitch.wide]


def squares_refusal(
    edition: Edition, side: int, squares: Collection[Square], size: int, wide: list[Mask]
) -> str | None:
    """Why a side may not take these squares, so many being asked for: what a set-up and a planned formation must both meet."""
    words = _beyond_limits(edition, side, squares, size, wide)
    return cited(edition.data, words, LIMITS) if words else None


def _beyond_limits(edition: Edition, side: int, squares: Collection[Square], size: int, wide: list[Mask]) -> str:
    limits, half = edition.line_up, edition.pitch.halves[side]
    if not all(type(square) is int and square >= 0 and half >> square & 1 for square in squares):
        return "everybody has to stand in the own half"
    if len(set(squares)) != len(squares):
        return "two players share a square"
    if len(squares) != size:
        return f"{size} players have to be set up"
    line = edition.pitch.scrimmage[side] & edition.pitch.centre_field
    if sum(line >> square & 1 for square in squares) < min(limits.on_the_line, size):
        return f"{limits.on_the_line} players have to stand on the line of scrimmage in the centre field"
    if any(sum(zone >> square & 1 for square in squares) > limits.in_a_wide_zone for zone in wide):
        return f"at most {limits.in_a_wide_zone} players may stand in a wide zone"
    return ""


def available(game: BloodBowl, side: int) -> list[Player]:
    return [player for player in game.players(side, RESERVES) if not player.sits_out]


class Formation:
    """A whole set-up as options of a decision: a square, or none, for each player in the order of `players`."""

    def __init__(self, game: BloodBowl, side: int) -> None:
        self.game = game
        self.side = side
        self.limits = game.edition.line_up
        self.players = available(game, side)
        self.size = min(self.limits.size, len(self.players))
        self.half: Mask = game.pitch.halves[side]
        self.line: Mask = game.pitch.scrimmage[side] & game.pitch.centre_field
        self.needed = [player for player in self.players if game.collect(MUST_PLAY, player)]

    def refusal(self, choice: Choice) -> str | None:
        if not isinstance(choice, tuple) or len(choice) != len(self.players):
            return f"a set-up names a square or none for each of {len(self.players)} players"
        for player, square in zip(self.players, choice, strict=True):
            if square is None and player in self.needed:
                (_, reason), *_ = self.game.collect(MUST_PLAY, player)
                return f"{player.name} has to be set up, {reason}"
        squares = [square for square in choice if square is not None]
        return squares_refusal(self.game.edition, self.side, squares, self.size, wide_zones(self.game))

    def some(self, pick: Pick) -> Choice:
        """As many as must on the line, the rest in the centre field, at random."""
        line = list(squares_of(self.line))
        rest = list(squares_of(self.half & self.game.pitch.centre_field & ~self.line))
        first = sorted(self.players, key=lambda player: player not in self.needed)[: self.size]
        chosen: list[Square | None] = []
        placed = 0
        for player in self.players:
            source = line if placed < self.limits.on_the_line else rest
            chosen.append(source.pop(pick(len(source))) if player in first else None)
            placed += player in first
        return tuple(chosen)


async def set_up(game: BloodBowl, side: int) -> None:
    options = Formation(game, side)
    if not options.players:
        return
    squares = await game.ask(LINE_UP, side, options, players=tuple(player.id for player in options.players))
    for player, square in zip(options.players, squares, strict=True):
        if square is not None:
            game.put(player, square)


async def pick(game: BloodBowl, side: int, able: list[Player], number: int, question: Question[int]) -> list[Player]:
    """Up to so many of these players, one after the other; -1 is enough."""
    able, chosen = [*able], list[Player]()
    while able and len(chosen) < number:
        id = await game.choose(question, side, (-1, *(player.id for player in able)))
        if id < 0:
            break
        chosen.append(game.state.players[id])
        able.remove(game.state.players[id])
    return chosen


async def set_up_again(game: BloodBowl, side: int, chosen: list[Player], stay: dict[int, Square]) -> None:
    """One square each, within all limits of a set-up; the squares they left are always legal."""
    limits = Formation(game, side)
    for player in chosen:
        taken = sum(1 << square for square in stay.values())
        waiting = len(chosen) - sum(1 for each in chosen if each.id in stay) - 1
        open_squares = squares_of(limits.half & ~taken)
        free = [square for square in open_squares if _fits(game, side, taken | 1 << square, waiting)]
        stay[player.id] = await game.choose(SET_UP_AGAIN, side, tuple(free), player=player.id)
        game.put(player, stay[player.id])


def _fits(game: BloodBowl, side: int, taken: Mask, waiting: int) -> bool:
    limits, line = game.edition.line_up, game.pitch.scrimmage[side] & game.pitch.centre_field
    wide_ok = all((zone & taken).bit_count() <= limits.in_a_wide_zone for zone in wide_zones(game))
    return wide_ok and (line & taken).bit_count() + waiting >= min(limits.on_the_line, taken.bit_count() + waiting)

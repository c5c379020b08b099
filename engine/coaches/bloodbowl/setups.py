"""Set-ups: as a game plan draws them, or by what each place asks for and what each player is good at."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.coaches.bloodbowl.jobs import (
    BLITZ,
    CHAIN,
    COVER,
    DASH,
    ESCORT,
    HANDS,
    HOLD,
    KICK,
    RUN,
    SCREEN,
    STRIKE,
    SWING,
    THROWABLE,
    THROWS,
    WING,
    Job,
)
from engine.coaches.gameplan import DEFAULT, GamePlan
from engine.core.pitch import Square, lowest, squares_of
from engine.rules.game import BloodBowl
from engine.rules.gameplan.kinds import Formation
from engine.rules.gameplan.plans import square_of
from engine.rules.setup import wide_zones
from engine.rules.state import Player

DRAWN_FOR = 13  # rows of a half; in a shorter one the places behind move up
MUST_PLAY = 100.0
KICKER, KICKS_FROM = 3.0, 3  # behind the line, and so near to the middle: nobody kicks from a wide zone
CARRIER, HARM = 8.0, 4.0  # for whom a plan wants to have the ball, and against where a protected player may be hit
WEAK = -1.0  # whoever strikes with less stays off the line
FEW_TURNS = 2


class Spot(NamedTuple):
    """A place: rows behind the line of scrimmage, columns from the middle, and what it is for."""

    behind: int
    aside: int
    job: Job


# In the order in which they are given up when players are missing: the last first.
KICKING = (
    *(Spot(0, aside, HOLD) for aside in (0, -1, 1)),
    Spot(3, 0, COVER),
    *(Spot(1, aside, SCREEN) for aside in (-3, 3)),
    *(Spot(1, aside, WING) for aside in (-6, 6)),
    *(Spot(3, aside, COVER) for aside in (-4, 4)),
    Spot(6, 0, COVER),
)
# With hardly any time left they can only run and throw: a screen from side to side, and quick ones behind it.
LAST_KICK = (
    *(Spot(0, aside, HOLD) for aside in (0, -1, 1)),
    Spot(9, 0, COVER),
    *(Spot(5, aside, SCREEN) for aside in (-3, 3)),
    *(Spot(5, aside, WING) for aside in (-6, 6)),
    Spot(5, 0, SCREEN),
    *(Spot(8, aside, COVER) for aside in (-4, 4)),
)
RECEIVING = (
    *(Spot(0, aside, STRIKE) for aside in (0, -1, 1)),
    Spot(6, 0, HANDS),
    *(Spot(1, aside, BLITZ) for aside in (-3, 3)),
    *(Spot(0, aside, STRIKE) for aside in (-2, 2)),
    *(Spot(4, aside, ESCORT) for aside in (-2, 2)),
    Spot(4, 0, RUN),
)
# The quickest as far up as they may stand, where there is most room, and one pair of hands for the ball.
LAST_CHANCE = (
    *(Spot(0, aside, STRIKE) for aside in (0, -1, 1)),
    Spot(6, 0, HANDS),
    *(Spot(1, aside, DASH) for aside in (-5, 5)),
    *(Spot(1, aside, RUN) for aside in (-3, 3)),
    *(Spot(0, aside, STRIKE) for aside in (-2, 2)),
    Spot(3, 0, ESCORT),
)
# For more players than are drawn, and in place of places that have to stay empty.
MORE = tuple(
    Spot(behind, aside, ESCORT) for behind, aside in ((3, 0), (5, -2), (5, 2), (3, -4), (3, 4), (6, -3), (6, 3))
)


# As drawn -------------------------------------------------------------------------------------------------------------------


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


# By jobs --------------------------------------------------------------------------------------------------------------------


def usual(game: BloodBowl, side: int, options: Any, plan: GamePlan = DEFAULT) -> tuple[Square | None, ...]:
    """Everybody where it is of most use, within the limits of the edition; carriers and protected players as planned."""
    spots = _spots(game, side, options)
    cast = _cast(spots, options, plan)
    spots = [_kept_back(game, spot, cast[number], number) for number, spot in enumerate(spots)]
    squares = list(_squares(game, side, spots))
    where = {player.id: square for player, square in zip(cast, squares, strict=True)}
    if game.state.kicking != side:
        _pair_up(game, side, cast, spots, where)
    return tuple(where.get(player.id) for player in options.players)


def places(game: BloodBowl, side: int) -> Iterator[Square]:
    """The squares of the formation that suits the moment, the most important first."""
    return _squares(game, side, (*drawing(game, side), *MORE))


def drawing(game: BloodBowl, side: int) -> tuple[Spot, ...]:
    """Which formation suits the moment."""
    turns = game.edition.turns - game.team(1 - game.state.kicking).turn  # of the receivers
    if game.state.kicking == side:
        return LAST_KICK if turns < FEW_TURNS else KICKING
    return LAST_CHANCE if turns <= FEW_TURNS else RECEIVING


def _spots(game: BloodBowl, side: int, options: Any) -> list[Spot]:
    drawn = (*drawing(game, side), *MORE)
    if game.state.kicking != side:
        drawn = _facing(game, side, drawn)
    if any(CHAIN in player.skills for player in options.players):
        drawn = _with_room(drawn)
    return list(drawn[: options.size])


def _facing(game: BloodBowl, side: int, drawn: Sequence[Spot]) -> tuple[Spot, ...]:
    """The line opposite theirs, so that all of them can be hit, and by two of ours."""
    pitch = game.pitch
    middle = (pitch.width + 1) // 2
    line, left = pitch.scrimmage[1 - side], 1 if side == 0 else -1
    rivals = [rival for rival in game.players(1 - side) if line >> rival.square & 1 and CHAIN not in rival.skills]
    theirs = [left * (pitch.xy(rival.square)[1] - middle) for rival in rivals]
    most = middle - 1 - pitch.wide_zone
    open_columns = list(range(-most, most + 1))
    faced = dict.fromkeys(theirs, 0)
    chosen: list[int] = []
    for _ in range(min(sum(spot.behind == 0 for spot in drawn), len(open_columns))):
        worth = {
            column: sum(1 / (1 + number) for other, number in faced.items() if abs(other - column) <= 1)
            for column in open_columns
        }
        best = min(open_columns, key=lambda column: (-worth[column], abs(column), column))
        open_columns.remove(best)
        chosen.append(best)
        faced = {other: number + (abs(other - best) <= 1) for other, number in faced.items()}
    columns = iter(chosen)
    return tuple(spot._replace(aside=next(columns, spot.aside)) if spot.behind == 0 else spot for spot in drawn)


def _with_room(drawn: Sequence[Spot]) -> tuple[Spot, ...]:
    """The end of the line for whoever swings a ball on a chain, two squares on, with nobody of ours beside it."""
    end = max(drawn[:3], key=lambda spot: spot.aside)
    chain = Spot(0, end.aside + 2, SWING)
    rest = [spot for spot in drawn if spot is not end]
    return (chain, *(spot for spot in rest if max(spot.behind, abs(spot.aside - chain.aside)) > 1))


def _cast(spots: Sequence[Spot], options: Any, plan: GamePlan) -> list[Player]:
    """Who takes which place, so that all together are worth most: in turn, then exchanged as long as that helps."""
    players: list[Player] = options.players
    worth = {
        (player.id, number): spot.job.worth(player)
        + _wanted(player, spot, plan)
        + (MUST_PLAY if player in options.needed else 0.0)
        for player in players
        for number, spot in enumerate(spots)
    }
    left, cast = list(players), list[Player]()
    for number in range(len(spots)):
        best = max(left, key=lambda player: (worth[player.id, number], -player.id))
        left.remove(best)
        cast.append(best)
    while _exchange(cast, left, worth):
        pass
    return cast


def _wanted(player: Player, spot: Spot, plan: GamePlan) -> float:
    """What is beyond skill: nobody kicks from the line or a wide zone, and a plan has wishes of its own."""
    if KICK in player.skills and spot.behind and abs(spot.aside) <= KICKS_FROM:
        return KICKER
    shirt = str(player.number)
    if spot.job is HANDS and shirt in plan.hands:
        return CARRIER - plan.hands.index(shirt)
    return -HARM * spot.job.risk if shirt in plan.protected else 0.0


def _exchange(cast: list[Player], left: list[Player], worth: dict[tuple[int, int], float]) -> bool:
    """One exchange that makes the whole better, if there is any."""
    for one, player in enumerate(cast):
        for other in range(one + 1, len(cast)):
            now = worth[player.id, one] + worth[cast[other].id, other]
            if worth[cast[other].id, one] + worth[player.id, other] > now + 1e-9:
                cast[one], cast[other] = cast[other], player
                return True
        for number, spare in enumerate(left):
            if worth[spare.id, one] > worth[player.id, one] + 1e-9:
                cast[one], left[number] = spare, player
                return True
    return False


def _kept_back(game: BloodBowl, spot: Spot, player: Player, number: int) -> Spot:
    """Beyond those who have to be on the line nobody weak is."""
    if spot.job is STRIKE and number >= game.edition.line_up.on_the_line and STRIKE.worth(player) < WEAK:
        return spot._replace(behind=2)
    return spot


def _squares(game: BloodBowl, side: int, spots: Sequence[Spot]) -> Iterator[Square]:
    """The squares of some places: each its own, or the nearest that is free and allowed."""
    pitch, limits, zones = game.pitch, game.edition.line_up, wide_zones(game)
    line = pitch.scrimmage[side]
    on_line, taken = 0, 0
    for spot in spots:
        wish = square(game, side, spot.behind, spot.aside)
        area = pitch.halves[side] & ~taken
        for zone in zones:
            if (zone & taken).bit_count() >= limits.in_a_wide_zone:
                area &= ~zone
        if on_line < limits.on_the_line:
            area &= line & pitch.centre_field
        elif spot.behind:
            area &= ~line
        nearest = lowest(pitch.nearest(wish, area))
        on_line += (line & pitch.centre_field) >> nearest & 1
        taken |= 1 << nearest
        yield nearest


def square(game: BloodBowl, side: int, behind: int, aside: int) -> Square:
    """A place on this pitch: at its edge where it is narrower than was drawn."""
    pitch = game.pitch
    row = behind if behind < 2 else max(2, round(behind * pitch.half / DRAWN_FOR))
    column = min(max(1, (pitch.width + 1) // 2 + aside), pitch.width)
    return square_of(pitch, side, min(row, pitch.half - 1), column)


def _pair_up(
    game: BloodBowl, side: int, cast: Sequence[Player], spots: Sequence[Spot], where: dict[int, Square]
) -> None:
    """Whoever throws team-mates has one at hand, behind the line."""
    thrower = next((player for player in cast if any(skill in player.skills for skill in THROWS)), None)
    able = [
        player
        for player, spot in zip(cast, spots, strict=True)
        if THROWABLE in player.skills and spot.behind and spot.job is not HANDS
    ]
    if thrower is None or not able:
        return
    near = game.pitch.neighbours(where[thrower.id])
    if any(near >> where[player.id] & 1 for player in able):
        return
    taken = sum(1 << square for square in where.values())
    free = near & game.pitch.halves[side] & game.pitch.centre_field & ~game.pitch.scrimmage[side] & ~taken
    if free:
        closest = min(able, key=lambda player: (game.pitch.apart(where[player.id], where[thrower.id]), player.id))
        where[closest.id] = min(squares_of(free), key=lambda each: (game.pitch.apart(each, where[closest.id]), each))

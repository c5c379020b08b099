"""Jumping over players who are down, and over anything for those who leap (Core p.56)."""

from collections.abc import Awaitable, Callable

from engine.core.pitch import Mask, Square, squares_of
from engine.core.ruling import Ruling
from engine.rules.falling import Fall
from engine.rules.field import Gridiron
from engine.rules.game import BloodBowl
from engine.rules.movement import (
    LEAPS,
    LEFT_SQUARE,
    Activation,
    Stride,
    arrive,
    gets_away,
    movement_left,
    rush,
    stumbles,
)
from engine.rules.rolls import Test, roll_test

JUMP_COST = 2
jump_starts: Ruling[Callable[[BloodBowl, Stride], Awaitable[bool]]] = Ruling("tentacles-before-rush-in-jump")


def jumps(game: BloodBowl, act: Activation) -> list[Square]:
    """Landing squares over adjacent players who are down (Core p.56)."""
    player, pitch = act.player, game.pitch
    if game.collect(LEAPS, player):
        landings = pitch.rings(player.square)[JUMP_COST]
    else:
        down = pitch.neighbours(player.square) & game.boards.down
        landings = _beyond(pitch, player.square, down) if down else 0
    landings &= pitch.everywhere & act.within & ~game.occupied()
    return list(squares_of(landings)) if landings and movement_left(game, act) >= JUMP_COST else []


def _beyond(pitch: Gridiron, square: Square, down: Mask) -> Mask:
    """The landing squares over those of somebody's neighbours."""
    landings = 0
    for over in squares_of(down):
        for landing in pitch.beyond(square, over):
            landings |= 1 << landing
    return landings


async def jump(game: BloodBowl, act: Activation, square: Square) -> None:
    """Order: Tentacles, the Rushes, the jump roll. One test replaces the Dodge (Core p.56)."""
    player = act.player
    stride = Stride(act, player.square, square, jump=True)
    worse = max(len(game.markers(at, 1 - player.side)) for at in (player.square, square))
    if not await game.ruling(jump_starts)(game, stride):
        return
    marked = [*game.edition.modifiers.jump(worse)]
    test = Test("jump", player, game.edition.agility_target(game, player), marked, stride.leaving, square)
    passed = await roll_test(game, test)
    leaves = passed or test.face != 1  # a natural 1 does not get off the ground
    if leaves:
        if player.square != square:  # a diver has not yet made room for itself
            game.shift(player, square)
        await game.open(LEFT_SQUARE, stride)
    falls = not passed and await stumbles(game, Fall(player, "jump", leaving=stride.leaving))
    if leaves and not falls:
        await arrive(game, stride)


async def _pays_for_jump(game: BloodBowl, stride: Stride) -> bool:
    for _ in range(JUMP_COST):
        stride.act.spent += 1
        beyond = stride.act.spent > game.value(stride.player, "ma")
        if beyond and not await rush(game, stride.act, stride.leaving):
            return False
    return True


@jump_starts.choice("tentacles-first")
async def _tentacles_first(game: BloodBowl, stride: Stride) -> bool:
    return await gets_away(game, stride) and await _pays_for_jump(game, stride)


@jump_starts.choice("rush-first")
async def _rush_first(game: BloodBowl, stride: Stride) -> bool:
    return await _pays_for_jump(game, stride) and await gets_away(game, stride)

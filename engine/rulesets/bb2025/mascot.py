"""A mascot: a team re-roll that has to be rolled for (Core p.144)."""

from collections.abc import Awaitable, Callable

from engine.core.ruling import Ruling
from engine.rules.events import UsedReroll
from engine.rules.game import BloodBowl
from engine.rules.rolls import (
    AFTER_TEAM_REROLL,
    BEFORE_TEAM_REROLL,
    NO,
    RE_ROLL,
    RerollSource,
    TeamReroll,
    roll_luck,
    take_team_reroll,
    team_rerolls,
)
from engine.rules.state import Player

MASCOT = RerollSource("mascot")
WORKS_ON = 4

# Who is asked first, the player or the mascot; whether the mascot has failed.
mascot_and_loner: Ruling[Callable[[BloodBowl, TeamReroll], Awaitable[bool]]] = Ruling("mascot-and-loner")
# What else a team re-roll may be spent on once the mascot has failed.
mascot_die: Ruling[tuple[str, ...]] = Ruling("mascot-roll-team-reroll", {"refused": (), "allowed": (MASCOT.key,)})


async def use_team_reroll(game: BloodBowl, player: Player, picked: str) -> bool:
    """As in other editions, but for a mascot: where it fails, another team re-roll may take its place."""
    use = take_team_reroll(game, player, picked)
    failed = await game.ruling(mascot_and_loner)(game, use)
    game.emit(UsedReroll(player.id, use.source))
    if failed:
        return await _without_mascot(game, use)
    await game.open(AFTER_TEAM_REROLL, use)
    return use.works


@mascot_and_loner.choice("loner-first")
async def _loner_first(game: BloodBowl, use: TeamReroll) -> bool:
    await game.open(BEFORE_TEAM_REROLL, use)
    return use.works and _fails(game, use)


@mascot_and_loner.choice("mascot-first")
async def _mascot_first(game: BloodBowl, use: TeamReroll) -> bool:
    failed = _fails(game, use)
    if not failed:
        await game.open(BEFORE_TEAM_REROLL, use)
    return failed


def _fails(game: BloodBowl, use: TeamReroll) -> bool:
    return use.source == MASCOT.key and not _works(game, use)


def _works(game: BloodBowl, use: TeamReroll) -> bool:
    return roll_luck(game, MASCOT.key, use.player, WORKS_ON)


async def _without_mascot(game: BloodBowl, use: TeamReroll) -> bool:
    """The mascot has failed: another team re-roll may be used for the same die (Core p.144)."""
    others = team_rerolls(game, use.player)
    if not others:
        return False
    offered = (NO, *others, *game.ruling(mascot_die))
    choice = await game.choose(RE_ROLL, use.player.side, offered, player=use.player.id, roll=MASCOT.key)
    if choice == NO:
        return False
    if choice != MASCOT.key:
        return await use_team_reroll(game, use.player, choice)
    spent = others[0]  # on its own die, and not on that of the player
    if len(others) > 1:
        spent = await game.choose(RE_ROLL, use.player.side, tuple(others), player=use.player.id, roll=MASCOT.key)
    return await use_team_reroll(game, use.player, spent) and _works(game, use)

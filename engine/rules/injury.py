"""Armour, injury, casualties and the apothecary (Core pp.66-68)."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from itertools import product
from operator import attrgetter

from engine.core.answers import YES_NO, Word
from engine.core.events import Roll
from engine.core.hooks import Query, Window, themselves
from engine.core.pitch import Square
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.events import Injured
from engine.rules.game import BloodBowl
from engine.rules.rolls import roll_table
from engine.rules.state import CASUALTY, KNOCKED_OUT, NOBODY, NOWHERE, RESERVES, STUNNED, Player

FIREBALL = "fireball"  # a cause that skills know
# Whom the apothecary treats: those who are there for this match only; what a spell made of a player; those who are
# Badly Hurt without a casualty roll, of which a second one could take the place.
treats_hired: Ruling[bool] = Ruling("apothecary-hired-players", {"everybody": True, "roster-players-only": False})
treats_frogs_for: Ruling[tuple[str, ...]] = Ruling(
    "apothecary-frog", {"never": (), "knocked-out-only": ("knocked-out",)}
)
treats_unrolled: Ruling[bool] = Ruling("apothecary-stunty-badly-hurt", {"reserves": True, "no-use": False})
# Whether somebody who is only Badly Hurt is patched up without a second casualty roll.
patched_at_once: Ruling[bool] = Ruling("apothecary-badly-hurt", {"at-once": True, "second-roll": False})

APOTHECARY: Question[bool] = Question("apothecary", YES_NO, "Does the apothecary treat {player}?")
CASUALTY_RESULT: Question[str] = Question("casualty", Word(other="a result"), "Which casualty does {player} take?")


@dataclass(slots=True)
class Hurt:
    """Armour and injury rolls of one player."""

    player: Player
    cause: str
    by: Player | None = None
    leaving: Square = NOWHERE
    able: bool = False  # `by` is heard whatever has become of it since
    unmodifiable: bool = False  # nobody adds to this armour roll
    fell: bool = False  # it was Knocked Down or Falls Over, and is not just attacked where it is
    armour: list[tuple[str, int]] = field(default_factory=list)
    counting: Collection[str] | None = None  # the only sources whose modifiers count; None: all of them
    injury: list[tuple[str, int]] = field(default_factory=list)
    armour_faces: tuple[int, int] = (0, 0)
    when_seen: "Callable[[BloodBowl, Hurt], Awaitable[None]] | None" = (
        None  # what is settled once the armour dice lie there
    )
    injury_faces: tuple[int, int] = (0, 0)
    broken: bool = False
    again: bool = False  # the armour roll is made once more
    voided: list[tuple[int, int]] = field(default_factory=list)  # armour dice that were rolled again
    result: str = ""
    pushed_by: Player | None = None  # whose block brought it into the crowd

    @property
    def armour_modifiers(self) -> list[tuple[str, int]]:
        """Without those that are there for nothing."""
        return [(source, value) for source, value in self.armour if self.counting is None or source in self.counting]

    @property
    def armour_total(self) -> int:
        return sum(self.armour_faces) + sum(value for _, value in self.armour_modifiers)

    @property
    def injury_total(self) -> int:
        return sum(self.injury_faces) + sum(value for _, value in self.injury)


ARMOUR_MODIFIERS: Query[Hurt, int] = Query("armour-modifiers")
NO_ARMOUR_MODIFIERS: Query[Hurt, Collection[str]] = Query("no-armour-modifiers")  # nothing counts but these sources
BREAKS_ARMOUR: Query[Hurt, bool] = Query("breaks-armour")  # whatever the AV
AFTER_ARMOUR: Window[Hurt] = Window("after-armour")  # modifiers and re-rolls once the dice are seen
ARMOUR_HELD: Window[Hurt] = Window("armour-held")  # who may roll again for armour that was not broken
INJURY_MODIFIERS: Query[Hurt, int] = Query("injury-modifiers")
INJURY_LIMITS: Query[Hurt, tuple[int, int]] = Query(
    "injury-limits", of=attrgetter("player")
)  # moves the last Stunned and the last Knocked-out
BADLY_HURT_ON: Query[Hurt, int] = Query(
    "badly-hurt-on", of=attrgetter("player")
)  # a total that is Badly Hurt without a casualty roll
AFTER_INJURY: Window[Hurt] = Window("after-injury")  # before the result is applied
BEFORE_CASUALTY: Window[Hurt] = Window("before-casualty")
CASUALTY_MODIFIERS: Query[Player, int] = Query("casualty-modifiers", of=themselves)
EARNS: Query[Hurt, int] = Query("earns")  # the players to whose credit a casualty is, besides those of blocks
AFTER_CASUALTY: Window[Hurt] = Window("after-casualty")
MEDICS: Query[Hurt, bool] = Query("medics")  # who else can be used like an apothecary


async def hurt(game: BloodBowl, roll: Hurt) -> None:
    """Armour, and injury if it is broken; rolled by the opposing coach."""
    _modify(game, roll)
    await _armour(game, roll)
    if not roll.broken:
        await game.open(ARMOUR_HELD, roll)
        if roll.again:
            roll.voided.append(roll.armour_faces)
            await _armour(game, roll)
    if roll.broken:
        await injure(game, roll)


def _modify(game: BloodBowl, roll: Hurt) -> None:
    if not roll.unmodifiable:
        roll.armour += game.collect(ARMOUR_MODIFIERS, roll)
    for _, sources in game.collect(NO_ARMOUR_MODIFIERS, roll):
        roll.unmodifiable, roll.counting = True, sources


def broken_odds(game: BloodBowl, roll: Hurt) -> float:
    """How likely an Armour Roll is to succeed, for whoever has to judge it beforehand."""
    _modify(game, roll)
    return sum(_would_be_broken(game, roll, faces) for faces in product(range(1, 7), range(1, 7))) / 36


def _would_be_broken(game: BloodBowl, roll: Hurt, faces: tuple[int, int]) -> bool:
    roll.armour_faces = faces
    judge_armour(game, roll)
    return roll.broken


async def _armour(game: BloodBowl, roll: Hurt) -> None:
    roll.armour_faces = (game.d(6), game.d(6))
    if roll.when_seen is not None:
        await roll.when_seen(game, roll)
    judge_armour(game, roll)
    await game.open(AFTER_ARMOUR, roll)
    _show(game, "armour", roll, roll.armour_faces, roll.armour_total, game.edition.armour_target(game, roll.player))


def judge_armour(game: BloodBowl, roll: Hurt) -> None:
    """Whether the dice as they lie, with what was added, break the armour."""
    roll.broken = _reaches_armour(game, roll, 0) or bool(game.collect(BREAKS_ARMOUR, roll))


def armour_target(game: BloodBowl, player: Player) -> int:
    """AV is the number itself (Core p.37)."""
    return game.value(player, "av")


def _reaches_armour(game: BloodBowl, roll: Hurt, more: int) -> bool:
    return roll.armour_total + more >= game.edition.armour_target(game, roll.player)


def add_to_armour(game: BloodBowl, roll: Hurt, source: str, value: int) -> None:
    roll.armour.append((source, value))
    judge_armour(game, roll)


def would_break(game: BloodBowl, roll: Hurt, value: int) -> bool:
    """Whether adding so much to an armour roll that has failed is allowed and enough."""
    return not roll.broken and not roll.unmodifiable and _reaches_armour(game, roll, value)


def add_to_injury(game: BloodBowl, roll: Hurt, source: str, value: int) -> None:
    roll.injury.append((source, value))
    roll.result = injury_result(game, roll)


def would_worsen(game: BloodBowl, roll: Hurt, value: int) -> bool:
    """Whether adding so much to an injury roll makes a difference."""
    return injury_result(game, roll, value) != injury_result(game, roll)


async def injure(game: BloodBowl, roll: Hurt) -> None:
    """The injury roll and what comes of it."""
    roll.injury += game.collect(INJURY_MODIFIERS, roll)
    roll.injury_faces = (game.d(6), game.d(6))
    roll.result = injury_result(game, roll)
    await game.open(AFTER_INJURY, roll)
    _show(game, "injury", roll, roll.injury_faces, roll.injury_total, None)
    await apply(game, roll)


def injury_result(game: BloodBowl, roll: Hurt, more: int = 0) -> str:
    """Stunned, Knocked-out or a casualty, unless skills move the limits of the table (Core p.66)."""
    limits = [change for _, change in game.collect(INJURY_LIMITS, roll)]
    table, total = game.edition.injuries, min(12, roll.injury_total + more)
    if total <= table.stunned + sum(stunned for stunned, _ in limits):
        return "stunned"
    if total <= table.knocked_out + sum(knocked_out for _, knocked_out in limits):
        return "knocked-out"
    return "badly-hurt" if any(total == number for _, number in game.collect(BADLY_HURT_ON, roll)) else "casualty"


def _show(game: BloodBowl, what: str, roll: Hurt, faces: tuple[int, int], total: int, target: int | None) -> None:
    dice = ((6, faces[0]), (6, faces[1]))
    modifiers = tuple(roll.armour_modifiers if what == "armour" else roll.injury)
    passed = None if target is None else roll.broken
    game.emit(Roll(what, roll.player.id, 1 - roll.player.side, dice, total, target, modifiers, passed))


async def _stunned(game: BloodBowl, roll: Hurt) -> None:
    if roll.cause == "crowd":
        game.take_off(roll.player, RESERVES)
    else:
        game.lay(roll.player, STUNNED)
    report(game, roll)


async def _knocked_out(game: BloodBowl, roll: Hurt) -> None:
    """The apothecary leaves the player Stunned, or in Reserves when the crowd did it (Core p.68)."""
    player = roll.player
    if await _uses_apothecary(game, roll):
        roll.result = "stunned"
        await _stunned(game, roll)
        return
    report(game, roll)
    game.take_off(player, KNOCKED_OUT)


async def suffer_casualty(game: BloodBowl, roll: Hurt) -> None:
    """Order: Regeneration and the like, the casualty roll, the apothecary, whatever raises the dead (Core p.67)."""
    if roll.player.former:
        roll.result = "badly-hurt"  # whatever it was turned into has no other casualties
    due = roll.result
    await game.open(BEFORE_CASUALTY, roll)
    if roll.result != due:
        return
    player = roll.player
    rolled = due == "casualty"  # and not Badly Hurt without a roll
    if rolled:
        roll.result = casualty_roll(game, player)
    if (rolled or game.ruling(treats_unrolled)) and await _uses_apothecary(game, roll):
        roll.result = await _second_opinion(game, roll, rolled)
        if roll.result == "badly-hurt":
            report(game, roll)
            game.take_off(player, RESERVES)
            return
    player.injury = roll.result
    player.hurt_by = roll.by.id if roll.by else NOBODY
    if roll.result == "lasting-injury":
        table = game.edition.lasting_injuries
        player.injury += f":{table.row(roll_table(game, table, 'lasting-injury', 1 - player.side, player=player))}"
    report(game, roll)
    game.take_off(player, CASUALTY)
    await game.open(AFTER_CASUALTY, roll)


def _credit(game: BloodBowl, roll: Hurt) -> tuple[int, ...]:
    """To whose credit a casualty is: whoever's block it was, and those of skills that count something else."""
    if roll.result in ("stunned", "knocked-out"):
        return ()
    earned = [id for _, id in game.collect(EARNS, roll)]
    if roll.cause == "block" and roll.by is not None and roll.by.side != roll.player.side:
        earned.append(roll.by.id)
    return tuple(earned)


def casualty_roll(game: BloodBowl, player: Player) -> str:
    table = game.edition.casualties
    rolled = roll_table(game, table, "casualty", 1 - player.side, player=player)
    total = rolled + player.niggling + sum(value for _, value in game.collect(CASUALTY_MODIFIERS, player))
    return table.row(total)


async def _uses_apothecary(game: BloodBowl, roll: Hurt) -> bool:
    team = game.team(roll.player.side)
    medics = [key for key, _ in game.collect(MEDICS, roll)]
    if not (team.apothecaries or medics) or not _treatable(game, roll):
        return False
    used = await game.choose(APOTHECARY, roll.player.side, (True, False), player=roll.player.id, result=roll.result)
    if used and team.apothecaries:
        team.apothecaries -= 1
    elif used:
        team.used_up.append(medics[0])
    return bool(used)


def _treatable(game: BloodBowl, roll: Hurt) -> bool:
    player = roll.player
    if player.former and roll.result not in game.ruling(treats_frogs_for):
        return False
    hired = player.journeyman or player.mercenary or player.rookie or player.spare
    return not hired or game.ruling(treats_hired)


async def _second_opinion(game: BloodBowl, roll: Hurt, rolled: bool) -> str:
    """A second casualty roll; the owner chooses. A player who is only Badly Hurt is patched up without one."""
    if roll.result == "badly-hurt" and (not rolled or game.ruling(patched_at_once)):
        return roll.result
    second = casualty_roll(game, roll.player)
    choices = tuple(dict.fromkeys((roll.result, second)))
    if len(choices) == 1:
        return roll.result
    return await game.choose(CASUALTY_RESULT, roll.player.side, choices, player=roll.player.id)


def report(game: BloodBowl, roll: Hurt) -> None:
    """What became of the player, and to whose credit."""
    game.emit(Injured(roll.player.id, roll.result, roll.cause, roll.by.id if roll.by else None, _credit(game, roll)))


async def apply(game: BloodBowl, roll: Hurt) -> None:
    """What the result of an injury roll does to the player."""
    if roll.result == "stunned":
        await _stunned(game, roll)
    elif roll.result == "knocked-out":
        await _knocked_out(game, roll)
    else:
        await game.edition.suffer_casualty(game, roll)


async def crowd(game: BloodBowl, player: Player, pushed_by: Player | None = None) -> None:
    """Off the pitch into the crowd: injury without armour (Core p.63)."""
    await injure(game, Hurt(player, "crowd", pushed_by=pushed_by))

"""Fouls, the referee, arguing and bribes (Core p.69)."""

from dataclasses import dataclass

from engine.core.hooks import Query, Window
from engine.rules.block import NEVER_ASSISTS
from engine.rules.events import Fouled
from engine.rules.game import BloodBowl
from engine.rules.injury import Hurt, drop, hurt
from engine.rules.rolls import roll_d
from engine.rules.state import PRONE, SENT_OFF, STUNNED, Player


@dataclass(slots=True)
class Foul:
    player: Player
    victim: Player
    roll: Hurt
    seen: bool = False


FOUL_ASSISTS: Query[tuple[Player, Player], bool] = Query("foul-assists")
AFTER_FOUL: Window[Foul] = Window("after-foul")  # before the referee looks


def victims(game: BloodBowl, player: Player) -> list[Player]:
    return [other for other in game.next_to(player, 1 - player.side) if other.status in (PRONE, STUNNED)]


def helpers(game: BloodBowl, mate: Player, against: Player, target: Player) -> list[Player]:
    """Team-mates who mark the opponent and are marked by nobody but the target of the foul."""
    return [
        helper
        for helper in game.markers(against.square, mate.side, but=mate)
        if not game.collect(NEVER_ASSISTS, helper)
        and (
            not game.markers(helper.square, 1 - mate.side, but=against)
            or game.collect(FOUL_ASSISTS, (helper, target))
        )
    ]


async def foul(game: BloodBowl, player: Player, victim: Player) -> None:
    """Steps: assists, armour, injury; a natural double on either roll sends the fouler off."""
    roll = Hurt(victim, "foul", player)
    for_it, against_it = helpers(game, player, victim, victim), helpers(game, victim, player, player)
    if for_it:
        # Offensive assists are optional and named before the roll; nobody would leave one out on purpose.
        roll.armour.append(("assists", len(for_it)))
    if against_it:
        roll.armour.append(("assists against", -len(against_it)))
    await hurt(game, roll)
    attempt = Foul(player, victim, roll, seen=_double(roll))
    await game.open(AFTER_FOUL, attempt)
    game.emit(Fouled(player.id, victim.id, attempt.seen))
    if attempt.seen:
        await send_off(game, player)


def _double(roll: Hurt) -> bool:
    one, other = roll.armour_faces, roll.injury_faces
    return one[0] == one[1] or (roll.broken and other[0] == other[1])


async def send_off(game: BloodBowl, player: Player, *, turnover: bool = True) -> None:
    """Order: argue, bribe, removal, turnover. A won argument keeps the player but not the turn (Core p.69)."""
    argued = await _argue(game, player)
    if not argued and await _bribe(game, player):
        return
    if turnover:
        game.turnover("sent off")
    if argued:
        return
    square = player.square
    game.take_off(player, SENT_OFF)
    if square >= 0:
        await drop(game, player, square)


async def _argue(game: BloodBowl, player: Player) -> bool:
    team = game.team(player.side)
    if team.coach_ejected or not await game.choose(player.side, "argue", (True, False), player=player.id):
        return False
    face = roll_d(game, 6, "argue", player.side, player)
    if face == 1:
        team.coach_ejected = True
    return face == 6


async def _bribe(game: BloodBowl, player: Player) -> bool:
    team = game.team(player.side)
    if not team.bribes or not await game.choose(player.side, "bribe", (True, False), player=player.id):
        return False
    team.bribes -= 1
    return roll_d(game, 6, "bribe", player.side, player) >= 2

"""Fouls, the referee, arguing and bribes (Core p.69)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from operator import itemgetter

from engine.core.answers import NUMBER, YES_NO
from engine.core.hooks import Query, Window
from engine.core.pitch import Square
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.contest import fouls_too
from engine.rules.events import Fouled
from engine.rules.falling import drop
from engine.rules.game import BloodBowl
from engine.rules.injury import Hurt, hurt
from engine.rules.rolls import roll_d
from engine.rules.state import CASUALTY, PRONE, SENT_OFF, STANDING, STUNNED, Player


@dataclass(slots=True)
class Foul:
    player: Player
    victim: Player
    roll: Hurt
    called_off: bool = False
    seen: bool = False


Faces = list[tuple[int, int]]
old_dice: Ruling[Callable[[Hurt], Faces]] = Ruling(
    "rerolled-dice-forgotten", {"forgotten": lambda roll: [], "remembered": lambda roll: roll.voided}
)
rerolled_counts: Ruling[Callable[[BloodBowl, Hurt], Faces]] = Ruling(
    "lone-fouler-rerolled-double",
    {"stands": lambda game, roll: roll.voided, "replaced": lambda game, roll: game.ruling(old_dice)(roll)},
)
# What becomes of the ball of a carrier who has to go, in the square it leaves.
ball_left_behind: Ruling[Callable[[BloodBowl, Player, Square], Awaitable[None]]] = Ruling(
    "sent-off-carrier-ball", {"bounces": drop}
)
bribes_at_once: Ruling[int] = Ruling("several-bribes", {"one": 1, "as-many-as-there-are": 99})
# Several reasons for the referee to listen: together, or the best of them.
argues_with: Ruling[Callable[[list[int]], int]] = Ruling(
    "argue-bonuses", {"added-up": sum, "best-only": lambda bonuses: max(bonuses, default=0)}
)
assists_named: Ruling[Callable[[BloodBowl, Foul], Awaitable[None]]] = Ruling("foul-assists-moment")

NUMBER_OF_ASSISTS: Question[int] = Question("foul-assists", NUMBER, "How many players assist the foul by {player}?")
ARGUE: Question[bool] = Question("argue", YES_NO, "Does the coach argue the call against {player}?")
BRIBE: Question[bool] = Question("bribe", YES_NO, "Is the referee bribed to let {player} stay?")


@dataclass(slots=True)
class Argument:
    """A coach's words with the referee."""

    player: Player
    face: int


ASSISTS, ASSISTS_AGAINST = "assists", "assists against"
FOUL_ASSISTS: Query[tuple[Player, Player], bool] = Query("foul-assists", of=itemgetter(0))
LIKES_FEWER: Query[Player, bool] = Query("likes-fewer-assists")  # foulers who may gain from leaving assists out
BEFORE_FOUL: Window[Foul] = Window("before-foul")  # before assists are named
AFTER_FOUL: Window[Foul] = Window("after-foul")  # before the referee looks
ARGUED: Window[Argument] = Window("argued")  # the die has been seen
ARGUES_BETTER: Query[Player, int] = Query("argues-better")


def victims(game: BloodBowl, player: Player) -> list[Player]:
    return [other for other in game.next_to(player, 1 - player.side) if other.status in (PRONE, STUNNED)]


def helpers(game: BloodBowl, mate: Player, against: Player, target: Player) -> list[Player]:
    """Team-mates who mark the opponent and are marked by nobody but the target of the foul."""
    return [
        helper
        for helper in game.markers(against.square, mate.side, but=mate)
        if not (helper.no_assists and game.ruling(fouls_too))
        and (
            not game.markers(helper.square, 1 - mate.side, but=against) or game.collect(FOUL_ASSISTS, (helper, target))
        )
    ]


async def foul(game: BloodBowl, player: Player, victim: Player) -> None:
    """Steps: assists, armour, injury; what the referee sees sends the fouler off."""
    roll = Hurt(victim, "foul", player)
    attempt = Foul(player, victim, roll)
    await game.open(BEFORE_FOUL, attempt)
    if attempt.called_off or game.interrupted() or player.status != STANDING:
        return
    await game.ruling(assists_named)(game, attempt)
    against_it = len(helpers(game, victim, player, player))
    if against_it:
        roll.armour.append((ASSISTS_AGAINST, -against_it))
    await hurt(game, roll)
    attempt.seen = game.edition.referee_sees(game, attempt)
    await game.open(AFTER_FOUL, attempt)
    game.emit(Fouled(player.id, victim.id, attempt.seen))
    if attempt.seen and player.status != CASUALTY:  # it may have hurt itself
        await send_off(game, player)


@assists_named.choice("before-the-roll")
async def _named_first(game: BloodBowl, attempt: Foul) -> None:
    number = await _offered(game, attempt)
    if number:
        attempt.roll.armour.append((ASSISTS, number))


@assists_named.choice("after-the-roll")
async def _named_last(game: BloodBowl, attempt: Foul) -> None:
    async def with_dice(game: BloodBowl, roll: Hurt) -> None:
        roll.when_seen = None  # and so they stay if the roll is made again
        await _named_first(game, attempt)

    attempt.roll.when_seen = with_dice


async def _offered(game: BloodBowl, attempt: Foul) -> int:
    """Offensive assists are optional; asked only where leaving one out can be of use."""
    player, victim = attempt.player, attempt.victim
    number = len(helpers(game, player, victim, victim))
    if not number or not game.collect(LIKES_FEWER, player):
        return number
    seen = {"faces": attempt.roll.armour_faces} if any(attempt.roll.armour_faces) else {}
    return await game.choose(NUMBER_OF_ASSISTS, player.side, tuple(range(number, -1, -1)), player=player.id, **seen)


def sees_doubles(game: BloodBowl, attempt: Foul) -> bool:
    """A natural double on the armour roll, the injury roll, or dice that were rolled again and still count."""
    roll, rerolled = attempt.roll, game.ruling(rerolled_counts)(game, attempt.roll)
    rolled = [*rerolled, roll.armour_faces, *([roll.injury_faces] if roll.broken else [])]
    return any(one == other for one, other in rolled)


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
        await game.ruling(ball_left_behind)(game, player, square)


@ball_left_behind.choice("rests")
async def _stays_there(game: BloodBowl, player: Player, square: Square) -> None:
    if game.has_ball(player):
        game.rest_ball(square)


async def _argue(game: BloodBowl, player: Player) -> bool:
    team = game.team(player.side)
    if team.coach_ejected or not await game.choose(ARGUE, player.side, (True, False), player=player.id):
        return False
    argument = Argument(player, roll_d(game, 6, "argue", player.side, player))
    await game.open(ARGUED, argument)
    if argument.face == 1:
        team.coach_ejected = True
        return False
    bonuses = [value for _, value in game.collect(ARGUES_BETTER, player)]
    return argument.face + game.ruling(argues_with)(bonuses) >= 6


async def _bribe(game: BloodBowl, player: Player) -> bool:
    team = game.team(player.side)
    for _ in range(min(team.bribes, game.ruling(bribes_at_once))):
        if not await game.choose(BRIBE, player.side, (True, False), player=player.id):
            return False
        team.bribes -= 1
        if roll_d(game, 6, "bribe", player.side, player) >= 2:
            return True
    return False

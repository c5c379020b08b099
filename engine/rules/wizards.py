"""The Sports-Wizard and its spells (Core p.149)."""

from typing import Any

from engine.core.events import Roll
from engine.core.hooks import Skill
from engine.core.pitch import squares_of
from engine.rules import ball
from engine.rules.events import Hired
from engine.rules.falling import Fall, drop, knocked_down
from engine.rules.game import BloodBowl
from engine.rules.injury import Hurt, hurt
from engine.rules.match import END_OF_DRIVE
from engine.rules.rolls import roll_d
from engine.rules.state import PRONE, STANDING, STUNNED, Player, SkillValue, Team
from engine.rules.turn import BETWEEN_TURNS

FIREBALL, ZAP, NO = "fireball", "zap", "no"
HIT_ON = 4
STATS: dict[str, Any] = {"ma": 5, "st": 1, "ag": 2, "pa": 0, "av": 5}
KEYWORDS = ("frog", "special")
SKILLS: dict[str, SkillValue] = dict.fromkeys(("dodge", "leap", "no-ball", "stunty", "titchy", "very-long-legs"))

sports_wizard = Skill("sports-wizard", "inducement", "Core p.149")


@sports_wizard.at(BETWEEN_TURNS)
async def casts(game: BloodBowl, me: Team, side: int) -> None:
    """One spell a game, at the end of any turn."""
    if side != me.side or sports_wizard.key in me.used_up:
        return
    targets = [player for each in (0, 1) for player in game.players(each) if not player.former]
    spells = (NO, FIREBALL, ZAP) if targets else (NO, FIREBALL)
    spell = await game.choose(side, "spell", spells)
    if spell == NO:
        return
    me.used_up.append(sports_wizard.key)
    game.emit(Hired(side, spell))
    await (_fireball(game, side) if spell == FIREBALL else _zap(game, side, targets))


async def _fireball(game: BloodBowl, side: int) -> None:
    """Whoever is in the square or next to it is hit on 4+; who lies there already has an armour roll all the same."""
    centre = await game.choose(side, FIREBALL, tuple(squares_of(game.pitch.everywhere)))
    area = game.pitch.neighbours(centre) | 1 << centre
    near = [player for each in (0, 1) for player in game.players(each) if area >> player.square & 1]
    for player in near:
        if player.has_square and roll_d(game, 6, FIREBALL, side, player) >= HIT_ON:
            await _burns(game, player)


async def _burns(game: BloodBowl, player: Player) -> None:
    square = player.square
    if player.status == STANDING:
        await knocked_down(game, Fall(player, FIREBALL, armour=1))
    elif player.status in (PRONE, STUNNED):
        await hurt(game, Hurt(player, FIREBALL, armour=[(FIREBALL, 1)]))
    await drop(game, player, square)


async def _zap(game: BloodBowl, side: int, targets: list[Player]) -> None:
    """At least the player's ST, a 6 always and a 1 never: a Frog until the end of the drive."""
    id = await game.choose(side, ZAP, tuple(player.id for player in targets))
    player = game.state.players[id]
    face, strength = game.d(6), game.value(player, "st")
    hit = face == 6 or (face != 1 and face >= strength)
    game.emit(Roll(ZAP, player.id, side, ((6, face),), face, strength, passed=hit))
    if not hit:
        return
    player.former = {name: getattr(player, name) for name in (*STATS, "skills", "keywords")}
    _becomes(game, player, STATS | {"skills": dict(SKILLS), "keywords": KEYWORDS})
    if game.has_ball(player):
        await ball.bounce(game, ball.Flight("loose", player.square))


def _becomes(game: BloodBowl, player: Player, figures: dict[str, Any]) -> None:
    for name, value in figures.items():
        setattr(player, name, value)
    player.keywords = tuple(player.keywords)
    game.listen()
    game.changed()


@sports_wizard.at(END_OF_DRIVE)
async def wears_off(game: BloodBowl, me: Team, kicking: int) -> None:
    for player in game.state.players:
        if player.former:
            former, player.former = player.former, {}
            _becomes(game, player, former)


WIZARDS = (sports_wizard,)

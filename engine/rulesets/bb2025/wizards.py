"""The Sports-Wizard and its spells (Core p.149)."""

from dataclasses import dataclass
from typing import Any

from engine.core.answers import PLAYER, SQUARE, Word
from engine.core.events import Roll
from engine.core.hooks import Skill
from engine.core.pitch import Square, squares_of
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.events import Hired, SpentReroll
from engine.rules.falling import Fall, drop, knocked_down
from engine.rules.game import BloodBowl
from engine.rules.injury import FIREBALL, Hurt, hurt
from engine.rules.match import END_OF_DRIVE
from engine.rules.rolls import AFTER_TEAM_REROLL, NO, RE_ROLL, TeamReroll, kinds, roll_d, source_of
from engine.rules.state import (
    CASUALTY,
    KNOCKED_OUT,
    NOBODY,
    PRONE,
    RESERVES,
    STANDING,
    STUNNED,
    Player,
    SkillValue,
    Team,
)
from engine.rules.turn import BETWEEN_TURNS, Interval
from engine.rulesets.bb2025.mascot import MASCOT, WORKS_ON

team_rerolls: Ruling[bool] = Ruling("wizard-team-rerolls", {"refused": False, "allowed": True})

ZAP = "zap"
SPELL: Question[str] = Question("spell", Word(NO, FIREBALL, ZAP), "Which spell does the wizard cast?")
FIREBALL_AT: Question[Square] = Question("fireball", SQUARE, "Where does the fireball land?")
ZAP_TARGET: Question[int] = Question("zap", PLAYER, "Who is zapped?")
HIT_ON = 4
STATS: dict[str, Any] = {"ma": 5, "st": 1, "ag": 2, "pa": 0, "av": 5}
KEYWORDS = ("frog", "special")
SKILLS: dict[str, SkillValue] = dict.fromkeys(("dodge", "leap", "no-ball", "stunty", "titchy", "very-long-legs"))


@dataclass(slots=True)
class Spell:
    """A spell that is cast at a player, and what its die has to show."""

    key: str
    player: Player
    target: int


sports_wizard = Skill("sports-wizard", "Core p.149")


@sports_wizard.at(BETWEEN_TURNS)
async def casts(game: BloodBowl, me: Team, moment: Interval) -> None:
    """One spell a game, at the end of any turn."""
    side = me.side
    if moment.coach != side or sports_wizard.key in me.used_up:
        return
    targets = [player for each in (0, 1) for player in game.players(each) if not player.former]
    spells = (NO, FIREBALL, ZAP) if targets else (NO, FIREBALL)
    spell = await game.choose(SPELL, side, spells)
    if spell == NO:
        return
    me.used_up.append(sports_wizard.key)
    game.emit(Hired(side, spell))
    again = moment.ended == side and game.ruling(team_rerolls)
    await (_fireball(game, me, again) if spell == FIREBALL else _zap(game, me, targets, again))


async def _fireball(game: BloodBowl, me: Team, again: bool) -> None:
    """Whoever is in the square or next to it is hit on 4+; who lies there already has an armour roll all the same."""
    centre = await game.choose(FIREBALL_AT, me.side, tuple(squares_of(game.pitch.everywhere)))
    area = game.pitch.neighbours(centre) | 1 << centre
    near = [player for each in (0, 1) for player in game.players(each) if area >> player.square & 1]
    for player in near:
        if player.has_square and await _hits(game, me, Spell(FIREBALL, player, HIT_ON), again):
            await _burns(game, player)


async def _hits(game: BloodBowl, me: Team, spell: Spell, again: bool) -> bool:
    """The die, and a team re-roll for it where those are allowed and it went amiss."""
    hit = _roll(game, me, spell)
    amiss = hit == (spell.player.side == me.side)
    return _roll(game, me, spell) if again and amiss and await _rerolls(game, me, spell) else hit


def _roll(game: BloodBowl, me: Team, spell: Spell) -> bool:
    """A 6 always hits and a 1 never."""
    face = game.d(6)
    hit = face == 6 or (face != 1 and face >= spell.target)
    game.emit(Roll(spell.key, spell.player.id, me.side, ((6, face),), face, spell.target, passed=hit))
    return hit


async def _rerolls(game: BloodBowl, me: Team, spell: Spell) -> bool:
    """The dice are no player's, so no Loner stands in the way; a mascot is rolled for, and a captain may save it."""
    offered = kinds(game, me.side)
    if not offered:
        return False
    picked = await game.choose(RE_ROLL, me.side, (NO, *offered), player=spell.player.id, roll=spell.key)
    if picked == NO:
        return False
    source = source_of(game, me.side, picked)
    me.rerolls[source] -= 1
    game.emit(SpentReroll(me.side, source))
    if source == MASCOT.key and roll_d(game, 6, MASCOT.key, me.side) < WORKS_ON:
        return await _rerolls(game, me, spell)
    anybody = next(player for player in game.state.players if player.side == me.side)
    await game.open(AFTER_TEAM_REROLL, TeamReroll(anybody, source))
    return True


async def _burns(game: BloodBowl, player: Player) -> None:
    square = player.square
    if player.status == STANDING:
        await knocked_down(game, Fall(player, FIREBALL, armour=1))
    elif player.status in (PRONE, STUNNED):
        await hurt(game, Hurt(player, FIREBALL, armour=[(FIREBALL, 1)]))
    await drop(game, player, square)


async def _zap(game: BloodBowl, me: Team, targets: list[Player], again: bool) -> None:
    """At least the player's ST, a 6 always and a 1 never: a Frog until the end of the drive."""
    id = await game.choose(ZAP_TARGET, me.side, tuple(player.id for player in targets))
    player = game.state.players[id]
    if not await _hits(game, me, Spell(ZAP, player, game.value(player, "st")), again):
        return
    player.former = {name: getattr(player, name) for name in (*STATS, "skills", "keywords")}
    _becomes(game, player, STATS | {"skills": SKILLS | player.given, "keywords": KEYWORDS})  # prayers stay with it
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
    """Whatever happened to the Frog, the player is back in Reserves, unharmed; only the referee forgives nothing."""
    for player in game.state.players:
        if player.former:
            former, player.former = player.former, {}
            _becomes(game, player, former)
            if player.status in (KNOCKED_OUT, CASUALTY):
                player.injury, player.hurt_by = "", NOBODY
                game.take_off(player, RESERVES)


WIZARDS = (sports_wizard,)

"""Traits of those who throw and those who are thrown."""

from collections.abc import Callable

from engine.core.answers import Word
from engine.core.hooks import Skill
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.actions import Action, always
from engine.rules.activation import MORE_ACTIONS
from engine.rules.game import BloodBowl
from engine.rules.rolls import NO, REROLLS, Die, Test, roll_die
from engine.rules.state import Player
from engine.rules.teammates import BEFORE_SCATTER, THROWABLE, Hurl, glide, hurl_action

closed_dice: Ruling[bool] = Ruling("swoop-dice-rerolls", {"open": False, "closed": True})
may_face: Ruling[ball.Facings] = Ruling(
    "swoop-facing-off-the-pitch", {"refused": ball.facing_inwards, "allowed": ball.any_facing}
)
far: Ruling[Callable[[int], int]] = Ruling(
    "swoop-distance", {"d6": lambda face: face, "d3": lambda face: (face + 1) // 2}
)

SWOOP_WAY: Question[str] = Question("swoop", Word(NO, *ball.FACING), "Which way does {player} swoop?")

right_stuff = Skill("right-stuff", "Core pp.123-138")


@right_stuff.answers(THROWABLE)
def can_be_thrown(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True


throw_team_mate = Skill("throw-team-mate", "Core p.137", active=True)
THROW_TEAM_MATE = Action(throw_team_mate.key, hurl_action, always, once=True, moves=False)


@throw_team_mate.answers(MORE_ACTIONS)
def may_throw(game: BloodBowl, me: Player, player: Player) -> Action | None:
    return THROW_TEAM_MATE


swoop = Skill("swoop", "Core pp.123-138", active=True)


@swoop.at(BEFORE_SCATTER)
async def glides(game: BloodBowl, me: Player, throw: Hurl) -> None:
    """Instead of scattering: a direction of the throw-in template, and so many squares."""
    if throw.mate is not me or throw.guided_by:
        return
    ways = game.ruling(may_face)(game, throw.square)
    way = await game.choose(SWOOP_WAY, me.side, (NO, *ways), player=me.id)
    if way == NO:
        return
    throw.guided_by = swoop.key
    step = ball.THROW_IN[ball.FACING[way]][(await _die(game, me, "swoop direction") - 1) // 2]
    glide(game, throw, step, game.ruling(far)(await _die(game, me, "swoop distance")))


async def _die(game: BloodBowl, me: Player, what: str) -> int:
    return await roll_die(game, Die(what, me, closed=game.ruling(closed_dice)))


@swoop.answers(REROLLS)
def lands_with_wings(game: BloodBowl, me: Player, test: Test) -> bool | None:
    """Having swooped, it may re-roll its landing."""
    throw = test.part_of
    swooped = isinstance(throw, Hurl) and throw.guided_by == swoop.key
    return True if test.kind == "landing" and test.player is me and swooped else None


SKILLS = (right_stuff, throw_team_mate, swoop)

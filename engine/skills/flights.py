"""Traits of those who throw and those who are thrown."""

from engine.core.hooks import Skill
from engine.rules import ball
from engine.rules.actions import Action, always
from engine.rules.activation import MORE_ACTIONS
from engine.rules.game import BloodBowl
from engine.rules.rolls import NO, REROLLS, TEAM, Test, may_use_team_reroll, roll_d, use_team_reroll
from engine.rules.state import Player
from engine.rules.teammates import BEFORE_SCATTER, THROWABLE, Hurl, glide, hurl_action

right_stuff = Skill("right-stuff", "trait", "Core pp.123-138")


@right_stuff.answers(THROWABLE)
def can_be_thrown(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if player is me else None


throw_team_mate = Skill("throw-team-mate", "trait", "Core p.137", active=True)
THROW_TEAM_MATE = Action(throw_team_mate.key, hurl_action, always, once=True, moves=False)


@throw_team_mate.answers(MORE_ACTIONS)
def may_throw(game: BloodBowl, me: Player, player: Player) -> Action | None:
    return THROW_TEAM_MATE if player is me else None


swoop = Skill("swoop", "trait", "Core pp.123-138", active=True)


@swoop.at(BEFORE_SCATTER)
async def glides(game: BloodBowl, me: Player, throw: Hurl) -> None:
    """Instead of scattering: a direction of the throw-in template and D6 squares."""
    if throw.mate is not me or not throw.scatters:
        return
    straight = {way: ball.THROW_IN[edge][1] for way, edge in ball.FACING.items()}
    ways = [way for way, step in straight.items() if game.pitch.on(game.pitch.step(throw.square, step))]
    way = await game.choose(me.side, swoop.key, (NO, *ways), player=me.id)
    if way == NO:
        return
    throw.scatters = False
    throw.steered = True
    step = ball.THROW_IN[ball.FACING[way]][(await _die(game, me, "swoop direction") - 1) // 2]
    glide(game, throw, step, await _die(game, me, "swoop distance"))


async def _die(game: BloodBowl, me: Player, what: str) -> int:
    """A die of the flight, open to a team re-roll."""
    face = roll_d(game, 6, what, me.side, me)
    if may_use_team_reroll(game, me):
        choice = await game.choose(me.side, "re-roll", (NO, TEAM), player=me.id, roll=what)
        if choice == TEAM and await use_team_reroll(game, me):
            face = roll_d(game, 6, what, me.side, me)
    return face


@swoop.answers(REROLLS)
def lands_with_wings(game: BloodBowl, me: Player, test: Test) -> bool | None:
    """Having swooped, it may re-roll its landing."""
    throw = test.part_of
    swooped = isinstance(throw, Hurl) and throw.steered
    return True if test.kind == "landing" and test.player is me and swooped else None


SKILLS = (right_stuff, throw_team_mate, swoop)

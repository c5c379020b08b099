"""Strength skills of those who push, and of those who will not be pushed."""

from engine.core.answers import YES_NO
from engine.core.hooks import Skill
from engine.core.pitch import squares_of
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.block import BEFORE_CHOICE
from engine.rules.chain import Chain, Push, closed
from engine.rules.contest import Block
from engine.rules.game import BloodBowl
from engine.rules.push import BEFORE_PUSH, RESIST
from engine.rules.state import Player

CONVERT: Question[bool] = Question("convert", YES_NO, "Does {player} turn Both Down into Push Back?")
# Whether what a skill takes away from the target of a block is taken from opponents further back in the chain too.
juggernaut_reaches: Ruling[bool] = Ruling("juggernaut-chain-stand-firm", {"whole-chain": True, "target-only": False})
grab_reaches: Ruling[bool] = Ruling("grab-chain-sidestep", {"whole-chain": True, "target-only": False})
grips_in_a_blitz: Ruling[bool] = Ruling("grab-blitz-sidestep", {"no-effect": False, "cancels-sidestep": True})

BOTH_DOWN, PUSH_BACK = 2, 3  # faces of the block die

grab = Skill("grab", "Core p.128", active=True)


def _grabs(game: BloodBowl, me: Player, link: Push) -> bool:
    return link.chain.blocker is me and game.can_use(me)


@grab.at(BEFORE_PUSH)
async def picks_the_square(game: BloodBowl, me: Player, link: Push) -> None:
    """In a Block Action the target goes to any free square next to it."""
    if not link.first or not _grabs(game, me, link) or link.blitz or link.stands:
        return
    around = squares_of(game.pitch.neighbours(link.start))
    free = tuple(square for square in around if game.free(square) and square not in closed(link))
    # With a free square behind the target, Grab only adds to the choice; otherwise it averts a chain or the crowd.
    if free and (any(game.free(square) for square in link.squares) or await game.uses(grab, me)):
        link.squares = free


@grab.cancels("sidestep")
def holds_on(game: BloodBowl, me: Player, context: object) -> bool:
    """The target cannot sidestep, whoever picks the square."""
    if not isinstance(context, Push) or not _grabs(game, me, context):
        return False
    if context.blitz and not game.ruling(grips_in_a_blitz):
        return False
    return context.first or (context.player.side != me.side and game.ruling(grab_reaches))


stand_firm = Skill("stand-firm", "Core p.136", active=True)


@stand_firm.at(RESIST)
async def stays(game: BloodBowl, me: Player, link: Push) -> None:
    """Not pushed, as the target or as a link of the chain, if its coach likes."""
    if link.player is me and not link.stands and await game.uses(stand_firm, me):
        link.stands = True


juggernaut = Skill("juggernaut", "Core p.129", active=True)


@juggernaut.at(BEFORE_CHOICE)
async def rolls_over(game: BloodBowl, me: Player, contest: Block) -> None:
    """If used, nobody resists in its Blitz, nor wrestles, and a Both Down may be treated as a Push Back."""
    if contest.blocker is not me or not contest.blitz:
        return
    choice = BOTH_DOWN in contest.pool.faces
    resists = any(key in contest.target.skills for key in ("fend", "stand-firm"))
    contest.chain.unstoppable = not (choice or resists) or await game.uses(juggernaut, me)
    if choice and contest.chain.unstoppable and await game.choose(CONVERT, me.side, (True, False), player=me.id):
        contest.pool.faces = tuple(PUSH_BACK if face == BOTH_DOWN else face for face in contest.pool.faces)


@juggernaut.cancels(stand_firm)
def moves_the_immovable(game: BloodBowl, me: Player, context: object) -> bool:
    """For opponents of the blitzer only."""
    if not isinstance(context, Push) or context.chain.blocker is not me or not context.chain.unstoppable:
        return False
    return context.player.side != me.side and (context.first or game.ruling(juggernaut_reaches))


@juggernaut.cancels("fend")
def is_not_fended_off(game: BloodBowl, me: Player, context: object) -> bool:
    return isinstance(context, Chain) and context.blocker is me and context.unstoppable


SKILLS = (grab, stand_firm, juggernaut)

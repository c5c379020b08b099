"""General skills."""

from engine.core.hooks import Skill
from engine.rules.block import AFTER_CHOICE, Block
from engine.rules.game import BloodBowl
from engine.rules.rolls import Test
from engine.rules.state import Player
from engine.skills.agility import dodge

block = Skill("block", "general", "Core p.123", active=True)


@block.at(AFTER_CHOICE)
async def keeps_its_feet(game: BloodBowl, me: Player, contest: Block) -> None:
    """On Both Down the owner stays up, if its coach likes."""
    if contest.result == "both-down" and me in (contest.blocker, contest.target) and await game.uses(block, me):
        contest.unharmed.append(me)


tackle = Skill("tackle", "general", "Core p.137", active=True)


@tackle.cancels(dodge)
def against_whom_it_marks(game: BloodBowl, me: Player, context: object) -> bool:
    """No Dodge re-roll out of its tackle zone, and no slipping of its Stumbles."""
    if isinstance(context, Test):
        rival = context.player.side != me.side
        return rival and bool(game.pitch.neighbours(me.square) >> max(context.leaving, 0) & 1) and game.has_zone(me)
    return isinstance(context, Block) and context.blocker is me


SKILLS = (block, tackle)

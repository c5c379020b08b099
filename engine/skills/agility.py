"""Agility skills."""

from engine.core.hooks import Skill
from engine.rules.block import AFTER_CHOICE, Block
from engine.rules.game import BloodBowl
from engine.rules.injury import placed_prone
from engine.rules.rolls import AFTER_TEST, REROLLS, Test
from engine.rules.state import Player

dodge = Skill("dodge", "agility", "Core p.127", active=True)


@dodge.answers(REROLLS)
def once_a_turn(game: BloodBowl, me: Player, test: Test) -> bool | None:
    """Re-roll one Dodge a turn."""
    return True if test.kind == "dodge" and test.player is me and dodge.key not in me.spent else None


@dodge.at(AFTER_CHOICE)
async def slips_a_stumble(game: BloodBowl, me: Player, block: Block) -> None:
    """A Stumble becomes a Push Back, if the coach likes."""
    if block.result == "stumble" and block.target is me and await game.uses(dodge, me):
        block.result = "push-back"


diving_tackle = Skill("diving-tackle", "agility", "Core p.127", active=True)


@diving_tackle.at(AFTER_TEST)
async def brings_them_down(game: BloodBowl, me: Player, test: Test) -> None:
    """After all re-rolls: -2 on a Dodge or jump out of my tackle zone, and I lie in the square they left."""
    escapes = test.kind in ("dodge", "jump") and test.passed and test.player.side != me.side
    vacated = test.leaving != test.player.square and game.free(test.leaving)
    in_reach = bool(game.pitch.neighbours(me.square) >> max(test.leaving, 0) & 1) and game.has_zone(me)
    if escapes and vacated and in_reach and test.face != 6 and await game.uses(diving_tackle, me):
        game.shift(me, test.leaving)
        test.modifiers.append((diving_tackle.key, -2))
        await placed_prone(game, me)


SKILLS = (dodge, diving_tackle)

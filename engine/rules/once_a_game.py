"""What a team can use once a game: staff and special rules."""

from engine.core.answers import YES_NO
from engine.core.hooks import Skill
from engine.core.questions import Question
from engine.rules.events import Hired
from engine.rules.game import BloodBowl
from engine.rules.state import Player, Team

USE_INDUCEMENT: Question[bool] = Question("use-inducement", YES_NO, "Is {inducement} used now?")


async def uses(game: BloodBowl, me: Team, inducement: Skill) -> bool:
    """Ask whether something that works once a game is used now."""
    if inducement.key in me.used_up:
        return False
    if not await game.choose(USE_INDUCEMENT, me.side, (True, False), inducement=inducement.key):
        return False
    use_up(game, me, inducement.key)
    return True


def use_up(game: BloodBowl, me: Team, key: str, player: Player | None = None) -> None:
    me.used_up.append(key)
    game.emit(Hired(me.side, key, player.id if player else None))

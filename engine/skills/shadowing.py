"""Shadowing: whoever gets away is followed, and the moments at which that may happen (Core p.135)."""

from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules import ball
from engine.rules.game import BloodBowl
from engine.rules.movement import AFTER_STEP, ARRIVED, DODGE_FAILED, LEFT_SQUARE, ROOTED, Stride
from engine.rules.rolls import Test, roll_test
from engine.rules.state import Player
from engine.rules.trapdoor import PLACED, Placed

BEFORE_ROLLS, ON_FAILURE = "before the dice for a square", "about to fall there"
ON_ARRIVAL, AT_THE_END = "before a pick-up", "after it"
shadows_first: Ruling[bool] = Ruling("shadowing-timing", {"before-rolls": True, "after-dodge": False})
shadows_when: Ruling[str] = Ruling("shadowing-and-pick-up", {"after-pick-up": AT_THE_END, "before-pick-up": ON_ARRIVAL})
shadows_fallen: Ruling[tuple[str, ...]] = Ruling(
    "shadowing-failed-dodge", {"successful-only": (), "any-dodge": (ON_FAILURE,)}
)
shadow_counts: Ruling[int] = Ruling("shadowing-no-extra-modifier", {"not-counted": 0, "counted": 1})
shadows_onto_trapdoor: Ruling[Placed] = Ruling("trapdoor-shadowing", PLACED)

shadowing = Skill("shadowing", "Core p.135", active=True)


@shadowing.at(LEFT_SQUARE)
async def follows_at_once(game: BloodBowl, me: Player, stride: Stride) -> None:
    await _follows(game, me, stride, BEFORE_ROLLS)


@shadowing.at(DODGE_FAILED)
async def follows_a_fall(game: BloodBowl, me: Player, stride: Stride) -> None:
    await _follows(game, me, stride, ON_FAILURE)


@shadowing.at(ARRIVED)
async def follows_before_a_pick_up(game: BloodBowl, me: Player, stride: Stride) -> None:
    await _follows(game, me, stride, ON_ARRIVAL)


@shadowing.at(AFTER_STEP)
async def follows_a_dodge(game: BloodBowl, me: Player, stride: Stride) -> None:
    await _follows(game, me, stride, AT_THE_END)


def _moments(game: BloodBowl) -> tuple[str, ...]:
    """When it may follow."""
    if game.ruling(shadows_first):
        return (BEFORE_ROLLS,)
    return (game.ruling(shadows_when), *game.ruling(shadows_fallen))


async def _follows(game: BloodBowl, me: Player, stride: Stride, moment: str) -> None:
    """On a 4+ into the square an opponent dodged out of; one player a dodge, as many rolls a turn as its MA."""
    if not stride.dodged or stride.player.side == me.side or game.interrupted():
        return
    if shadowing.key in stride.tried or moment not in _moments(game):
        return
    in_reach = game.pitch.apart(me.square, stride.leaving) == 1 and game.has_zone(me)
    tried = sum(used.startswith(shadowing.key) for used in me.spent)
    if not in_reach or not game.free(stride.leaving) or game.collect(ROOTED, me) or tried >= game.value(me, "ma"):
        return
    if not await game.uses(shadowing, me):
        return
    stride.tried.add(shadowing.key)
    me.spent.add(f"{shadowing.key} {tried + 1}")
    if await roll_test(game, Test(shadowing.key, me, 4)):
        marked_already = game.pitch.apart(me.square, stride.entering) == 1
        await ball.placed(game, me, stride.leaving)
        ball.check_touchdown(game, me)
        if not marked_already:
            stride.joined += game.ruling(shadow_counts)
        await game.ruling(shadows_onto_trapdoor)(game, me)


SKILLS = (shadowing,)

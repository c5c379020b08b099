"""The Team Captain: always set up, and a chance to keep a team re-roll (Core p.155)."""

from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules.game import BloodBowl
from engine.rules.rolls import (
    AFTER_TEAM_REROLL,
    DIE_REROLLS,
    NO,
    RE_ROLL,
    Die,
    RerollSource,
    TeamReroll,
    roll_luck,
    use_skill_reroll,
)
from engine.rules.setup import MUST_PLAY
from engine.rules.state import Player
from engine.rules.teams.sheet import PRO
from engine.rulesets.bb2025.mascot import MASCOT

KEPT_ON = 6
PROVEN_MASCOT = RerollSource("proven-mascot")

# Whether the captain rolls for a team re-roll, given whether it worked.
saves: Ruling[tuple[bool, ...]] = Ruling("captain-saves-loner-loss", {"saveable": (True, False), "lost": (True,)})
with_pro: Ruling[bool] = Ruling("captain-roll-pro", {"refused": False, "allowed": True})
# What a mascot's re-roll is once it has worked and was kept.
kept_mascot: Ruling[str] = Ruling("mascot-saved-by-captain", {"roll-again": MASCOT.key, "unlocked": PROVEN_MASCOT.key})

captain = Skill("captain", cites="Core p.155", everywhere=True)


@captain.answers(MUST_PLAY)
def leads_from_the_front(game: BloodBowl, me: Player, player: Player) -> str | None:
    return f"being the Team Captain ({captain.cites})"


@captain.at(AFTER_TEAM_REROLL)
async def keeps_it(game: BloodBowl, me: Player, use: TeamReroll) -> None:
    """On the pitch, whatever its status: on a natural 6 the team re-roll is not spent."""
    if use.player.side != me.side or not me.on_pitch or use.works not in game.ruling(saves):
        return
    if await _is_lucky(game, me):
        source = game.ruling(kept_mascot) if use.source == MASCOT.key and use.works else use.source
        rerolls = game.team(me.side).rerolls
        rerolls[source] = rerolls.get(source, 0) + 1


async def _is_lucky(game: BloodBowl, me: Player) -> bool:
    """The die is the re-roll's and not the player's, so nothing re-rolls it, unless a league lets Pro reach it."""
    kept = roll_luck(game, captain.key, me, KEPT_ON)
    if kept or not game.ruling(with_pro):
        return kept
    if PRO in (key for key, _ in game.collect(DIE_REROLLS, Die(captain.key, me))):
        choice = await game.choose(RE_ROLL, me.side, (NO, PRO), player=me.id, roll=captain.key)
        if choice == PRO and await use_skill_reroll(game, me, PRO):
            return roll_luck(game, captain.key, me, KEPT_ON)
    return False


SKILLS = (captain,)

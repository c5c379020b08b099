"""Special rules of whole teams, as listeners that a team owns (Core p.155). Captains and brutes are elsewhere."""

from engine.core.answers import PLAYER
from engine.core.hooks import Skill
from engine.core.questions import Question
from engine.rules.foul import ARGUED, Argument
from engine.rules.game import BloodBowl
from engine.rules.injury import AFTER_CASUALTY, Hurt
from engine.rules.match import REINFORCEMENTS
from engine.rules.once_a_game import uses
from engine.rules.rolls import d3, roll_d
from engine.rules.setup import available, pick, set_up_again
from engine.rules.state import OUT, RESERVES, Team
from engine.rules.teams.rosters import LINEMAN, MASTERS_OF_UNDEATH

BOOK = "Core p.155"
STRONGEST_RAISED = 4

SWARMING: Question[int] = Question("swarming", PLAYER, "Who joins as well?", none="nobody")

bribery_and_corruption = Skill("bribery-and-corruption", BOOK)
masters_of_undeath = Skill(MASTERS_OF_UNDEATH, BOOK)
swarming = Skill("swarming", BOOK)


@bribery_and_corruption.at(ARGUED)
async def argues_again(game: BloodBowl, me: Team, argument: Argument) -> None:
    """Once a game a natural 1 may be rolled again."""
    if argument.player.side == me.side and argument.face == 1 and await uses(game, me, bribery_and_corruption):
        argument.face = roll_d(game, 6, "argue", me.side, argument.player)


@masters_of_undeath.at(AFTER_CASUALTY)
async def raises(game: BloodBowl, me: Team, roll: Hurt) -> None:
    """Once a game an opponent of ST 4 or less who dies joins the team as a lineman, unless Stunty."""
    dead = roll.player
    if dead.side == me.side or roll.result != "dead" or dead.st > STRONGEST_RAISED or "stunty" in dead.skills:
        return
    spare = next((player for player in game.players(me.side, OUT) if player.spare), None)
    if spare is not None and await uses(game, me, masters_of_undeath):
        game.take_off(spare, RESERVES)


@swarming.at(REINFORCEMENTS)
async def pours_in(game: BloodBowl, me: Team, side: int) -> None:
    """D3 more linemen from Reserves, beyond eleven players but within all other limits."""
    able = [player for player in available(game, side) if LINEMAN in player.keywords]
    if side != me.side or not able:
        return
    chosen = await pick(game, side, able, d3(game, swarming.key, side), SWARMING)
    await set_up_again(game, side, chosen, {player.id: player.square for player in game.players(side)})


TEAM_RULES: dict[str, Skill] = {each.key: each for each in (bribery_and_corruption, masters_of_undeath, swarming)}

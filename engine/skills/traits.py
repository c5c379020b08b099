"""Traits that are with a player all the time: its temper, its grudges, its hands."""

from typing import Any

from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules.activation import BARRED, ON_DECLARE
from engine.rules.ball import NO_BALL
from engine.rules.block import BLOCK_REROLLS, REROLL_WITH
from engine.rules.contest import Block
from engine.rules.falling import Fall, drop, knocked_down
from engine.rules.game import BloodBowl
from engine.rules.injury import ARMOUR_MODIFIERS, BREAKS_ARMOUR, CASUALTY_MODIFIERS, Hurt
from engine.rules.movement import ROLLS_TO_ACT, Activation, Stride
from engine.rules.passing import BEFORE_HAND_OFF, BEFORE_PASS, HandOff, Throw
from engine.rules.rolls import (
    BEFORE_TEAM_REROLL,
    MODIFIERS,
    NO,
    TEAM,
    TeamReroll,
    Test,
    may_use_team_reroll,
    roll_luck,
    roll_test,
    use_team_reroll,
)
from engine.rules.special import Special
from engine.rules.state import STANDING, Player

# Whether another team re-roll may be spent on a Loner roll that has failed.
loner_again: Ruling[bool] = Ruling("bb2025.loner-roll-team-reroll", {"refused": False, "allowed": True})
RULINGS: tuple[Ruling[Any], ...] = (loner_again,)
PLAYER_DOWN = 1  # on a block die

# Rolls on activation ----------------------------------------------------------------------------------------------------------

bone_head = Skill("bone-head", "trait", "Core p.125")


@bone_head.answers(ROLLS_TO_ACT)
def thinks_first(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if player is me else None


@bone_head.at(ON_DECLARE)
async def forgets(game: BloodBowl, me: Player, act: Activation) -> None:
    """On a 1 it stands there Distracted; the declared action is used."""
    if act.player is me and not await roll_test(game, Test(bone_head.key, me, 2)):
        game.distract(me)
        act.done = True


animal_savagery = Skill("animal-savagery", "trait", "Core p.123")


@animal_savagery.answers(ROLLS_TO_ACT)
def growls_first(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if player is me else None


@animal_savagery.at(ON_DECLARE)
async def lashes_out(game: BloodBowl, me: Player, act: Activation) -> None:
    """On 1-3 a Standing team-mate next to it is Knocked Down, then it goes on; with none, it stands Distracted."""
    if act.player is not me:
        return
    eager = [("block or blitz", 2)] if act.action in ("block", "blitz") else []
    if await roll_test(game, Test(animal_savagery.key, me, 4, eager)):
        return
    mates = [mate for mate in game.next_to(me, me.side) if mate.status == STANDING]
    if not mates:
        game.distract(me)
        act.done = True
        return
    id = await game.choose(me.side, "lash-out", tuple(mate.id for mate in mates), player=me.id)
    mate = game.state.players[id]
    square = mate.square
    if await knocked_down(game, Fall(mate, animal_savagery.key, me, no_turnover=True)):
        await drop(game, mate, square)


def _savaged(me: Player, roll: Hurt) -> bool:
    return roll.cause == animal_savagery.key and roll.by is me


@animal_savagery.answers(ARMOUR_MODIFIERS)
def strikes_hard(game: BloodBowl, me: Player, roll: Hurt) -> int | None:
    """Its Mighty Blow has to go on the Armour Roll, never on the Injury Roll."""
    if not _savaged(me, roll) or "mighty-blow" not in me.skills:
        return None
    return int(me.skills["mighty-blow"] or 1)


@animal_savagery.answers(BREAKS_ARMOUR)
def tears_armour(game: BloodBowl, me: Player, roll: Hurt) -> bool | None:
    """Its Claws break armour on a natural 8 as they always do."""
    claws = "claws" in me.skills and "iron-hard-skin" not in roll.player.skills
    return True if _savaged(me, roll) and claws and sum(roll.armour_faces) >= 8 else None


# Grudges and tempers ----------------------------------------------------------------------------------------------------------

animosity = Skill("animosity", "trait", "Core p.124", active=True)


def _disliked(me: Player, mate: Player | None) -> bool:
    if mate is None or mate.side != me.side or mate is me:
        return False
    whom = _keywords(me, animosity)
    return "all" in whom or not whom.isdisjoint(mate.keywords)


def _keywords(me: Player, skill: Skill) -> set[str]:
    """The keywords in the brackets, one or several."""
    return {word.strip() for word in str(me.skills[skill.key]).split(",")}


@animosity.at(BEFORE_PASS)
async def will_not_pass(game: BloodBowl, me: Player, throw: Throw) -> None:
    """On a 1 it refuses to pass to such a team-mate and its activation ends."""
    if throw.player is me and not throw.refused and _disliked(me, game.at(throw.target)):
        throw.refused = not await roll_test(game, Test(animosity.key, me, 2))


@animosity.at(BEFORE_HAND_OFF)
async def will_not_hand_over(game: BloodBowl, me: Player, attempt: HandOff) -> None:
    """The same for a Hand-off."""
    if attempt.player is me and not attempt.refused and _disliked(me, attempt.mate):
        attempt.refused = not await roll_test(game, Test(animosity.key, me, 2))


hatred = Skill("hatred", "trait", "Core p.129")


def _hates(me: Player, contest: Block) -> bool:
    return contest.blocker is me and not _keywords(me, hatred).isdisjoint(contest.target.keywords)


@hatred.answers(BLOCK_REROLLS)
def rolls_a_skull_again(game: BloodBowl, me: Player, contest: Block) -> bool | None:
    """One Player Down die of a block against somebody with the hated keyword."""
    return True if _hates(me, contest) and PLAYER_DOWN in contest.faces else None


@hatred.at(REROLL_WITH)
async def rolls_it(game: BloodBowl, me: Player, contest: Block) -> None:
    if contest.reroll_with == hatred.key and contest.blocker is me:
        faces = list(contest.faces)
        faces[faces.index(PLAYER_DOWN)] = game.d(6)
        contest.faces = tuple(faces)


loner = Skill("loner", "trait", "Core p.131")


@loner.at(BEFORE_TEAM_REROLL)
async def asks_nobody_for_help(game: BloodBowl, me: Player, use: TeamReroll) -> None:
    """Below the number in the brackets the team re-roll is spent and nothing is rolled again."""
    if use.player is me and use.works:
        use.works = await _is_trusted(game, me)


async def _is_trusted(game: BloodBowl, me: Player) -> bool:
    """A die against the number in the brackets; rolled again, where that is allowed, it asks for another team re-roll."""
    target = int(me.skills[loner.key] or 4)
    trusted = roll_luck(game, loner.key, me, target)
    if trusted or not may_use_team_reroll(game, me) or not game.ruling(loner_again):
        return trusted
    choice = await game.choose(me.side, "re-roll", (NO, TEAM), player=me.id, roll=loner.key)
    return choice == TEAM and await use_team_reroll(game, me) and roll_luck(game, loner.key, me, target)


# Body and hands ---------------------------------------------------------------------------------------------------------------

decay = Skill("decay", "trait", "Core p.127")


@decay.answers(CASUALTY_MODIFIERS)
def falls_apart(game: BloodBowl, me: Player, player: Player) -> int | None:
    return 1 if player is me else None


drunkard = Skill("drunkard", "trait", "Core p.128")


@drunkard.answers(MODIFIERS)
def staggers(game: BloodBowl, me: Player, test: Test) -> int | None:
    return -1 if test.kind == "rush" and test.player is me else None


my_ball = Skill("my-ball", "trait", "Core p.131")


@my_ball.answers(BARRED)
def keeps_it(game: BloodBowl, me: Player, declared: tuple[Player, str]) -> bool | None:
    """No action that gives the ball away, with or without the ball in hand."""
    player, action = declared
    return True if player is me and action in ("pass", "hand-off", "punt") else None


@my_ball.cancels("dump-off")
def throws_it_to_nobody(game: BloodBowl, me: Player, context: object) -> bool:
    return isinstance(context, Block | Special) and context.target is me


@my_ball.cancels("fumblerooski")
def leaves_it_nowhere(game: BloodBowl, me: Player, context: object) -> bool:
    return isinstance(context, Stride) and context.player is me


no_ball = Skill("no-ball", "trait", "Core p.131")


@no_ball.answers(NO_BALL)
def has_no_hands(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True if player is me else None


SKILLS = (bone_head, animal_savagery, animosity, hatred, loner, decay, drunkard, my_ball, no_ball)

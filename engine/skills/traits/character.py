"""Traits that are with a player all the time: its grudges, its nature, its hands."""

from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules.activation import BARRED
from engine.rules.ball import NO_BALL
from engine.rules.block import BLOCK_REROLLS, MUST_REROLL, REROLL_WITH
from engine.rules.contest import Block
from engine.rules.game import BloodBowl
from engine.rules.injury import CASUALTY_MODIFIERS
from engine.rules.movement import Stride
from engine.rules.passing import BEFORE_HAND_OFF, BEFORE_PASS, HandOff, Throw
from engine.rules.rolls import (
    BEFORE_TEAM_REROLL,
    MODIFIERS,
    NO,
    RE_ROLL,
    TeamReroll,
    Test,
    roll_luck,
    roll_test,
    team_rerolls,
)
from engine.rules.special import Special
from engine.rules.state import Player

PLAYER_DOWN = 1  # on a block die
# Whether nothing may re-roll the die of a grudge.
grudge_stands: Ruling[bool] = Ruling("animosity-rerolls", {"open": False, "closed": True})
# Whether the ball is kept from every way of giving it away, and not only from those that are named.
keeps_everything: Ruling[bool] = Ruling("my-ball-punt-and-dump-off", {"barred": True, "allowed": False})
barred_without_hands: Ruling[tuple[str, ...]] = Ruling(
    "no-ball-declarations", {"allowed": (), "barred": ("pass", "hand-off", "punt", "secure-the-ball")}
)
# Whether another team re-roll may be spent on a Loner roll that has failed.
loner_again: Ruling[bool] = Ruling("loner-roll-team-reroll", {"refused": False, "allowed": True})
blind_hatred: Ruling[bool] = Ruling("hatred-compulsory", {"optional": False, "compulsory": True})

# Grudges ----------------------------------------------------------------------------------------------------------

animosity = Skill("animosity", "Core p.124", active=True)


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
        throw.refused = not await _agrees(game, me)


@animosity.at(BEFORE_HAND_OFF)
async def will_not_hand_over(game: BloodBowl, me: Player, attempt: HandOff) -> None:
    """The same for a Hand-off."""
    if attempt.player is me and not attempt.refused and _disliked(me, attempt.mate):
        attempt.refused = not await _agrees(game, me)


async def _agrees(game: BloodBowl, me: Player) -> bool:
    return await roll_test(game, Test(animosity.key, me, 2, settled=game.ruling(grudge_stands)))


hatred = Skill("hatred", "Core p.129")


def _hates(me: Player, contest: Block) -> bool:
    return contest.blocker is me and not _keywords(me, hatred).isdisjoint(contest.target.keywords)


@hatred.answers(BLOCK_REROLLS)
def rolls_a_skull_again(game: BloodBowl, me: Player, contest: Block) -> bool | None:
    """One Player Down die of a block against somebody with the hated keyword."""
    return True if _hates(me, contest) and PLAYER_DOWN in contest.pool.faces else None


@hatred.answers(MUST_REROLL)
def cannot_help_it(game: BloodBowl, me: Player, contest: Block) -> bool | None:
    """Printed among the compulsory traits, and yet worded as something that may be done."""
    return rolls_a_skull_again(game, me, contest) if game.ruling(blind_hatred) else None


@hatred.at(REROLL_WITH)
async def rolls_it(game: BloodBowl, me: Player, contest: Block) -> None:
    if contest.pool.reroll_with == hatred.key and contest.blocker is me:
        contest.pool.roll_again(PLAYER_DOWN, game.d(6))


loner = Skill("loner", "Core p.131")


@loner.at(BEFORE_TEAM_REROLL)
async def asks_nobody_for_help(game: BloodBowl, me: Player, use: TeamReroll) -> None:
    """Below the number in the brackets the team re-roll is spent and nothing is rolled again."""
    if use.player is me and use.works:
        use.works = await _is_trusted(game, me)


async def _is_trusted(game: BloodBowl, me: Player) -> bool:
    """A die against the number in the brackets; rolled again, where that is allowed, it asks for another team re-roll."""
    target = int(me.skills[loner.key] or 4)
    if roll_luck(game, loner.key, me, target):
        return True
    others = team_rerolls(game, me) if game.ruling(loner_again) else []
    if not others:
        return False
    choice = await game.choose(RE_ROLL, me.side, (NO, *others), player=me.id, roll=loner.key)
    if choice == NO:
        return False
    return await game.edition.use_team_reroll(game, me, choice) and roll_luck(game, loner.key, me, target)


# Body and hands ---------------------------------------------------------------------------------------------------------------

decay = Skill("decay", "Core p.127")


@decay.answers(CASUALTY_MODIFIERS)
def falls_apart(game: BloodBowl, me: Player, player: Player) -> int | None:
    return 1


drunkard = Skill("drunkard", "Core p.128")


@drunkard.answers(MODIFIERS)
def staggers(game: BloodBowl, me: Player, test: Test) -> int | None:
    return -1 if test.kind == "rush" and test.player is me else None


my_ball = Skill("my-ball", "Core p.131")


@my_ball.answers(BARRED)
def keeps_it(game: BloodBowl, me: Player, declared: tuple[Player, str]) -> bool | None:
    """It never declares what gives the ball away, and once it has the ball it does not kick it either."""
    _, action = declared
    kicked = action == "punt" and game.has_ball(me) and game.ruling(keeps_everything)
    return True if kicked or action in ("pass", "hand-off") else None


@my_ball.cancels("dump-off")
def throws_it_to_nobody(game: BloodBowl, me: Player, context: object) -> bool:
    return isinstance(context, Block | Special) and context.target is me and game.ruling(keeps_everything)


@my_ball.cancels("fumblerooski")
def leaves_it_nowhere(game: BloodBowl, me: Player, context: object) -> bool:
    return isinstance(context, Stride) and context.player is me


no_ball = Skill("no-ball", "Core p.131")


@no_ball.answers(NO_BALL)
def has_no_hands(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True


@no_ball.answers(BARRED)
def plans_nothing_with_it(game: BloodBowl, me: Player, declared: tuple[Player, str]) -> bool | None:
    return True if declared[1] in game.ruling(barred_without_hands) else None


SKILLS = (animosity, hatred, loner, decay, drunkard, my_ball, no_ball)

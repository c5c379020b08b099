"""General skills."""

from collections.abc import Awaitable, Callable

from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules import ball, movement
from engine.rules.ball import Flight
from engine.rules.block import AFTER_BLOCK, AFTER_CHOICE, BEFORE_BLOCK, BLOCK_REROLLS, REROLL_WITH, reroll_one
from engine.rules.block import block as perform
from engine.rules.chain import KEPT_OFF, MAY, MUST, Chain
from engine.rules.contest import PUSHES, Block
from engine.rules.falling import BEFORE_FALL, Fall
from engine.rules.game import BloodBowl
from engine.rules.kickoff import BEFORE_DEVIATION, DEVIATION_ROLLED, Kick
from engine.rules.push import AFTER_FOLLOW_UP, BEFORE_FOLLOW_UP
from engine.rules.rolls import BEFORE_SKILL_REROLL, DIE_REROLLS, REROLLS, Die, SkillReroll, Test, roll_test
from engine.rules.state import STANDING, Player
from engine.skills.footwork import dodge

strips_who_falls: Ruling[bool] = Ruling("strip-ball-offered-on-pow", {"always": True, "push-only": False})
loose_ball: Ruling[Callable[[BloodBowl, Chain], Awaitable[None]]] = Ruling("strip-ball-timing")
sees_the_dice: Ruling[bool] = Ruling("kick-decision", {"before-the-roll": False, "after-the-roll": True})
# Whether the roll that decides about Pro is as it is, and not open to a team re-roll.
attempt_stands: Ruling[bool] = Ruling("pro-roll-team-reroll", {"allowed": False, "refused": True})

block = Skill("block", "Core p.123", active=True)


@block.at(AFTER_CHOICE)
async def keeps_its_feet(game: BloodBowl, me: Player, contest: Block) -> None:
    """On Both Down the owner stays up, if its coach likes."""
    if contest.result == "both-down" and me in (contest.blocker, contest.target) and await game.uses(block, me):
        contest.falls = [fall for fall in contest.falls if fall.player is not me]


dauntless = Skill("dauntless", active=True)
# The strength with which it starts; what is left out here comes off the strength it has matched.
daunted_by: Ruling[Callable[[Block], int]] = Ruling(
    "dauntless-multiple-block",
    {
        "before-the-penalty": lambda contest: contest.blocker.st,
        "after-the-penalty": lambda contest: contest.blocker.st + sum(value for _, value in contest.modifiers),
    },
)
# Whether a 6 is enough against somebody whom no total could beat.
six_is_enough: Ruling[bool] = Ruling("dauntless-six-short", {"no-use": False, "six-succeeds": True})
HIGHEST = 6


@dauntless.at(BEFORE_BLOCK)
async def rises_to_it(game: BloodBowl, me: Player, contest: Block) -> None:
    """A D6 that makes up for more than the difference in unmodified ST: as strong as the target, then all modifiers."""
    if contest.blocker is not me or contest.cancelled:
        return
    short = contest.target.st - game.ruling(daunted_by)(contest)
    needed = min(HIGHEST, short + 1) if game.ruling(six_is_enough) else short + 1
    if short <= 0 or needed > HIGHEST or not await game.uses(dauntless, me):
        return
    if await roll_test(game, Test(dauntless.key, me, needed)):
        contest.modifiers.append((dauntless.key, short))


fend = Skill("fend", active=True)


@fend.at(BEFORE_FOLLOW_UP)
async def holds_them_off(game: BloodBowl, me: Player, chain: Chain) -> None:
    """Whoever pushed the owner back may not follow up."""
    if chain.target is me and chain.may_follow and await game.uses(fend, me):
        chain.follow_up = KEPT_OFF


# Whether the second block is made against who has kept the owner off and is next to it all the same.
again_if_kept_off: Ruling[bool] = Ruling("fend-frenzy", {"if-adjacent": True, "never": False})
# Whether it is made against who cannot be pushed, because it may not leave its square.
again_if_held: Ruling[bool] = Ruling("frenzy-held-target", {"second-block": True, "one-block": False})
frenzy = Skill("frenzy", active=True)


@frenzy.at(BEFORE_FOLLOW_UP)
async def must_follow(game: BloodBowl, me: Player, chain: Chain) -> None:
    if chain.blocker is me and chain.may_follow:
        chain.follow_up = MUST


@frenzy.at(AFTER_BLOCK)
async def blocks_again(game: BloodBowl, me: Player, contest: Block) -> None:
    """Once more against a target that a push left Standing and in reach; in a Blitz for one more square of movement."""
    if contest.blocker is not me or game.interrupted() or not _goes_on(game, contest):
        return
    if contest.blitz and contest.act is not None and not await _pays(game, contest.act):
        return
    await perform(game, Block(me, contest.target, blitz=contest.blitz, act=contest.act, other=contest))


def _goes_on(game: BloodBowl, contest: Block) -> bool:
    """The only block of its action so far has pushed, or would have, and left the two next to each other."""
    me, target, chain = contest.blocker, contest.target, contest.chain
    if contest.other is not None or contest.result not in PUSHES:
        return False
    if chain.follow_up == KEPT_OFF and not game.ruling(again_if_kept_off):
        return False
    if game.collect(movement.ROOTED, target) and not game.ruling(again_if_held):
        return False
    near = target.status == STANDING and game.pitch.apart(me.square, target.square) == 1
    return near and game.has_zone(me)


async def _pays(game: BloodBowl, act: movement.Activation) -> bool:
    """One square of movement for a block, with a Rush if need be; a Rush that a skill gives is not compulsory."""
    normally = game.value(act.player, "ma")
    left = normally + movement.max_rushes(game, act) - act.spent - act.rushed_early
    extra = game.collect(movement.EXTRA_RUSHES, act)
    if left <= 0:
        return False
    if left <= sum(number for _, number in extra) and not await game.uses_key(extra[0][0], act.player):
        return False
    act.spent += 1
    return act.spent <= normally or await movement.rush(game, act)


kick = Skill("kick", active=True)


@kick.at(BEFORE_DEVIATION)
@kick.at(DEVIATION_ROLLED)
async def measures_it(game: BloodBowl, me: Player, kicked: Kick) -> None:
    """The kick deviates D3 squares instead of D6; asked once, before the dice or when they are seen."""
    is_time = game.ruling(sees_the_dice) == bool(kicked.face)
    if kicked.kicker is me and is_time and await game.uses(kick, me):
        kicked.distance_dice = "d3"


@kick.answers(DIE_REROLLS)
def kicks_it_better(game: BloodBowl, me: Player, die: Die) -> bool | None:
    """Either die of a punt, or both."""
    return True if die.player is me and die.what in ("punt direction", "punt distance") else None


pro = Skill("pro", active=True)


def _may_try(game: BloodBowl, me: Player) -> bool:
    """In its own activation, once."""
    return game.state.acting == me.id and pro.key not in me.spent


@pro.answers(REROLLS)
def one_test(game: BloodBowl, me: Player, test: Test) -> bool | None:
    return True if test.player is me and _may_try(game, me) else None


@pro.answers(BLOCK_REROLLS)
def one_block_die(game: BloodBowl, me: Player, contest: Block) -> bool | None:
    return True if contest.blocker is me and _may_try(game, me) else None


@pro.answers(DIE_REROLLS)
def one_die(game: BloodBowl, me: Player, die: Die) -> bool | None:
    return True if die.player is me and not die.closed and _may_try(game, me) else None


@pro.at(BEFORE_SKILL_REROLL)
async def knows_how(game: BloodBowl, me: Player, use: SkillReroll) -> None:
    """It works on a 3+; tried, the die is lost to every other source."""
    if use.player is me and use.source == pro.key:
        use.works = await roll_test(game, Test(pro.key, me, 3, settled=game.ruling(attempt_stands)))


@pro.at(REROLL_WITH)
async def picks_a_die(game: BloodBowl, me: Player, contest: Block) -> None:
    if contest.blocker is me and contest.pool.reroll_with == pro.key:
        await reroll_one(game, contest)


steady_footing = Skill("steady-footing", "Core p.136", active=True)


@steady_footing.at(BEFORE_FALL)
async def keeps_its_balance(game: BloodBowl, me: Player, fall: Fall) -> None:
    """A 6 and the owner is neither Knocked Down nor Falls Over; the activation goes on."""
    if fall.player is me and not fall.avoided and await game.uses(steady_footing, me):
        fall.avoided = await roll_test(game, Test(steady_footing.key, me, 6))


strip_ball = Skill("strip-ball", "Core p.136", active=True)


@strip_ball.at(AFTER_FOLLOW_UP)
async def knocks_it_loose(game: BloodBowl, me: Player, chain: Chain) -> None:
    """A carrier it pushes back drops the ball where it ends, still Standing, on the pitch only."""
    target = chain.target
    pushed = chain.blocker is me and target.side != me.side and game.has_ball(target) and target.has_square
    offered = not chain.fells or game.ruling(strips_who_falls)
    if pushed and offered and await game.uses(strip_ball, me):
        await game.ruling(loose_ball)(game, chain)


@loose_ball.choice("before-knock-down")
async def _bounces_now(game: BloodBowl, chain: Chain) -> None:
    await ball.bounce(game, Flight("loose", chain.target.square))


@loose_ball.choice("with-knock-down")
async def _bounces_later(game: BloodBowl, chain: Chain) -> None:
    chain.due.append(_bounces_if_kept)


async def _bounces_if_kept(game: BloodBowl, chain: Chain) -> None:
    """Unless the knock-down has made it bounce already."""
    if game.has_ball(chain.target) and chain.target.has_square:
        await _bounces_now(game, chain)


sure_hands = Skill("sure-hands", active=True)


@sure_hands.answers(REROLLS)
def second_grab(game: BloodBowl, me: Player, test: Test) -> bool | None:
    """Re-roll a pick-up, but not to Secure the Ball."""
    return True if test.kind == "pick-up" and test.player is me else None


@sure_hands.cancels(strip_ball)
def keeps_hold(game: BloodBowl, me: Player, context: object) -> bool:
    return isinstance(context, Chain) and context.target is me


tackle = Skill("tackle", "Core p.137", active=True)


@tackle.cancels(dodge)
def against_whom_it_marks(game: BloodBowl, me: Player, context: object) -> bool:
    """No Dodge re-roll out of its tackle zone, and no slipping of its Stumbles."""
    if isinstance(context, Test):
        rival = context.player.side != me.side
        return rival and bool(game.pitch.neighbours(me.square) >> max(context.leaving, 0) & 1) and game.has_zone(me)
    return isinstance(context, Block) and context.blocker is me and context.target.side != me.side


taunt = Skill("taunt", active=True)


@taunt.at(BEFORE_FOLLOW_UP)
async def draws_them_in(game: BloodBowl, me: Player, chain: Chain) -> None:
    """Whoever pushed the owner back has to follow up, if it may."""
    if chain.target is me and chain.follow_up == MAY and await game.uses(taunt, me):
        chain.follow_up = MUST


wrestle = Skill("wrestle", active=True)


@wrestle.at(AFTER_CHOICE)
async def drags_both_down(game: BloodBowl, me: Player, contest: Block) -> None:
    """On Both Down both are Placed Prone instead. If both could, the blocker's coach is asked first."""
    rival = contest.target if me is contest.blocker else contest.blocker
    if contest.result != "both-down" or me not in (contest.blocker, contest.target):
        return
    both = wrestle.key in rival.skills and game.can_use(rival)
    if both and me is contest.target:
        return
    for player in (me, rival) if both else (me,):
        resists = player is contest.target and contest.chain.unstoppable
        if contest.result == "both-down" and not resists and await game.uses(wrestle, player):
            contest.becomes("both-prone")
            contest.placed = [contest.target, contest.blocker]


SKILLS = (
    block,
    dauntless,
    fend,
    frenzy,
    kick,
    pro,
    steady_footing,
    strip_ball,
    sure_hands,
    tackle,
    taunt,
    wrestle,
)

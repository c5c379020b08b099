"""Passing skills; a Punt has a module of its own."""

from collections.abc import Callable

from engine.core.answers import SQUARE
from engine.core.hooks import Skill
from engine.core.pitch import Square, squares_of
from engine.core.questions import Question
from engine.core.ruling import Ruling
from engine.rules.actions import MOVES_ON, move_until
from engine.rules.block import BEFORE_BLOCK
from engine.rules.contest import Block
from engine.rules.game import BloodBowl
from engine.rules.halves import half_starts
from engine.rules.kickoff import AFTER_DEVIATION, Kick
from engine.rules.match import BEFORE_KICK_OFF
from engine.rules.movement import ROOTED, Activation
from engine.rules.passing import (
    BEFORE_PASS,
    NO_INTERCEPTION,
    ON_ACCURATE,
    ON_FUMBLE,
    OTHER_WAYS,
    Throw,
    Way,
    aim,
    fumbled,
    targets,
)
from engine.rules.rolls import LEADER, MODIFIERS, OPENS_SOURCE, REROLLS, Test
from engine.rules.special import BEFORE_SPECIAL, Special
from engine.rules.state import STANDING, Player, Team
from engine.rules.weather import BLIZZARD

BOOK = "Core pp.118-138"
BOMB = "throw-bomb"
PASSES = ("pass", BOMB)  # Passing Ability Tests that these skills help with
# Tests on which Nerves of Steel works besides passes and catches.
steels: Ruling[tuple[str, ...]] = Ruling("nerves-of-steel-interception", {"not-applied": (), "applied": ("intercept",)})
second_try: Ruling[Callable[[BloodBowl, Test], bool]] = Ruling("pass-skill-hail-mary")
bomb_kept: Ruling[bool] = Ruling("safe-pass-bomb", {"put-away": True, "explodes": False})
bomb_and_go: Ruling[tuple[str, ...]] = Ruling("give-and-go-bomb", {"ends": ("pass",), "moves-on": ("pass", BOMB)})
meets_dump_off: Ruling[bool] = Ruling("on-the-ball-dump-off", {"not-offered": False, "offered": True})

DUMP_OFF_TO: Question[Square] = Question("dump-off", SQUARE, "Where does {player} dump the ball?")

# The test ---------------------------------------------------------------------------------------------------------------------

accurate = Skill("accurate", BOOK, active=True)


@accurate.answers(MODIFIERS)
def at_short_range(game: BloodBowl, me: Player, test: Test) -> int | None:
    return 1 if test.kind in PASSES and test.player is me and test.range in ("Q", "S") else None


cannoneer = Skill("cannoneer", BOOK, active=True)


@cannoneer.answers(MODIFIERS)
def at_long_range(game: BloodBowl, me: Player, test: Test) -> int | None:
    return 1 if test.kind in PASSES and test.player is me and test.range in ("L", "B") else None


nerves_of_steel = Skill("nerves-of-steel", BOOK, active=True)


@nerves_of_steel.answers(MODIFIERS)
def ignores_markers(game: BloodBowl, me: Player, test: Test) -> int | None:
    """Those who mark it do not count when it passes or catches."""
    if test.player is not me or test.kind not in (*PASSES, "catch", *game.ruling(steels)):
        return None
    return -sum(value for source, value in test.modifiers if source == "marked") or None


pass_ = Skill("pass", BOOK, active=True)


@pass_.answers(REROLLS)
def every_pass(game: BloodBowl, me: Player, test: Test) -> bool | None:
    return True if test.kind in PASSES and test.player is me and game.ruling(second_try)(game, test) else None


@second_try.choice("any-failure")
def _whatever_failed(game: BloodBowl, test: Test) -> bool:
    return True


@second_try.choice("fumble-only")
def _a_fumble_if_thrown_high(game: BloodBowl, test: Test) -> bool:
    """A Hail Mary Pass that is not fumbled comes out the same, whatever the die."""
    throw = test.part_of
    high = isinstance(throw, Throw) and throw.kind == hail_mary_pass.key
    return not high or fumbled(game, test)


safe_pass = Skill("safe-pass", BOOK, active=True)


@safe_pass.at(ON_FUMBLE)
async def holds_on(game: BloodBowl, me: Player, throw: Throw) -> None:
    """A natural 1 is no fumble: it keeps the ball and its activation ends. Nobody would rather drop it."""
    if throw.player is me and throw.face == 1 and (throw.flight.is_ball or game.ruling(bomb_kept)):
        throw.saved = True


# The flight -------------------------------------------------------------------------------------------------------------------

cloud_burster = Skill("cloud-burster", BOOK, active=True)


@cloud_burster.answers(NO_INTERCEPTION)
def out_of_their_reach(game: BloodBowl, me: Player, attempt: tuple[Throw, Player]) -> bool | None:
    throw, rival = attempt
    return True if throw.player is me and "very-long-legs" not in rival.skills else None


hail_mary_pass = Skill("hail-mary-pass", BOOK, active=True)


def _anywhere(game: BloodBowl, player: Player) -> list[Square]:
    """Any other square of the pitch, except in a Blizzard, which allows only Quick and Short Passes."""
    if game.state.weather == BLIZZARD.key:
        return []
    return [square for square in squares_of(game.pitch.everywhere) if square != player.square]


@hail_mary_pass.answers(OTHER_WAYS)
def to_any_square(game: BloodBowl, me: Player, player: Player) -> Way | None:
    """Tested as a Long Bomb."""
    return Way(hail_mary_pass.key, "B", _anywhere)


@hail_mary_pass.at(ON_ACCURATE)
async def never_exact(game: BloodBowl, me: Player, throw: Throw) -> None:
    """However good the throw, it scatters."""
    if throw.player is me and throw.kind == hail_mary_pass.key:
        throw.outcome = "inaccurate"


@hail_mary_pass.answers(NO_INTERCEPTION)
def too_high(game: BloodBowl, me: Player, attempt: tuple[Throw, Player]) -> bool | None:
    throw, _ = attempt
    return True if throw.player is me and throw.kind == hail_mary_pass.key else None


give_and_go = Skill("give-and-go", BOOK, active=True)


@give_and_go.answers(MOVES_ON)
def goes_on(game: BloodBowl, me: Player, act: Activation) -> bool | None:
    """After a Quick Pass or a Hand-off that was no turnover, with the movement left."""
    given = act.action == "hand-off" or (act.range == "Q" and act.action in game.ruling(bomb_and_go))
    return True if given else None


# Out of turn ------------------------------------------------------------------------------------------------------------------

dump_off = Skill("dump-off", "Core p.128", active=True)


@dump_off.at(BEFORE_BLOCK)
async def before_a_block(game: BloodBowl, me: Player, block: Block) -> None:
    if block.target is me and block.blocker.side != me.side and not block.cancelled:
        block.cancelled = not await _gets_rid_of_it(game, me, block.blocker)


@dump_off.at(BEFORE_SPECIAL)
async def before_a_special_action(game: BloodBowl, me: Player, special: Special) -> None:
    if special.target is me and not special.cancelled:
        special.cancelled = not await _gets_rid_of_it(game, me, special.player)


async def _gets_rid_of_it(game: BloodBowl, me: Player, rival: Player) -> bool:
    """A Quick Pass by the normal rules that cannot be a turnover; then what the opponent does goes on.

    False when it cannot, since the owner has gone after somebody who moved to meet the pass.
    """
    if not game.has_ball(me) or not await game.uses(dump_off, me):
        return True
    quick = tuple(square for square in targets(game, me) if game.pitch.range(me.square, square) == "Q")
    throw = aim(game, me, await game.choose(DUMP_OFF_TO, me.side, quick, player=me.id))
    throw.harmless = True
    await game.edition.throw_ball(game, throw)
    return me.status == STANDING and game.pitch.apart(me.square, rival.square) == 1


on_the_ball = Skill("on-the-ball", BOOK, active=True)
MEETS_IT = 3  # squares


@on_the_ball.at(BEFORE_PASS)
async def meets_the_pass(game: BloodBowl, me: Player, throw: Throw) -> None:
    """Up to three squares, without a Rush, before the test of an opponent's Pass Action; a fall stops the rest."""
    theirs = throw.player.side != me.side and not throw.refused and not throw.halted
    if theirs and _may_meet(game, me, throw) and _may_run(game, me) and await game.uses(on_the_ball, me):
        await move_until(game, Activation(me, on_the_ball.key, limit=MEETS_IT), list)
        throw.halted = me.status != STANDING


def _may_meet(game: BloodBowl, me: Player, throw: Throw) -> bool:
    """A pass that cannot be a turnover is a Dump-off; whoever it is an answer to is busy."""
    return not throw.harmless or (game.ruling(meets_dump_off) and game.state.acting != me.id)


@on_the_ball.at(AFTER_DEVIATION)
async def meets_the_kick(game: BloodBowl, me: Player, kick: Kick) -> None:
    """One Open receiver, in its own half, unless the kick is a touchback already."""
    receives = me.side != kick.side and not kick.out and not kick.met
    if receives and game.is_open(me) and _may_run(game, me) and await game.uses(on_the_ball, me):
        kick.met = True
        half = game.pitch.halves[me.side]
        await move_until(game, Activation(me, on_the_ball.key, limit=MEETS_IT, within=half), list)


def _may_run(game: BloodBowl, me: Player) -> bool:
    return not game.interrupted() and not game.collect(ROOTED, me)


# Leadership -------------------------------------------------------------------------------------------------------------------

can_lead: Ruling[Callable[[Team, Player], bool]] = Ruling(
    "leader-on-the-pitch",
    {"any-leader": lambda team, me: True, "from-the-start": lambda team, me: me.id in team.led_out_by},
)
leader = Skill(LEADER.key, BOOK)


@leader.at(BEFORE_KICK_OFF)
async def leads_them_out(game: BloodBowl, me: Player, kicking: int) -> None:
    """On the pitch when a half starts: one more team re-roll for that half. Extra time is no new half."""
    if half_starts(game):
        game.team(me.side).rerolls[leader.key] = 1
        game.team(me.side).led_out_by.append(me.id)


@leader.answers(OPENS_SOURCE)
def is_there(game: BloodBowl, me: Player, source: tuple[int, str]) -> bool | None:
    """It can be used while a Leader is on the pitch."""
    return True if source == (me.side, leader.key) and game.ruling(can_lead)(game.team(me.side), me) else None


SKILLS = (
    accurate,
    cannoneer,
    cloud_burster,
    dump_off,
    give_and_go,
    hail_mary_pass,
    leader,
    nerves_of_steel,
    on_the_ball,
    pass_,
    safe_pass,
)

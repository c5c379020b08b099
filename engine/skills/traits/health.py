"""Traits of legs and health, and of those who should not be on the pitch at all."""

from engine.core.hooks import Skill
from engine.core.ruling import Ruling
from engine.rules.game import BloodBowl
from engine.rules.injury import AFTER_CASUALTY, BEFORE_CASUALTY, Hurt, report
from engine.rules.match import SENT_OFF_AFTER_DRIVE
from engine.rules.movement import LEAPS
from engine.rules.rolls import NO_TEAM_REROLL, PENALTIES_BY, Test, roll_luck, roll_test
from engine.rules.state import OUT, PRONE, RESERVES, STANDING, STUNNED, Player
from engine.rules.turn import END_OF_TURN, drive_over
from engine.skills.footwork import diving_tackle

# Who gets a roll of Pick-me-up, and whether there is one when the drive is over.
helped_up: Ruling[tuple[str, ...]] = Ruling(
    "pick-me-up-stunned", {"prone-only": (PRONE,), "stunned-too": (PRONE, STUNNED)}
)
to_the_last: Ruling[bool] = Ruling("pick-me-up-drive-over", {"skipped": False, "rolled": True})
PAGES = "Core pp.123-138"
# What brings a bouncing player down although nothing else makes its jumps harder.
dives_at_pogo: Ruling[tuple[str, ...]] = Ruling("pogo-diving-tackle", {"immune": (), "works": (diving_tackle.key,)})
regrown_with_team: Ruling[bool] = Ruling("regeneration-team-reroll", {"allowed": True, "refused": False})

pogo = Skill("pogo", PAGES, active=True)


@pogo.answers(LEAPS)
def bounces_over_anything(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True


@pogo.answers(PENALTIES_BY)
def minds_nobody(game: BloodBowl, me: Player, test: Test) -> tuple[str, ...] | None:
    """Nothing is taken off its jumps."""
    return game.ruling(dives_at_pogo) if test.kind == "jump" else None


@pogo.cancels(diving_tackle)
def is_out_of_reach(game: BloodBowl, me: Player, context: object) -> bool:
    jumps = isinstance(context, Test) and context.kind == "jump" and context.player is me
    return jumps and not game.ruling(dives_at_pogo)


# Health and the referee -------------------------------------------------------------------------------------------------------

pick_me_up = Skill("pick-me-up", "Core p.132", active=True)
PICK_ME_UP_DISTANCE, PICKED_UP_ON = 3, 5


@pick_me_up.at(END_OF_TURN)
async def helps_them_up(game: BloodBowl, me: Player, side: int) -> None:
    """After the opponents' turn every Prone team-mate within three squares may try once to stand up: 5+."""
    if side == me.side or (drive_over(game) and not game.ruling(to_the_last)):
        return
    near = game.pitch.within(me.square, PICK_ME_UP_DISTANCE)
    for mate in game.players(me.side, *game.ruling(helped_up)):
        if near >> mate.square & 1 and pick_me_up.key not in mate.spent:
            mate.spent.add(pick_me_up.key)
            if await game.uses(pick_me_up, mate) and roll_luck(game, pick_me_up.key, mate, PICKED_UP_ON):
                game.lay(mate, STANDING)


regeneration = Skill("regeneration", PAGES)


@regeneration.at(BEFORE_CASUALTY)
async def grows_back(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """On 4+ a Casualty is ignored, and the player waits in Reserves."""
    if roll.player is me and await roll_test(game, Test(regeneration.key, me, 4)):
        roll.result = "regenerated"
        report(game, roll)
        game.take_off(me, RESERVES)


@regeneration.answers(NO_TEAM_REROLL)
def grows_back_by_itself(game: BloodBowl, me: Player, test: Test) -> bool | None:
    """Its roll is not among those that the book closes to team re-rolls, but the player has left the pitch (Core p.34)."""
    mine = test.kind == regeneration.key and test.player is me
    return True if mine and not game.ruling(regrown_with_team) else None


# Heard wherever its owner is: in a Both Down it may have been carried off before the other dies.
plague_ridden = Skill("plague-ridden", PAGES, everywhere=True)
NOT_RAISED = {"decay", "regeneration", "stunty"}


@plague_ridden.at(AFTER_CASUALTY)
async def infects(game: BloodBowl, me: Player, roll: Hurt) -> None:
    """Whoever its block kills comes back as a lineman of its team, once a game."""
    dead = roll.player
    slain = roll.by is me and roll.cause == "block" and roll.result == "dead" and dead.side != me.side
    if not slain or "big-guy" in dead.keywords or NOT_RAISED & dead.skills.keys():
        return
    spare = next((mate for mate in game.players(me.side, OUT) if mate.spare), None)
    if spare is not None and await game.uses(plague_ridden, me):
        game.take_off(spare, RESERVES)


secret_weapon = Skill("secret-weapon", PAGES, everywhere=True)


@secret_weapon.answers(SENT_OFF_AFTER_DRIVE)
def is_illegal(game: BloodBowl, me: Player, player: Player) -> bool | None:
    return True


SKILLS = (
    pick_me_up,
    plague_ridden,
    pogo,
    regeneration,
    secret_weapon,
)

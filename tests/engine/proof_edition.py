"""A small edition that exists only here: it shows what a new one has to write down, and that no shared rule has to change.

docs/adding-an-edition.md follows this file.
"""

from pathlib import Path

from engine.core.ruleset import Ruleset
from engine.core.ruling import Rulings
from engine.rules import ball
from engine.rules.ball import Flight
from engine.rules.edition import Edition, LineUp
from engine.rules.events import Thrown
from engine.rules.field import Gridiron
from engine.rules.game import BloodBowl
from engine.rules.kickoff import Kick
from engine.rules.kickoff_events import get_the_ref, quick_snap
from engine.rules.passing import ACCURATE, FUMBLE, Throw
from engine.rules.rolls import REROLLS, Test, roll_test
from engine.rules.ruleset import blood_bowl, points_of
from engine.rules.state import Player
from engine.rules.tables import Table
from engine.rulesets.bb2025 import BB2025, EDITION
from engine.skills.footwork import dodge

KEY = "proof"


# Its own way to throw: one test, and the ball is where it was aimed at or at the thrower's feet ---------------------------------


async def lob(game: BloodBowl, throw: Throw) -> Throw:
    player = throw.player
    test = Test("pass", player, game.value(player, "pa") or 6, [*game.edition.modifiers.throw(game, throw)])
    throw.outcome = ACCURATE if await roll_test(game, test) else FUMBLE
    game.emit(Thrown(player.id, throw.target, throw.outcome))
    if throw.outcome == FUMBLE:
        game.turnover("fumbled pass")
        await ball.bounce(game, Flight("loose", player.square))
        return throw
    game.lift_ball()
    await ball.land(game, Flight("pass", throw.target, aimed_at=throw.target, accurate=True))
    carrier = game.carrier()
    if carrier is None or carrier.side != player.side:
        game.turnover("pass not caught")
    return throw


# Armour that has to be beaten, and no luck with a six --------------------------------------------------------------------------


def beats_armour(game: BloodBowl, player: Player) -> int:
    return game.value(player, "av") + 1


def without_sixes(test: Test) -> bool:
    return test.face > 1 and test.result >= test.target


# Its own row of the kick-off table ------------------------------------------------------------------------------------------------


async def thunder(game: BloodBowl, kick: Kick) -> None:
    """Both coaches lose a team re-roll, if they have one."""
    for team in game.state.teams:
        if team.rerolls.get("bought"):
            team.rerolls["bought"] -= 1


# Its own Dodge: the same skill, but it re-rolls for the nimble only --------------------------------------------------------------------

NIMBLE = 2
stiff_dodge = dodge.but(cites="Proof")


@stiff_dodge.answers(REROLLS)
def for_the_nimble(game: BloodBowl, me: Player, test: Test) -> bool | None:
    mine = test.kind == "dodge" and test.player is me and "dodge" not in me.spent
    return True if mine and me.ag <= NIMBLE else None


OPEN = {
    "move-order": "push-chain-move-order",
    "ball-on-the-ground": "pass-bounce-team-mate",
}  # its entries, and their points


def settled(edition: Edition) -> dict[str, str]:
    """What the edition leaves open is in its catalogue; everything else is as the official profile has it elsewhere."""
    official = BB2025.rulings("official")
    return {each.point: official.choice(each) for each in points_of(edition) if each.point not in OPEN.values()}


BASE = EDITION.but(
    key=KEY,
    pitch=Gridiron(20, 11, half=7, wide=2, trapdoors=((5, 2), (16, 10)), ranges=("TQQSSLL", "QQQSSLL", "QQSSSL", "SSSSL", "SSSL", "LLL"), ruler=0.87),
    turns=6,
    kick_off_players=1,
    line_up=LineUp(size=7, on_the_line=3, in_a_wide_zone=1),
    kick_off=Table(2, 6, ((5, "get-the-ref"), (9, "quick-snap"), (12, "thunder"))),
    kick_off_events={"get-the-ref": get_the_ref, "quick-snap": quick_snap, "thunder": thunder},
    casualties=Table(1, 6, ((3, "badly-hurt"), (5, "seriously-hurt"), (6, "dead"))),
    throw_ball=lob,
    armour_target=beats_armour,
    meets=without_sixes,
    skills={**EDITION.skills, "dodge": stiff_dodge},
)  # fmt: skip
PROOF = BASE.but(settled=settled(BASE))


def anything_goes(rulings: Rulings) -> None:
    """No choices of this edition contradict each other."""


def ruleset_of(edition: Edition) -> Ruleset:
    return blood_bowl(
        edition,
        title="Proof",
        version="1",
        check_rulings=anything_goes,
        profile_words={"official": "As it is written."},
        catalogue_folder=str(Path(__file__).parent / "proof"),
    )


RULES = ruleset_of(PROOF)

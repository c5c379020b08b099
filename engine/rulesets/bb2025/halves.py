"""What a half begins with: extra training, the mascot, and what the cooks have cooked (Core pp.142-145)."""

from dataclasses import dataclass, field

from engine.core.hooks import Window
from engine.core.ruling import Ruling
from engine.rules.game import BloodBowl
from engine.rules.halves import BOUGHT, bought_rerolls
from engine.rules.rolls import RerollSource
from engine.rules.state import Team
from engine.rulesets.bb2025.mascot import MASCOT

TRAINING, COOKED = RerollSource("extra-team-training"), RerollSource("halfling-master-chef")


@dataclass(slots=True)
class HalfStart:
    """A half is about to begin, for one side after the other."""

    side: int
    lost: list[int] = field(default_factory=lambda: [0, 0])  # team re-rolls that each side loses to the other's staff


START_OF_HALF: Window[HalfStart] = Window("start-of-half")  # the kicking side first
# The sources of team re-rolls that a rival's cook can take from, in the order in which they go.
can_be_taken: Ruling[tuple[str, ...]] = Ruling(
    "chef-takes",
    {
        "bought-and-training": (BOUGHT.key, TRAINING.key),
        "bought-only": (BOUGHT.key,),
        "mascot-too": (BOUGHT.key, TRAINING.key, MASCOT.key),
    },
)


def rerolls_of_half(team: Team) -> dict[str, int]:
    rerolls = bought_rerolls(team)
    if team.mascot:
        rerolls[MASCOT.key] = 1
    if TRAINING.key in team.inducements:
        rerolls[TRAINING.key] = team.inducements[TRAINING.key]
    return rerolls


async def start_half(game: BloodBowl) -> None:
    """The mascot is back and the cooks have cooked; what they gain and take is added up."""
    for team in game.state.teams:
        if team.mascot:
            team.rerolls[MASCOT.key] = 1
    start = HalfStart(game.state.kicking)
    await game.open(START_OF_HALF, start)
    start.side = 1 - start.side
    await game.open(START_OF_HALF, start)
    for team in game.state.teams:
        _lose(game, team, start.lost[team.side])


def _lose(game: BloodBowl, team: Team, number: int) -> None:
    """Those that the half brought can be lost as well as others, but nobody goes below none."""
    for source in (*game.ruling(can_be_taken), COOKED.key):
        taken = min(number, team.rerolls.get(source, 0))
        if taken:
            team.rerolls[source] -= taken
            number -= taken

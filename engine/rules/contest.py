"""Two players in a block: how strong they are, and who assists them (Core p.61)."""

from dataclasses import dataclass, field
from operator import attrgetter, itemgetter

from engine.core.hooks import Query
from engine.core.pitch import Square
from engine.core.ruling import Ruling
from engine.rules.chain import Chain
from engine.rules.edition import Added
from engine.rules.falling import Fall
from engine.rules.game import BloodBowl
from engine.rules.movement import Activation
from engine.rules.state import Player

OWN, ASSISTS, CHEERS = "own", "assists", "cheering fans"  # what a strength is made of
PUSHES = ("push-back", "stumble", "pow")  # results by which the target is pushed


@dataclass(slots=True)
class Pool:
    """Strength against strength, and the block dice that are rolled for it."""

    strength: int = 0
    resistance: int = 0
    made_of: tuple[Added, Added] = ((), ())  # strength and resistance by source, the players' own first
    faces: tuple[int, ...] = ()
    reroll_with: str = ""  # the skill that re-rolls a die

    @property
    def dice(self) -> int:
        return block_dice(self.strength, self.resistance)

    def roll_again(self, face: int, new: int) -> None:
        """One die of that face shows another."""
        at = self.faces.index(face)
        self.faces = (*self.faces[:at], new, *self.faces[at + 1 :])


@dataclass(slots=True)
class Block:
    """One block from its declaration or the blitz it is part of to its end, and what each step leaves to the next."""

    blocker: Player
    target: Player
    blitz: bool = False
    act: Activation | None = None  # the activation it is part of
    other: "Block | None" = None  # of the same action: the one made at the same time, or the one before it
    cancelled: bool = False
    modifiers: list[tuple[str, int]] = field(default_factory=list)  # to the blocker's strength, rolled for before
    busy: tuple[Player, ...] = ()  # who cannot assist the target
    pool: Pool = field(default_factory=Pool)
    result: str = ""
    falls: list[Fall] = field(default_factory=list)  # who is to be Knocked Down
    placed: list[Player] = field(default_factory=list)  # who is to be Placed Prone
    chain: Chain = field(init=False)  # the push, if it comes to one

    def __post_init__(self) -> None:
        self.chain = Chain(self.blocker, self.target, self.blitz)

    @property
    def chooser(self) -> int:
        """The side whose coach picks the die that counts."""
        return (self.blocker if self.pool.dice > 0 else self.target).side

    def becomes(self, result: str) -> None:
        """Another result, by which nobody is Knocked Down."""
        self.result, self.falls = result, []


def block_dice(mine: int, theirs: int) -> int:
    """By strength. Positive: the blocker's coach chooses; negative: the target's."""
    if mine == theirs:
        return 1
    if mine > theirs:
        return 3 if mine > 2 * theirs else 2
    return -3 if theirs > 2 * mine else -2


STRENGTH: Query[Block, int] = Query("block-strength", of=attrgetter("blocker"))  # for the blocker: Dauntless, Horns
ALWAYS_ASSISTS: Query[tuple[Player, Player], bool] = Query(
    "always-assists", of=itemgetter(0)
)  # (assistant, against whom)
# Whether players who cannot assist blocks cannot assist fouls either.
fouls_too: Ruling[bool] = Ruling("eye-gouge-foul-assists", {"barred": True, "allowed": False})


def assists(game: BloodBowl, mate: Player, against: Player, at: Square | None = None) -> list[Player]:
    """Team-mates who mark the opponent and are marked by nobody else (Core p.61). None within one team.

    With `at` it is as if the opponent were on that square.
    """
    return [] if mate.side == against.side else assistants(game, mate.side, against, at, but=mate)


def assistants(
    game: BloodBowl, side: int, against: Player, at: Square | None = None, but: Player | None = None
) -> list[Player]:
    """The players of a side who assist anybody of theirs against an opponent."""
    return [
        helper
        for helper in game.markers(against.square if at is None else at, side, but=but)
        if not helper.no_assists
        and (not game.marked_besides(helper, against) or game.collect(ALWAYS_ASSISTS, (helper, against)))
    ]


def own_strength(game: BloodBowl, block: Block) -> int:
    """The blocker's, before anybody assists."""
    return max(1, sum(value for _, value in _own(game, block)))


def _own(game: BloodBowl, block: Block) -> Added:
    return ((OWN, game.value(block.blocker, "st")), *block.modifiers, *game.collect(STRENGTH, block))


def weigh(game: BloodBowl, block: Block) -> Pool:
    """Own strength with what skills make of it, and assists; the fans may be one (Core p.48)."""
    blocker, target, team = block.blocker, block.target, game.team(block.blocker.side)
    cheers, team.extra_assist = int(team.extra_assist), False
    helped = len(assists(game, blocker, target))
    hindered = sum(helper not in block.busy for helper in assists(game, target, blocker))
    mine = (*_own(game, block), (ASSISTS, helped), (CHEERS, cheers))
    theirs = ((OWN, game.value(target, "st")), (ASSISTS, hindered))
    strength, resistance = own_strength(game, block) + helped + cheers, game.value(target, "st") + hindered
    return Pool(strength, resistance, (_counting(mine), _counting(theirs)))


def _counting(parts: Added) -> Added:
    return tuple((source, value) for source, value in parts if value)

"""Two players in a block: how strong they are, and who assists them (Core p.61)."""

from dataclasses import dataclass, field
from operator import attrgetter, itemgetter

from engine.core.hooks import Query
from engine.core.pitch import Square
from engine.core.ruling import Ruling
from engine.rules.chain import Chain
from engine.rules.edition import Added
from engine.rules.game import BloodBowl
from engine.rules.movement import Activation
from engine.rules.state import Player

OWN, ASSISTS, CHEERS = "own", "assists", "cheering fans"  # what a strength is made of


@dataclass(slots=True)
class Block:
    """One block from its declaration or the blitz it is part of to its end."""

    blocker: Player
    target: Player
    blitz: bool = False
    act: Activation | None = None  # the activation it is part of
    second: bool = False  # compelled by the first block of the same activation
    modifiers: list[tuple[str, int]] = field(default_factory=list)  # to the blocker's strength, rolled for before
    strength: int = 0
    resistance: int = 0
    made_of: tuple[Added, Added] = ((), ())  # strength and resistance by source, the players' own first
    faces: tuple[int, ...] = ()
    rerolled: bool = False
    reroll_with: str = ""  # the skill that re-rolls a die
    result: str = ""
    chain: Chain = field(init=False)
    cancelled: bool = False
    called_off: bool = False  # the whole action, with whatever other block belongs to it
    may_follow: bool = True
    busy: tuple[Player, ...] = ()  # who cannot assist the target
    able: list[Player] = field(default_factory=list)  # who had its active skills when the block began
    target_down: bool = False
    blocker_down: bool = False
    placed: list[Player] = field(default_factory=list)  # who is to be Placed Prone
    felled: list[Player] = field(default_factory=list)  # who was Knocked Down in the end
    unharmed: list[Player] = field(default_factory=list)  # who keeps its feet on a result that would knock it down

    def __post_init__(self) -> None:
        self.chain = Chain(self.blocker, self.target, self.blitz)

    @property
    def dice(self) -> int:
        return block_dice(self.strength, self.resistance)


def block_dice(mine: int, theirs: int) -> int:
    """By strength. Positive: the blocker's coach chooses; negative: the target's."""
    if mine == theirs:
        return 1
    number = 3 if max(mine, theirs) > 2 * min(mine, theirs) else 2
    return number if mine > theirs else -number


STRENGTH: Query[Block, int] = Query("block-strength", of=attrgetter("blocker"))  # for the blocker: Dauntless, Horns
ALWAYS_ASSISTS: Query[tuple[Player, Player], bool] = Query("always-assists", of=itemgetter(0))  # (assistant, against whom)
# Whether who may not assist in blocks may not in fouls either.
fouls_too: Ruling[bool] = Ruling("eye-gouge-foul-assists", {"barred": True, "allowed": False})
RULINGS = (fouls_too,)


def assists(game: BloodBowl, mate: Player, against: Player, at: Square | None = None) -> list[Player]:
    """Team-mates who mark the opponent and are marked by nobody else (Core p.61). None within one team.

    With `at` it is as if the opponent were on that square.
    """
    if mate.side == against.side:
        return []
    return [
        helper
        for helper in game.markers(against.square if at is None else at, mate.side, but=mate)
        if not helper.no_assists
        and (not game.markers(helper.square, against.side, but=against) or game.collect(ALWAYS_ASSISTS, (helper, against)))
    ]


def own_strength(game: BloodBowl, block: Block) -> int:
    """The blocker's, before anybody assists."""
    return max(1, sum(value for _, value in _own(game, block)))


def _own(game: BloodBowl, block: Block) -> Added:
    return ((OWN, game.value(block.blocker, "st")), *block.modifiers, *game.collect(STRENGTH, block))


def weigh(game: BloodBowl, block: Block) -> None:
    """Own strength with what skills make of it, and assists; the fans may be one (Core p.48)."""
    blocker, target, team = block.blocker, block.target, game.team(block.blocker.side)
    cheers, team.extra_assist = int(team.extra_assist), False
    helped = len(assists(game, blocker, target))
    hindered = sum(helper not in block.busy for helper in assists(game, target, blocker))
    block.strength = own_strength(game, block) + helped + cheers
    block.resistance = game.value(target, "st") + hindered
    mine = (*_own(game, block), (ASSISTS, helped), (CHEERS, cheers))
    theirs = ((OWN, game.value(target, "st")), (ASSISTS, hindered))
    block.made_of = (_counting(mine), _counting(theirs))


def _counting(parts: Added) -> Added:
    return tuple((source, value) for source, value in parts if value)

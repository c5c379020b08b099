"""The players who push each other: the links of a chain, and in which order they leave their squares (Core p.63)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from engine.core.pitch import Square
from engine.core.ruling import Ruling
from engine.rules.field import Step
from engine.rules.game import BloodBowl
from engine.rules.state import NOWHERE, Player

Effect = Callable[[BloodBowl, "Push"], Awaitable[None]]
CROWD = NOWHERE  # where somebody goes who is pushed off the pitch
MAY, MUST, CANNOT, KEPT_OFF, FOLLOWED = "may", "must", "cannot", "kept off", "followed"  # the blocker's follow-up


@dataclass(slots=True)
class Push:
    """One player of a chain: who pushes whom, where to, and what awaits it there."""

    chain: "Chain"
    pusher: Player
    player: Player
    start: Square
    squares: tuple[Square, ...] = ()  # on the pitch, among which the chooser picks
    chooser: int = 0
    to: Square = CROWD
    stands: bool = False  # it is not pushed at all
    due: list[Effect] = field(default_factory=list)  # what is still to happen to it there

    @property
    def first(self) -> bool:
        """The target of the block, not somebody in the chain."""
        return not self.chain.links or self.chain.links[0] is self

    @property
    def blitz(self) -> bool:
        return self.chain.blitz


@dataclass(slots=True)
class Chain:
    """A block's push: its links from the target on, what stopped it, the follow-up, and what is due after that."""

    blocker: Player
    target: Player
    blitz: bool = False  # the block is part of one
    start: Square = NOWHERE  # where the target was when the block began
    facing: Step = (0, 0)  # from the blocker to the target at that moment
    unstoppable: bool = False  # opponents of the blocker may not resist
    fells: bool = False  # the result also knocks the target down
    barred: tuple[Square, ...] = ()  # where nobody may be pushed
    denied: tuple[Square, ...] = ()  # where the target may not be pushed, though others may
    links: list[Push] = field(default_factory=list)
    stopped_at: Square = NOWHERE  # where somebody was not pushed, so that nobody is
    follow_up: str = MAY
    due: "list[Callable[[BloodBowl, Chain], Awaitable[None]]]" = field(default_factory=list)  # once the target is down

    @property
    def stopped(self) -> bool:
        return self.stopped_at != NOWHERE

    @property
    def may_follow(self) -> bool:
        return self.follow_up in (MAY, MUST)


def closed(link: Push) -> tuple[Square, ...]:
    """Where this player of the chain may not be pushed."""
    return link.chain.barred + (link.chain.denied if link.first else ())


def may_reach(link: Push, square: Square) -> bool:
    """A chain may come back to a square once, and not go round for ever."""
    return square not in closed(link) and sum(each.to == square for each in link.chain.links) < 2


def move(game: BloodBowl, player: Player, to: Square) -> None:
    if to == CROWD:
        game.lift(player)
    else:
        game.shift(player, to)


@dataclass(frozen=True, slots=True)
class Leaving:
    """When a player of the chain is out of its square and in the next."""

    frees: bool  # the square the target has been pushed out of can be pushed into
    at_once: bool = False  # each moves before the next is pushed, and what awaits it there happens


leaves: Ruling[Leaving] = Ruling(
    "push-leaving-square",
    {"immediate": Leaving(True, at_once=True), "deferred": Leaving(False), "in-between": Leaving(True)},
)


@dataclass(frozen=True, slots=True)
class Order:
    """Who is on a square that the chain reaches, and how its players move once it is known."""

    occupant: Callable[[BloodBowl, Push], Player | None]
    move: Callable[[BloodBowl, Chain], None]


def _there_by_now(game: BloodBowl, link: Push) -> Player | None:
    """Whoever an earlier push has brought there, else whoever has been there all the time."""
    moved = {each.player.id: each.to for each in link.chain.links}
    others = [each.player for each in link.chain.links if each.player is not link.player]
    come = next((player for player in others if moved[player.id] == link.to), None)
    stays = game.at(link.to)
    return come or (stays if stays is not None and stays.id not in moved else None)


def _from_the_front(game: BloodBowl, chain: Chain) -> None:
    for link in chain.links:
        move(game, link.player, link.to)


def _there_all_the_time(game: BloodBowl, link: Push) -> Player | None:
    return game.at(link.to)


def _from_the_back(game: BloodBowl, chain: Chain) -> None:
    """Whoever is on the square by then is the one who is pushed out of it."""
    for link in reversed(chain.links):
        if link.player.square != link.start:
            link.player = game.at(link.start) or link.player
        move(game, link.player, link.to)


move_order: Ruling[Order] = Ruling(
    "push-chain-move-order",
    {"front": Order(_there_by_now, _from_the_front), "back": Order(_there_all_the_time, _from_the_back)},
)

"""What a new team is best spent on, for ready teams and ready drafts alike.

Coaches agree on most of it, whatever the roster. Two re-rolls come first, and an apothecary; a third re-roll as well where it
is cheap and enough is left for better players than linemen. Then those players, role by role, as long as eleven can be paid.
What is left goes into another re-roll, a bench, fans and staff, since money that is not spent wins no match. Where a re-roll costs
as much as several linemen, those come first: they are cheap because they do not last.
"""

from collections.abc import Iterator

from engine.rules.teams.basket import Basket
from engine.rules.teams.rosters import Roster, RosterPosition
from engine.rules.teams.staff import APOTHECARY, ASSISTANT_COACHES, CHEERLEADERS, FANS, REROLLS

ROLES = ("blocker", "blitzer", "runner", "big-guy", "catcher", "thrower", "special", "lineman")  # the first that fits
CARRIERS = ("runner", "catcher", "thrower")
CLUMSY = 4  # agility with which nobody should be the one to pick the ball up
CHEAP_REROLL, BETTER_PLAYERS = 60, 100  # thousands of gold pieces
MOST_REROLLS, FULL_BENCH = 4, 13
FOR_A_REROLL = 4  # linemen that are worth more than a third one
EXTRAS = (FANS, FANS, *(ASSISTANT_COACHES, CHEERLEADERS) * 6)


def shop(edition: str, roster: Roster, purse: int | None = None) -> Basket:
    """A whole team for this purse, or for the usual one."""
    basket = Basket(edition, roster, purse)
    basket.fill_with_linemen()
    for what in (REROLLS, REROLLS, APOTHECARY):
        basket.hire(what)
    if roster.reroll_cost <= min(CHEAP_REROLL, basket.spare - BETTER_PLAYERS):
        basket.hire(REROLLS)
    _sign_eleven(basket)
    _spend_the_rest(basket)
    basket.players.sort(key=lambda each: (-each.cost, each.key))
    return basket


def _sign_eleven(basket: Basket) -> None:
    for position, most in _wish_list(basket.roster, basket.fillers[0]):
        for _ in range(most):
            if len(basket.players) < basket.fewest:
                basket.sign(position)
    while len(basket.players) < basket.fewest and _add_lineman(basket):
        pass


def _spend_the_rest(basket: Basket) -> None:
    """A third re-roll is worth more than a twelfth player, and a fourth more than a thirteenth."""
    if FOR_A_REROLL * basket.fillers[0].cost <= basket.prices[REROLLS]:
        while _add_lineman(basket):
            pass
    for rerolls, players in ((3, 12), (MOST_REROLLS, FULL_BENCH)):
        if basket.staff[REROLLS] < rerolls:
            basket.hire(REROLLS)
        if len(basket.players) < players:
            _add_lineman(basket)
    for what in EXTRAS:
        basket.hire(what)


def _wish_list(roster: Roster, lineman: RosterPosition) -> Iterator[tuple[RosterPosition, int]]:
    """Positions in the order in which they are filled, and how far. Clumsy linemen need somebody to carry the ball."""
    dear = sorted(roster.positions.values(), key=lambda each: (-each.cost, each.key))
    if lineman.stats["ag"] >= CLUMSY:
        yield from ((each, 1) for each in dear if any(role in each.keywords for role in CARRIERS))
    for role in ROLES:
        yield from ((each, each.most) for each in dear if _role(each, roster) == role and _better(each, lineman))


def _better(position: RosterPosition, lineman: RosterPosition) -> bool:
    """Who costs more than a lineman, or can do something else for the same money."""
    return position.cost > lineman.cost or (position.cost == lineman.cost and not position.lineman)


def _role(position: RosterPosition, roster: Roster) -> str:
    """The Big Guys of a roster are all what any of them is."""
    alike = [each for each in roster.positions.values() if each.big_guy] if position.big_guy else [position]
    return next(role for role in ROLES if any(role in each.keywords for each in alike))


def _add_lineman(basket: Basket) -> bool:
    """Or whoever is cheaper."""
    return any(basket.sign(each) for each in basket.fillers)

"""A draft of a team, bought piece by piece."""

from collections import Counter
from collections.abc import Sequence

from engine.rules.tables import tables
from engine.rules.teams.rosters import Roster, RosterPosition, squad
from engine.rules.teams.staff import FANS, staff_limits, staff_prices

INSIGNIFICANT = "insignificant"  # of whom a team has no more than of others (Core p.129)


class Basket:
    """A draft list. Whatever goes in, enough is left to bring it to eleven players."""

    def __init__(self, edition: str, roster: Roster, purse: int | None = None) -> None:
        costs = tables(edition)["draft_costs_k"]
        self.roster = roster
        self.fewest, self.most = squad(edition)
        self.purse: int = costs["budget"] if purse is None else purse
        self.prices = {**staff_prices(edition, roster), FANS: costs["dedicated_fan"]}
        self.limits = {**staff_limits(edition, roster), FANS: costs["dedicated_fans_start_max"]}
        self.staff = Counter({**dict.fromkeys(self.limits, 0), FANS: costs["dedicated_fans_start"]})
        self.players: list[RosterPosition] = []
        self.fillers = sorted(roster.positions.values(), key=lambda each: each.cost)  # who completes the eleven

    def fill_with_linemen(self) -> None:
        """The usual ones complete the eleven, and not whoever is cheaper still, if that can be paid."""
        cheapest = self.fillers
        self.fillers = sorted(cheapest, key=lambda each: (not each.journeyman, each.cost))
        if self.spare < 0:
            self.fillers = cheapest

    @property
    def spare(self) -> int:
        """What may be spent on anything but the players who are missing to eleven."""
        return self.purse - self._completion(self.players)

    def hire(self, what: str) -> None:
        if self.staff[what] < self.limits[what] and self.prices[what] <= self.spare:
            self.staff[what] += 1
            self.purse -= self.prices[what]

    def sign(self, position: RosterPosition, price: int | None = None) -> bool:
        """Somebody of this position, for the fee or for what an old player costs."""
        able = self.can_sign(position, price)
        if able:
            self.players.append(position)
            self.purse -= position.cost if price is None else price
        return able

    def can_sign(self, position: RosterPosition, price: int | None = None) -> bool:
        due = position.cost if price is None else price
        room = self._has_room(self.players, position)
        return room and due + self._completion([*self.players, position]) <= self.purse

    def _has_room(self, players: Sequence[RosterPosition], position: RosterPosition) -> bool:
        size = len(players) + 1
        small = sum(INSIGNIFICANT in each.skills for each in (*players, position))
        significant = INSIGNIFICANT not in position.skills or small <= max(size, self.fewest) // 2
        counts = Counter(each.key for each in players)
        return size <= self.most and significant and self.roster.has_room(counts, position.key)

    def _completion(self, players: Sequence[RosterPosition]) -> int:
        """What those cost who are still missing to eleven."""
        complete = list(players)
        while len(complete) < self.fewest:
            complete.append(next(each for each in self.fillers if self._has_room(complete, each)))
        return sum(each.cost for each in complete[len(players) :])

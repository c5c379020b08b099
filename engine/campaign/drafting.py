"""Drafting a team: a document that a coach fills in becomes a draft list, and the list the first rows of a ledger (Core pp.86-91)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from reprlib import repr as shown  # never longer than a line
from typing import Any

from engine.campaign import captain
from engine.campaign.draft_list import (
    FANS,
    INSIGNIFICANT,
    LIST,
    NAMES,
    Bill,
    DraftList,
    Recruit,
    bill_of,
    gods,
    problems_of,
    tidy_name,
)
from engine.campaign.entries import DRAFTED, Entry
from engine.campaign.refusal import Refusal
from engine.campaign.value import APOTHECARY, ASSISTANT_COACHES, CHEERLEADERS, REROLLS, staff_limits, staff_prices
from engine.core.decisions import Pick
from engine.core.documents import check_size
from engine.core.errors import BadInput
from engine.rules.rosters import Roster, RosterPosition, rosters
from engine.rules.tables import tables

MOST_LISTED = 40  # players of a list that may still be too long
TEXTS, NUMBERS = ("roster", "league", "favoured_of"), tuple(NAMES)
FIELDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(TEXTS, (str,)),
    **dict.fromkeys(NUMBERS, (int,)),
    APOTHECARY: (bool, int),
    "players": (list,),
    "captain": (int, type(None)),
}


def bill(edition: str, draft: Mapping[str, Any], settings: Mapping[str, int]) -> Bill:
    return bill_of(read_draft(edition, draft, settings))


def problems(edition: str, draft: Mapping[str, Any], settings: Mapping[str, int]) -> list[Refusal]:
    """All that keeps this draft from being a team."""
    try:
        return problems_of(read_draft(edition, draft, settings))
    except Refusal as malformed:
        return [malformed]


def found(edition: str, draft: Mapping[str, Any], settings: Mapping[str, int]) -> list[Entry]:
    """The first rows of a new team."""
    drafted = read_draft(edition, draft, settings)
    for problem in problems_of(drafted):
        raise problem
    data = {"roster": drafted.roster.key, "league": drafted.league, "favoured_of": drafted.favoured_of}
    signed = list(signings(drafted, first=1))
    rows = [Entry("founded", gold=drafted.budget, data=data, rule=LIST), *signed, *staff_rows(drafted, {})]
    named = next((row.member for row in signed if row.data["number"] == drafted.captain), None)
    return [*rows, Entry("captain", named, rule=captain.RULE)] if named else rows


# From a document to a draft list --------------------------------------------------------------------------------------------


def read_draft(edition: str, draft: Mapping[str, Any], settings: Mapping[str, int]) -> DraftList:
    """What a new team's draft says, or a refusal of what cannot be read."""
    check_shape(draft)
    roster = rosters(edition).get(draft.get("roster", ""))
    if roster is None:
        raise Refusal("no-such-roster", f"Choose a roster: {', '.join(rosters(edition))}.", LIST)
    costs = tables(edition)["draft_costs_k"]
    league = settled(draft.get("league", ""), roster.leagues)
    free = costs["dedicated_fans_start"]
    return DraftList(
        edition=edition,
        roster=roster,
        budget=settings.get("budget", costs["budget"]),
        recruits=tuple(newcomers(roster, draft)),
        staff=staff_of(draft),
        most=staff_limits(edition, roster),
        fans=draft.get(FANS, free),
        free_fans=free,
        league=league,
        favoured_of=settled(draft.get("favoured_of", ""), gods(roster, league)),
        captain=draft.get("captain"),
    )


def check_shape(draft: Any) -> None:
    """Each field known and of its type. Fields may be missing while a draft is being made."""
    if not isinstance(draft, Mapping):
        raise Refusal("bad-draft", "A draft says for each of its fields what it is.", LIST)
    try:
        check_size(draft)
    except BadInput as error:
        raise Refusal("bad-draft", f"This draft cannot be read: {error}", LIST) from error
    for name, value in draft.items():
        if name not in FIELDS or type(value) not in FIELDS[name]:
            raise Refusal("bad-draft", f"A draft cannot have {shown(name)}: {shown(value)}.", LIST)
    if len(draft.get("players", [])) > MOST_LISTED:
        raise Refusal("too-many-players", f"A list has at most {MOST_LISTED} players while it is made.", LIST)
    for player in draft.get("players", []):
        types = {key: type(value) for key, value in player.items()} if isinstance(player, Mapping) else {}
        if types != {"position": str, "name": str, "number": int}:
            raise Refusal("bad-draft", f"A player has a position, a name and a number, not {shown(player)}.", LIST)


def newcomers(roster: Roster, draft: Mapping[str, Any]) -> Iterator[Recruit]:
    for player in draft.get("players", []):
        position = roster.positions.get(player["position"])
        if position is None:
            names = ", ".join(roster.positions)
            raise Refusal("no-such-position", f"{roster.name} teams have {names}, and no {player['position']!r}.", LIST)
        yield Recruit(position, tidy_name(player["name"]), player["number"], position.cost, position.cost)


def staff_of(draft: Mapping[str, Any]) -> dict[str, int]:
    return {what: int(draft.get(what, 0)) for what in NAMES if what != FANS}


def settled(given: str, choices: tuple[str, ...]) -> str:
    """What there is no choice about goes without saying."""
    return choices[0] if not given and len(choices) == 1 else given


# Rows ---------------------------------------------------------------------------------------------------------------------


def signings(drafted: DraftList, first: int) -> Iterator[Entry]:
    """The rows of new players, who get the ids from this one on."""
    new = [each for each in drafted.recruits if each.member is None]
    for id, each in enumerate(new, start=first):
        data = {"position": each.position.key, "name": each.name, "number": each.number, "how": DRAFTED}
        yield Entry("signed", id, gold=-each.price, data=data, rule=LIST)


def staff_rows(drafted: DraftList, had: Mapping[str, int]) -> Iterator[Entry]:
    """What is paid for staff and fans, and how many more or fewer they are than the team had."""
    paid = {line.what: line.total for line in bill_of(drafted).lines if line.what in NAMES}
    for what, number in {**drafted.staff, FANS: drafted.fans}.items():
        by = number - had.get(what, 0)
        if by or what in paid:
            yield Entry("staff", gold=-paid.get(what, 0), data={"what": what, "by": by}, rule=LIST)


# Ready drafts -------------------------------------------------------------------------------------------------------------

STAPLES, EXTRAS = (REROLLS, REROLLS, APOTHECARY), (FANS, FANS, CHEERLEADERS, ASSISTANT_COACHES)


def standard_draft(edition: str, roster: str, purse: int | None = None) -> dict[str, Any]:
    """A good list: re-rolls and an apothecary, the best eleven that can be paid, and then what the rest is enough for.

    The purse is the usual budget unless a league gives another one.
    """
    basket = Basket(edition, roster, purse)
    for what in STAPLES:
        basket.hire(what)
    for position in sorted(basket.roster.positions.values(), key=lambda each: (-each.cost, each.key)):
        while len(basket.players) < basket.fewest and basket.sign(position):
            pass
    lineman = min(basket.roster.journeymen, key=lambda each: (each.cost, each.key))
    basket.sign(lineman)
    for what in (REROLLS, *EXTRAS):
        basket.hire(what)
    return basket.document(lambda number: 0)


def random_draft(edition: str, roster: str, pick: Pick) -> dict[str, Any]:
    """Any legal list, for tests."""
    basket = Basket(edition, roster)
    for what in (*STAPLES, *EXTRAS):
        for _ in range(pick(3)):
            basket.hire(what)
    wanted = basket.fewest + pick(basket.most - basket.fewest + 1)
    while len(basket.players) < wanted:
        able = [position for position in basket.roster.positions.values() if basket.can_sign(position)]
        if not able:
            break
        basket.sign(able[pick(len(able))])
    return basket.document(pick)


class Basket:
    """A list in the making. Whatever goes in, enough is left to bring it to eleven players."""

    def __init__(self, edition: str, roster: str, purse: int | None = None) -> None:
        self.roster = rosters(edition)[roster]
        costs = tables(edition)["draft_costs_k"]
        self.fewest, self.most = costs["players"]
        self.purse: int = costs["budget"] if purse is None else purse
        self.prices = {**staff_prices(edition, self.roster), FANS: costs["dedicated_fan"]}
        self.limits = {**staff_limits(edition, self.roster), FANS: costs["dedicated_fans_start_max"]}
        self.staff = Counter({FANS: costs["dedicated_fans_start"]})
        self.players: list[RosterPosition] = []

    def hire(self, what: str) -> None:
        if self.staff[what] < self.limits[what] and self.prices[what] <= self.purse - self._completion(self.players):
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
        """What the cheapest players cost that are still missing to eleven."""
        complete = list(players)
        cheapest = sorted(self.roster.positions.values(), key=lambda each: each.cost)
        while len(complete) < self.fewest:
            complete.append(next(each for each in cheapest if self._has_room(complete, each)))
        return sum(each.cost for each in complete[len(players) :])

    def document(self, pick: Pick) -> dict[str, Any]:
        league = self.roster.leagues[pick(len(self.roster.leagues))]
        favours = gods(self.roster, league)
        able = [number for number, each in enumerate(self.players, start=1) if not each.big_guy]
        return {
            "roster": self.roster.key,
            "league": league,
            "favoured_of": favours[pick(len(favours))] if favours else "",
            "players": [
                {"position": each.key, "name": f"{each.name} {number}", "number": number}
                for number, each in enumerate(self.players, start=1)
            ],
            **self.staff,
            "captain": able[pick(len(able))] if self.roster.has_captain else None,
        }

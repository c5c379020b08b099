"""A list to be bought, by a new team or at a re-draft: what it costs, and what keeps it from being a team (Core pp.86-91)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.campaign import captain
from engine.campaign.refusal import Refusal, with_article
from engine.core.ruling import Rulings
from engine.core.text import BadText, clean_line
from engine.rules.tables import Page
from engine.rules.teams import pages
from engine.rules.teams.basket import INSIGNIFICANT
from engine.rules.teams.rosters import Roster, RosterPosition
from engine.rules.teams.staff import APOTHECARY, ASSISTANT_COACHES, CHEERLEADERS, FANS, REROLLS

if TYPE_CHECKING:
    from engine.campaign.record import Campaign

LIST, POSITIONS, INSIGNIFICANCE = pages.SQUAD, pages.POSITIONS, Page("insignificant")
NUMBERS, LONGEST_NAME = range(1, 100), 60
NAMES = {
    REROLLS: "team re-rolls",
    ASSISTANT_COACHES: "assistant coaches",
    CHEERLEADERS: "cheerleaders",
    APOTHECARY: "apothecaries",
    FANS: "dedicated fans",
}


@dataclass(frozen=True, slots=True)
class Recruit:
    """A player on the list to be bought."""

    position: RosterPosition
    name: str
    number: int
    price: int
    value: int
    member: int | None = None  # who is in the team already
    skill: str = ""  # added to the list with the player


@dataclass(frozen=True, slots=True)
class DraftList:
    """The list as it would be."""

    campaign: "Campaign"
    roster: Roster
    budget: int
    recruits: tuple[Recruit, ...]
    staff: Mapping[str, int]
    most: Mapping[str, int]  # of each kind of staff
    fans: int
    free_fans: int  # that cost nothing
    league: str
    favoured_of: str
    captain: int | None  # by the number of the shirt
    trophy: int = 0
    cites: Mapping[str, str] = field(default_factory=dict)  # the ruling that a limit rests on
    inducements: Mapping[str, int] = field(default_factory=dict)  # for every match
    rulings: Rulings | None = None  # of the league; without them the book holds by the letter

    @property
    def counts(self) -> Counter[str]:
        return Counter(each.position.key for each in self.recruits)

    def refusal(self, code: str, sentence: str, rule: Page | str) -> Refusal:
        return self.campaign.refusal(code, sentence, rule)

    def recruit(self, number: int | None) -> Recruit | None:
        return next((each for each in self.recruits if each.number == number), None)


@dataclass(frozen=True, slots=True)
class Line:
    what: str  # a position or a kind of staff
    name: str
    count: int
    price: int  # of one

    @property
    def total(self) -> int:
        return self.count * self.price


@dataclass(frozen=True, slots=True)
class Bill:
    lines: tuple[Line, ...]
    budget: int
    value: int  # of the team, when all this is bought

    @property
    def total(self) -> int:
        return sum(line.total for line in self.lines)

    @property
    def left(self) -> int:
        return self.budget - self.total


# The bill -----------------------------------------------------------------------------------------------------------------


def bill_of(drafted: DraftList) -> Bill:
    names = drafted.campaign.staff
    prices = drafted.campaign.words.staff_prices(drafted.roster)
    staff = [Line(what, names[what], number, prices[what]) for what, number in drafted.staff.items()]
    fans = Line(FANS, names[FANS], drafted.fans - drafted.free_fans, drafted.campaign.words.fans.price)
    value = sum(each.value for each in drafted.recruits) + sum(line.total for line in staff)
    lines = [*_player_lines(drafted), *staff, fans, *_inducement_lines(drafted)]
    return Bill(
        tuple(line for line in lines if line.count), drafted.budget, value + drafted.trophy * drafted.roster.reroll_cost
    )


def _player_lines(drafted: DraftList) -> Iterator[Line]:
    """Old players one by one, new ones by position."""
    for each in drafted.recruits:
        if each.member is not None:
            yield Line(each.position.key, each.name, 1, each.price)
    new = Counter(each.position.key for each in drafted.recruits if each.member is None)
    for key, position in drafted.roster.positions.items():
        yield Line(key, position.name, new[key], position.cost)


def _inducement_lines(drafted: DraftList) -> Iterator[Line]:
    known = drafted.campaign.words.inducements
    for key, number in drafted.inducements.items():
        yield Line(key, known[key].name, number, int(known[key].figure("cost", drafted.roster) or 0))


# Problems -----------------------------------------------------------------------------------------------------------------


def problems_of(drafted: DraftList) -> list[Refusal]:
    return [problem for check in drafted.campaign.check_list for problem in check(drafted)]


def _choices(drafted: DraftList) -> Iterator[Refusal]:
    leagues = drafted.roster.leagues
    if drafted.league not in leagues:
        yield drafted.refusal("league", f"Choose one league: {_either(leagues)}.", LIST)
    able = gods(drafted.roster, drafted.league)
    if able and drafted.favoured_of not in able:
        yield drafted.refusal("favoured-of", f"Choose whose favour the team has: {_either(able)}.", LIST)
    if not able and drafted.favoured_of:
        yield drafted.refusal(
            "favoured-of", f"This team cannot be favoured of {_either((drafted.favoured_of,))}.", LIST
        )


def gods(roster: Roster, league: str) -> tuple[str, ...]:
    """Whose favour the team may have; for some only in one of their leagues."""
    return roster.favoured_of if roster.favoured_of_requires_league in ("", league) else ()


def _either(keys: tuple[str, ...]) -> str:
    return " or ".join(key.replace("-", " ").title() for key in keys)


def _size(drafted: DraftList) -> Iterator[Refusal]:
    fewest, most = drafted.campaign.words.team_size
    number = len(drafted.recruits)
    if number < fewest:
        yield drafted.refusal(
            "too-few-players", f"{fewest - number} more needed: a team has {fewest} to {most} players.", LIST
        )
    if number > most:
        yield drafted.refusal("too-many-players", f"A team has {fewest} to {most} players, not {number}.", LIST)


def _positions(drafted: DraftList) -> Iterator[Refusal]:
    for key, number in drafted.counts.items():
        position = drafted.roster.positions[key]
        if number > position.most:
            yield drafted.refusal("position-full", f"At most {position.most} {position.name}, not {number}.", POSITIONS)
    limit = drafted.roster.big_guy_limit
    together = sum(drafted.counts[key] for key in limit.among) if limit else 0
    if limit and together > limit.most:
        names = ", ".join(drafted.roster.positions[key].name for key in limit.among)
        yield drafted.refusal("group-full", f"At most {limit.most} of {names} together, not {together}.", POSITIONS)


def _significance(drafted: DraftList) -> Iterator[Refusal]:
    small = sum(INSIGNIFICANT in each.position.skills for each in drafted.recruits)
    if small > len(drafted.recruits) - small:
        rest = len(drafted.recruits) - small
        yield drafted.refusal(
            "insignificant", f"{small} Insignificant players are more than the {rest} others.", INSIGNIFICANCE
        )


def _shirts(drafted: DraftList) -> Iterator[Refusal]:
    for number, worn in Counter(each.number for each in drafted.recruits).items():
        if number not in NUMBERS:
            yield drafted.refusal("bad-number", f"Shirts have the numbers 1 to {NUMBERS[-1]}, not {number}.", LIST)
        if worn > 1:
            yield drafted.refusal("same-number", f"{worn} players wear number {number}.", LIST)
    for each in drafted.recruits:
        try:
            player_name(each.name)
        except BadText as flaw:
            yield drafted.refusal("bad-name", f"Number {each.number} needs a name. {flaw}", LIST)


def _names(drafted: DraftList) -> Iterator[Refusal]:
    """Newcomers have names of their own."""
    for place, each in enumerate(drafted.recruits):
        earlier = next((other for other in drafted.recruits[:place] if same_name(other.name, each.name)), None)
        if each.member is None and each.name and earlier is not None:
            sentence = f"Numbers {earlier.number} and {each.number} are both called {each.name}."
            yield drafted.refusal("same-name", sentence, LIST)


def player_name(text: str) -> str:
    """The name of a player as it is kept, or `BadText`."""
    return clean_line(text, LONGEST_NAME, least=1)


def tidy_name(text: str) -> str:
    """The same, for a list that may still be wrong: what cannot be kept stays as it is, and is one of its problems."""
    try:
        return player_name(text)
    except BadText:
        return text.strip()


def same_name(one: str, other: str) -> bool:
    """Whether nobody could tell two players apart by their names."""
    return one.strip().casefold() == other.strip().casefold()


def _staff(drafted: DraftList) -> Iterator[Refusal]:
    names = drafted.campaign.staff
    for what, number in drafted.staff.items():
        most, code = drafted.most[what], f"{what.replace('_', '-')}-limit"
        if not most and number:
            yield drafted.refusal(code, f"{with_article(drafted.roster.name)} team has no {names[what]}.", LIST)
        elif not 0 <= number <= most:
            yield drafted.refusal(code, f"0 to {most} {names[what]}, not {number}.", drafted.cites.get(what, LIST))


def _fans(drafted: DraftList) -> Iterator[Refusal]:
    most = max(drafted.free_fans, drafted.campaign.words.fans.most_at_start)
    if not drafted.free_fans <= drafted.fans <= most:
        yield drafted.refusal(
            "fans-limit",
            f"{drafted.free_fans} to {most} {drafted.campaign.staff[FANS]}, not {drafted.fans}.",
            drafted.cites.get(FANS, LIST),
        )


def _captain(drafted: DraftList) -> Iterator[Refusal]:
    if drafted.captain is None:
        return
    named = drafted.recruit(drafted.captain)
    try:
        captain.check_rule(drafted.campaign, drafted.roster)
        if named is None:
            raise drafted.refusal(
                "no-such-player", f"Nobody with number {drafted.captain} can be captain.", captain.RULE
            )
        captain.check_able(drafted.campaign, named.name, named.position)
    except Refusal as problem:
        yield problem


def _budget(drafted: DraftList) -> Iterator[Refusal]:
    owed = bill_of(drafted)
    if owed.left < 0:
        yield drafted.refusal("over-budget", f"The list costs {owed.total}k, and there are {owed.budget}k.", LIST)


CHECKS = (_choices, _size, _positions, _significance, _shirts, _names, _staff, _fans, _captain, _budget)

"""Drafting a team: the document of a coach becomes a draft list, and the list the first rows of a ledger (Core pp.86-91)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from reprlib import repr as shown  # never longer than a line
from typing import TYPE_CHECKING, Any

from engine.campaign import captain
from engine.campaign.draft_list import (
    LIST,
    LONGEST_NAME,
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
from engine.core.decisions import Pick
from engine.core.documents import check_size
from engine.core.errors import BadInput
from engine.core.ruling import Rulings
from engine.rules.teams.basket import Basket
from engine.rules.teams.rosters import Roster, RosterPosition
from engine.rules.teams.shopping import shop
from engine.rules.teams.staff import APOTHECARY, FANS

if TYPE_CHECKING:
    from engine.campaign.matched.allowance import SkillBill
    from engine.campaign.record import Campaign

MOST_LISTED = 40  # players of a list that may still be too long
FIELDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("roster", "league", "favoured_of"), (str,)),
    APOTHECARY: (bool, int),
    "players": (list,),
    "captain": (int, type(None)),
}
OF_PLAYER: Mapping[str, type] = {"position": str, "name": str, "number": int}
Document = Mapping[str, Any]
Settings = Mapping[str, int]  # of a league


class DraftRules:
    """How a new team is drafted in a campaign: its coach fills in a document, under the settings of a league."""

    fields: Mapping[str, tuple[type, ...]] = {}  # that a document has beside the usual ones
    of_player: Mapping[str, type] = {}  # that a player may have beside the usual ones
    keeps_rest = True  # what is left goes into the treasury
    most_listed = MOST_LISTED
    longest_name = LONGEST_NAME

    def __init__(self, campaign: "Campaign") -> None:
        self.campaign = campaign
        self.rule = campaign.cite(LIST)

    def blank(self, roster: str) -> dict[str, Any]:
        """A list with nobody on it. Documents may leave fields out; these are what they mean."""
        counts: dict[str, Any] = dict.fromkeys(self.campaign.staff, 0)
        texts = {"roster": roster, "league": "", "favoured_of": ""}
        fans = self.campaign.words.fans.at_start
        return {**texts, "players": [], **counts, FANS: fans, APOTHECARY: False, "captain": None}

    def read(self, document: Document, settings: Settings) -> DraftList:
        """What a document says, or a refusal of what cannot be read."""
        check_shape(self.campaign, document)
        words = self.campaign.words
        roster = words.rosters.get(document.get("roster", ""))
        if roster is None:
            raise self.campaign.refusal("no-such-roster", f"Choose a roster: {', '.join(words.rosters)}.", LIST)
        league = settled(document.get("league", ""), roster.leagues)
        free = words.fans.at_start
        return DraftList(
            campaign=self.campaign,
            roster=roster,
            budget=settings.get("budget", words.budget),
            recruits=tuple(newcomers(self.campaign, roster, document)),
            staff=staff_of(self.campaign, document),
            most=words.staff_limits(roster),
            fans=document.get(FANS, free),
            free_fans=free,
            league=league,
            favoured_of=settled(document.get("favoured_of", ""), gods(roster, league)),
            captain=document.get("captain"),
        )

    def gods(self, roster: Roster, league: str) -> tuple[str, ...]:
        """Whose favour a team may have in a league."""
        return gods(roster, league)

    def skills(self, document: Document) -> "SkillBill | None":
        """The skill points of a list, where skills are added to it."""
        return None

    def open_skills(self, position: RosterPosition) -> dict[str, list[str]]:
        """The skills that can be added to a position, by access."""
        return {}

    def for_sale(self, roster: str) -> dict[str, int]:
        """The inducements that are bought with the list: how many of each, at most."""
        return {}

    def bill(self, document: Document, settings: Settings) -> Bill:
        return bill_of(self.read(document, settings))

    def problems(self, document: Document, settings: Settings, rulings: Rulings | None = None) -> list[Refusal]:
        """All that keeps this document from being a team."""
        try:
            return problems_of(replace(self.read(document, settings), rulings=rulings))
        except Refusal as malformed:
            return [malformed]

    def found(self, document: Document, settings: Settings, rulings: Rulings | None = None) -> list[Entry]:
        """The first rows of a new team."""
        drafted = replace(self.read(document, settings), rulings=rulings)
        for problem in problems_of(drafted):
            raise problem
        data = {"roster": drafted.roster.key, "league": drafted.league, "favoured_of": drafted.favoured_of}
        signed = list(signings(drafted, first=1))
        rows = [
            Entry("founded", gold=drafted.budget, data=data, rule=drafted.campaign.cite(LIST)),
            *signed,
            *staff_rows(drafted, {}),
        ]
        named = next((row.member for row in signed if row.data["number"] == drafted.captain), None)
        return [*rows, Entry("captain", named, rule=self.campaign.cite(captain.RULE))] if named else rows

    def standard(self, roster: str, purse: int | None = None) -> dict[str, Any]:
        """A good list. The purse is the usual budget unless a league gives another one."""
        return document(shop(self.campaign.data, self.campaign.words.rosters[roster], purse), lambda number: 0)

    def random(self, roster: str, pick: Pick) -> dict[str, Any]:
        """Any legal list, for tests."""
        basket = Basket(self.campaign.data, self.campaign.words.rosters[roster])
        for what in basket.limits:
            for _ in range(pick(3)):
                basket.hire(what)
        wanted = basket.fewest + pick(basket.most - basket.fewest + 1)
        while len(basket.players) < wanted:
            able = [position for position in basket.roster.positions.values() if basket.can_sign(position)]
            if not able:
                break
            basket.sign(able[pick(len(able))])
        return document(basket, pick)


# From a document to a draft list ------------------------------------------------------------------------------------------


def check_shape(campaign: "Campaign", draft: Any) -> None:
    """Each field known and of its type. Fields may be missing while a draft is being made."""
    if not isinstance(draft, Mapping):
        raise campaign.refusal("bad-draft", "A draft says for each of its fields what it is.", LIST)
    try:
        check_size(draft)
    except BadInput as error:
        raise campaign.refusal("bad-draft", f"This draft cannot be read: {error}", LIST) from error
    known = {**dict.fromkeys(campaign.staff, (int,)), **FIELDS, **campaign.draft.fields}
    for name, value in draft.items():
        if name not in known or type(value) not in known[name]:
            raise campaign.refusal("bad-draft", f"A draft cannot have {shown(name)}: {shown(value)}.", LIST)
    if len(draft.get("players", [])) > MOST_LISTED:
        raise campaign.refusal("too-many-players", f"A list has at most {MOST_LISTED} players while it is made.", LIST)
    for player in draft.get("players", []):
        types = {key: type(value) for key, value in player.items()} if isinstance(player, Mapping) else {}
        if not OF_PLAYER.items() <= types.items() <= {**OF_PLAYER, **campaign.draft.of_player}.items():
            more = "".join(f", perhaps a {name}" for name in campaign.draft.of_player)
            sentence = f"A player has a position, a name and a number{more}, not {shown(player)}."
            raise campaign.refusal("bad-draft", sentence, LIST)


def newcomers(campaign: "Campaign", roster: Roster, draft: Mapping[str, Any]) -> Iterator[Recruit]:
    for player in draft.get("players", []):
        position = roster.positions.get(player["position"])
        if position is None:
            names = ", ".join(roster.positions)
            raise campaign.refusal(
                "no-such-position", f"{roster.name} teams have {names}, and no {player['position']!r}.", LIST
            )
        yield Recruit(position, tidy_name(player["name"]), player["number"], position.cost, position.cost)


def staff_of(campaign: "Campaign", draft: Mapping[str, Any]) -> dict[str, int]:
    return {what: int(draft.get(what, 0)) for what in campaign.staff if what != FANS}


def settled(given: str, choices: tuple[str, ...]) -> str:
    """What there is no choice about goes without saying."""
    return choices[0] if not given and len(choices) == 1 else given


# Rows ---------------------------------------------------------------------------------------------------------------------


def signings(drafted: DraftList, first: int) -> Iterator[Entry]:
    """The rows of new players, who get the ids from this one on."""
    new = [each for each in drafted.recruits if each.member is None]
    for id, each in enumerate(new, start=first):
        data = {"position": each.position.key, "name": each.name, "number": each.number, "how": DRAFTED}
        yield Entry("signed", id, gold=-each.price, data=data, rule=drafted.campaign.cite(LIST))


def staff_rows(drafted: DraftList, had: Mapping[str, int]) -> Iterator[Entry]:
    """What is paid for staff and fans, and how many more or fewer they are than the team had."""
    paid = {line.what: line.total for line in bill_of(drafted).lines if line.what in drafted.campaign.staff}
    for what, number in {**drafted.staff, FANS: drafted.fans}.items():
        by = number - had.get(what, 0)
        if by or what in paid:
            yield Entry(
                "staff", gold=-paid.get(what, 0), data={"what": what, "by": by}, rule=drafted.campaign.cite(LIST)
            )


# Ready drafts -------------------------------------------------------------------------------------------------------------


def document(basket: Basket, pick: Pick) -> dict[str, Any]:
    """What a coach would fill in to get what is in the basket."""
    roster, players = basket.roster, basket.players
    league = roster.leagues[pick(len(roster.leagues))]
    favours = gods(roster, league)
    able = [number for number, each in enumerate(players, start=1) if not each.big_guy]
    return {
        "roster": roster.key,
        "league": league,
        "favoured_of": favours[pick(len(favours))] if favours else "",
        "players": [
            {"position": each.key, "name": f"{each.name} {number}", "number": number}
            for number, each in enumerate(players, start=1)
        ],
        **basket.staff,
        "captain": able[pick(len(able))] if roster.has_captain else None,
    }

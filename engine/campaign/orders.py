"""Standing orders: a small document that says what a team does between matches while its coach is away.

Whatever a coach leaves out is as in the edition's `orders.yaml`.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from engine.campaign.arguments import SEQUENCE
from engine.campaign.autopilot import (
    RANDOM,
    ROLES,
    STAFF_ORDER,
    Orders,
    Request,
    identity,
    preferred,
    useless,
)
from engine.campaign.club import Club, Member
from engine.campaign.editor import TeamEditor
from engine.campaign.refusal import Refusal
from engine.campaign.steps import OFF_SEASON, READY, REDRAFT
from engine.core.dice import KeyedDice
from engine.core.documents import check_document
from engine.core.errors import BadInput
from engine.core.ruleset import DATA
from engine.core.yamlfile import read_yaml
from engine.rules.tables import Page
from engine.rules.teams.basket import Basket
from engine.rules.teams.staff import APOTHECARY, REROLLS

if TYPE_CHECKING:
    from engine.campaign.record import Campaign

MATCHED_PLAY = Page("matched_play")
STAPLES = {APOTHECARY: 1, REROLLS: 2}  # what a list needs before it has players
MUCH = 10_000
MOST_WISHES = MOST_MERCENARIES = 50
MOST_NAMED = 200  # entries of any list of names; a list names each only once
RESTING = (READY, OFF_SEASON, REDRAFT)  # steps that do not end by a coach's word


class StandingOrders:
    """The standing orders of a campaign: how they are read, checked and carried out."""

    roles = ROLES
    resting = RESTING
    most_gold = MUCH
    most_wishes, most_mercenaries, most_named = MOST_WISHES, MOST_MERCENARIES, MOST_NAMED

    def __init__(self, campaign: "Campaign") -> None:
        self.campaign = campaign

    @property
    def standard(self) -> Orders:
        """The orders of a coach who gave none."""
        return _standard(self.campaign.data)

    def complete(self, orders: Orders) -> Orders:
        """The orders with what they leave out. Lists that were stored before there were limits are cut to `MOST_NAMED`."""
        usual = self.standard
        parts = {name: {**part, **orders.get(name, {})} for name, part in usual.items() if isinstance(part, Mapping)}
        full: Orders = _cut({**usual, **orders, **parts})
        return full

    def check(self, orders: Any, club: Club) -> None:
        """Refuse orders that make no sense for this team, naming the field."""
        usual = self.standard
        if orders and not self.campaign.teams_change:
            sentence = "There is nothing to order: this team changes neither between matches nor before them."
            raise self.campaign.refusal("nothing-to-order", sentence, MATCHED_PLAY)
        if not isinstance(orders, Mapping) or orders.keys() - usual.keys():
            raise _nonsense(self.campaign, f"orders are about {', '.join(usual)}")
        try:
            check_document(orders)
        except BadInput as error:
            raise _nonsense(self.campaign, str(error).rstrip(".")) from error
        for name, part in orders.items():
            CHECKS[name](club, part)

    def run(self, editor: TeamEditor, orders: Orders) -> None:
        """Do all that is left to do, until the team is ready."""
        full = self.complete(orders)
        while request := self._decide(editor, full):
            editor.perform(*request)

    def decide(self, editor: TeamEditor, orders: Orders) -> Request | None:
        """What to ask for next: the first wish that the rules grant. None when there is nothing to do."""
        return self._decide(editor, self.complete(orders))

    def _decide(self, editor: TeamEditor, full: Orders) -> Request | None:
        for requests in self.campaign.autopilot.get(editor.club.step, ()):
            for request in requests(editor, full):
                if _granted(editor, request):
                    return request
        return None if editor.club.step in RESTING else ("finish", {})

    def redraft(self, editor: TeamEditor, orders: Orders) -> tuple[list[int], dict[str, Any]]:
        """Whom to keep, and the draft of everything else, for the re-draft.

        An old player who has learned nothing costs more than a new one of his kind, and is let go.
        """
        full, club, season = self.complete(orders), editor.club, self.campaign.season
        basket = Basket(self.campaign.data, club.roster, season.funds(editor))
        _engage(basket, club, full, STAPLES)
        veterans = [member for member in club.listed if member.advancements and not useless(member, full)]
        veterans.sort(key=lambda member: (-member.advancements, -member.value, member.id))
        kept = [each for each in veterans if basket.sign(each.position, season.bill(editor, [each.id], {}).total)]
        for size in (full["squad"]["least"], full["squad"]["most"]):
            _recruit(basket, club, full, size)
            _engage(basket, club, full, full["staff"])
        if basket.purse >= full["rich"]:
            _recruit(basket, club, full, basket.most)
            for _ in range((basket.purse - full["rich"]) // club.roster.reroll_cost):
                basket.hire(REROLLS)
        return [each.id for each in kept], _document(club, basket, kept)


@cache
def _standard(data: str) -> Orders:
    content: Orders = read_yaml(DATA / data / "orders.yaml", dict)
    return content


def _cut(part: Any) -> Any:
    if isinstance(part, Mapping):
        return {name: _cut(each) for name, each in part.items()}
    return part[:MOST_NAMED] if isinstance(part, list) else part


def _granted(editor: TeamEditor, request: Request) -> bool:
    """Tried out in an editor of its own, with other dice."""
    try:
        editor.trial(KeyedDice("trial")).perform(*request)
    except Refusal:
        return False
    return True


# The re-draft -------------------------------------------------------------------------------------------------------------


def _recruit(basket: Basket, club: Club, orders: Orders, size: int) -> None:
    for position in preferred(club, orders):
        while len(basket.players) < size and basket.sign(position):
            pass


def _engage(basket: Basket, club: Club, orders: Orders, most: Mapping[str, int]) -> None:
    """Staff up to these numbers, as far as the orders want it. A champion's re-roll is one of those wanted."""
    had = {REROLLS: club.trophy}
    for what in STAFF_ORDER:
        wanted = min(most.get(what, 0), orders["staff"][what]) - had.get(what, 0)
        for _ in range(wanted - basket.staff[what]):
            basket.hire(what)


def _document(club: Club, basket: Basket, kept: list[Member]) -> dict[str, Any]:
    taken, numbers = {each.name for each in kept}, {each.number for each in kept}
    players: list[dict[str, Any]] = []
    for position in basket.players[len(kept) :]:
        player = {"position": position.key, **identity(club, taken, numbers)}
        taken.add(player["name"])
        numbers.add(player["number"])
        players.append(player)
    staff = {what: basket.staff[what] for what in STAFF_ORDER}
    return {"players": players, **staff, "captain": _captain(club, kept, players)}


def _captain(club: Club, kept: list[Member], players: list[dict[str, Any]]) -> int | None:
    """The old one, or the best of the others."""
    if not club.roster.has_captain:
        return None
    able = sorted(
        (each for each in kept if not each.position.big_guy), key=lambda each: (each.id != club.captain, -each.value)
    )
    new = [each["number"] for each in players if not club.roster.positions[each["position"]].big_guy]
    return next((each.number for each in able), new[0] if new else None)


# Checking them ------------------------------------------------------------------------------------------------------------


def _nonsense(campaign: "Campaign", what: str) -> Refusal:
    return campaign.refusal("bad-orders", f"These orders cannot be carried out: {what}.", SEQUENCE)


def _check_skills(club: Club, part: Any) -> None:
    able, roles = club.campaign.words.skill_categories, {*ROLES, *club.roster.positions}
    if not isinstance(part, Mapping) or part.keys() - roles or not all(_list_of(each, able) for each in part.values()):
        raise _nonsense(club.campaign, "skills are listed for a role or a position of the team, each of them once")


def _check_advance(club: Club, part: Any) -> None:
    if part not in ("choose", RANDOM):
        raise _nonsense(club.campaign, "players advance by choose or random")


def _check_squad(club: Club, part: Any) -> None:
    fewest, most = club.campaign.words.team_size
    full = {**club.campaign.orders.standard["squad"], **part} if isinstance(part, Mapping) else {}
    if full.keys() != {"least", "most"} or not all(_number(each, fewest, most) for each in full.values()):
        raise _nonsense(club.campaign, f"a squad has least and most players, from {fewest} to {most}")


def _check_positions(club: Club, part: Any) -> None:
    if not _list_of(part, club.roster.positions):
        raise _nonsense(club.campaign, f"positions are some of {', '.join(club.roster.positions)}, each of them once")


def _check_staff(club: Club, part: Any) -> None:
    limits = {**club.campaign.words.staff_limits(club.roster), APOTHECARY: 1}
    if (
        not isinstance(part, Mapping)
        or part.keys() - limits
        or not all(_number(part[key], 0, limits[key]) for key in part)
    ):
        raise _nonsense(
            club.campaign,
            f"staff is a number of {', '.join(f'{key} (at most {most})' for key, most in limits.items())}",
        )


def _check_gold(club: Club, part: Any) -> None:
    if not _number(part, 0, MUCH):
        raise _nonsense(club.campaign, "gold is a number of thousands")


def _check_retire(club: Club, part: Any) -> None:
    known = [each.key for each in club.campaign.words.characteristics]
    if not _list_of(part, known):
        raise _nonsense(
            club.campaign, f"characteristics to retire for are some of {', '.join(known)}, each of them once"
        )


def _check_niggling(club: Club, part: Any) -> None:
    if not _number(part, 1, MUCH):
        raise _nonsense(club.campaign, "niggling injuries are a number from 1")


def _check_inducements(club: Club, part: Any) -> None:
    if not isinstance(part, Mapping) or part.keys() - {"wishes", "mercenaries", "own"}:
        raise _nonsense(club.campaign, "inducements have wishes, mercenaries and own gold")
    _check_gold(club, part.get("own", 0))
    wishes, hired = part.get("wishes", []), part.get("mercenaries", [])
    if not _listed(club, wishes, "wishes", MOST_WISHES) or not all(_is_wish(club, each) for each in wishes):
        raise _nonsense(club.campaign, "a wish is an inducement and how many of it")
    if not _listed(club, hired, "mercenaries", MOST_MERCENARIES) or not all(
        _is_mercenary(club, each) for each in hired
    ):
        raise _nonsense(club.campaign, "a mercenary has a position of the team, and perhaps a skill")


def _listed(club: Club, value: Any, what: str, most: int) -> bool:
    """Whether it is a list; one that is too long is refused."""
    if isinstance(value, list) and len(value) > most:
        raise _nonsense(club.campaign, f"there are at most {most} {what}, not {len(value)}")
    return isinstance(value, list)


def _is_wish(club: Club, wish: Any) -> bool:
    return (
        isinstance(wish, list)
        and len(wish) == 2
        and isinstance(wish[0], str)
        and wish[0] in club.campaign.words.inducements
        and _number(wish[1], 1, 16)
    )


def _is_mercenary(club: Club, wanted: Any) -> bool:
    if not isinstance(wanted, Mapping) or not {"position"} <= wanted.keys() <= {"position", "skill"}:
        return False
    if not all(isinstance(each, str) for each in wanted.values()):
        return False
    skill = wanted.get("skill")
    return wanted["position"] in club.roster.positions and (
        skill is None or skill in club.campaign.words.skill_categories
    )


def _number(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _list_of(value: Any, known: Collection[str]) -> bool:
    """Some of what is known, each once; so a list cannot be longer than what there is."""
    if not isinstance(value, list) or len(value) > len(known):
        return False
    return all(isinstance(each, str) and each in known for each in value) and len(set(value)) == len(value)


CHECKS: dict[str, Callable[[Club, Any], None]] = {
    "skills": _check_skills,
    "advance": _check_advance,
    "squad": _check_squad,
    "positions": _check_positions,
    "staff": _check_staff,
    "reserve": _check_gold,
    "rich": _check_gold,
    "retire": _check_retire,
    "niggling": _check_niggling,
    "inducements": _check_inducements,
}

"""What a team asks for while its coach is away: one function for each kind of decision, its best request first.

These functions say what would be good; the rules say whether it is allowed. Standing orders are their parameters.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from engine.campaign import captain, mvp
from engine.campaign.advancement import Option, must_advance, options, prices
from engine.campaign.club import Club, Member
from engine.campaign.editor import TeamEditor
from engine.campaign.hiring import price_of
from engine.campaign.steps import ADVANCEMENT, FIRING, HIRING, JOURNEYMEN, MVP, READY, ROSTER, STAFF
from engine.rules.teams.names import names
from engine.rules.teams.rosters import RosterPosition
from engine.rules.teams.staff import APOTHECARY, ASSISTANT_COACHES, CHEERLEADERS, REROLLS

Orders = Mapping[str, Any]
Request = tuple[str, dict[str, Any]]
Requests = Iterator[Request]

ROLES = ("big-guy", "blocker", "blitzer", "catcher", "runner", "thrower", "special", "lineman")  # the first that fits
STAFF_ORDER = (APOTHECARY, REROLLS, ASSISTANT_COACHES, CHEERLEADERS)  # what is bought first
RIVALS = (("block", "wrestle"),)  # whoever has one has little use for the other
RANDOM, NEVER = "random", 1000
NAMES_APART = 239  # a prime, so that a walk in such steps meets every name and leaves each family at once


# Honours ------------------------------------------------------------------------------------------------------------------


def _get_even(editor: TeamEditor, orders: Orders) -> Requests:
    for member, keywords in editor.club.grudges.items():
        yield "hate", {"member": member, "keyword": keywords[0]}


def _credit(editor: TeamEditor, orders: Orders) -> Requests:
    able = mvp.scorers(editor) if editor.club.credits else []
    for member in _by_need(editor, able, mvp.points(editor, "touchdown")):
        yield "credit", {"member": member.id}


def _nominate(editor: TeamEditor, orders: Orders) -> Requests:
    if editor.club.awards:
        able = _by_need(editor, mvp.candidates(editor), mvp.points(editor, "mvp"))
        yield "nominate", {"members": [each.id for each in able[: mvp.nominees(editor)]]}


def _by_need(editor: TeamEditor, able: list[Member], points: int) -> list[Member]:
    """Those first whom so many points would teach something; journeymen, and then the dead, if there is nobody else."""

    def need(member: Member) -> tuple[bool, bool, bool, int, int]:
        missing = prices(editor, member).get("choose_primary", 0) - member.spp
        return member.id in editor.club.fallen, member.journeyman, not 0 < missing <= points, -member.value, member.id

    return sorted(able, key=need)


# Learning -----------------------------------------------------------------------------------------------------------------


def _answer(editor: TeamEditor, orders: Orders) -> Requests:
    """Of what the dice offer: the dearest characteristic, or the skill that comes first."""
    offer = editor.club.offer
    if not offer:
        return
    who, worth = editor.club.members[offer["member"]], editor.campaign.tables["value_increase_k"]
    for name in sorted(offer.get("characteristics", ()), key=lambda name: -worth[name.upper()]):
        yield "take", {"member": who.id, "gain": name}
    offered = [each for each in options(editor, who) if each.skill in offer.get("skills", [each.skill])]
    for option in favourites(who, offered, orders, anything=True):
        yield "take", {"member": who.id, "gain": option.skill}


def _advance(editor: TeamEditor, orders: Orders) -> Requests:
    """As soon as something can be paid; a journeyman, who gets dearer by it, only if he must."""
    for member in editor.club.members.values():
        must = must_advance(editor, member)
        if member.journeyman and not must:
            continue
        trusts_dice = orders["advance"] == RANDOM and member.spp >= prices(editor, member).get("random_primary", NEVER)
        for category in member.position.primary if trusts_dice else ():
            yield "roll_skill", {"member": member.id, "category": category}
        for option in favourites(member, _affordable(editor, member), orders, anything=must):
            yield "learn", {"member": member.id, "skill": option.skill}


def _affordable(editor: TeamEditor, member: Member) -> list[Option]:
    """Secondary skills are too dear, but for those who have no others."""
    if member.spp < min(prices(editor, member).values(), default=NEVER):
        return []  # as for most players: no need to look at every skill
    return [each for each in options(editor, member, member.position.primary) if each.price <= member.spp]


def favourites(member: Member, able: list[Option], orders: Orders, *, anything: bool) -> list[Option]:
    """By the list for the position or its role; what is not on it comes last, if at all."""
    wanted = [skill for skill in _wanted_skills(member.position, orders) if not _has_rival(member, skill)]
    places = {skill: place for place, skill in enumerate(wanted)}
    listed = [each for each in able if anything or each.skill in places]
    return sorted(listed, key=lambda each: (places.get(each.skill, len(places)), each.access, each.skill))


def _has_rival(member: Member, skill: str) -> bool:
    return any(member.knows(other) for rivals in RIVALS if skill in rivals for other in rivals if other != skill)


def _wanted_skills(position: RosterPosition, orders: Orders) -> list[str]:
    roles = (position.key, *(role for role in ROLES if role in position.keywords))
    return next((orders["skills"][role] for role in roles if role in orders["skills"]), [])


# Players who come and go --------------------------------------------------------------------------------------------------


def _enlist(editor: TeamEditor, orders: Orders) -> Requests:
    for position in editor.club.raised:
        yield "enlist", _newcomer(editor.club, position)


def _hire(editor: TeamEditor, orders: Orders) -> Requests:
    """The best that can be paid, but nobody cheaper than a lineman, unless the orders name him.

    The place of a lineman is left to a journeyman, who costs the same and is no stranger.
    """
    club, purse = editor.club, _purse(editor.club, orders)
    served = {member.position.key for member in club.journeymen}
    lineman = min(position.cost for position in club.roster.journeymen)
    for position in preferred(club, orders):
        wanted = position.key in orders["positions"] or position.cost >= lineman
        if wanted and position.key not in served and position.cost <= purse:
            yield "hire", _newcomer(club, position.key)


def _keep(editor: TeamEditor, orders: Orders) -> Requests:
    purse = _purse(editor.club, orders)
    for member in sorted(editor.club.journeymen, key=lambda each: (-each.advancements, -each.spp, each.id)):
        if member.value <= purse:
            yield "keep", {"member": member.id}


def _purse(club: Club, orders: Orders) -> int:
    """What may be spent on one more player. The rich hire as long as there is a place."""
    strength, squad = len(club.eligible), orders["squad"]
    if strength >= squad["most"] and club.treasury < orders["rich"]:
        return 0
    return club.treasury - (orders["reserve"] if strength >= squad["least"] else 0)


def preferred(club: Club, orders: Orders) -> list[RosterPosition]:
    """Positions in the order in which they are filled."""
    named = {key: place for place, key in enumerate(orders["positions"])}
    return sorted(
        club.roster.positions.values(), key=lambda each: (named.get(each.key, len(named)), -each.cost, each.key)
    )


def _newcomer(club: Club, position: str) -> dict[str, Any]:
    members = club.members.values()
    return {"position": position, **identity(club, [each.name for each in members], [each.number for each in members])}


def identity(club: Club, names: Collection[str], numbers: Collection[int]) -> dict[str, Any]:
    """Of somebody who joins others with these names and numbers."""
    return {"name": new_name(club, names), "number": new_number(numbers)}


def new_name(club: Club, taken: Collection[str]) -> str:
    """One that nobody has, if possible of a family that nobody is of; which, depends on how many there have been."""
    possible, families = names(club.campaign.data, club.roster.key), {_family(name) for name in taken}
    walk = (possible[(club.signed + number) * NAMES_APART % len(possible)] for number in range(len(possible)))
    called = {name.casefold() for name in taken}
    related = []
    for name in walk:
        if name.casefold() in called:
            continue
        if _family(name) not in families:
            return name
        related.append(name)
    return related[0]


def _family(name: str) -> str:
    return name.partition(" ")[2]


def new_number(taken: Collection[int]) -> int:
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def _retire(editor: TeamEditor, orders: Orders) -> Requests:
    for member in editor.club.listed:
        if member.may_retire and _ruined(member, orders) and _special(member):
            yield "retire", {"member": member.id}


def _fire(editor: TeamEditor, orders: Orders) -> Requests:
    """Only while enough others can play. Who is retired for the season may yet recover."""
    fewest, _ = editor.campaign.words.team_size
    for member in editor.club.listed:
        enough = len(editor.club.eligible) - member.eligible >= fewest
        if enough and not member.retired and useless(member, orders):
            yield "fire", {"member": member.id}


def useless(member: Member, orders: Orders) -> bool:
    return member.niggling >= orders["niggling"] or (_ruined(member, orders) and not _special(member))


def _ruined(member: Member, orders: Orders) -> bool:
    return any(member.changes.get(name, 0) < member.improved.get(name, 0) for name in orders["retire"])


def _special(member: Member) -> bool:
    return bool(member.advancements) or not member.position.lineman


# Staff and captain --------------------------------------------------------------------------------------------------------


def _staff(editor: TeamEditor, orders: Orders) -> Requests:
    """What is wanted, and for the rich one re-roll after the other."""
    treasury = editor.club.treasury
    for what in STAFF_ORDER:
        if (
            getattr(editor.club, what) < orders["staff"][what]
            and price_of(editor, what) <= treasury - orders["reserve"]
        ):
            yield "buy", {"what": what}
    if price_of(editor, REROLLS) <= treasury - orders["rich"]:
        yield "buy", {"what": REROLLS}


def _appoint(editor: TeamEditor, orders: Orders) -> Requests:
    for member in sorted(captain.able(editor), key=lambda each: (-each.value, each.id)):
        yield "appoint", {"member": member.id}


REQUESTS: Mapping[str, tuple[Callable[[TeamEditor, Orders], Requests], ...]] = {
    MVP: (_get_even, _credit, _nominate),
    ADVANCEMENT: (_get_even, _answer, _advance),
    HIRING: (_enlist, _hire),
    FIRING: (_retire, _fire),
    STAFF: (_staff,),
    JOURNEYMEN: (_keep,),
    ROSTER: (_retire, _fire, _enlist, _hire, _staff, _keep),
    READY: (_appoint,),
}

"""Who joins a team after a match, and its staff: prices, places and limits (Core p.99)."""

from collections import Counter
from collections.abc import Callable, Mapping

from engine.campaign.arguments import Action
from engine.campaign.club import Club, Member
from engine.campaign.draft_list import NUMBERS, player_name, same_name
from engine.campaign.editor import TeamEditor
from engine.campaign.entries import HIRED, RAISED
from engine.campaign.postmatch import settle
from engine.campaign.refusal import with_article
from engine.campaign.steps import HIRING, JOURNEYMEN, ROSTER, STAFF
from engine.core.ruling import Ruling
from engine.core.text import BadText
from engine.rules.tables import Page
from engine.rules.teams import pages
from engine.rules.teams.names import is_stand_in
from engine.rules.teams.rosters import RosterPosition
from engine.rules.teams.staff import REROLLS, staff_limits, staff_prices

RULE, LISTS, RAISING = Page("hiring"), pages.SQUAD, Page("raising")
EVERYBODY_COUNTS = "hire-limits-count-everyone"
# Whether somebody on the list takes up one of the places of his position; of the sixteen everybody does.
fills_position: Ruling[Callable[[Member], bool]] = Ruling(
    "retired-position-limit",
    {"counts": lambda member: True, "does-not-count": lambda member: not member.retired},
)
MAKE_ROOM, CLOSED = "fire-to-make-room", "replace-capped-position-at-eleven"


# Players ------------------------------------------------------------------------------------------------------------------


def hire(editor: TeamEditor, position: str, name: str, number: int) -> None:
    """A new player of the roster, for the fee."""
    editor.at((HIRING, ROSTER), "Hiring")
    wanted = _position(editor, position)
    check_identity(editor.club, name, number)
    _check_place(editor, wanted, held=editor.club.held)
    editor.pay(wanted.cost, with_article(wanted.name), RULE)
    _sign(editor, wanted, name, number, how=HIRED, gold=-wanted.cost)


def enlist(editor: TeamEditor, position: str, name: str, number: int) -> None:
    """Somebody who was raised from the dead during the match stays, for nothing, with what the match brought it."""
    editor.at((HIRING, ROSTER), "Enlisting")
    if position not in editor.club.raised:
        raise editor.refusal("nobody-raised", "No such player was raised in the last match.", RAISING)
    wanted = _position(editor, position)
    check_identity(editor.club, name, number)
    _check_place(editor, wanted, held=editor.club.held)
    recruit = editor.club.result.get("recruit", {})
    id = _sign(editor, wanted, name, number, how=RAISED)
    settle(editor, id, recruit.get("spp", 0), recruit.get("injury"))


def keep(editor: TeamEditor, member: int) -> None:
    """A journeyman of the match signs for good, and gets a name. Firing comes before, so the places of the fired are free for him."""
    editor.at((JOURNEYMEN, ROSTER), "Keeping a journeyman")
    who = editor.member(member)
    if not who.journeyman:
        raise editor.refusal("no-journeyman", f"{who.name} is on the list already.", RULE)
    _check_place(editor, who.position, held=[])
    editor.pay(who.value, who.name, RULE)
    editor.enter("kept", who.id, gold=-who.value, rule=RULE)
    if is_stand_in(who.name):
        names = [each.name for each in editor.club.members.values()]
        name = editor.campaign.choices.identity(editor.club, names, ())["name"]
        editor.enter("renamed", who.id, rule=LISTS, name=name, number=who.number)


def check_identity(club: Club, name: str, number: int, own: int | None = None) -> None:
    """A player has a name and a number, and shares neither with a team-mate."""
    try:
        player_name(name)
    except BadText as flaw:
        raise club.campaign.refusal("bad-name", f"A player needs a name. {flaw}", LISTS) from flaw
    if number not in NUMBERS:
        raise club.campaign.refusal("bad-number", f"Shirts have the numbers 1 to {NUMBERS[-1]}, not {number}.", LISTS)
    for other in club.members.values():
        if other.number == number and other.id != own:
            raise club.campaign.refusal("same-number", f"{other.name} wears number {number}.", LISTS)
        if same_name(other.name, name) and other.id != own:
            raise club.campaign.refusal("same-name", f"Number {other.number} is called {other.name} already.", LISTS)


def _position(editor: TeamEditor, key: str) -> RosterPosition:
    roster = editor.club.roster
    if key not in roster.positions:
        names = ", ".join(each.name for each in roster.positions.values())
        raise editor.refusal("no-such-position", f"{roster.name} has no such position; it has {names}.", LISTS)
    return roster.positions[key]


def _check_place(editor: TeamEditor, wanted: RosterPosition, *, held: list[str]) -> None:
    """Everybody on the list counts, fit or not, and so do the places of the fired that are held."""
    club = editor.club
    _check_counts(editor, wanted, [], "", editor.cite(EVERYBODY_COUNTS))
    _check_counts(editor, wanted, held, ", with those just fired", editor.cite(MAKE_ROOM))
    if wanted.key in club.closed:
        sentence = f"With eleven players, {wanted.name} is replaced over two matches: hire one after the next."
        raise editor.refusal("position-closed", sentence, editor.cite(CLOSED))


def _check_counts(editor: TeamEditor, wanted: RosterPosition, held: list[str], among: str, rule: str) -> None:
    most, number = editor.campaign.words.team_size[1], len(editor.club.listed) + len(held)
    if number >= most:
        raise editor.refusal("list-full", f"A list has {most} places, and {number} are taken, fit or not{among}.", rule)
    club, fills = editor.club, editor.choice(fills_position)
    active = Counter([*(member.position.key for member in club.listed if not member.retired), *held])
    counts = Counter([*(member.position.key for member in club.listed if fills(member)), *held])
    number, cited = (
        counts[wanted.key],
        editor.cite(fills_position) if club.roster.has_room(active, wanted.key) else rule,
    )
    if number >= wanted.most:
        sentence = f"{wanted.name}: at most {wanted.most}, and there are {number}, fit or not{among}."
        raise editor.refusal("position-full", sentence, cited)
    if not club.roster.has_room(counts, wanted.key):
        raise editor.refusal("group-full", f"{with_article(wanted.name)} would be one Big Guy too many{among}.", cited)


def _sign(editor: TeamEditor, position: RosterPosition, name: str, number: int, *, how: str, gold: int = 0) -> int:
    id = editor.club.signed + 1
    editor.enter(
        "signed", id, gold=gold, rule=RULE, position=position.key, number=number, name=player_name(name), how=how
    )
    return id


# Staff --------------------------------------------------------------------------------------------------------------------


def buy(editor: TeamEditor, what: str) -> None:
    """One more of the staff, or a re-roll, which costs more than at the draft."""
    editor.at((STAFF, ROSTER), "Hiring staff")
    price, most = price_of(editor, what), staff_limits(editor.campaign.data, editor.club.roster)[what]
    if getattr(editor.club, what) >= most:
        raise editor.refusal(
            "staff-limit", f"{editor.campaign.staff[what].capitalize()}: at most {most} in this team.", RULE
        )
    editor.pay(price, f"One more of the {editor.campaign.staff[what]}", RULE)
    editor.enter("staff", gold=-price, rule=RULE, what=what, by=1)


def dismiss(editor: TeamEditor, what: str) -> None:
    """One fewer of the staff. Nothing is paid back, and re-rolls stay."""
    editor.at((STAFF, ROSTER), "Dismissing staff")
    _check_staff(editor, what)
    if what == REROLLS:
        raise editor.refusal("rerolls-stay", "A team re-roll, once bought, is never removed.", RULE)
    if not getattr(editor.club, what):
        raise editor.refusal("no-such-staff", f"The team has no {editor.campaign.staff[what]} to dismiss.", RULE)
    editor.enter("staff", rule=RULE, what=what, by=-1)


ACTIONS: Mapping[str, Action] = {"hire": hire, "enlist": enlist, "keep": keep, "buy": buy, "dismiss": dismiss}


def price_of(editor: TeamEditor, what: str) -> int:
    """What one more costs between matches."""
    _check_staff(editor, what)
    factor = editor.campaign.tables["draft_costs_k"]["team_re_roll_later_factor"] if what == REROLLS else 1
    return int(staff_prices(editor.campaign.data, editor.club.roster)[what] * factor)


def _check_staff(editor: TeamEditor, what: str) -> None:
    known = staff_prices(editor.campaign.data, editor.club.roster)
    if what not in known:
        raise editor.refusal("no-such-staff", f"There is no {what!r} to hire; there are {', '.join(known)}.", RULE)

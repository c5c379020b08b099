"""Which players can leave the list after a match (Core p.99).

Nobody is fired where too few would be left. Each ruling answers one question of that sentence:
who is exempt, whom the limit concerns, who is counted, and what happens at eleven and below.
"""

from collections import Counter
from collections.abc import Callable, Mapping

from engine.campaign.arguments import Action
from engine.campaign.captain import check_firing
from engine.campaign.club import Club, Member
from engine.campaign.editor import TeamEditor
from engine.campaign.entries import FIRED
from engine.campaign.steps import FIRING, ROSTER
from engine.core.ruling import Ruling, Rulings
from engine.rules.tables import Page

RULE = Page("hiring")

counted: Ruling[Callable[[Club], int]] = Ruling(
    "fire-count-basis",
    {"eligible-only": lambda club: len(club.eligible), "all-rostered": lambda club: len(club.listed)},
)
# Whether the limit concerns a team with so many on its list.
concerned: Ruling[Callable[[int, int], bool]] = Ruling(
    "fire-floor-large-roster",
    {"binds": lambda listed, fewest: True, "does-not-bind": lambda listed, fewest: listed <= fewest},
)
allowed_below: Ruling[bool] = Ruling("fire-at-ten-or-fewer", {"allowed": True, "refused": False})
allowed_at: Ruling[bool] = Ruling("fire-at-exactly-eleven", {"refused": False, "allowed": True})
exempt: Ruling[Callable[[Member], bool]] = Ruling(
    "fire-ineligible-player",
    {"always": lambda member: not member.eligible, "counted": lambda member: False},
)
# Whether the place of somebody fired counts as taken until the next match.
stays_taken: Ruling[bool] = Ruling("fire-to-make-room", {"refused": True, "allowed": False})
# Whether a team that came out of its match with no more than eleven waits for the next before it refills a position.
waits_at_eleven: Ruling[bool] = Ruling("replace-capped-position-at-eleven", {"two-matches": True, "at-once": False})


def fire(editor: TeamEditor, member: int) -> None:
    """Strike a player off the list. Nothing is paid back."""
    editor.at((FIRING, ROSTER), "Firing")
    who = editor.member(member)
    if who.journeyman:
        raise editor.refusal("journeyman", f"{who.name} is a journeyman and leaves unless he is kept.", RULE)
    check_firing(editor, who)
    _check_limit(editor, who)
    held = editor.choice(stays_taken)
    editor.enter("left", who.id, rule=RULE, how=FIRED, held=held, closed=not held and _closes(editor, who))


def retire(editor: TeamEditor, member: int) -> None:
    """Rest for the season, after an injury that lasts."""
    editor.at((FIRING, ROSTER), "Retiring")
    who = editor.member(member)
    if who.journeyman or not who.may_retire:
        sentence = f"{who.name} cannot retire for the season: only a player of the list with a Lasting Injury from this match can."
        raise editor.refusal("not-lasting", sentence, RULE)
    editor.enter("retired", who.id, rule=RULE)


ACTIONS: Mapping[str, Action] = {"fire": fire, "retire": retire}


def _check_limit(editor: TeamEditor, who: Member) -> None:
    """Too few players left is a reason not to fire, unless a ruling knows better."""
    club, fewest = editor.club, _fewest(editor)
    if editor.choice(exempt)(who) or not editor.choice(concerned)(len(club.listed), fewest):
        return
    number = editor.choice(counted)(club)
    if number > fewest:
        return
    ruling = allowed_at if number == fewest else allowed_below
    if not editor.choice(ruling):
        sentence = f"{who.name} cannot be fired: the team stands at {number}, and no fewer than {fewest} may remain."
        raise editor.refusal("too-few", sentence, editor.cite(ruling))


def _closes(editor: TeamEditor, who: Member) -> bool:
    """Whether nobody else can have this position before the next match. Who joined since the last is not of the eleven."""
    club = editor.club
    full = not club.roster.has_room(Counter(member.position.key for member in club.listed), who.position.key)
    regulars = [member for member in club.eligible if member.id not in club.newcomers]
    return full and len(regulars) <= _fewest(editor) and editor.choice(waits_at_eleven)


def _fewest(editor: TeamEditor) -> int:
    return editor.campaign.words.team_size[0]


# Choices that contradict each other ---------------------------------------------------------------------------------------

HIRE_ORDER = "hire-then-fire-order"
CONTRADICTIONS = (
    (
        {counted.point: "all-rostered", concerned.point: "binds"},
        "a large roster cannot be bound where everybody on it is counted",
    ),
    (
        {counted.point: "eligible-only", exempt.point: "counted"},
        "players who are not eligible cannot count where only eligible players are counted",
    ),
    (
        {allowed_at.point: "allowed", concerned.point: "binds"},
        "with exactly eleven eligible firing cannot be both allowed and barred",
    ),
    ({allowed_at.point: "allowed", allowed_below.point: "allowed"}, "together they leave no limit on firing at all"),
    (
        {stays_taken.point: "allowed", HIRE_ORDER: "hire-first"},
        "no place can be freed for hiring where all hiring comes first",
    ),
    (
        {waits_at_eleven.point: "at-once", stays_taken.point: "refused"},
        "nobody is replaced at once where a freed place stays taken",
    ),
    (
        {waits_at_eleven.point: "at-once", allowed_at.point: "refused"},
        "nobody is replaced at eleven where nobody is fired at eleven",
    ),
)


def conflicts(rulings: Rulings) -> str | None:
    """What is wrong with these rulings together, if anything."""
    for choices, reason in CONTRADICTIONS:
        if all(rulings.choice_at(point) == choice for point, choice in choices.items()):
            named = " and ".join(f"{rulings.id_of(point)}: {choice}" for point, choice in choices.items())
            return f"{named} contradict each other: {reason}"
    return None

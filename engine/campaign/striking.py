"""A match is struck from a team's books: as if it had never been, or as far as what came after it allows.

Struck whole, the match goes with everything that was decided after it, up to today. Otherwise only what the match itself gave and
took goes, row by row: gold and points as far as they are still there, injuries, the dead, fans. What was bought stays bought, and
the club has to be one that the rules allow after each row that is taken back.
"""

from collections.abc import Callable, Collection, Iterable, Mapping

from engine.campaign.club import Club
from engine.campaign.editor import TeamEditor
from engine.campaign.entries import DEAD, REVOKED, Entry
from engine.campaign.ledger import club_of
from engine.rules.tables import Page

RULE = Page("sequence")
Rows = Mapping[int, Entry]


def strike(editor: TeamEditor, rows: Collection[int], *, whole: bool) -> list[str]:
    """Take back the rows of matches, by their numbers; a sentence for each thing that could not be.

    The editor has the whole ledger: what a snapshot covers cannot be taken back.
    """
    void = {number for row in editor.entries if row.kind == REVOKED for number in row.data["rows"]}
    live = {number: row for number, row in editor.numbered() if number not in void and row.kind != REVOKED}
    meant = {number: live[number] for number in sorted(rows) if number in live}
    return _strike_whole(editor, live, meant) if whole else _strike_effects(editor, meant)


def recount(editor: TeamEditor, *, played: int = 0, won: int = 0, drawn: int = 0) -> None:
    """The record of this season is another one, and with it the money of the re-draft."""
    if played or won or drawn:
        editor.enter("recounted", rule=RULE, played=played, won=won, drawn=drawn)


# As if it had never been --------------------------------------------------------------------------------------------------


def _strike_whole(editor: TeamEditor, live: Rows, meant: Rows) -> list[str]:
    """With the rows about those who came to the team in them."""
    newcomers = {row.member for row in meant.values() if row.kind == "signed"}
    rows = {number: row for number, row in live.items() if number in meant or row.member in newcomers}
    if not rows:
        return []
    if _without(editor, rows) is None:
        raise editor.refusal(
            "rests-on-it", "What was done in these books later rests on it, so it cannot be struck whole.", RULE
        )
    _take_back(editor, rows)
    return []


# As far as it goes --------------------------------------------------------------------------------------------------------


def _strike_effects(editor: TeamEditor, meant: Rows) -> list[str]:
    gone: dict[int, Entry] = {}
    kept: list[tuple[int, Entry]] = []
    for number, row in _effects(meant):
        if _without(editor, [*gone, number]) is None:
            kept.append((number, row))
        else:
            gone[number] = row
    if gone:
        _take_back(editor, gone)
    sentences = [sentence for _, row in kept if (sentence := _as_far_as_possible(editor, row))]
    _new_numbers(editor)
    return sentences


def _effects(meant: Rows) -> Iterable[tuple[int, Entry]]:
    """What the match itself gave and took. The last come first, because a grudge rests on an injury."""
    return [(number, row) for number, row in reversed([*meant.items()]) if EFFECTS.get(row.kind, _never)(row)]


def _never(row: Entry) -> bool:
    return False


def _always(row: Entry) -> bool:
    return True


# The kinds of rows that are effects of a match, and which of them.
EFFECTS: Mapping[str, Callable[[Entry], bool]] = {
    "winnings": _always,
    "mistake": _never,  # the gold was there, wherever it came from
    "points": _always,
    "mvp": _always,
    "hurt": _always,
    "left": lambda row: row.data["how"] == DEAD or bool(row.rolls),
    "hates": _always,
    "staff": lambda row: row.data["what"] == "fans",
}


def _as_far_as_possible(editor: TeamEditor, row: Entry) -> str:
    """What can still be had of it is taken; the rest is told."""
    who = editor.club.members.get(row.member or 0)
    if row.gold > 0:
        there = min(row.gold, editor.club.treasury)
        if there:
            editor.enter("correction", gold=-there, rule=RULE)
        return f"{row.gold - there}k of the winnings are spent and stay so."
    if row.spp > 0:
        if who is None:
            return ""  # the points have left with their player
        there = min(row.spp, who.spp)
        if there:
            editor.enter("correction", who.id, spp=-there, rule=RULE)
        return f"{row.spp - there} Star Player Points of {who.name} are spent and stay so."
    if row.kind == "left":
        return "A player who left because of it cannot come back: the list is full."
    if row.kind == "staff":
        return "The dedicated fans have come to a limit since, and stay as they are."
    return f"An injury of {who.name} cannot be taken back after what came later." if who else ""


def _new_numbers(editor: TeamEditor) -> None:
    """Who came back may find somebody else in the old shirt."""
    worn: set[int] = set()
    for member in sorted(editor.club.members.values(), key=lambda each: each.id, reverse=True):
        if member.number in worn:
            number = editor.club.free_number
            editor.enter("renamed", member.id, rule=RULE, name=member.name, number=number)
        worn.add(member.number)


# Whether the books would be in order --------------------------------------------------------------------------------------


def _without(editor: TeamEditor, rows: Collection[int]) -> Club | None:
    """The club that these rows leave behind, or None where there would be none that the rules allow."""
    gold = sum(row.gold for number, row in editor.numbered() if number in rows)
    revoked = Entry(REVOKED, gold=-gold, data={"rows": list(rows)})
    try:
        club = club_of(editor.campaign, [*editor.entries, *editor.written, revoked], editor.start)
    except (KeyError, ValueError):  # a later row is about somebody or something that would not be there
        return None
    return club if _in_order(club, before=editor.club) else None


def _in_order(club: Club, *, before: Club) -> bool:
    fewest, most = club.campaign.tables["draft_costs_k"]["dedicated_fans_range"]
    fewest = min(fewest, club.campaign.words.fans.at_start)
    places = max(club.campaign.words.team_size[1], len(before.listed))
    return (
        club.treasury >= 0
        and fewest <= club.fans <= most
        and len(club.listed) <= places
        and all(member.spp >= 0 for member in club.members.values())
    )


def _take_back(editor: TeamEditor, rows: Rows) -> None:
    members = {row.member for row in rows.values()}
    editor.revoke(
        sorted(rows),
        member=members.pop() if len(members) == 1 else None,
        gold=-sum(row.gold for row in rows.values()),
        spp=-sum(row.spp for row in rows.values()),
        rule=RULE,
    )

"""The honours of a match: most valuable players, touchdowns of a concession, and grudges (Core pp.68, 96, 100)."""

from collections.abc import Mapping

from engine.campaign.arguments import Action
from engine.campaign.club import Member
from engine.campaign.editor import TeamEditor
from engine.campaign.postmatch import dead_are_honoured
from engine.campaign.steps import ADVANCEMENT, MVP
from engine.rules.tables import Page

RULE, CONCESSION, GRUDGES = Page("star_player_points"), Page("conceding"), Page("getting_even")


def nominate(editor: TeamEditor, members: list[int]) -> None:
    """Six who took part, or all of them if they were fewer, and a die names one."""
    editor.at(MVP, "Naming the most valuable player")
    if not editor.club.awards:
        raise editor.refusal("no-award", "There is no further most valuable player to name.", RULE)
    able = candidates(editor)
    named = [_candidate(editor, member, able) for member in members]
    sides, due = _places(editor), nominees(editor)
    if len(set(members)) != len(members) or len(named) != due:
        raise editor.refusal("nominees", f"Nominate {due} different players who took part in the match.", RULE)
    face = editor.roll("most valuable player", sides)
    while face > len(named):
        face = editor.roll("most valuable player", sides)
    editor.enter("mvp", named[face - 1].id, spp=points(editor, "mvp"), rule=RULE, nominees=members)


def credit(editor: TeamEditor, member: int) -> None:
    """Give a touchdown that the other side's concession brought to somebody who took part."""
    editor.at(MVP, "Crediting a touchdown")
    if not editor.club.credits:
        raise editor.refusal("no-credit", "There is no touchdown left to give to anybody.", CONCESSION)
    who = _candidate(editor, member, scorers(editor))
    editor.enter("points", who.id, spp=points(editor, "touchdown"), rule=CONCESSION, credits=1)


def hate(editor: TeamEditor, member: int, keyword: str) -> None:
    """Say whom a player who wants to get even hates from now on."""
    editor.at((MVP, ADVANCEMENT), "Choosing whom to hate")
    who = editor.member(member)
    keywords = editor.club.grudges.get(who.id)
    if not keywords:
        raise editor.refusal("no-grudge", f"{who.name} has nobody to get even with.", GRUDGES)
    if keyword not in keywords:
        raise editor.refusal("no-such-keyword", f"{who.name} can come to hate {' or '.join(keywords)}.", GRUDGES)
    editor.enter("hates", who.id, rule=GRUDGES, keyword=keyword)


ACTIONS: Mapping[str, Action] = {"nominate": nominate, "credit": credit, "hate": hate}


def nominees(editor: TeamEditor) -> int:
    """How many are to be nominated."""
    return min(_places(editor), len(candidates(editor)))


def _places(editor: TeamEditor) -> int:
    return int(editor.campaign.tables["spp_awards"]["nominees"])


def candidates(editor: TeamEditor) -> list[Member]:
    """Who took part in the match and may be honoured; of the dead only those whom a ruling has put on the list."""
    known = editor.club.members | editor.club.fallen
    return [known[id] for id in editor.club.result.get("candidates", ()) if id in known]


def scorers(editor: TeamEditor) -> list[Member]:
    """Of those, who is still there to make something of a touchdown."""
    return [member for member in candidates(editor) if member.id in editor.club.members]


def points(editor: TeamEditor, event: str) -> int:
    """What an event is worth to this team."""
    awards = editor.campaign.tables["spp_awards"]
    for override in awards["overrides"]:
        if override["special_rule"] in editor.club.roster.special_rules and event in override:
            return int(override[event])
    return int(next(each["spp"] for each in awards["events"] if each["id"] == event))


def _candidate(editor: TeamEditor, id: int, able: list[Member]) -> Member:
    who = next((member for member in able if member.id == id), None)
    if who is not None:
        return who
    if id in editor.club.fallen:
        sentence = f"{editor.club.fallen[id].name} died in the match and cannot be honoured for it."
        raise editor.refusal("dead", sentence, editor.cite(dead_are_honoured))
    raise editor.refusal("took-no-part", f"{editor.member(id).name} took no part in the match.", RULE)

"""The honours of a match: most valuable players, touchdowns of a concession, and grudges (Core pp.68, 96, 100)."""

from engine.campaign.aftermath import dead_are_honoured
from engine.campaign.club import Member
from engine.campaign.office import Office
from engine.campaign.refusal import Refusal
from engine.campaign.steps import ADVANCEMENT, MVP
from engine.rules.tables import tables

RULE, CONCESSION, GRUDGES = "Core p.96", "Core p.100", "Core p.68"
NOMINEES = 6


def nominate(office: Office, members: list[int]) -> None:
    """Six who took part, or all of them if they were fewer, and a die names one."""
    office.at(MVP, "Naming the most valuable player")
    if not office.club.awards:
        raise Refusal("no-award", "There is no further most valuable player to name.", RULE)
    able = candidates(office)
    named = [_candidate(office, member, able) for member in members]
    due = min(NOMINEES, len(able))
    if len(set(members)) != len(members) or len(named) != due:
        raise Refusal("nominees", f"Nominate {due} different players who took part in the match.", RULE)
    face = office.roll("most valuable player", NOMINEES)
    while face > len(named):
        face = office.roll("most valuable player", NOMINEES)
    office.enter("mvp", named[face - 1].id, spp=points(office, "mvp"), rule=RULE, nominees=members)


def credit(office: Office, member: int) -> None:
    """Give a touchdown that the other side's concession brought to somebody who took part."""
    office.at(MVP, "Crediting a touchdown")
    if not office.club.credits:
        raise Refusal("no-credit", "There is no touchdown left to give to anybody.", CONCESSION)
    who = _candidate(office, member, scorers(office))
    office.enter("points", who.id, spp=points(office, "touchdown"), rule=CONCESSION, credits=1)


def hate(office: Office, member: int, keyword: str) -> None:
    """Say whom a player who wants to get even hates from now on."""
    office.at((MVP, ADVANCEMENT), "Choosing whom to hate")
    who = office.member(member)
    keywords = office.club.grudges.get(who.id)
    if not keywords:
        raise Refusal("no-grudge", f"{who.name} has nobody to get even with.", GRUDGES)
    if keyword not in keywords:
        raise Refusal("no-such-keyword", f"{who.name} can come to hate {' or '.join(keywords)}.", GRUDGES)
    office.enter("hates", who.id, rule=GRUDGES, keyword=keyword)


ACTIONS = {"nominate": nominate, "credit": credit, "hate": hate}


def candidates(office: Office) -> list[Member]:
    """Who took part in the match and may be honoured; of the dead only those whom a ruling has put on the list."""
    known = office.club.members | office.club.fallen
    return [known[id] for id in office.club.result.get("candidates", ()) if id in known]


def scorers(office: Office) -> list[Member]:
    """Of those, who is still there to make something of a touchdown."""
    return [member for member in candidates(office) if member.id in office.club.members]


def points(office: Office, event: str) -> int:
    """What an event is worth to this team."""
    awards = tables(office.edition)["spp_awards"]
    for override in awards["overrides"]:
        if override["special_rule"] in office.club.roster.special_rules and event in override:
            return int(override[event])
    return int(next(each["spp"] for each in awards["events"] if each["id"] == event))


def _candidate(office: Office, id: int, able: list[Member]) -> Member:
    who = next((member for member in able if member.id == id), None)
    if who is not None:
        return who
    if id in office.club.fallen:
        sentence = f"{office.club.fallen[id].name} died in the match and cannot be honoured for it."
        raise Refusal("dead", sentence, office.cite(dead_are_honoured))
    raise Refusal("took-no-part", f"{office.member(id).name} took no part in the match.", RULE)

"""What a team asks for between matches in a scenario, and what comes of it, in sentences."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import engine
from engine.campaign import Entry, Roster
from replays.narration import listed
from teams.ledger.wording import STAFF, Telling

REQUESTS = {
    "appoint": "Make {member} the captain.",
    "buy": "Buy one more {what}.",
    "credit": "Credit {member} with a touchdown of the concession.",
    "dismiss": "Dismiss one {what}.",
    "end_season": "The season ends.",
    "enlist": "Enlist {name}, {position}, who rose from the dead.",
    "finish": "Go on to the next step.",
    "fire": "Fire {member}.",
    "found": "Create a team of the list {roster}: {draft}.",
    "hate": "{member} is to hate {keyword}.",
    "hire": "Hire {name}, {position}.",
    "induce": "Buy for the next match: {wishes}.",
    "keep": "Keep {member}, so far a journeyman.",
    "learn": "{member} is to learn {skill}.",
    "nominate": "Nominate {members} for most valuable player.",
    "record": "A match of the team is over, {score}{ending}.",
    "redraft": "Keep {keep}, and draft {draft}.",
    "rename": "Rename {member}: {name}, number {number}.",
    "rest": "The team rests.",
    "retire": "Retire {member} for the season.",
    "roll_characteristic": "{member} is to improve a characteristic, by the dice.",
    "roll_skill": "{member} is to learn a skill of the category {category}, by the dice.",
    "take": "{member} takes {gain}.",
    "unplayed": "A fixture of the team was not played.",
    "undo": "Take back the last request.",
}
FEW = 4  # rows of the books that are told at once; more can be unfolded


@dataclass(slots=True)
class Request:
    """One request of a script."""

    words: str
    rows: list[str] = field(default_factory=list)
    refused: str = ""
    rule: str = ""  # by which it was refused: a page of the book, or the title of a ruling
    ruling: str = ""  # its id, if it is one

    @property
    def is_long(self) -> bool:
        return len(self.rows) > FEW


def story(scenario: Any, choice: str) -> list[Request]:
    """The requests of a scenario about a team, played under a choice."""
    rules = scenario.ruleset
    events = engine.scenario.play(scenario, choice).events
    campaign, team = rules.campaign, scenario.outcomes[choice].team
    key = team.get("roster") or next(e["arguments"]["roster"] for e in events if "roster" in e.get("arguments", {}))
    telling, told = Telling(campaign, campaign.rosters[key]), list[Request]()
    for event in events:
        if event["e"] == "request":
            told.append(Request(_asked(event, telling)))
        elif event["e"] == "refused":
            _refuse(told[-1], event, rules.catalogue)
        else:
            telling.names.setdefault(event["member"] or 0, event["name"])
            row = Entry.from_json(event)
            told[-1].rows.append(telling.tell(row) + (f" ({row.gold:+}k)" if row.gold else ""))
    for request in told:
        if not request.rows and not request.refused:
            request.rows.append("Nothing comes of it.")
    return told


def _refuse(request: Request, event: Mapping[str, Any], catalogue: Any) -> None:
    request.refused, request.rule = event["text"], event["rule"]
    if request.rule in {entry.id for entry in catalogue.entries}:
        request.ruling, request.rule = request.rule, catalogue.entry(request.rule).title


def _asked(event: Mapping[str, Any], telling: Telling) -> str:
    given = event["arguments"]
    draft = given.get("draft", given if "players" in given else {})
    told = {key: _value(key, value, telling) for key, value in given.items()}
    more = {"draft": _drafted(draft, telling.roster), "ending": _ending(given)}
    return REQUESTS[event["action"]].format_map(told | more)


def _ending(match: Mapping[str, Any]) -> str:
    """How a match was decided otherwise than by touchdowns."""
    penalties = f", {':'.join(map(str, match['penalties']))} by penalties" if "penalties" in match else ""
    fled = {"us": ": the team gave up", "them": ": the other side gave up"}
    return penalties + fled.get(match.get("gave_up", ""), "")


def _value(key: str, value: Any, telling: Telling) -> str:
    return VALUES[key](value, telling) if key in VALUES else str(value)


def _wishes(value: Any, telling: Telling) -> str:
    known = telling.campaign.words.inducements
    return listed([f"{number} × {known[key].named(number)}" for key, number in value])


def _gain(value: str, telling: Telling) -> str:
    """A characteristic or a skill."""
    stats = {each.key for each in telling.campaign.words.characteristics}
    return value.upper() if value in stats else telling.skill(value)


VALUES: dict[str, Callable[[Any, Telling], str]] = {
    "position": lambda value, telling: telling.roster.positions[value].name,
    "skill": lambda value, telling: telling.skill(value),
    "gain": _gain,
    "what": lambda value, telling: STAFF[value][0],
    "roster": lambda value, telling: telling.roster.name,
    "members": lambda value, telling: listed(value),
    "keep": lambda value, telling: listed(value),
    "score": lambda value, telling: ":".join(map(str, value)),
    "wishes": _wishes,
}


def _drafted(draft: Mapping[str, Any], roster: Roster) -> str:
    return listed([*_signings(draft, roster), *_staff(draft)]) or "nothing new"


def _signings(draft: Mapping[str, Any], roster: Roster) -> Iterator[str]:
    for position, number in Counter(each["position"] for each in draft.get("players", ())).items():
        yield f"{number} × {roster.positions[position].name}"


def _staff(draft: Mapping[str, Any]) -> Iterator[str]:
    for what, (one, many) in STAFF.items():
        if what in draft:
            yield f"{draft[what]} {one if draft[what] == 1 else many}"
    if "captain" in draft:
        yield f"number {draft['captain']} as captain"

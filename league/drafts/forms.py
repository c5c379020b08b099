"""The form of a draft: the fields of the team, and a list that grows and shrinks by buttons."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from django.http import QueryDict

import engine
from league.drafting import Draft
from league.drafts.services import Edit, draft_settings
from teams.drafting.services import ready_draft
from teams.forms import TeamForm
from teams.services import suggested_names

Document = dict[str, Any]
LONGEST_FIGURE = 6


class DraftForm(TeamForm):
    """A draft may be kept before the team has a name; what is missing is said when it is submitted."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.required = False


def document_of(draft: Draft, given: QueryDict) -> Document:
    """The list as the form has it. Rows come as lists of equal length; the captain is one of the rows."""
    lines = zip(given.getlist("position"), given.getlist("player"), given.getlist("number"), strict=False)
    players = [{"position": key, "name": name.strip(), "number": figure(text)} for key, name, text in lines]
    for player, skill in zip(players, given.getlist("skill"), strict=False):
        player["skill"] = skill
    shelf = draft.campaign.draft.for_sale(draft.document["roster"])
    row = figure(given.get("captain", "-1"))
    return {
        "roster": draft.document["roster"],
        "league": given.get("league", ""),
        "favoured_of": given.get("favoured_of", ""),
        "players": players,
        **{what: figure(given.get(what, "0")) for what in draft.campaign.staff},
        "apothecary": "apothecary" in given,
        **({"inducements": {key: figure(given.get(key, "0")) for key in shelf}} if shelf else {}),
        "captain": players[row]["number"] if 0 <= row < len(players) else None,
    }


def edit_of(given: QueryDict) -> Edit:
    longest = Draft._meta.get_field("edited_in").max_length
    return Edit(given.get("window", "")[:longest], figure(given.get("edition", "0")), given.get("base", ""))


def figure(text: str) -> int:
    """Browsers send figures only; whatever else comes counts as none, and a long one is still too large."""
    try:
        return int(text[: LONGEST_FIGURE + 1])
    except ValueError:
        return 0


# What the buttons do ------------------------------------------------------------------------------------------------------


def worked(draft: Draft, document: Document, action: str) -> Document:
    """The list after a button was pressed: `add:orc-lineman`. An action that is not known changes nothing."""
    what, _, about = action.partition(":")
    work = ACTIONS.get(what)
    return work(draft, document, about) if work else document


def _add(draft: Draft, document: Document, position: str) -> Document:
    if len(document["players"]) >= draft.campaign.draft.most_listed:
        return document
    worn = {player["number"] for player in document["players"]}
    names = {player["name"] for player in document["players"]}
    name = next((name for name in _names(draft) if name not in names), "")
    number = next(number for number in count(1) if number not in worn)
    return {**document, "players": [*document["players"], {"position": position, "name": name, "number": number}]}


def _remove(draft: Draft, document: Document, position: str) -> Document:
    rows = [row for row, player in enumerate(document["players"]) if player["position"] == position]
    return _drop(draft, document, str(rows[-1])) if rows else document


def _drop(draft: Draft, document: Document, row: str) -> Document:
    players = list(document["players"])
    if not row.isdecimal() or figure(row) >= len(players):
        return document
    gone = players.pop(figure(row))
    captain = None if document["captain"] == gone["number"] else document["captain"]
    return {**document, "players": players, "captain": captain}


def _more(draft: Draft, document: Document, what: str) -> Document:
    return _counted(draft, document, what, 1)


def _less(draft: Draft, document: Document, what: str) -> Document:
    return _counted(draft, document, what, -1)


def _counted(draft: Draft, document: Document, what: str, by: int) -> Document:
    """One more or one fewer of a kind of staff, or of an inducement."""
    if what in draft.campaign.staff:
        return {**document, what: max(0, document[what] + by)}
    shelf = document.get("inducements", {})
    return {**document, "inducements": {**shelf, what: max(0, shelf[what] + by)}} if what in shelf else document


def _fill(draft: Draft, document: Document, _: str) -> Document:
    """A good list instead of this one; the choices of the team stay."""
    ready = ready_draft(draft.ruleset, document["roster"], _key(draft), draft_settings(draft).get("budget"), draft.play)
    league = document["league"] or ready["league"]
    able = draft.campaign.draft.gods(draft.campaign.rosters[document["roster"]], league)
    wanted = (document["favoured_of"], ready["favoured_of"], *able)
    return {**ready, "league": league, "favoured_of": next((each for each in wanted if each in able), "")}


ACTIONS: dict[str, Callable[[Draft, Document, str], Document]] = {
    "add": _add,
    "remove": _remove,
    "drop": _drop,
    "more": _more,
    "less": _less,
    "fill": _fill,
}


def _names(draft: Draft) -> Iterator[str]:
    return suggested_names(engine.ruleset(draft.ruleset), _key(draft), draft.document["roster"])


def _key(draft: Draft) -> str:
    """Names differ from draft to draft, and stay while it is made."""
    return f"draft {draft.pk}"

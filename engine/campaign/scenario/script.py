"""How scenario files speak of a team between matches: who is on its list, what is asked of it, what must come of it."""

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from engine.campaign.club import Club, Member
from engine.campaign.editor import TeamEditor
from engine.campaign.entries import DRAFTED, JOURNEYMAN, Entry
from engine.campaign.postmatch import DRAW, LOSS, WIN
from engine.campaign.prematch import Budget, induce
from engine.campaign.record import Campaign
from engine.campaign.refusal import Refusal
from engine.campaign.scenario import report
from engine.campaign.scenario.outcome import OF_REQUESTS, OUTCOMES
from engine.campaign.steps import READY
from engine.core.dice import Dice
from engine.core.errors import BadInput
from engine.core.ruling import Rulings
from engine.core.shapes import Misplaced, Shape, anything, flag, many, one_of, record, text, whole
from engine.rules.state import STATS

COUNT = whole(0, 10_000)
PLAYER = record(
    {
        **dict.fromkeys(("position", "name"), text),
        "count": whole(1, 16),
        **dict.fromkeys(("spp", "niggling"), COUNT),
        **dict.fromkeys(("captain", "misses_next", "retired", "journeyman"), flag),
        "lost": many(one_of(STATS, "characteristic")),
        "hatred": many(text),
        "advancements": many(anything),
    },
    "a player",
)
INDUCING = record(
    {**dict.fromkeys(("petty", "own"), COUNT), **dict.fromkeys(("wishes", "mercenaries"), many(anything))}, "a purchase"
)
NOBODY: Any = None


def _team(campaign: Campaign) -> Shape:
    fields: dict[str, Shape] = {
        **dict.fromkeys(("roster", "league", "favoured_of"), text),
        "step": one_of(tuple(campaign.steps.names), "step"),
        "treasury": COUNT,
        **dict.fromkeys(campaign.staff, COUNT),
        "apothecary": flag,
        "season": many(one_of((WIN, DRAW, LOSS), "result")),
        "settings": anything,
        "players": many(PLAYER),
    }
    return record(fields, "a team")


class TeamScript:
    """One scripted run: the requests of a script, each answered by rows or a refusal."""

    def __init__(self, campaign: Campaign, team: Mapping[str, Any], rulings: Rulings, dice: Dice) -> None:
        _team(campaign)(team)
        self.campaign, self.rulings, self.dice = campaign, rulings, dice
        self.settings = team.get("settings", {})
        self.seen: set[str] = set()
        self.names: dict[str, int] = {}
        self.refused: list[tuple[str, Refusal]] = []
        self.events: list[dict[str, Any]] = []
        self.rows: list[Entry] = []
        if team:
            self._assemble(team)

    def editor(self) -> TeamEditor:
        editor = TeamEditor(self.campaign, self.rows, self.rulings, self.dice, self.settings)
        editor.seen = self.seen
        return editor

    @property
    def club(self) -> Club:
        return self.editor().club

    # --- the team ---------------------------------------------------------------------------------------------------

    def _assemble(self, team: Mapping[str, Any]) -> None:
        """The rows of a team that has come to be as the file says."""
        key = str(team.get("roster"))
        if key not in self.campaign.rosters:
            raise BadInput(f"there is no roster {key!r}; there are {', '.join(self.campaign.rosters)}")
        choices = {"league": team.get("league", ""), "favoured_of": team.get("favoured_of", "")}
        self.rows.append(Entry("founded", data={"roster": key, **choices}))
        editor = self.editor()
        for what in self.campaign.staff:
            editor.enter("staff", what=what, by=int(team.get(what, what == "fans")))
        for spec in team.get("players", []):
            self._sign(editor, spec)
        for outcome in team.get("season", []):
            fit = [member.id for member in editor.club.eligible]
            editor.enter("played", outcome=outcome, counts=1, awards=0, took_part=fit)
        editor.enter("correction", gold=team.get("treasury", 0) - editor.club.treasury)
        editor.enter("step", to=team.get("step", READY))
        self.rows += editor.written

    def _sign(self, editor: TeamEditor, spec: Mapping[str, Any]) -> None:
        if spec.get("position") not in editor.club.roster.positions:
            raise BadInput(
                f"there is no position {spec.get('position')!r}; there are {', '.join(editor.club.roster.positions)}"
            )
        for _ in range(spec.get("count", 1)):
            id = editor.club.signed + 1
            name = spec.get("name") or f"{editor.club.roster.positions[spec['position']].name} {id}"
            if name in self.names:
                raise Misplaced(f"two players are called {name}", "players")
            self.names[name] = id
            how = JOURNEYMAN if spec.get("journeyman") else DRAFTED
            editor.enter("signed", id, position=spec["position"], number=id, name=name, how=how)
            self._history(editor, id, spec)

    @staticmethod
    def _history(editor: TeamEditor, id: int, spec: Mapping[str, Any]) -> None:
        """What a player has been through already."""
        for advancement in spec.get("advancements", []):
            editor.enter("advanced", id, **advancement)
        for lost in spec.get("lost", []):
            editor.enter("hurt", id, misses_next=False, lost=lost)
        if spec.get("misses_next") or spec.get("niggling"):
            editor.enter("hurt", id, misses_next=bool(spec.get("misses_next")), niggling=spec.get("niggling", 0))
        for keyword in spec.get("hatred", []):
            editor.enter("hates", id, keyword=keyword)
        if spec.get("spp"):
            editor.enter("points", id, spp=spec["spp"])
        if spec.get("retired"):
            editor.enter("retired", id)
        if spec.get("captain"):
            editor.enter("captain", id)

    # --- the script -------------------------------------------------------------------------------------------------

    def request(self, number: int, step: Any) -> None:
        """One step of the script: {fire: {member: Bob}}. A refusal changes nothing and is remembered."""
        if not isinstance(step, dict) or len(step) != 1:
            raise BadInput(f"step {number}: a step is one request")
        ((action, given),) = step.items()
        if not isinstance(given, dict | None):
            raise BadInput(f"step {number}: {action} is followed by its arguments")
        arguments = {key: self._decode(key, value, number) for key, value in (given or {}).items()}
        self.events.append({"e": "request", "action": action, "arguments": given or {}})
        editor = self.editor() if self.rows else None
        try:
            written = (
                OTHER[action](self, editor, arguments) if action in OTHER else self._perform(editor, action, arguments)
            )
        except Refusal as refusal:
            self.refused.append((action, refusal))
            self.events.append({"e": "refused", "rule": refusal.rule, "code": refusal.code, "text": str(refusal)})
            return
        except BadInput as error:
            raise BadInput(f"step {number}: {action}: {error}") from None
        self.rows += written
        self.events += [{"e": "row", **row.to_json(), "name": self._name(row.member)} for row in written]
        self.names |= {row.data["name"]: row.member or 0 for row in written if row.kind == "signed"}

    @staticmethod
    def _perform(editor: TeamEditor | None, action: str, arguments: dict[str, Any]) -> list[Entry]:
        if editor is None:
            raise BadInput("there is no team yet: found one first")
        known = editor.campaign.actions
        if action not in known:
            raise BadInput(f"a team cannot {action!r}; it can {', '.join([*known, *OTHER])}")
        editor.perform(action, arguments)
        return editor.written

    def _decode(self, key: str, value: Any, number: int) -> Any:
        """Players are called by name."""
        if key == "member":
            return self._id(value, number)
        if key in ("members", "keep"):
            return [self._id(each, number) for each in value]
        return value

    def _id(self, name: Any, number: int) -> int:
        if name not in self.names:
            raise BadInput(f"step {number}: there is no player {name!r}; there are {', '.join(self.names)}")
        return self.names[name]

    def _name(self, id: int | None) -> str:
        return next((name for name, each in self.names.items() if each == id), "")

    # --- what must have come of it ----------------------------------------------------------------------------------

    def differences(self, expect: Mapping[str, Any]) -> list[str]:
        found = []
        for key, wanted in {"refused": [], **expect}.items():
            if key not in OUTCOMES:
                raise BadInput(f"nothing is called {key!r} here; there are {', '.join(OUTCOMES)}")
            if not self.rows and key not in OF_REQUESTS:
                raise BadInput(f"{key}: there is no team of which to expect anything")
            actual = OUTCOMES[key](self, self.club if self.rows else NOBODY, wanted)
            if actual != wanted:
                found.append(f"{key}: expected {wanted!r}, found {actual!r}")
        return found

    def member(self, club: Club, name: str) -> Member:
        if self.names.get(name) not in club.members:
            raise BadInput(f"no player {name!r} is in the team")
        return club.members[self.names[name]]


def _found(run: TeamScript, editor: TeamEditor | None, arguments: dict[str, Any]) -> list[Entry]:
    return run.campaign.draft.found(arguments, run.settings)


def _record(run: TeamScript, editor: Any, arguments: dict[str, Any]) -> list[Entry]:
    report.check_report(arguments, run.names)
    fit = [member.name for member in editor.club.members.values() if member.eligible]
    run.campaign.postmatch.record(editor, report.result_of(arguments, run.names, fit), "home", "match")
    return list(editor.written)


def _induce(run: TeamScript, editor: Any, arguments: dict[str, Any]) -> list[Entry]:
    INDUCING(arguments)
    purse = Budget(arguments.get("petty", 0), arguments.get("own", 0))
    induce(editor, arguments.get("wishes", []), purse, arguments.get("mercenaries", []))
    return list(editor.written)


def _event(
    procedure: Callable[[Campaign], Callable[..., Any]], **known: Any
) -> Callable[[TeamScript, Any, dict[str, Any]], list[Entry]]:
    def request(run: TeamScript, editor: Any, arguments: dict[str, Any]) -> list[Entry]:
        happen = partial(procedure(run.campaign), **known)
        try:
            inspect.signature(happen).bind(editor, **arguments)
        except TypeError as error:
            raise BadInput(str(error)) from None
        happen(editor, **arguments)
        return list(editor.written)

    return request


# What is not a coach's to ask, but happens to a team.
OTHER: dict[str, Callable[[TeamScript, Any, dict[str, Any]], list[Entry]]] = {
    "found": _found,
    "record": _record,
    "unplayed": _event(lambda campaign: campaign.postmatch.unplayed, match="fixture"),
    "induce": _induce,
    "end_season": _event(lambda campaign: campaign.season.end),
    "rest": _event(lambda campaign: campaign.season.rest),
    "redraft": _event(lambda campaign: campaign.season.redraft),
    "undo": _event(lambda campaign: campaign.undo),
}

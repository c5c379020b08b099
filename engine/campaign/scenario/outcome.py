"""What a scenario may expect of a team when its script is through."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from engine.campaign.club import Club, Member
from engine.campaign.editor import TeamEditor
from engine.campaign.entries import Entry
from engine.campaign.refusal import Refusal


class Run(Protocol):
    """One scripted run, as far as it is looked at."""

    names: dict[str, int]
    refused: list[tuple[str, Refusal]]
    events: list[dict[str, Any]]
    rows: list[Entry]

    def editor(self) -> TeamEditor: ...
    def member(self, club: Club, name: str) -> Member: ...


def _by_name(read: Callable[[Run, Club, Member], Any]) -> Callable[[Run, Club, Any], Any]:
    """{Bob: …} for the players that the file names."""

    def all_named(run: Run, club: Club, wanted: Mapping[str, Any]) -> dict[str, Any]:
        return {name: read(run, club, run.member(club, name)) for name in wanted}

    return all_named


def _learnable(run: Run, club: Club, wanted: Mapping[str, Any]) -> dict[str, Any]:
    editor = run.editor()
    found = {}
    for name, skills in wanted.items():
        offered = {each.skill for each in editor.campaign.choices.skills(editor, run.member(club, name))}
        found[name] = [skill for skill in skills if skill in offered]
    return found


def _not_learnable(run: Run, club: Club, wanted: Mapping[str, Any]) -> dict[str, Any]:
    offered = _learnable(run, club, wanted)
    return {name: [skill for skill in skills if skill not in offered[name]] for name, skills in wanted.items()}


def _captain(run: Run, club: Club, wanted: Any) -> Any:
    return None if club.captain is None else club.members[club.captain].name


def _bought(run: Run, club: Club, wanted: Any) -> dict[str, int]:
    """For the next match."""
    return dict(next((row.data["bought"] for row in reversed(run.rows) if row.kind == "inducements"), {}))


OF_REQUESTS = ("refused", "because")  # can be asked before there is a team
OUTCOMES: dict[str, Callable[[Run, Club, Any], Any]] = {
    "refused": lambda run, club, wanted: [{action: refusal.rule} for action, refusal in run.refused],
    "because": lambda run, club, wanted: wanted if any(wanted in str(each) for _, each in run.refused) else None,
    "players": lambda run, club, wanted: len(club.listed),
    "eligible": lambda run, club, wanted: len(club.eligible),
    "treasury": lambda run, club, wanted: club.treasury,
    "step": lambda run, club, wanted: club.step,
    "fans": lambda run, club, wanted: club.fans,
    "staff": lambda run, club, wanted: {what: getattr(club, what) for what in wanted},
    "captain": _captain,
    "gone": lambda run, club, wanted: [name for name in wanted if run.names.get(name) not in club.members],
    "team_value": lambda run, club, wanted: club.campaign.value.team(club),
    "current_value": lambda run, club, wanted: club.campaign.value.current(club),
    "value": _by_name(lambda run, club, member: member.value),
    "spp": _by_name(lambda run, club, member: member.spp),
    "skills": _by_name(lambda run, club, member: sorted(club.campaign.gained_skills(club, member))),
    "misses_next": lambda run, club, wanted: [member.name for member in club.listed if member.misses_next],
    "candidates": lambda run, club, wanted: [member.name for member in club.campaign.choices.candidates(run.editor())],
    "bought": _bought,
    "funds": lambda run, club, wanted: club.campaign.season.funds(run.editor()),
    "changes": _by_name(lambda run, club, member: {key: by for key, by in member.changes.items() if by}),
    "learnable": _learnable,
    "not_learnable": _not_learnable,
    "rows": lambda run, club, wanted: [row["kind"] for row in run.events if row["e"] == "row"],
}

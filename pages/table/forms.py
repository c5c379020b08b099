"""The form of a report: a row for each player of the locked sheets. What is typed is a document for the rules to judge."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from accounts.text import LinesFormField
from engine.campaign import Report
from league.drafts.forms import figure

SIDES = ("home", "away")
CHOSEN = ("injury", "lost", "by")


class ReasonForm(forms.Form):
    reason = LinesFormField(max_length=500, widget=forms.Textarea(attrs={"rows": 3}))


def document_of(report: Report, given: QueryDict) -> dict[str, Any]:
    """The report as it was typed, of everybody on the sheets; `report` is how it was before."""
    return {
        "score": [figure(given.get(f"score-{side}", "")) for side in SIDES],
        "overtime": "overtime" in given,
        "penalties": [figure(given.get(f"penalties-{side}", "")) for side in SIDES],
        "fan_factors": [figure(given.get(f"fans-{side}", "")) for side in SIDES],
        "stalled": [f"stalled-{side}" in given for side in SIDES],
        "conceded": given.get("conceded", ""),
        "penalty": given.get("penalty", "yes") == "yes",
        "prayers": [given.getlist(f"prayers-{side}") for side in SIDES],
        "players": {side.name: {id: _line(report, side, id, given) for id in side.lines} for side in report.sides},
    }


def _line(report: Report, side: Any, id: str, given: QueryDict) -> dict[str, Any]:
    """Only what there is to say of a player."""
    field = f"{side.name}-{id}-"
    figures = {each.key: figure(given.get(field + each.key, "")) for each in report.form.figures(side.sheet)}
    flags = {"took_part": field + "took_part" in given, "joined": field + "joined" in given}
    chosen = {what: given.get(field + what, "") for what in CHOSEN}
    return {name: value for name, value in {**figures, **flags, **chosen}.items() if value}


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the form."""

    field: str  # what the names of its fields begin with
    line: Any
    figures: list[tuple[Any, int]]


def form_sides(report: Report) -> list[dict[str, Any]]:
    """Both teams as the template goes through them."""
    return [_form_side(report, number) for number in range(len(SIDES))]


def _form_side(report: Report, number: int) -> dict[str, Any]:
    side, said = report.sides[number], report.said
    asked = report.form.figures(side.sheet)
    rows = [
        Row(f"{side.name}-{id}-", line, [(each, line.count(each.key)) for each in asked])
        for id, line in sorted(side.lines.items(), key=lambda each: each[1].player.number)
    ]
    return {
        "name": side.name,
        "title": str(side),
        "rows": rows,
        "asked": asked,
        "opponents": list(report.sides[1 - number].lines.values()),
        "score": said["score"][number],
        "penalties": said["penalties"][number],
        "fans": said["fan_factors"][number],
        "fan_factors": side.fan_factors,
        "stalled": said["stalled"][number],
        "prayers": [(key, key in side.prayers) for key in report.form.prayers(side.sheet)],
        "gave_up": said["conceded"] == side.name,
    }

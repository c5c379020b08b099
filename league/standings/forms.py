"""The form of a table's rules: for commissioners who set them, and for everybody who tries others."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.forms.boundfield import BoundField

from league.standings.bonuses import BONUSES
from league.standings.metrics import METRICS, Metric
from league.standings.rules import (
    FEWEST_POINTS,
    HIGHEST_FIGURE,
    LOWEST_FIGURE,
    MOST_POINTS,
    BadRules,
    TableRules,
    presets,
)
from league.standings.words import POINTS

PLACES = [("", "not used"), *((str(place), str(place)) for place in range(1, len(METRICS) + 1))]
FIRST = "win"  # a field that is always sent; without it nothing was


def _points(label: str, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(min_value=FEWEST_POINTS, max_value=MOST_POINTS, label=label, **more)


class TableRulesForm(forms.Form):
    """A number for each result and bonus, a place for each tie-breaker. Works as it stands; a script makes the places a list."""

    bonuses_added = forms.ChoiceField(
        label="Bonus points",
        choices=[("yes", "are added to the points"), ("no", "only break ties, as a tie-breaker below")],
        widget=forms.RadioSelect,
    )
    forfeit_scores = forms.BooleanField(
        label="The score of a match that was forfeited counts for differences and totals", required=False
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, rules: TableRules) -> None:
        super().__init__(data, initial=values_of(rules))
        self.rules = rules
        for key, words in POINTS.items():
            self.fields[key] = _points(words)
        for key, kind in BONUSES.items():
            words = kind.words.format(at="…")
            self.fields[f"bonus:{key}"] = _points(f"Points for {words}", required=False)
            if kind.usual is not None:
                self.fields[f"at:{key}"] = forms.IntegerField(
                    min_value=LOWEST_FIGURE, max_value=HIGHEST_FIGURE, label=f"Figure for {words}", required=False
                )
        for key, metric in METRICS.items():
            self.fields[f"place:{key}"] = forms.ChoiceField(
                choices=PLACES, label=f"Place of {metric.name}", required=False
            )
            if metric.column and key != "points":
                self.fields[f"show:{key}"] = forms.BooleanField(label=f"Show {metric.name} as a column", required=False)

    @classmethod
    def asked(cls, query: Mapping[str, Any], rules: TableRules) -> "TableRulesForm":
        """With what an address asks for: all values, or a preset, or else these rules."""
        preset = presets().get(query.get("preset", ""))
        return cls(query if FIRST in query else None, rules=preset.rules if preset else rules)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        places = [cleaned.get(f"place:{key}") for key in METRICS]
        if twice := sorted({int(place) for place in places if place and places.count(place) > 1}):
            self.add_error(None, f"Two tie-breakers have place {twice[0]}. Give each a place of its own.")
        elif not any(places) and not any(f"place:{key}" in self.errors for key in METRICS):
            self.add_error(None, "Choose at least one tie-breaker: a table has to be sorted by something.")
        return cleaned

    def document(self) -> dict[str, Any]:
        """As `TableRules.from_json` reads it."""
        cleaned = self.cleaned_data
        places = {key: int(cleaned[f"place:{key}"]) for key in METRICS if cleaned[f"place:{key}"]}
        return {
            "points": {key: cleaned[key] for key in POINTS},
            "bonuses": [
                {"for": key, "points": points} | ({"at": at} if (at := cleaned.get(f"at:{key}")) else {})
                for key in BONUSES
                if (points := cleaned[f"bonus:{key}"]) is not None
            ],
            "bonuses_added": cleaned["bonuses_added"] == "yes",
            "forfeit_scores": cleaned["forfeit_scores"],
            "order": sorted(places, key=lambda key: places[key]),
            "columns": [key for key in METRICS if cleaned.get(f"show:{key}")],
        }

    def tried(self) -> TableRules | None:
        """The rules to be tried: those that were sent, if they are in order, or those that the form began with."""
        if not self.is_bound:
            return self.rules
        try:
            return TableRules.from_json(self.document()) if self.is_valid() else None
        except BadRules as error:
            self.add_error(None, str(error))
            return None

    def query(self) -> str:
        """What the form holds, as an address asks for it."""
        held = self.data if self.is_bound else self.initial
        kept = {name: held.get(name) for name in self.fields}
        return urlencode(
            {name: "on" if value is True else value for name, value in kept.items() if value not in (None, "", False)}
        )

    # For templates --------------------------------------------------------------------------------------------------------

    def points_fields(self) -> list[BoundField]:
        return [self[key] for key in POINTS]

    def bonus_fields(self) -> Iterator[tuple[str, BoundField, BoundField | None]]:
        for key, kind in BONUSES.items():
            words = kind.words.format(at="…")
            yield (
                words[:1].upper() + words[1:],
                self[f"bonus:{key}"],
                self[f"at:{key}"] if kind.usual is not None else None,
            )

    def metric_fields(self) -> list[tuple[Metric, BoundField, BoundField | None]]:
        """Those that are used first, in their order."""
        rows = [
            (metric, self[f"place:{key}"], self[f"show:{key}"] if f"show:{key}" in self.fields else None)
            for key, metric in METRICS.items()
        ]
        return sorted(rows, key=lambda row: _place(row[1].value()))


def _place(value: Any) -> int:
    return int(value) if str(value).isascii() and str(value).isdecimal() else len(PLACES)


def values_of(rules: TableRules) -> dict[str, Any]:
    """Rules as the form asks for them."""
    bonuses = {each.key: each for each in rules.bonuses}
    return {
        **{key: getattr(rules.points, key) for key in POINTS},
        **{f"bonus:{key}": each.points for key, each in bonuses.items()},
        **{f"at:{key}": kind.usual for key, kind in BONUSES.items() if kind.usual is not None},
        **{f"at:{key}": each.at for key, each in bonuses.items() if each.at},
        **{f"place:{key}": str(place) for place, key in enumerate(rules.order, start=1)},
        **{f"show:{key}": True for key in rules.columns},
        "bonuses_added": "yes" if rules.bonuses_added else "no",
        "forfeit_scores": rules.forfeit_scores,
    }

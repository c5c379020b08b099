"""The part of a form that asks for the policy for the absent."""

from collections.abc import Mapping
from typing import Any

from django import forms

from league.absence.policy import ABSENT, DAYS, SPARED, THEN, TIMES, USUAL, AbsencePolicy, Does

PREFIX = "absence_"


def policy_fields() -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {
        "does": forms.ChoiceField(
            choices=Does.choices,
            label="When a coach is absent",
            widget=forms.RadioSelect,
            help_text=ABSENT,
            required=False,
        ),
        "days": forms.IntegerField(min_value=DAYS[0], max_value=DAYS[1], label="Days to postpone by", required=False),
        "most": forms.IntegerField(
            min_value=TIMES[0], max_value=TIMES[1], label="Postponements of a team in the season", required=False
        ),
        "then": forms.ChoiceField(
            choices=THEN, label="When it cannot be postponed", widget=forms.RadioSelect, required=False
        ),
        "spared": forms.IntegerField(
            min_value=SPARED[0],
            max_value=SPARED[1],
            label="How often a coach is spared in the season",
            help_text="After that an absence is a concession. Empty: no limit.",
            required=False,
        ),
    }
    return {PREFIX + name: field for name, field in fields.items()}


def policy_initial(document: Mapping[str, Any]) -> dict[str, Any]:
    return {PREFIX + name: value for name, value in document.items()}


def policy_given(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """As `AbsencePolicy.from_json` reads it; what is left empty takes its usual value."""
    given = {name: cleaned.get(PREFIX + name) for name in AbsencePolicy.__slots__}
    usual = USUAL.to_json()
    return {name: usual[name] if value in (None, "") else value for name, value in given.items()}

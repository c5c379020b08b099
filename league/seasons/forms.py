"""The form of a season."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone

import engine
from accounts.forms import MomentField, PlainSelect
from accounts.text import LineFormField
from accounts.times import zones_by_region
from league.absence.forms import policy_fields, policy_given, policy_initial
from league.absence.policy import USUAL
from league.models import Entry, League, Season
from league.seasons.plan import UNITS, in_units
from league.seasons.stage_fields import (
    FIRST,
    THEN,
    Choice,
    stage_choices,
    stage_errors,
    stage_fields,
    stage_initial,
    stage_plans,
)


class SeasonForm(forms.Form):
    asked_as = {"round_every": "every"}

    name = LineFormField(max_length=80)
    first_kick_off = MomentField(label="First kick-off")
    every = forms.IntegerField(min_value=1, max_value=1000, initial=1, label="A round every")
    unit = forms.ChoiceField(choices=[(unit, unit) for unit in UNITS], initial="weeks")
    time_zone = forms.ChoiceField(
        choices=zones_by_region,
        label="Rounds keep the clock of",
        help_text="A round at 20:00 there stays at 20:00 when the clocks change.",
        widget=PlainSelect,
    )
    seeding = forms.ChoiceField(
        choices=Season.Seeding.choices,
        widget=forms.RadioSelect,
        initial=Season.Seeding.CHANCE,
        help_text="Seeds say who stands where in a bracket, who meets whom first, and how groups are made up.",
    )

    venue = forms.ChoiceField(
        choices=Season.Venue.choices,
        widget=forms.RadioSelect,
        initial=Season.Venue.ENGINE,
        required=False,
        label="How matches are played",
        help_text="This stays as it is once the season has started.",
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        league: League,
        number: int = 1,
        season: Season | None = None,
        last: Season | None = None,
        **kwargs: Any,
    ) -> None:
        """A new season is proposed as the last one was played."""
        like = season or last
        started_with = (_values_of(like) if like else {}) | ({} if season else _values_of_new(number, last))
        stages = list(like.stages.all()) if like else []
        absence = like.absence if like else USUAL.to_json()
        super().__init__(data, initial=started_with | stage_initial(stages) | policy_initial(absence), **kwargs)
        self.fields |= stage_fields() | policy_fields()
        if not engine.ruleset(league.ruleset).has_campaign:
            del self.fields["venue"]

    @property
    def formats(self) -> list[Choice]:
        return list(stage_choices(self, FIRST))

    @property
    def following(self) -> list[Choice]:
        return list(stage_choices(self, THEN))

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for field, words in stage_errors(cleaned):
            self.add_error(field, words)
        return cleaned

    def arguments(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        return {
            "name": cleaned["name"],
            "first_kick_off": cleaned["first_kick_off"],
            "round_every": cleaned["every"] * UNITS[cleaned["unit"]],
            "stages": stage_plans(cleaned),
            "seeding": cleaned["seeding"],
            "time_zone": cleaned["time_zone"],
            **({"venue": cleaned["venue"]} if cleaned.get("venue") else {}),
            "absence": policy_given(cleaned),
        }


class OrderForm(forms.Form):
    """A number for each team that is entered."""

    def __init__(self, data: QueryDict | None, *, entries: list[Entry]) -> None:
        super().__init__(data)
        for number, entry in enumerate(entries, start=1):
            self.fields[f"seed-{entry.team_id}"] = forms.IntegerField(
                label=entry.team.name, min_value=1, max_value=999, initial=number
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        numbers = list(cleaned.values())
        for name, number in list(cleaned.items()):
            if numbers.count(number) > 1:
                self.add_error(name, "Two teams have this number.")
        return self.cleaned_data

    def order(self) -> list[int]:
        """Teams by their ids, the lowest number first."""
        names = sorted(self.cleaned_data, key=lambda name: self.cleaned_data[name])
        return [int(name.removeprefix("seed-")) for name in names]


def _values_of(season: Season) -> dict[str, Any]:
    """A season as the form asks for it, its interval in the largest unit that fits."""
    every, unit = in_units(season.round_every)
    return {
        "name": season.name,
        "first_kick_off": season.first_kick_off,
        "every": every,
        "unit": unit,
        "time_zone": season.time_zone,
        "seeding": season.seeding,
        "venue": season.venue,
    }


def _values_of_new(number: int, last: Season | None) -> dict[str, Any]:
    zone = last.time_zone if last else timezone.get_current_timezone_name()
    return {"name": f"Season {number}", "first_kick_off": _tomorrow_evening(), "time_zone": zone}


def _tomorrow_evening() -> datetime:
    return (timezone.localtime() + timedelta(days=1)).replace(hour=19, minute=0, second=0, microsecond=0)

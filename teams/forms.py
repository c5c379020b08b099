"""Forms of a team and its players."""

from collections import Counter
from typing import Any

from django import forms

import engine
from accounts.forms import set_choices
from accounts.text import LineFormField
from teams.models import Player


class TeamForm(forms.Form):
    """What can be changed about a team at any time."""

    name = LineFormField(max_length=60)
    short = forms.CharField(
        min_length=3,
        max_length=3,
        label="Short name",
        help_text="Three capital letters, shown on the crest and on score boards.",
    )
    colour = forms.CharField(
        max_length=7,
        widget=forms.TextInput(attrs={"type": "color"}),
        help_text="An accent on crest and pitch. Sides are told apart by shape as well.",
    )
    motto = LineFormField(max_length=120, required=False)

    def clean_short(self) -> str:
        return str(self.cleaned_data["short"]).upper()

    def clean_colour(self) -> str:
        return str(self.cleaned_data["colour"]).lower()


class PlayerForm(forms.Form):
    number = forms.IntegerField(min_value=1, max_value=99, label="Number")
    name = LineFormField(max_length=60, label="Name")
    position = forms.ChoiceField(label="Position")

    def __init__(self, *args: Any, ruleset: engine.Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"empty_permitted": False})
        set_choices(self, "position", [(each.key, each.name) for each in ruleset.positions.values()])
        for field in self.fields.values():
            field.widget.attrs["aria-label"] = f"{field.label}, player {int(str(self.prefix).rpartition('-')[2]) + 1}"


class RosterFormSet(forms.BaseFormSet):
    """The roster of a new team; what it must contain is the service's to say."""

    def clean(self) -> None:
        worn = Counter(form.cleaned_data.get("number") for form in self.forms)
        for form in self.forms:
            number = form.cleaned_data.get("number")
            if number and worn[number] > 1:
                form.add_error("number", f"Two players cannot wear number {number}.")


PlayerFormSet = forms.formset_factory(PlayerForm, formset=RosterFormSet, extra=0, max_num=20, absolute_max=20)


class NamesForm(forms.Form):
    """One name field for every player on the roster."""

    def __init__(self, *args: Any, players: list[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = players
        for player in players:
            label = f"Name of number {player.number}"
            self.fields[f"player-{player.pk}"] = LineFormField(
                max_length=60, initial=player.name, label=label, widget=forms.TextInput(attrs={"aria-label": label})
            )

    def lines(self) -> list[tuple[Player, forms.BoundField]]:
        return [(player, self[f"player-{player.pk}"]) for player in self.players]

    def renamed(self) -> list[tuple[Player, str]]:
        names = [(player, self.cleaned_data[f"player-{player.pk}"]) for player in self.players]
        return [(player, name) for player, name in names if name != player.name]


class RenameForm(forms.Form):
    """Names and numbers are the coach's to choose; what they may be is for the rules to say."""

    name = LineFormField(label="Name", max_length=60)
    number = forms.IntegerField(label="Number", min_value=1, max_value=99)
    asked_as = {"same-number": "number", "same-name": "name"}

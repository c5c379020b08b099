"""The form of a league's rules. Its fields are made from the ruleset's catalogue."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.http import QueryDict
from django.utils.functional import cached_property

import engine
from accounts.forms import set_choices
from league.models import League
from league.rulings.questions import Chapter, chapters
from league.rulings.selectors import profile_name
from league.terms import TERMS
from teams.templatetags.display import words

TERM_LABELS = {
    "play": "How teams play",
    "draft_budget": "Budget of a draft, in thousands",
    "redraft_cap": "Most that a re-draft may spend, in thousands",
    "decide_within": "Hours to decide after a match",
    "approves_drafts": "New teams wait for my approval",
}
TERM_HELP = {
    "play": "In league play teams win gold, learn and get hurt from match to match. In matched play they are drafted with added "
    "skills, by their tier, and begin every match as they were drafted.",
}


def _term_field(field: "models.Field[Any, Any]", **named: Any) -> forms.Field | None:
    """A number says its limits, which are those of the model, in the field, below it and when it is refused."""
    if field.choices:
        return field.formfield(**named, required=False, widget=forms.RadioSelect)
    if not isinstance(field, models.IntegerField):
        return field.formfield(**named)
    low = max(each.limit_value for each in field.validators if isinstance(each, MinValueValidator))
    high = min(each.limit_value for each in field.validators if isinstance(each, MaxValueValidator))
    limits = f"{low} to {high}."
    refused = dict.fromkeys(("min_value", "max_value", "invalid"), f"A whole number from {limits}")
    about = f"{field.help_text} From {limits}".strip()
    return field.formfield(min_value=low, max_value=high, help_text=about, error_messages=refused, **named)


class RulingsForm(forms.Form):
    """A profile and one field per open ruling; an empty field follows the profile.

    Where teams live between matches, also what the league gives them: money and time.

    Sent with a `chapter`, it is not judged: somebody wants to see the questions of that chapter and keep what is filled in.
    """

    profile = forms.ChoiceField(
        widget=forms.RadioSelect,
        help_text="The ground to stand on. Every single ruling below follows it unless you choose otherwise.",
    )

    def __init__(
        self, data: Any = None, *, ruleset: engine.Ruleset, chosen: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.asked: str = data.get("chapter", "") if data else ""
        self.ruleset = ruleset
        self.entries = [entry for entry in ruleset.catalogue.entries if not entry.fixed]
        set_choices(self, "profile", [(name, self._profile_words(name)) for name in ruleset.catalogue.profiles])
        self.fields["profile"].initial = ruleset.catalogue.profiles[0]
        for entry in self.entries:
            self._add(entry, (chosen or {}).get(entry.id, ""))
        if ruleset.has_campaign:
            self.fields |= forms.fields_for_model(
                League, TERMS, labels=TERM_LABELS, help_texts=TERM_HELP, formfield_callback=_term_field
            )
            if len(ruleset.campaigns) == 1:
                del self.fields["play"]
        if self.asked:
            self.is_bound, self.initial = False, self._filled_in()

    def keep(self, sent: QueryDict) -> None:
        """Shows what somebody has filled in, without judging it. What is not sent stays as it is."""
        names = [name for name in sent if name in self.fields]
        self.initial = {name: self.fields[name].widget.value_from_datadict(sent, {}, name) for name in names}

    def _filled_in(self) -> dict[str, Any]:
        sent = {name: self[name].data for name in self.fields}
        if sent["profile"] not in self.ruleset.catalogue.profiles:
            del sent["profile"]
        return sent

    def _profile_words(self, name: str) -> str:
        sentence = self.ruleset.profile_words.get(name, "")
        return f"{profile_name(name)}: {sentence}" if sentence else profile_name(name)

    def _add(self, entry: Any, value: Any) -> None:
        given = value if isinstance(value, dict) else {"choice": value}
        choices = [("", ""), *entry.choices.items()]
        self.fields[entry.id] = forms.ChoiceField(
            choices=choices, required=False, label=entry.question, initial=given["choice"], widget=forms.RadioSelect
        )
        for choice, settings in entry.settings.items():
            for name, default in settings.items():
                initial = given.get(name, default) if given["choice"] == choice else default
                field = self._setting(entry, choice, name)
                field.initial = initial
                self.fields[f"{entry.id}:{choice}:{name}"] = field

    def _setting(self, entry: Any, choice: str, name: str) -> forms.Field:
        """A number, or any of the names that the setting may list."""
        label = words(name)
        if names := self.ruleset.setting_choices(entry.id, choice, name):
            choices = [(key, f"{words(key)}: {text}" if text else words(key)) for key, text in names.items()]
            ticks = forms.CheckboxSelectMultiple
            return forms.MultipleChoiceField(choices=choices, widget=ticks, required=False, label=label)
        low, high = self.ruleset.setting_limits(entry.id, name)
        return forms.IntegerField(min_value=low, max_value=high, required=False, label=label)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for entry in self.entries:
            chosen = cleaned.get(entry.id, "")
            for key in self._keys(entry, but=chosen):
                self.errors.pop(key, None)  # nobody asked for these
            for key in self._keys(entry, only=chosen):
                if key not in self.errors and cleaned.get(key) in (None, "", []):
                    listed = isinstance(self.fields[key], forms.MultipleChoiceField)
                    self.add_error(key, "Tick at least one." if listed else "This choice needs a value.")
        return cleaned

    def _keys(self, entry: Any, *, only: str | None = None, but: str | None = None) -> list[str]:
        """The fields for the settings of one choice, or of all but one."""
        asked = [choice for choice in entry.settings if choice == only or (only is None and choice != but)]
        return [f"{entry.id}:{choice}:{name}" for choice in asked for name in entry.settings[choice]]

    def rulings(self) -> dict[str, Any]:
        """What departs from the profile, as the services take it."""
        return {
            entry.id: self._value(entry, choice) for entry in self.entries if (choice := self.cleaned_data[entry.id])
        }

    def _value(self, entry: Any, choice: str) -> Any:
        settings = {name: self._set(entry, choice, name) for name in entry.settings.get(choice, {})}
        return {"choice": choice, **settings} if settings else choice

    def _set(self, entry: Any, choice: str, name: str) -> Any:
        """A number, or names, each of them once however often it was sent."""
        value = self.cleaned_data[f"{entry.id}:{choice}:{name}"]
        return list(dict.fromkeys(value)) if isinstance(value, list) else value

    def terms(self) -> dict[str, Any]:
        """A choice that nobody made stays as it is."""
        return {name: self.cleaned_data[name] for name in TERMS if self.cleaned_data.get(name, "") != ""}

    def term_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in TERMS if name in self.fields]

    @cached_property
    def chapters(self) -> list[Chapter]:
        """Read by templates, when nothing more is added to the errors."""
        return chapters(self, self.asked)

    def departing(self) -> int:
        return sum(chapter.departing for chapter in self.chapters)

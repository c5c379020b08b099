"""Forms about the person."""

import zoneinfo
from collections.abc import Iterable
from functools import cache
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


class PlainSelect(forms.Select):
    """A long list of choices, written in one go: a template for each of six hundred takes longer than the rest of a page."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = self.format_value(value)
        listed = ((key, " selected" if str(key) in chosen else "", label) for key, label in self.choices)
        options = format_html_join("", '<option value="{}"{}>{}</option>', listed)
        return format_html("<select{}>{}</select>", flatatt(self.build_attrs({"name": name}, attrs)), options)


@cache
def time_zones() -> list[tuple[str, str]]:
    """Those of this machine, which are looked up on its disk."""
    return [(name, name) for name in sorted(zoneinfo.available_timezones())]


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, str]]) -> None:
    """What a field offers, where that is known only when the form is made."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"The field {name} offers no choices.")
    field.choices = list(choices)


class TimeZoneForm(forms.Form):
    time_zone = forms.ChoiceField(
        choices=time_zones, help_text="Kick-off times in forms are read in this zone.", widget=PlainSelect
    )


class DeletionForm(forms.Form):
    """The name is typed so that nobody deletes an account by a slip, the password so that nobody deletes another's."""

    name = forms.CharField(
        max_length=150, label="Your user name", widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    password = forms.CharField(
        strip=False, label="Your password", widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

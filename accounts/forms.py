"""Forms about the person."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from allauth.account.forms import LoginForm
from django import forms
from django.forms.utils import flatatt
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.times import zone_of, zones_by_region


class PlainSelect(forms.Select):
    """A long list in groups, written in one go: a template for each of six hundred takes longer than the rest of a page."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = self.format_value(value)

        def options(listed: Iterable[tuple[str, str]]) -> SafeString:
            rows = ((key, " selected" if str(key) in chosen else "", label) for key, label in listed)
            return format_html_join("", '<option value="{}"{}>{}</option>', rows)

        named = ((group, options(listed)) for group, listed in self.choices)
        groups = format_html_join("", '<optgroup label="{}">{}</optgroup>', named)
        return format_html("<select{}>{}</select>", flatatt(self.build_attrs({"name": name}, attrs)), groups)


class MomentInput(forms.DateTimeInput):
    """A date and a time, together with the zone in which they were asked for: the reader's may change meanwhile.

    As a value both are one text, as RFC 9557 writes it: 2026-03-01T20:00[Europe/Berlin].
    """

    input_type = "datetime-local"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs, format="%Y-%m-%dT%H:%M")

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        typed, zone = parted(value)
        zone = zone or timezone.get_current_timezone_name()
        hidden = format_html('<input type="hidden" name="{}-zone" value="{}">', name, zone)
        return super().render(name, typed, attrs, renderer) + hidden

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> str | None:
        typed, zone = data.get(name), data.get(f"{name}-zone")
        return f"{typed}[{zone}]" if typed and zone else typed


def parted(value: Any) -> tuple[Any, str]:
    """What was typed, and the zone it was typed in if that was said."""
    typed, _, zone = value.partition("[") if isinstance(value, str) else (value, "", "")
    return typed, zone.removesuffix("]")


class MomentField(forms.DateTimeField):
    """A moment that a person types: in their own zone, which stands beside it."""

    widget = MomentInput

    def __init__(self, **kwargs: Any) -> None:
        formats = ("%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S")
        super().__init__(**{"input_formats": formats, **kwargs})

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        self.help_text = f"In your time zone, {timezone.get_current_timezone_name()}."
        return super().get_bound_field(form, field_name)

    def to_python(self, value: Any) -> datetime | None:
        typed, zone = parted(value)
        with timezone.override(zone_of(zone) if zone else timezone.get_current_timezone()):
            return super().to_python(typed)


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, str]]) -> None:
    """What a field offers, where that is known only when the form is made."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"The field {name} offers no choices.")
    field.choices = list(choices)


class SignInForm(LoginForm):  # type: ignore[misc]  # of an untyped package
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "User name or e-mail"
        del self.fields["login"].widget.attrs["placeholder"]  # it says the same


class TimeZoneForm(forms.Form):
    time_zone = forms.ChoiceField(
        choices=zones_by_region, help_text="Every time is shown and typed in this zone.", widget=PlainSelect
    )


class DeletionForm(forms.Form):
    """The name is typed so that nobody deletes an account by a slip, the password so that nobody deletes another's."""

    name = forms.CharField(
        max_length=150, label="Your user name", widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    password = forms.CharField(
        strip=False, label="Your password", widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

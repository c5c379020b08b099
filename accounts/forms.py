"""Forms about the person."""

import zoneinfo
from typing import Any

from django import forms


class TimeZoneForm(forms.Form):
    time_zone = forms.ChoiceField(help_text="Kick-off times in forms are read in this zone.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].choices = [(name, name) for name in sorted(zoneinfo.available_timezones())]


class DeletionForm(forms.Form):
    """The name is typed so that nobody deletes an account by a slip, the password so that nobody deletes another's."""

    name = forms.CharField(max_length=150, label="Your user name", widget=forms.TextInput(attrs={"autocomplete": "off"}))
    password = forms.CharField(
        strip=False, label="Your password", widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

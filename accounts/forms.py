"""Forms about the person."""

import zoneinfo
from typing import Any

from django import forms


class TimeZoneForm(forms.Form):
    time_zone = forms.ChoiceField(help_text="Kick-off times in forms are read in this zone.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].choices = [(name, name) for name in sorted(zoneinfo.available_timezones())]

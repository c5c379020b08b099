"""Forms about the staff of a league."""

from collections.abc import Container
from typing import Any

from django import forms

from accounts.forms import set_choices
from accounts.text import LineFormField
from league.people import Role
from league.permissions import May
from league.staff.services import APPOINTING

WORDS = {
    Role.COMMISSIONER: "Commissioner: runs seasons, sets rules, decides about results",
    Role.ASSISTANT: "Assistant: approves drafts and entries, sets times of matches, sends reminders",
}


class StaffForm(forms.Form):
    asked_as = {"no-such-user": "name", "runs-it-already": "name", "asked-already": "name"}

    name = LineFormField(label="User name", max_length=150)
    role = forms.ChoiceField(widget=forms.RadioSelect)

    def __init__(self, *args: Any, can: Container[May], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        roles = [(role.value, WORDS[role]) for role, needed in APPOINTING.items() if needed in can]
        set_choices(self, "role", roles)
        self.fields["role"].initial = Role.ASSISTANT.value

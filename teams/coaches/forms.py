"""The form of an invitation."""

from django import forms

from accounts.text import LineFormField


class InviteForm(forms.Form):
    name = LineFormField(label="User name", max_length=150)
    asked_as = {"no-such-user": "name", "own-team": "name", "invited-already": "name", "coaches-a-rival": "name"}

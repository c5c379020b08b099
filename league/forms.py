"""The form of a new league."""

from django import forms

from accounts.text import LineFormField, LinesFormField
from league.rulings.forms import RulingsForm


class LeagueForm(RulingsForm):
    name = LineFormField(max_length=80)
    description = LinesFormField(
        max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3}), help_text="What players should know."
    )
    field_order = ("name", "description", "profile")

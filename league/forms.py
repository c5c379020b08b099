"""The form of a new league."""

from django import forms

from accounts.text import LineFormField, LinesFormField
from league.people import Joining
from league.rulings.forms import RulingsForm


class LeagueForm(RulingsForm):
    name = LineFormField(max_length=80)
    description = LinesFormField(
        max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3}), help_text="What players should know."
    )
    private = forms.BooleanField(required=False, label="Private: only members and those I invite see the league")
    joining = forms.ChoiceField(
        choices=Joining.choices,
        initial=Joining.OPEN,
        required=False,
        label="Who may enter a team",
        widget=forms.RadioSelect,
    )
    field_order = ("name", "description", "private", "joining", "profile")

    def clean_joining(self) -> str:
        """Every coach, unless the form says otherwise."""
        return self.cleaned_data["joining"] or Joining.OPEN

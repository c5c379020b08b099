"""Forms about who gets into a league."""

from typing import Any

from django import forms

from league.joining.services import DOOR, MOST_DAYS, MOST_USES
from league.models import League

LABELS = {
    "private": "Private: only members and those I invite see the league",
    "joining": "Who may enter a team",
    "teams_per_coach": "Most teams of one coach in a season",
    "most_teams": "Most teams in a season",
}
HELP = {"teams_per_coach": "Empty for any number.", "most_teams": "Empty for as many as a season can hold."}


class DoorForm(forms.Form):
    """Who sees the league and who gets in; the fields are those of the model, with its limits."""

    def __init__(self, data: Any = None, *, league: League) -> None:
        super().__init__(data, initial={name: getattr(league, name) for name in DOOR})
        widgets: dict[str, type[forms.Widget] | forms.Widget] = {"joining": forms.RadioSelect}
        self.fields |= forms.fields_for_model(League, DOOR, labels=LABELS, help_texts=HELP, widgets=widgets)


class LinkForm(forms.Form):
    uses = forms.IntegerField(min_value=1, max_value=MOST_USES, initial=1, label="For how many people")
    days = forms.IntegerField(min_value=1, max_value=MOST_DAYS, initial=7, label="For how many days")

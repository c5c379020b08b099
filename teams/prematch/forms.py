"""The inducements for one match as a form: a number for each that this team may have."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from engine.campaign import Club, Inducement
from teams.orders.forms import may_have, mercenaries_field
from teams.orders.pickers import MercenariesField

MERCENARIES, OWN = "mercenaries", "own"


class PlanForm(forms.Form):
    """Fields are named as the inducements are. What is wanted so far is filled in and comes first, in its order."""

    def __init__(self, data: QueryDict | None = None, *, club: Club, wanted: Mapping[str, Any], **kwargs: Any) -> None:
        wishes = dict(wanted["wishes"])
        super().__init__(data, initial={**wishes, **wanted}, **kwargs)
        shelf = [each for each in club.campaign.words.inducements.values() if may_have(club, each.key)]
        self.shelf = [each for each in shelf if each.figure("cost", club.roster) is not None]
        most_wanted = list(wishes)
        self.shelf.sort(key=lambda each: most_wanted.index(each.key) if each.key in wishes else len(wishes))
        for each in self.shelf:
            self.fields[each.key] = _number_of(each, club)
        self.mercenaries = club.campaign.words.mercenaries.inducement
        hired = next((each for each in shelf if each.key == self.mercenaries), None)
        if hired is not None:
            self.fields[MERCENARIES] = _mercenaries(hired, club)
        help_text = f"The treasury holds {club.treasury}k. Petty cash is spent first."
        self.fields[OWN] = forms.IntegerField(
            label="Own gold to spend, at most, in k",
            min_value=0,
            max_value=club.campaign.orders.most_gold,
            help_text=help_text,
        )

    def offered(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Without wishes of standing orders that this form has no field for, because the team may not have them."""
        shelf = {self.mercenaries, *(each.key for each in self.shelf)}
        return {**wanted, "wishes": [wish for wish in wanted["wishes"] if wish[0] in shelf]}

    def plan(self) -> dict[str, Any]:
        """The wishes in the order of the shelf; mercenaries come last."""
        said = self.cleaned_data
        wishes = [[each.key, said[each.key]] for each in self.shelf if said[each.key]]
        hired = said.get(MERCENARIES, [])
        if hired:
            wishes.append([self.mercenaries, len(hired)])
        return {"wishes": wishes, "mercenaries": hired, "own": said[OWN]}


def _number_of(inducement: Inducement, club: Club) -> forms.IntegerField:
    price, most = inducement.figure("cost", club.roster), inducement.figure("max", club.roster)
    return forms.IntegerField(
        label=f"{inducement.name}, {price}k{' each' if most > 1 else ''}, at most {most}",
        min_value=0,
        max_value=most,
        required=False,
        help_text=inducement.effect,
        error_messages={"max_value": f"A team may have at most {most} ({club.campaign.words.pages['inducements']})."},
    )


def _mercenaries(inducement: Inducement, club: Club) -> MercenariesField:
    hired = club.campaign.words.mercenaries
    price = f"{hired.fee}k more than the position, {hired.skill_fee}k for a skill"
    label = f"{inducement.name}, {price}, at most {inducement.figure('max', club.roster)}"
    return mercenaries_field(club, label=label, help_text=f"{inducement.effect} A primary skill if you want one.")

"""Forms of a commissioner who acts for a team."""

from typing import Any

from django import forms

from accounts.forms import set_choices
from accounts.text import LineFormField
from engine.campaign import Club
from league.commissioner.services import LONGEST_REASON, MOST


class ReasonForm(forms.Form):
    reason = LineFormField(
        max_length=LONGEST_REASON, help_text="Stands in the books beside everything you do, for everybody to read."
    )


class CorrectionForm(ReasonForm):
    """What is put right; an empty field changes nothing."""

    gold = forms.IntegerField(
        required=False,
        min_value=-MOST["gold"],
        max_value=MOST["gold"],
        label="Gold, in thousands",
        help_text="More, or with a minus less.",
    )
    member = forms.TypedChoiceField(required=False, coerce=int, empty_value=None, label="Player")
    spp = forms.IntegerField(
        required=False,
        min_value=-MOST["spp"],
        max_value=MOST["spp"],
        label="Star Player Points",
        help_text="Of that player: more, or with a minus fewer.",
    )
    niggling = forms.BooleanField(required=False, label="Heal one niggling injury")
    available = forms.BooleanField(required=False, label="Does not miss the next match after all")
    characteristic = forms.ChoiceField(
        required=False,
        label="Restore a characteristic",
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        members = sorted(club.members.values(), key=lambda each: each.number)
        choices = [("", "nobody"), *((each.id, f"{each.number} {each.name}") for each in members)]
        set_choices(self, "member", choices)
        stats = [each.key for each in club.campaign.words.characteristics]
        set_choices(self, "characteristic", [("", "none"), *((key, key.upper()) for key in stats)])
        self.order_fields(["gold", "member", "spp", "niggling", "available", "characteristic", "reason"])

    def correction(self) -> dict[str, Any]:
        """As the service wants it."""
        given = self.cleaned_data
        heal: dict[str, Any] = {"niggling": 1} if given["niggling"] else {}
        heal |= {"available": True} if given["available"] else {}
        heal |= {"characteristic": given["characteristic"]} if given["characteristic"] else {}
        about = {"member": given["member"], "reason": given["reason"], "heal": heal or None}
        return {"gold": given["gold"] or 0, "spp": given["spp"] or 0, **about}

"""Forms about who runs a league."""

from django import forms

from accounts.text import LineFormField, longest_of
from league.people import Intervention

LONGEST_REASON = longest_of(Intervention, "reason")


def _user_name(help_text: str) -> forms.CharField:
    return LineFormField(label="User name", max_length=150, help_text=help_text)


class OfferForm(forms.Form):
    asked_as = {"no-such-user": "name", "runs-it-already": "name"}

    name = _user_name("Who should run the league from now on. You run it until they accept.")


class ActForm(forms.Form):
    reason = LineFormField(
        max_length=LONGEST_REASON, help_text="Goes into the log beside everything you do, for the commissioner to read."
    )


class AssignForm(ActForm):
    asked_as = {"no-such-user": "name", "runs-it-already": "name"}

    name = _user_name("Who runs the league from now on. Nobody has to accept.")
    field_order = ("name", "reason")

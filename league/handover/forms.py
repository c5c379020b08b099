"""Forms about who runs a league."""

from django import forms

from league.models import Intervention

NAME = {"label": "User name", "max_length": 150}
LONGEST_REASON = Intervention._meta.get_field("reason").max_length


class OfferForm(forms.Form):
    asked_as = {"no-such-user": "name", "runs-it-already": "name"}

    name = forms.CharField(**NAME, help_text="Who should run the league from now on. You run it until they accept.")


class ActForm(forms.Form):
    reason = forms.CharField(
        max_length=LONGEST_REASON, help_text="Goes into the log beside everything you do, for the commissioner to read."
    )


class AssignForm(ActForm):
    asked_as = {"no-such-user": "name", "runs-it-already": "name"}

    name = forms.CharField(**NAME, help_text="Who runs the league from now on. Nobody has to accept.")
    field_order = ("name", "reason")

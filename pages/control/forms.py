"""Forms of what can be decided. Each asks for a reason, which everybody can read."""

from typing import Any

from django import forms

from accounts.forms import MomentField
from accounts.text import LineFormField, longest_of
from league.models import Round, Season
from matches.control.results import MOST_SCORE, Later
from matches.control.seasons import Consequence
from matches.models import Measure
from teams.models import Team


class ReasonForm(forms.Form):
    reason = LineFormField(max_length=longest_of(Measure, "reason"), help_text="Everybody can read it.")


class MoveForm(ReasonForm):
    due_at = MomentField(label="New kick-off")
    field_order = ("due_at", "reason")


class LaterForm(ReasonForm):
    later = forms.ChoiceField(choices=Later, initial=Later.LEAVE, label="The books", widget=forms.RadioSelect)


class DecideForm(ReasonForm):
    asked_as = {"score": "home"}

    home = forms.IntegerField(min_value=0, max_value=MOST_SCORE, label="Score of the home side")
    away = forms.IntegerField(min_value=0, max_value=MOST_SCORE, label="Score of the away side")
    field_order = ("home", "away", "later", "reason")


class DecideAgainForm(DecideForm, LaterForm):
    field_order = ("home", "away", "later", "reason")


class ReplayForm(ReasonForm):
    due_at = MomentField(label="Kick-off of the replay")
    later = forms.ChoiceField(
        choices=[each for each in Later.choices if each[0] != Later.LEAVE],
        initial=Later.BOOKS,
        label="The books",
        widget=forms.RadioSelect,
    )
    field_order = ("due_at", "later", "reason")


class ForfeitForm(ReasonForm):
    side = forms.ChoiceField(
        choices=[("home", "The home side"), ("away", "The away side")],
        label="Who gives it up",
        widget=forms.RadioSelect,
    )
    penalty = forms.BooleanField(required=False, label="With the penalty for giving up without need")
    field_order = ("side", "penalty", "reason")


class ProposalForm(forms.Form):
    due_at = MomentField(label="Kick-off")


class WithdrawForm(ReasonForm):
    team = forms.ModelChoiceField(Team.objects.none(), to_field_name="slug")
    consequence = forms.ChoiceField(choices=Consequence, label="Its matches", widget=forms.RadioSelect)
    field_order = ("team", "consequence", "reason")

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        playing = season.entries.filter(withdrawn_at=None).values("team")
        self.fields["team"].queryset = Team.objects.filter(pk__in=playing)  # type: ignore[attr-defined]  # of its class


class SeasonReasonForm(ReasonForm):
    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)


class AddRoundForm(ReasonForm):
    again = forms.ModelChoiceField(Round.objects.none(), to_field_name="number", label="The pairings of")
    kick_off = MomentField(label="Kick-off")
    field_order = ("again", "kick_off", "reason")

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["again"].queryset = season.rounds.all()  # type: ignore[attr-defined]  # of its class


class DeadlineForm(ReasonForm):
    played_in = forms.ModelChoiceField(Round.objects.none(), to_field_name="number", label="Round")
    deadline = MomentField(label="Played by", required=False)
    field_order = ("played_in", "deadline", "reason")

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["played_in"].queryset = season.rounds.all()  # type: ignore[attr-defined]  # of its class

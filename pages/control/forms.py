"""Forms of what can be decided. Each asks for a reason, which everybody can read."""

from typing import Any, cast

from django import forms
from django.urls import reverse
from django.utils.html import format_html

from accounts.forms import MomentField
from accounts.text import LineFormField, longest_of
from league.absence.forms import policy_fields, policy_given, policy_initial
from league.models import Round, Season
from league.seasons.entering import newcomers
from league.seasons.fillers import rosters_of
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


class _OfTeam(ReasonForm):
    team = forms.ModelChoiceField(Team.objects.none(), to_field_name="slug", label="Who leaves")

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        """The view has read the entries of the season, with their teams, for all of these forms."""
        super().__init__(*args, **kwargs)
        playing = [each.team for each in season.entries.all() if each.withdrawn_at is None]
        field = cast("forms.ModelChoiceField[Team]", self.fields["team"])
        field.queryset = Team.objects.filter(pk__in=[team.pk for team in playing])
        field.choices = [("", "Choose a team"), *((team.slug, team.name) for team in playing)]


class WithdrawForm(_OfTeam):
    consequence = forms.ChoiceField(choices=Consequence, label="Its matches", widget=forms.RadioSelect)
    field_order = ("team", "consequence", "reason")


class ReplaceForm(_OfTeam):
    newcomer = forms.ModelChoiceField(
        Team.objects.none(),
        to_field_name="slug",
        label="Who takes its place",
        help_text="Free teams of coaches who are in the league, were invited to it, or have drafted the team for it.",
    )
    field_order = ("team", "newcomer", "reason")

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, season=season, **kwargs)
        field = cast("forms.ModelChoiceField[Team]", self.fields["newcomer"])
        field.queryset = newcomers(season)
        teams = [(team.slug, team.name) for team in field.queryset]
        field.choices = [("", "Choose a team" if teams else "No team is free"), *teams]
        if not teams:
            field.help_text = format_html(
                'Nobody who is in the league or was invited to it has a free team. <a href="{}">Who gets in</a>',
                reverse("league:door", args=[season.league.slug]),
            )


class FillerForm(_OfTeam):
    roster = forms.ChoiceField(label="The roster of the AI filler")
    field_order = ("team", "roster", "reason")

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, season=season, **kwargs)
        rosters = rosters_of(season.league)
        self.fields["roster"].choices = list(rosters.items())  # type: ignore[attr-defined]  # of its class
        self.fields["roster"].required = "" not in rosters


class SeasonReasonForm(ReasonForm):
    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)


class PolicyForm(ReasonForm):
    """The policy for the absent, as the form of a season asks for it."""

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "initial": policy_initial(season.absence)})
        self.fields |= policy_fields()
        self.order_fields([*policy_fields(), "reason"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        return {"absence": policy_given(cleaned), "reason": cleaned.get("reason", "")}


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


HOURS = 24


class HoursForm(forms.Form):
    hours = forms.IntegerField(min_value=1, max_value=14 * 24, initial=HOURS, label="Line-ups locked within hours")

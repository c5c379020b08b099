"""What a reader of a league's log wants to see of it."""

import re
from typing import TYPE_CHECKING, Any

from django import forms

from accounts.forms import set_choices
from league.models import Season
from teams.models import Team
from teams.templatetags.display import words

if TYPE_CHECKING:
    from league.selectors import LeagueWithSeasons

KINDS = {
    "league": "The league itself",
    "season": "Seasons",
    "match": "Matches",
    "team": "Teams",
    "player": "Names of players",
    "draft": "Drafts",
}


class LogFilterForm(forms.Form):
    """Every field may be left empty. Teams and seasons are those of the league; rows link to what is of their own action."""

    action = forms.ChoiceField(required=False, label="What was done")
    team = forms.ChoiceField(required=False)
    season = forms.ChoiceField(required=False)
    match = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, league: "LeagueWithSeasons", teams: list[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        asked = str(self.data.get("action", ""))
        single = {asked: action_words(asked)} if re.fullmatch(rf"({'|'.join(KINDS)})\.[a-z0-9_-]+", asked) else {}
        self.teams = {team.slug: team for team in teams}
        self.seasons: dict[str, Season] = {str(season.number): season for season in league.all_seasons}
        set_choices(self, "action", [("", "Everything"), *(KINDS | single).items()])
        set_choices(self, "team", [("", "All teams"), *((team.slug, team.name) for team in teams)])
        set_choices(self, "season", [("", "All seasons"), *((key, each.name) for key, each in self.seasons.items())])

    def chosen(self) -> dict[str, Any]:
        """As `league.log.selectors.league_log` takes it."""
        given = self.cleaned_data
        return {
            "action": given["action"],
            "team": self.teams.get(given["team"]),
            "season": self.seasons.get(given["season"]),
            "match": given["match"],
        }


def action_words(action: str) -> str:
    """season.version-taken → Season: version taken"""
    kind, _, what = action.partition(".")
    return f"{words(kind)}: {words(what).lower()}"

"""The rulings that a league has chosen, as the engine takes them."""

from collections.abc import Iterable, Mapping
from typing import Any

import engine
from journal.errors import Refused
from league.models import League, Season
from teams.models import Team
from teams.services import refusal, ruleset_or_refuse, team_check

INITIALS = ("naf", "fumbbl")  # names that are written in capitals


def profile_name(key: str) -> str:
    """A profile as people write it: fumbbl-guide → FUMBBL guide."""
    first, _, rest = key.partition("-")
    return " ".join(filter(None, [first.upper() if first in INITIALS else first.capitalize(), rest.replace("-", " ")]))


def resolve_rulings(ruleset: str, profile: str, rulings: Mapping[str, Any]) -> engine.Rulings:
    """The engine's complete rulings for a profile and departures from it; a bad one is refused."""
    rules = ruleset_or_refuse(ruleset)
    try:
        return rules.rulings(profile=profile, overrides=dict(rulings))
    except engine.BadInput as error:
        raise refusal("bad-ruling", error) from error


def rulings_of(league: League) -> dict[str, Any]:
    """A league's departures from its profile, as the engine takes them."""
    return {
        each.ruling: {"choice": each.choice, **each.settings} if each.settings else each.choice
        for each in league.rulings.all()
    }


def league_rulings(league: League) -> engine.Rulings:
    """What a league has chosen, as far as it still exists: a newer release may know a point or a choice no more."""
    return carried_over(league)[0]


def lost_choices(league: League) -> list[str]:
    """What the league has chosen and this release does not know, a sentence each."""
    return sentences(carried_over(league)[1].values())


def sentences(reasons: Iterable[str]) -> list[str]:
    """What the engine says, as sentences of a page."""
    return [f"{each[0].upper()}{each[1:]}." for each in reasons]


def carried_over(league: League) -> tuple[engine.Rulings, dict[str, str]]:
    return engine.ruleset(league.ruleset).catalogue.carried_over(rulings_of(league), league.profile)


def misfits(season: Season) -> list[Team]:
    """The entered teams that may not play under the rules which the season would start with."""
    rulings = league_rulings(season.league)
    entered = [entry.team for entry in season.entries.select_related("team")]
    return [team for team in entered if team.play != season.league.play or not _fits(team, rulings)]


def _fits(team: Team, rulings: engine.Rulings) -> bool:
    try:
        team_check(team=team, rulings=rulings)
    except Refused:
        return False
    return True


def rules_in_force(season: Season | None, league: League) -> list[dict[str, Any]]:
    """Every open ruling of the league's ruleset with what holds: the season's pinned choices, else the league's own.

    Each is {"entry": catalogue entry, "choice": key, "text": the choice's words, "settings": dict, "default": bool,
    "departs": whether it is another one than the profile takes}.
    """
    pinned = season.rulings if season and season.rulings else league_rulings(league).to_json()
    catalogue = engine.ruleset(league.ruleset).catalogue
    return [
        _in_force(entry, pinned[entry.id], league.profile)
        for entry in catalogue.entries
        if not entry.fixed and entry.id in pinned
    ]


def _in_force(entry: Any, value: Any, profile: str) -> dict[str, Any]:
    settings = dict(value) if isinstance(value, dict) else {"choice": value}
    choice = settings.pop("choice")
    return {
        "entry": entry,
        "choice": choice,
        "text": entry.choices.get(choice, choice),  # a pinned choice may be older than the catalogue
        "settings": settings,
        "default": choice == entry.default,
        "departs": choice != entry.choice_in(profile),
    }

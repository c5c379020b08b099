"""The log of a league: which rows belong to it, and reading them with a fixed number of queries."""

from collections.abc import Callable
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.db.models.functions import Lower
from django.urls import reverse

from accounts.models import User
from journal.models import LogEntry
from journal.services import Place
from league.models import Entry, Fixture, League, Season
from league.permissions import open_interventions
from teams.models import Player, Team

# What a coach plans is nobody else's business, not even the commissioner's, who may coach an opponent.
SECRET = frozenset(
    {"team.orders", "team.match-plan", "team.game-plan", "team.game-plan-adjusted", "team.plan-tried", "draft.deleted"}
)


def _league_of_team(team_id: int) -> int | None:
    """The one it plays in or played in last."""
    return Entry.objects.filter(team=team_id).order_by("-pk").values_list("season__league", flat=True).first()


LEAGUE_OF: dict[str, Callable[[Any], int | None]] = {
    "league.league": lambda league: league.pk,
    "league.season": lambda season: season.league_id,
    "league.draft": lambda draft: draft.league_id,
    "league.decision": lambda decision: decision.league_id,
    "matches.match": lambda match: match.fixture.round.season.league_id,
    "teams.team": lambda team: _league_of_team(team.pk),
    "teams.player": lambda player: _league_of_team(player.team_id),
}


def place_of(actor: User | None, target: Model) -> Place:
    """Where the log puts what is done to `target`."""
    find = LEAGUE_OF.get(target._meta.label_lower)
    league = find(target) if find else None
    if league is None or actor is None:
        return Place(league)
    acting = open_interventions(actor).filter(league=league).values_list("reason", flat=True).first()
    return Place(league, acting or "")


def league_log(
    league: League,
    *,
    action: str = "",
    team: Team | None = None,
    season: Season | None = None,
    match: int | None = None,
) -> QuerySet[LogEntry]:
    """The rows of a league, newest first, with the people who acted. `action` is a kind ("match") or one of it ("match.failed")."""
    rows = LogEntry.objects.filter(league=league.pk).select_related("actor").order_by("-pk")
    if action:
        rows = rows.filter(action=action) if "." in action else rows.filter(action__startswith=f"{action}.")
    if team:
        rows = rows.filter(_about_team(team))
    if season:
        rows = rows.filter(_of("league.season", [season.pk]) | _matches(Q(round__season=season)))
    if match:
        rows = rows.filter(_of("matches.match", [match]))
    return rows


def league_teams(league: League) -> list[Team]:
    """Every team that entered one of its seasons."""
    entered = Entry.objects.filter(season__league=league).values("team")
    return list(Team.objects.filter(pk__in=entered).order_by(Lower("name")))


def league_of_team(team: Team) -> League | None:
    """The league whose log has what is done to the team now."""
    entry = Entry.objects.filter(team=team).select_related("season__league").order_by("-pk").first()
    return entry.season.league if entry else None


def address_of(entry: LogEntry, league: League, seasons: dict[str, int], teams: dict[str, str]) -> str:
    """The page of what a row is about, where there still is one; numbers of seasons and slugs of teams by their id."""
    match entry.object_type:
        case "matches.match":
            return reverse("matches:match", args=[entry.object_id])
        case "league.season" if entry.object_id in seasons:
            return reverse("league:season", args=[league.slug, seasons[entry.object_id]])
        case "teams.team" if entry.object_id in teams:
            return reverse("teams:team", args=[teams[entry.object_id]])
    return ""


def _about_team(team: Team) -> Q:
    """The team itself, its players, its matches, the draft it came from, and its entries in seasons."""
    itself = _of("teams.team", [team.pk])
    players = _of("teams.player", Player.objects.filter(team=team).values_list("pk", flat=True))
    draft = _of("league.draft", [team.draft.pk]) if hasattr(team, "draft") else Q()
    entries = Q(object_type="league.season", data__team=team.slug)
    return itself | players | draft | entries | _matches(Q(home=team) | Q(away=team))


def _matches(fixtures: Q) -> Q:
    found = Fixture.objects.filter(fixtures, match__isnull=False)
    return _of("matches.match", found.values_list("match", flat=True))


def _of(kind: str, ids: Any) -> Q:
    return Q(object_type=kind, object_id__in=[str(each) for each in ids])

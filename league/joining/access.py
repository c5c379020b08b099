"""Whether a coach may bring a team into a season: the door of the league, and its limits."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from journal.errors import Refused
from league.drafting import Draft
from league.models import Entry, League, Season
from league.people import InvitationUse, Joining
from league.permissions import role_of
from league.seasons.selectors import free_teams
from teams.models import Team
from teams.permissions import coached_by


def is_insider(user: Any, league: League) -> bool:
    """Has been let in already: by a link, as staff, or with a team in an earlier season."""
    if not user.is_authenticated:
        return False
    if role_of(user, league) or InvitationUse.objects.filter(user=user, link__league=league).exists():
        return True
    return Entry.objects.filter(season__league=league, team__in=Team.objects.filter(coached_by(user))).exists()


@dataclass(frozen=True, slots=True)
class Bring:
    """Somebody may bring a team; `free` are those that could play here."""

    free: list[Team]


def bring_of(user: Any, league: League, season: Season | None) -> Bring | None:
    """What there is to do for whoever may play in a league that takes no entries now and has no team in it; else None."""
    if not user.is_authenticated or (league.joining == Joining.INVITED and not is_insider(user, league)):
        return None
    here = Entry.objects.filter(season=season, withdrawn_at=None, team=OuterRef("pk"))
    mine = Team.objects.filter(coached_by(user)).annotate(
        plays_here=Exists(here), is_free=Q(pk__in=free_teams(user, league.ruleset))
    )
    if any(team.plays_here for team in mine):
        return None
    return Bring([team for team in mine if team.is_free and team.play == league.play])


def joined_without_team(user: User) -> QuerySet[League]:
    """The leagues into which somebody came by a link, and for which there is neither team nor draft yet."""
    own = Team.objects.filter(coached_by(user))
    entered = Entry.objects.filter(season__league=OuterRef("pk"), team__in=own)
    drafted = Draft.objects.filter(league=OuterRef("pk"), owner=user)
    came = League.objects.filter(invitation_links__used__user=user, archived_at=None)
    return came.filter(~Exists(entered), ~Exists(drafted)).distinct()


def refuse_uninvited(user: User, league: League) -> None:
    if league.joining == Joining.INVITED and not is_insider(user, league):
        raise Refused(
            "not-invited", f"The {league} is for coaches who have been invited. Ask {league.commissioner} for a link."
        )


def refuse_unapproved(league: League) -> None:
    if league.joining == Joining.APPROVED:
        raise Refused("needs-approval", f"The {league} approves its entries: ask for a place.")


def refuse_full(season: Season, most: int) -> None:
    """Counted while the row of the season is locked. `most` is what a season can hold at all."""
    most = min(most, season.league.most_teams or most)
    if season.entries.count() >= most:
        raise Refused("season-full", f"{season} is full: it has {most} teams, and may not have more.")


def refuse_one_more_of(season: Season, owner: User) -> None:
    """Counted while the row of the season is locked. Teams that have left it do not count."""
    league = season.league
    mine = season.entries.filter(team__owner=owner, withdrawn_at__isnull=True).count()
    if league.teams_per_coach is not None and mine >= league.teams_per_coach:
        teams = "one team" if league.teams_per_coach == 1 else f"{league.teams_per_coach} teams"
        raise Refused("too-many-teams", f"A coach may enter {teams} in a season of the {league}, and {owner} has.")

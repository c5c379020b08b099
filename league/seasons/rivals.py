"""Who coaches in a season coaches no rival there: coaches read orders and plans, which rivals must not."""

from accounts.models import User
from accounts.services import user_lock
from journal.errors import Refused
from league.models import Entry, Season
from league.seasons.selectors import unfinished
from teams.models import Team
from teams.permissions import coached_by


def refuse_coach_of_rival(user: User, team: Team) -> None:
    """Somebody who is to coach the team must not coach one that it meets."""
    for entry in unfinished(Entry.objects.filter(team=team)).select_related("season__league"):
        _refuse_rivals(user, team, entry.season)


def refuse_rivals_of_coaches(team: Team, season: Season) -> None:
    """A team enters: its co-coaches must not coach another one there, and its owner must not be co-coach of another one.

    How many teams somebody may own in a season is for the league to say.
    """
    helpers = User.objects.filter(co_coached__team=team, co_coached__accepted_at__isnull=False)
    coaches = sorted({team.owner, *helpers}, key=lambda user: user.pk)
    for user in coaches:
        user_lock(user=user)
    for user in coaches:
        _refuse_rivals(user, team, season, owned_too=user != team.owner)


def _refuse_rivals(user: User, team: Team, season: Season, *, owned_too: bool = True) -> None:
    playing = season.entries.filter(withdrawn_at__isnull=True).values("team")
    rivals = Team.objects.filter(coached_by(user), pk__in=playing).exclude(pk=team.pk)
    rival = (rivals if owned_too else rivals.exclude(owner=user)).first()
    if rival is not None:
        message = f"{user} coaches {rival}, which plays against {team} in {season}: nobody coaches two rivals."
        raise Refused("coaches-a-rival", message)

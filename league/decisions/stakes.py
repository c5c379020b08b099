"""What somebody who decides for a league has at stake there: an own team, its next opponent, the table it plays in."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from accounts.models import User
from league.models import Entrant, Fixture, League, Season
from teams.models import Team
from teams.permissions import coached_by


@dataclass(frozen=True)
class Matter:
    """What a decision is about. `words` go on after “X wants to”."""

    league: League
    words: str
    teams: Sequence[Team] = ()
    people: Sequence[User] = ()


def is_concerned(user: User, matter: Matter) -> bool:
    """It is about the person, or about a team that the person coaches."""
    return user in matter.people or Team.objects.filter(coached_by(user), pk__in=_ids(matter.teams)).exists()


def stake_of(user: User, matter: Matter) -> str:
    """Why the person should not decide that alone, as a sentence; empty where there is no reason."""
    if is_concerned(user, matter):
        return f"It is about {user} or a team that {user} coaches."
    season = matter.league.seasons.order_by("-number").first()
    if season is None or not matter.teams:
        return ""
    own = list(Team.objects.filter(coached_by(user), entries__season=season).distinct())
    for team in matter.teams:
        for mine in own:
            if next_opponent(mine, season) == team.pk:
                return f"{team} is the next opponent of {mine}, which {user} coaches."
            if share_a_table(mine, team, season):
                return f"{team} plays in the same table as {mine}, which {user} coaches."
    return ""


def next_opponent(team: Team, season: Season) -> int | None:
    """Whom the team plays next in the season."""
    own = Fixture.objects.filter(Q(home=team) | Q(away=team), round__season=season, result__isnull=True, void=False)
    fixture = own.order_by("kick_off", "pk").first()
    if fixture is None:
        return None
    return fixture.away_id if fixture.home_id == team.pk else fixture.home_id


def share_a_table(team: Team, other: Team, season: Season) -> bool:
    """Whether standings compare the two: in a stage both play in one group, or in one without; before the first, in the season."""
    if season.state == Season.State.OPEN:
        return season.entries.filter(team__in=(team, other)).count() == len({team.pk, other.pk})
    places = Entrant.objects.filter(stage__season=season, team__in=(team, other))
    tables = Counter(places.values_list("stage", "group"))
    return any(teams > 1 for teams in tables.values())


def _ids(teams: Iterable[Team]) -> list[int]:
    return [team.pk for team in teams]

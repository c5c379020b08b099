"""`manage.py demo`: leagues that are under way and one that waits for teams, made once."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from league.models import Entry, League, Season
from league.seasons.selectors import enterable_teams
from matches.models import Match
from teams.models import Team
from tests.builders import lock_due

pytestmark = pytest.mark.django_db


def demo() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def test_the_demonstration_has_a_running_league_whose_first_rounds_are_due() -> None:
    demo()
    season = Season.objects.get(league__name="Iron City Battleball League")
    matches = Match.objects.filter(fixture__round__season=season)
    assert season.state == "running"
    assert matches.count() == 30
    assert matches.filter(due_at__lte=timezone.now()).count() == 9
    assert matches.filter(due_at__gt=timezone.now()).earliest("due_at").due_at < timezone.now() + timedelta(minutes=5)
    locked = Match.objects.filter(pk__in=lock_due())
    assert locked.filter(fixture__round__season=season).count() == 3


def test_the_demonstration_has_a_blood_bowl_league_of_eight_different_teams() -> None:
    demo()
    season = Season.objects.get(league__ruleset="bb2025")
    teams = [entry.team for entry in season.entries.select_related("team")]
    matches = Match.objects.filter(fixture__round__season=season)
    assert (season.state, season.league.profile) == ("running", "official")
    assert len({team.roster for team in teams}) == len(teams) == 8
    names = [player.name for team in teams for player in team.players.all()]
    assert len(set(names)) == len(names) >= 8 * 11
    assert matches.filter(due_at__lte=timezone.now()).count() == 12
    following = matches.filter(due_at__gt=timezone.now()).earliest("due_at")
    assert following.locks_at > timezone.now() + timedelta(minutes=4)  # time to go through a sequence


def test_the_demonstration_has_an_open_league_that_a_coach_can_join() -> None:
    demo()
    season = Season.objects.get(state="open")
    assert season.league.profile == "published"
    assert season.entries.count() == 2
    assert [team.name for team in enterable_teams(User.objects.get(username="farid"), season)] == ["Ferry Dock Otters"]


def test_everybody_signs_in_with_the_password_that_is_printed(client, settings) -> None:
    settings.DEMO_PASSWORD = "told by the operator"
    printed = demo()
    for name in ("cara", "abel", "bente", "chidi", "dana", "eloise", "farid"):
        assert name in printed
        assert client.login(username=name, password="told by the operator")
    assert "told by the operator" in printed


def test_a_second_call_changes_nothing() -> None:
    demo()
    before = [model.objects.count() for model in (User, League, Team, Entry, Match)]
    assert "already there" in demo()
    assert [model.objects.count() for model in (User, League, Team, Entry, Match)] == before


def test_without_a_password_nothing_is_made(settings) -> None:
    settings.DEMO_PASSWORD = ""
    with pytest.raises(CommandError):
        demo()
    assert not User.objects.exists()

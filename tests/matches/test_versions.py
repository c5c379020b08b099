"""A server with newer rules: a running season waits until its commissioner takes it over, and nothing played changes."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from journal.errors import Refused
from journal.models import LogEntry
from league.models import Season
from matches.services import matches_lock_due
from matches.versions import season_take_version
from tests.builders import make_user, matches_of, running_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    """Started with an older version that knew one point less and one that is gone, and then left waiting."""
    season = running_season(teams=2)
    choices = dict(season.rulings)
    choices.pop("battleball.overtime-limit")
    choices["battleball.tackle-serious-injury"] = "loser-rolled-1"
    choices["battleball.of-old"] = "whatever"
    Season.objects.filter(pk=season.pk).update(ruleset_version="0", rulings=choices)
    assert matches_lock_due(now=timezone.now()) == []
    season.refresh_from_db()
    return season


def test_the_commissioner_takes_a_season_over_and_its_matches_go_on(season: Season) -> None:
    taken = season_take_version(actor=season.league.commissioner, season=season)
    assert taken.ruleset_version != "0"
    assert taken.rulings["battleball.tackle-serious-injury"] == "loser-rolled-1"
    assert taken.rulings["battleball.overtime-limit"] == "none"
    assert "battleball.of-old" not in taken.rulings
    (match,) = matches_of(season)
    assert matches_lock_due(now=timezone.now()) == [match.pk]
    entry = LogEntry.objects.get(action="season.version-taken")
    assert entry.data == {"old": "0", "new": taken.ruleset_version}


def test_twice_or_without_need_it_is_refused(season: Season) -> None:
    season_take_version(actor=season.league.commissioner, season=season)
    with pytest.raises(Refused, match="not waiting for another version"):
        season_take_version(actor=season.league.commissioner, season=season)
    assert LogEntry.objects.filter(action="season.version-taken").count() == 1


def test_nobody_else_takes_it_over(season: Season) -> None:
    with pytest.raises(PermissionDenied):
        season_take_version(actor=make_user("stranger"), season=season)
    season.refresh_from_db()
    assert season.ruleset_version == "0"


def test_the_page_says_what_the_season_waits_for(season: Season, client: Client) -> None:
    address = reverse("league:season", args=[season.league.slug, season.number])
    button = reverse("league:season-take-version", args=[season.league.slug, season.number])
    seen = client.get(address).content.decode()
    assert "until the commissioner takes the season over" in seen
    assert button not in seen
    client.force_login(season.league.commissioner)
    assert button in client.get(address).content.decode()
    done = client.post(button, follow=True).content.decode()
    assert "goes on by version" in done
    assert "waits for a decision" not in done

"""One small world for the pages: a commissioner, two coaches, a season in which one match was really played."""

import re
from dataclasses import dataclass
from functools import cached_property

import pytest
from django.test import Client

from accounts.models import User
from league.models import League, Season
from matches.models import Match
from matches.services import match_lock, match_resolve, season_start
from teams.models import Team
from tests.builders import make_league, make_season, make_team, make_user, matches_of


@dataclass
class World:
    league: League
    season: Season
    open_season: Season
    commissioner: User
    coach: User
    team: Team
    locked: Match
    scheduled: Match
    waiting: Match

    @cached_property
    def played(self) -> Match:
        """A match that the engine has played, made when a test first asks for it."""
        match_lock(match_id=self.waiting.pk)
        match_resolve(match_id=self.waiting.pk)
        return Match.objects.get(pk=self.waiting.pk)


@pytest.fixture
def world(db: None) -> World:
    commissioner, coach = make_user("cara"), make_user("abel")
    league = make_league(commissioner, rulings={"battleball.carnage-supply": {"choice": "limited", "tokens": 9}})
    season = season_start(actor=commissioner, season=make_season(league, teams=4))
    waiting, locked, *_, scheduled = matches_of(season)
    match_lock(match_id=locked.pk)
    other = make_league(commissioner, "Harbour Cup")
    team = make_team(coach, "Northgate Gulls", short="NGG", colour="#2f6f9f")
    return World(
        league=league,
        season=season,
        open_season=make_season(other),
        commissioner=commissioner,
        coach=coach,
        team=team,
        locked=Match.objects.get(pk=locked.pk),
        scheduled=scheduled,
        waiting=waiting,
    )


@pytest.fixture
def coach_client(world: World) -> Client:
    return signed_in(world.coach)


@pytest.fixture
def commissioner_client(world: World) -> Client:
    return signed_in(world.commissioner)


BLOCK = (
    "body caption dd details div dl dt fieldset figure form g h1 h2 h3 h4 header legend li main nav ol option p section select"
    " summary svg table tbody td tfoot th thead tr ul"
)


def squeezed(html: str) -> str:
    """A page as a browser reads it: blanks and line breaks are one blank, and none where a block begins or ends."""
    return re.sub(rf" ?(</?(?:{BLOCK.replace(' ', '|')})\b[^>]*>) ?", r"\1", " ".join(html.split()))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client

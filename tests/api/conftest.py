"""A team in the middle of its sequence, and its coach, for what asks the API."""

import pytest
from django.test import Client

from teams.models import Team
from tests.aftermaths import after_match
from tests.builders import make_team, make_user
from tests.pages.conftest import signed_in


@pytest.fixture
def team(db: None) -> Team:
    return after_match(make_team(make_user("abel"), ruleset="bb2025", roster="human"), spp={3: 7})


@pytest.fixture
def coach(team: Team) -> Client:
    return signed_in(team.owner)

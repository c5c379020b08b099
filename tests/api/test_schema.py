"""Requests made from the API's own schema: no server error, and no answer that breaks the schema."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import ignored_auth, negative_data_rejection, positive_data_acceptance

from config.wsgi import application
from teams.models import Team
from tests.builders import apply_played, lock_due, matches_of, running_season

# A null character is a string to the schema and refused by every filter, as test_api shows.
config = schemathesis.Config.from_dict({"generation": {"allow-x00": False}})
schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", application, config=config)
of_teams = schema.include(path_regex=r"/teams/\{slug\}/.+")


def examples(number: int) -> Callable[[Any], Any]:
    """So many for each operation."""
    return settings(
        max_examples=number,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


PLAIN = {"Accept-Encoding": "identity"}  # nothing between the application and the test unpacks answers


@pytest.fixture
def open_connection(db: None) -> Iterator[None]:
    """A request must not close the connection of the test's transaction when it ends."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def content(open_connection: None) -> None:
    """A season with one match played."""
    season = running_season(teams=3)
    lock_due()
    apply_played(matches_of(season)[0])


@schema.parametrize()
@examples(25)
def test_every_answer_keeps_to_the_schema(case: Case, content: None) -> None:
    # An empty or unknown parameter filters nothing; that is no error.
    case.call_and_validate(headers=PLAIN, excluded_checks=[negative_data_rejection])


@of_teams.parametrize()
@examples(15)
def test_a_coach_gets_answers_that_keep_to_the_schema(
    case: Case, team: Team, coach: Client, open_connection: None
) -> None:
    token = "t" * 32
    case.path_parameters["slug"] = team.slug
    cookies = {"sessionid": coach.cookies["sessionid"].value, "csrftoken": token}
    # The coach stays signed in whatever the generated credentials are; the test above tries those.
    # Characters that cannot be shown are text to the schema, and refused inside every document.
    excluded = [ignored_auth, negative_data_rejection, positive_data_acceptance]
    case.call_and_validate(cookies=cookies, headers={**PLAIN, "X-CSRFToken": token}, excluded_checks=excluded)

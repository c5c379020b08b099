"""Requests made from the API's own schema: no server error, and no answer that breaks the schema."""

from collections.abc import Iterator

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import negative_data_rejection

from config.wsgi import application
from matches.services import matches_lock_due
from tests.builders import apply_played, matches_of, running_season

# A null character is a string to the schema and refused by every filter, as test_api shows.
config = schemathesis.Config.from_dict({"generation": {"allow-x00": False}})
schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", application, config=config)


@pytest.fixture
def content(db: None) -> Iterator[None]:
    """A season with one match played, in the test's transaction, which a request must not close when it ends."""
    season = running_season(teams=3)
    matches_lock_due(now=timezone.now())
    apply_played(matches_of(season)[0])
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_keeps_to_the_schema(case: Case, content: None) -> None:
    # An empty or unknown parameter filters nothing; that is no error.
    case.call_and_validate(excluded_checks=[negative_data_rejection])

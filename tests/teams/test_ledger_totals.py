"""What lists sort by is kept beside the books: for several teams in one statement, each with its own figures."""

import pytest
from pytest_django import DjangoAssertNumQueries

from teams.ledger.services import update_together
from teams.models import Team
from tests.builders import make_team, make_user

pytestmark = pytest.mark.django_db


def test_each_row_gets_its_own_values_and_no_other_row_any(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    first, between, last = (make_team(make_user(name), f"Team {name}").pk for name in "abc")
    with django_assert_num_queries(1):
        update_together(Team, {first: {"treasury": -5, "step": "it's"}, last: {"treasury": 70, "step": "ready"}})
    kept = {pk: (treasury, step) for pk, treasury, step in Team.objects.values_list("pk", "treasury", "step")}
    assert kept == {first: (-5, "it's"), between: (0, ""), last: (70, "ready")}


def test_where_nothing_changed_nothing_is_asked(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        update_together(Team, {})

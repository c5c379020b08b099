"""Every page, and all that the API reads: few queries, and no more with more matches."""

import pytest

from scripts.queries.league import PLAYED, build
from scripts.query_counts import counted, wrong
from tests.permissions.routes import routes

# Nothing that a coach or a commissioner could read there, or not then: the owner's page, the re-draft after a season, and no pages;
# and reports of matches at a table, which `test_table_pages` counts.
NOT_READ = {
    "league:commissioner",
    "matches:report-write",
    "teams:redraft",
    "teams:redraft-bill",
    "api:^",
    "favicon.ico",
}


@pytest.mark.django_db
def test_no_page_asks_for_much_or_for_more_when_more_was_played() -> None:
    league = build()
    del league.clients["visitor"]  # who sees nothing that the others do not see
    counts = counted(league, [PLAYED, 4 * PLAYED])
    assert list(wrong(counts)) == []
    read = {name for name, (_, methods) in routes().items() if "get" in methods}
    assert read - {route for route, _, _ in counts} == NOT_READ

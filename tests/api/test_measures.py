"""What was decided about a season, as others read it."""

from uuid import uuid4

import pytest
from django.test import Client

from matches.control.fixtures import match_swap
from matches.models import Match
from tests.builders import matches_of, running_season

pytestmark = pytest.mark.django_db


def test_measures_are_for_everybody_to_read(client: Client) -> None:
    season = running_season(teams=4)
    match = Match.objects.select_related("fixture__round__season__league").get(pk=matches_of(season)[-1].pk)
    match_swap(match=match, actor=season.league.commissioner, reason="A flood.", key=uuid4())
    (shown,) = client.get(f"/api/v1/seasons/{season.pk}/measures/").json()["results"]
    assert (shown["kind"], shown["match"], shown["reason"]) == ("swapped", match.pk, "A flood.")
    assert shown["actor"] == season.league.commissioner.username
    assert [ripple["what"] for ripple in shown["ripples"]] == ["at home"]
    assert client.get("/api/v1/seasons/999/measures/").status_code == 404

"""The analysis of a match in the API: the figures of the page, for matches that can be analysed."""

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Match
from matches.selectors import match_record
from matches.services import match_lock, match_resolve
from teams.gameplans.services import game_plan_save
from tests.builders import apply_played, bloodbowl_season, lock_due, matches_of, running_season

pytestmark = pytest.mark.django_db


def test_a_played_match_is_analysed(client: Client, django_assert_max_num_queries) -> None:
    match, waiting, *_ = matches_of(bloodbowl_season("skaven", "human", "orc"))
    match_lock(match_id=match.pk)
    match_resolve(match_id=match.pk)
    address = reverse("api:match-analysis", args=[match.pk])
    with django_assert_max_num_queries(4):
        answer = client.get(address)
    shown = answer.json()
    result = match_record(Match.objects.get(pk=match.pk))["result"]
    assert shown["points"][-1]["score"] == result["score"]
    assert shown["points"][-1]["chances"][result["winner"]] == 1
    assert all(sum(each["chances"].values()) == pytest.approx(1) for each in shown["points"])
    assert len(shown["touchdowns"]) == sum(result["score"])
    assert {each["helped"] for each in shown["turning_points"]} <= {"home", "away"}
    blocks = sum(result["stats"][side]["blocks"] for side in ("home", "away"))
    assert sum(shown["luck"][side]["kinds"]["Blocks"]["tried"] for side in ("home", "away")) <= blocks
    assert "public" in answer.headers["Cache-Control"]
    assert client.get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    refused = client.get(reverse("api:match-analysis", args=[waiting.pk]))
    assert (refused.status_code, refused.json()["code"]) == (409, "not-played-yet")


def test_it_says_whether_plans_were_obeyed_once_the_match_is_over(client: Client) -> None:
    match = matches_of(bloodbowl_season("skaven", "human"))[0]
    team = match.fixture.away
    game_plan_save(actor=team.owner, team=team, plan={"fouls": "never"})
    address = reverse("api:match-analysis", args=[match.pk])
    match_lock(match_id=match.pk)
    before = client.get(address)
    assert (before.status_code, "never" in before.content.decode()) == (409, False)
    match_resolve(match_id=match.pk)
    line = {"key": "fouls", "setting": "Fouls", "wish": "never", "happened": "No fouls.", "verdict": "obeyed"}
    assert client.get(address).json()["plans"] == {"home": [], "away": [line]}


def test_battleball_has_no_analysis(client: Client) -> None:
    match = matches_of(running_season())[0]
    lock_due()
    apply_played(match)
    answer = client.get(reverse("api:match-analysis", args=[match.pk]))
    assert (answer.status_code, answer.json()["code"]) == (409, "no-analysis")

"""Drafts over the API: from nothing to a team, with the services' refusals in the API's shape."""

from typing import Any

import pytest
from django.test import Client

import engine
from league.drafting import Draft
from teams.drafting.services import ready_draft
from teams.models import Team
from tests.builders import make_league, make_user

pytestmark = pytest.mark.django_db


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(make_user(name))
    return client


def send(client: Client, path: str, data: Any = None, method: str = "post") -> Any:
    return getattr(client, method)(f"/api/v1/drafts/{path}", data or {}, content_type="application/json")


def test_a_team_is_drafted_refused_returned_and_approved() -> None:
    coach, commissioner = signed_in("abel"), Client()
    league = make_league(make_user("cara"), ruleset="bb2025", profile="official", approves_drafts=True)
    commissioner.force_login(league.commissioner)
    made = send(coach, "", {"ruleset": "bb2025", "roster": "human", "league": league.slug})
    assert made.status_code == 201
    path = f"{made.json()['id']}/"
    document = engine.campaign_of("bb2025").draft.standard("human")
    fields = {"name": "Bog Lane Bashers", "short": "BLB"}
    dear = send(coach, path, {**fields, "document": {**document, "rerolls": 8}}, "put").json()
    assert dear["bill"]["left"] < 0
    assert [each["code"] for each in dear["problems"]] == ["over-budget"]
    refused = send(coach, f"{path}submit/")
    assert (refused.status_code, refused.json()["code"], refused.json()["rule"]) == (409, "over-budget", "Core p.86")
    assert send(coach, path, {"document": document}, "put").json()["problems"] == []
    assert send(coach, f"{path}submit/").json()["state"] == "submitted"
    assert send(commissioner, f"{path}return/", {"comment": "Another name."}).json()["state"] == "returned"
    assert send(coach, f"{path}submit/").status_code == 200
    assert [each["id"] for each in commissioner.get("/api/v1/drafts/").json()["results"]] == [made.json()["id"]]
    assert send(commissioner, f"{path}approve/").json()["team"] == Team.objects.get().slug == "bog-lane-bashers"


def test_drafts_are_for_those_they_concern() -> None:
    coach, stranger = signed_in("abel"), signed_in("mallory")
    path = f"{send(coach, '', {'ruleset': 'bb2025', 'roster': 'orc'}).json()['id']}/"
    document = {"document": {"roster": "orc"}}
    for client in (stranger, Client()):
        for answer in (
            client.get(f"/api/v1/drafts/{path}"),
            send(client, path, document, "put"),
            send(client, path, method="delete"),
            send(client, f"{path}submit/"),
        ):
            assert (answer.status_code, set(answer.json())) == (403, {"code", "message", "rule"})
    assert stranger.get("/api/v1/drafts/").json()["results"] == []
    assert send(coach, "", {"ruleset": "bb2025"}).json()["code"] == "invalid"
    assert send(coach, path, method="delete").status_code == 204
    assert not Draft.objects.exists()


def test_a_team_of_matched_play_is_drafted_with_its_skills() -> None:
    coach = signed_in("abel")
    matched = {"play": "matched", "draft_budget": 1150}
    league = make_league(make_user("cara"), ruleset="bb2025", profile="official", **matched)
    made = send(coach, "", {"ruleset": "bb2025", "roster": "human", "league": league.slug}).json()
    assert (made["play"], made["skills"]["spent"], made["skills"]["points"]) == ("matched", 0, 8)
    path, document = f"{made['id']}/", ready_draft("bb2025", "human", "any", 1150, "matched")
    players = [{**each, "skill": "wrestle"} for each in document["players"]]
    fields = {"name": "Bog Lane Bashers", "short": "BLB"}
    over = send(coach, path, {**fields, "document": {**document, "players": players}}, "put").json()
    assert {each["code"] for each in over["problems"]} == {"skill-points"}
    refused = send(coach, f"{path}submit/")
    assert (refused.status_code, refused.json()["rule"]) == (409, "Core pp.108-115")
    nonsense = [{**each, "skill": 7} for each in players]
    assert send(coach, path, {"document": {**document, "players": nonsense}}, "put").json()["code"] == "bad-draft"
    good = send(coach, path, {"document": document}, "put").json()
    assert (good["problems"], good["skills"]) == (
        [],
        {"tier": 2, "spent": 8, "points": 8, "left": 0, "secondaries": 0, "most_secondaries": 2},
    )
    assert send(coach, f"{path}submit/").json()["state"] == "approved"
    club = coach.get("/api/v1/teams/bog-lane-bashers/club/").json()
    assert (club["play"], club["inducements"], club["fans"]) == ("matched", {}, 0)
    assert coach.get(f"/api/v1/leagues/{league.slug}/").json()["play"] == "matched"
    assert send(coach, "", {"ruleset": "bb2025", "roster": "orc"}).json()["skills"] is None

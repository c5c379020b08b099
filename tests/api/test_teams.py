"""A coach runs a team through the API, by the same services and with the same refusals as on the pages."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

import engine
from teams.ledger.services import team_club
from teams.models import Team
from tests.aftermaths import before_redraft, to_step
from tests.builders import make_team, make_user
from tests.pages.conftest import signed_in

pytestmark = pytest.mark.django_db
NOMINATE = {"action": "nominate", "arguments": {"members": [1, 2, 3, 4, 5, 6]}}


def post(client: Client, team: Team, place: str, **body: Any) -> Any:
    seen = {} if place == "orders" else {"version": team_club(team).rows, "key": str(uuid4())}
    return client.post(f"/api/v1/teams/{team.slug}/{place}/", {**seen, **body}, "application/json")


def test_a_team_is_run_through_the_api(team: Team, coach: Client) -> None:
    place = f"/api/v1/teams/{team.slug}"
    club = coach.get(f"{place}/club/").json()
    assert (club["step"], club["version"], club["members"][2]["spp"]) == ("mvp", team_club(team).rows, 7)
    answer = post(coach, team, "requests", **NOMINATE).json()
    assert [row["kind"] for row in answer["rows"]] == ["mvp"]
    assert answer["version"] == club["version"] + 1
    post(coach, team, "requests", action="finish", arguments={})
    post(coach, team, "requests", action="learn", arguments={"member": 3, "skill": "guard"})
    assert post(coach, team, "undo").json()["rows"][0]["kind"] == "revoked"
    sequence = coach.get(f"{place}/sequence/").json()
    assert (sequence["step"], sequence["seed"], sequence["rows"][-1]["kind"]) == ("advancement", "", "revoked")
    assert post(coach, team, "sequence").status_code == 200
    assert len(coach.get(f"{place}/sequence/").json()["seed"]) == 64
    assert coach.get(f"{place}/ledger/").json()["count"] == team_club(team).rows
    before_redraft(to_step(team, "ready"))
    keep = sorted(team_club(team).members)[:11]
    assert post(coach, team, "redraft", keep=keep, draft={}).status_code == 200
    assert sorted(team_club(team).members) == keep


def test_refusals_have_code_sentence_and_rule(team: Team, coach: Client) -> None:
    early = post(coach, team, "requests", action="finish", arguments={})
    assert early.status_code == 409
    assert early.json() == {
        "code": "award-open",
        "message": "First name the most valuable player.",
        "rule": "Core p.96",
    }
    key = str(uuid4())
    first = post(coach, team, "requests", **NOMINATE, key=key).json()
    assert post(coach, team, "requests", **NOMINATE, key=key, version=0).json() == first
    assert post(coach, team, "requests", **NOMINATE, version=3).json()["code"] == "stale"


@pytest.mark.parametrize(
    ("place", "body", "status"),
    [
        ("requests", {"action": "hire", "arguments": {"position": "human-lineman", "name": "a\0b", "number": 40}}, 400),
        ("requests", {"action": "hire", "arguments": {"name": "\ud800"}}, 400),
        ("requests", {"action": "fire", "arguments": {"member": [1]}}, 400),
        ("requests", {"action": "fire", "arguments": []}, 400),
        ("requests", {"action": "fire"}, 400),
        ("redraft", {"keep": ["x"], "draft": {}}, 400),
        ("redraft", {"keep": [], "draft": {"players": 3}}, 409),
        ("orders", {"orders": {"inducements": {"mercenaries": [{"position": []}]}}}, 409),
        ("orders", {"orders": {"inducements": {"wishes": [[{}, 1]]}}}, 409),
    ],
)
def test_nonsense_is_refused(team: Team, coach: Client, place: str, body: dict[str, Any], status: int) -> None:
    rows = team.ledger.count()
    answer = post(coach, team, place, **body)
    assert (answer.status_code, set(answer.json())) == (status, {"code", "message", "rule"})
    assert team.ledger.count() == rows


def test_a_body_without_end_is_refused(team: Team, coach: Client) -> None:
    answer = coach.post(f"/api/v1/teams/{team.slug}/requests/", "[" * 100_000, "application/json")
    assert answer.status_code == 400


def test_only_coaches_redraft(team: Team, coach: Client) -> None:
    before_redraft(to_step(team, "ready"))
    rows, keep = team.ledger.count(), sorted(team_club(team).members)[:11]
    for client in (Client(), signed_in(make_user("stranger"))):
        assert post(client, team, "redraft", keep=keep, draft={}).status_code == 403
    assert team.ledger.count() == rows
    assert post(coach, team, "redraft", keep=keep, draft={}).status_code == 200


def test_only_coaches_ask_and_everybody_reads(team: Team) -> None:
    rows = team.ledger.count()
    for client in (Client(), signed_in(make_user("stranger"))):
        for place, body in {"requests": NOMINATE, "undo": {}, "sequence": {}, "orders": {"orders": {}}}.items():
            assert post(client, team, place, **body).status_code == 403
        assert post(client, team, "requests", **NOMINATE, reason="because").status_code == 403
        for place in ("club", "ledger", "sequence"):
            assert client.get(f"/api/v1/teams/{team.slug}/{place}/").status_code == 200
    assert team.ledger.count() == rows
    other = make_team(make_user("plain"), "Plain Team")
    assert Client().get(f"/api/v1/teams/{other.slug}/club/").status_code == 404


def test_standing_orders_are_set(team: Team, coach: Client) -> None:
    orders = {"reserve": 50}
    assert post(coach, team, "orders", orders=orders).json() == {"orders": orders}
    assert Team.objects.get(pk=team.pk).orders == orders
    place = f"/api/v1/teams/{team.slug}/orders/"
    assert coach.get(place).json() == {"orders": orders}
    for client in (Client(), signed_in(make_user("stranger"))):
        assert client.get(place).status_code == 403


def test_the_schema_describes_no_field_in_the_words_of_the_framework() -> None:
    club = Client().get("/api/schema/?format=json").json()["components"]["schemas"]["ClubShown"]
    assert "description" not in club["properties"]["value"]


def test_the_schema_tells_every_action_and_asks_to_sign_in() -> None:
    paths = Client().get("/api/schema/?format=json").json()["paths"]
    asking = paths["/api/v1/teams/{slug}/requests/"]["post"]
    assert "`learn`: `member` (an integer), `skill` (a text)." in asking["description"]
    assert all(f"- `{action}`: " in asking["description"] for action in engine.campaign_of("bb2025").actions)
    operations = [each for path, methods in paths.items() if "/teams/{slug}/" in path for each in methods.items()]
    assert len(operations) == 12
    for method, operation in operations:
        assert "share" not in operation.get("description", "")
        assert ({} in operation["security"]) is (
            method == "get" and not operation["operationId"].endswith(("orders_retrieve", "plans_list"))
        )


def test_game_plans_are_kept_and_read_by_coaches_alone(team: Team, coach: Client) -> None:
    place, rival = (
        f"/api/v1/teams/{team.slug}/plans/",
        make_team(make_user("rival"), "Rivals", ruleset="bb2025", roster="orc"),
    )
    plan = {"style": "run", "carriers": ["1"]}

    def keep(client: Client = coach, **body: Any) -> Any:
        return client.post(place, {"plan": plan, **body}, "application/json")

    assert keep().json() == {"plan": plan, "opponent": None, "match": None}
    assert keep(opponent=rival.slug).json()["opponent"] == rival.slug
    assert [each["opponent"] for each in coach.get(place).json()] == [None, rival.slug]
    refused = [
        (keep(plan={"style": "elegant"}), 409, "bad-style"),
        (keep(plan={"carriers": ["99"]}), 409, "bad-carriers"),
        (keep(match=7), 409, "match-locked"),
        (keep(opponent=team.slug), 409, "bad-opponent"),
        (keep(plan=[]), 400, "invalid"),
        (keep(opponent=rival.slug, match=7), 400, "invalid"),
        (keep(opponent="nobody"), 404, "not_found"),
    ]
    for answer, status, code in refused:
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    for client in (Client(), signed_in(rival.owner)):
        assert client.get(place).status_code == 403
        assert keep(client).status_code == 403
    other = make_team(make_user("plain"), "Plain Team")
    assert signed_in(other.owner).get(f"/api/v1/teams/{other.slug}/plans/").status_code == 404
    assert team.game_plans.count() == 2

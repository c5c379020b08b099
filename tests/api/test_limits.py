"""How much the API takes, and what a team costs whose orders were stored before there were limits."""

from collections import Counter
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

import engine
from engine.campaign import prematch
from engine.campaign.prematch import Basket
from matches.services import match_lock
from teams.ledger.services import team_club
from teams.models import Team
from teams.prematch.inducements import NOTHING_WANTED
from tests.builders import bloodbowl_season, matches_of

MANY = 20_000
WISHES = [["mercenary-players", 16]] * MANY
MERCENARIES = [{"position": "human-lineman", "skill": "block"}] * MANY


def orders(**inducements: Any) -> dict[str, Any]:
    return {"orders": {"inducements": inducements}}


def request(team: Team, **asked: Any) -> dict[str, Any]:
    return {"version": team_club(team).rows, "key": str(uuid4()), **asked}


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (orders(wishes=WISHES, mercenaries=MERCENARIES), 413, "at most 524288 bytes"),
        (orders(wishes=WISHES[:6000]), 400, "at most 5000 values"),
        (orders(wishes=WISHES[:51]), 409, "at most 50 wishes, not 51"),
        (orders(mercenaries=MERCENARIES[:51]), 409, "at most 50 mercenaries, not 51"),
        ({"orders": {"skills": {"lineman": ["block"] * 2}}}, 409, "each of them once"),
        ({"orders": {"a": [[[[[[[[[[1]]]]]]]]]]}}, 400, "8 levels deep"),
        ({"orders": {"reserve": 2**31}}, 400, "A number goes from"),
        ({"orders": {"advance": "choose\u200b"}}, 400, "U+200B"),
        ({"orders": {"choose\u202e": 1}}, 400, "U+202E"),
    ],
)
def test_orders_have_a_size(team: Team, coach: Client, body: dict[str, Any], status: int, said: str) -> None:
    answer = coach.post(f"/api/v1/teams/{team.slug}/orders/", body, "application/json")
    assert (answer.status_code, set(answer.json())) == (status, {"code", "message", "rule"})
    assert said in answer.json()["message"]
    assert len(answer.content) < 1000
    assert Team.objects.get(pk=team.pk).orders == {}


@pytest.mark.parametrize("number", ["1e400", "NaN", "-Infinity", "9" * 4000, "9" * 5000, "1e999999999"])
def test_numbers_that_nobody_can_keep_are_refused(team: Team, coach: Client, number: str) -> None:
    for place, body in {
        "orders": f'{{"orders": {{"reserve": {number}}}}}',
        "redraft": f'{{"version": 1, "key": "{uuid4()}", "keep": [{number}], "draft": {{}}}}',
        "undo": f'{{"version": {number}, "key": "{uuid4()}"}}',
    }.items():
        answer = coach.post(f"/api/v1/teams/{team.slug}/{place}/", body, "application/json")
        assert (answer.status_code, set(answer.json())) == (400, {"code", "message", "rule"}), place


def test_every_document_and_text_of_the_api_is_looked_at(team: Team, coach: Client) -> None:
    draft = coach.post("/api/v1/drafts/", {"ruleset": "bb2025", "roster": "human"}, "application/json").json()
    player = {"position": "human-lineman", "name": "Ot\u200bto", "number": 1}
    place = f"/api/v1/drafts/{draft['id']}/"
    for body in ({"document": {**draft["document"], "players": [player]}}, {"document": {}, "motto": "a\u202eb"}):
        assert coach.put(place, body, "application/json").status_code == 400
    assert coach.post(f"{place}return/", {"comment": "a\0b"}, "application/json").status_code == 400
    at = f"/api/v1/teams/{team.slug}"
    for place, body in {
        "requests": request(team, action="rename", arguments={"member": 1, "name": "a\u2066b", "number": 1}),
        "requests/": request(team, action="finish", arguments={}, reason="a\u200bb"),
        "redraft": request(team, keep=[], draft={"players": [player]}),
    }.items():
        answer = coach.post(f"{at}/{place.rstrip('/')}/", body, "application/json")
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid"), place


# Stored before there were limits --------------------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the rules are asked about inducements."""
    counted: Counter[str] = Counter()
    allowed, options = Basket._allowed, prematch.options
    monkeypatch.setattr(Basket, "_allowed", lambda *given: counted.update(["allowed"]) or allowed(*given))
    monkeypatch.setattr(prematch, "options", lambda *given: counted.update(["options"]) or options(*given))
    return counted


@pytest.mark.django_db
@pytest.mark.parametrize("planned", [False, True])
def test_a_monster_among_the_orders_holds_no_match_up(asked: Counter[str], planned: bool) -> None:
    """Written straight into the row; the lock of the match is taken while it is worked on."""
    match = matches_of(bloodbowl_season("human", "orc"))[0]
    shelf = [[key, 16] for key in engine.campaign_of("bb2025").words.inducements] * 500
    monster = {"wishes": shelf + WISHES, "mercenaries": MERCENARIES, "own": 10_000}
    skills = dict.fromkeys(("lineman", "blitzer", "human-catcher"), ["block"] * MANY)
    for team in (match.fixture.home, match.fixture.away):
        team.orders = {"inducements": monster, "skills": skills, "positions": ["human-lineman"] * MANY}
        team.match_plan = {"match": match.pk, **NOTHING_WANTED, **monster} if planned else {}
        team.save()
    lineup = match_lock(match_id=match.pk).lineup
    assert any(sheet["inducements"] for sheet in lineup["sheets"])
    assert asked["allowed"] < 200
    assert asked["options"] < 20

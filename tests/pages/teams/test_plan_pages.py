"""The pages of game plans: what coaches fill in, what is refused in place, and boards that the server draws and judges."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import engine
from accounts.models import User
from matches.models import Match
from matches.services import match_lock
from teams.gameplans.services import game_plan_save, squad_ids
from teams.ledger.services import team_request
from teams.models import GamePlan, Player, Team
from tests.builders import bloodbowl_season, make_team, make_user, matches_of
from tests.pages.conftest import signed_in, squeezed
from tests.pages.teams.conftest import at, page

pytestmark = pytest.mark.django_db

DEFAULTS = {
    key: setting.default
    for key, setting in engine.plans_of("bb2025").settings.items()
    if setting.kind.name in ("choice", "number")
}
LINE = {
    f"kicking-{n}-{part}": value for n, column in enumerate("789") for part, value in (("row", "0"), ("column", column))
}


def sent(client: Client, address: str, **changes: Any) -> Any:
    return client.post(address, {**DEFAULTS, **changes})


def refused(client: Client, address: str, **changes: Any) -> str:
    answer = sent(client, address, **changes)
    assert answer.status_code == 200
    return squeezed(answer.content.decode())


def test_a_plan_is_filled_in_and_shown_again(client: Client, team: Team) -> None:
    answer = sent(
        client, at("plan", team), style="run", reserve="2", carriers=["3", "", "1"], **LINE, **{"kicking-1-player": "4"}
    )
    assert answer.status_code == 302
    assert team.game_plans.get().plan == {
        "style": "run",
        "reserve": 2,
        "carriers": ["3", "1"],
        "kicking": [
            {"square": [0, 7], "player": None},
            {"square": [0, 8], "player": "4"},
            {"square": [0, 9], "player": None},
        ],
    }
    shown = page(client, "plan", team)
    assert re.search(r'value="run"[^>]*checked', shown)
    assert "3 places, within the rules. The coach finds places for the others." in shown
    assert re.search(r'<option value="3" selected>3 ', shown)
    assert "1 changed" in shown


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"style": "elegant"}, "Select a valid choice"),
        ({"reserve": "9"}, "less than or equal to 4"),
        ({"carriers": ["1", "1"]}, "Player 1 is named twice."),
        ({"carriers": ["99"]}, "There is no player 99 in this team."),
        ({"kicking-0-row": "3", "kicking-0-column": "8"}, "3 players have to stand on the line of scrimmage"),
        ({"kicking-0-row": "3"}, "Each place needs both a row and a column."),
        ({"kicking-0-row": "x", "kicking-0-column": "²"}, "Each place needs both a row and a column."),
        ({"kicking-0-row": "9" * 5000, "kicking-0-column": "8"}, "Each place needs both a row and a column."),
        ({**LINE, "kicking-0-player": "99"}, "There is no player 99 in this team."),
    ],
)
def test_what_cannot_be_followed_is_refused_in_place(
    client: Client, team: Team, changes: dict[str, Any], complaint: str
) -> None:
    shown = refused(client, at("plan", team), **changes)
    assert "Please check the marked fields" in shown
    assert f"{complaint}" in shown
    assert not team.game_plans.exists()


def test_the_suggestion_changes_what_it_is_about_and_says_why(client: Client, team: Team) -> None:
    advice, why = engine.plans_of(team.ruleset).suggested(team.roster)
    assert why in page(client, "plan", team)
    game_plan_save(actor=team.owner, team=team, plan={"carriers": ["1"]})
    assert client.post(at("plan", team), {"advice": "1"}).status_code == 302
    assert team.game_plans.get().plan == {"carriers": ["1"], **advice}
    assert "You follow this suggestion." in page(client, "plan", team)
    assert client.post(at("plan", team), {"delete": "1"}).status_code == 302
    assert not team.game_plans.exists()


def test_players_who_left_are_named_and_left_out(client: Client, team: Team) -> None:
    gone = Player.objects.create(team=team, member=77, number=77, name="Old Grim", position="human-lineman")
    game_plan_save(actor=team.owner, team=team, plan={"carriers": ["77", "1"]})
    Player.objects.filter(pk=gone.pk).update(left_at=team.created_at)
    shown = page(client, "plan", team)
    assert "Ball carriers: without Old Grim, who cannot play." in shown
    assert 'value="77"' not in shown


def test_the_page_of_a_full_plan_stays_light(client: Client, team: Team) -> None:
    """Every list and every place names somebody, and every name is as long as it may be: the page says them dozens of times."""
    for member, number in team.players.filter(left_at=None).values_list("member", "number"):
        action = {"member": member, "name": f"{number} " + "W" * 57, "number": number}
        team_request(actor=team.owner, team=team, action="rename", arguments=action, version=team.ledger.count())
    plans, everybody = engine.plans_of(team.ruleset), sorted(squad_ids(team))
    plan: dict[str, Any] = {"carriers": everybody, "throwers": everybody, "protected": everybody}
    for key in ("kicking", "receiving"):
        places = next(iter(plans.presets(key).values()))
        squares = zip(places, everybody, strict=False)
        plan[key] = [{"square": [place.behind, place.column], "player": player} for place, player in squares]
    game_plan_save(actor=team.owner, team=team, plan=plan)
    assert len(client.get(at("plan", team)).content) < 150_000


# The board ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        ({}, "Nothing is drawn yet."),
        (LINE, "3 places, within the rules."),
        ({**LINE, "kicking-3-row": "0", "kicking-3-column": "7"}, "Square 0, 7 is named twice."),
        ({"kicking-0-row": "1", "kicking-0-column": "8"}, "3 players have to stand on the line of scrimmage"),
        ({"kicking-0-row": "99", "kicking-0-column": "99"}, "A whole number from 0 to 50, not 99."),
        ({"preset": "Arrowhead"}, "11 places, within the rules."),
        ({**LINE, "preset": ""}, "Nothing is drawn yet."),
        ({"preset": "Hedgehog"}, "Nothing is drawn yet."),
    ],
)
def test_the_server_judges_a_formation_as_it_is_drawn(
    client: Client, team: Team, asked: dict[str, str], verdict: str
) -> None:
    answer = client.get(at("plan-formation", team, "kicking"), asked)
    assert answer.status_code == 200
    shown = squeezed(answer.content.decode())
    assert verdict in shown
    assert not team.game_plans.exists()


def test_a_preset_works_without_scripts_and_keeps_the_rest(client: Client, team: Team) -> None:
    shown = refused(client, at("plan", team), style="pass", preset="receiving:Wide", **LINE)
    assert re.search(r'value="pass"[^>]*checked', shown)
    assert "11 places, within the rules." in shown
    assert "3 places, within the rules." in shown
    assert "Please check the marked fields" not in shown
    assert not team.game_plans.exists()


@pytest.mark.parametrize("key", ["style", "nothing"])
def test_there_are_no_other_boards(client: Client, team: Team, key: str) -> None:
    assert client.get(at("plan-formation", team, key)).status_code == 404
    assert refused(client, at("plan", team), preset=f"{key}:Wide")


# Opponents and matches ------------------------------------------------------------------------------------------------------


@pytest.fixture
def matches() -> list[Match]:
    return matches_of(bloodbowl_season("orc", "human", "dwarf", "skaven"))


def test_plans_for_opponents_and_matches_start_from_the_wider_one(
    matches: list[Match], django_assert_max_num_queries: Any
) -> None:
    match = matches[0]
    team, rival = match.fixture.home, match.fixture.away
    client = signed_in(team.owner)
    with django_assert_max_num_queries(14):
        shown = page(client, "plan", team)
    assert at("plan-match", team, match.pk) in shown
    assert at("plan-against", team, rival.slug) in shown
    assert at("plan-match", team, match.pk) in page(client, "next", team)
    game_plan_save(actor=team.owner, team=team, plan={"style": "cage"})
    shown = page(client, "plan-against", team, rival.slug)
    assert "Nothing is planned for this alone yet. You see your plan for every match" in re.sub("</?strong>", "", shown)
    assert re.search(r'value="cage"[^>]*checked', shown)
    assert sent(client, at("plan-against", team, rival.slug), style="run").status_code == 302
    shown = page(client, "plan-match", team, match.pk)
    assert f"your plan against {rival.name}" in shown
    source = team.game_plans.get(opponent=None)
    assert client.post(at("plan-match", team, match.pk), {"copy": source.pk}).status_code == 302
    assert {each.plan["style"] for each in team.game_plans.all()} == {"cage", "run"}
    assert team.game_plans.get(match=match.pk).plan == {"style": "cage"}
    assert "planned</span>" in page(client, "plan", team)
    match_lock(match_id=match.pk)
    answer = client.get(at("plan-match", team, match.pk))
    assert answer["Location"] == reverse("matches:match", args=[match.pk])


@pytest.mark.parametrize("number", ["x", "9" * 30, "0", ""])
def test_only_own_plans_are_copied(matches: list[Match], number: str) -> None:
    team, rival = matches[0].fixture.home, matches[0].fixture.away
    secret = game_plan_save(actor=rival.owner, team=rival, plan={"style": "run"})
    for source in (number, str(secret.pk)):
        assert signed_in(team.owner).post(at("plan", team), {"copy": source}).status_code == 404
    assert not team.game_plans.exists()


def test_a_plan_comes_too_late_for_a_match_that_was_locked_meanwhile(
    matches: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    team, client = matches[0].fixture.home, signed_in(matches[0].fixture.home.owner)
    source = game_plan_save(actor=team.owner, team=team, plan={})
    monkeypatch.setattr("matches.gameplans.unlocked", lambda found, team: found.none())
    shown = refused(client, at("plan-match", team, matches[0].pk), style="run")
    assert "The line-ups of that match are locked." in shown
    answer = client.post(at("plan-match", team, matches[0].pk), {"copy": source.pk}, follow=True)
    assert "The line-ups of that match are locked." in answer.content.decode()
    assert not GamePlan.objects.exclude(match=None).exists()


def test_the_pages_are_for_coaches_alone(matches: list[Match]) -> None:
    team, rival = matches[0].fixture.home, matches[0].fixture.away
    game_plan_save(actor=team.owner, team=team, plan={"style": "run"})
    parts: list[tuple[Any, ...]] = [
        ("plan",),
        ("plan-against", rival.slug),
        ("plan-match", matches[0].pk),
        ("plan-formation", "kicking"),
    ]
    people: list[User | None] = [None, rival.owner, matches[0].fixture.round.season.league.commissioner]
    for name, *rest in parts:
        for user in people:
            client = signed_in(user) if user else Client()
            expected = 403 if user else 302
            assert client.get(at(name, team, *rest)).status_code == expected
            assert client.post(at(name, team, *rest), DEFAULTS).status_code == expected
    assert "/plan/" not in page(signed_in(rival.owner), "team", team)
    assert GamePlan.objects.get().plan == {"style": "run"}


def test_there_is_no_plan_against_itself_or_nobody_or_in_another_game(matches: list[Match]) -> None:
    team = matches[0].fixture.home
    client = signed_in(team.owner)
    others = (team.slug, "nobody", make_team(make_user("gull"), "Gulls", short="GUL").slug)
    for opponent in others:
        assert client.get(at("plan-against", team, opponent)).status_code == 404
    strange = next(match for match in matches if team not in (match.fixture.home, match.fixture.away))
    for number in (strange.pk, 10**12):
        assert client.get(at("plan-match", team, number)).status_code == 404

"""The pages of measures: for whom they are, the preview, the confirmation, and what stands there afterwards."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from matches.models import Match, Measure
from matches.offers import TimeProposal
from teams.models import CoCoach, Team
from tests.builders import make_user, running_season
from tests.pages.conftest import World, signed_in

TOMORROW = "2027-01-15T20:00"


def text(response: Any) -> str:
    return response.content.decode()


def hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))


def confirmed(client: Client, address: str, form: dict[str, str]) -> Any:
    """What the coach or commissioner sees first, and the answer to the button below it."""
    preview = text(client.post(address, form))
    assert "Nothing is decided yet" in preview
    return client.post(address, {**hidden(preview), "confirm": "yes"}), preview


def test_decisions_about_a_match_are_for_those_who_run_the_league(world: World, coach_client: Client) -> None:
    address = f"/matches/{world.scheduled.pk}/decide/"
    assert Client().get(address).url == f"/accounts/login/?next={address}"
    assert coach_client.get(address).status_code == 403
    assert coach_client.post(address, {"do": "swap", "swap-reason": "x"}).status_code == 403
    assert address not in text(coach_client.get(f"/matches/{world.scheduled.pk}/"))


@pytest.mark.parametrize(
    ("do", "fields", "said"),
    [
        ("move", {"due_at": TOMORROW}, "kick-off"),
        ("now", {}, "line-ups are locked"),
        ("swap", {}, "at home"),
        ("forfeit", {"side": "home", "penalty": "on"}, "Standings"),
        ("unplayed", {}, "Standings"),
        ("decide", {"home": "20", "away": "10"}, "won by "),
        ("void", {}, "state"),
    ],
)
def test_each_decision_is_previewed_confirmed_and_told(
    world: World, commissioner_client: Client, do: str, fields: dict[str, str], said: str
) -> None:
    Match.objects.update(due_at="2027-01-01T20:00Z")
    address = f"/matches/{world.scheduled.pk}/decide/"
    assert f'value="{do}"' in text(commissioner_client.get(address))
    form = {
        "do": do,
        f"{do}-reason": "The pitch is flooded.",
        **{f"{do}-{name}": value for name, value in fields.items()},
    }
    response, preview = confirmed(commissioner_client, address, form)
    assert said in preview
    assert re.findall(r'<th scope="col">(Now|Then|Before|After)</th>', preview)[:2] == ["Now", "Then"]
    assert not response.context
    assert response.url == f"/matches/{world.scheduled.pk}/"
    measure = Measure.objects.get()
    assert measure.reason == "The pitch is flooded."
    page = text(Client().get(response.url))
    assert "The pitch is flooded." in page
    told = f"/leagues/iron-city/seasons/1/measures/{measure.pk}/"
    assert told in page
    page = text(Client().get(told))
    assert said in page
    assert re.findall(r'<th scope="col">(Now|Then|Before|After)</th>', page)[:2] == ["Before", "After"]
    for shown in (page, text(Client().get(response.url))):
        assert re.search(r'<li><a href="/leagues/">Leagues</a></li>\s+<li><a href="/leagues/iron-city/">', shown)
    assert told in text(Client().get("/leagues/iron-city/seasons/1/measures/"))
    assert Client().get("/leagues/iron-city/").status_code == 200


@pytest.mark.parametrize(("do", "later"), [("void", "books"), ("decide", "leave"), ("replay", "books")])
def test_a_match_that_was_played_is_decided_anew(
    world: World, commissioner_client: Client, do: str, later: str
) -> None:
    Match.objects.filter(pk=world.locked.pk).delete()
    address = f"/matches/{world.played.pk}/decide/"
    form = {"do": do, f"{do}-reason": "Wrong ball", f"{do}-later": later, f"{do}-due_at": TOMORROW}
    response, _ = confirmed(commissioner_client, address, {**form, f"{do}-home": "99", f"{do}-away": "0"})
    assert response.url == f"/matches/{world.played.pk}/"
    page = text(Client().get(response.url))
    assert re.search(r"Wrong ball\.\s+<a [^>]*>All that it changed</a>", page)
    assert "Watch the replay" in page
    assert Client().get(f"{response.url}match.json").status_code == 200
    assert Client().get(f"{response.url}show.json").status_code == 200
    assert Client().get("/matches/").status_code == 200


def test_what_is_missing_or_stale_decides_nothing(world: World, commissioner_client: Client) -> None:
    address = f"/matches/{world.scheduled.pk}/decide/"
    assert "This field is required" in text(commissioner_client.post(address, {"do": "swap", "swap-reason": ""}))
    assert commissioner_client.post(address, {"do": "conjure"}).status_code == 200
    past = {"do": "move", "move-due_at": "2001-01-01T10:00", "move-reason": "x"}
    assert "passed already" in text(commissioner_client.post(address, past))
    preview = hidden(text(commissioner_client.post(address, {"do": "swap", "swap-reason": "Home is flooded."})))
    stale = commissioner_client.post(address, {**preview, "seen": "0" * 32, "confirm": "yes"})
    assert "Something has changed" in text(stale)
    assert "Nothing is decided yet" in text(stale)
    odd = commissioner_client.post(address, {**preview, "key": "no key", "seen": "", "confirm": "yes"})
    assert "Nothing is decided yet" in text(odd)
    assert not Measure.objects.exists()


def test_a_confirmation_that_comes_twice_decides_once(world: World, commissioner_client: Client) -> None:
    address = f"/matches/{world.scheduled.pk}/decide/"
    preview = hidden(text(commissioner_client.post(address, {"do": "swap", "swap-reason": "Home is flooded."})))
    for _ in range(2):
        assert commissioner_client.post(address, {**preview, "confirm": "yes"}).status_code == 302
    assert Measure.objects.count() == 1


def test_coaches_agree_on_a_time_by_its_page(world: World, coach_client: Client) -> None:
    match = Match.objects.select_related("fixture__home__owner", "fixture__away__owner").get(pk=world.scheduled.pk)
    address = f"/matches/{match.pk}/time/"
    Match.objects.filter(fixture__round__season=world.season).exclude(pk=match.pk).update(due_at="2026-01-01T10:00Z")
    home, away = signed_in(match.fixture.home.owner), signed_in(match.fixture.away.owner)
    assert coach_client.get(address).status_code == 403
    assert Client().get(address).status_code == 302
    assert address in text(home.get(f"/matches/{match.pk}/"))
    assert "passed already" in text(home.post(address, {"due_at": "2001-01-01T10:00"}))
    assert home.post(address, {"due_at": TOMORROW}).url == address
    proposal = TimeProposal.objects.get()
    answer = {"proposal": proposal.pk, "answer": "accept"}
    for page in ("/you/", f"/matches/{match.pk}/"):
        assert f"{match.fixture.home} proposes to play" in text(away.get(page))
        assert 'name="answer" value="accept"' in text(away.get(page))
        assert 'name="answer" value="accept"' not in text(home.get(page))
    assert "You have proposed to play" in text(home.get(f"/matches/{match.pk}/"))
    assert "proposes to play" not in text(coach_client.get(f"/matches/{match.pk}/"))
    assert "Accept" in text(away.get(address))
    assert "Accept" not in text(home.get(address))
    assert home.post(f"{address}answer/", answer).status_code == 403
    assert away.post(f"{address}answer/", {**answer, "answer": "perhaps"}).status_code == 404
    assert away.post(f"{address}answer/", {**answer, "proposal": "x"}).status_code == 404
    assert away.post(f"{address}answer/", answer).url == address
    match.refresh_from_db()
    assert match.due_at.isoformat() == "2027-01-15T20:00:00+00:00"
    assert "accepted" in text(away.get(address))
    assert "proposes to play" not in text(away.get("/you/"))


def test_whoever_coaches_both_teams_asks_nobody(world: World) -> None:
    fixture, address = world.scheduled.fixture, f"/matches/{world.scheduled.pk}/time/"
    Match.objects.filter(fixture__round__season=world.season).exclude(pk=world.scheduled.pk).update(
        due_at="2026-01-01T10:00Z"
    )
    Team.objects.filter(pk=fixture.away_id).update(owner=fixture.home.owner)
    both = signed_in(fixture.home.owner)
    assert "Set the time" in text(both.get(f"/matches/{world.scheduled.pk}/"))
    assert "so nobody else is asked" in text(both.get(address))
    assert "is moved to that time" in text(both.post(address, {"due_at": TOMORROW}, follow=True))
    assert Match.objects.get(pk=world.scheduled.pk).due_at.isoformat() == "2027-01-15T20:00:00+00:00"
    assert TimeProposal.objects.get().state == "accepted"
    assert mail.outbox == []


def test_a_coach_finds_all_matches_of_the_own_teams(db: None) -> None:
    season = running_season(teams=8)
    team = season.entries.first().team
    helper = make_user("helper")
    CoCoach.objects.create(team=team, user=helper, accepted_at=timezone.now())
    every, own = "/matches/?show=upcoming", "/matches/?show=upcoming&mine"
    for client in map(signed_in, (team.owner, helper)):
        page = text(client.get("/you/"))
        assert page.count('class="fixture"') == 6
        assert f'href="{own.replace("&", "&amp;")}"' in page
        assert text(client.get(own)).count('class="fixture"') == 7
        assert text(client.get(every)).count('class="fixture"') == 28
    assert text(Client().get(own)).count('class="fixture"') == 28  # a visitor has none
    assert re.search(r"None of your teams has played\s+yet\.", text(signed_in(helper).get("/matches/?mine")))
    assert "Nothing is scheduled for your teams." in text(signed_in(make_user("newcomer")).get(own))


def test_the_control_tower_is_for_those_who_run_the_league(
    world: World, coach_client: Client, commissioner_client: Client
) -> None:
    address = "/leagues/iron-city/seasons/1/control/"
    assert Client().get(address).status_code == 302
    assert coach_client.get(address).status_code == 403
    assert "/control/" not in text(coach_client.get("/leagues/iron-city/"))
    assert address in text(commissioner_client.get("/leagues/iron-city/"))
    page = text(commissioner_client.get(address))
    assert "Its line-ups are not locked yet." in page
    assert "Withdraw a team" in page
    assert "Nobody: all teams of this round are ready." in page
    remind = "/leagues/iron-city/seasons/1/remind/"
    assert commissioner_client.post(remind, {"round": 1}).url == address
    assert "Nobody has anything left to decide" in text(commissioner_client.get(address))
    assert commissioner_client.post(remind, {"round": "x"}).status_code == 404
    assert coach_client.post(remind, {"round": 1}).status_code == 403


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("withdraw", {"consequence": "forfeit"}),
        ("round", {"again": "1", "kick_off": TOMORROW}),
        ("deadline", {"played_in": "3", "deadline": TOMORROW}),
        ("end", {}),
    ],
)
def test_each_decision_about_a_season_is_previewed_and_confirmed(
    world: World, commissioner_client: Client, do: str, fields: dict[str, str]
) -> None:
    Match.objects.filter(pk=world.locked.pk).update(resolved_at=None, locked_at=None, sealed_seed="", commitment="")
    address = "/leagues/iron-city/seasons/1/control/"
    team = {"withdraw-team": world.locked.fixture.home.slug} if do == "withdraw" else {}
    form = {
        "do": do,
        f"{do}-reason": "It is over.",
        **team,
        **{f"{do}-{name}": value for name, value in fields.items()},
    }
    response, _ = confirmed(commissioner_client, address, form)
    assert response.url == address
    assert "It is over." in text(Client().get("/leagues/iron-city/seasons/1/measures/"))
    assert commissioner_client.get(address).status_code == 200
    assert (
        "Select a valid choice"
        in text(commissioner_client.post(address, {**form, "do": "withdraw", "withdraw-team": "nobody"}))
        or do == "end"
    )


@pytest.mark.parametrize(
    "address",
    [
        "/leagues/iron-city/seasons/1/control/",
        "/leagues/iron-city/seasons/1/measures/",
        "/matches/{scheduled}/decide/",
        "/matches/{scheduled}/",
    ],
)
def test_pages_of_decisions_ask_for_little(
    world: World, commissioner_client: Client, address: str, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(15):
        assert commissioner_client.get(address.format(scheduled=world.scheduled.pk)).status_code == 200

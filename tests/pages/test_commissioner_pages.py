"""The log of a league and the page about who runs it: for whom they are, and what they show and do."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from journal.models import LogEntry
from journal.services import record
from league.handover.services import handover_offer
from league.people import Intervention
from league.seasons.services import season_enter
from tests.builders import make_league, make_season, make_team
from tests.pages.conftest import World, signed_in

LOG = "/leagues/iron-city/log/"
PAGE = "/leagues/iron-city/commissioner/"


@pytest.fixture
def root_client(world: World) -> Client:
    return signed_in(User.objects.create_superuser("boss", "boss@example.org", "a good password"))


def text(response: object) -> str:
    return response.content.decode()


def rows(response: object) -> list[str]:
    return re.findall(r'<a class="chip" href="[^"]*">([^<]*)</a></p>', text(response))


def test_the_log_is_for_the_commissioner_and_superusers(
    world: World, coach_client: Client, commissioner_client: Client, root_client: Client
) -> None:
    assert Client().get(LOG).url == f"/accounts/login/?next={LOG}"
    assert coach_client.get(LOG).status_code == 403
    assert commissioner_client.get(LOG).status_code == root_client.get(LOG).status_code == 200
    for path in ("/leagues/iron-city/", f"/matches/{world.locked.pk}/", f"/teams/{world.locked.fixture.home.slug}/"):
        assert "/log/" in text(commissioner_client.get(path)), path
        assert "/log/" not in text(coach_client.get(path)), path
        assert "/log/" not in text(Client().get(path)), path
    assert f"{LOG}?season=1" in text(commissioner_client.get("/leagues/iron-city/seasons/1/"))


def test_the_log_tells_who_did_what_and_what_changed(world: World, commissioner_client: Client) -> None:
    record(
        actor=world.commissioner,
        action="league.terms-set",
        target=world.league,
        summary="cara changed <b>.",
        data={"draft_budget": {"old": 1000, "new": 1100}},
    )
    page = text(commissioner_client.get(LOG))
    assert "cara changed &lt;b&gt;." in page
    assert "<dt>Draft budget</dt>" in page
    assert "<del>1000</del> → <ins>1100</ins>" in page
    assert f'<a href="/matches/{world.locked.pk}/">The line-ups of' in page


def test_the_log_is_narrowed_and_paged(world: World, commissioner_client: Client) -> None:
    assert rows(commissioner_client.get(LOG, {"action": "season.started"})) == ["Season: started"]
    assert set(rows(commissioner_client.get(LOG, {"action": "match"}))) == {"Match: locked"}
    assert rows(commissioner_client.get(LOG, {"action": "secret"})) == []  # no such kind
    assert rows(commissioner_client.get(LOG, {"match": world.locked.pk})) == ["Match: locked"]
    entered = commissioner_client.get(LOG, {"team": world.locked.fixture.home.slug, "season": ""})
    assert rows(entered) == ["Match: locked", "Season: entered"]
    assert rows(commissioner_client.get(LOG, {"team": "northgate-gulls"})) == []  # not a team of this league
    row = LogEntry(action="team.hire", object_type="x", object_id="1", summary="s", league=world.league.pk)
    LogEntry.objects.bulk_create(
        [
            LogEntry(**{f.name: getattr(row, f.name) for f in LogEntry._meta.concrete_fields if f.name != "id"})
            for _ in range(51)
        ]
    )
    first = commissioner_client.get(LOG, {"action": "team.hire"})
    assert len(rows(first)) == 50
    assert "?action=team.hire&amp;page=2" in text(first)
    assert len(rows(commissioner_client.get(LOG, {"action": "team.hire", "page": "2"}))) == 1


def test_what_a_coach_plans_is_not_in_the_log(world: World, commissioner_client: Client) -> None:
    team = world.locked.fixture.home
    for action in ("team.plan-tried", "team.game-plan-adjusted", "team.game-plan", "team.orders", "team.match-plan"):
        record(
            actor=team.owner,
            action=action,
            target=team,
            summary="changed.",
            data={"old": "open-secret", "new": "new-secret"},
        )
    page = commissioner_client.get(LOG)
    shown = ["Team: match plan", "Team: orders", "Team: game plan", "Team: game plan adjusted", "Team: plan tried"]
    assert rows(page)[:5] == shown
    assert "secret" not in text(page)


@pytest.mark.parametrize("asked", ["", "?team={team}&season=1&action=match.locked"])
def test_the_log_takes_the_same_queries_for_few_rows_and_for_many(
    world: World, commissioner_client: Client, django_assert_num_queries, asked: str
) -> None:
    asked = asked.format(team=world.locked.fixture.home.slug)
    commissioner_client.get(LOG)
    expected = 12 if asked else 8  # session, user, league with seasons and rulings, teams, count, rows
    with django_assert_num_queries(expected):
        commissioner_client.get(LOG + asked)
    for number in range(60):
        record(actor=world.commissioner, action=f"match.{number}", target=world.locked, summary="again")
    team = make_team(world.coach, "Late Arrivals")
    season_enter(actor=world.coach, season=make_season(make_league(world.commissioner, "Moon Cup")), team=team)
    LogEntry.objects.update(league=world.league.pk)
    with django_assert_num_queries(expected):
        commissioner_client.get(LOG + asked)


def test_a_league_is_handed_over_on_its_page(world: World, coach_client: Client, commissioner_client: Client) -> None:
    assert coach_client.get(PAGE).status_code == 403
    assert "There is nobody called" in text(commissioner_client.post(PAGE, {"do": "offer", "offer-name": "nobody"}))
    commissioner_client.post(PAGE, {"do": "offer", "offer-name": "abel"})
    assert PAGE in text(coach_client.get("/you/"))
    assert "Accept" in text(coach_client.get(PAGE))
    assert "/accept/" not in text(commissioner_client.get(PAGE))
    commissioner_client.post(f"{PAGE}take-back/")
    assert coach_client.get(PAGE).status_code == 403
    for answer, runs in (("decline", "cara"), ("accept", "abel")):
        handover_offer(actor=world.commissioner, league=world.league, name="abel")
        coach_client.post(f"{PAGE}{answer}/")
        world.league.refresh_from_db()
        assert world.league.commissioner.username == runs
    assert commissioner_client.get(LOG).status_code == 403


def test_a_superuser_acts_with_a_banner_on_every_page(
    world: World, root_client: Client, commissioner_client: Client
) -> None:
    edit = "/leagues/iron-city/rules/edit/"
    assert root_client.get(edit).status_code == 403
    assert "Give it another owner" not in text(commissioner_client.get(PAGE))
    assert root_client.post(PAGE, {"do": "act", "act-reason": ""}).status_code == 200
    assert not Intervention.objects.exists()
    root_client.post(PAGE, {"do": "act", "act-reason": "nobody answers"})
    for path in (edit, "/leagues/iron-city/", "/matches/", f"/matches/{world.locked.pk}/"):
        page = text(root_client.get(path))
        assert "You act for" in page, path
        assert "nobody answers" in page, path
        assert "You act for" not in text(commissioner_client.get(path)), path
    root_client.post(f"{PAGE}end/")
    assert root_client.get(edit).status_code == 403
    assert "You act for" not in text(root_client.get("/leagues/iron-city/"))
    assert "Acting for the league:</strong> nobody answers" in text(commissioner_client.get(LOG))


def test_only_a_superuser_acts_or_gives_a_league_away(
    world: World, commissioner_client: Client, root_client: Client
) -> None:
    for do in (
        {"do": "act", "act-reason": "why not"},
        {"do": "assign", "assign-name": "abel", "assign-reason": "why not"},
    ):
        assert commissioner_client.post(PAGE, do).status_code == 403
    root_client.post(PAGE, {"do": "assign", "assign-name": "abel", "assign-reason": "gone for months"})
    world.league.refresh_from_db()
    assert world.league.commissioner == world.coach
    assert LogEntry.objects.filter(action="league.assigned", at__lte=timezone.now()).get().reason == "gone for months"

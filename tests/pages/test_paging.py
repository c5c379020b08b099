"""Long lists come in pages: nothing is lost between them, and no page grows with the league."""

import re
from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from league.formats.round_robin import schedule
from league.models import Entrant, Entry, Fixture, League, Result, Round, Season
from league.seasons.stages import planned, round_robin
from league.selectors import league_list
from matches.models import Match
from matches.selectors import played_matches
from teams.ledger.views import ROWS_PER_PAGE
from teams.models import LedgerRow, Team
from teams.selectors import team_list
from teams.views import PER_PAGE
from tests.builders import VISITOR, apply_played, make_team, make_user, matches_of, running_season

pytestmark = pytest.mark.django_db

LARGEST = 150_000  # bytes of a page before it is compressed
NAMES = [f"Rovers {number:03}" for number in range(2 * PER_PAGE + 4)]


def html_of(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def many_teams(owner: User, names: list[str], **fields: str) -> list[Team]:
    given = {"ruleset": "battleball", "colour": "#b3432b", "short": "ROV", **fields}
    slugs = [name.lower().replace(" ", "-") for name in names]
    return Team.objects.bulk_create(
        Team(owner=owner, name=name, slug=slug, **given) for name, slug in zip(names, slugs, strict=True)
    )


def many_leagues(owner: User, names: list[str]) -> list[League]:
    return League.objects.bulk_create(
        League(
            commissioner=owner, name=name, slug=name.lower().replace(" ", "-"), ruleset="battleball", profile="manual"
        )
        for name in names
    )


@pytest.mark.parametrize(("path", "make"), [("/teams/", many_teams), ("/leagues/", many_leagues)])
def test_lists_of_teams_and_leagues_are_read_page_by_page(path: str, make) -> None:
    make(make_user(), NAMES)
    pages = [re.findall(r"Rovers \d{3}(?=</a>)", html_of(f"{path}?page={number}")) for number in (1, 2, 3)]
    assert pages == [NAMES[:PER_PAGE], NAMES[PER_PAGE : 2 * PER_PAGE], NAMES[2 * PER_PAGE :]]
    assert "Rovers 000" in html_of(f"{path}?page=nonsense")
    assert NAMES[-1] in html_of(f"{path}?page=99")
    found = html_of(f"{path}?q=rovers+0")
    assert 'href="?q=rovers+0&amp;page=2"' in found
    assert NAMES[-1] not in html_of(f"{path}?q=rovers+0&page=2")
    assert "Show all" in html_of(f"{path}?q=nobody")


def test_a_season_shows_one_round_and_the_way_to_the_others() -> None:
    season = running_season(teams=4)
    first, *_ = rounds = [each[0:2] for each in zip(*[iter(matches_of(season))] * 2, strict=True)]
    address = "/leagues/iron-city/seasons/1/"

    def shown(path: str) -> list[int]:
        return [int(pk) for pk in re.findall(r'class="fixture" href="/matches/(\d+)/"', html_of(path))]

    assert shown(address) == [match.pk for match in first]
    assert 'href="?round=2#round"' in html_of(address)
    for match in first:
        apply_played(match)
    assert shown(address) == [match.pk for match in rounds[1]]
    asked = {"1": 0, "3": 2, "99": 2, "nonsense": 0}
    assert {number: shown(f"{address}?round={number}") for number in asked} == {
        number: [match.pk for match in rounds[place]] for number, place in asked.items()
    }


def test_a_ledger_opens_at_its_newest_page_and_carries_the_balance_over() -> None:
    team = make_team(make_user(), ruleset="bb2025", roster="human")
    before, balance = team.ledger.count(), team.treasury
    extra = 2 * ROWS_PER_PAGE
    LedgerRow.objects.bulk_create(
        LedgerRow(
            team=team, number=before + n, kind="prize", gold=1, request=uuid4(), action="test", by=LedgerRow.By.MATCH
        )
        for n in range(1, extra + 1)
    )
    path = f"/teams/{team.slug}/ledger/"

    def numbers(query: str) -> list[int]:
        return [
            int(number) for number in re.findall(r'<span class="muted small">(\d+)</span> <time', html_of(path + query))
        ]

    last = (before + extra - 1) // ROWS_PER_PAGE + 1
    every = [number for page in range(1, last + 1) for number in numbers(f"?page={page}")]
    assert every == list(range(1, before + extra + 1))
    assert numbers("") == numbers(f"?page={last}") == numbers("?page=99") == every[(last - 1) * ROWS_PER_PAGE :]
    html = html_of(f"{path}?season=1&kind=gold&page=2")
    assert 'href="?season=1&amp;kind=gold&amp;page=1#rows"' in html
    carried = re.search(r'Brought forward</th>.*?data-label="Balance">(-?\d+)k', html_of(path), re.DOTALL)
    assert int(carried[1]) == balance + (last - 1) * ROWS_PER_PAGE - before
    assert "Brought forward" not in html_of(f"{path}?page=1")


def test_matches_keep_what_was_asked_for_on_every_page() -> None:
    running_season(teams=9, ago=-600)
    assert 'href="?show=upcoming&amp;page=2"' in html_of("/matches/?show=upcoming")
    assert html_of("/matches/?show=upcoming&page=2").count('class="fixture"') == 36 - 30


@pytest.fixture
def big_season() -> Season:
    """31 teams who have played each other home and away: 930 matches in 62 rounds, as bare rows."""
    owner, now = make_user(), timezone.now()
    (league,) = many_leagues(owner, ["Big League"])
    when = {"first_kick_off": now - timedelta(days=90), "started_at": now - timedelta(days=90), "finished_at": now}
    season = Season.objects.create(league=league, number=1, name="Season 1", state="finished", round_every=60, **when)
    (stage,) = planned(round_robin(2))
    stage.season, stage.started_at, stage.finished_at = season, when["started_at"], now
    stage.save()
    teams = many_teams(owner, [f"A team with quite a long name {number}" for number in range(31)])
    Entry.objects.bulk_create(Entry(season=season, team=team) for team in teams)
    Entrant.objects.bulk_create(Entrant(stage=stage, team=team, seed=n) for n, team in enumerate(teams, start=1))
    for number, pairs in enumerate(schedule([team.pk for team in teams], 2), start=1):
        at = now - timedelta(days=90 - number)
        each = Round.objects.create(season=season, stage=stage, number=number, kick_off=at)
        fixtures = Fixture.objects.bulk_create(
            Fixture(round=each, home_id=home, away_id=away, kick_off=at) for home, away in pairs
        )
        Match.objects.bulk_create(matches_resolved(fixtures))
        Result.objects.bulk_create(
            Result(
                fixture=fixture,
                home_score=3,
                away_score=n % 5,
                home_touchdowns=3,
                away_touchdowns=n % 5,
                winner=winner(n % 5),
            )
            for n, fixture in enumerate(fixtures)
        )
    return season


def matches_resolved(fixtures: list[Fixture]) -> Iterator[Match]:
    for fixture in fixtures:
        at = fixture.kick_off
        yield Match(fixture=fixture, due_at=at, locked_at=at, resolved_at=at, sealed_seed="seed", commitment="hash")


def winner(conceded: int) -> str:
    return "draw" if conceded == 3 else "home" if conceded < 3 else "away"


def test_no_page_grows_with_the_league(big_season: Season) -> None:
    team = big_season.entries.first().team
    limits = {
        "/leagues/big-league/": 15,
        "/leagues/big-league/seasons/1/?round=7": 15,
        f"/teams/{team.slug}/": 10,
        "/matches/": 30,
        "/": 6,
    }
    pages = {path: html_of(path) for path in limits}
    assert {path: html.count('class="fixture"') for path, html in pages.items()} == limits
    assert {path: len(html) for path, html in pages.items() if len(html) > LARGEST} == {}
    assert pages["/leagues/big-league/"].count("<circle") < 20  # 62 dots for each of 31 teams would be half of the page


@pytest.mark.parametrize(
    ("index", "rows"),
    [
        ("match_latest", lambda: played_matches(VISITOR)[:6]),
        ("team_by_name", lambda: team_list(VISITOR)[:6]),
        ("league_by_name", lambda: league_list(VISITOR)[:6]),
    ],
)
def test_the_first_page_of_a_list_is_read_in_the_order_of_an_index(index: str, rows) -> None:
    plan = rows().explain()
    assert index in plan
    assert "TEMP B-TREE" not in plan


def test_pages_are_compressed_and_an_unchanged_replay_is_not_sent_again(world) -> None:
    client = Client(headers={"accept-encoding": "gzip"})
    assert client.get("/teams/").headers["Content-Encoding"] == "gzip"
    path = f"/matches/{world.played.pk}/show.json"
    tag = client.get(path).headers["ETag"]
    again = client.get(path, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    Team.objects.filter(pk=world.played.fixture.home_id).update(colour="#123456")
    assert client.get(path, headers={"if-none-match": tag}).status_code == 200


def test_a_search_for_a_name_has_a_length() -> None:
    for page in ("/leagues/", "/teams/"):
        assert len(Client().get(page, {"q": "x" * 5000}).context["asked"]) == settings.SEARCH_LETTERS

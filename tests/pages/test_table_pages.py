"""A match at a table on its pages: agreed on, reported, confirmed, disputed, decided."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from league.models import Result
from matches.models import Match
from matches.reporting import MatchReport, TableOffer
from matches.services import match_lock
from matches.table.reading import fingerprint
from matches.table.services import report_confirm
from teams.models import Team
from tests.builders import bloodbowl_season, make_league, make_user, matches_of, reported

pytestmark = pytest.mark.django_db


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def locked(venue: str = "table") -> Match:
    (match,) = matches_of(bloodbowl_season("orc", "human", venue=venue))
    return match_lock(match_id=match.pk)


def typed(match: Match, **changes: Any) -> dict[str, Any]:
    """The form as a coach fills it in: a 1:0 win, and the first player of the away team is killed by the scorer."""
    document = reported(match)
    fields: dict[str, Any] = {"conceded": "", "penalty": "yes", "score-home": 1, "score-away": 0}
    fields |= {f"fans-{side}": document["fan_factors"][n] for n, side in enumerate(("home", "away"))}
    for side, players in document["players"].items():
        for id, line in players.items():
            fields |= {f"{side}-{id}-{key}": "on" if value is True else value for key, value in line.items()}
    scorer, victim = (sheet["players"][0]["id"] for sheet in match.locked_lineup["sheets"])
    fields |= {f"away-{victim}-injury": "dead", f"away-{victim}-by": scorer, f"home-{scorer}-casualties_for_spp": 1}
    return {**fields, **changes}


def people(match: Match) -> tuple[Client, Client, Client]:
    """The two coaches and the commissioner."""
    fixture = match.fixture
    return tuple(map(signed_in, (fixture.home.owner, fixture.away.owner, fixture.round.season.league.commissioner)))  # type: ignore[return-value]


def file(match: Match, home: Client, **changes: Any) -> str:
    """The address of the report, once it is filed."""
    page = home.post(f"/matches/{match.pk}/report/write/", {**typed(match, **changes), "do": "file"}, follow=True)
    assert "The report is filed" in text(page)
    return f"/matches/{match.pk}/report/"


def seen(page: str) -> str:
    found = re.search(r'name="seen" value="([^"]+)"', page)
    assert found
    return found[1]


def test_it_is_saved_filed_and_confirmed() -> None:
    match = locked()
    home, away, _ = people(match)
    address = f"/matches/{match.pk}/"
    assert "Write the report" in text(home.get(address))
    season = match.fixture.round.season
    assert "played at a table" in text(Client().get(f"/leagues/{season.league.slug}/seasons/{season.number}/"))
    assert "Write the report" not in text(Client().get(address))
    write = f"{address}report/write/"
    assert home.get(f"{address}report/").url == write
    assert "<strong>Cp</strong> passes completed" in text(home.get(write))  # without a mouse, too
    saved = home.post(write, {**typed(match, **{"score-home": 2}), "do": "save"}, follow=True)
    assert "The report is saved" in text(saved)
    assert "2 on the score" in text(home.get(write))  # what keeps it from being filed
    assert "2 on the score" in text(home.post(write, {**typed(match, **{"score-home": 2}), "do": "file"}))
    report = file(match, home)
    assert "Take it back" in text(home.get(report))
    assert "Confirm or dispute the report" in text(away.get(address))
    page = text(away.get(report))
    assert "1 : 0" in page
    assert "Dead, by" in page
    again = away.post(f"{report}answer/", {"do": "confirm", "seen": seen(page)}, follow=True)
    assert "The match is over, as it was reported" in text(again)
    over = text(Client().get(address))
    assert Result.objects.get().home_score == 1
    assert "At a table" in over
    assert "Watch the replay" not in over
    assert "Fair dice" not in over
    assert "Played late" not in over
    assert "Post-match" in over
    assert "Dead, by" in text(Client().get(report))  # from now on for everybody
    for part in ("show.json", "match.json", "analysis/"):
        assert Client().get(address + part).status_code == 404


def test_it_is_disputed_and_the_commissioner_corrects_it() -> None:
    match = locked()
    home, away, commissioner = people(match)
    report = file(match, home)
    stamp = seen(text(away.get(report)))
    assert "Give the reason" in text(away.post(f"{report}answer/", {"do": "dispute", "seen": stamp, "reason": " "}))
    away.post(f"{report}answer/", {"do": "dispute", "seen": stamp, "reason": "We had a touchdown, too."})
    page = text(commissioner.get(report))
    assert "We had a touchdown, too." in page
    assert "Accept the report" in page
    assert "Decide about the report" in text(commissioner.get(f"/matches/{match.pk}/"))
    form = text(commissioner.get(f"{report}correct/"))
    scorer = match.locked_lineup["sheets"][1]["players"][1]["id"]
    filed_as = re.search(r'name="filed" value="([^"]+)"', form)
    assert filed_as
    changed = typed(match, **{"score-away": 1, "filed": filed_as[1], "reason": "There are pictures."})
    assert "1 on the score" in text(commissioner.post(f"{report}correct/", changed))
    changed[f"away-{scorer}-touchdowns"] = 1
    shown = text(commissioner.post(f"{report}correct/", changed))
    assert "Nothing is decided yet" in shown
    assert not Result.objects.exists()
    kept = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', shown))
    page = text(commissioner.post(f"{report}correct/", {**kept, "confirm": "yes"}, follow=True))
    assert "and corrected by nuffle on" in page
    assert "because: There are pictures." in page
    season = match.fixture.round.season
    measures = text(Client().get(f"/leagues/{season.league.slug}/seasons/{season.number}/measures/"))
    assert "Corrected the report of a match. There are pictures." in measures
    assert Result.objects.get().winner == "draw"
    assert "There are pictures." in text(Client().get(report))


def test_a_disputed_report_is_accepted_or_returned_and_taken_back() -> None:
    match = locked()
    home, away, commissioner = people(match)
    report = file(match, home)
    stamp = seen(text(away.get(report)))
    away.post(f"{report}answer/", {"do": "dispute", "seen": stamp, "reason": "No."})
    commissioner.post(f"{report}decide/", {"do": "return", "seen": stamp, "reason": "Talk to each other."})
    assert "Talk to each other." in text(home.get(f"{report}write/"))
    file(match, home)
    assert home.post(f"{report}answer/", {"do": "take-back"}).url == f"{report}write/"
    file(match, home)
    assert "has still time" in text(
        commissioner.post(f"{report}decide/", {"seen": stamp, "reason": "Now."}, follow=True)
    )
    away.post(f"{report}answer/", {"do": "dispute", "seen": stamp, "reason": "No."})
    commissioner.post(f"{report}decide/", {"do": "accept", "seen": stamp, "reason": "Seen it."})
    assert Result.objects.exists()


def test_a_report_is_read_by_those_who_settle_it_until_it_is_accepted() -> None:
    match = locked()
    home, away, commissioner = people(match)
    report = f"/matches/{match.pk}/report/"
    assert commissioner.get(report).status_code == 404
    file(match, home)
    stranger = signed_in(make_user("stranger"))
    assert [client.get(report).status_code for client in (home, away, commissioner, stranger)] == [200, 200, 200, 403]
    assert Client().get(report).url == f"/accounts/login/?next={report}"
    for part, body in (
        ("answer", {"do": "confirm", "seen": "x"}),
        ("decide", {"seen": "x", "reason": "x"}),
        ("correct", {}),
    ):
        assert stranger.post(f"{report}{part}/", body).status_code == 403
    assert home.post(f"{report}answer/", {"do": "confirm", "seen": seen(text(away.get(report)))}).status_code == 403
    assert stranger.get(f"{report}write/").status_code == 403
    assert not Result.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"score-home": "-1"},
        {"score-home": "99999"},
        {"conceded": "moon"},
        {"home-1-injury": "a scratch"},
        {"prayers-home": "x"},
    ],
)
def test_what_cannot_be_read_is_not_saved(changes: dict[str, str]) -> None:
    match = locked()
    home, *_ = people(match)
    page = home.post(f"/matches/{match.pk}/report/write/", {**typed(match), **changes, "do": "save"}, follow=True)
    assert "cannot be read" in text(page) or "no prayers" in text(page)
    assert not MatchReport.objects.exists()


def test_a_draft_that_later_rules_cannot_read_is_begun_anew() -> None:
    match = locked()
    home, *_ = people(match)
    write = f"/matches/{match.pk}/report/write/"
    home.post(write, {**typed(match), "do": "save"})
    MatchReport.objects.update(document={"weather": "nice"})
    assert home.get(write).status_code == 200
    MatchReport.objects.update(state="filed", filed_at=match.due_at, answer_by=match.due_at)
    assert "cannot be read" in text(home.get(f"/matches/{match.pk}/report/", follow=True))


def test_coaches_agree_on_a_table_on_the_page_of_the_match() -> None:
    (match,) = matches_of(bloodbowl_season("orc", "human", venue="agreed"))
    home, away, _ = people(match)
    address = f"/matches/{match.pk}/"
    assert "Propose to play it at a table" in text(home.get(address))
    home.post(f"{address}venue/", {"do": "propose"})
    for page in ("/you/", address):
        assert f"{match.fixture.home} proposes to play" in text(away.get(page))
        assert 'name="do" value="accept"' in text(away.get(page))
        assert 'name="do" value="accept"' not in text(home.get(page))
    assert text(away.get(address)).index("proposes to play") < text(away.get(address)).index("by the engine, unless")
    assert "You have proposed" in text(home.get(address))
    home.post(f"{address}venue/", {"do": "withdraw"})
    away.post(f"{address}venue/", {"do": "propose"})
    home.post(f"{address}venue/", {"do": "accept"})
    match.refresh_from_db()
    assert match.at_table
    assert "nothing to answer" in text(home.post(f"{address}venue/", {"do": "decline"}, follow=True))
    assert home.get(f"{address}report/write/").url == address  # not before the lock
    assert signed_in(make_user("stranger")).post(f"{address}venue/", {"do": "propose"}).status_code == 403
    TableOffer.objects.create(match=match, team=match.fixture.home, at_table=False)  # by a co-coach
    Team.objects.filter(pk=match.fixture.away_id).update(owner=match.fixture.home.owner)
    assert all('name="do" value="accept"' in text(home.get(page)) for page in ("/you/", address))


def test_what_the_engine_plays_has_no_report() -> None:
    match = locked(venue="agreed")
    home, *_ = people(match)
    assert home.get(f"/matches/{match.pk}/report/").status_code == 404
    assert home.get(f"/matches/{match.pk}/report/write/").status_code == 404


def test_a_season_asks_how_its_matches_are_played_where_the_game_has_books() -> None:
    bowl = make_league(make_user("zoe"), "Bowl", ruleset="bb2025", profile="official")
    ball = make_league(make_user("mo"), "Ball")
    pages = [text(signed_in(each.commissioner).get(f"/leagues/{each.slug}/seasons/new/")) for each in (bowl, ball)]
    assert ["How matches are played" in page for page in pages] == [True, False]


def test_run_the_season_says_what_a_match_waits_for() -> None:
    match = locked()
    home, away, commissioner = people(match)
    season = match.fixture.round.season
    tower = f"/leagues/{season.league.slug}/seasons/{season.number}/control/"
    assert "waits for the report" in text(commissioner.get(tower))
    report = file(match, home)
    assert "the other coach has to confirm" in text(commissioner.get(tower))
    away.post(f"{report}answer/", {"do": "dispute", "seen": seen(text(away.get(report))), "reason": "No."})
    assert "is disputed" in text(commissioner.get(tower))


def test_ones_own_page_says_which_matches_wait_for_one() -> None:
    match = locked()
    home, away, commissioner = people(match)
    assert [f"/matches/{match.pk}/report/" in text(each.get("/you/")) for each in (home, away, commissioner)] == [
        True,
        True,
        False,
    ]
    assert "waits for the report" in text(away.get("/you/"))
    report = file(match, home)
    page = text(away.get("/you/"))
    assert "you have to confirm or dispute it" in page
    assert "you have to confirm or dispute it" in text(away.get(f"/matches/{match.pk}/"))
    assert "you have to confirm or dispute it" in text(away.get(report))
    for waiting in ("/you/", f"/matches/{match.pk}/", report):
        assert "the other coach has to confirm or dispute it" in text(home.get(waiting))
    away.post(f"{report}answer/", {"do": "confirm", "seen": seen(text(away.get(report)))})
    assert f"/matches/{match.pk}/report/" not in text(away.get("/you/"))


def test_what_nobody_answers_in_time_is_the_commissioners() -> None:
    match = locked()
    home, _, commissioner = people(match)
    report = file(match, home)
    assert "Accept the report" not in text(commissioner.get(report))
    MatchReport.objects.update(answer_by=match.due_at)
    page = text(commissioner.get(report))
    assert "Nobody has answered" in page
    commissioner.post(f"{report}decide/", {"do": "accept", "seen": seen(page), "reason": "Nobody disputes it."})
    assert Result.objects.exists()


def test_every_page_about_a_reported_match_opens() -> None:
    (first, _) = matches_of(bloodbowl_season("orc", "human", venue="table", legs=2))
    match = match_lock(match_id=first.pk)
    home, away, commissioner = people(match)
    report = file(match, home)
    away.post(f"{report}answer/", {"do": "confirm", "seen": seen(text(away.get(report)))})
    season, team = match.fixture.round.season, match.fixture.home
    league = f"/leagues/{season.league.slug}/"
    wanted = [
        "/",
        "/matches/",
        league,
        f"{league}seasons/1/",
        f"{league}seasons/1/figures/",
        f"{league}what-if/",
        f"{league}log/",
    ]
    wanted += [f"{league}seasons/1/places/{team.slug}/", f"{league}seasons/1/control/", f"/matches/{match.pk}/decide/"]
    wanted += [
        f"/teams/{team.slug}/{part}" for part in ("", "ledger/", "history/", "players/1/", "print/", "sequence/")
    ]
    wanted += [
        f"/api/v1/{part}"
        for part in ("matches/", f"matches/{match.pk}/", f"teams/{team.slug}/", f"seasons/{season.pk}/")
    ]
    answers = {address: commissioner.get(address).status_code for address in wanted}
    assert {address: status for address, status in answers.items() if status != 200} == {}


def test_pages_of_a_report_ask_the_database_little() -> None:
    match = locked()
    home, away, _ = people(match)
    counts = [_queries(home, f"/matches/{match.pk}/report/write/")]
    report = file(match, home)
    counts += [_queries(away, report), _queries(away, f"/matches/{match.pk}/")]
    filed = MatchReport.objects.get()
    report_confirm(actor=match.fixture.away.owner, report=filed, seen=fingerprint(filed))
    counts += [_queries(Client(), report), _queries(Client(), f"/matches/{match.pk}/")]
    assert max(counts) <= 15, counts


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(address).status_code == 200
    return len(asked)

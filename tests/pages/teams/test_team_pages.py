"""The page of a team and those of its players, and what the pages of a team cost."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from league.models import Entry, League, Result
from matches.models import Match, PlayerStats
from matches.services import match_lock
from pages.teams.views import CHAPTERS
from teams.ledger.services import ledger_append, team_club
from teams.models import LedgerRow, Team
from teams.sequence.services import off_season_open, sequence_record
from tests.builders import bloodbowl_season, make_league, make_season, make_user, matches_of
from tests.engine.campaign.results import result_of
from tests.pages.teams.conftest import MOST_QUERIES, PAGES, at, drawn, enter, page, request_of, shown_order

pytestmark = pytest.mark.django_db


def test_the_page_of_a_team_says_how_things_stand_and_what_to_do(team: Team, client: Client) -> None:
    club = team_club(team)
    html = page(client, "team", team)
    for figure in (
        f"{club.treasury}k",
        "Human, coach abel",
        "Post-match: Most valuable player.",
        "Old World Classic",
    ):
        assert figure in html
    assert at("sequence", team) in html
    assert "Decide now" in html
    assert "Decide now" not in page(Client(), "team", team)
    assert ">▼ worse</span>" in html
    assert "misses the next match" in html
    assert '<span class="chip accent">Captain</span>' in html
    assert "Bone Head" in html
    assert 'popovertarget="skill-block"' in html
    assert html.count('id="skill-block" popover') == 1


def test_a_champion_is_told_of_which_league_and_season_by_whoever_may_see_it() -> None:
    season = bloodbowl_season("human", "orc")
    team = season.entries.all()[0].team
    off_season_open(team=team, season=season.pk, prize=0, trophy=True, deadline=None)
    assert f"Champion of {season.league.name}, {season.name} <span" in page(Client(), "history", team)
    public = make_season(make_league(make_user("zoe"), "Bowl", ruleset="bb2025", profile="official"))
    Entry.objects.create(season=public, team=team)  # so that strangers see the team
    League.objects.filter(pk=season.league_id).update(private=True)
    assert "Champion of a season <span" in page(Client(), "history", team)


def test_the_history_has_honours_totals_and_everybody_who_left(team: Team, client: Client) -> None:
    assert "No trophy and no prize yet." in page(client, "history", team)
    enter(team, "prize", gold=30)
    enter(team, "staff", what="trophy", by=1)
    enter(team, "staff", what="trophy", by=-1)
    html = page(Client(), "history", team)
    assert re.findall(r"<li>(Champion[^<]*|Prize[^<]*) <span", html) == ["Champion of a season", "Prize money: 30k"]
    gone = team.players.get(member=5)
    assert f'<a href="{at("player", team, 5)}">{gone.name}</a>' in html
    assert at("player", team, 1) not in html
    row = team.ledger.get(kind="prize")
    ledger_append(
        team=team,
        effect=lambda editor: editor.revoke([row.number], member=None, gold=-30, spp=0, rule=""),
        action="test",
        by=LedgerRow.By.COMMISSIONER,
    )
    assert "Prize money" not in page(Client(), "history", team)


def test_a_career_says_how_often_the_player_was_the_best(team: Team, client: Client) -> None:
    awards = re.compile(r'most valuable player">MVP</abbr></dt><dd>(\d+)</dd>')
    before = awards.search(page(client, "player", team, 3))
    enter(team, "mvp", 3, spp=4, nominees=[3])
    after = awards.search(page(client, "player", team, 3))
    assert (before and before[1], after and after[1]) == ("0", "1")


def test_an_open_re_draft_is_pointed_at(team: Team, client: Client) -> None:
    enter(team, "step", to="redraft")
    html = page(client, "team", team)
    assert re.search(rf'href="{at("redraft", team)}"\s*>Decide now', html)


@pytest.mark.parametrize(
    ("asked", "by"),
    [
        ("name", lambda member: (member.name.casefold(), member.number)),
        ("-spp", lambda member: (-member.spp, -member.number)),
        ("-value", lambda member: (-member.value, -member.number)),
        ("nonsense", lambda member: member.number),
    ],
)
def test_the_roster_is_sorted_on_the_server(team: Team, asked: str, by: Any) -> None:
    html = page(Client(), "team", team, query=f"?sort={asked}")
    members = team_club(team).members.values()
    key = asked.removeprefix("-")
    keyed = [getattr(member, key, member.number) for member in sorted(members, key=by)]
    numbers = {str(member.number): getattr(member, key, member.number) for member in members}
    assert [numbers[each] for each in shown_order(html)] == keyed
    assert html.count("aria-sort=") == 1


def test_every_column_can_be_asked_for(team: Team) -> None:
    html = page(Client(), "team", team)
    links = re.findall(r'href="\?sort=(-?[a-z]+)#roster"', html)
    assert len(links) == 13
    for link in links:
        assert len(shown_order(page(Client(), "team", team, query=f"?sort={link}"))) == len(team_club(team).members)


def test_a_player_has_a_page_with_what_each_match_gave(team: Team, client: Client) -> None:
    html = page(client, "player", team, 2)
    assert "lost 1 AV and misses the next match" in html
    assert "Match against Bog Lane Bashers" in html
    assert reverse("matches:match", args=[7]) in html
    assert "earned 2 Star Player Points" in html
    assert "Save name and number" in html
    for name in CHAPTERS.values():
        assert name in html


def test_who_has_left_keeps_a_page(team: Team, client: Client) -> None:
    html = page(client, "player", team, 5)
    assert "died of an injury" in html
    assert "Left the team" in html
    assert "Save name and number" not in html
    assert client.get(at("player", team, 99)).status_code == 404


def test_a_coach_renames_and_renumbers_a_player(team: Team, client: Client) -> None:
    address = at("player", team, 3)
    given = request_of(team, name="Berta", number=77)
    assert client.post(address, given).status_code == 302
    assert client.post(address, given).status_code == 302  # sent twice: done once
    member = team_club(team).members[3]
    assert (member.name, member.number) == ("Berta", 77)
    assert team.ledger.filter(kind="renamed").count() == 1
    taken = client.post(address, request_of(team, name="Berta", number=1)).content.decode()
    assert "wears number 1." in taken
    assert "Core p.86" in taken
    stale = client.post(address, request_of(team, name="Clara", number=77) | {"version": 1}).content.decode()
    assert "has changed since this page was shown" in stale
    assert f'name="version" value="{team.ledger.count()}"' in stale
    assert client.post(address, {"name": "Clara", "number": 77}).status_code == 200
    assert team_club(team).members[3].name == "Berta"


def test_the_place_of_a_captain_is_filled(team: Team, client: Client) -> None:
    captain = team_club(team).captain
    enter(team, "left", captain, how="dead", injury="dead")
    assert "Name the captain" not in page(client, "team", team)  # not before the sequence is over
    enter(team, "step", to="ready")
    assert "Name the captain" in page(client, "team", team)
    assert "Name the captain" not in page(Client(), "team", team)
    ogre = next(member.id for member in team_club(team).listed if member.position.big_guy)
    response = client.post(at("captain", team), request_of(team, member=ogre), follow=True)
    assert "a Big Guy cannot be Team Captain" in response.content.decode()
    able = next(member.id for member in team_club(team).listed if not member.position.big_guy)
    client.post(at("captain", team), request_of(team, member=able))
    assert team_club(team).captain == able


def test_a_team_with_books_is_edited_without_its_players(team: Team, client: Client) -> None:
    fields = {"name": "Tollgate Two", "short": "TGT", "colour": "#102030", "motto": ""}
    assert 'name="player-' not in client.get(at("edit", team)).content.decode()
    assert client.post(at("edit", team), fields).status_code == 302
    assert Team.objects.get().name == "Tollgate Two"


# What they cost -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def crowded(owner: User) -> Team:
    """Sixteen players, forty who left, results and figures of everybody, a match to come."""
    match = matches_of(bloodbowl_season("human", "orc", "dwarf"))[0]
    team = match.fixture.home
    Team.objects.filter(pk=team.pk).update(owner=owner)

    match_lock(match_id=match.pk)

    def hire(editor: Any) -> None:
        lineman = editor.club.roster.journeymen[0].key
        for id in range(editor.club.signed + 1, 57):
            editor.enter("signed", id, position=lineman, number=id, name=f"Recruit {id}", how="hired")

    def fire(editor: Any) -> None:
        for id in range(17, 57):
            editor.enter("left", id, how="fired")

    for effect in (hire, fire):
        ledger_append(team=team, effect=effect, action="test", by=LedgerRow.By.MATCH)
    Match.objects.filter(pk=match.pk).update(resolved_at=match.due_at)
    figures = {f"{side}_{what}": 1 for side in ("home", "away") for what in ("score", "touchdowns", "casualties")}
    Result.objects.create(fixture=match.fixture, winner="draw", **figures)
    PlayerStats.objects.bulk_create(
        PlayerStats(match=match, player=player, figures={"matches": 1, "touchdowns": 1})
        for player in team.players.all()
    )
    sequence_record(
        team=team,
        result=result_of({"1": {"spp": 3}}),
        side="home",
        match=match.pk,
        opponent="Orcs",
        deadline=None,
    )
    return Team.objects.get(pk=team.pk)


def test_pages_cost_few_queries_however_many_there_are(
    crowded: Team, client: Client, django_assert_max_num_queries: Any
) -> None:
    assert len(team_club(crowded).members) == 16
    assert crowded.players.filter(left_at__isnull=False).count() == 40
    addresses = [at(name, crowded) for name in PAGES]
    addresses += [at("player", crowded, 1), at("player", crowded, 20), at("ledger", crowded) + "?season=all"]
    for address in addresses:
        with django_assert_max_num_queries(MOST_QUERIES):
            assert client.get(address).status_code == 200
    assert "1:1 " in page(client, "player", crowded, 1)


def test_the_value_of_a_player_is_drawn_once_it_changes(team: Team, client: Client) -> None:
    assert 'class="course"' not in page(client, "player", team, 3)
    before = team_club(team).members[3].value
    enter(team, "advanced", 3, skill="guard", value=20)
    html = page(client, "player", team, 3)
    (left, low), (right, high) = drawn(html)
    assert left < right
    assert low > high  # up the page
    assert f"From <b>{before}k</b> to <b>{before + 20}k</b>" in html

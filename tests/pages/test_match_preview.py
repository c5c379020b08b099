"""The page of a match before its kick-off, and who was its best player after it."""

import re

import pytest
from django.test import Client

from matches.models import Match
from matches.next_match import match_plan_set
from matches.services import match_lock, match_resolve, season_start
from teams.gameplans.services import game_plan_save
from teams.ledger.services import ledger_append, team_club
from tests.builders import apply_played, make_league, make_season, make_user, matches_of
from tests.pages.conftest import World, squeezed

pytestmark = pytest.mark.django_db
MOST_QUERIES = 15


@pytest.fixture
def bowl() -> Match:
    """The first of two matches between the same teams of Blood Bowl."""
    league = make_league(make_user("nuffle"), "Crossroads", ruleset="bb2025", profile="official")
    season = season_start(actor=league.commissioner, season=make_season(league, rosters=("orc", "human"), legs=2))
    return matches_of(season)[0]


def page_of(match: Match) -> str:
    return squeezed(Client().get(f"/matches/{match.pk}/").content.decode())


def part(page: str, heading: str) -> str:
    return page.partition(f'id="{heading}"')[2].partition("</section>")[0]


def test_both_teams_are_shown_with_value_captain_and_key_players(
    bowl: Match, django_assert_max_num_queries: object
) -> None:
    with django_assert_max_num_queries(MOST_QUERIES):
        page = page_of(bowl)
    before = part(page, "preview")
    for team in (bowl.fixture.home, bowl.fixture.away):
        club = team_club(team)
        captain = club.members[club.captain]
        assert f"<dd>{team.current_value}k</dd>" in before
        assert f'<a href="/teams/{team.slug}/players/{captain.id}/">{captain.name}</a>' in before
        assert before.count(f'href="/teams/{team.slug}/players/') == 3
    assert before.count("Captain") == 2
    assert "Weather: rolled at the kick-off" in before
    assert "Bought" not in before
    assert "They have not met before" in page


def test_what_has_been_earned_makes_a_key_player(bowl: Match) -> None:
    team = bowl.fixture.home
    star = min(team_club(team).listed, key=lambda each: each.value)
    earn = lambda editor: editor.enter("points", star.id, spp=5)  # noqa: E731
    ledger_append(team=team, effect=earn, action="points", by="match")
    assert re.search(rf"{star.name}</a>[^/]*<span[^>]*>[^,]*, 5 SPP earned", part(page_of(bowl), "preview"))


def test_secrets_stay_secret_until_they_are_opened(bowl: Match) -> None:
    home = bowl.fixture.home
    plan = {"wishes": [["prayers-to-nuffle", 1]], "mercenaries": [], "own": 0}
    for team in (home, bowl.fixture.away):
        match_plan_set(actor=team.owner, team=team, match=bowl.pk, plan=plan)
    game_plan_save(actor=home.owner, team=home, plan={"fouls": "never"})
    hidden = ("Prayer", "No fouls", bowl.secret_seed if bowl.locked_at else "Game plan of")
    assert not [secret for secret in hidden if secret in page_of(bowl)]
    locked = match_lock(match_id=bowl.pk)
    page = page_of(locked)
    assert "No fouls" not in page
    assert locked.secret_seed not in page
    bought = [sheet["inducements"] for sheet in locked.lineup["sheets"]]
    assert re.findall(r"<dt>Bought</dt><dd>([^<]*)</dd>", page) == [
        "1 Prayer to Nuffle" if each else "nothing" for each in bought
    ]


def test_head_to_head_and_form_come_from_earlier_matches(
    bowl: Match, world: World, django_assert_max_num_queries: object
) -> None:
    apply_played(world.waiting, score=(14, 7))
    later = world.scheduled
    fixture = world.waiting.fixture
    type(later.fixture).objects.filter(pk=later.fixture_id).update(home=fixture.away, away=fixture.home)
    later = Match.objects.get(pk=later.pk)
    with django_assert_max_num_queries(MOST_QUERIES):
        page = page_of(later)
    assert f"{fixture.away.short} 0, drawn 0, {fixture.home.short} 1" in part(page, "meetings")
    assert f'href="/matches/{world.waiting.pk}/"' in part(page, "meetings")
    before = part(page, "preview")
    assert re.findall(r'<li class="[wdl]">(\w)</li>', before) == ["L", "W"]
    best = fixture.away.players.get(pk=world.waiting.fixture.away.players.first().pk)
    assert f"<strong>{best.name}</strong>" in before
    assert "2 TD" in before
    assert "Weather" not in before


def test_the_best_player_and_all_others_have_links_after_the_match(bowl: Match) -> None:
    match_lock(match_id=bowl.pk)
    match_resolve(match_id=bowl.pk)
    bowl = Match.objects.get(pk=bowl.pk)
    home = bowl.fixture.home
    assert "MVP" not in page_of(bowl)
    members = [each.id for each in team_club(home).listed][:6]
    nominate = lambda editor: editor.perform("nominate", {"members": members})  # noqa: E731
    ledger_append(team=home, effect=nominate, action="nominate", by="coach")
    named = home.ledger.get(kind="mvp")
    page = page_of(bowl)
    assert page.count("MVP") == 1
    assert re.search(rf'href="/teams/{home.slug}/players/{named.member}/">[^<]*</a><?[^/]*MVP', page)
    revoke = lambda editor: editor.revoke([named.number], member=named.member, gold=0, spp=-4, rule="")  # noqa: E731
    assert page.count(f'href="/teams/{home.slug}/players/') >= 11
    ledger_append(team=home, effect=revoke, action="revoke", by="commissioner")
    assert "MVP" not in page_of(bowl)

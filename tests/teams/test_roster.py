"""Absences are sums of ledger rows, and a team can always take the field."""

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from teams.models import Player, Team
from teams.roster.moves import absences, newest_moves
from teams.roster.sheets import team_sheet
from teams.services import player_hurt, player_sit_out, team_replace_departed
from tests.builders import make_team, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def team() -> Team:
    return make_team(make_user())


@pytest.fixture
def player(team: Team) -> Player:
    return team.players.get(number=4)


def test_a_sheet_lists_the_players_as_the_engine_wants_them(team: Team) -> None:
    sheet = team_sheet(team)
    assert (sheet["key"], sheet["name"], sheet["short"], sheet["rule"]) == (team.slug, team.name, "ASH", None)
    assert [each["id"] for each in sheet["players"]] == [str(each.pk) for each in team.players.all()]
    assert sheet["absent"] == []


def test_an_absence_counts_down_match_by_match_until_the_player_returns(team: Team, player: Player) -> None:
    player_hurt(player=player, match=1, absent=2)
    assert absences(team) == {player.pk: 2}
    assert team_sheet(team)["absent"] == [str(player.pk)]
    player_sit_out(player=player, remaining=2, match=2)
    assert absences(team) == {player.pk: 1}
    player_sit_out(player=player, remaining=1, match=3)
    assert absences(team) == {}
    rows = team.ledger.filter(member=player.member).values_list("kind", "match", "data__matches")
    assert list(rows) == [
        ("signed", None, None),
        ("injured", 1, None),
        ("absent", 1, 2),
        ("absent", 2, -1),
        ("returned", 3, -1),
    ]


def test_two_absences_add_up(team: Team, player: Player) -> None:
    player_hurt(player=player, match=1, absent=1)
    player_hurt(player=player, match=2, absent=2)
    assert absences(team) == {player.pk: 3}


def test_an_injury_for_the_match_alone_costs_nothing_after_it(team: Team, player: Player) -> None:
    player_hurt(player=player, match=1)
    assert absences(team) == {}
    assert team.ledger.filter(member=player.member, kind="injured").exists()


def test_a_player_who_is_out_for_good_leaves_and_is_replaced_in_kind(team: Team, player: Player) -> None:
    player_hurt(player=player, match=1, permanent=True)
    assert str(player.pk) not in [each["id"] for each in team_sheet(team)["players"]]
    (new,) = team_replace_departed(team=team, match=2)
    assert (new.number, new.position) == (player.number, player.position)
    row = team.ledger.last()
    assert (row.member, row.match, row.data["replaces"]) == (new.member, 2, player.name)
    assert new.name not in set(team.players.exclude(pk=new.pk).values_list("name", flat=True))
    assert len(team_sheet(team)["players"]) == 11
    assert team_replace_departed(team=team, match=2) == []


def test_a_shirt_that_lost_two_players_in_turn_is_filled_once(team: Team, player: Player) -> None:
    player_hurt(player=player, match=1, permanent=True)
    (second,) = team_replace_departed(team=team, match=2)
    player_hurt(player=second, match=2, permanent=True)
    assert len(team_replace_departed(team=team, match=2)) == 1
    assert team.players.filter(left_at__isnull=True).count() == 11


def test_absences_of_players_who_left_are_forgotten(team: Team, player: Player) -> None:
    player_hurt(player=player, match=1, absent=3)
    player_hurt(player=player, match=2, permanent=True)
    assert absences(team) == {}


HURTS = st.tuples(st.integers(1, 11), st.sampled_from([0, 1, 2, 3, None]))  # shirt, matches to miss; None: for good


@given(st.lists(st.lists(HURTS, max_size=3, unique_by=lambda hurt: hurt[0]), max_size=6))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_happens_the_ledger_agrees_with_a_plain_count(db: None, season: list[list[tuple]]) -> None:
    """Match after match: absent players sit out, fit ones may be hurt, and eleven shirts are always filled."""
    with transaction.atomic():
        play_season(make_team(make_user()), season)
        transaction.set_rollback(True)


def play_season(team: Team, season: list[list[tuple]]) -> None:
    expected: dict[int, int] = {}
    for number, hurts in enumerate(season):
        team_replace_departed(team=team, match=2)
        sheet = team_sheet(team)
        assert {int(pk) for pk in sheet["absent"]} == set(expected)
        assert sorted(each["number"] for each in sheet["players"]) == list(range(1, 12))
        for pk, remaining in absences(team).items():
            player_sit_out(player=Player.objects.get(pk=pk), remaining=remaining, match=number)
        fit = {each["number"]: int(each["id"]) for each in sheet["players"] if int(each["id"]) not in expected}
        expected = {pk: left - 1 for pk, left in expected.items() if left > 1}
        for shirt, missed in hurts:
            if pk := fit.get(shirt):
                player = Player.objects.get(pk=pk)
                player_hurt(player=player, match=number, absent=missed or 0, permanent=missed is None)
                expected |= {pk: missed} if missed else {}
        assert absences(team) == expected


def test_the_news_of_a_roster_leave_out_its_founding(team: Team, player: Player) -> None:
    player_hurt(player=player, match=1, absent=1)
    assert [row.kind for row in newest_moves(team, 20)] == ["absent", "injured"]
    assert [row.kind for row in newest_moves(team, 1)] == ["absent"]

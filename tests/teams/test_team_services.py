"""Founding, changing and keeping a team."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import Http404

import engine
from journal.errors import Refused
from journal.models import LogEntry
from teams.models import LedgerRow, Player, Team
from teams.selectors import team_detail, team_list, teams_of
from teams.services import standard_players, team_create, team_rename_player, team_update
from tests.builders import VISITOR, make_team, make_user

pytestmark = pytest.mark.django_db


def refusal(call, **kwargs) -> Refused:
    with pytest.raises(Refused) as caught:
        call(**kwargs)
    return caught.value


def test_a_new_team_has_the_standard_roster_with_names_and_numbers() -> None:
    team = make_team(make_user())
    players = list(team.players.all())
    standard = engine.ruleset("battleball").positions
    assert [player.number for player in players] == list(range(1, 12))
    assert {key: sum(p.position == key for p in players) for key in standard} == {
        key: position.count for key, position in standard.items()
    }
    assert len({player.name for player in players}) == 11
    assert list(team.ledger.values_list("number", "kind", "member")) == [(n, "signed", n) for n in range(1, 12)]


def test_founding_a_team_is_logged_with_its_founder() -> None:
    owner = make_user()
    team = make_team(owner)
    entry = LogEntry.objects.get(action="team.created")
    assert (entry.actor, entry.object_id) == (owner, str(team.pk))


def test_players_can_be_named_by_their_coach() -> None:
    players = standard_players(engine.ruleset("battleball"), "any")
    players[0]["name"] = "Ada Swift"
    team = make_team(make_user(), players=players)
    assert team.players.get(number=1).name == "Ada Swift"


def test_a_roster_against_the_rules_is_refused_and_nothing_is_stored() -> None:
    players = standard_players(engine.ruleset("battleball"), "any")[:10]
    error = refusal(make_team, owner=make_user(), players=players)
    assert (error.code, error.rule) == ("bad-roster", "battleball.roster")
    assert not Team.objects.exists()
    assert not Player.objects.exists()
    assert not LogEntry.objects.filter(action="team.created").exists()


def test_two_players_with_one_number_are_refused() -> None:
    players = standard_players(engine.ruleset("battleball"), "any")
    players[1]["number"] = 1
    assert refusal(make_team, owner=make_user(), players=players).code == "bad-roster"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"ruleset": "chess"}, "unknown-ruleset"),
        ({"colour": "red"}, "bad-colour"),
        ({"short": "AS"}, "bad-short"),
        ({"short": "a1b"}, "bad-short"),
        ({"name": " "}, "bad-name"),
        ({"name": "x" * 61}, "bad-name"),
        ({"motto": "x" * 121}, "bad-motto"),
        ({"name": "Ham\0mers"}, "bad-name"),
        ({"motto": "a\u202eb"}, "bad-motto"),
    ],
)
def test_a_field_that_makes_no_sense_is_refused_by_name(fields: dict[str, str], code: str) -> None:
    given = {"name": "Hammers", "ruleset": "battleball", "colour": "#b3432b", "short": "ASH", "motto": "", **fields}
    assert refusal(team_create, owner=make_user(), **given).code == code
    assert not Team.objects.exists()


def test_two_teams_cannot_share_a_name_whatever_its_case() -> None:
    owner = make_user()
    make_team(owner, "Hammers")
    for name in ("HAMMERS", "Hamrners", "H\u0430mmers", "Ham  mers", "\uff28ammers"):
        assert refusal(make_team, owner=owner, name=name).code == "name-taken"
    other = make_team(owner, "Anvils")
    assert refusal(team_update, actor=owner, team=other, name="hammers").code == "name-taken"
    team_update(actor=owner, team=other, name="Tongs")
    make_team(owner, "Anvils")
    with pytest.raises(IntegrityError), transaction.atomic():
        Team.objects.create(name="ham mers", slug="other", owner=owner)


def test_names_that_look_alike_get_different_addresses() -> None:
    owner = make_user()
    assert [make_team(owner, name).slug for name in ("Ash & Co", "Ash Co", "Ash, Co")] == [
        "ash-co",
        "ash-co-2",
        "ash-co-3",
    ]
    assert make_team(owner, "狼").slug == "team"


def test_the_owner_changes_name_and_colour_and_the_log_keeps_the_old_ones() -> None:
    owner = make_user()
    team = make_team(owner)
    team_update(actor=owner, team=team, name="New Hammers", colour="#000000", motto="")
    team.refresh_from_db()
    assert (team.name, team.colour, team.slug) == ("New Hammers", "#000000", "anvil-street-hammers")
    data = LogEntry.objects.get(action="team.updated").data
    assert data["name"] == {"old": "Anvil Street Hammers", "new": "New Hammers"}
    assert "motto" not in data


def test_changing_nothing_writes_nothing() -> None:
    owner = make_user()
    team = make_team(owner)
    team_update(actor=owner, team=team, name=team.name)
    assert not LogEntry.objects.filter(action="team.updated").exists()


def test_only_known_fields_can_be_changed() -> None:
    owner = make_user()
    team = make_team(owner)
    assert refusal(team_update, actor=owner, team=team, ruleset="chess").code == "unknown-field"


def test_nobody_changes_a_team_of_somebody_else() -> None:
    team = make_team(make_user())
    thief = make_user("thief")
    with pytest.raises(PermissionDenied):
        team_update(actor=thief, team=team, name="Stolen")
    with pytest.raises(PermissionDenied):
        team_rename_player(actor=thief, player=team.players.first(), name="Stolen")
    assert Team.objects.get().name == "Anvil Street Hammers"
    assert not LedgerRow.objects.filter(kind="renamed").exists()


def test_renaming_a_player_goes_on_the_ledger_and_into_the_log() -> None:
    owner = make_user()
    player = make_team(owner).players.first()
    old = player.name
    team_rename_player(actor=owner, player=player, name="  Ada Swift ")
    player.refresh_from_db()
    assert player.name == "Ada Swift"
    row = LedgerRow.objects.get(kind="renamed")
    assert (row.member, row.data, row.actor) == (player.member, {"name": "Ada Swift", "was": old}, owner)
    assert LogEntry.objects.get(action="player.renamed").data == {"old": old, "new": "Ada Swift"}


def test_a_player_cannot_be_renamed_to_nothing() -> None:
    owner = make_user()
    player = make_team(owner).players.first()
    assert refusal(team_rename_player, actor=owner, player=player, name="  ").code == "bad-name"


def test_the_database_itself_keeps_shirts_apart() -> None:
    team = make_team(make_user())
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(team=team, number=1, name="Twin", position="safety")


def test_reading_teams_takes_the_same_queries_for_one_and_for_many(django_assert_num_queries) -> None:
    owner = make_user()
    first = make_team(owner)
    for _ in range(2):
        with django_assert_num_queries(2):
            assert {team.size for team in team_list(VISITOR)} == {11}
        make_team(owner, f"Another {Team.objects.count()}")
    with django_assert_num_queries(2):
        assert len(team_detail(first.slug, VISITOR).squad) == 11
    assert len(teams_of(owner)) == 3
    assert not teams_of(make_user("other"))


def test_an_unknown_team_is_not_found() -> None:
    with pytest.raises(Http404):
        team_detail("nobody", VISITOR)

"""Teams of a game with several team lists: one is chosen, its ready team is created, and nothing else gets in."""

from typing import Any

import pytest

import engine
from journal.errors import Refused
from teams.drafting.services import ready_draft
from teams.models import Player, Team
from teams.services import team_create
from tests.builders import make_team, make_user

pytestmark = pytest.mark.django_db
BB2025 = engine.ruleset("bb2025")


def positions_of(roster: str) -> dict[str, Any]:
    return {key: each for key, each in BB2025.positions.items() if each.team_list == roster}


def ready(roster: str) -> list[dict[str, Any]]:
    return list(ready_draft("bb2025", roster, "any")["players"])


@pytest.mark.parametrize("roster", BB2025.team_lists())
def test_every_list_suggests_players_of_its_own_with_names_that_differ(roster: str) -> None:
    players = ready(roster)
    assert 11 <= len(players) <= 16
    assert {each["position"] for each in players} <= set(positions_of(roster))
    given, *_ = zip(*(each["name"].split(" ", 1) for each in players), strict=True)
    assert len(set(given)) == len(players)
    assert players != ready_draft("bb2025", roster, "another team")["players"]


def test_positions_of_a_list_are_told_apart_by_their_letters() -> None:
    for roster in BB2025.team_lists():
        letters = [position.abbr for position in positions_of(roster).values()]
        assert len(set(letters)) == len(letters), roster
    assert [each.abbr for each in positions_of("wood-elf").values()] == ["WL", "WT", "WC", "W", "LT"]


def test_names_belong_to_the_list() -> None:
    names = {roster: set(BB2025.load_names(roster)) for roster in ("orc", "wood-elf", "norse")}
    assert all(each["name"] in names["orc"] for each in ready("orc"))
    assert not names["orc"] & names["wood-elf"]
    assert all(len(name) <= 60 for roster in BB2025.team_lists() for name in BB2025.load_names(roster))


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"roster": ""}, "no-such-roster"),
        ({"roster": "unicorn"}, "no-such-roster"),
        ({"roster": "human", "sponsor": "x"}, "unknown-field"),
        ({"roster": "human", "short": "humans"}, "bad-short"),
    ],
)
def test_a_team_that_is_on_no_list_is_refused_and_nothing_is_stored(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as caught:
        make_team(make_user(), **{"ruleset": "bb2025", **fields})
    assert caught.value.code == code
    assert not Team.objects.exists()
    assert not Player.objects.exists()


def test_a_team_that_has_to_be_drafted_is_not_made_in_another_way() -> None:
    with pytest.raises(Refused) as caught:
        team_create(owner=make_user(), ruleset="bb2025", name="Orcs", colour="#3f7d32", short="ORC")
    assert caught.value.code == "draft-first"

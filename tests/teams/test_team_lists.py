"""Teams of a game with several team lists: one is chosen, its ready team is founded, and nothing else gets in."""

from typing import Any

import pytest

import engine
from journal.errors import Refused
from teams.models import Player, Team
from teams.services import standard_players
from teams.snapshot import team_sheet
from tests.builders import make_team, make_user

pytestmark = pytest.mark.django_db
BB2025 = engine.ruleset("bb2025")


def ready(roster: str) -> list[dict[str, Any]]:
    return standard_players(BB2025, "any", roster=roster)


def found(roster: str, players: list[dict[str, Any]] | None = None, **fields: Any) -> Team:
    return make_team(make_user(), ruleset="bb2025", roster=roster, players=players, **fields)


@pytest.mark.parametrize("roster", BB2025.team_lists())
def test_every_list_suggests_players_of_its_own_with_names_that_differ(roster: str) -> None:
    players = ready(roster)
    assert len(players) == 11
    assert {each["position"] for each in players} <= set(BB2025.positions_of(roster))
    given, *_ = zip(*(each["name"].split(" ", 1) for each in players), strict=True)
    assert len(set(given)) == 11
    assert players != standard_players(BB2025, "another team", roster=roster)


def test_names_belong_to_the_list() -> None:
    names = {roster: set(BB2025.load_names(roster)) for roster in ("orc", "wood-elf", "norse")}
    assert all(each["name"] in names["orc"] for each in ready("orc"))
    assert not names["orc"] & names["wood-elf"]
    assert all(len(name) <= 60 for roster in BB2025.team_lists() for name in BB2025.load_names(roster))


def test_what_a_team_has_beside_its_players_comes_from_the_ready_team() -> None:
    players = [{**each, "number": 89 + n} for n, each in enumerate(ready("nurgle"))]
    sheet = team_sheet(found("nurgle", players))
    standard = BB2025.standard_sheet("nurgle")
    assert {key: sheet[key] for key in ("roster", "rerolls", "apothecary", "fans")} == {
        key: standard[key] for key in ("roster", "rerolls", "apothecary", "fans")
    }
    *own, spare = sheet["players"]
    assert [each["id"] for each in own] == [str(pk) for pk in Player.objects.order_by("number").values_list("pk", flat=True)]
    assert (spare["spare"], spare["number"], spare["position"]) == (True, 100, "nurgle-rotter")
    BB2025.check_sheet(sheet, BB2025.rulings())


@pytest.mark.parametrize(
    ("fields", "code", "said"),
    [
        ({"roster": ""}, "unknown-roster", "there are amazon"),
        ({"roster": "unicorn"}, "unknown-roster", "there are amazon"),
        ({"roster": "human", "players": ready("orc")}, "bad-roster", "there is no position"),
        ({"roster": "human", "players": ready("human")[:10]}, "bad-roster", "11 to 16 players"),
        (
            {"roster": "human", "players": [{**each, "position": "human-ogre"} for each in ready("human")]},
            "bad-roster",
            "at most 1 Ogre",
        ),
        ({"ruleset": "battleball", "roster": "human"}, "unknown-roster", "no team list"),
    ],
)
def test_a_team_that_is_on_no_list_is_refused_and_nothing_is_stored(fields: dict[str, Any], code: str, said: str) -> None:
    with pytest.raises(Refused) as caught:
        make_team(make_user(), **{"ruleset": "bb2025", **fields})
    assert (caught.value.code, said in caught.value.message) == (code, True)
    assert not Team.objects.exists()
    assert not Player.objects.exists()

"""What seasons do to players, as team sheets carry it: skills gained, figures changed, old injuries, journeymen."""

from copy import deepcopy
from typing import Any

import pytest

from engine.core.dice import KeyedDice, ScriptedDice
from engine.core.errors import BadInput
from engine.rules.state import Player
from engine.rules.teams import hiring
from engine.rules.teams.rosters import rosters
from engine.rulesets import ruleset
from tests.engine.positions import sheet

RULES = ruleset("bb2025")
TWICE = "bb2025.duplicate-skill-other-source"


def with_player(roster: str, position: str, **row: Any) -> dict[str, Any]:
    """A standard team whose first player has this position and these entries."""
    team = sheet(roster)
    team["players"][0] |= {"position": position, **row}
    return team


def first(team: dict[str, Any], profile: str = "official", **overrides: str) -> Player:
    """That player in a match, after the sheet was accepted."""
    rulings = RULES.rulings(profile, {TWICE: overrides["twice"]} if overrides else None)
    RULES.check_sheet(team, rulings)
    player: Player = RULES.new_game((team, sheet("human")), ScriptedDice([]), rulings).state.players[0]
    return player


def test_a_skill_of_the_position_listed_again_is_refused_or_counts_once() -> None:
    team = with_player("human", "human-halfling-hopeful", skills=["dodge", "block"])
    with pytest.raises(BadInput, match=f"has dodge twice .*{TWICE}"):
        first(team, twice="error")
    assert first(team, twice="better-value").skills == {
        "dodge": None,
        "right-stuff": None,
        "stunty": None,
        "block": None,
    }


@pytest.mark.parametrize(("listed", "value"), [(2, 2), (4, 3)])
def test_the_better_value_counts_whichever_comes_first(listed: int, value: int) -> None:
    team = with_player("human", "human-ogre", skills=[{"id": "loner", "value": listed}])
    assert first(team, twice="better-value").skills["loner"] == value


def test_hatred_of_several_kinds_adds_up() -> None:
    hated = [{"id": "hatred", "value": each} for each in ("orc", "elf")]
    team = with_player("dwarf", "dwarf-troll-slayer", skills=hated)
    assert first(team, twice="error").skills["hatred"] == "troll, orc, elf"
    team["players"][0]["skills"] = [{"id": "hatred", "value": "troll"}]
    with pytest.raises(BadInput, match="has hatred twice"):
        first(team, twice="error")


@pytest.mark.parametrize(
    ("skill", "message"),
    [
        ({"value": 4}, "a skill is an id, or an id and a value"),
        (["block"], "a skill is an id, or an id and a value"),
        ("loner", "Loner .* cannot have the value None"),
        ({"id": "block", "value": 2}, "Block cannot have the value 2"),
    ],
)
def test_a_value_has_to_fit_the_skill(skill: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        first(with_player("human", "human-lineman", skills=[skill]))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": " "}, "a team sheet has a name"),
        ({"absent": [1]}, "whoever misses a match of Blood Bowl is not on the sheet"),
        ({"league": "moon"}, "league: 'moon' is not open to Human teams; there are old-world-classic"),
        ({"favoured_of": "nurgle"}, "favoured_of: 'nurgle' is not open to Human teams, which have none to choose"),
    ],
)
def test_a_team_of_no_kind_is_refused(changes: dict[str, Any], message: str) -> None:
    rules = ruleset("bb2025")
    with pytest.raises(BadInput) as refused:
        rules.check_sheet(sheet("human", **changes), rules.rulings())
    assert message in str(refused.value)


def test_nobody_hates_what_nobody_is() -> None:
    hater = with_player("human", "human-lineman", skills=[{"id": "hatred", "value": "zebra"}])
    with pytest.raises(BadInput, match=r"Hatred .*: no player has the keyword 'zebra'"):
        first(hater)


@pytest.mark.parametrize(
    ("position", "changes", "figures"),
    [
        ("dwarf-lineman", {"ma": 1, "st": 1, "ag": 2, "pa": 1, "av": 1}, (5, 4, 2, 4, 11)),
        ("dwarf-lineman", {"ma": -3, "st": -2, "ag": -2, "pa": -1, "av": -7}, (1, 1, 6, 6, 3)),
        ("dwarf-deathroller", {"pa": 1}, (5, 7, 5, 6, 11)),
        ("dwarf-deathroller", {"pa": 0, "st": 1}, (5, 8, 5, 0, 11)),
    ],
)
def test_figures_change_for_better_and_worse(position: str, changes: dict[str, int], figures: tuple[int, ...]) -> None:
    player = first(with_player("dwarf", position, changes=changes))
    assert (player.ma, player.st, player.ag, player.pa, player.av) == figures


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"speed": 1}, "a number for any of ma, st, ag, pa, av"),
        ({"ma": True}, "a number for any of"),
        ([], "a number for any of"),
        ({"ma": 3}, "MA is improved 2 times at most"),
        ({"ma": -4}, "MA goes from 1 to 9, not to 0"),
        ({"st": -3}, "ST goes from 1 to 8, not to 0"),
        ({"ag": -3}, r"AG goes from 1 to 6, not to 7"),
        ({"av": 2}, "AV goes from 3 to 11, not to 12"),
        ({"av": -8}, "AV goes from 3 to 11, not to 2"),
    ],
)
def test_figures_keep_their_limits(changes: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        first(with_player("dwarf", "dwarf-lineman", changes=changes))


def test_nobody_passes_worse_than_not_at_all() -> None:
    with pytest.raises(BadInput, match="PA goes from 1 to 6"):
        first(with_player("dwarf", "dwarf-deathroller", changes={"pa": -1}))


def test_old_injuries_are_on_the_sheet() -> None:
    assert first(with_player("human", "human-lineman", niggling=2)).niggling == 2
    with pytest.raises(BadInput, match="niggling injuries are a number"):
        first(with_player("human", "human-lineman", niggling=-1))


@pytest.mark.parametrize(
    ("key", "changes", "message"),
    [
        ("bb2025", {"rerolls": -1}, "Human rerolls: a whole number from 0 to 9, not -1"),
        ("bb2025", {"rerolls": 99}, "Human rerolls: a whole number from 0 to 9, not 99"),
        ("bb2025", {"cheerleaders": 7}, "Human cheerleaders: a whole number from 0 to 6"),
        ("bb2025", {"prayers": 4}, "Human prayers: a whole number from 0 to 3"),
        ("bb2025", {"apothecary": "yes"}, "Human apothecary: true or false"),
        ("bb2025", {"players": "x"}, "Human players: has to be a list, not 'x'"),
        ("bb2025", {"coach": "Ann"}, "Human: a team sheet has no field 'coach'"),
        ("bb2025", {"name": 7}, "name: has to be text"),
        ("bb2025", {"player": {"ma": 99}}, "a player has no field 'ma'"),
        ("bb2025", {"player": {"statline": {"ma": 6}}}, "a player has no field 'statline'"),
        ("bb2025", {"player": {"number": 2}}, "Human: two players have the same number"),
        ("bb2025", {"player": {"number": "1"}}, "number: a whole number from 0 to 999, not '1'"),
        ("battleball", {"players": "x"}, "Iron Wolves players: has to be a list, not 'x'"),
        ("battleball", {"rerolls": 2}, "Iron Wolves: a team sheet has no field 'rerolls'"),
        ("battleball", {"player": {"ma": 99}}, "a player has no field 'ma'"),
        ("battleball", {"player": {"number": 2}}, "Iron Wolves: two players have the same number"),
    ],
)
def test_a_sheet_holds_nothing_that_makes_no_sense(key: str, changes: dict[str, Any], message: str) -> None:
    rules = ruleset(key)
    team = deepcopy(dict(rules.standard_sheet({"bb2025": "human", "battleball": "iron-wolves"}[key])))
    team["players"][0] |= changes.get("player", {})
    with pytest.raises(BadInput) as refused:
        rules.check_sheet(team | {name: value for name, value in changes.items() if name != "player"}, rules.rulings())
    assert message in str(refused.value)


def joined_by(journeymen: int, own: int, position: str = "human-lineman") -> dict[str, Any]:
    linemen = {"position": "human-lineman", "skills": []}
    rows = [{"id": number, "number": number, "name": f"Own {number}", **linemen} for number in range(own)]
    rows += [
        {
            "id": f"j{number}",
            "number": 20 + number,
            "name": f"J {number}",
            "skills": [],
            "position": position,
            "journeyman": True,
        }
        for number in range(journeymen)
    ]
    return sheet("human", players=rows)


def test_journeymen_complete_a_team_to_eleven() -> None:
    team = joined_by(4, 7)
    team["players"].reverse()
    assert first(team).skills == {"loner": 4}
    for number, own, position, message in (
        (3, 7, "human-lineman", "11 to 16 players"),
        (2, 10, "human-lineman", "journeymen only complete a team to 11 players"),
        (1, 10, "human-catcher", "no Human Catcher can be a journeyman"),
    ):
        with pytest.raises(BadInput, match=message):
            first(joined_by(number, own, position))


def test_northmen_are_favoured_only_in_the_right_league() -> None:
    norse = rosters("bb2025")["norse"]
    assert hiring.favoured_of(norse, sheet("norse", league="chaos-clash")) == "khorne"
    assert hiring.favoured_of(norse, sheet("norse", league="old-world-classic")) == ""


def test_random_teams_hold_whatever_a_sheet_may() -> None:
    rulings = RULES.rulings("jervis")
    seen: set[str] = set()
    for number in range(150):
        dice = KeyedDice(f"teams {number}")
        for team in RULES.random_sheets(lambda count, dice=dice: dice.d(count) - 1):
            RULES.check_sheet(team, rulings)
            seen |= set(team["inducements"])
            seen |= {name for row in team["players"] for name, value in row.items() if value}
            seen |= {
                f"{name} {change > 0}"
                for row in team["players"]
                for name, change in row.get("changes", {}).items()
                if change
            }
    assert {"mercenary", "journeyman", "rookie", "spare", "captain", "niggling"} <= seen
    assert {f"{name} {better}" for name in ("ma", "st", "ag", "pa", "av") for better in (True, False)} <= seen
    assert set(hiring.inducements("bb2025")) - seen == {"star-players"}


@pytest.mark.parametrize("key", ["bb2025", "battleball"])
def test_a_sheet_has_a_size(key: str) -> None:
    rules = ruleset(key)
    fine = deepcopy(next(iter(rules.standard_sheets().values())))
    rules.check_sheet(fine, rules.rulings())
    for wrong in ({"players": fine["players"] * 2000}, {"absent": [1] * 20_000}, {"name": "x" * 81}):
        with pytest.raises(BadInput, match="at most"):
            rules.check_sheet({**fine, **wrong}, rules.rulings())

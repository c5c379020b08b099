"""Ready teams: what a coach would buy for the money of a new team."""

from collections import Counter

import pytest

from engine.rules.tables import tables
from engine.rules.teams.ready_teams import standard_sheets
from engine.rules.teams.rosters import rosters
from engine.rules.teams.shopping import shop
from engine.rules.teams.staff import FANS, staff_prices

EDITION = "bb2025"
ROSTERS = rosters(EDITION)
COSTS = tables(EDITION)["draft_costs_k"]


@pytest.mark.parametrize("key", ROSTERS)
def test_the_money_is_spent_as_coaches_do(key: str) -> None:
    team, roster = standard_sheets(EDITION)[key], ROSTERS[key]
    players = [roster.positions[row["position"]] for row in team["players"] if not row.get("spare")]
    staff = {what: int(team.get(what, 0)) for what in staff_prices(EDITION, roster)}
    fans = (team[FANS] - COSTS["dedicated_fans_start"]) * COSTS["dedicated_fan"]
    paid = sum(price * staff[what] for what, price in staff_prices(EDITION, roster).items())
    left = COSTS["budget"] - sum(each.cost for each in players) - paid - fans
    assert 0 <= left <= 20
    cheap = 4 * min(each.cost for each in roster.journeymen) <= roster.reroll_cost
    assert 11 <= len(players) <= (16 if cheap else 13)
    assert 2 <= team["rerolls"] <= 4
    assert team["apothecary"] == roster.apothecary
    assert 1 <= team[FANS] <= COSTS["dedicated_fans_start_max"]
    assert sum(not each.journeyman for each in players) >= 2  # somebody better than a lineman


def bought(key: str, purse: int | None = None) -> Counter[str]:
    return Counter(each.key for each in shop(EDITION, ROSTERS[key], purse).players)


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("shambling-undead", {"mummy": 2, "wight-blitzer": 2, "ghoul-runner": 2}),
        ("black-orc", {"blocker": 6}),
        ("wood-elf", {"wardancer": 2}),
        ("ogre", {"runt-punter": 1, "blocker": 4}),
        ("goblin", {"looney": 1, "bomma": 1, "fanatic": 1}),
        ("snotling", {"lineman": 6}),
    ],
)
def test_the_players_who_make_a_roster_come_first(key: str, wanted: dict[str, int]) -> None:
    assert {name: bought(key)[f"{key}-{name}"] for name in wanted} == wanted


def test_dwarfs_have_somebody_to_carry_the_ball() -> None:
    assert bought("dwarf")["dwarf-runner"] >= 1


def test_the_eleven_is_not_filled_with_whoever_is_cheapest() -> None:
    assert bought("orc")["orc-goblin-lineman"] == 0


def test_a_small_purse_still_buys_eleven() -> None:
    assert bought("human", 500).total() == 11
    assert bought("human", 500)["human-halfling-hopeful"] == 3

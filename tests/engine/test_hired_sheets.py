"""Inducements on a team sheet: who may have which, how many, and for how much."""

from typing import Any

import pytest

from engine.core.errors import BadInput
from engine.rules.teams import hiring
from engine.rules.teams.rosters import rosters
from engine.rules.teams.sheet import team
from engine.rulesets import ruleset
from engine.rulesets.bb2025.staff import INDUCEMENTS
from tests.engine.positions import match_of, sheet

EDITION = "bb2025"
NUMBERS = {  # what only adds to the team's numbers, with the sheet
    "part-time-assistant-coaches": "assistant_coaches",
    "temp-agency-cheerleaders": "cheerleaders",
    "bribes": "bribes",
    "wandering-apothecary": "apothecaries",
    "prayers-to-nuffle": "prayers_bought",
}
ELSEWHERE = {"team-mascot", "extra-team-training", "mercenary-players", "star-players"}


def check(key: str, **changes: Any) -> None:
    rules = ruleset(EDITION)
    rules.check_sheet(sheet(key, **changes), rules.rulings())


def test_every_inducement_of_the_book_does_something() -> None:
    assert set(hiring.inducements(EDITION)) == set(INDUCEMENTS) | set(NUMBERS) | ELSEWHERE


@pytest.mark.parametrize(
    ("roster", "hired"),
    [
        ("human", {"wandering-apothecary": 2, "bribes": 3, "sports-wizard": 1, "dodgy-league-rep": 1}),
        ("goblin", {"bribes": 6}),
        ("shambling-undead", {"mortuary-assistant": 1}),
        ("nurgle", {"plague-doctor": 1}),
        ("halfling", {"halfling-master-chef": 1, "blitzers-best-kegs": 2, "josef-bugman-staff": 1}),
    ],
)
def test_a_team_hires_what_it_may(roster: str, hired: dict[str, int]) -> None:
    check(roster, inducements=hired)


@pytest.mark.parametrize(
    ("roster", "hired", "message"),
    [
        ("human", {"dancing-bear": 1}, "there is no inducement 'dancing-bear'"),
        ("human", {"wizard": 1}, "there is no inducement 'wizard'"),
        ("human", {"canopic-jar": 1}, "canopic-jar is from Spike! 20 and not among the inducements of the book"),
        ("human", {"bribes": 4}, "1 to 3 Bribes, not 4"),
        ("human", {"bribes": 0}, "1 to 3 Bribes, not 0"),
        ("human", {"bribes": True}, "1 to 3 Bribes, not True"),
        ("goblin", {"bribes": 7}, "1 to 6 Bribes, not 7"),
        ("human", {"sports-wizard": 2}, "1 to 1 Sports-Wizard, not 2"),
        ("human", {"mortuary-assistant": 1}, "only for teams with masters-of-undeath"),
        ("human", {"plague-doctor": 1}, "only for teams with favoured-of"),
        ("khorne", {"plague-doctor": 1}, "only for teams favoured of nurgle"),
        ("human", {"riotous-rookies": 1}, "only for teams with low-cost-linemen"),
        ("shambling-undead", {"wandering-apothecary": 1}, "only for teams that may have an apothecary"),
        ("human", {"mercenary-players": 1}, "1 mercenary players were bought, and 0 are on the sheet"),
        ("human", [], "inducements are a number for each id"),
    ],
)
def test_what_a_team_may_not_hire_is_refused(roster: str, hired: Any, message: str) -> None:
    with pytest.raises(BadInput, match=r"Core p|number for each") as refused:
        check(roster, inducements=hired)
    assert message in str(refused.value)


def test_an_alignment_is_chosen_where_there_is_a_choice() -> None:
    check("chaos-chosen", inducements={"plague-doctor": 1}, favoured_of="nurgle")
    with pytest.raises(BadInput, match="favoured of nurgle"):
        check("chaos-chosen", inducements={"plague-doctor": 1}, favoured_of="khorne")


def test_prices_are_those_of_the_team() -> None:
    def price(key: str, **hired: int) -> int:
        given = {name.replace("_", "-"): number for name, number in hired.items()}
        return hiring.cost(EDITION, rosters(EDITION)[key], sheet(key, inducements=given))

    assert price("human", bribes=3, weather_mage=1, sports_wizard=1) == 300 + 25 + 150
    assert price("goblin", bribes=3, dodgy_league_rep=1) == 150 + 80
    assert (price("halfling", halfling_master_chef=1), price("human", halfling_master_chef=1)) == (100, 300)


@pytest.mark.parametrize(("key", "field"), NUMBERS.items())
def test_staff_counts_for_this_match(key: str, field: str) -> None:
    with_one, without = (team(EDITION, sheet("human", inducements=hired), 0) for hired in ({key: 2}, {}))
    assert getattr(with_one, field) == getattr(without, field) + 2


def test_a_mascot_can_be_bought_like_the_rest() -> None:
    assert team(EDITION, sheet("human", inducements={"team-mascot": 1}), 0).mascot


def mercenaries(*rows: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A human team of eleven with these mercenaries."""
    players = [row for row in sheet("human")["players"] if not row.get("spare")][:11]
    hired = [
        {"id": f"m{number}", "number": 20 + number, "name": f"Merc {number}", "mercenary": True} | row
        for number, row in enumerate(rows)
    ]
    return sheet("human", players=players + hired, inducements={"mercenary-players": len(rows)}) | changes


LINEMAN = {"position": "human-lineman"}


def test_a_mercenary_is_a_loner_with_one_primary_skill() -> None:
    rules = ruleset(EDITION)
    given = mercenaries(LINEMAN | {"skills": ["block"]}, LINEMAN)
    rules.check_sheet(given, rules.rulings())
    cost = rosters(EDITION)["human"].positions["human-lineman"].cost
    assert hiring.cost(EDITION, rosters(EDITION)["human"], given) == 2 * (cost + 30) + 50
    game = rules.new_game((given, sheet("human")), match_of("{}")[1], rules.rulings())
    hired = [player for player in game.state.players if player.mercenary]
    assert [player.skills for player in hired] == [{"block": None, "loner": 4}, {"loner": 4}]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([LINEMAN | {"skills": ["block", "tackle"]}], "a mercenary has one primary skill at most"),
        ([LINEMAN | {"skills": ["guard"]}], "a mercenary has one primary skill at most"),
        ([LINEMAN] * 4, "1 to 3 Mercenary Players, not 4"),
        ([{"position": "human-ogre"}] * 2, "at most 1 Ogre"),
    ],
)
def test_mercenaries_beyond_the_limits_are_refused(rows: list[dict[str, Any]], message: str) -> None:
    rules = ruleset(EDITION)
    with pytest.raises(BadInput, match=message):
        rules.check_sheet(mercenaries(*rows), rules.rulings())


def test_rookies_wait_on_the_sheet() -> None:
    low_cost = next(roster for roster in rosters(EDITION).values() if "low-cost-linemen" in roster.special_rules)
    plain = sheet(low_cost.key)
    rows = [*plain["players"], *hiring.rookies(EDITION, low_cost, plain["players"], ["riotous-rookies"])]
    check(low_cost.key, inducements={"riotous-rookies": 1}, players=rows)
    with pytest.raises(BadInput, match="7 rookies wait on the sheet, not 0"):
        check(low_cost.key, inducements={"riotous-rookies": 1})
    with pytest.raises(BadInput, match="0 rookies wait on the sheet, not 7"):
        check(low_cost.key, players=rows)

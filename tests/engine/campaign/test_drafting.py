"""Drafting a team within the budget (Core pp.86-91)."""

from typing import Any

import pytest

from engine.campaign.club import Club
from engine.campaign.refusal import Refusal
from engine.campaign.value import team_value
from engine.core.dice import KeyedDice
from engine.rules.teams.rosters import rosters
from tests.engine.campaign.editors import CAMPAIGN, EDITION


def players(*groups: tuple[str, int]) -> list[dict[str, Any]]:
    positions = [position for position, count in groups for _ in range(count)]
    return [
        {"position": position, "name": f"No. {number}", "number": number}
        for number, position in enumerate(positions, start=1)
    ]


def humans(**changes: Any) -> dict[str, Any]:
    """Two blitzers at 85, ten linemen at 50, three re-rolls at 50, an apothecary, two coaches, a cheerleader, three fans."""
    draft = {
        "roster": "human",
        "players": players(("human-blitzer", 2), ("human-lineman", 10)),
        "rerolls": 3,
        "fans": 3,
    }
    staff = {"apothecary": True, "assistant_coaches": 2, "cheerleaders": 1, "captain": 1}
    return {**draft, **staff, **changes}


def club(draft: dict[str, Any]) -> Club:
    return CAMPAIGN.club(CAMPAIGN.draft.found(draft, {}))


def test_what_is_left_of_the_budget_is_the_treasury() -> None:
    owed = CAMPAIGN.draft.bill(humans(), {})
    players = {"human-blitzer": 170, "human-lineman": 500}
    staff = {"rerolls": 150, "assistant_coaches": 20, "cheerleaders": 10, "apothecary": 50, "fans": 10}
    assert {line.what: line.total for line in owed.lines} == players | staff
    assert (owed.total, owed.left, owed.value) == (910, 90, 900)
    made = club(humans())
    assert made.treasury == 90
    assert team_value(made) == 900
    assert (made.rerolls, made.apothecary, made.assistant_coaches, made.cheerleaders, made.fans) == (3, 1, 2, 1, 3)
    assert made.captain == 1
    assert made.league == "old-world-classic"
    assert [member.number for member in made.listed] == list(range(1, 13))


def test_fans_start_at_one_for_nothing() -> None:
    draft = humans()
    del draft["fans"]
    assert (CAMPAIGN.draft.bill(draft, {}).total, club(draft).fans) == (900, 1)


def test_a_league_may_set_another_budget() -> None:
    assert CAMPAIGN.draft.bill(humans(), {"budget": 1100}).left == 190
    assert [each.code for each in CAMPAIGN.draft.problems(humans(), {"budget": 900})] == ["over-budget"]


SNOTLINGS = {
    "roster": "snotling",
    "rerolls": 0,
    "players": players(("snotling-trained-troll", 2), ("snotling-lineman", 9)),
}
RENEGADES = {
    "roster": "chaos-renegades",
    "players": players(("chaos-renegade-human", 11)),
    "favoured_of": "khorne",
}
GOBLINS = {"roster": "goblin", "players": players(("goblin-lineman", 11)), "league": "badlands-brawl"}
NORSE = {"roster": "norse", "players": players(("norse-raider", 11))}

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("too-few-players", humans(players=players(("human-lineman", 9))), "2 more needed: a team has 11 to 16 players"),
    (
        "too-many-players",
        humans(players=players(("human-lineman", 16), ("human-halfling-hopeful", 1)), rerolls=0),
        "not 17",
    ),
    (
        "position-full",
        humans(players=players(("human-blitzer", 3), ("human-lineman", 8))),
        "At most 2 Human Blitzer, not 3",
    ),
    ("insignificant", SNOTLINGS, "9 Insignificant players are more than the 2 others"),
    (
        "same-name",
        humans(players=[*humans()["players"], {"position": "human-lineman", "name": "NO. 4 ", "number": 20}]),
        "Numbers 4 and 20 are both called NO. 4.",
    ),
    (
        "same-number",
        humans(players=[{**each, "number": max(each["number"], 2)} for each in humans()["players"]], captain=None),
        "2 players wear number 2",
    ),
    (
        "bad-number",
        humans(players=[{**each, "number": each["number"] + 88} for each in humans()["players"]], captain=None),
        "1 to 99",
    ),
    (
        "bad-name",
        humans(players=[{**each, "name": "  "} for each in humans()["players"][:1]] + humans()["players"][1:]),
        "Number 1",
    ),
    (
        "rerolls-limit",
        humans(rerolls=9, players=players(("human-halfling-hopeful", 3), ("human-lineman", 8)), apothecary=0, fans=1),
        "0 to 8",
    ),
    ("assistant-coaches-limit", humans(assistant_coaches=7), "0 to 6"),
    ("cheerleaders-limit", humans(cheerleaders=-1), "not -1"),
    (
        "apothecary-limit",
        {**CAMPAIGN.draft.standard("tomb-kings"), "apothecary": 1, "rerolls": 0},
        "A Tomb Kings team has no apothecaries",
    ),
    ("fans-limit", humans(fans=4), "1 to 3 dedicated fans, not 4"),
    ("fans-limit", humans(fans=0), "not 0"),
    ("league", {**GOBLINS, "league": "old-world-classic"}, "Badlands Brawl or Underworld Challenge"),
    ("league", {**GOBLINS, "league": ""}, "Choose one league"),
    ("favoured-of", {**RENEGADES, "favoured_of": ""}, "Khorne or Nurgle"),
    ("favoured-of", {**NORSE, "league": "old-world-classic", "favoured_of": "khorne"}, "cannot be favoured of Khorne"),
    ("big-guy", humans(players=players(("human-ogre", 1), ("human-lineman", 11)), rerolls=1), "Big Guy"),
    ("no-such-player", humans(captain=77), "number 77"),
    ("no-captain", {**GOBLINS, "captain": 1}, "no Team Captain"),
    ("over-budget", humans(rerolls=5), "costs 1010k, and there are 1000k"),
    ("no-such-roster", humans(roster="martian"), "Choose a roster"),
    ("no-such-position", humans(players=players(("orc-lineman", 11))), "no 'orc-lineman'"),
    ("bad-draft", humans(colour="red"), "colour"),
    ("bad-draft", humans(rerolls="3"), "rerolls"),
    ("bad-draft", humans(rerolls=True), "rerolls"),
    ("bad-draft", humans(players=[{"position": "human-lineman"}]), "a name and a number"),
    ("bad-draft", humans(players=["human-lineman"]), "a name and a number"),
]


@pytest.mark.parametrize(("code", "draft", "words"), REFUSED, ids=[f"{code}: {words}" for code, _, words in REFUSED])
def test_a_list_that_is_no_team(code: str, draft: dict[str, Any], words: str) -> None:
    """Just the one problem; and a team is not created with it."""
    (problem,) = CAMPAIGN.draft.problems(draft, {})
    assert (problem.code, words in str(problem)) == (code, True)
    assert problem.rule.startswith("Core p.")
    with pytest.raises(Refusal) as refused:
        CAMPAIGN.draft.found(draft, {})
    assert refused.value.code == code


def test_big_guys_together_have_a_limit() -> None:
    trolls = players(*((f"chaos-renegade-{kind}", 1) for kind in ("troll", "ogre", "minotaur", "rat-ogre")))
    linemen = players(("chaos-renegade-human", 12))[4:]
    draft = {**RENEGADES, "players": [*trolls, *linemen], "rerolls": 0}
    assert [each.code for each in CAMPAIGN.draft.problems(draft, {"budget": 1200})] == ["group-full"]


def test_what_is_no_document_at_all() -> None:
    assert [each.code for each in CAMPAIGN.draft.problems([], {})] == ["bad-draft"]


def test_all_problems_are_told_at_once() -> None:
    draft = {"roster": "goblin", "players": [], "rerolls": 20, "captain": 3}
    assert [each.code for each in CAMPAIGN.draft.problems(draft, {})] == [
        *("league", "too-few-players", "rerolls-limit", "no-captain", "over-budget"),
    ]


def test_the_league_decides_about_the_favour_of_norse_gods() -> None:
    assert club({**NORSE, "league": "chaos-clash"}).favoured_of == "khorne"
    assert club({**NORSE, "league": "old-world-classic"}).favoured_of == ""


@pytest.mark.parametrize("roster", rosters(EDITION))
def test_ready_drafts_are_legal_and_sensible(roster: str) -> None:
    draft = CAMPAIGN.draft.standard(roster)
    made, owed = club(draft), CAMPAIGN.draft.bill(draft, {})
    assert 11 <= len(made.listed) <= (16 if roster == "snotling" else 13)
    assert 2 <= made.rerolls <= 4
    assert owed.left <= 20
    assert made.apothecary == made.roster.apothecary
    assert (made.captain is not None) == made.roster.has_captain
    assert team_value(made) == owed.value >= 950
    dice = KeyedDice(roster)
    for _ in range(5):
        assert CAMPAIGN.draft.problems(CAMPAIGN.draft.random(roster, lambda most: dice.d(most) - 1), {}) == []

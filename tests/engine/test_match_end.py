"""How drives, halves and matches begin and end, and what a match hands over to its league."""

from typing import Any

import pytest

from engine.core.decisions import Decision
from engine.core.dice import KeyedDice
from engine.core.match import Match
from engine.rules.state import Player
from engine.rules.tables import table, tables
from engine.rulesets import ruleset
from tests.engine.positions import match_of, played, sheet

CASES = {
    "chef, set-ups, bugman, leader, kick-off": """
        position:
          stage: drive
          kicking: away
          turns: [0, 0]
          rerolls: [0, 0]
          inducements: {home: {halfling-master-chef: 1, josef-bugman-staff: 1}, away: {josef-bugman-staff: 1}}
          skills: {A: [leader]}
          reserves: [A, x]
        dice: [1, 1, 1]
        script:
          - away set-up: any
          - home set-up: any
          - away use-inducement: false
          - home use-inducement: false
        expect: {next: away kicker, rolls: [[halfling-master-chef, 1], [halfling-master-chef, 1], [halfling-master-chef, 1]], rerolls: [1, 0]}
    """,
    "who is off the line and in no wide zone kicks off": """
        position: {stage: drive, kicking: home, reserves: [A, B, C, D, E, F, x]}
        script: [{set-up: {A: "13,7", B: "13,8", C: "13,9", D: "12,5", E: "12,4", F: "12,12"}}, {set-up: any}]
        expect: {next: home kicker, offers_only: [D]}
    """,
    "from the line, with everybody else in wide zones": """
        position: {stage: drive, kicking: home, reserves: [A, B, C, D, E, x]}
        script: [{set-up: {A: "13,7", B: "13,8", C: "13,11", D: "12,4", E: "12,12"}}, {set-up: any}]
        expect: {next: home kicker, offers_only: [A, B, C]}
    """,
    "a drawn match ends where a draw will do": """
        position: {stage: drive-end, half: 2, turns: [8, 8], score: [1, 1], reserves: [A, x]}
        expect: {next: over, winner: draw}
    """,
    "extra time where a winner is needed": """
        position: {stage: drive-end, half: 2, turns: [8, 8], score: [1, 1], winner_needed: true, rerolls: [1, 0], reserves: [A, x], skills: {A: [leader]}}
        dice: [2, 2, 5, 4]
        script: [{home kick-or-receive: receive}, {away set-up: any}, {home set-up: any}]
        expect: {half: 3, turns: [0, 0], rerolls: [1, 0], next: away kicker}
    """,
    "no extra time for a winner": """
        position: {stage: drive-end, half: 2, turns: [8, 8], score: [2, 1], winner_needed: true, reserves: [A, x]}
        expect: {next: over, winner: home}
    """,
    "a touchdown does not end extra time": """
        position: {home: {A: "25,8"}, away: {x: "1,1"}, half: 3, extra_time: true, winner_needed: true, turns: [3, 2], score: [1, 1], ball: A}
        script: [{activate: A}, {declare: move}, {step: ["26,8"]}]
        expect: {score: [2, 1], half: 3, next: home set-up}
    """,
    "penalties, with ties rolled again": """
        position: {stage: drive-end, half: 3, extra_time: true, turns: [8, 8], score: [1, 1], winner_needed: true, reserves: [A, x]}
        dice: [6, 1, 1, 6, 3, 3, 2, 1, 1, 2, 1, 6]
        expect: {next: over, winner: away, score: [1, 1]}
    """,
    "extra time where two matches together are level": """
        position: {stage: drive-end, half: 2, turns: [8, 8], score: [2, 1], first_leg: [0, 1], winner_needed: true, reserves: [A, x]}
        dice: [2, 5]
        script: [{away kick-or-receive: receive}, {home set-up: any}, {away set-up: any}]
        expect: {half: 3, turns: [0, 0], next: home kicker}
    """,
    "no extra time for a draw that the first match has decided": """
        position: {stage: drive-end, half: 2, turns: [8, 8], score: [1, 1], first_leg: [0, 1], winner_needed: true, reserves: [A, x]}
        expect: {next: over, winner: draw}
    """,
    "penalties after a second match leave it its winner": """
        position: {stage: drive-end, half: 3, extra_time: true, turns: [8, 8], score: [2, 1], first_leg: [0, 1], winner_needed: true, reserves: [A, x]}
        dice: [1, 6, 1, 6, 1, 6, 2, 1, 1, 6]
        expect: {next: over, winner: home, score: [2, 1]}
    """,
    "the second team scores in the first one's turn": """
        position: {home: {A: "3,8"}, away: {x: "2,8"}, ball: x, kicked_first: away, turns: [3, 2]}
        dice: [3]
        script: [{activate: A}, {declare: block}, {block-target: x}, {push: "1,8"}, {follow-up: false}]
        expect: {score: [0, 1], turns: [3, 3], next: away set-up}
    """,
    "the first team scores in the second one's turn": """
        position: {home: {A: "25,8"}, away: {x: "24,8"}, ball: A, turn: away, kicked_first: away, turns: [3, 3]}
        dice: [3]
        script: [{activate: x}, {declare: block}, {block-target: A}, {push: "26,8"}, {follow-up: false}]
        expect: {score: [1, 0], turns: [4, 3], next: home set-up}
    """,
    "nothing is left to skip after the eighth turn": """
        position: {home: {A: "25,8"}, away: {x: "24,8"}, ball: A, turn: away, kicked_first: away, turns: [8, 8]}
        dice: [3]
        script: [{activate: x}, {declare: block}, {block-target: A}, {push: "26,8"}, {follow-up: false}]
        expect: {score: [1, 0], half: 2, turns: [0, 0]}
    """,
    "the skipped turn may be the last one of the half": """
        position: {home: {A: "3,8"}, away: {x: "2,8"}, ball: x, kicked_first: away, turns: [8, 7]}
        dice: [3]
        script: [{activate: A}, {declare: block}, {block-target: x}, {push: "1,8"}, {follow-up: false}]
        expect: {score: [0, 1], half: 2, turns: [0, 0], next: home set-up}
    """,
    "conceding at the start of an own turn": """
        position: {home: {A: "10,8"}, away: {x: "2,8"}, score: [3, 1], may_concede: [true, false]}
        script: [{activate: concede}]
        expect: {next: over, score: [0, 2], winner: away, happened: [conceded]}
    """,
    "the winner keeps what it scored": """
        position: {home: {A: "10,8"}, away: {x: "2,8"}, score: [0, 4], may_concede: [true, true]}
        script: [{activate: concede}]
        expect: {score: [0, 4], winner: away}
    """,
    "nobody concedes in the middle of a turn": """
        position: {home: {A: "10,8", B: "10,10"}, away: {x: "2,8"}, may_concede: [true, true]}
        script: [{activate: A}, {declare: move}, {step: end}]
        expect: {next: home activate, offers: [B, end-turn], not_offered: [concede]}
    """,
    "nobody concedes where that is not allowed": """
        position: {home: {A: "10,8"}, away: {x: "2,8"}}
        expect: {next: home activate, not_offered: [concede]}
    """,
    "too few for the line": """
        position: {stage: drive, kicking: home, score: [1, 0], reserves: [A, B, x, y, z], may_concede: [true, true]}
        script: [{home concede: true}]
        expect: {next: over, score: [0, 2], winner: away}
    """,
    "too few play on if they like": """
        position: {stage: drive, kicking: home, reserves: [A, B, x, y, z], may_concede: [true, true]}
        script: [{home concede: false}, {home set-up: any}]
        expect: {next: away set-up}
    """,
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_drives_and_halves(case: str) -> None:
    assert played(case) == []


# What is handed over ----------------------------------------------------------------------------------------------------------

RULES = ruleset("bb2025")
BLOCK = """
    position:
      home: {A: "10,8"}
      away: {x: "11,8", y: "20,8"}
      stats: {x: {av: 3}}
      keywords: {A: [blitzer, orc, goblin], x: [lineman, human]}
      reserves: [B]
      may_concede: [true, true]
    dice: [%s]
"""


def blocked(dice: str) -> Match:
    """A has blocked x, who is off the pitch now."""
    match, _ = match_of(BLOCK % dice)
    for choice in (0, "block", 2):
        match.choose(choice)
    while match.pending is not None and match.pending.question.key != "activate":
        match.choose(match.pending.options.some(lambda count: 0))
    return match


def handed_over(match: Match) -> dict[str, Any]:
    rows = match.game.state.players
    sheets = tuple(
        {"players": [{"id": player.name} for player in rows if player.side == side], "treasury_spent": 50 * side}
        for side in (0, 1)
    )
    return RULES.result(match.game, sheets)


def test_a_casualty_is_handed_over_with_who_caused_it() -> None:
    result = handed_over(blocked("6, 3, 3, 6, 6, 13, 6"))
    assert result["injuries"]["away"] == {
        "x": {"result": "lasting-injury", "lost": "st", "by": "A", "by_side": "home", "may_hate": ["orc", "goblin"]}
    }
    assert result["injuries"]["home"] == {}
    assert result["players"]["home"]["A"]["spp"] == 2
    assert result["treasury_spent"] == [0, 50]


@pytest.mark.parametrize("face", [1, 16])
def test_nobody_gets_even_who_misses_no_game_or_all(face: int) -> None:
    injury = handed_over(blocked(f"6, 3, 3, 6, 6, {face}"))["injuries"]["away"]["x"]
    assert injury["may_hate"] == []


def test_nobody_gets_even_in_an_edition_that_does_not_know_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(tables("bb2025"), "getting_even")
    injury = handed_over(blocked("6, 3, 3, 6, 6, 9"))["injuries"]["away"]["x"]
    assert injury["may_hate"] == []


def test_which_keywords_nobody_hates_is_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(table("bb2025", "getting_even"), "excluded_keywords", [])
    injury = handed_over(blocked("6, 3, 3, 6, 6, 9"))["injuries"]["away"]["x"]
    assert "blitzer" in injury["may_hate"]


def test_the_most_valuable_player_took_part_and_lives() -> None:
    match = blocked("6, 3, 3, 6, 6, 16")
    for player in match.game.state.players:
        player.played = player.name != "B"
    mvp = handed_over(match)["mvp"]
    assert mvp == {"home": {"candidates": ["A"], "awards": 1}, "away": {"candidates": ["y"], "awards": 1}}


def test_a_mercenary_earns_nothing() -> None:
    """Nor does his casualty count in the team's record, where only those with points do."""
    match = blocked("6, 3, 3, 6, 6, 1")
    assert handed_over(match)["casualties"] == [1, 0]
    me: Player = match.game.state.players[0]
    me.mercenary = me.played = True
    result = handed_over(match)
    assert result["players"]["home"]["A"]["spp"] == 0
    assert result["mvp"]["home"]["candidates"] == []
    assert result["mercenaries"]["home"] == ["A"]
    assert result["casualties"] == [0, 0]


def test_brutes_earn_more_for_a_casualty() -> None:
    match = blocked("6, 3, 3, 6, 6, 1")
    match.game.state.teams[0].special_rules = ("brawlin-brutes",)
    assert handed_over(match)["players"]["home"]["A"]["spp"] == 3


def test_who_gives_up_loses_the_points_of_the_match() -> None:
    match = blocked("6, 3, 3, 6, 6, 1")
    for choice in ("end-turn", "concede"):
        match.choose(choice)
    result = handed_over(match)
    assert result["concession"] == {"side": "home", "penalty": True}
    assert (result["score"], result["winner"]) == ([0, 2], "away")
    assert result["players"]["home"]["A"]["spp"] == 0
    assert [result["mvp"][side]["awards"] for side in ("home", "away")] == [0, 2]


def test_who_cannot_field_a_team_keeps_them() -> None:
    match, _ = match_of("position: {stage: drive, kicking: home, reserves: [A, x, y, z], may_concede: [true, true]}")
    match.choose(True)
    result = handed_over(match)
    assert result["concession"] == {"side": "home", "penalty": False}
    assert [result["mvp"][side]["awards"] for side in ("home", "away")] == [1, 1]


class Stubborn:
    """Plays the first legal answer, and never gives up."""

    def choose(self, decision: Decision[Any]) -> Any:
        return decision.options.some(lambda count: 0) if decision.question.key != "activate" else "end-turn"


def test_a_whole_match_hands_over_all_there_is() -> None:
    low_cost = sheet("goblin", treasury_spent=150, winner_needed=True)
    sheets = (low_cost, sheet("human", inducements={"bribes": 1, "blitzers-best-kegs": 1}))
    match = RULES.start(sheets, KeyedDice("hand over"), RULES.rulings())
    coach = Stubborn()
    while match.pending is not None:
        match.choose(coach.choose(match.pending))
    result = RULES.result(match.game, sheets)
    assert result["overtime_rounds"] == 1
    assert sum(result["penalties"]) == 5
    assert result["winner"] == ("home" if result["penalties"][0] > result["penalties"][1] else "away")
    assert result["score"] == [0, 0]
    assert all(20 <= turns <= 26 for turns in result["turns_played"])
    assert result["inducements"] == {"home": {}, "away": {"bribes": 1, "blitzers-best-kegs": 1}}
    assert result["treasury_spent"] == [150, 0]
    assert (result["journeymen"], result["raised"]) == ({"home": [], "away": []}, {"home": [], "away": []})
    assert all(factor >= 2 for factor in result["fan_factors"])
    assert len(result["mvp"]["home"]["candidates"]) >= 11
    took_part = [id for id, figures in result["players"]["home"].items() if figures["took_part"]]
    assert set(result["mvp"]["home"]["candidates"]) <= set(took_part)

"""Fouls and the referee, step by step (Core p.69)."""

from typing import Any

import pytest

from engine.coaches.bloodbowl import BloodBowlPlanner
from engine.core.decisions import Decision, Listed
from engine.rules.foul import NUMBER_OF_ASSISTS
from tests.engine.positions import match_of, played

FOUL = "{activate: A}, {declare: foul}, {step: foul x}"
CASES = {
    "armour that is met is broken": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8"}}, prone: [x]}}
        dice: [4, 5, 1, 2]
        script: [{FOUL}]
        expect: {{status: {{x: stunned, A: standing}}, next: home activate, not_offered: [A]}}
    """,
    "armour that is not met holds": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8"}}, stunned: [x]}}
        dice: [3, 5]
        script: [{FOUL}]
        expect: {{status: {{x: stunned}}, next: home activate}}
    """,
    "team-mates help and opponents hinder": f"""
        position: {{home: {{A: "10,8", B: "12,7", C: "12,8"}}, away: {{x: "11,8", y: "9,8"}}, prone: [x]}}
        dice: [3, 5, 1, 2]
        script: [{FOUL}]
        expect: {{status: {{x: stunned}}, rolls: [[armour, 3, 5], [injury, 1, 2]]}}
    """,
    "a marked helper is none, and Guard is no help": f"""
        position: {{home: {{A: "10,8", B: "12,8"}}, away: {{x: "11,8", y: "13,8"}}, prone: [x], skills: {{B: [guard]}}}}
        dice: [3, 5]
        script: [{FOUL}]
        expect: {{status: {{x: prone}}, last_roll: {{what: armour, total: 8}}}}
    """,
    "a helper who is marked by the fouler alone protects": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8", y: "10,9"}}, prone: [x]}}
        dice: [4, 5]
        script: [{FOUL}]
        expect: {{status: {{x: prone}}, last_roll: {{what: armour, total: 8}}}}
    """,
    "a helper who is marked by another does not protect": f"""
        position: {{home: {{A: "10,8", B: "10,10"}}, away: {{x: "11,8", y: "10,9"}}, prone: [x]}}
        dice: [4, 5, 1, 2]
        script: [{FOUL}]
        expect: {{status: {{x: stunned}}}}
    """,
    "the Distracted neither help nor hinder": f"""
        position: {{home: {{A: "10,8", B: "12,8"}}, away: {{x: "11,8", y: "10,9"}}, prone: [x], distracted: [B, y]}}
        dice: [4, 4]
        script: [{FOUL}]
        expect: {{next: home argue, last_roll: {{what: armour, total: 8}}}}
    """,
    "nobody fouls who stands": """
        position: {home: {A: "10,8", B: "10,9"}, away: {x: "11,8"}, prone: [B]}
        script: [{activate: A}, {declare: foul}]
        expect: {not_offered: [foul x, foul B]}
    """,
    "from the ground": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8"}}, prone: [A, x]}}
        dice: [1, 2]
        script: [{FOUL}]
        expect: {{status: {{A: standing, x: prone}}}}
    """,
    "one a turn, and no moving on": f"""
        position: {{home: {{A: "10,8", B: "10,9"}}, away: {{x: "11,8"}}, prone: [x]}}
        dice: [1, 2]
        script: [{FOUL}, {{activate: B}}]
        expect: {{next: home declare, not_offered: [foul]}}
    """,
    "the injury is settled before the referee looks": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8", y: "25,2"}}, prone: [x], apothecaries: [0, 1]}}
        dice: [5, 5, 4, 5]
        script: [{FOUL}]
        expect: {{next: away apothecary}}
    """,
    "a casualty by a foul earns nothing": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8", y: "25,2"}}, prone: [x]}}
        dice: [4, 5, 4, 6, 9]
        script: [{FOUL}]
        expect: {{status: {{x: casualty}}, spp: {{A: 0}}, credited: []}}
    """,
    "Sent-off without a word": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8"}}, prone: [x]}}
        dice: [2, 2]
        script: [{FOUL}, {{argue: false}}]
        expect: {{status: {{A: sent-off}}, next: away activate, happened: [turn-over]}}
    """,
    "an argument that changes nothing": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8"}}, prone: [x]}}
        dice: [2, 2, 5]
        script: [{FOUL}, {{argue: true}}]
        expect: {{status: {{A: sent-off}}, next: away activate}}
    """,
    "an argument that is won keeps the player and loses the turn": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8"}}, prone: [x], bribes: [1, 0]}}
        dice: [2, 2, 6]
        script: [{FOUL}, {{argue: true}}]
        expect: {{status: {{A: standing}}, at: {{A: "10,8"}}, bribes: [1, 0], next: away activate, happened: [turn-over]}}
    """,
    "a bribe helps even a coach who was thrown out for it": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8"}}, prone: [x], bribes: [1, 0]}}
        dice: [2, 2, 1, 2]
        script: [{FOUL}, {{argue: true}}, {{bribe: true}}]
        expect: {{status: {{A: standing}}, bribes: [0, 0], next: home activate, did_not_happen: [turn-over]}}
    """,
    "who was thrown out argues no more": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8"}}, prone: [x], bribes: [1, 0], coach_ejected: [true, false]}}
        dice: [2, 2]
        script: [{FOUL}]
        expect: {{next: home bribe}}
    """,
    "a bribe may be declined": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8"}}, prone: [x], bribes: [1, 0]}}
        dice: [2, 2]
        script: [{FOUL}, {{argue: false}}, {{bribe: false}}]
        expect: {{status: {{A: sent-off}}, bribes: [1, 0]}}
    """,
    "a team re-roll changes none of these dice": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8"}}, prone: [x], bribes: [1, 0], rerolls: [3, 0]}}
        dice: [2, 2, 3, 1]
        script: [{FOUL}, {{argue: true}}, {{bribe: true}}]
        expect: {{status: {{A: sent-off}}, rerolls: [3, 0], next: away activate}}
    """,
    "under scrutiny help can be left out": f"""
        position: {{home: {{A: "10,8", B: "12,8"}}, away: {{x: "11,8"}}, prone: [x], prayers: {{away: [under-scrutiny]}}}}
        dice: [3, 5]
        script: [{FOUL}, {{foul-assists: 0}}]
        expect: {{status: {{x: prone, A: standing}}, did_not_happen: [turn-over], next: home activate}}
    """,
    "the own scrutiny watches the others": f"""
        position: {{home: {{A: "10,8", B: "12,8"}}, away: {{x: "11,8"}}, prone: [x], prayers: {{home: [under-scrutiny]}}}}
        dice: [3, 5, 1, 2]
        script: [{FOUL}]
        expect: {{status: {{x: stunned, A: standing}}, next: home activate}}
    """,
    "the ball bounces to a team-mate and the turn is over all the same": f"""
        position: {{home: {{A: "10,8", B: "9,8"}}, away: {{x: "11,8"}}, prone: [x], ball: A}}
        dice: [2, 2, 4, 4]
        script: [{FOUL}, {{argue: false}}]
        expect: {{status: {{A: sent-off}}, ball: B, next: away activate}}
    """,
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_fouls_go_by_the_book(case: str) -> None:
    assert played(case) == []


@pytest.mark.parametrize(("about", "assists"), [({}, 2), ({"faces": (3, 4)}, 2), ({"faces": (4, 4)}, 0)])
def test_the_planner_takes_all_the_help_that_does_not_give_it_away(about: dict[str, Any], assists: int) -> None:
    match, _ = match_of('position: {home: {A: "10,8"}, away: {x: "11,8"}}')
    decision: Decision[Any] = Decision(NUMBER_OF_ASSISTS, 0, Listed((2, 1, 0)), {"player": 0, **about})
    assert BloodBowlPlanner("boots").choose(decision, match.game)[0] == assists

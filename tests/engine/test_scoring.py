"""Touchdowns in all the ways there are, and who stalls instead of scoring one (Core pp.79-80)."""

import pytest

from tests.engine.positions import played

TOUCHDOWNS = {
    "by picking up": """
        position: {home: {A: "25,8"}, away: {x: "5,5"}, ball: "26,8"}
        script: [{activate: A}, {declare: move}, {step: ["26,8"]}]
        dice: [3]
        expect: {score: [1, 0], next: home set-up}
    """,
    "not by falling into the end zone": """
        position: {home: {A: "25,8", B: "2,2"}, away: {x: "24,8"}, ball: A}
        script: [{activate: A}, {declare: move}, {step: ["26,8"]}]
        dice: [1, 2, 2, 4]
        expect: {score: [0, 0], status: {A: prone}, ball: "25,8", next: away activate}
    """,
    "by a team-mate's push": """
        position: {home: {A: "25,8", B: "23,8"}, away: {x: "24,8", y: "25,7", z: "25,9"}, ball: A, stats: {x: {st: 1}}}
        script: [{activate: B}, {declare: block}, {block-target: x}, {push: "25,8"}, {push: "26,8"}, {follow-up: false}]
        dice: [3, 3, 3]
        expect: {score: [1, 0]}
    """,
    "by shadowing an opponent": """
        position: {home: {A: "1,8", B: "10,2"}, away: {x: "2,8", y: "20,2"}, skills: {x: [shadowing]}, ball: x}
        script: [{activate: A}, {declare: move}, {step: ["1,7"]}, {use-skill: true}]
        dice: [4, 4]
        expect: {score: [0, 1], next: away set-up}
    """,
    "the turn marker of who scores in the opponents' turn goes on": """
        position: {home: {A: "1,8", B: "10,2"}, away: {x: "2,8", y: "20,2"}, skills: {x: [shadowing]}, ball: x, turns: [4, 3]}
        script: [{activate: A}, {declare: move}, {step: ["1,7"]}, {use-skill: true}]
        dice: [4, 4]
        expect: {score: [0, 1], turns: [4, 4]}
    """,
}

STALLING = {
    "a walk would do": """
        position: {home: {A: "24,8", B: "2,2"}, away: {x: "5,5"}, ball: A, turns: [2, 1]}
        script: [{activate: A}, {declare: move}, {step: ["23,8"]}, {step: end}]
        dice: [2, 2, 2, 4]
        expect: {stalled: [true, false], status: {A: prone}, ball: "22,8", next: away activate}
    """,
    "a declared pass that is not thrown": """
        position: {home: {A: "24,8", B: "2,2"}, away: {x: "5,5"}, ball: A, turns: [2, 1]}
        script: [{activate: A}, {declare: pass}, {step: end}]
        dice: [1]
        expect: {stalled: [true, false], status: {A: standing}, rolls: [[stalling, 1]], next: home activate}
    """,
    "not with the ball handed over": """
        position: {home: {A: "24,8", B: "24,9"}, away: {x: "5,5"}, ball: A, turns: [2, 1]}
        script: [{activate: A}, {declare: hand-off}, {step: hand-off B}]
        dice: [3]
        expect: {stalled: [false, false], ball: B, next: home activate}
    """,
    "not with a Rush to make": """
        position: {home: {A: "24,8", B: "2,2"}, away: {x: "5,5"}, ball: A, turns: [2, 1], stats: {A: {ma: 1}}}
        script: [{activate: A}, {declare: move}, {step: end}]
        expect: {stalled: [false, false], rolls: [], next: home activate}
    """,
    "not with a Dodge to make": """
        position: {home: {A: "24,8", B: "2,2"}, away: {x: "23,8"}, ball: A, turns: [2, 1]}
        script: [{activate: A}, {declare: move}, {step: end}]
        expect: {stalled: [false, false], rolls: []}
    """,
    "not with everything marked on the way": """
        position: {home: {A: "22,8", B: "2,2"}, away: {x: "26,7", y: "26,10", z: "26,4", w: "26,13"}, ball: A, turns: [2, 1], stats: {A: {ma: 4}}}
        script: [{activate: A}, {declare: move}, {step: end}]
        expect: {stalled: [false, false], rolls: []}
    """,
    "a marked end zone is near enough": """
        position: {home: {A: "24,9", B: "2,2"}, away: {x: "26,7"}, ball: A, turns: [2, 1], stats: {A: {ma: 2}}}
        script: [{activate: A}, {declare: move}, {step: end}]
        dice: [1]
        expect: {stalled: [true, false]}
    """,
    "not with a temper to be rolled for": """
        position: {home: {A: "24,8", B: "2,2"}, away: {x: "5,5"}, ball: A, turns: [2, 1], skills: {A: [unchannelled-fury]}}
        script: [{activate: A}, {declare: move}, {step: end}]
        dice: [4]
        expect: {stalled: [false, false], rolls: [[unchannelled-fury, 4]], next: home activate}
    """,
    "not a rooted carrier, who has no roll to make": """
        position: {home: {A: "24,8", B: "2,2"}, away: {x: "5,5"}, ball: A, turns: [2, 1], skills: {A: [take-root]}}
        script: [{activate: A}, {declare: move}, {step: end}, {activate: end-turn}, {activate: end-turn}, {activate: A}, {declare: move}, {step: end}]
        dice: [1]
        expect: {stalled: [false, false], rolls: [[take-root, 1]], next: home activate}
    """,
    "not even who forgoes such a roll": """
        position: {home: {A: "24,8", B: "2,2"}, away: {x: "5,5"}, ball: A, turns: [2, 1], skills: {A: [bone-head]}}
        script: [{activate: forgo A}]
        expect: {stalled: [false, false], rolls: [], next: home activate}
    """,
    "not when a turnover came first": """
        position: {home: {A: "24,8", B: "2,2"}, away: {x: "1,2"}, ball: A, turns: [2, 1]}
        script: [{activate: B}, {declare: move}, {step: ["3,2"]}]
        dice: [1, 2, 2]
        expect: {stalled: [false, false], happened: [turn-over], next: away activate}
    """,
    "not who catches the ball of a staller": """
        position: {home: {A: "23,8", B: "24,8"}, away: {x: "5,5"}, ball: A, turns: [2, 1]}
        script: [{activate: end-turn}]
        dice: [3, 2, 2, 5, 6]
        expect: {ball: B, rolls: [[stalling, 3], [armour, 2, 2], [bounce, 5], [catch, 6]], status: {A: prone, B: standing}, next: away activate}
    """,
    "steady feet withstand the crowd": """
        position: {home: {A: "24,8", B: "2,2"}, away: {x: "5,5"}, ball: A, turns: [2, 1], skills: {A: [steady-footing]}}
        script: [{activate: A}, {declare: move}, {step: end}, {use-skill: true}]
        dice: [6, 6]
        expect: {stalled: [true, false], status: {A: standing}, ball: A, did_not_happen: [turn-over], next: home activate}
    """,
    "turns are counted anew in extra time": """
        position: {home: {A: "24,8", B: "2,2"}, away: {x: "5,5"}, ball: A, turns: [2, 1], half: 3, extra_time: true, winner_needed: true}
        script: [{activate: A}, {declare: move}, {step: end}]
        dice: [2, 2, 2, 4]
        expect: {stalled: [true, false], status: {A: prone}}
    """,
    "late in a half it only costs gold": """
        position: {home: {A: "24,8", B: "2,2"}, away: {x: "5,5"}, ball: A, turns: [8, 7]}
        script: [{activate: forgo A}]
        dice: [6]
        expect: {stalled: [true, false], status: {A: standing}, ball: A}
    """,
}


@pytest.mark.parametrize("case", TOUCHDOWNS.values(), ids=TOUCHDOWNS.keys())
def test_touchdowns(case: str) -> None:
    assert played(case) == []


@pytest.mark.parametrize("case", STALLING.values(), ids=STALLING.keys())
def test_stalling(case: str) -> None:
    assert played(case) == []

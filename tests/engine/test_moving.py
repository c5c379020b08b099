"""Turns, activations, moves, Secure the Ball and Hand-offs: facts of the book that no entry of the catalogue asks about."""

import pytest

from tests.engine.positions import played

ACTIVATIONS = {
    "distracted ends before the declaration, so that active skills count again": """
        position: {home: {A: "10,8"}, away: {x: "11,8"}, distracted: [A]}
        script: [{activate: A}]
        expect: {distracted: {A: false}, offers: [block, blitz]}
    """,
    "a declaration is used up even if nothing comes of it": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "20,8"}}
        script: [{activate: A}, {declare: pass}, {step: end}, {activate: B}]
        expect: {next: home declare, not_offered: [pass], offers: [hand-off]}
    """,
    "a pass and a Hand-off may be declared without the ball": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, ball: "1,1"}
        script: [{activate: A}]
        expect: {offers: [pass, hand-off]}
    """,
    "somebody Prone declares what contains a move": """
        position: {home: {A: "10,8"}, away: {x: "11,8", y: "9,9"}, prone: [A, y], ball: "14,14"}
        script: [{activate: A}]
        expect: {offers_only: [move, blitz, pass, hand-off, foul]}
    """,
    "and stands up before anything else": """
        position: {home: {A: "10,8"}, away: {x: "11,8"}, prone: [A, x]}
        script: [{activate: A}, {declare: foul}]
        expect: {status: {A: standing}, next: home step, offers: [foul x]}
    """,
    "the activation rolls come while it is still Prone": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "20,8"}, prone: [A], skills: {A: [really-stupid]}}
        script: [{activate: A}, {declare: move}]
        dice: [3]
        expect: {status: {A: prone}, next: home activate, not_offered: [A]}
    """,
    "nobody is activated who is Stunned": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "20,8"}, stunned: [A]}
        expect: {next: home activate, not_offered: [A]}
    """,
    "the Stunned turn over at the end of their own turn": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "20,8"}, stunned: [A], stage: turn-start, turns: [0, 0]}
        script: [{activate: end-turn}]
        expect: {status: {A: prone}, next: away activate}
    """,
    "but not if they became so in it": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "11,8"}}
        script: [{activate: A}, {declare: move}, {step: ["9,8"]}]
        dice: [1, 5, 5, 1, 1]
        expect: {status: {A: stunned}, next: away activate}
    """,
    "who forgoes is not activated later": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "20,8"}, distracted: [A]}
        script: [{activate: forgo A}]
        expect: {distracted: {A: true}, next: home activate, not_offered: [A]}
    """,
    "a Block needs an opponent who stands next to it": """
        position: {home: {A: "10,8"}, away: {x: "11,8"}, prone: [x]}
        script: [{activate: A}]
        expect: {not_offered: [block, blitz]}
    """,
    "the block of a Blitz need not be made, and the turn's Blitz is gone": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "13,8"}}
        script: [{activate: A}, {declare: blitz}, {blitz-target: x}, {step: end}, {activate: B}]
        expect: {next: home declare, not_offered: [blitz]}
    """,
    "a Blitz blocks nobody but its target": """
        position: {home: {A: "10,8"}, away: {x: "11,8", y: "11,9"}}
        script: [{activate: A}, {declare: blitz}, {blitz-target: x}]
        expect: {next: home step, offers: [block x], not_offered: [block y]}
    """,
    "with no movement left it Rushes for the block, and falls where it is": """
        position: {home: {A: "9,8"}, away: {x: "11,8"}, stats: {A: {ma: 1}}}
        script: [{activate: A}, {declare: blitz}, {blitz-target: x}, {step: ["10,8"]}, {step: block x}]
        dice: [1, 2, 2]
        expect: {at: {A: "10,8"}, status: {A: prone}, rolls: [[rush, 1], [armour, 2, 2]], did_not_happen: [block-dice]}
    """,
    "a straight push regains the square": """
        position: {home: {A: "10,8"}, away: {x: "11,8"}, stats: {A: {ma: 2}}}
        script:
          - {activate: A}
          - {declare: blitz}
          - {blitz-target: x}
          - {step: block x}
          - {push: "12,8"}
          - {follow-up: true}
          - {step: ["11,9"]}
        dice: [3, 4]
        expect: {at: {A: "11,9"}, rolls: [[dodge, 4]], next: home step}
    """,
}
MOVES = {
    "no squares at all are a move too": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "20,8"}}
        script: [{activate: A}, {declare: move}, {step: end}]
        expect: {next: home activate, not_offered: [A]}
    """,
    "never through players or off the pitch": """
        position: {home: {A: "1,1", B: "2,1"}, away: {x: "2,2"}, prone: [x]}
        script: [{activate: A}, {declare: move}]
        expect: {refuses: [["2,1"], ["2,2"]], accepts: [["1,2"]]}
    """,
    "one test, however many opponents are left behind": """
        position: {home: {A: "10,8"}, away: {x: "11,7", y: "11,8", z: "11,9"}}
        script: [{activate: A}, {declare: move}, {step: ["9,8"]}]
        dice: [3]
        expect: {at: {A: "9,8"}, rolls: [[dodge, 3]], next: home step}
    """,
    "and one off for each who marks the square entered": """
        position: {home: {A: "10,8"}, away: {x: "11,8", y: "8,7", z: "8,9"}}
        script: [{activate: A}, {declare: move}, {step: ["9,8"]}]
        dice: [4, 2, 2]
        expect: {at: {A: "9,8"}, status: {A: prone}, happened: [turn-over]}
    """,
    "somebody who is Distracted or down marks nothing": """
        position: {home: {A: "10,8"}, away: {x: "11,8", y: "8,7", z: "20,8"}, distracted: [x], prone: [y]}
        script: [{activate: A}, {declare: move}, {step: ["9,8"]}]
        expect: {at: {A: "9,8"}, rolls: [], next: home step}
    """,
    "two Rushes and no more": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, stats: {A: {ma: 1}}}
        script: [{activate: A}, {declare: move}, {step: ["9,8", "8,8", "7,8"]}]
        dice: [2, 2]
        expect: {at: {A: "7,8"}, next: home step, refuses: [["6,8"]]}
    """,
    "a Blizzard makes them harder": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, stats: {A: {ma: 1}}, weather: blizzard}
        script: [{activate: A}, {declare: move}, {step: ["9,8", "8,8"]}]
        dice: [2, 2, 2]
        expect: {at: {A: "8,8"}, status: {A: prone}}
    """,
    "the square of a jump is one of three, as for a push": """
        position: {home: {A: "10,8", D: "11,9"}, away: {x: "20,8"}, prone: [D]}
        script: [{activate: A}, {declare: move}]
        expect:
          offers: ["jump 12,9", "jump 12,10", "jump 11,10"]
          not_offered: ["jump 12,8", "jump 10,10"]
    """,
    "nobody jumps over a Standing player": """
        position: {home: {A: "10,8", D: "11,8"}, away: {x: "20,8"}}
        script: [{activate: A}, {declare: move}]
        expect: {next: home step, not_offered: ["jump 12,8"]}
    """,
    "the larger number of markers counts, before or behind": """
        position: {home: {A: "10,8", D: "9,8"}, away: {x: "11,8", y: "11,7", z: "7,8"}, prone: [D]}
        script: [{activate: A}, {declare: move}, {step: "jump 8,8"}]
        dice: [5]
        expect: {at: {A: "8,8"}, status: {A: standing}, last_roll: {what: jump, total: 3}, next: home step}
    """,
    "the Rushes of a jump come first, and a failed one falls in the start square": """
        position: {home: {A: "10,8", D: "9,8"}, away: {x: "20,8"}, prone: [D], stats: {A: {ma: 1}}}
        script: [{activate: A}, {declare: move}, {step: "jump 8,8"}]
        dice: [1, 2, 2]
        expect: {at: {A: "10,8"}, status: {A: prone}, rolls: [[rush, 1], [armour, 2, 2]]}
    """,
    "a natural 1 falls in the start square": """
        position: {home: {A: "10,8", D: "9,8"}, away: {x: "20,8"}, prone: [D]}
        script: [{activate: A}, {declare: move}, {step: "jump 8,8"}]
        dice: [1, 2, 2]
        expect: {at: {A: "10,8"}, status: {A: prone}, happened: [turn-over]}
    """,
    "the ball in the landing square is picked up": """
        position: {home: {A: "10,8", D: "9,8"}, away: {x: "20,8"}, prone: [D], ball: "8,8"}
        script: [{activate: A}, {declare: move}, {step: "jump 8,8"}]
        dice: [3, 3]
        expect: {ball: A, rolls: [[jump, 3], [pick-up, 3]], next: home step}
    """,
    "a pick-up is harder for each who marks the player, and in the rain": """
        position: {home: {A: "10,8"}, away: {x: "12,8"}, ball: "11,8", weather: pouring-rain}
        script: [{activate: A}, {declare: move}, {step: ["11,8"]}]
        dice: [4, 2]
        expect: {ball: "11,7", last_roll: {what: bounce}, happened: [turn-over]}
    """,
    "it is compulsory, and the move goes on": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, ball: "11,8"}
        script: [{activate: A}, {declare: move}, {step: ["11,8", "12,8"]}]
        dice: [3]
        expect: {ball: A, at: {A: "12,8"}, next: home step}
    """,
    "a failed one ends the move and the turn, with nothing after it": """
        position: {home: {A: "10,8"}, away: {x: "9,8"}, ball: "11,8", skills: {x: [shadowing]}}
        script: [{activate: A}, {declare: move}, {step: ["11,8", "12,8"]}]
        dice: [3, 1, 2]
        expect: {at: {A: "11,8", x: "9,8"}, ball: "11,7", rolls: [[dodge, 3], [pick-up, 1], [bounce, 2]]}
    """,
    "a touchdown comes before somebody follows": """
        position: {home: {A: "25,8"}, away: {x: "24,8"}, ball: A, skills: {x: [shadowing]}}
        script: [{activate: A}, {declare: move}, {step: ["26,8"]}]
        dice: [3]
        expect: {score: [1, 0], did_not_happen: [used-skill]}
    """,
}
SECURED = {
    "on a 2 and the activation ends": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "20,8"}, ball: "11,8"}
        script: [{activate: A}, {declare: secure-the-ball}, {step: ["11,8"]}, {step: end}]
        dice: [2]
        expect: {ball: A, rolls: [[secure, 2]], next: home activate, not_offered: [A]}
    """,
    "once a turn": """
        position: {home: {A: "10,8", B: "12,8"}, away: {x: "20,8"}, ball: "11,8", declared: [secure-the-ball]}
        script: [{activate: A}]
        expect: {not_offered: [secure-the-ball]}
    """,
    "not with an opponent within two squares": """
        position: {home: {A: "10,8"}, away: {x: "13,10"}, ball: "11,8"}
        script: [{activate: A}]
        expect: {not_offered: [secure-the-ball]}
    """,
    "three squares are far enough": """
        position: {home: {A: "10,8"}, away: {x: "14,11"}, ball: "11,8"}
        script: [{activate: A}]
        expect: {offers: [secure-the-ball]}
    """,
    "nor does somebody count who is down or Distracted": """
        position: {home: {A: "10,8"}, away: {x: "13,8", y: "12,8"}, prone: [x], distracted: [y], ball: "11,8"}
        script: [{activate: A}]
        expect: {offers: [secure-the-ball]}
    """,
    "only a ball on the ground": """
        position: {home: {A: "10,8", B: "11,8"}, away: {x: "20,8"}, ball: B}
        script: [{activate: A}]
        expect: {not_offered: [secure-the-ball]}
    """,
    "not a Big Guy": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, ball: "11,8", keywords: {A: [big-guy]}}
        script: [{activate: A}]
        expect: {not_offered: [secure-the-ball]}
    """,
    "only within reach, Rushes included": """
        position: {home: {A: "4,8"}, away: {x: "20,8"}, ball: "12,8"}
        script: [{activate: A}]
        expect: {offers: [secure-the-ball]}
    """,
    "and no further": """
        position: {home: {A: "3,8"}, away: {x: "20,8"}, ball: "12,8"}
        script: [{activate: A}]
        expect: {not_offered: [secure-the-ball]}
    """,
    "three squares nearer from the ground": """
        position: {home: {A: "6,8"}, away: {x: "20,8"}, ball: "12,8", prone: [A]}
        script: [{activate: A}]
        expect: {not_offered: [secure-the-ball]}
    """,
    "there is no pick-up on the way": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "20,8"}, ball: "11,8"}
        script: [{activate: A}, {declare: secure-the-ball}, {step: ["11,8", "12,8", "11,8"]}, {step: end}]
        dice: [6]
        expect: {ball: A, rolls: [[secure, 6]]}
    """,
    "ending elsewhere is a turnover": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "20,8"}, ball: "11,8"}
        script: [{activate: A}, {declare: secure-the-ball}, {step: ["11,8", "12,8"]}, {step: end}]
        expect: {ball: "11,8", rolls: [], happened: [turn-over], next: away activate}
    """,
    "a failure bounces and is a turnover": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, ball: "11,8"}
        script: [{activate: A}, {declare: secure-the-ball}, {step: ["11,8"]}, {step: end}]
        dice: [1, 5]
        expect: {ball: "12,8", rolls: [[secure, 1], [bounce, 5]], happened: [turn-over]}
    """,
    "a team re-roll may be used": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "20,8"}, ball: "11,8", rerolls: [1, 0]}
        script: [{activate: A}, {declare: secure-the-ball}, {step: ["11,8"]}, {step: end}, {re-roll: team}]
        dice: [1, 2]
        expect: {ball: A, rerolls: [0, 0]}
    """,
    "in the end zone it is a touchdown": """
        position: {home: {A: "25,8"}, away: {x: "20,8"}, ball: "26,8"}
        script: [{activate: A}, {declare: secure-the-ball}, {step: ["26,8"]}, {step: end}]
        dice: [2]
        expect: {score: [1, 0]}
    """,
}
HANDED_OFF = {
    "a move, then the catch, then nothing": """
        position: {home: {A: "10,8", B: "13,8", C: "2,2"}, away: {x: "20,8"}, ball: A}
        script: [{activate: A}, {declare: hand-off}, {step: ["11,8", "12,8"]}, {step: hand-off B}]
        dice: [3]
        expect: {ball: B, rolls: [[catch, 3]], next: home activate, not_offered: [A], offers: [B]}
    """,
    "without a PA too": """
        position: {home: {A: "10,8", B: "11,8", C: "2,2"}, away: {x: "20,8"}, ball: A, stats: {A: {pa: 0}}}
        script: [{activate: A}, {declare: hand-off}, {step: hand-off B}]
        dice: [3]
        expect: {ball: B, spp: {A: 0}}
    """,
    "nobody intercepts": """
        position: {home: {A: "10,8", B: "11,8", C: "2,2"}, away: {x: "10,9", y: "11,9"}, ball: A}
        script: [{activate: A}, {declare: hand-off}, {step: hand-off B}]
        dice: [5]
        expect: {ball: B, last_roll: {what: catch, total: 3}}
    """,
    "only to somebody who stands and pays attention": """
        position: {home: {A: "10,8", B: "11,8", C: "9,8", D: "10,9"}, away: {x: "20,8"}, ball: A, prone: [B], distracted: [C]}
        script: [{activate: A}, {declare: hand-off}]
        expect: {next: home step, offers: [hand-off D], not_offered: [hand-off B, hand-off C]}
    """,
    "a dropped ball on the ground is a turnover": """
        position: {home: {A: "10,8", B: "11,8"}, away: {x: "20,8"}, ball: A}
        script: [{activate: A}, {declare: hand-off}, {step: hand-off B}]
        dice: [1, 2]
        expect: {ball: "11,7", happened: [turn-over]}
    """,
    "a team-mate who catches the bounce saves the turn": """
        position: {home: {A: "10,8", B: "11,8", C: "12,8"}, away: {x: "20,8"}, ball: A}
        script: [{activate: A}, {declare: hand-off}, {step: hand-off B}]
        dice: [1, 5, 4]
        expect: {ball: C, did_not_happen: [turn-over], next: home activate}
    """,
    "the rain makes it harder": """
        position: {home: {A: "10,8", B: "11,8"}, away: {x: "20,8"}, ball: A, weather: pouring-rain}
        script: [{activate: A}, {declare: hand-off}, {step: hand-off B}]
        dice: [3, 2]
        expect: {ball: "11,7", happened: [turn-over]}
    """,
}
FACTS = ACTIVATIONS | MOVES | SECURED | HANDED_OFF


@pytest.mark.parametrize("fact", FACTS)
def test_it_is_played_by_the_book(fact: str) -> None:
    assert played(FACTS[fact]) == []

"""Passes, interceptions, catches, bounces and throw-ins (Core pp.70-73): what the sections say and no skill changes."""

import pytest

from tests.engine.positions import game_of, match_of, played

FACTS = {
    "a natural 6 is accurate, however much is taken off": """
position: {home: {A: "10,8", B: "14,8"}, away: {x: "9,7", y: "9,8", z: "9,9"}, ball: A, weather: very-sunny}
script: [{activate: A}, {declare: pass}, {step: "pass 14,8"}]
dice: [6, 3]
expect: {ball: B, spp: {A: 1}, rolls: [[pass, 6], [catch, 3]]}
""",
    "a modified result of 1 or less is a fumble, though the die is no 1": """
position: {home: {A: "10,8", B: "14,8"}, away: {x: "9,7", y: "9,8", z: "9,9"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 14,8"}]
dice: [5, 2]
expect: {ball: "10,7", happened: [turn-over], rolls: [[pass, 5], [bounce, 2]]}
""",
    "a fumble that a team-mate catches is a turnover": """
position: {home: {A: "10,8", B: "10,7"}, away: {x: "1,1"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 14,8"}]
dice: [1, 2, 4]
expect: {ball: B, happened: [turn-over], spp: {A: 0}, next: away activate}
""",
    "the sun is in the eyes of who passes and not of who catches": """
position: {home: {A: "10,8", B: "13,8"}, away: {x: "1,1"}, ball: A, weather: very-sunny}
script: [{activate: A}, {declare: pass}, {step: "pass 13,8"}]
dice: [5, 3]
expect: {ball: B, last_roll: {what: catch, modifiers: []}}
""",
    "the rain is on the ball that is caught and not on the pass": """
position: {home: {A: "10,8", B: "13,8"}, away: {x: "1,1"}, ball: A, weather: pouring-rain}
script: [{activate: A}, {declare: pass}, {step: "pass 13,8"}]
dice: [4, 4]
expect: {ball: B, last_roll: {what: catch, total: 3, modifiers: [[pouring rain, -1]]}}
""",
    "a pass may be declared without the ball, which is picked up on the way": """
position: {home: {A: "8,8", B: "13,8"}, away: {x: "1,1"}, ball: "10,8"}
script: [{activate: A}, {declare: pass}, {step: ["9,8", "10,8"]}, {step: "pass 13,8"}]
dice: [3, 4, 3]
expect: {ball: B, at: {A: "10,8"}}
""",
    "interceptions: -3 for an accurate pass, every marker, and the rain": """
position: {home: {A: "10,8", B: "14,8", C: "12,7"}, away: {x: "12,8"}, ball: A, weather: pouring-rain, stats: {x: {ag: 1}}}
script: [{activate: A}, {declare: pass}, {step: "pass 14,8"}, {away intercept: x}]
dice: [5, 5, 4]
expect: {ball: B, rolls: [[pass, 5], [intercept, 5], [catch, 4]]}
""",
    "interceptions: -2 for an inaccurate one": """
position: {home: {A: "10,8", B: "14,8"}, away: {x: "12,8"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 14,8"}, {away intercept: x}]
dice: [4, 5, 4, 5, 5]
expect: {ball: x, happened: [turn-over], last_roll: {what: intercept, total: 3, modifiers: [[inaccurate pass, -2]]}}
""",
    "an interception is worth two points to whoever makes it, and the pass none": """
position: {home: {A: "10,8", B: "14,8"}, away: {x: "12,8"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 14,8"}, {away intercept: x}]
dice: [5, 6]
expect: {ball: x, spp: {A: 0, x: 2}}
""",
    "an attempt to intercept that fails is worth nothing": """
position: {home: {A: "10,8", B: "14,8"}, away: {x: "12,8"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 14,8"}, {away intercept: x}]
dice: [5, 5, 4]
expect: {ball: B, spp: {A: 1, x: 0}}
""",
    "a bomb that is intercepted is worth no points": """
position: {home: {A: "10,8"}, away: {x: "12,8", y: "2,2"}, skills: {A: [bombardier]}}
script: [{activate: A}, {declare: throw-bomb}, {bomb-target: "14,8"}, {away intercept: x}]
dice: [5, 6]
expect: {spp: {A: 0, x: 0}}
""",
    "one opponent may try to intercept, and no second": """
position: {home: {A: "10,8", B: "14,8"}, away: {x: "12,8", y: "13,8"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 14,8"}, {away intercept: x}]
dice: [5, 1, 4]
expect: {ball: B, rolls: [[pass, 5], [intercept, 1], [catch, 4]]}
""",
    "somebody on the ground or Distracted does not intercept": """
position: {home: {A: "10,8", B: "14,8"}, away: {x: "12,8", y: "13,8"}, ball: A, prone: [x], distracted: [y]}
script: [{activate: A}, {declare: pass}, {step: "pass 14,8"}]
dice: [5, 3]
expect: {ball: B}
""",
    "an interception in the end zone is a touchdown": """
position: {home: {A: "1,8", B: "1,12"}, away: {x: "1,10"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 1,12"}, {away intercept: x}]
dice: [5, 6]
expect: {score: [0, 1]}
""",
    "off the pitch the interception comes before the throw-in, on the line to the last square": """
position: {home: {A: "10,3", B: "2,12"}, away: {x: "11,2"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 12,1"}, {away intercept: x}]
dice: [3, 2, 6]
expect: {ball: x, rolls: [[pass, 3], [scatter, 2], [intercept, 6]]}
""",
    "a scatter ends with the step that leaves the pitch": """
position: {home: {A: "10,3", B: "2,12"}, away: {x: "25,12"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 12,1"}]
dice: [3, 5, 2, 3, 1, 1, 7]
expect: {ball: "13,3", rolls: [[pass, 3], [scatter, 5], [scatter, 2], [throw-in direction, 3], [throw-in distance, 1], [throw-in distance, 1], [bounce, 7]]}
""",
    "a throw-in is caught at -1": """
position: {home: {A: "10,3", B: "12,4"}, away: {x: "25,12"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 12,1"}]
dice: [3, 2, 3, 2, 2, 4]
expect: {ball: B, spp: {A: 0}, did_not_happen: [turn-over], last_roll: {what: catch, total: 3, modifiers: [[throw-in, -1]]}}
""",
    "thrown out again, it is thrown in from there": """
position: {home: {A: "5,3", B: "2,12"}, away: {x: "25,12"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 3,1"}]
dice: [3, 2, 5, 6, 6, 3, 2, 2, 7]
expect: {ball: "4,4", happened: [turn-over]}
""",
    "from a corner by the D3, along the edges or across": """
position: {home: {A: "4,3", B: "20,12"}, away: {x: "25,12"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 1,1"}]
dice: [3, 1, 5, 2, 2, 8]
expect: {ball: "2,5", rolls: [[pass, 3], [scatter, 1], [throw-in direction, 5], [throw-in distance, 2], [throw-in distance, 2], [bounce, 8]]}
""",
    "a dropped pass that a team-mate has after a throw-in is no turnover": """
position: {home: {A: "10,3", B: "12,1", C: "12,4"}, away: {x: "25,12"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 12,1"}]
dice: [5, 1, 2, 3, 2, 2, 4]
expect: {ball: C, did_not_happen: [turn-over], next: home activate, spp: {A: 0}}
""",
    "a dropped pass that an opponent has is one": """
position: {home: {A: "10,8", B: "14,8"}, away: {x: "15,9"}, ball: A, stats: {x: {ag: 2}}}
script: [{activate: A}, {declare: pass}, {step: "pass 14,8"}]
dice: [5, 1, 8, 5]
expect: {ball: x, happened: [turn-over], next: away activate}
""",
    "a bounce is caught at -1": """
position: {home: {A: "10,8", B: "14,8", C: "15,8"}, away: {x: "1,1"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 14,8"}]
dice: [5, 1, 5, 4]
expect: {ball: C, last_roll: {what: catch, total: 3, modifiers: [[bouncing ball, -1]]}, spp: {A: 0}}
""",
    "a catch in the end zone is a touchdown": """
position: {home: {A: "22,8", B: "26,8"}, away: {x: "1,1"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 26,8"}]
dice: [5, 3]
expect: {score: [1, 0]}
""",
    "nobody catches on the ground, and the ball goes on": """
position: {home: {A: "10,8", B: "14,8"}, away: {x: "1,1"}, ball: A, prone: [B]}
script: [{activate: A}, {declare: pass}, {step: "pass 14,8"}]
dice: [5, 5]
expect: {ball: "15,8", rolls: [[pass, 5], [bounce, 5]], happened: [turn-over]}
""",
    "a blizzard allows a Short Pass and no Long one": """
position: {home: {A: "10,8", B: "14,8"}, away: {x: "1,1"}, ball: A, weather: blizzard}
script: [{activate: A}, {declare: pass}]
expect: {next: home step, offers: ["pass 16,8"], not_offered: ["pass 17,8", "pass 10,8"]}
""",
    "one pass a turn, declared or thrown": """
position: {home: {A: "10,8", B: "14,8"}, away: {x: "1,1"}, ball: A}
script: [{activate: B}, {declare: pass}, {step: end}, {activate: A}]
expect: {next: home declare, offers: [hand-off], not_offered: [pass]}
""",
    "whoever has dived after an opponent and put the ball down has nothing to throw": """
position:
  home: {A: "10,8", B: "13,10"}
  away: {x: "11,8"}
  ball: A
  skills: {A: [diving-tackle, safe-pair-of-hands], x: [on-the-ball]}
script:
  - activate: A
  - declare: pass
  - step: "pass 13,10"
  - away use-skill: true
  - away step: ["12,7"]
  - home use-skill: true
  - home use-skill: true
  - home put-down: "10,7"
dice: [3, 2, 2]
expect: {ball: "10,7", status: {A: prone, x: prone}, did_not_happen: [pass, turn-over], next: home activate}
""",
    "whoever has passed does not move on": """
position: {home: {A: "10,8", B: "14,8"}, away: {x: "1,1"}, ball: A}
script: [{activate: A}, {declare: pass}, {step: "pass 14,8"}]
dice: [5, 3]
expect: {ball: B, next: home activate, offers: [B], not_offered: [A]}
""",
}


@pytest.mark.parametrize("text", FACTS.values(), ids=FACTS)
def test_a_pass(text: str) -> None:
    assert played(text) == []


def test_a_ball_is_handed_to_nobody_who_was_bitten_off_the_pitch() -> None:
    position = '{home: {A: "9,8", T: "10,8"}, away: {x: "20,8"}, ball: A, keywords: {T: [thrall]}, skills: {A: [{bloodlust: 2}]}}'
    match, _ = match_of(f"{{position: {position}, dice: [1, 6, 5]}}")
    game = game_of(match)
    for choice in (0, "hand-off", False, ("hand-off", 1), 1):
        match.choose(choice)
    assert not game.state.players[1].has_square
    assert game.has_ball(game.state.players[0])
    assert not game.state.turnover

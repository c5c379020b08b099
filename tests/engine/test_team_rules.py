"""Special rules of teams in a match: undeath, swarming, corruption."""

import pytest

from tests.engine.positions import played

CASES = {
    "undeath leaves the tiny": """
        position:
          home: {A: "10,8"}
          away: {x: "11,8", y: "20,8"}
          spares: [Z]
          stats: {x: {av: 3}}
          skills: {x: [stunty]}
          special_rules: {home: [masters-of-undeath]}
        dice: [6, 3, 3, 6, 6, 16]
        script: [{activate: A}, {declare: block}, {block-target: x}, {push: any}, {follow-up: false}]
        expect: {status: {x: casualty, Z: out}, injury: {x: dead}}
    """,
    "only linemen swarm": """
        position:
          stage: drive
          kicking: home
          special_rules: {home: [swarming]}
          keywords: {L: [blitzer]}
          reserves: [A, B, C, D, E, F, G, H, I, J, K, L, x]
        script: [{set-up: any}, {set-up: any}]
        expect: {at: {L: "off"}, next: home kicker}
    """,
    "undeath takes the dead": """
        position:
          home: {A: "10,8"}
          away: {x: "11,8", y: "20,8"}
          spares: [Z]
          stats: {A: {st: 4}, x: {av: 3, st: 4}}
          special_rules: {home: [masters-of-undeath]}
        dice: [6, 3, 3, 6, 6, 16]
        script: [{activate: A}, {declare: block}, {block-target: x}, {push: any}, {follow-up: false}, {use-inducement: true}]
        expect: {status: {x: casualty, Z: reserves}}
    """,
    "undeath leaves the mighty": """
        position:
          home: {A: "10,8"}
          away: {x: "11,8", y: "20,8"}
          spares: [Z]
          stats: {A: {st: 5}, x: {av: 3, st: 5}}
          special_rules: {home: [masters-of-undeath]}
        dice: [6, 3, 3, 6, 6, 16]
        script: [{activate: A}, {declare: block}, {block-target: x}, {push: any}, {follow-up: false}]
        expect: {status: {x: casualty, Z: out}, injury: {x: dead}}
    """,
    "swarming goes beyond eleven": """
        position: {stage: drive, kicking: home, special_rules: {home: [swarming]}, reserves: [A, B, C, D, E, F, G, H, I, J, K, L, M, x]}
        dice: [2]
        script: [{set-up: any}, {set-up: any}, {swarming: L}, {set-up-again: "2,8"}]
        expect: {at: {L: "2,8", M: "off"}, next: home kicker}
    """,
    "corruption argues again": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "11,8"}, prone: [x], special_rules: {home: [bribery-and-corruption]}}
        dice: [2, 2, 1, 6]
        script: [{activate: A}, {declare: foul}, {step: foul x}, {argue: true}, {use-inducement: true}]
        expect: {status: {A: standing}}
    """,
    "swarming keeps to the limits of the wide zones": """
        position: {stage: drive, kicking: home, special_rules: {home: [swarming]}, reserves: [A, B, C, D, E, F, G, H, I, J, K, L, M, x]}
        dice: [5]
        script:
          - set-up: {A: "13,5", B: "13,6", C: "13,7", D: "13,8", E: "13,9", F: "13,10", G: "13,11", H: "10,1", I: "10,2", J: "10,14", K: "10,8"}
          - set-up: any
          - swarming: L
          - swarming: M
        expect: {next: home set-up-again, offers: ["10,15", "9,5"], not_offered: ["10,3", "14,8", "10,8"]}
    """,
    "nobody has to swarm": """
        position: {stage: drive, kicking: home, special_rules: {home: [swarming]}, reserves: [A, B, C, D, E, F, G, H, I, J, K, L, x]}
        dice: [5]
        script: [{set-up: any}, {set-up: any}, {swarming: nobody}]
        expect: {next: home kicker}
    """,
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_special_rule_works_in_the_match(case: str) -> None:
    assert played(case) == []

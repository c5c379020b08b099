"""What hired staff does in a match."""

import pytest

import engine
from engine.coaches.any_legal import AnyLegal
from tests.engine.positions import played

CASES = {
    "rookies join by the dice": """
        position: {stage: pregame, inducements: {home: {riotous-rookies: 1}}, rookies: [A, B, C, D, E, F, G], reserves: [x]}
        dice: [1, 1, 3, 4, 1, 3, 6, 1]     # fans, weather, 2D3, roll-off
        script: [{kick-or-receive: kick}]
        expect: {status: {A: reserves, D: reserves, E: out, G: out}, next: home set-up}
    """,
    "kegs wake the knocked-out": """
        position: {stage: drive-end, inducements: {home: {blitzers-best-kegs: 2}}, knocked_out: [A, B, x], reserves: [C]}
        dice: [2, 1, 2]
        expect: {status: {A: reserves, B: knocked-out, x: knocked-out}, last_roll: {total: 2, target: 4, passed: false}}
    """,
    "bugman wakes them too": """
        position: {stage: drive-end, inducements: {home: {josef-bugman-staff: 1, blitzers-best-kegs: 1}}, knocked_out: [A, x], reserves: [C]}
        dice: [2, 3]
        expect: {status: {A: reserves, x: knocked-out}}
    """,
    "bugman moves players about": """
        position: {stage: drive, kicking: home, inducements: {home: {josef-bugman-staff: 1}}, reserves: [A, B, C, D, x]}
        dice: [3]
        script:
          - set-up: {A: "13,6", B: "13,7", C: "13,8", D: "12,8"}
          - set-up: any
          - use-inducement: true
          - bugman: D
          - bugman: A
          - set-up-again: "3,8"
          - set-up-again: "13,9"
        expect: {at: {D: "3,8", A: "13,9", B: "13,7"}, next: home kicker, happened: [inducement]}
    """,
    "bugman keeps to the limits": """
        position: {stage: drive, kicking: home, inducements: {home: {josef-bugman-staff: 1}}, reserves: [A, B, C, x]}
        dice: [1]
        script: [{set-up: {A: "13,6", B: "13,7", C: "13,8"}}, {set-up: any}, {use-inducement: true}, {bugman: A}]
        expect: {next: home set-up-again, offers: ["13,9"], not_offered: ["12,8", "13,7", "14,8"]}
    """,
    "the mortuary assistant works on a failed regeneration, once": """
        position:
          home: {A: "10,8", B: "10,12"}
          away: {x: "11,8", y: "11,12", z: "20,8"}
          skills: {x: [regeneration], y: [regeneration]}
          stats: {x: {av: 3}, y: {av: 3}}
          inducements: {away: {mortuary-assistant: 1}}
        dice: [6, 3, 3, 6, 6, 2, 4, 6, 3, 3, 6, 6, 2, 1]
        script:
          - activate: A
          - declare: block
          - block-target: x
          - push: any
          - follow-up: false
          - re-roll: mortuary-assistant
          - activate: B
          - declare: block
          - block-target: y
          - push: any
          - follow-up: false
        expect: {status: {x: reserves, y: casualty}, happened: [inducement]}
    """,
    "the plague doctor is a doctor": """
        position:
          home: {A: "10,8"}
          away: {x: "11,8", y: "20,8"}
          stats: {x: {av: 3}}
          inducements: {away: {plague-doctor: 1}}
        dice: [6, 3, 3, 6, 6, 16, 1]
        script:
          - activate: A
          - declare: block
          - block-target: x
          - push: any
          - follow-up: false
          - apothecary: true
          - casualty: badly-hurt
        expect: {status: {x: reserves}, injury: {x: ""}}
    """,
    "nobody treats without a doctor": """
        position:
          home: {A: "10,8"}
          away: {x: "11,8", y: "20,8"}
          stats: {x: {av: 3}}
          inducements: {home: {plague-doctor: 1}}
        dice: [6, 3, 3, 6, 6, 16]
        script: [{activate: A}, {declare: block}, {block-target: x}, {push: any}, {follow-up: false}]
        expect: {status: {x: casualty}, injury: {x: dead}}
    """,
    "the chef cooks when a half begins": """
        position: {stage: drive, kicking: home, turns: [0, 0], rerolls: [1, 1], inducements: {home: {halfling-master-chef: 1}}, reserves: [A, x]}
        dice: [4, 3, 6]
        expect: {rerolls: [3, 0], next: home set-up}
    """,
    "the chef takes extra training": """
        position:
          stage: drive
          kicking: home
          turns: [0, 0]
          rerolls: [0, 0]
          inducements: {home: {halfling-master-chef: 1}, away: {extra-team-training: 2}}
          reserves: [A, x]
        dice: [4, 3, 2]
        expect: {rerolls: [1, 1]}
    """,
    "what two chefs give and take is added up": """
        position:
          stage: drive
          kicking: home
          turns: [0, 0]
          rerolls: [1, 1]
          inducements: {home: {halfling-master-chef: 1}, away: {halfling-master-chef: 1}}
          reserves: [A, x]
        dice: [4, 4, 4, 4, 4, 1]
        expect: {rerolls: [2, 0], next: home set-up}
    """,
    "the chef does not cook for a later drive": """
        position: {stage: drive, kicking: home, turns: [3, 3], rerolls: [1, 1], inducements: {home: {halfling-master-chef: 1}}, reserves: [A, x]}
        expect: {rerolls: [1, 1]}
    """,
    "the chef does not cook in extra time": """
        position:
          stage: drive
          half: 3
          extra_time: true
          kicking: home
          turns: [0, 0]
          inducements: {home: {halfling-master-chef: 1}}
          reserves: [A, x]
        expect: {rerolls: [0, 0]}
    """,
    "extra training is there for every half": """
        position: {stage: drive-end, turns: [8, 8], rerolls: [1, 0], inducements: {home: {extra-team-training: 2}}, reserves: [A, x]}
        expect: {half: 2, rerolls: [3, 0]}
    """,
    "the mage changes the weather": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, turn: home, inducements: {away: {weather-mage: 1}}}
        dice: [6, 4]
        script: [{activate: end-turn}, {away use-inducement: true}, {weather-shift: 2}]
        expect: {weather: blizzard, next: away activate, happened: [inducement]}
    """,
    "the mage does not leave the table": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, inducements: {away: {weather-mage: 1}}}
        dice: [1, 2]
        script: [{activate: end-turn}, {use-inducement: true}, {weather-shift: -2}]
        expect: {weather: sweltering-heat}
    """,
    "the mage works once": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, inducements: {home: {weather-mage: 1}}}
        dice: [3, 4]
        script:
          - activate: end-turn
          - activate: end-turn
          - use-inducement: true
          - weather-shift: 0
          - activate: end-turn
          - activate: end-turn
        expect: {next: home activate, weather: perfect-conditions}
    """,
    "the mage works in own turns only": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, inducements: {home: {weather-mage: 1}}}
        script: [{activate: end-turn}]
        expect: {next: away activate}
    """,
    "the league rep sees fouls": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "11,8"}, prone: [x], inducements: {away: {dodgy-league-rep: 1}}}
        dice: [1, 2, 5]
        script: [{activate: A}, {declare: foul}, {step: foul x}, {argue: false}]
        expect: {status: {A: sent-off}, happened: [turn-over]}
    """,
    "the league rep looks away": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "11,8"}, prone: [x], inducements: {away: {dodgy-league-rep: 1}}}
        dice: [1, 2, 4]
        script: [{activate: A}, {declare: foul}, {step: foul x}]
        expect: {status: {A: standing}, did_not_happen: [turn-over]}
    """,
    "the league rep does not see fouls of its own side": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "11,8"}, prone: [x], inducements: {home: {dodgy-league-rep: 1}}}
        dice: [1, 2]
        script: [{activate: A}, {declare: foul}, {step: foul x}]
        expect: {status: {A: standing}}
    """,
    "the league rep listens to arguments": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "11,8"}, prone: [x], inducements: {home: {dodgy-league-rep: 1}}}
        dice: [2, 2, 5]
        script: [{activate: A}, {declare: foul}, {step: foul x}, {argue: true}]
        expect: {status: {A: standing}, happened: [turn-over]}
    """,
    "a natural 1 still ends an argument": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "11,8"}, prone: [x], inducements: {home: {dodgy-league-rep: 1}}}
        dice: [2, 2, 1]
        script: [{activate: A}, {declare: foul}, {step: foul x}, {argue: true}]
        expect: {status: {A: sent-off}}
    """,
    "a bribe after the argument": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "11,8"}, prone: [x], bribes: [1, 0]}
        dice: [2, 2, 3, 2]
        script: [{activate: A}, {declare: foul}, {step: foul x}, {argue: true}, {bribe: true}]
        expect: {status: {A: standing}, bribes: [0, 0], did_not_happen: [turn-over]}
    """,
    "the plague doctor works once": """
        position:
          home: {A: "10,8", B: "10,12"}
          away: {x: "11,8", y: "11,12", z: "20,8"}
          stats: {x: {av: 3}, y: {av: 3}}
          inducements: {away: {plague-doctor: 1}}
        dice: [6, 3, 3, 6, 6, 1, 6, 3, 3, 6, 6, 1]
        script:
          - activate: A
          - declare: block
          - block-target: x
          - push: any
          - follow-up: false
          - apothecary: true
          - activate: B
          - declare: block
          - block-target: y
          - push: any
          - follow-up: false
        expect: {status: {x: reserves, y: casualty}}
    """,
    "the league rep is deaf to the other side": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "11,8"}, prone: [x], inducements: {away: {dodgy-league-rep: 1}}}
        dice: [2, 2, 1, 5]
        script: [{activate: A}, {declare: foul}, {step: foul x}, {argue: true}]
        expect: {status: {A: sent-off}}
    """,
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_it_works_in_the_match(case: str) -> None:
    assert played(case) == []


@pytest.mark.parametrize("seed", [5, 7])
def test_the_order_in_which_a_sheet_lists_them_changes_nothing(seed: int) -> None:
    rules = engine.ruleset("bb2025")
    teams = rules.random_sheets(AnyLegal(f"sheets {seed}").pick)
    digests = set()
    for backwards in (False, True):
        home, away = (
            {**team, "inducements": dict(sorted(team["inducements"].items(), reverse=backwards))} for team in teams
        )
        record = engine.play(
            ruleset="bb2025",
            rulings=rules.rulings(),
            sheets=(home, away),
            seed=str(seed),
            coaches=("any_legal", "any_legal"),
        )
        digests.add(record.digest)
    assert len(digests) == 1

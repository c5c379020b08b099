"""Wizards: fireballs, frogs, and a coach that casts them."""

import pytest

from engine.coaches.bloodbowl import BloodBowlPlanner
from engine.core.ruleset import DATA
from engine.core.yamlfile import read_yaml
from engine.rulesets.bb2025 import wizards
from tests.engine.positions import match_of, played

EDITION = "bb2025"
CASES = {
    "a fireball at the end of a turn": """
        position: {home: {A: "10,8"}, away: {x: "11,8", y: "11,9", z: "13,8"}, ball: y, prone: [x], stats: {x: {av: 8}}, inducements: {home: {sports-wizard: 1}}}
        dice: [3, 4, 3, 4, 2, 3, 4, 2, 4, 7]     # A is missed; x: armour 7+1, injury; y: armour 6+1 holds, its ball bounces
        script: [{activate: end-turn}, {spell: fireball}, {fireball: "11,8"}]
        expect: {status: {A: standing, x: stunned, y: prone, z: standing}, ball: "11,10", did_not_happen: [turn-over], next: away activate}
    """,
    "the wizard also works at the end of the opponents' turn": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, turn: away, inducements: {home: {sports-wizard: 1}}}
        dice: [3]
        script: [{activate: end-turn}, {home spell: zap}, {zap: x}, {home activate: end-turn}, {away activate: end-turn}]
        expect: {next: home activate, skills: {x: [dodge, leap, no-ball, stunty, titchy, very-long-legs]}}
    """,
    "no spell after the last turn of a half": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, turns: [8, 8], inducements: {home: {sports-wizard: 1}}}
        script: [{activate: end-turn}]
        expect: {half: 2, next: home set-up}
    """,
    "a frog drops the ball and has no other skills": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, ball: x, skills: {x: [block]}, inducements: {home: {sports-wizard: 1}}}
        dice: [3, 2]
        script: [{activate: end-turn}, {spell: zap}, {zap: x}]
        expect: {skills: {x: [dodge, leap, no-ball, stunty, titchy, very-long-legs]}, ball: "20,7", next: away activate}
    """,
    "a strong player is no frog": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, stats: {x: {st: 4}}, inducements: {home: {sports-wizard: 1}}}
        dice: [3]
        script: [{activate: end-turn}, {spell: zap}, {zap: x}]
        expect: {skills: {x: []}, next: away activate}
    """,
    "a six makes everybody a frog": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, stats: {x: {st: 7}}, inducements: {home: {sports-wizard: 1}}}
        dice: [6]
        script: [{activate: end-turn}, {spell: zap}, {zap: x}]
        expect: {skills: {x: [dodge, leap, no-ball, stunty, titchy, very-long-legs]}}
    """,
    "a frog is hurt badly at worst, and nobody treats it": """
        position: {home: {A: "10,8"}, away: {x: "11,8", y: "20,8"}, apothecaries: [0, 1], inducements: {home: {sports-wizard: 1}}, turn: away}
        dice: [6, 6, 6, 6, 3, 3, 6, 6]
        script:
          - activate: end-turn
          - spell: zap
          - zap: x
          - activate: A
          - declare: block
          - block-target: x
          - push: any
          - follow-up: false
        expect: {status: {x: casualty}, injury: {x: badly-hurt}}
    """,
    "a frog is not zapped again": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, inducements: {home: {sports-wizard: 1}, away: {sports-wizard: 1}}}
        dice: [6]
        script: [{activate: end-turn}, {home spell: zap}, {zap: x}, {away spell: zap}]
        expect: {next: away zap, offers_only: [A]}
    """,
    "a fireball breaks armour more easily": """
        position: {home: {A: "10,8"}, away: {x: "11,8", y: "20,8"}, stats: {x: {av: 7}}, inducements: {home: {sports-wizard: 1}}}
        dice: [4, 2, 4, 1, 2]
        script: [{activate: end-turn}, {spell: fireball}, {fireball: "12,8"}]
        expect: {status: {x: stunned, A: standing}}
    """,
    "a one makes nobody a frog": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, stats: {x: {st: 1}}, inducements: {home: {sports-wizard: 1}}}
        dice: [1]
        script: [{activate: end-turn}, {spell: zap}, {zap: x}]
        expect: {skills: {x: []}, next: away activate}
    """,
    "a frog dodges like one": """
        position: {home: {A: "10,8"}, away: {x: "11,8"}, inducements: {home: {sports-wizard: 1}}}
        dice: [6, 1]
        script: [{activate: end-turn}, {spell: zap}, {zap: x}, {activate: x}, {declare: move}, {step: ["12,8"]}]
        expect: {next: away re-roll, offers: [dodge]}
    """,
    "a fireball among the own players is no turnover": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, inducements: {home: {sports-wizard: 1}}}
        dice: [4, 1, 2]
        script: [{activate: end-turn}, {spell: fireball}, {fireball: "10,8"}]
        expect: {status: {A: prone}, did_not_happen: [turn-over], next: away activate}
    """,
    "it wears off with the drive": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, turns: [8, 7], skills: {x: [block]}, inducements: {home: {sports-wizard: 1}}}
        dice: [6]
        script: [{activate: end-turn}, {spell: zap}, {zap: x}, {activate: end-turn}]
        expect: {skills: {x: [block]}, status: {x: reserves}, half: 2}
    """,
    "a frog that was carried off is unharmed after the drive": """
        position: {home: {A: "10,8"}, away: {x: "11,8", y: "20,8"}, inducements: {home: {sports-wizard: 1}}, turn: away, turns: [7, 8]}
        dice: [6, 6, 6, 6, 3, 3, 6, 6]
        script:
          - activate: end-turn
          - spell: zap
          - zap: x
          - activate: A
          - declare: block
          - block-target: x
          - push: any
          - follow-up: false
        expect: {status: {x: reserves}, injury: {x: ""}, half: 2}
    """,
    "a frog that was knocked out needs no roll after the drive": """
        position: {home: {A: "10,8"}, away: {x: "11,8", y: "20,8"}, inducements: {home: {sports-wizard: 1}}, turn: away, turns: [7, 8]}
        dice: [6, 6, 6, 6, 3, 3, 4, 4]
        script:
          - activate: end-turn
          - spell: zap
          - zap: x
          - activate: A
          - declare: block
          - block-target: x
          - push: any
          - follow-up: false
        expect: {status: {x: reserves}, half: 2}
    """,
    "a spell's re-roll asks the mascot and the captain, but no loner": """
        with: {bb2025.wizard-team-rerolls: allowed}
        position:
          home: {A: "10,8"}
          away: {x: "20,8"}
          skills: {A: [{loner: 6}]}
          rerolls: [1, 0]
          mascot: [true, false]
          captains: [A]
          inducements: {home: {sports-wizard: 1}}
        dice: [2, 3, 6, 3]
        script: [{activate: end-turn}, {spell: zap}, {zap: x}, {re-roll: mascot}, {re-roll: team}]
        expect: {rerolls: [1, 0], rolls: [[zap, 2], [mascot, 3], [captain, 6], [zap, 3]], next: away activate}
    """,
    "a spell has no re-roll at the end of the opponents' turn": """
        with: {bb2025.wizard-team-rerolls: allowed}
        position: {home: {A: "10,8"}, away: {x: "20,8"}, turn: away, rerolls: [1, 0], inducements: {home: {sports-wizard: 1}}}
        dice: [2]
        script: [{activate: end-turn}, {spell: zap}, {zap: x}]
        expect: {rerolls: [1, 0], skills: {x: []}, next: home activate}
    """,
    "a fireball that hits the own side may be rolled again": """
        with: {bb2025.wizard-team-rerolls: allowed}
        position: {home: {A: "10,8"}, away: {x: "20,8"}, rerolls: [1, 0], inducements: {home: {sports-wizard: 1}}}
        dice: [4, 2]
        script: [{activate: end-turn}, {spell: fireball}, {fireball: "10,8"}, {re-roll: team}]
        expect: {status: {A: standing}, rerolls: [0, 0], next: away activate}
    """,
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_spell_works_in_the_match(case: str) -> None:
    assert played(case) == []


def test_the_frog_is_the_one_of_the_data() -> None:
    content = read_yaml(DATA / EDITION / "inducements.yaml", dict)["inducements"]
    variant = next(each for each in content if each["id"] == "wizard")["variants"][0]
    frog = next(spell for spell in variant["spells"] if spell["id"] == "zap")["frog"]
    stats = {name: frog[name] or 0 for name in wizards.STATS}
    assert (stats, sorted(wizards.SKILLS), list(wizards.KEYWORDS)) == (
        wizards.STATS,
        sorted(frog["skills"]),
        frog["keywords"],
    )


def test_the_planner_casts_at_the_carrier_and_likes_good_weather() -> None:
    match, _ = match_of("""
        position: {home: {A: "10,8"}, away: {x: "20,8"}, ball: x, turn: away, inducements: {home: {sports-wizard: 1, weather-mage: 1}}}
        dice: [6, 2, 1, 2]
    """)
    planner = BloodBowlPlanner("staff")
    match.choose("end-turn")
    answers = []
    while match.pending is not None and match.pending.question.key != "activate":
        choice, _ = planner.choose(match.pending, match.game)
        answers.append((match.pending.question.key, choice))
        match.choose(choice)
    assert answers == [("spell", "zap"), ("zap", 1), ("use-inducement", True), ("weather-shift", 1)]
    assert match.game.state.weather == "perfect-conditions"


def test_the_planner_keeps_its_spell_for_later() -> None:
    match, _ = match_of("""
        position: {home: {A: "10,8"}, away: {x: "20,8"}, ball: A, turn: away, inducements: {home: {sports-wizard: 1}}}
    """)
    match.choose("end-turn")
    assert match.pending is not None
    assert BloodBowlPlanner("staff").choose(match.pending, match.game)[0] == "no"

"""Inducements: who may have them, and what each does in a match."""

from typing import Any

import pytest

from engine.coaches.bloodbowl import BloodBowlPlanner
from engine.core.errors import BadInput
from engine.core.ruleset import DATA
from engine.core.yamlfile import read_yaml
from engine.rules import hiring, wizards
from engine.rules.inducements import INDUCEMENTS
from engine.rules.rosters import rosters
from engine.rules.sheet import team
from engine.rulesets import ruleset
from tests.engine.positions import match_of, played, sheet

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


# On the sheet -----------------------------------------------------------------------------------------------------------------


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
    hired = [{"id": f"m{number}", "number": 20 + number, "name": f"Merc {number}", "mercenary": True} | row for number, row in enumerate(rows)]
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
        ([LINEMAN | {"skills": ["claws"]}], "a mercenary has one primary skill at most"),
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
    rows = [*plain["players"], *hiring.rookies(low_cost, plain["players"])]
    check(low_cost.key, inducements={"riotous-rookies": 1}, players=rows)
    with pytest.raises(BadInput, match="7 rookies wait on the sheet, not 0"):
        check(low_cost.key, inducements={"riotous-rookies": 1})
    with pytest.raises(BadInput, match="0 rookies wait on the sheet, not 7"):
        check(low_cost.key, players=rows)


def test_the_frog_is_the_one_of_the_data() -> None:
    content = read_yaml(DATA / EDITION / "inducements.yaml", dict)["inducements"]
    variant = next(each for each in content if each["id"] == "wizard")["variants"][0]
    frog = next(spell for spell in variant["spells"] if spell["id"] == "zap")["frog"]
    stats = {name: frog[name] or 0 for name in wizards.STATS}
    assert (stats, sorted(wizards.SKILLS), list(wizards.KEYWORDS)) == (wizards.STATS, sorted(frog["skills"]), frog["keywords"])


# In the match -----------------------------------------------------------------------------------------------------------------

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
    "a fireball breaks armour more easily": """
        position: {home: {A: "10,8"}, away: {x: "11,8", y: "20,8"}, stats: {x: {av: 7}}, inducements: {home: {sports-wizard: 1}}}
        dice: [4, 2, 4, 1, 2]
        script: [{activate: end-turn}, {spell: fireball}, {fireball: "12,8"}]
        expect: {status: {x: stunned, A: standing}}
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
        script: [{activate: end-turn}, {spell: zap}, {zap: x}, {re-roll: team}, {re-roll: team}]
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
    "it wears off with the drive": """
        position: {home: {A: "10,8"}, away: {x: "20,8"}, turns: [8, 7], skills: {x: [block]}, inducements: {home: {sports-wizard: 1}}}
        dice: [6]
        script: [{activate: end-turn}, {spell: zap}, {zap: x}, {activate: end-turn}]
        expect: {skills: {x: [block]}, status: {x: reserves}, half: 2}
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
    "corruption argues again": """
        position: {home: {A: "10,8", B: "2,2"}, away: {x: "11,8"}, prone: [x], special_rules: {home: [bribery-and-corruption]}}
        dice: [2, 2, 1, 6]
        script: [{activate: A}, {declare: foul}, {step: foul x}, {argue: true}, {use-inducement: true}]
        expect: {status: {A: standing}}
    """,
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_it_works_in_the_match(case: str) -> None:
    assert played(case) == []


# A coach that uses them -------------------------------------------------------------------------------------------------------


def test_the_planner_casts_at_the_carrier_and_likes_good_weather() -> None:
    match, _ = match_of("""
        position: {home: {A: "10,8"}, away: {x: "20,8"}, ball: x, turn: away, inducements: {home: {sports-wizard: 1, weather-mage: 1}}}
        dice: [6, 2, 1, 2]
    """)
    planner = BloodBowlPlanner("staff")
    match.choose("end-turn")
    answers = []
    while match.pending is not None and match.pending.question != "activate":
        choice, _ = planner.choose(match.pending, match.game)
        answers.append((match.pending.question, choice))
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

"""Every scenario file, every choice; and the ring between catalogue, code and scenarios is closed."""

import re
from pathlib import Path

import pytest

import engine
from engine import scenario
from engine.cli.rulings import scenarios_by_choice
from engine.cli.scenarios import untold
from engine.coaches.any_legal import AnyLegal
from engine.core.catalogue import RULE
from engine.core.dice import KeyedDice
from engine.core.errors import BadInput
from engine.rules.scenario import position
from engine.rules.scenario.expectations import CHECKS, Look, purposes
from engine.rulesets import KNOWN, ruleset
from engine.rulesets.battleball.expectations import Look as BattleballLook
from engine.rulesets.bb2025 import EDITION
from tests.engine import positions

FILES = [(head.path, edition) for head in scenario.heads() for edition in head.editions]


@pytest.mark.parametrize(("path", "edition"), FILES, ids=[f"{edition}:{path.stem}" for path, edition in FILES])
def test_scenario_has_the_expected_outcome(path: Path, edition: str) -> None:
    """Every choice has the outcome that the file gives it, and no other choice has."""
    loaded = scenario.load(path, edition)
    differences = {choice: _differences(loaded, choice) for choice in loaded.choices}
    assert {choice: lines for choice, lines in differences.items() if lines} == {}


def _differences(loaded: scenario.Scenario, choice: str) -> list[str]:
    played = scenario.play(loaded, choice)
    rolls = {event["what"] for event in played.events if event["e"] == "roll"}
    edition = loaded.ruleset.edition
    known = purposes(edition) if edition is not None else BattleballLook.purposes
    nameless = [f"a roll for {what} cannot be expected by its name" for what in sorted(rolls - known)]
    return played.differences or untold(loaded, choice) or nameless


@pytest.mark.parametrize("key", KNOWN)
def test_every_rule_and_every_choice_is_played(key: str) -> None:
    shown = scenarios_by_choice(ruleset(key)).keys()
    wanted = {(entry.id, choice) for entry in ruleset(key).catalogue.in_play() for choice in entry.choices or (RULE,)}
    assert wanted - shown == set()


def test_a_changed_expectation_is_told_readably(tmp_path: Path) -> None:
    text = next(path for path in engine.scenarios("battleball") if path.stem == "tackle-serious-injury").read_text()
    file = tmp_path / "changed.yaml"
    file.write_text(text.replace("status: {B-RB: serious}", "status: {B-RB: down}"))
    assert scenario.play(scenario.load(file), "winner-rolled-1").differences == [
        "status of B-RB: expected 'down', found 'serious'"
    ]


FIRST = "rule: battleball.tackle-roll\n"
NONSENSE = [
    ("", "line 1: expected a mapping"),
    ("rule: [\n", "line 2:"),
    ("title: nothing\n", "line 1: a scenario names either a ruling or a rule"),
    (FIRST + "colour: red\n", "line 2: a scenario about a rule has no field 'colour'"),
    ("rule: battleball.no-such-rule\n", "line 1: no ruling is called 'battleball.no-such-rule'"),
    ("rule: chess.castling\n", "line 1: there is no ruleset 'chess'"),
    ("ruling: battleball.tackle-roll\n", "line 1: battleball.tackle-roll is a fixed rule, not a ruling"),
    (FIRST + "dice: [six]\nexpect: {half: 1}\n", "line 2: dice are a list of numbers"),
    (
        FIRST + "position: {pieces: {W-RB: r99c1}}\nexpect: {half: 1}\n",
        "line 2: pieces W-RB: this field has no space 'r99c1'",
    ),
    (FIRST + "position: {pieces: {W-QB: r9c1}}\nexpect: {half: 1}\n", "line 2: pieces: no piece is called 'W-QB'"),
    (
        FIRST + "position:\n  pieces: {W-RB: r9c1, B-RB: r20c1}\nexpect:\n  weather: fine\n",
        "line 4: nothing called 'weather'",
    ),
    (FIRST, "nothing is expected here"),
    (FIRST + "cases: {}\nexpect: {half: 1}\n", "line 2: a scenario about a rule has no field 'cases'"),
    (
        FIRST + "sheets: {away: black-harts}\nexpect: {half: 1}\n",
        "line 2: there is no team 'black-harts' for the away coach to take",
    ),
    (
        FIRST + "sheets: {home: lions}\nexpect: {half: 1}\n",
        "line 2: there is no team 'lions' for the home coach to take",
    ),
    (
        FIRST + "sheets: {home: black-harts}\nteam: {}\nexpect: {half: 1}\n",
        "line 2: a team between matches has no sheets",
    ),
    (FIRST + "team: {}\nposition: {half: 1}\nexpect: {half: 1}\n", "line 3: a team between matches has no position"),
    (
        "ruling: battleball.overtime-limit\noutcomes:\n  maybe: {expect: {half: 1}}\n",
        "line 3: battleball.overtime-limit has no choice",
    ),
]


@pytest.mark.parametrize(("text", "message"), NONSENSE, ids=[message for _, message in NONSENSE])
def test_a_file_that_makes_no_sense_is_refused_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "nonsense.yaml"
    file.write_text(text)
    with pytest.raises(BadInput, match=r"^nonsense\.yaml: ") as refused:
        _play_all(file)
    assert message in str(refused.value)


def _play_all(file: Path) -> None:
    loaded = scenario.load(file)
    for choice in loaded.choices:
        scenario.play(loaded, choice)


def bowl(position: str = "", expect: str = "{half: 1}") -> str:
    """A scenario of Blood Bowl, whose sixth line is given, or whose expectation is."""
    return f"""skill: bb2025.dodge
position:
  home: {{A: "10,8"}}
  away:
    x: "11,8"
  {position}
cases: {{it: {{expect: {expect}}}}}
"""


BOWL_NONSENSE = [
    (bowl("skills: {A: [flying]}"), "line 6: skills A: A has an unknown skill, flying"),
    (bowl("skills: {A: [loner]}"), "line 6: skills A: A: Loner (X+) cannot have the value None"),
    (bowl("skills: {A: dodge}"), "line 6: skills A: skills are a list"),
    (bowl("skills: {Z: [tackle]}"), "line 6: skills: no player is called 'Z'; there are A, x"),
    (bowl("captains: [Q]"), "line 6: captains: no player is called 'Q'"),
    (bowl("prone: [Q]"), "line 6: prone: no player on the pitch is called 'Q'"),
    (bowl("reserves: [x]"), "line 2: x is in two places"),
    (bowl('  y: "10,8"'), "line 6: away y: y shares a square with A"),
    (bowl("reserves: 3"), "line 6: reserves: has to be a list, not 3"),
    (bowl('  Y: "12,8"'), "line 4: away: 'Y': home players are capital letters"),
    (bowl('  y: "27,8"'), "line 6: away y: the pitch has no square '27,8'"),
    (bowl('  x: "12,8"'), "line 6: 'x' stands there twice"),
    (bowl("weather: sunny"), "line 6: weather: no weather is called 'sunny'; there are sweltering-heat"),
    (bowl("stage: brawl"), "line 6: stage: no stage is called 'brawl'"),
    (bowl("turn: sideways"), "line 6: turn: no side is called 'sideways'; there are home, away"),
    (bowl("turns: [55, 2]"), "line 6: turns: a whole number from 0 to 8, not 55"),
    (bowl("turns: 3"), "line 6: turns: a list of two, home and away, not 3"),
    (bowl("mascot: [1, 0]"), "line 6: mascot: true or false, not 1"),
    (bowl("stats: {A: {ma: 20}}"), "line 6: stats A ma: a whole number from 1 to 9, not 20"),
    (bowl("stats: {A: {foo: 3}}"), "line 6: stats A: a player has no field 'foo'"),
    (bowl("keywords: {A: [robot]}"), "line 6: keywords A: no keyword is called 'robot'"),
    (bowl("inducements: {home: {nosuch: 1}}"), "line 6: inducements home: no inducement is called 'nosuch'"),
    (bowl("special_rules: {home: [swarmingg]}"), "line 6: special_rules home: no special rule is called 'swarmingg'"),
    (bowl("prayers: {home: [rain]}"), "line 6: prayers home: no prayer is called 'rain'"),
    (bowl("declared: [fly]"), "line 6: declared: no action is called 'fly'"),
    (bowl("ball: Q"), "line 6: ball: the pitch has no square 'Q'"),
    (bowl(expect="{did_not_happen: [turnover]}"), "line 7: did_not_happen: no kind of event is called 'turnover'"),
    (bowl(expect="{did_not_happen: turn-over}"), "line 7: did_not_happen: has to be a list"),
    (bowl(expect="{in_order: [dodge, doge]}"), "line 7: in_order: no kind of event or roll is called 'doge'"),
    (bowl(expect="{in_order: dodge}"), "line 7: in_order: has to be a list"),
    (bowl(expect="{happened: [nonsense]}"), "line 7: happened: no kind of event is called 'nonsense'"),
    (bowl(expect="{not_offered: [end-trun]}"), "line 7: no answer is called 'end-trun'"),
    (bowl(expect="{refuses: [forgot A]}"), "line 7: no answer is called 'forgot A'"),
    (bowl(expect="{status: standing}"), "line 7: status: 'standing' does not have the form"),
    (bowl(expect="{status: {}}"), "line 7: status: nothing is expected here"),
    (bowl() + "outcomes: {}\n", "line 8: a scenario about a skill has no field 'outcomes'"),
    (bowl() + "sheets: {home: human}\n", "line 8: there is no team 'human' for the home coach to take"),
    (bowl(expect="{half: 1}, settings: {tokens: 2}"), "line 7: one of the cases has the fields dice, expect"),
]
BATTLE_NONSENSE = [
    ("pieces: {W-RB: r9c1, B-RB: r9c1}", "pieces: two pieces are on r9c1"),
    ("pieces: {W-HT: r9c4, B-RB: r9c5}", "pieces: two pieces are on r9c5"),
    ("{pieces: {W-RB: r9c1}, injured: [W-RB1]}", "a piece is in two places"),
    ("skills: {W-RB: [flying]}", "skills W-RB: no skill is called 'flying'"),
    ("stage: brawl", "stage: no stage is called 'brawl'"),
    ("halted: rain", "halted: no halt is called 'rain'"),
    ("turns: [-1, 0]", "turns: a whole number from 0 to 9999, not -1"),
    ("others: gone", "others: no place for a piece is called 'gone'"),
]
TEAM_NONSENSE = [
    ("step: napping", "line 4: step: no step is called 'napping'"),
    ("season: [triumph]", "line 4: season: no result is called 'triumph'; there are win, draw, loss"),
    ("treasury: lots", "line 4: treasury: a whole number"),
    ("players: [{position: human-lineman, speed: 3}]", "line 4: players: a player has no field 'speed'"),
    ("players: [{position: human-lineman, seasons: 2}]", "line 4: players: a player has no field 'seasons'"),
    ("players: [{position: human-lineman, count: 2, name: Bob}]", "line 4: players: two players are called Bob"),
]
SCRIPT_NONSENSE = [
    ("record: {gate: [3, 4]}", "line 4: step 1: record: a match has a score"),
    ("record: {score: [2, 1], hurt: {Bob: dead}}", "line 4: step 1: record: hurt: no player is called 'Bob'"),
    (
        "record: {score: [2, 1], gave_up: him}",
        "line 4: step 1: record: gave_up: no side is called 'him'; there are us, them",
    ),
    ("unplayed: {lost: true}", "line 4: step 1: unplayed: got an unexpected keyword argument 'lost'"),
    ("end_season: {}", "line 4: step 1: end_season: missing a required argument: 'prize'"),
    ("induce: {wish: []}", "line 4: step 1: induce: a purchase has no field 'wish'"),
]
TEAM_FIRST = "ruling: bb2025.fire-at-exactly-eleven\nteam:\n  roster: human\n"
NONSENSE_OF_POSITIONS = [
    *BOWL_NONSENSE,
    *(
        (TEAM_FIRST + f"  {line}\noutcomes: {{refused: {{expect: {{players: 1}}}}}}\n", message)
        for line, message in TEAM_NONSENSE
    ),
    *(
        (f"{TEAM_FIRST}script: [{{{line}}}]\noutcomes: {{refused: {{expect: {{players: 1}}}}}}\n", message)
        for line, message in SCRIPT_NONSENSE
    ),
    *((FIRST + f"position:\n  {line}\nexpect: {{half: 1}}\n", message) for line, message in BATTLE_NONSENSE),
]


@pytest.mark.parametrize(
    ("text", "message"), NONSENSE_OF_POSITIONS, ids=[message for _, message in NONSENSE_OF_POSITIONS]
)
def test_a_position_that_makes_no_sense_is_refused_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    test_a_file_that_makes_no_sense_is_refused_with_its_line(tmp_path, text, message)


def test_an_answer_that_is_not_offered_is_told_in_the_words_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    for script, refusal in (
        ("[{activate: Q}]", "step 1: 'Q' is not among A, end-turn, forgo A"),
        ("[{activate: A}, {declare: blitz}, {blitz-target: A}]", "step 3: 'A' is not among x"),
        (
            "[{activate: A}, {declare: blitz}, {blitz-target: x}, {step: block A}]",
            "step 4: 'block A' is not among block x, end",
        ),
    ):
        file.write_text(bowl() + f"script: {script}\n")
        assert scenario.play(scenario.load(file), "it").differences == [refusal]


@pytest.mark.parametrize("key", KNOWN)
def test_every_answer_that_is_described_is_understood_again(key: str) -> None:
    rules, coach = ruleset(key), AnyLegal("described")
    match = rules.start((*rules.standard_sheets().values(),)[:2], KeyedDice("described"), rules.rulings())
    names = rules.stage.names(match.game)
    while match.pending is not None:
        question = match.pending.question
        assert rules.questions[question.key] is question
        assert set(re.findall(r"{(\w+)}", question.words)) <= set(match.pending.about), question
        for choice in match.pending.listed:
            if not isinstance(choice, bool):
                described = question.describe(choice, names)
                again = question.read(described, names, match.pending)
                assert again == choice or described == str(choice), (question.key, choice, described)
        match.choose(coach.choose(match.pending, match.game)[0])


def test_the_page_about_scenarios_names_everything_that_a_file_of_blood_bowl_may_say() -> None:
    page = Path(engine.__file__).parent.parent / "docs" / "scenarios.md"
    words = set(
        re.findall(r"[a-z_-]+", page.read_text().partition("## Blood Bowl")[2].partition("## A team between")[0])
    )
    assert {*position.fields(EDITION, [], []), *CHECKS, *Look.kinds} - words == set()


DECLINED = """position: {home: {A: "10,8"}, away: {x: "11,8"}, skills: {A: [dodge]}}
dice: [1, 2, 2]
script: [{activate: A}, {declare: move}, {step: ["9,8"]}, {re-roll: no}]
expect: {status: {A: prone}, happened: [turn-over]}
"""


def test_a_bare_no_declines() -> None:
    """YAML reads it as false, and nobody who writes a scenario has to know."""
    assert positions.played(DECLINED) == []


def test_a_script_that_stops_at_a_question_says_which() -> None:
    stopped = DECLINED.replace(", {re-roll: no}", "")
    assert positions.played(stopped) == [
        "the match did not roll the last dice of the script: 2, 2; it asks 'home re-roll' instead"
    ]

"""Every scenario file, every choice; and the ring between catalogue, code and scenarios is closed."""

from itertools import permutations
from pathlib import Path

import pytest

import engine
from engine import scenario
from engine.core.catalogue import RULE, Entry
from engine.core.errors import BadInput
from engine.rulesets import KNOWN, ruleset

LOADED = {key: [scenario.load(path) for path in engine.scenarios(key)] for key in KNOWN}
PLAYED = [(each, choice) for loaded in LOADED.values() for each in loaded for choice in each.choices]


@pytest.mark.parametrize(("loaded", "choice"), PLAYED, ids=[f"{each.path.stem}:{choice}" for each, choice in PLAYED])
def test_scenario_has_the_expected_outcome(loaded: scenario.Scenario, choice: str) -> None:
    assert scenario.play(loaded, choice).differences == []


def is_played_here(entry: Entry) -> bool:
    """Star players come with rules of their own, and are played where those are."""
    return entry.area != "star-player"


@pytest.mark.parametrize("key", KNOWN)
def test_every_rule_and_every_choice_is_played(key: str) -> None:
    shown = {(each.id, choice) for each in LOADED[key] for choice in each.choices if each.kind in ("rule", "ruling")}
    wanted = {
        (entry.id, choice)
        for entry in filter(is_played_here, ruleset(key).catalogue.entries)
        for choice in entry.choices or (RULE,)
    }
    assert wanted - shown == set()


@pytest.mark.parametrize("key", KNOWN)
def test_the_code_has_the_choices_of_the_catalogue(key: str) -> None:
    rules = ruleset(key)
    coded = {ruling.id: set(ruling.choices) for ruling in rules.code_rulings}
    wanted = filter(is_played_here, rules.catalogue.open_points())
    assert coded == {entry.id: set(entry.choices) for entry in wanted}


@pytest.mark.parametrize("key", KNOWN)
def test_outcomes_tell_the_choices_apart(key: str) -> None:
    """For each ordered pair of choices some file's outcome for the one fails when the other is in force."""
    told: set[tuple[str, str, str]] = set()
    for each in LOADED[key]:
        for one, outcome in each.outcomes.items() if each.kind == "ruling" else ():
            for other in ruleset(key).catalogue.entry(each.id).choices:
                if other != one and not _passes(each, outcome, other):
                    told.add((each.id, one, other))
    wanted = {
        (entry.id, one, other)
        for entry in filter(is_played_here, ruleset(key).catalogue.open_points())
        for one, other in permutations(entry.choices, 2)
    }
    assert wanted - told == set()


def _passes(each: scenario.Scenario, outcome: scenario.Outcome, choice: str) -> bool:
    try:
        return scenario.run(each, outcome, choice).passed
    except BadInput:
        return False


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
    (FIRST + "colour: red\n", "line 2: a scenario has no field 'colour'"),
    ("rule: battleball.no-such-rule\n", "line 1: no ruling is called 'battleball.no-such-rule'"),
    ("rule: chess.castling\n", "line 1: there is no ruleset 'chess'"),
    ("ruling: battleball.tackle-roll\n", "line 1: battleball.tackle-roll is a fixed rule, not a ruling"),
    (FIRST + "dice: [six]\nexpect: {half: 1}\n", "line 2: dice are a list of numbers"),
    (FIRST + "position: {pieces: {W-RB: r99c1}}\nexpect: {half: 1}\n", "line 2: this field has no space 'r99c1'"),
    (FIRST + "position: {pieces: {W-QB: r9c1}}\nexpect: {half: 1}\n", "line 2: no piece is called 'W-QB'"),
    (FIRST + "position:\n  pieces: {W-RB: r9c1, B-RB: r20c1}\nexpect:\n  weather: fine\n", "line 4: nothing called 'weather'"),
    (FIRST, "nothing is expected here"),
    ("ruling: battleball.overtime-limit\noutcomes:\n  maybe: {expect: {half: 1}}\n", "line 3: battleball.overtime-limit has no choice"),
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

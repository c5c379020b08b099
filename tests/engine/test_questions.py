"""Questions are declared once, and whoever deals with them knows them all."""

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import engine
from engine.cli.questions import table
from engine.coaches import make_coach
from engine.coaches.any_legal import AnyLegal
from engine.core.answers import PLAYER, SQUARE, YES_NO
from engine.core.declared import declared_questions
from engine.core.dice import KeyedDice
from engine.core.errors import BadInput
from engine.core.questions import Question
from engine.rulesets import KNOWN, ruleset

PAGE = Path(engine.__file__).parent.parent / "docs" / "scenarios.md"
CHAPTERS = {"battleball": "## Battleball", "bb2025": "## Blood Bowl"}


def module(name: str, **declared: Any) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(declared)
    return made


@pytest.mark.parametrize("key", KNOWN)
def test_the_planner_has_an_answer_of_its_own_for_every_question(key: str) -> None:
    coach: Any = make_coach("planner", ruleset(key).game, "answers")
    game = [each for each in map(ruleset, KNOWN) if each.game == ruleset(key).game]
    assert (
        set(ruleset(key).questions) <= set(coach.answers) <= {question for each in game for question in each.questions}
    )


@pytest.mark.parametrize("key", KNOWN)
def test_the_page_about_scenarios_lists_every_question_as_it_is_declared(key: str) -> None:
    chapter = PAGE.read_text().partition(CHAPTERS[key])[2].partition("\n## ")[0]
    assert "\n".join(table(ruleset(key))) in chapter


def test_two_questions_with_one_key_are_refused_by_name() -> None:
    push = Question("push", SQUARE, "Where is {player} pushed?", none="crowd")
    shared = [module("blocks", PUSH=push), module("chains", PUSH=push, FEND=Question("fend", YES_NO, "Fend?"))]
    assert list(declared_questions(shared)) == ["push", "fend"]
    with pytest.raises(BadInput, match="two questions are called 'push'"):
        declared_questions([*shared, module("pulls", PULL=Question("push", PLAYER, "Who is pulled?"))])


def test_a_question_says_what_it_is_about() -> None:
    question = Question("use-skill", YES_NO, "Does {player} use {skill}?")
    assert question.sentence(player="Ann") == "Does Ann use the skill?"


@pytest.mark.parametrize("key", KNOWN)
def test_no_answer_of_a_planner_is_refused(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ruleset(key)
    coach: Any = make_coach("planner", rules.game, "own answers")
    monkeypatch.setattr(AnyLegal, "choose", refuse)
    match = rules.start((*rules.standard_sheets().values(),)[:2], KeyedDice("own answers"), rules.rulings())
    while match.pending is not None:
        monkeypatch.setattr(type(match.pending.options), "some", refuse)
        match.choose(*coach.choose(match.pending, match.game))


def refuse(*given: Any) -> None:
    raise AssertionError("the planner has no answer that fits")

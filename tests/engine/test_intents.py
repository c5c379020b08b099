"""What a turn is for: said by the coach with the first activation, and kept with the reasons of the match file."""

import json
from typing import Any

import pytest

import engine
from engine.coaches.base import intent_and_reason, with_intent
from engine.coaches.bloodbowl import BloodBowlPlanner
from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.intents import intent
from engine.coaches.bloodbowl.turn import Turn
from tests.engine.positions import game_of, match_of

CAGE = '{home: {A: "8,8", B: "7,7", C: "7,9", D: "9,7", E: "9,9"}, away: {x: "12,8", y: "13,7", z: "13,9"}, ball: A'
THEIRS = '{home: {A: "10,8", B: "9,5", C: "9,11"}, away: {x: "22,8"}, ball: x'


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ('{home: {A: "20,8"}, away: {x: "2,2"}, ball: A, turns: [8, 8]}', "score now, in the last turn of the half"),
        ('{home: {A: "22,8"}, away: {x: "2,2"}, ball: A, turns: [1, 0]}', "stall and score later"),
        (
            '{home: {A: "2,8"}, away: {x: "3,2"}, ball: A, turns: [8, 8]}',
            "play the half out, in the last turn of the half",
        ),
        (CAGE + ", turns: [3, 2]}", "advance in a cage"),
        (CAGE + ", turns: [3, 2], half: 2, score: [1, 0]}", "advance in a cage, to protect the lead"),
        (CAGE + ", turns: [6, 5], half: 2, score: [0, 1]}", "advance in a cage, with little time left"),
        ('{home: {A: "5,8"}, away: {x: "20,8"}, ball: A, turns: [3, 2]}', "run with the ball"),
        (THEIRS + ", turns: [3, 3]}", "stop the carrier"),
        ('{home: {A: "20,8"}, away: {x: "6,2"}, ball: x, turns: [3, 3]}', "stop a touchdown"),
        ('{home: {A: "10,8", B: "12,7"}, away: {x: "13,8"}, ball: x, turns: [3, 3]}', "bring the carrier down"),
        ('{home: {A: "10,8"}, away: {x: "24,8"}, ball: "9,8", turns: [3, 3]}', "pick the ball up"),
        ('{home: {A: "10,8"}, away: {x: "12,8"}, ball: "11,8", turns: [3, 3]}', "win the loose ball"),
        ('{home: {A: "2,8"}, away: {x: "24,8"}, ball: "20,8", turns: [3, 3]}', "close in on the ball"),
        ('{home: {A: "21,8"}, away: {x: "24,10"}, ball: "22,8", turns: [7, 7]}', "pick the ball up and score"),
    ],
)
def test_a_turn_is_for_what_the_position_asks_for(position: str, words: str) -> None:
    game = game_of(match_of(f"{{position: {position}}}")[0])
    turn = Turn(Board(game, 0), [player.id for player in game.boards.standing[0]])
    assert intent(turn, turn.best()[0]) == words


def test_the_first_reason_of_a_turn_says_what_it_is_for() -> None:
    match, _ = match_of(f"{{position: {CAGE}, turns: [3, 2]}}, dice: {[6] * 20}}}")
    coach, reasons = BloodBowlPlanner("intent"), []
    while match.pending is not None and match.pending.side == 0:
        choice, reason = coach.choose(match.pending, match.game)
        reasons += [reason] if match.pending.question.key == "activate" else []
        match.choose(choice, reason)
    assert len(reasons) > 1
    assert [bool(intent_and_reason(reason)[0]) for reason in reasons] == [True] + [False] * (len(reasons) - 1)


def test_intent_and_reason_are_told_apart() -> None:
    assert intent_and_reason(with_intent("score now", "runs in, 85%; or not")) == ("score now", "runs in, 85%; or not")
    assert intent_and_reason(with_intent("", "runs in, 85%")) == ("", "runs in, 85%")  # as in older match files


def test_a_match_file_is_good_with_intents_and_without() -> None:
    """Reasons are a coach's remarks: the same choices and dice are the same match, whatever was said."""
    rules = engine.ruleset("bb2025")
    sheets = (rules.standard_sheet("human"), rules.standard_sheet("orc"))
    record = engine.play(ruleset=rules.key, rulings=rules.rulings(), sheets=sheets, seed="intents")
    file: dict[str, Any] = json.loads(record.to_text())
    turns = sum(event["e"] == "phase" and event["name"] == "turn" for event in file["events"])
    said = [event for event in file["events"] if event["e"] == "choice" and intent_and_reason(event["reason"])[0]]
    assert turns / 2 < len(said) <= turns
    for event in said:
        event["reason"] = intent_and_reason(event["reason"])[1]
    older = engine.Record.from_json(file)
    older.digest = older.computed_digest()
    for each in (record, older):
        assert engine.rerun(each).first_difference is None
    assert older.digest != record.digest

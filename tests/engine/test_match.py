"""The driver: legal answers only, quiet points, records that anybody can play again."""

import copy
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.cli.fuzz import drawn_rulings, fuzz_match
from engine.coaches import make_coach
from engine.coaches.battleball import agenda, fights, plans
from engine.coaches.battleball.view import View
from engine.core.decisions import Listed
from engine.core.dice import KeyedDice
from engine.core.errors import BadInput, IllegalChoice
from engine.core.match import Match
from engine.core.ruleset import Ruleset
from engine.core.ruling import Rulings

ROOT = Path(engine.__file__).parent.parent


def test_a_choice_that_is_not_offered_changes_nothing(battleball: Ruleset, rulings: Rulings, sheets: Any) -> None:
    match = battleball.start(sheets, KeyedDice("x"), rulings)
    before = match.game.state.to_json()
    for nonsense in (None, True, "anything", (), tuple(range(11)), (1, 2), [1]):
        with pytest.raises(IllegalChoice, match=r"setup-|players have to be placed"):
            match.choose(nonsense)
    assert match.game.state.to_json() == before
    assert match.choices == []
    match.close()


def test_a_listed_option_must_agree_in_type() -> None:
    assert Listed((1, 2)).refusal(True) is not None
    assert Listed((True, False)).refusal(1) is not None
    assert Listed((1, 2)).refusal(1) is None


def test_a_finished_match_takes_no_more_choices(record: engine.Record, battleball: Ruleset, sheets: Any) -> None:
    match = battleball.start(sheets, KeyedDice("fixture"), battleball.rulings(overrides=record.header["rulings"]))
    for choice in record.choices:
        match.choose(choice)
    assert match.over
    with pytest.raises(IllegalChoice, match="the match is over"):
        match.choose(0)


@settings(max_examples=12)
@given(number=st.integers(0, 10**6))
def test_random_play_under_random_rulings_keeps_the_invariants(number: int) -> None:
    rules = engine.ruleset("battleball")
    seed = f"property {number}"
    problem, _ = fuzz_match(rules, drawn_rulings(rules, seed), seed, cut=1500)
    assert problem is None


def test_every_quiet_point_restores_to_the_same_end(battleball: Ruleset, rulings: Rulings, sheets: Any) -> None:
    """At a question whom to activate the state alone is the position, also after a trip through JSON."""
    record = engine.play(ruleset="battleball", rulings=rulings, sheets=sheets, seed="quiet")
    match = battleball.start(sheets, KeyedDice("quiet"), rulings)
    points = []
    for number, choice in enumerate(record.choices):
        if match.pending and match.pending.question.key == "activate":
            points.append((number, match.game.state.to_json(), len(match.game.rolled), len(match.game.events)))
        match.choose(choice)
    for number, saved, dice, events in points[:: max(1, len(points) // 12)]:
        state = battleball.load_state(json.loads(json.dumps(saved)))
        game = match.game.fork(KeyedDice("quiet", count=dice), state)
        again = Match(game, battleball.play)
        for choice in record.choices[number:]:
            again.choose(choice)
        assert again.over
        assert _without_reasons([event.to_json() for event in game.events]) == _without_reasons(record.events[events:])


def _without_reasons(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in event.items() if key != "reason"} for event in events]


def test_the_digest_is_the_same_under_any_hash_seed() -> None:
    digests = set()
    for hash_seed in ("0", "1", "4242"):
        command = [sys.executable, "-m", "engine", "play", "--ruleset", "battleball", "--seed", "1", "--json"]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        out = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout
        digests.add(json.loads(out)["digest"])
    assert len(digests) == 1


def test_a_record_survives_a_trip_through_a_file_and_plays_again(record: engine.Record) -> None:
    again = engine.Record.from_json(json.loads(record.to_text()))
    assert (again.to_text(), json.loads(again.to_text())) == (
        record.to_text(),
        json.loads(json.dumps(record.to_json())),
    )
    rerun = engine.rerun(again)
    assert (rerun.matches, rerun.digest, rerun.first_difference) == (True, record.digest, None)


def _changed(record: engine.Record, change: Any) -> engine.Record:
    content = json.loads(json.dumps(record.to_json()))
    change(content)
    return engine.Record.from_json(content)


def test_a_changed_event_is_named(record: engine.Record) -> None:
    number = next(number for number, event in enumerate(record.events) if event["e"] == "score")

    def more_points(content: dict[str, Any]) -> None:
        content["events"][number]["points"] += 1

    rerun = engine.rerun(_changed(record, more_points))
    assert not rerun.matches
    assert str(rerun.first_difference).startswith(f"event {number + 1}: ")


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (lambda content: content["dice"].__setitem__(0, [20, 21]), "die 1: the file has 21"),
        (lambda content: content.__setitem__("seed", "another"), "die 1:"),
        (lambda content: content["result"]["score"].__setitem__(0, 99), "the result in the file"),
        (lambda content: content.__setitem__("digest", "0" * 64), "the digest in the file"),
        (lambda content: content.__setitem__("commitment", "0" * 64), "the seed is not the one that was promised"),
        (lambda content: content["choices"].pop(), "the choices end before the match does"),
        (lambda content: content["choices"].insert(3, "nonsense"), "choice 4 is not legal"),
        (lambda content: content["events"].append({"e": "result"}), "the file has"),
    ],
)
def test_a_changed_file_is_found_out(record: engine.Record, change: Any, difference: str) -> None:
    rerun = engine.rerun(_changed(record, change))
    assert not rerun.matches
    assert difference in str(rerun.first_difference)


@pytest.mark.parametrize("content", [None, [], {}, {"format": 1}, "text"])
def test_what_is_no_match_file_is_refused(content: Any) -> None:
    with pytest.raises(BadInput, match="not a match file"):
        engine.Record.from_json(content)


@pytest.mark.parametrize("name", ["choices", "dice", "events", "sheets", "rulings", "seed", "digest", "commitment"])
def test_a_match_file_with_a_missing_or_shapeless_part_is_refused(record: engine.Record, name: str) -> None:
    content = copy.deepcopy(record.to_json())
    del content[name]
    with pytest.raises(BadInput, match=f"{name} missing"):
        engine.Record.from_json(content)
    if name not in ("digest", "commitment"):
        with pytest.raises(BadInput, match="right shape"):
            engine.Record.from_json({**record.to_json(), name: 7})


def test_statistics_agree_with_score_and_events(record: engine.Record) -> None:
    result, kinds = record.result, [event["e"] for event in record.events]
    home, away = result["stats"]["home"], result["stats"]["away"]
    assert [home["touchdowns"], away["touchdowns"]] == result["touchdowns"]
    assert home["tackles"] + away["tackles"] == kinds.count("tackle")
    assert home["fumbles"] + away["fumbles"] == kinds.count("fumble")
    points = [0, 0]
    for event in record.events:
        if event["e"] == "score":
            points[event["side"]] += event["points"]
    assert points == result["score"]
    suffered = sum(1 for event in record.events if event["e"] == "off" and event["where"] in ("injured", "serious"))
    assert home["injuries_suffered"] + away["injuries_suffered"] == suffered
    assert home["injuries_caused"] + away["injuries_caused"] == suffered


def test_the_planner_beats_random_play(rulings: Rulings, sheets: Any) -> None:
    won = 0
    for number in range(8):
        coaches = ("planner", "any_legal") if number % 2 else ("any_legal", "planner")
        result = engine.play(
            ruleset="battleball", rulings=rulings, sheets=sheets, seed=f"duel {number}", coaches=coaches
        ).result
        won += result["winner"] == ("home" if number % 2 else "away")
    assert won >= 7


def test_the_planner_scores_tackles_and_passes(rulings: Rulings, sheets: Any) -> None:
    sums = dict.fromkeys(("touchdowns", "tackles", "completions"), 0)
    for number in range(10):
        stats = engine.play(ruleset="battleball", rulings=rulings, sheets=sheets, seed=f"style {number}").result[
            "stats"
        ]
        for key in sums:
            sums[key] += stats["home"][key] + stats["away"][key]
    assert sums["touchdowns"] >= 8
    assert sums["tackles"] >= 100
    assert sums["completions"] >= 5


@pytest.mark.parametrize("number", range(12))
def test_the_planner_finishes_matches_under_any_rulings(battleball: Ruleset, sheets: Any, number: int) -> None:
    match = battleball.start(sheets, KeyedDice(f"{number}"), drawn_rulings(battleball, f"finish {number}"))
    coaches = [make_coach("planner", "battleball", f"{number}:{side}") for side in (0, 1)]
    while match.pending is not None and len(match.choices) < 20_000:
        match.choose(*coaches[match.pending.side].choose(match.pending, match.game))
    assert match.over


@pytest.mark.parametrize("number", range(4))
def test_no_attack_is_worth_more_than_the_planner_guesses(battleball: Ruleset, sheets: Any, number: int) -> None:
    """What it does not guess at all is worth nothing."""
    match = battleball.start(sheets, KeyedDice(f"{number}"), drawn_rulings(battleball, f"reach {number}"))
    coaches = [make_coach("any_legal", "battleball", f"{number}:{side}") for side in (0, 1)]
    while match.pending is not None and len(match.choices) < 900:
        game, side = match.game, match.pending.side
        if match.pending.question.key == "activate":
            view = View(game, side)
            for piece in (game.state.pieces[id] for id in match.pending.listed if isinstance(id, int)):
                if game.in_tackle_position(piece) or game.state.holder == piece.id:
                    continue
                ideas: list[Any] = agenda.attacks(view, piece)
                guessed = {idea.plan.keywords["rival"].id: idea.most for idea in ideas}
                for rival in view.rivals.pieces:
                    fight = fights.worthwhile(view, piece, rival)
                    plan = plans.attack(view, piece, rival, fight) if fight else None
                    assert plan is None or plan.value <= guessed.get(rival.id, 0.0)
        match.choose(*coaches[side].choose(match.pending, game))
    match.close()

"""Shows: the viewer needs nothing but their changes, and the words fit what happened."""

import json
from typing import Any

import pytest

import engine
from replays.narration.battleball import CUT, Battleball
from replays.packing import show_json
from replays.show import match_show, scenario_show, ticker
from replays.story_steps import BOARD, story_steps
from tests.replays.conftest import played_file, unpacked

Position = dict[str, Any]


def apply(changes: list[dict[str, Any]]) -> Position:
    """What stands on the board after the changes; the same as static/js/replay/state.js does."""
    position: Position = {"at": {}, "down": set(), "ball": None, "tokens": set(), "score": [0, 0]}
    for change in changes:
        match change["e"]:
            case "put":
                position["at"][change["player"]] = change["square"]
            case "move":
                assert position["at"][change["player"]] == change["path"][0]
                position["at"][change["player"]] = change["path"][-1]
            case "stance":
                (position["down"].add if change["stance"] == "down" else position["down"].discard)(change["player"])
            case "off":
                position["at"].pop(change["player"], None)
                position["down"].discard(change["player"])
            case "ball":
                position["ball"] = (change["square"], change["holder"])
            case "token":
                position["tokens"].add(change["square"])
            case "clear":
                position["tokens"].clear()
            case "score":
                position["score"] = list(change["score"])
            case other:
                pytest.fail(f"the viewer does not know {other}")
    return position


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_changes_of_all_steps_give_the_final_position(seed: str) -> None:
    file = played_file(seed)
    show = match_show(file)
    from_steps = apply([change for step in show["steps"] for change in step["changes"]])
    assert from_steps == apply([event for event in file["events"] if event["e"] in BOARD])
    assert from_steps["score"] == list(file["result"]["score"])


def test_every_square_and_player_of_a_step_is_on_the_drawing(match_file: dict[str, Any]) -> None:
    show = match_show(match_file)
    squares = {space["id"] for space in (*show["board"]["spaces"], *show["board"]["goals"])}
    pieces = {piece["id"] for piece in show["pieces"]}
    assert len(pieces) == 22
    for step in show["steps"]:
        assert set(step["actors"]) <= pieces
        for change in step["changes"]:
            assert set(change.get("path", [])) <= squares
            assert change.get("square") is None or change["square"] in squares


def test_every_step_is_told_and_every_roll_is_labelled(match_file: dict[str, Any]) -> None:
    show = match_show(match_file)
    assert all(step["text"] for step in show["steps"])
    rolls = [roll for step in show["steps"] for roll in step["rolls"]]
    assert len(rolls) == sum(event["e"] == "roll" for event in match_file["events"])
    assert all(roll["label"] for roll in rolls)


def test_touchdowns_and_the_result_are_moments(match_file: dict[str, Any]) -> None:
    show = match_show(match_file)
    keys = {step["kind"] for step in show["steps"] if step["key"]}
    assert {"score", "result", "half"} <= keys
    scored = [step for step in show["steps"] if step["kind"] == "score" and "Touchdown!" in step["text"]]
    assert len(scored) == sum(match_file["result"]["touchdowns"])


def test_a_scorer_is_still_on_the_field_while_running_in(match_file: dict[str, Any]) -> None:
    for step in match_show(match_file)["steps"]:
        kinds = [(change["e"], change.get("where")) for change in step["changes"]]
        assert not ({("move", None), ("off", "scored")} <= set(kinds))


def test_the_same_match_is_told_in_the_same_words(match_file: dict[str, Any]) -> None:
    assert match_show(match_file) == match_show(match_file)


def test_the_ticker_holds_every_step_once_in_order(match_file: dict[str, Any]) -> None:
    show = match_show(match_file)
    numbers = [step["number"] for half in ticker(show) for turn in half["turns"] for step in turn["steps"]]
    assert numbers == list(range(len(show["steps"])))


def test_every_scenario_makes_a_show() -> None:
    for path in engine.scenarios("battleball"):
        scenario = engine.scenario.load(path)
        for choice in scenario.choices:
            played = engine.scenario.play(scenario, choice)
            show = scenario_show("battleball", played)
            events = [event for event in (*played.start, *played.events) if event["e"] in BOARD]
            assert apply([change for step in show["steps"] for change in step["changes"]]) == apply(events), path


NAMES = [
    "Ada Stone",
    "Bo Reed",
    *(f"Home {n}" for n in range(2, 11)),
    "Cy Vance",
    "Di Marsh",
    *(f"Away {n}" for n in range(2, 11)),
]


def roll(what: str, player: int, *dice: tuple[int, int], **more: Any) -> dict[str, Any]:
    blank = {"total": None, "target": None, "modifiers": [], "passed": None}
    return {"e": "roll", "what": what, "player": player, "side": player // 11, "dice": list(dice), **blank, **more}


def told(*events: dict[str, Any]) -> list[str]:
    return [storyteller().narrate(story_step) for story_step in story_steps(events, CUT)]


def storyteller() -> Battleball:
    pieces = [{"name": name, "side": number // 11} for number, name in enumerate(NAMES)]
    return Battleball(pieces, ["Iron Wolves", "Black Harts"], {}, engine.ruleset("battleball"))


def test_a_pass_explains_its_roll() -> None:
    (sentence,) = told(
        {"e": "activate", "player": 0},
        roll("pass", 1, (8, 7), (6, 3), total=10, target=9, passed=True),
        {"e": "pass", "player": 0, "target": 1, "distance": 9, "outcome": "complete"},
        {"e": "ball", "square": None, "holder": 1},
    )
    assert "Rolls 7 on the D8 and 3 on the football: 10 against a distance of 9, complete." in sentence


def test_a_tackle_names_both_rolls_the_winner_and_the_injury() -> None:
    (sentence,) = told(
        {"e": "activate", "player": 0},
        roll("tackle", 0, (20, 4), total=4),
        roll("tackle", 11, (12, 9), total=9),
        {"e": "tackle", "player": 0, "target": 11, "outcome": "won"},
        {"e": "off", "player": 11, "where": "injured"},
        {"e": "token", "square": 5},
        {"e": "ball", "square": None, "holder": 0},
    )
    assert "4 on the D20 against 9 on the D12, lower wins. Ada Stone wins the tackle." in sentence
    assert sentence.endswith("Cy Vance is injured and carried off. Ada Stone has the ball.")


def test_a_run_over_the_ball_is_one_sentence() -> None:
    (sentence,) = told(
        {"e": "activate", "player": 0},
        roll("move", 0, (20, 14), total=14),
        {"e": "move", "player": 0, "path": [1, 2, 3]},
        {"e": "pick-up", "player": 0},
        {"e": "ball", "square": None, "holder": 0},
        {"e": "move", "player": 0, "path": [3, 4]},
    )
    assert sentence.startswith("Ada Stone rolls 14 on the D20, ")
    assert sentence.endswith("3 spaces and picks up the ball.")


def test_modifiers_are_named() -> None:
    (sentence,) = told(
        roll("field-goal", 0, (20, 9), (6, 4), total=11, target=10, modifiers=[["opponents-near", -2]], passed=True),
        {"e": "field-goal", "player": 0, "distance": 10, "outcome": "good"},
    )
    assert "9 on the D20, 4 on the football and −2 for opponents near: 11." in sentence


def test_the_coach_gives_a_reason() -> None:
    choice = {"e": "choice", "side": 0, "question": "activate", "answer": 0, "reason": "the goal line is in reach"}
    (story_step,) = story_steps(
        [choice, {"e": "activate", "player": 0}, {"e": "move", "player": 0, "path": [1, 2]}], CUT
    )
    assert storyteller().reason(story_step) == "the goal line is in reach"


def test_equal_dice_are_told_together() -> None:
    (sentence,) = told(roll("move", 10, (6, 2), (6, 5), total=7), {"e": "move", "player": 10, "path": [1, 2]})
    assert sentence.startswith("Home 10 rolls 2 and 5 on two D6 and ")


TEAMS = {"battleball": ("iron-wolves", "black-harts"), "bb2025": ("lizardmen", "khorne")}


@pytest.mark.parametrize("ruleset", engine.RULESETS)
def test_a_packed_show_holds_the_whole_show_in_little_more_than_half_the_space(ruleset: str) -> None:
    rules = engine.ruleset(ruleset)
    home, away = (rules.standard_sheet(key) for key in TEAMS[ruleset])
    show = match_show(engine.play(ruleset=ruleset, rulings=rules.rulings(), sheets=(home, away), seed="1").to_json())
    packed = show_json(show)
    assert unpacked(packed) == json.loads(json.dumps(show))
    assert len(packed.encode()) <= 150_000
    assert len(packed.encode()) < 0.6 * len(json.dumps(show, ensure_ascii=False, separators=(",", ":")).encode())


def test_a_step_with_something_the_viewer_does_not_get_is_noticed(match_file: dict[str, Any]) -> None:
    show = match_show(match_file)
    show["steps"][0]["weather"] = "hail"
    with pytest.raises(ValueError, match="weather"):
        show_json(show)

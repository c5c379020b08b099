"""Shows of Blood Bowl: nothing that happens goes untold, and the words fit what happened."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import engine
from engine.rules.teams.titles import titles
from pages.rulebook.outcomes import outcome_words
from pages.rulebook.scenarios import REFUSALS
from replays.narration.bloodbowl import SENTENCES
from replays.narration.bloodbowl.expected import LINES
from replays.narration.bloodbowl.rolls import PURPOSES
from replays.narration.bloodbowl.words import (
    DECLARED,
    HURLS,
    INJURIES,
    KICK_OFFS,
    PASSES,
    PRAYERS,
    SOURCES,
    TEAM_REROLLS,
    TURNOVERS,
    WEATHERS,
)
from replays.packing import show_json
from replays.show import Show, match_show, scenario_show
from replays.story_steps import BOARD, topic
from tests.replays.conftest import unpacked

RULESET = "bb2025"
Events = list[dict[str, Any]]
TITLES = titles(RULESET)
# Where the words of an event depend on one of its fields: the words, by kind and field.
WORDS: dict[tuple[str, str], Any] = {
    ("declare", "action"): DECLARED,
    ("injury", "result"): INJURIES,
    ("turn-over", "why"): TURNOVERS,
    ("kick-off", "event"): KICK_OFFS,
    ("pass", "outcome"): PASSES,
    ("bomb", "outcome"): PASSES,
    ("throw-team-mate", "outcome"): HURLS,
    ("re-roll", "source"): TEAM_REROLLS | TITLES,
    ("roll", "what"): PURPOSES | TITLES,
    ("used-skill", "skill"): TITLES,
    ("prayer", "prayer"): PRAYERS,
    ("weather", "weather"): WEATHERS,
    ("inducement", "inducement"): TITLES,
}


@cache
def match_file(home: str, away: str) -> dict[str, Any]:
    rules = engine.ruleset(RULESET)
    sheets = (rules.standard_sheet(home), rules.standard_sheet(away))
    record = engine.play(ruleset=RULESET, rulings=rules.rulings(), sheets=sheets, seed=f"{home} {away}")
    file: dict[str, Any] = json.loads(json.dumps(record.to_json()))
    return file


MATCHES = [("human", "orc"), ("skaven", "shambling-undead"), ("goblin", "vampire")]


def whole_matches() -> Iterator[tuple[str, Events, Show]]:
    for home, away in MATCHES:
        file = match_file(home, away)
        show = match_show(file)
        opening = show["steps"][0]["changes"][: len(show["pieces"])]
        yield f"{home} {away}", [*opening, *file["events"]], show


@cache
def loaded() -> list[Any]:
    return [engine.scenario.load(path) for path in engine.scenarios(RULESET)]


def scenarios() -> Iterator[tuple[str, Events, Show]]:
    for scenario in loaded():
        for choice in scenario.choices:
            played = engine.scenario.play(scenario, choice)
            if not played.sheets:
                continue  # a team between matches
            yield f"{scenario.path.stem} {choice}", [*played.start, *played.events], scenario_show(RULESET, played)


@pytest.mark.parametrize("source", [whole_matches, scenarios])
def test_everything_is_told_and_shown(source: Any) -> None:
    for name, events, show in source():
        for event in events:
            assert known(event), (name, event)
        for step in show["steps"]:
            assert step["text"], (name, step)
            assert "Play goes on" not in step["text"], name
            assert "_" not in step["text"], (name, step["text"])
        rolls = [roll for step in show["steps"] for roll in step["rolls"]]
        rolled = [event for event in events if event["e"] == "roll"]
        assert [roll["total"] for roll in rolls] == [event["total"] for event in rolled], name
        assert all(roll["label"] and "_" not in roll["label"] for roll in rolls), name
        changes = [change for step in show["steps"] for change in step["changes"] if change["e"] in BOARD]
        assert changes == [event for event in events if event["e"] in BOARD], name


def known(event: dict[str, Any]) -> bool:
    """Whether there are words made for this event, and not some fallback."""
    kind = event["e"]
    fields = [(field, words) for (of, field), words in WORDS.items() if of == kind]
    sources = [source for source, _ in event.get("modifiers", ())]
    return (
        (kind in SENTENCES or topic(event) in SENTENCES or kind in ("choice", "turn-over"))
        and all(event[field] in words for field, words in fields)
        and all(source in SOURCES or source in TITLES for source in sources)
    )


def test_the_viewer_is_told_the_weather_and_the_rerolls_that_are_left() -> None:
    for home, away in MATCHES:
        file = match_file(home, away)
        show = unpacked(show_json(match_show(file)))
        told = [(change, step["text"]) for step in show["steps"] for change in step["changes"]]
        weathers = [(change["weather"], text) for change, text in told if change["e"] == "weather"]
        assert len(weathers) == sum(event["e"] == "weather" for event in file["events"]) > 0
        assert all(f": {weather}" in text for weather, text in weathers)
        counts = [change["left"] for change, _ in told if change["e"] == "rerolls"]
        assert counts == followed(file, show)


def followed(file: dict[str, Any], show: Show) -> list[list[int]]:
    """The team re-rolls of a match in which nobody has any but those that were bought, after each use."""
    bought = [sheet["rerolls"] for sheet in file["sheets"]]
    left, found = list(bought), [list(bought)]
    for event in file["events"]:
        if event["e"] == "phase" and event["name"] == "half":
            left = list(bought)
        elif event["e"] == "re-roll" and event["source"] == "bought":
            left[show["pieces"][event["player"]]["side"]] -= 1
        elif event["e"] == "roll" and event["what"] == "captain" and event["passed"]:
            left[event["side"]] += 1
        if left != found[-1]:
            found.append(list(left))
    return found


def test_pieces_carry_what_the_players_can_do() -> None:
    show = match_show(match_file("human", "orc"))
    ogres = [piece for piece in show["pieces"] if piece["big"]]
    assert ogres
    assert all(piece["about"].startswith("MA ") for piece in show["pieces"])
    assert any("Loner (" in piece["about"] and "X" not in piece["about"] for piece in ogres)


def test_keywords_in_the_brackets_of_skills_have_capital_letters() -> None:
    file = match_file("human", "orc")
    file = {**file, "sheets": json.loads(json.dumps(file["sheets"])), "events": file["events"][:40]}
    file["sheets"][0]["players"][0].setdefault("skills", []).append({"id": "hatred", "value": "skaven"})
    assert "Hatred (Skaven)" in match_show(file)["pieces"][0]["about"]


def test_everything_that_is_expected_has_words() -> None:
    for scenario in loaded():
        for outcome in scenario.outcomes.values():
            expect = {key: value for key, value in outcome.expect.items() if key not in REFUSALS}
            assert expect.keys() - {"next"} <= LINES.keys(), scenario.path
            for name, value in outcome_words(expect, [], engine.ruleset(RULESET)):
                assert name[0].isupper(), (scenario.path, name)
                assert value, (scenario.path, name)
                assert "_" not in name + value, (scenario.path, name, value)


@pytest.mark.parametrize(
    ("ruling", "tells"),
    [
        ("push-trapdoor-timing", "x steps on the trapdoor: rolls 1 on the D6"),
        ("high-kick-into-opponents-half", "Touchback: k is given the ball."),
        ("blitz-target-and-negatraits", "tests Bone Head: rolls 4 on the D6"),
    ],
)
def test_both_sides_of_a_ruling_play_on_until_it_matters(ruling: str, tells: str) -> None:
    scenario = next(each for each in loaded() if each.path.stem == ruling)
    told = [scenario_show(RULESET, engine.scenario.play(scenario, choice))["steps"] for choice in scenario.choices]
    assert all(tells in " ".join(step["text"] for step in steps) for steps in told)
    expects = [outcome.expect for outcome in scenario.outcomes.values()]
    ends = [outcome_words(expects[side], [expects[1 - side]], engine.ruleset(RULESET)) for side in (0, 1)]
    assert ends[0] != ends[1]


def test_expectations_read_like_a_report() -> None:
    expect = {
        "status": {"A": "knocked-out", "B": "standing", "C": "knocked-out"},
        "at": {"B": "12,8", "A": False},
        "next": "away re-roll",
        "offers_only": ["no", "sure-hands", "team"],
        "last_roll": {"what": "pick-up", "modifiers": [["marked", -1]], "total": 3, "target": 3, "passed": True},
        "block": {"dice": -2, "strengths": [3, 4], "result": "both-down"},
    }
    assert outcome_words(expect, [], engine.ruleset(RULESET)) == [
        ("Knocked out", "A and C"),
        ("Standing", "B"),
        ("Where they stand", "B on 12,8; A off the pitch"),
        ("Asked next", "Away: Is the roll re-rolled?"),
        ("On offer, nothing else", "no re-roll; Sure Hands; a team re-roll"),
        ("The last roll", "pick-up, −1 for being marked, total 3, needs 3+, made"),
        ("The block", "2 dice, the other coach chooses, strength 3 against 4, both down"),
    ]

"""Whether a game plan was obeyed: every setting has a measure, and figures are those of the match file."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import engine
from engine.rules.gameplan.plans import square_of
from engine.rules.gameplan.record import SETTINGS, GamePlan
from replays.analysis.match import analyse
from replays.analysis.plans import ABANDONED, MEASURES, NOT_POSSIBLE, OBEYED, PARTLY, Line, Seen, number
from replays.analysis.team_actions import Hit, SetUp, TeamActions, TeamTurn

RULES = engine.ruleset("bb2025")
PITCH = RULES.edition.pitch
PLAYERS = ("Ada", "Bo", "Cy")
TURN = TeamTurn(half=1, number=1, drive=1, lead=0, rerolls=2, fielded=frozenset({0, 1}))
HELD, LOST = replace(TURN, holder=0, corners=3), replace(TURN, holder=1, markers=2)
LINE = [{"square": [0, column]} for column in (7, 8, 9)]
SQUARES = [square_of(PITCH, 0, 0, column) for column in (7, 8, 9)]


def judged(plan: dict[str, Any], actions: TeamActions) -> tuple[str, str]:
    """The only setting of a plan of home: Ada, Bo and Cy, whom the sheet calls a, b and c."""
    ids = {name[0].lower(): place for place, name in enumerate(PLAYERS)}
    seen = Seen(GamePlan.from_json(plan), actions, PLAYERS, ids, 0, RULES)
    (key,) = seen.plan.to_json()
    return MEASURES[key](seen)


def in_turns(*turns: TeamTurn, **more: Any) -> TeamActions:
    return TeamActions(turns=list(turns), **more)


def test_every_setting_has_a_measure() -> None:
    assert MEASURES.keys() == SETTINGS.keys()


@pytest.mark.parametrize(
    ("plan", "actions", "happened", "verdict"),
    [
        ({"style": "cage"}, in_turns(HELD, HELD, LOST), "In a cage at the end of 2 of 3 turns with the ball.", OBEYED),
        ({"style": "cage"}, in_turns(TURN), "The ball was never theirs at the end of a turn.", NOT_POSSIBLE),
        (
            {"style": "run"},
            in_turns(HELD, LOST),
            "The carrier was clear of opponents at the end of 1 of 2 turns.",
            PARTLY,
        ),
        ({"style": "pass"}, in_turns(HELD, passes=Counter({0: 2}), hand_offs=1), "2 passes and 1 hand-off.", OBEYED),
        ({"style": "pass"}, in_turns(HELD), "no passes and no hand-offs.", ABANDONED),
        ({"tempo": "soon"}, in_turns(TURN), "No touchdown.", NOT_POSSIBLE),
        (
            {"tempo": "soon"},
            in_turns(HELD, replace(HELD, number=2, scored=True)),
            "1 touchdown, after 2 turns with the ball.",
            OBEYED,
        ),
        (
            {"tempo": "late"},
            in_turns(replace(HELD, number=2, scored=True), replace(HELD, number=8, drive=2, scored=True)),
            "2 touchdowns, with 6 and 0 turns of the half left.",
            PARTLY,
        ),
        ({"risk": "low"}, in_turns(replace(TURN, dared=1)), "1.0 risky rolls a turn; 1.3 is usual.", OBEYED),
        ({"risk": "high"}, in_turns(TURN), "0.0 risky rolls a turn; 1.3 is usual.", ABANDONED),
        ({"toss": "kick"}, in_turns(toss="kick"), "Won the toss and chose to kick.", OBEYED),
        ({"toss": "kick"}, in_turns(), "The other team won the toss.", NOT_POSSIBLE),
        ({"carriers": ["a"]}, in_turns(HELD, LOST), "Had the ball at the end of 1 of 2 turns; else Bo.", PARTLY),
        ({"carriers": ["c"]}, in_turns(HELD), "Cy never on the pitch while the ball was theirs.", NOT_POSSIBLE),
        (
            {"defence": "press"},
            in_turns(replace(TURN, defends=True, marking=2), blitzes_on_the_carrier=1),
            "Their carrier was marked at the end of 1 of 1 turn, and met 1 Blitz.",
            OBEYED,
        ),
        (
            {"targets": "weak"},
            in_turns(hits=[Hit(True, 0.5, False, 0.5)] * 3),
            "3 of 3 blocks hit weaker players than average; by chance it would be 2.",
            OBEYED,
        ),
        (
            {"targets": "stars"},
            in_turns(hits=[Hit(True, 0.5, False, 0.5)] * 2),
            "0 of 2 blocks hit better players than average; by chance it would be 1.",
            ABANDONED,
        ),
        ({"fouls": "never"}, in_turns(TURN, fouls=1), "1 foul.", ABANDONED),
        (
            {"fouls": "often"},
            in_turns(replace(TURN, fallen=2), fouls=1),
            "1 foul; an opponent lay on the ground in 1 turn.",
            OBEYED,
        ),
        ({"weapons": "often"}, in_turns(TURN), "Nobody on the pitch had any.", NOT_POSSIBLE),
        (
            {"weapons": "sparing"},
            in_turns(TURN, TURN, armed=frozenset({1}), special=1),
            "1 use in 2 turns of players who have any.",
            ABANDONED,
        ),
        (
            {"reserve": 2},
            in_turns(TURN, replace(TURN, number=5), replace(TURN, half=2), replace(TURN, half=2, number=5, rerolls=1)),
            "Left after turn 4: 2 of 2 in the first half and 1 of 2 in the second half.",
            PARTLY,
        ),
        ({"reserve": 1}, in_turns(replace(TURN, rerolls=0)), "There were no team re-rolls.", NOT_POSSIBLE),
        ({"apothecary": "protected"}, in_turns(), "Nobody needed one.", NOT_POSSIBLE),
        (
            {"apothecary": "protected"},
            in_turns(treated=[(0, False), (1, True)]),
            "Called for Bo, and for 1 other not.",
            ABANDONED,
        ),
        ({"ahead": "hold"}, in_turns(TURN), "Never ahead.", NOT_POSSIBLE),
        (
            {"behind": "attack"},
            in_turns(*[TURN] * 4, replace(TURN, lead=-1, dared=2)),
            "2.0 risky rolls a turn while behind (1 turn), 0.0 otherwise.",
            OBEYED,
        ),
        (
            {"level": "hold"},
            in_turns(replace(TURN, dared=3)),
            "3.0 risky rolls a turn while level (1 turn), 1.3 is usual.",
            ABANDONED,
        ),
        (
            {"last_turns": "hold"},
            in_turns(*[TURN] * 4, replace(TURN, number=7)),
            "0.0 risky rolls a turn in the last turns (1 turn), 0.0 otherwise.",
            OBEYED,
        ),
        ({"throwers": ["a"]}, in_turns(TURN), "Nobody threw a pass.", NOT_POSSIBLE),
        (
            {"throwers": ["a"]},
            in_turns(TURN, passes=Counter({0: 2, 1: 1})),
            "Threw 2 of 3 passes; the others: Bo.",
            OBEYED,
        ),
        ({"throwers": ["c"]}, in_turns(TURN, passes=Counter({1: 1})), None, NOT_POSSIBLE),
        (
            {"protected": ["a"]},
            in_turns(replace(TURN, beside=frozenset({1})), blocked=Counter({0: 1})),
            "Next to an opponent after 0 of 1 turn (0%; team-mates 100%), and met 1 block.",
            OBEYED,
        ),
        ({"protected": ["c"]}, in_turns(TURN), "Cy never on the pitch.", NOT_POSSIBLE),
        ({"kicking": LINE}, in_turns(), "Never kicked off.", NOT_POSSIBLE),
        (
            {"kicking": LINE},
            in_turns(set_ups=[SetUp(True, dict(enumerate(SQUARES)))]),
            "As drawn at 1 of 1 kick-off.",
            OBEYED,
        ),
        (
            {"kicking": LINE},
            in_turns(set_ups=[SetUp(True, dict(enumerate(SQUARES[:2])))]),
            "As drawn at 1 of 1 kick-off; too few players for every place at 1.",
            PARTLY,
        ),
        (
            {"receiving": [{"square": [0, 7], "player": "b"}, *LINE[1:]]},
            in_turns(set_ups=[SetUp(False, dict(enumerate(SQUARES)))]),
            "As drawn at 1 of 1 kick-off; Bo not always in the place drawn.",
            PARTLY,
        ),
        (
            {"receiving": LINE},
            in_turns(set_ups=[SetUp(False, {0: SQUARES[0], 1: SQUARES[1], 2: 0})]),
            "As drawn at 0 of 1 kick-off.",
            ABANDONED,
        ),
    ],
)
def test_a_setting_is_judged_by_what_the_team_did(
    plan: dict[str, Any], actions: TeamActions, happened: str | None, verdict: str
) -> None:
    told, word = judged(plan, actions)
    assert (told if happened else None, word) == (happened, verdict)


def test_numbers_read_well() -> None:
    assert [number(count, "pass", "passes") for count in (0, 1, 2)] == ["no passes", "1 pass", "2 passes"]


# Of a match -------------------------------------------------------------------------------------------------------------------


@cache
def played() -> dict[str, Any]:
    arrow = [{"square": [place.behind, place.column]} for place in RULES.plans.presets("kicking")["Arrowhead"]]
    sheets = [dict(RULES.standard_sheet(key)) for key in ("orc", "human")]
    sheets[1]["plan"] = {"fouls": "often", "toss": "kick", "kicking": arrow, "carriers": ["3"], "reserve": 1}
    home, away = sheets
    record = engine.play(ruleset=RULES.key, rulings=RULES.rulings(), sheets=(home, away), seed="kept")
    file: dict[str, Any] = json.loads(record.to_text())
    return file


@cache
def lines() -> dict[str, Line]:
    home, away = analyse(played()).plans
    assert home == []  # no plan of its own
    return {line.key: line for line in away}


def test_only_what_differs_from_the_default_is_listed_in_the_order_of_the_settings() -> None:
    assert list(lines()) == [key for key in SETTINGS if key in played()["sheets"][1]["plan"]]
    assert (lines()["carriers"].setting, lines()["carriers"].wish) == (
        "Ball carriers",
        played()["sheets"][1]["players"][2]["name"],
    )


def test_the_figures_are_those_of_the_match() -> None:
    file = played()
    events, stats = file["events"], file["result"]["stats"]["away"]
    assert lines()["fouls"].happened.lower().startswith(f"{number(stats['fouls'], 'foul')};")
    chosen = [event for event in events if event["e"] == "choice" and event["question"] == "kick-or-receive"]
    won = chosen[0]["side"] == 1
    assert lines()["toss"].verdict == (OBEYED if won else NOT_POSSIBLE)
    kicks = [event for event in events if event["e"] == "phase" and event["name"] == "set-up" and event["side"] == 1]
    assert f"of {number(len(kicks), 'kick-off')}" in lines()["kicking"].happened
    assert f"of {number(stats['possession'], 'turn')}" in lines()["carriers"].happened


def test_a_setting_that_there_is_no_more_is_left_out() -> None:
    file = played()
    older = {**file["sheets"][1], "plan": {"fouls": "never", "style": "flying", "weather": "rain"}}
    _, away = analyse({**file, "sheets": [file["sheets"][0], older]}).plans
    assert [line.key for line in away] == ["fouls"]

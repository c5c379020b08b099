"""Matches that were played at a table: what a report can say, and the result that it amounts to."""

from copy import deepcopy
from typing import Any

import pytest

import engine
from engine.campaign import Refusal, Report
from engine.campaign.report import FIGURES
from engine.rules.statistics import EARNING

RULES = engine.ruleset("bb2025")
CAMPAIGN = engine.campaign_of("bb2025")
RULINGS = RULES.rulings()
READY = RULES.standard_sheets()


def sheets(home: str = "human", away: str = "orc", **changes: Any) -> Any:
    """Ready teams as a league hands them over; `changes` are made to the home team's sheet."""
    return {**ready(home), **changes}, ready(away)


def ready(roster: str) -> dict[str, Any]:
    return deepcopy(dict(next(sheet for sheet in READY.values() if sheet["roster"] == roster)))


def said(pair: Any, **changes: Any) -> dict[str, Any]:
    """A 1:0 win of the home team, whose first player scored; `changes` are to the whole, or to one player as `home_2`."""
    gate = [sheet.get("fans", 1) + 2 for sheet in pair]
    document = {**CAMPAIGN.reports.form.blank(pair), "score": [1, 0], "fan_factors": gate}
    document["players"]["home"]["1"]["touchdowns"] = 1
    for what, change in changes.items():
        side, _, id = what.partition("_")
        if side in ("home", "away") and id:
            document["players"][side].setdefault(id.replace("_", "-"), {}).update(change)
        else:
            document[what] = change
    return document


def read(pair: Any, document: Any) -> Report:
    return CAMPAIGN.reports.form.read(pair, RULINGS, document)


def codes(pair: Any = None, **changes: Any) -> list[str]:
    pair = pair or sheets()
    return [problem.code for problem in CAMPAIGN.reports.problems(read(pair, said(pair, **changes)))]


def result(pair: Any = None, **changes: Any) -> dict[str, Any]:
    pair = pair or sheets()
    report = read(pair, said(pair, **changes))
    assert CAMPAIGN.reports.problems(report) == []
    return CAMPAIGN.reports.result(report)


def test_every_figure_that_can_earn_points_is_asked() -> None:
    assert {each.key for each in FIGURES} >= EARNING


# What cannot be read ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"score": [-1, 0]}, "score"),
        ({"score": [31, 0]}, "score"),
        ({"score": [10**12, 0]}, "number"),
        ({"score": [True, 0]}, "score"),
        ({"score": ["1", 0]}, "score"),
        ({"score": [1]}, "score"),
        ({"score": {"home": 1}}, "score"),
        ({"penalties": [6, 0]}, "penalties"),
        ({"stalled": [0, 1]}, "stalled"),
        ({"overtime": "yes"}, "overtime"),
        ({"conceded": "both"}, "side"),
        ({"prayers": [["no-such-prayer"], []]}, "prayer"),
        ({"weather": "nice"}, "weather"),
        ({"players": []}, "players"),
        ({"players": {"middle": {}}}, "middle"),
        ({"players": {"home": {"1": 3}}}, "mapping"),
        ({"home_1": {"touchdowns": -1}}, "touchdowns"),
        ({"home_1": {"touchdowns": 31}}, "touchdowns"),
        ({"home_1": {"kills": 1}}, "kills"),
        ({"home_1": {"took_part": 1}}, "took_part"),
        ({"home_1": {"injury": "a scratch"}}, "injury"),
        ({"home_1": {"injury": "lasting-injury", "lost": "skill"}}, "characteristic"),
        ({"home_1": {"by": 3}}, "by"),
    ],
)
def test_a_report_that_makes_no_sense_is_not_read(changes: dict[str, Any], words: str) -> None:
    pair = sheets()
    with pytest.raises(Refusal, match=words) as refused:
        read(pair, said(pair, **changes))
    assert refused.value.code == "bad-report"


@pytest.mark.parametrize(
    "document", [[], "report", None, 7, {"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": {"i": 1}}}}}}}}}]
)
def test_what_is_no_report_is_not_read(document: Any) -> None:
    with pytest.raises(Refusal, match="cannot be read"):
        read(sheets(), document)


def test_nothing_is_said_of_players_who_are_not_on_the_sheet() -> None:
    pair = sheets()
    with pytest.raises(Refusal, match="no player '99'") as refused:
        read(pair, said(pair, home_99={"took_part": True}))
    assert refused.value.code == "unknown-player"


# What is not possible -----------------------------------------------------------------------------------------------------


def test_a_plain_win_is_possible() -> None:
    assert codes() == []


def test_touchdowns_add_up_to_the_score() -> None:
    assert codes(score=[2, 0]) == ["touchdowns-differ"]
    assert codes(away_4={"touchdowns": 1}) == ["touchdowns-differ"]
    assert codes(score=[1, 1], away_4={"touchdowns": 1}) == []


def test_a_team_that_gives_up_has_no_score_and_the_others_two_at_least() -> None:
    assert codes(conceded="away", score=[2, 0]) == []
    assert codes(conceded="away") == ["walkover-score"]
    assert codes(conceded="away", score=[2, 1], away_4={"touchdowns": 1}) == ["conceder-scores"]
    assert (
        codes(conceded="away", score=[2, 0], away_4={"touchdowns": 1}) == []
    )  # it has scored, and it counts for nothing
    assert codes(conceded="away", score=[3, 0], home_2={"touchdowns": 2}) == []
    assert codes(conceded="away", score=[2, 0], home_2={"touchdowns": 2}) == ["walkover-score"]


@pytest.mark.parametrize(
    ("needed", "changes", "wrong"),
    [
        (False, {"overtime": True}, ["no-extra-time"]),
        (False, {"penalties": [3, 2]}, ["no-penalties"]),
        (True, {}, []),
        (True, {"overtime": True}, []),
        (True, {"overtime": True, "penalties": [3, 2]}, ["no-penalties"]),
        (True, {"score": [0, 0], "home_1": {"touchdowns": 0}}, ["winner-needed"]),
        (True, {"score": [0, 0], "home_1": {"touchdowns": 0}, "penalties": [2, 3]}, ["winner-needed"]),
        (
            True,
            {"score": [0, 0], "home_1": {"touchdowns": 0}, "overtime": True, "penalties": [2, 2]},
            ["winner-needed"],
        ),
        (
            True,
            {"score": [0, 0], "home_1": {"touchdowns": 0}, "overtime": True, "penalties": [4, 2]},
            ["winner-needed"],
        ),
        (True, {"score": [0, 0], "home_1": {"touchdowns": 0}, "overtime": True, "penalties": [2, 3]}, []),
        (True, {"score": [0, 2], "home_1": {"touchdowns": 0}, "conceded": "home"}, []),
    ],
)
def test_a_match_has_the_end_that_it_needs(needed: bool, changes: dict[str, Any], wrong: list[str]) -> None:
    assert codes(sheets(winner_needed=needed), **changes) == wrong


def test_a_second_leg_is_level_with_what_both_bring_from_the_first() -> None:
    behind = sheets(winner_needed=True, first_leg=0)
    behind[1]["first_leg"] = 1
    assert codes(behind) == ["winner-needed"]
    decided = result(behind, overtime=True, penalties=[1, 4])
    assert decided["winner"] == "home"  # of this match; penalties say who goes on
    assert codes(behind, score=[0, 0], home_1={"touchdowns": 0}) == []


def test_a_fan_factor_is_a_d3_and_the_dedicated_fans() -> None:
    pair = sheets(fans=3)
    away = pair[1].get("fans", 1) + 1
    assert [codes(pair, fan_factors=[factor, away]) for factor in (3, 4, 6, 7)] == [
        ["fan-factor"],
        [],
        [],
        ["fan-factor"],
    ]


def test_only_who_took_part_did_or_suffered_anything() -> None:
    assert codes(home_1={"took_part": False}) == ["took-no-part"]
    assert codes(away_3={"took_part": False, "injury": "dead"}) == ["took-no-part"]
    assert codes(away_3={"took_part": False}) == []
    pair = sheets()
    nobody = {**said(pair), "score": [0, 0], "players": {"home": {"1": {"took_part": True}}, "away": {}}}
    assert [each.code for each in CAMPAIGN.reports.problems(read(pair, nobody))] == ["nobody-played"]


def test_there_are_no_more_casualties_than_players() -> None:
    assert codes(home_2={"casualties_for_spp": 11}) == []
    assert codes(home_2={"casualties_for_spp": 11}, home_3={"casualties_for_spp": 1}) == ["too-many-casualties"]
    assert codes(home_2={"casualties_for_spp": 11}, away_5={"took_part": False}) == ["too-many-casualties"]


def test_an_injury_is_one_of_the_table_with_what_it_costs_and_who_caused_it() -> None:
    assert codes(away_2={"injury": "lasting-injury", "lost": "ma", "by": "3"}) == []
    assert codes(away_2={"injury": "lasting-injury"}) == ["characteristic"]
    assert codes(away_2={"injury": "dead", "lost": "ma"}) == ["characteristic"]
    assert codes(away_2={"lost": "ma"}) == ["characteristic"]
    assert codes(away_2={"by": "3"}) == ["not-hurt"]
    assert codes(away_2={"injury": "dead", "by": "99"}) == ["unknown-cause"]
    assert codes(away_2={"injury": "dead", "by": "3"}, home_3={"took_part": False}) == ["unknown-cause"]


def test_only_the_dead_of_the_other_side_are_raised() -> None:
    undead = sheets("shambling-undead")
    assert codes(undead, home_raised={"joined": True}) == ["nobody-to-raise"]
    assert codes(undead, home_raised={"took_part": True}, away_2={"injury": "dead"}) == ["not-joined"]
    assert codes(undead, home_raised={"joined": True, "took_part": True}, away_2={"injury": "dead"}) == []


def test_prayers_bring_points_to_teams_that_have_bought_some() -> None:
    pair = sheets()
    granted = said(pair, prayers=[["perfect-passing"], []], home_2={"completions": 2})
    with pytest.raises(Refusal, match="no prayers"):
        read(pair, granted)
    pair[0]["inducements"] = {"prayers-to-nuffle": 1}
    assert CAMPAIGN.reports.result(read(pair, granted))["players"]["home"]["2"]["spp"] == 4
    assert result(pair, home_2={"completions": 2})["players"]["home"]["2"]["spp"] == 2


# The result ---------------------------------------------------------------------------------------------------------------


def test_points_are_those_of_the_edition() -> None:
    figures = {"completions": 1, "interceptions": 1, "casualties_for_spp": 1, "throws_landed": 1, "landings": 1}
    found = result(home_2=figures)
    assert [found["players"]["home"][id]["spp"] for id in ("1", "2", "3")] == [3, 1 + 2 + 2 + 1 + 1, 0]
    assert found["casualties"] == [1, 0]
    assert found["stats"]["home"] == {"touchdowns": 1, "casualties": 1, "completions": 1, "interceptions": 1}


def test_who_gives_up_earns_nothing_and_the_others_name_two_most_valuable_players() -> None:
    found = result(conceded="away", score=[2, 0], away_4={"touchdowns": 1}, away_5={"took_part": False})
    assert found["winner"] == "home"
    assert found["concession"] == {"side": "away", "penalty": True}
    assert found["players"]["away"]["4"]["spp"] == 0
    assert (found["mvp"]["home"]["awards"], found["mvp"]["away"]) == (2, {"candidates": [], "awards": 0})
    free = result(conceded="away", penalty=False, score=[2, 0], away_4={"touchdowns": 1}, away_5={"took_part": False})
    assert free["players"]["away"]["4"]["spp"] == 2  # of a team of brutes
    assert (free["mvp"]["home"]["awards"], free["mvp"]["away"]["awards"]) == (1, 1)
    assert "5" not in free["mvp"]["away"]["candidates"]


def test_the_dead_are_no_candidates_and_the_hurt_may_hate() -> None:
    found = result(
        away_2={"injury": "dead"}, away_3={"injury": "seriously-hurt", "by": "1"}, away_4={"injury": "badly-hurt"}
    )
    assert "2" not in found["mvp"]["away"]["candidates"]
    assert found["injuries"]["away"]["2"] == {
        "result": "dead",
        "lost": None,
        "by": None,
        "by_side": None,
        "may_hate": [],
    }
    hurt = found["injuries"]["away"]["3"]
    assert (hurt["by"], hurt["by_side"]) == ("1", "home")
    assert hurt["may_hate"] == ["ogre"]
    assert found["injuries"]["away"]["4"]["may_hate"] == []


def test_a_report_of_what_the_engine_has_played_amounts_to_what_the_engine_says() -> None:
    for number, pair in enumerate(
        (sheets("shambling-undead", "human"), sheets("ogre", "goblin"), sheets("human", "nurgle"))
    ):
        played = engine.play(
            ruleset="bb2025", rulings=RULINGS, sheets=pair, seed=f"report {number}", coaches=("any_legal", "any_legal")
        ).to_json()["result"]
        report = read(pair, _reported(played))
        assert CAMPAIGN.reports.problems(report) == []
        found = CAMPAIGN.reports.result(report)
        for what in (
            "score",
            "touchdowns",
            "casualties",
            "winner",
            "fan_factors",
            "stalled",
            "concession",
            "mvp",
            "raised",
        ):
            assert found[what] == played[what], what
        for what in ("journeymen", "mercenaries", "inducements", "treasury_spent", "overtime_rounds"):
            assert found[what] == played[what], what
        for side in ("home", "away"):
            assert {id: [each["spp"], each["took_part"]] for id, each in found["players"][side].items()} == {
                id: [each["spp"], each["took_part"]] for id, each in played["players"][side].items()
            }
            for id, injury in found["injuries"][side].items():
                assert injury["result"] == played["injuries"][side][id]["result"]
                assert injury["may_hate"] == played["injuries"][side][id]["may_hate"]


def _reported(played: dict[str, Any]) -> dict[str, Any]:
    """What a coach would report of a match that the engine has played."""
    concession = played["concession"] or {"side": "", "penalty": True}
    known = {each.key for each in FIGURES}
    players: dict[str, Any] = {"home": {}, "away": {}}
    for side, of_side in played["players"].items():
        for id, figures in of_side.items():
            line = {key: value for key, value in figures.items() if key in known} | {
                "took_part": bool(figures["took_part"])
            }
            if id in played["raised"][side]:
                line["joined"] = True
            if injury := played["injuries"][side].get(id):
                line["injury"] = {"eaten": "dead"}.get(injury["result"], injury["result"])
                if injury["lost"]:
                    line["lost"] = injury["lost"]
                if injury["by_side"] not in (None, side):
                    line["by"] = str(injury["by"])
            players[side][id] = line
    return {
        "score": played["score"],
        "fan_factors": played["fan_factors"],
        "stalled": played["stalled"],
        "conceded": concession["side"],
        "penalty": concession["penalty"],
        "players": players,
    }

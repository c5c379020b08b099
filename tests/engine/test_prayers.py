"""Prayers to Nuffle, captains and mascots: what a team sheet may say of them, and what they do in a match."""

from collections.abc import Iterable
from typing import Any

import pytest

from engine.core.match import Match
from engine.core.ruleset import DATA
from engine.core.yamlfile import read_yaml
from engine.rules import statistics
from engine.rules.game import BloodBowl
from engine.rules.scenario.answers import find
from engine.rules.state import Player
from engine.rulesets.bb2025 import BB2025
from tests.engine.positions import game_of, play_script

TABLE = read_yaml(DATA / "bb2025" / "tables.yaml", dict)["prayers_to_nuffle"]["results"]
BEFORE = [1, 1, 3, 4]  # fans and weather
AFTER = [6, 1]  # the roll-off
TEAMS = {"reserves": ["A", "B", "C", "x", "y", "z"], "stage": "pregame"}
PITCH = {"home": {"A": "10,8", "B": "5,8"}, "away": {"x": "11,8", "y": "20,8"}}


def pray(*dice: int, script: Iterable[dict[str, Any]] = (), bought: int = 1, **position: Any) -> BloodBowl:
    """The home team's prayers before a match of three against three."""
    match = play_script(TEAMS | {"prayers_bought": [bought, 0]} | position, [*BEFORE, *dice, *AFTER], script)
    assert match.pending is not None
    assert match.pending.question.key == "kick-or-receive"
    return game_of(match)


def gained(game: BloodBowl) -> dict[str, dict[str, Any]]:
    return {player.name: dict(player.skills) for player in game.state.players if player.skills}


def named(game: BloodBowl, name: str) -> Player:
    return find(game, name)


def points(match: Match, name: str) -> int:
    game = game_of(match)
    return statistics.star_player_points(game)[named(game, name).id]


def happened(match: Match, kind: str) -> list[dict[str, Any]]:
    return [event.to_json() for event in match.game.events if event.kind == kind]


# The table --------------------------------------------------------------------------------------------------------------------------


def test_a_prayer_that_was_answered_is_rolled_again() -> None:
    game = pray(9, 9, 2, bought=2)
    assert set(game.team(0).inducements) == {"moles-under-the-pitch", "friends-with-the-ref"}
    assert game.team(1).inducements == {}


def test_both_teams_may_have_the_same_prayer_and_home_prays_first() -> None:
    match = play_script(TEAMS | {"prayers_bought": [1, 1]}, [*BEFORE, 3, 1, 3, 2, *AFTER])
    assert gained(game_of(match)) == {"A": {"stab": None}, "y": {"stab": None}}


def test_star_players_are_never_picked() -> None:
    game = pray(3, 1, keywords={"A": ["star"]})
    assert gained(game) == {"B": {"stab": None}}


# Players ----------------------------------------------------------------------------------------------------------------------------


def test_stiletto_gives_stab_to_a_random_player() -> None:
    game = pray(3, 2)
    assert gained(game) == {"B": {"stab": None}}
    assert [event.to_json()["players"] for event in game.events if event.kind == "prayer"] == [(named(game, "B").id,)]


def test_a_skill_that_was_gained_works() -> None:
    position = TEAMS | {"prayers_bought": [1, 0], "kicking": "away"}
    game = game_of(play_script(position, [*BEFORE, 3, 2, *AFTER]))
    assert any(
        skill.key == "stab" and id == named(game, "B").id for skill, id, _ in game.hooks.listeners["more-actions"]
    )


def test_iron_man_is_chosen_and_his_armour_is_one_better() -> None:
    game = pray(4, script=[{"prayer-player": "C"}])
    assert [game.value(named(game, name), "av") for name in "ABC"] == [9, 9, 10]


def test_armour_is_never_better_than_eleven() -> None:
    game = pray(4, script=[{"prayer-player": "C"}], stats={"C": {"av": 11}})
    assert game.value(named(game, "C"), "av") == 11


@pytest.mark.parametrize(("skills", "status"), [({}, "stunned"), ({"x": ["armoured"]}, "prone")])
def test_better_armour_counts_when_it_is_rolled_for(skills: dict[str, Any], status: str) -> None:
    script = [{"activate": "A"}, {"declare": "block"}, {"block-target": "x"}, {"push": "12,8"}, {"follow-up": False}]
    dice = [6, 4, 5, 1, 1] if status == "stunned" else [6, 4, 5]
    match = play_script(PITCH | {"skills": skills}, dice, script)
    assert named(game_of(match), "x").status == status


def test_knuckle_dusters_give_mighty_blow_to_a_chosen_player() -> None:
    assert gained(pray(5, script=[{"prayer-player": "B"}])) == {"B": {"mighty-blow": None}}


def test_bad_habits_make_loners_of_d3_opponents() -> None:
    assert gained(pray(6, 4, 3, 1)) == {"x": {"loner": 2}, "z": {"loner": 2}}


def test_bad_habits_leave_a_worse_loner_as_it_is() -> None:
    assert gained(pray(6, 1, 1, skills={"x": [{"loner": 4}]})) == {"x": {"loner": 4}}


def test_greasy_cleats_cost_an_opponent_a_square() -> None:
    game = pray(7, 2)
    assert [game.value(named(game, name), "ma") for name in "xyz"] == [6, 5, 6]


@pytest.mark.parametrize("movement", [2, 1])
def test_greasy_cleats_leave_the_last_square(movement: int) -> None:
    game = pray(7, 3, stats={"z": {"ma": movement}})
    assert gained(game) == {"z": {"slippery": None}}
    assert game.value(named(game, "z"), "ma") == 1


def test_the_blessing_gives_pro_at_random_and_nobody_else_for_one_who_has_it() -> None:
    assert gained(pray(8, 1)) == {"A": {"pro": None}}
    assert gained(pray(8, 1, skills={"A": ["pro"]})) == {"A": {"pro": None}}


def test_intensive_training_teaches_a_primary_skill_of_the_coachs_choice() -> None:
    position = TEAMS | {"prayers_bought": [1, 0], "primary": {"B": ["passing"]}, "skills": {"B": ["pass"]}}
    match = play_script(position, [*BEFORE, 16, 2])
    assert match.pending is not None
    assert match.pending.question.key == "prayer-skill"
    assert match.pending.options.refusal("accurate") is None
    assert match.pending.options.refusal("block")
    assert match.pending.options.refusal("pass")
    assert "accurate" in gained(pray(16, 2, script=[{"prayer-skill": "accurate"}], primary={"B": ["passing"]}))["B"]


# Teams ------------------------------------------------------------------------------------------------------------------------------


def test_the_trapdoors_open() -> None:
    game = pray(1)
    assert [game.state.trapdoors >> game.pitch.square(name) & 1 for name in ("7,2", "20,14", "7,14", "20,2")] == [
        1,
        1,
        0,
        0,
    ]
    assert pray(2).state.trapdoors == 0


FOUL = [{"activate": "A"}, {"declare": "foul"}, {"step": "foul x"}]


@pytest.mark.parametrize(("prayers", "status"), [({}, "sent-off"), ({"home": ["friends-with-the-ref"]}, "standing")])
def test_friends_with_the_ref_win_an_argument_on_a_five(prayers: dict[str, Any], status: str) -> None:
    match = play_script(PITCH | {"prone": ["x"], "prayers": prayers}, [2, 2, 5], [*FOUL, {"argue": True}])
    assert named(game_of(match), "A").status == status


def test_a_one_is_no_friend_of_anybody() -> None:
    position = PITCH | {"prone": ["x"], "prayers": {"home": ["friends-with-the-ref"]}}
    match = play_script(position, [2, 2, 1], [*FOUL, {"argue": True}])
    assert game_of(match).team(0).coach_ejected


@pytest.mark.parametrize(("side", "standing"), [("home", True), ("away", False)])
def test_moles_trip_opponents_who_rush(side: str, standing: bool) -> None:
    position = PITCH | {"stats": {"B": {"ma": 1}}, "prayers": {side: ["moles-under-the-pitch"]}}
    script = [{"activate": "B"}, {"declare": "move"}, {"step": ["6,8", "7,8"]}]
    match = play_script(position, [2] if standing else [2, 2, 2], script)
    assert (named(game_of(match), "B").status == "standing") is standing


PASS = [{"activate": "A"}, {"declare": "pass"}, {"step": "pass 5,8"}]
FREE = {"home": {"A": "3,8", "B": "5,8"}, "away": {"x": "20,8"}, "ball": "A"}


@pytest.mark.parametrize(
    ("prayers", "thrower", "catcher"), [([], 1, 0), (["perfect-passing"], 2, 0), (["dazzling-catching"], 1, 1)]
)
def test_prayers_give_points_for_completions_and_catches(prayers: list[str], thrower: int, catcher: int) -> None:
    match = play_script(FREE | {"prayers": {"home": prayers}}, [5, 5], PASS)
    assert (points(match, "A"), points(match, "B")) == (thrower, catcher)


def test_dazzling_catches_of_a_ball_that_has_bounced_are_none() -> None:
    match = play_script(
        FREE | {"prayers": {"home": ["dazzling-catching"]}, "home": {"A": "3,8", "B": "5,8", "C": "6,8"}},
        [5, 2, 5, 6],
        PASS,
    )
    assert (points(match, "B"), points(match, "C")) == (0, 0)
    assert game_of(match).has_ball(named(game_of(match), "C"))


@pytest.mark.parametrize(
    ("prayers", "earned"), [({}, 0), ({"home": ["fan-interaction"]}, 2), ({"away": ["fan-interaction"]}, 0)]
)
def test_fan_interaction_counts_what_the_crowd_does(prayers: dict[str, Any], earned: int) -> None:
    position = {"home": {"A": "10,2", "B": "5,8"}, "away": {"x": "10,1", "y": "20,8"}, "prayers": prayers}
    script = [{"activate": "A"}, {"declare": "block"}, {"block-target": "x"}, {"follow-up": False}]
    match = play_script(position, [3, 6, 6, 1], script)
    assert points(match, "A") == earned
    assert named(game_of(match), "x").status == "casualty"


@pytest.mark.parametrize(
    ("prayers", "earned"), [({}, 0), ({"home": ["fouling-frenzy"]}, 2), ({"away": ["fouling-frenzy"]}, 0)]
)
def test_fouling_frenzy_counts_the_casualties_of_fouls(prayers: dict[str, Any], earned: int) -> None:
    match = play_script(PITCH | {"prone": ["x"], "prayers": prayers}, [4, 5, 6, 5, 1], FOUL)
    assert points(match, "A") == earned


@pytest.mark.parametrize(
    ("prayers", "seen"), [({}, False), ({"home": ["under-scrutiny"]}, False), ({"away": ["under-scrutiny"]}, True)]
)
def test_under_scrutiny_sees_every_foul_of_the_opponents_that_breaks_armour(
    prayers: dict[str, Any], seen: bool
) -> None:
    match = play_script(
        PITCH | {"prone": ["x"], "prayers": prayers, "skills": {"A": ["sneaky-git"]}}, [4, 5, 1, 2], FOUL
    )
    assert [event["seen"] for event in happened(match, "foul")] == [seen]
    assert match.pending is not None
    assert (match.pending.question.key == "argue") is seen


def test_under_scrutiny_does_not_see_armour_that_holds() -> None:
    match = play_script(PITCH | {"prone": ["x"], "prayers": {"away": ["under-scrutiny"]}}, [4, 3], FOUL)
    assert [event["seen"] for event in happened(match, "foul")] == [False]


ROCK = PITCH | {"turn": "away", "prayers": {"home": ["throw-a-rock"]}}
END = {"activate": "end-turn"}


@pytest.mark.parametrize(("dice", "status"), [([2, 4, 2, 3], "prone"), ([2, 3], "standing")])
def test_a_rock_knocks_a_random_opponent_down_on_a_four(dice: list[int], status: str) -> None:
    match = play_script(ROCK, dice, [END, {"throw-a-rock": True}])
    assert named(game_of(match), "y").status == status
    assert match.pending is not None
    assert (match.pending.side, match.pending.question.key) == (0, "activate")


def test_a_rock_is_thrown_once_and_may_wait() -> None:
    script = [END, {"throw-a-rock": False}, END, END, {"throw-a-rock": True}, END, END]
    match = play_script(ROCK, [1, 3], script)
    assert match.pending is not None
    assert (match.pending.side, match.pending.question.key) == (0, "activate")


def test_every_prayer_and_title_survives_saving() -> None:
    game = pray(1, 4, 14, script=[{"prayer-player": "B"}], bought=3)
    saved = game.state.to_json()
    assert BB2025.load_state(saved).to_json() == saved
    other = game.state.copy()
    other.teams[0].inducements.clear()
    assert set(game.team(0).inducements) == {"treacherous-trapdoor", "iron-man", "throw-a-rock"}

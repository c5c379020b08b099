"""Those who roll before they act: who tells them what to do, when a vampire acts, whom it bites, and what a re-roll is worth."""

import pytest

from engine.coaches.bloodbowl import BloodBowlPlanner, negatraits
from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.routes import Routes
from engine.coaches.bloodbowl.steps import Step
from engine.coaches.bloodbowl.turn import Turn
from engine.rules.activation import ON_DECLARE
from engine.rules.movement import ROLLS_TO_ACT
from engine.rules.scenario.answers import find
from engine.rulesets.bb2025 import EDITION
from tests.engine.positions import game_of, match_of


def turn_of(position: str) -> Turn:
    game = game_of(match_of(f"{{position: {position}}}")[0])
    ids = [mate.id for mate in game.players(0) if not mate.used and mate.square >= 0]
    return Turn(Board(game, 0), ids)


def blocks(turn: Turn, name: str = "A") -> list[Step]:
    return [step for step in turn.weighed[find(turn.board.game, name).id] if step.action == "block"]


def test_every_trait_that_is_rolled_for_is_known() -> None:
    rolled = {key for key, skill in EDITION.skills.items() if ROLLS_TO_ACT.name in skill.listeners}
    assert rolled == negatraits.FAILURES.keys()
    assert all(ON_DECLARE.name in EDITION.skills[key].listeners for key in rolled)


BESIDE = '{{home: {{A: "10,8", B: "{}"}}, away: {{x: "11,8", y: "25,2"}}, ball: y, stats: {{A: {{st: 5}}}}, skills: {{A: [{}]}}}}'


def test_a_block_is_worth_less_to_somebody_who_may_not_throw_it() -> None:
    worth = [
        max(step.net(0.0, 0.0) for step in blocks(turn_of(BESIDE.format(spot, skill))))
        for spot, skill in (("9,8", "dodge"), ("9,8", "bone-head"), ("9,8", "really-stupid"), ("2,2", "really-stupid"))
    ]
    assert worth[0] > worth[1] == worth[2] > worth[3]


def test_somebody_comes_to_tell_it_what_to_do_before_it_acts() -> None:
    turn = turn_of(BESIDE.format("6,8", "really-stupid"))
    place = turn.places[find(turn.board.game, "B").id]
    assert place.why == negatraits.HELPS
    step, _ = turn.best()
    assert step is not None
    assert step.player.name == "B"


def test_who_tells_it_stays() -> None:
    turn = turn_of(BESIDE.format("9,8", "really-stupid"))
    assert turn.places[find(turn.board.game, "B").id].square == find(turn.board.game, "B").square


THIRSTY = (
    '{{home: {{A: "10,8", T: "{}"}}, away: {{x: "11,8", y: "25,2"}}, ball: y, stats: {{A: {{st: 5}}}}, '
    "keywords: {{T: [thrall, lineman]}}, skills: {{A: [{{bloodlust: 3}}]}}}}"
)


def test_a_vampire_acts_more_gladly_near_its_food() -> None:
    near, far = (max(step.net(5.0, 0.0) for step in blocks(turn_of(THIRSTY.format(spot)))) for spot in ("9,8", "1,1"))
    assert near > far


@pytest.mark.parametrize("action", ["bone-head", "really-stupid"])
def test_a_failed_die_that_costs_little_is_worth_no_more_than_the_action(action: str) -> None:
    step = max(blocks(turn_of(BESIDE.format("9,8", action))), key=lambda each: each.gain)
    assert step.idle is not None
    assert step.idle < step.stake(rest=10.0)


def test_the_table_of_answers_has_what_a_thirsty_vampire_asks() -> None:
    assert {"bite", "change-to-move"} <= BloodBowlPlanner("planner").answers


def test_a_way_ends_beside_food() -> None:
    game = game_of(
        match_of(
            '{position: {home: {A: "10,8", T: "12,12"}, away: {x: "20,8"}, keywords: {T: [thrall, lineman]}, '
            "skills: {A: [{bloodlust: 2}]}}}"
        )[0]
    )
    board, vampire, thrall = Board(game, 0), find(game, "A"), find(game, "T")
    far = Routes(board, vampire).path_to(game.pitch.at(14, 8))
    path = negatraits.to_a_thrall(board, vampire, far)
    assert game.pitch.apart(path[-1], thrall.square) == 1

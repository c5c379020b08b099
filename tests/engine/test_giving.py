"""Hand-offs and throws: to whom, from where, and when they are worth a try. And who gets out of contact."""

import pytest

from engine.coaches.bloodbowl.ballwork import accurate
from engine.coaches.bloodbowl.places import RECEIVES
from engine.coaches.bloodbowl.steps import Step
from engine.coaches.bloodbowl.turn import Turn
from engine.rules.scenario.answers import find
from tests.engine.test_plays import steps_of, turn_of


def chosen(turn: Turn) -> tuple[str, str]:
    step, _ = turn.best()
    assert step is not None
    return step.player.name, step.action


def passes_to(turn: Turn, name: str, action: str = "pass") -> list[Step]:
    mate = find(turn.board.game, name)
    return [step for step in steps_of(turn, "A", action) if step.last in ((action, mate.square), (action, mate.id))]


# In the last turn ---------------------------------------------------------------------------------------------------------------

LAST_TURN = (
    '{{home: {{A: "12,8", B: "22,8"}}, away: {{x: "11,7", y: "11,9", z: "11,8"}}, ball: A, turns: [{0}, {0}], '
    "stats: {{A: {{pa: 4}}, B: {{ag: 3, ma: 7}}}}}}"
)


def test_a_long_shot_is_better_than_none_when_time_runs_out() -> None:
    turn = turn_of(LAST_TURN.format(8))
    (odds,) = {round(step.odds, 1) for step in passes_to(turn, "B") if step.scores and step.odds < 0.15} or {None}
    assert odds is not None
    assert chosen(turn) == ("A", "pass")


def test_a_long_shot_is_not_thrown_while_there_is_time() -> None:
    assert not [step for step in passes_to(turn_of(LAST_TURN.format(3)), "B") if step.odds < 0.15]


CHAIN = (
    '{{home: {{A: "8,8", B: "9,8", C: "19,8"}}, away: {{x: "7,7", y: "7,9"}}, ball: A, turns: [{0}, {0}], '
    "stats: {{A: {{pa: 6, ma: 4}}, B: {{pa: 2, ag: 2, ma: 6}}, C: {{ag: 2, ma: 8}}}}}}"
)


def test_in_the_last_turn_the_ball_goes_to_a_thrower_and_on_to_who_scores() -> None:
    turn = turn_of(CHAIN.format(8))
    best, _ = turn.best()
    assert best is not None
    assert (best.player.name, best.action, best.needs) == ("A", "hand-off", find(turn.board.game, "B").id)
    assert best.scores
    assert not any(step.scores for step in passes_to(turn_of(CHAIN.format(5)), "B", "hand-off"))


TWO_TURNS = (
    '{{home: {{A: "8,8", B: "15,2", C: "15,15", D: "9,7", E: "9,9"}}, away: {{x: "22,8", y: "22,12"}}, ball: A, '
    "turns: [{0}, {0}], stats: {{A: {{pa: 3}}, B: {{ma: 7}}, C: {{ma: 7}}}}}}"
)


def test_receivers_run_ahead_of_a_carrier_who_will_not_get_there_in_time() -> None:
    turn = turn_of(TWO_TURNS.format(7))
    rows = sorted(turn.board.rows_to_go(place.square) for place in turn.places.values() if place.why == RECEIVES)
    assert len(rows) == 2
    assert max(rows) <= 8


# From where, and how ------------------------------------------------------------------------------------------------------------


def test_a_marked_carrier_dodges_to_where_it_hands_the_ball_over() -> None:
    turn = turn_of(
        '{home: {A: "20,8", B: "23,8"}, away: {x: "19,8"}, ball: A, turns: [8, 8], stats: {A: {ma: 5, ag: 2}, B: {ma: 6}}}'
    )
    (given,) = {round(step.odds, 2) for step in passes_to(turn, "B", "hand-off")}
    assert 0.3 < given < 0.7  # a Dodge and a catch


def test_the_ball_goes_to_a_team_mate_who_has_run_ahead_and_has_acted() -> None:
    game = turn_of(
        '{home: {A: "8,8", B: "14,8"}, away: {x: "7,7", y: "7,9", z: "7,8"}, ball: A, turns: [5, 4], '
        "stats: {A: {pa: 2, ag: 2, ma: 5}, B: {ag: 2, ma: 8}}, used: [B]}"
    )
    (step, *_) = passes_to(game, "B")
    assert step.needs < 0


@pytest.mark.parametrize(("skills", "odds"), [("{}", 5 / 6 * 5 / 6), ("{A: [cloud-burster]}", 5 / 6)])
def test_who_is_under_the_ruler_may_intercept(skills: str, odds: float) -> None:
    board = turn_of(
        f'{{home: {{A: "8,8", B: "11,8"}}, away: {{x: "10,8"}}, ball: A, stats: {{A: {{pa: 2}}}}, skills: {skills}}}'
    ).board
    a, b = (find(board.game, name) for name in "AB")
    assert accurate(board, a, a.square, b.square) == pytest.approx(odds)


# Out of trouble -----------------------------------------------------------------------------------------------------------------

IN_TROUBLE = (
    '{home: {A: "12,8", B: "9,10"}, away: {x: "13,7", y: "13,9"}, ball: A, turns: [3, 3], '
    "stats: {A: {pa: 2, ag: 6}, B: {ag: 2, ma: 3}, x: {st: 5}, y: {st: 5}}}"
)


def test_a_ball_that_is_likely_to_be_lost_goes_to_safe_hands_behind() -> None:
    assert passes_to(turn_of(IN_TROUBLE), "B")


def test_hands_that_drop_it_are_not_safe() -> None:
    assert not passes_to(turn_of(IN_TROUBLE.replace("B: {ag: 2", "B: {ag: 5")), "B")


def test_a_ball_that_is_safe_stays_with_its_carrier() -> None:
    calm = turn_of('{home: {A: "12,8", B: "9,10"}, away: {x: "23,8"}, ball: A, turns: [3, 3], stats: {A: {pa: 2}}}')
    assert not passes_to(calm, "B")


# Out of contact -----------------------------------------------------------------------------------------------------------------

CONTACT = (
    '{{home: {{A: "5,3", B: "22,13"}}, away: {{x: "6,3"}}, ball: B, turns: [3, 3], stats: {{A: {{ag: {ag}}}, x: {{st: {st}}}}}, '
    "skills: {{A: [{skills}]}}}}"
)


def gets_free(**player: object) -> bool:
    turn = turn_of(CONTACT.format(**{"ag": 2, "st": 4, "skills": "dodge", **player}))
    return any("gets free" in step.reason and step.net(0.0, turn.price) > 0 for step in steps_of(turn, "A", "move"))


def test_an_agile_player_leaves_a_stronger_opponent() -> None:
    assert gets_free()


def test_a_clumsy_one_stays_and_so_does_who_has_nothing_to_fear() -> None:
    assert not gets_free(ag=5, skills="")
    assert not gets_free(st=1)

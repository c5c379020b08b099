"""Plays of two: a ball from the ground for somebody ahead, receivers, and who waits for whom."""

import pytest

from engine.coaches.bloodbowl import plays
from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.places import CORNERS, GUARDS
from engine.coaches.bloodbowl.possession import holder
from engine.coaches.bloodbowl.steps import Step
from engine.coaches.bloodbowl.turn import Turn
from engine.rules.scenario.answers import find
from tests.engine.positions import game_of, match_of

NIMBLE, AVERAGE, CLUMSY = "{ag: 2, pa: 2, ma: 8}", "{ag: 3}", "{ag: 5, pa: 6, ma: 6}"


def turn_of(position: str) -> Turn:
    game = game_of(match_of(f"{{position: {position}}}")[0])
    ids = [mate.id for mate in game.players(0) if not mate.used and mate.square >= 0]
    return Turn(Board(game, 0), ids)


def steps_of(turn: Turn, name: str, action: str) -> list[Step]:
    return [step for step in turn.weighed[find(turn.board.game, name).id] if step.action == action]


def rows_of_receivers(turn: Turn, wanted: int = 2) -> list[int]:
    board = turn.board
    assert board.carrier is not None
    places = plays.receivers(board, board.carrier, turn.focus, turn.routes, wanted)
    return [board.rows_to_go(place.square) for place in places]


# A ball on the ground -----------------------------------------------------------------------------------------------------------

FAR_BACK = '{{home: {{A: "3,8", B: "9,9"}}, away: {{x: "15,3"}}, ball: "4,8", stats: {{A: {0}, B: {0}}}}}'


def test_a_ball_from_the_ground_goes_straight_to_somebody_ahead() -> None:
    turn = turn_of(FAR_BACK.format(NIMBLE)[:-1] + ", rerolls: [3, 3]}")
    best, _ = turn.best()
    assert best is not None
    assert (best.player.name, best.action, best.needs) == ("A", "hand-off", find(turn.board.game, "B").id)


def test_clumsy_hands_keep_the_ball_that_they_have_picked_up() -> None:
    turn = turn_of(FAR_BACK.format(CLUMSY))
    assert not steps_of(turn, "A", "hand-off")


def test_nobody_who_is_marked_gets_a_ball_from_the_ground() -> None:
    turn = turn_of(FAR_BACK.format(NIMBLE).replace('x: "15,3"', 'x: "10,9"'))
    assert not steps_of(turn, "A", "hand-off")


@pytest.mark.parametrize(("weather", "odds"), [("perfect-conditions", 5 / 6), ("pouring-rain", 4 / 6)])
def test_rain_makes_it_harder_to_secure_the_ball(weather: str, odds: float) -> None:
    turn = turn_of(
        f'{{home: {{A: "3,8"}}, away: {{x: "22,3"}}, ball: "4,8", weather: {weather}, stats: {{A: {{ag: 5}}}}}}'
    )
    (step,) = steps_of(turn, "A", "secure-the-ball")
    assert step.odds == pytest.approx(odds)


@pytest.mark.parametrize(("gain", "first"), [(2.5, "B"), (0.5, "A")])
def test_who_is_to_get_the_ball_does_nothing_else_before_that(gain: float, first: str) -> None:
    """It could guard the ball at once, which is worth more than what B could do, but less than the ball."""
    turn = turn_of('{home: {A: "10,8", B: "5,3"}, away: {x: "20,3"}, ball: "12,8", turns: [3, 3]}')
    a, b = (find(turn.board.game, name) for name in "AB")
    fetch = Step(a, "move", gain, "picks the ball up", odds=0.7, odds_again=0.7, loss=1.0, shared=True)
    turn.weighed = {a.id: [fetch, Step(a, "move", 0.8, "guards")], b.id: [Step(b, "move", 0.4, "moves up")]}
    turn.hopes = {a.id: 0.8, b.id: 4.0}  # with so much to lose the ball comes later
    best, _ = turn.best()
    assert best is not None
    assert (best.player.name, best.shared) == (first, False)


# Receivers ----------------------------------------------------------------------------------------------------------------------

BEHIND_THEM = (
    '{{home: {{A: "10,8", B: "16,13", C: "9,7", D: "9,9", E: "11,7", F: "11,9"}}, ball: A, turns: [3, 2], '
    'away: {{u: "14,2", v: "14,5", w: "14,8", x: "14,11", y: "14,15", z: "13,8"}}, stats: {{A: {0}, B: {0}, C: {1}, D: {1}, E: {1}, F: {1}}}}}'
)


def test_somebody_with_good_hands_runs_ahead() -> None:
    (rows,) = rows_of_receivers(turn_of(BEHIND_THEM.format(NIMBLE, AVERAGE)))
    assert rows <= 8


def test_nobody_runs_ahead_with_bad_hands_or_where_none_is_wanted() -> None:
    assert not rows_of_receivers(turn_of(BEHIND_THEM.format(CLUMSY, CLUMSY)))
    assert not rows_of_receivers(turn_of(BEHIND_THEM.format(NIMBLE, AVERAGE)), wanted=0)


# Waiting ------------------------------------------------------------------------------------------------------------------------

WAITING = (
    '{{home: {{A: "14,8", B: "20,12", C: "3,3"}}, away: {{x: "17,7", y: "17,9", z: "3,12"}}, ball: A, turns: [7, 6], '
    "stats: {{A: {0}, B: {0}}}}}"
)


def test_who_is_to_catch_and_score_waits_for_the_ball() -> None:
    turn = turn_of(WAITING.format(NIMBLE))
    game = turn.board.game
    given = max(steps_of(turn, "A", "hand-off"), key=lambda step: step.net(0.0, 0.0))
    assert given.needs == find(game, "B").id
    best, _ = turn.best()
    assert best is not None
    assert best.player is not find(game, "B")


# Alone --------------------------------------------------------------------------------------------------------------------------

ALONE = '{{home: {{A: "3,8", B: "11,3", C: "11,12"}}, away: {{x: "{0},3", y: "{0},8", z: "{0},12"}}, ball: A, turns: [1, 1]}}'


def test_a_carrier_whom_nobody_can_reach_needs_no_cage() -> None:
    far, near = (turn_of(ALONE.format(column)).places.values() for column in (24, 13))
    assert not any(place.why in (CORNERS, GUARDS) for place in far)
    assert any(place.why in (CORNERS, GUARDS) for place in near)


def test_nobody_runs_back_to_a_carrier_who_comes_up_to_them() -> None:
    turn = turn_of(ALONE.format(24))
    b = find(turn.board.game, "B")
    for step in turn.weighed[b.id]:
        if step.action == "move" and step.path():
            assert turn.board.rows_to_go(step.path()[-1]) <= turn.board.rows_to_go(b.square)


# Who is in the way --------------------------------------------------------------------------------------------------------------


def test_the_ball_is_worth_more_past_their_players_than_before_them() -> None:
    before, past = (
        turn_of(f'{{home: {{A: "13,8"}}, away: {{x: "{row},5", y: "{row},8", z: "{row},11"}}, ball: A}}').board
        for row in (17, 9)
    )
    worth = [holder(board, find(board.game, "A")).promise(find(board.game, "A").square) for board in (before, past)]
    assert worth[1] > worth[0]


def test_the_blitz_is_for_who_stands_before_the_carrier() -> None:
    """Of two alike, one ahead and one far to the side, the one ahead is worth more on the ground."""
    turn = turn_of('{home: {A: "10,8", B: "9,3", C: "9,12"}, away: {x: "13,8", y: "13,1"}, ball: A}')
    game = turn.board.game
    gains = {step.last[1]: step.gain for step in steps_of(turn, "B", "blitz") if step.last is not None}
    assert gains[find(game, "x").id] > gains[find(game, "y").id]


# A carrier who may be thrown ----------------------------------------------------------------------------------------------------

THROWER = (
    '{home: {A: "13,8", B: "10,8", C: "11,5"}, away: {x: "18,7", y: "18,9"}, ball: A, turns: [2, 2], '
    "stats: {A: {ma: 3}}, skills: {A: [right-stuff], B: [throw-team-mate]}}"
)


def test_who_throws_team_mates_comes_to_a_carrier_who_may_land_in_reach_of_the_end_zone() -> None:
    near, far = (turn_of(position).places.values() for position in (THROWER, THROWER.replace("13,8", "4,8")))
    assert [place.why for place in near if place.thrower] == ["to throw the carrier"]
    assert not any(place.thrower for place in far)

"""The coach does what the game plan says."""

from collections import Counter
from typing import Any

import pytest

from engine.coaches.any_legal import AnyLegal
from engine.coaches.bloodbowl import BloodBowlPlanner
from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.guidance import Guidance
from engine.coaches.bloodbowl.places import HOLDS, MARKS, RECEIVES
from engine.coaches.bloodbowl.turn import Turn
from engine.coaches.gameplan import GamePlan
from engine.core.decisions import Decision, Listed
from engine.core.dice import KeyedDice
from engine.rules.game import BloodBowl
from engine.rules.gameplan.kinds import Place
from engine.rules.halves import KICK_OR_RECEIVE
from engine.rules.injury import APOTHECARY
from engine.rules.rolls import RE_ROLL
from engine.rules.scenario.answers import find
from engine.rulesets import ruleset
from tests.engine.positions import game_of, match_of

OPEN = '{home: {A: "10,8", B: "12,9"}, away: {x: "20,8"}, turns: [3, 3], ball: x'


def game(position: str) -> BloodBowl:
    match, _ = match_of(f"{{position: {position}}}")
    return game_of(match)


def answer(plan: GamePlan, decision: Decision[Any], position: str = OPEN + "}") -> Any:
    return BloodBowlPlanner("plan", plan).choose(decision, game(position))[0]


@pytest.mark.parametrize("wish", ["kick", "receive"])
def test_who_wins_the_toss_does_as_planned(wish: str) -> None:
    asked: Decision[Any] = Decision(KICK_OR_RECEIVE, 0, Listed(("kick", "receive")), {})
    assert answer(GamePlan(toss=wish), asked) == wish


def test_the_apothecary_is_kept_for_those_whom_the_plan_names() -> None:
    position = game(OPEN + "}")
    shirt = str(find(position, "A").number)
    asked: Decision[Any] = Decision(
        APOTHECARY, 0, Listed((True, False)), {"player": find(position, "A").id, "result": "dead"}
    )
    assert answer(GamePlan(apothecary="protected", protected=(shirt,)), asked) is True
    assert answer(GamePlan(apothecary="protected", carriers=(shirt,)), asked) is True
    assert answer(GamePlan(apothecary="protected", protected=("99",)), asked) is False
    assert answer(GamePlan(), asked) is True


@pytest.mark.parametrize(("reserve", "turn", "used"), [(0, 4, True), (1, 4, False), (1, 5, True)])
def test_re_rolls_are_kept_for_the_second_part_of_a_half(reserve: int, turn: int, used: bool) -> None:
    position = f'{{home: {{A: "10,8"}}, away: {{x: "11,8"}}, rerolls: [1, 0], turns: [{turn}, {turn}]}}'
    asked: Decision[Any] = Decision(RE_ROLL, 0, Listed(("no", "team")), {"player": 0, "roll": "dodge"})
    assert (answer(GamePlan(reserve=reserve), asked, position) == "team") is used


@pytest.mark.parametrize(("fouls", "thought_of"), [("never", False), ("pays", True), ("often", True)])
def test_fouls_are_for_plans_that_allow_them(fouls: str, thought_of: bool) -> None:
    lying = game('{home: {A: "10,8"}, away: {x: "11,8", y: "25,2"}, prone: [x], ball: y}')
    turn = Turn(Board(lying, 0), [find(lying, "A").id], Guidance(GamePlan(fouls=fouls)))
    turn.think_of_fouls()
    assert any(step.action == "foul" for steps in turn.weighed.values() for step in steps) is thought_of


def test_what_may_be_lost_weighs_by_risk_score_and_clock() -> None:
    level, ahead, late = (game(f"{OPEN}, {more}}}") for more in ("score: [0, 0]", "score: [1, 0]", "score: [0, 0]"))
    late.team(0).turn = late.edition.turns
    plan = GamePlan(risk="high", ahead="hold", last_turns="hold")
    caution = [Guidance(plan).caution(Board(each, 0)) for each in (level, ahead, late)]
    assert caution == pytest.approx([0.6, 0.6 * 1.35, 0.6 * 1.35])


def test_the_ball_is_for_the_carriers_of_the_plan() -> None:
    loose = game('{home: {A: "10,8", B: "12,8"}, away: {x: "24,8"}, ball: "11,8"}')
    both = [find(loose, name) for name in "AB"]

    def gains(plan: GamePlan) -> list[float]:
        turn = Turn(Board(loose, 0), [player.id for player in both], Guidance(plan))
        return [max(step.gain for step in turn.weighed[player.id]) for player in both]

    usual, named = gains(GamePlan()), gains(GamePlan(carriers=(str(both[1].number),)))
    assert named[0] < usual[0]
    assert named[1] > usual[1]


def test_it_sets_up_as_drawn() -> None:
    rules = ruleset("bb2025")
    home, away = list(rules.standard_sheets().values())[:2]
    line = [Place(0, column) for column in (7, 8, 9)]
    others = [Place(row, column) for row, column in ((3, 5), (3, 6), (3, 7), (3, 8), (3, 9), (3, 10), (3, 11))]
    own = Place(6, 8, str(home["players"][0]["number"]))
    plan = GamePlan(kicking=(*line, *others, own), receiving=(*line, *others, own))
    match = rules.start((home, away), KeyedDice("set-up"), rules.rulings())
    coach, other = BloodBowlPlanner("drawn", plan), AnyLegal("x")
    while match.pending is not None and (match.pending.question.key != "set-up" or match.pending.side != 0):
        match.choose(*other.choose(match.pending, match.game))
    assert match.pending is not None
    squares, why = coach.choose(match.pending, match.game)
    assert why == "as planned"
    pitch = match.game.pitch
    names = {pitch.name(square) for square in squares if square is not None}
    assert names == {f"{pitch.half - place.behind},{place.column}" for place in plan.kicking}
    assert pitch.name(squares[0]) == f"{pitch.half - 6},8"


def gain_of(position: str, plan: GamePlan, action: str, target: str = "") -> float:
    """What the best such step of A is worth under a plan."""
    drawn = game(position)
    player = find(drawn, "A")
    aimed = ("block", find(drawn, target).id) if target else None
    turn = Turn(Board(drawn, 0), [mate.id for mate in drawn.boards.standing[0]], Guidance(plan))
    steps = [step for step in turn.weighed[player.id] if step.action == action and aimed in (None, step.last)]
    return max(step.gain for step in steps)


def test_blocks_go_for_the_targets_of_the_plan() -> None:
    beside = '{home: {A: "10,8", B: "2,2"}, away: {x: "11,8", y: "11,9"}, stats: {y: {st: 5, ma: 8}}, skills: {y: [dodge, tackle]}}'
    for target, wish, other in (("x", "weak", "stars"), ("y", "stars", "weak")):
        wanted, usual, unwanted = (
            gain_of(beside, GamePlan(targets=each), "block", target) for each in (wish, "ball", other)
        )
        assert wanted > usual > unwanted


def test_weapons_are_used_as_often_as_the_plan_says() -> None:
    armed = '{home: {A: "10,8", B: "2,2"}, away: {x: "11,8"}, skills: {A: [stab]}}'
    sparing, usual, often = (gain_of(armed, GamePlan(weapons=each), "stab") for each in ("sparing", "pays", "often"))
    assert sparing < usual < often


def test_passes_are_for_the_throwers_of_the_plan() -> None:
    ahead = '{home: {A: "8,8", B: "21,8", C: "3,3"}, away: {x: "2,2"}, ball: A, stats: {A: {pa: 3}}, turns: [8, 8]}'
    drawn = game(ahead)
    thrower, other = (str(find(drawn, name).number) for name in "AC")
    named, usual, passed_over = (
        gain_of(ahead, GamePlan(throwers=names), "pass") for names in ((thrower,), (), (other,))
    )
    assert named > usual > passed_over


def test_throwers_have_the_ball_where_no_carriers_are_named() -> None:
    loose = '{home: {A: "10,8", B: "12,8"}, away: {x: "24,8"}, ball: "11,8"}'
    drawn = game(loose)
    own, other = (str(find(drawn, name).number) for name in "AB")
    named, usual, passed_over, carries = (
        gain_of(loose, plan, "secure-the-ball")
        for plan in (
            GamePlan(throwers=(own,)),
            GamePlan(),
            GamePlan(throwers=(other,)),
            GamePlan(throwers=(other,), carriers=(own,)),
        )
    )
    assert carries == named > usual > passed_over


def test_whoever_passes_should_have_the_ball_where_the_style_is_to_pass() -> None:
    loose = '{home: {A: "10,8", B: "12,8"}, away: {x: "24,8"}, ball: "11,8", stats: {A: {pa: 2}}}'
    assert gain_of(loose, GamePlan(style="pass"), "secure-the-ball") > gain_of(loose, GamePlan(), "secure-the-ball")


def test_a_pass_is_worth_more_where_the_style_is_to_pass() -> None:
    ahead = '{home: {A: "8,8", B: "21,8", C: "3,3"}, away: {x: "2,2"}, ball: A, stats: {A: {pa: 3}}, turns: [8, 8]}'
    assert gain_of(ahead, GamePlan(style="pass"), "pass") > gain_of(ahead, GamePlan(style="cage"), "pass")


@pytest.mark.parametrize(("tempo", "scores"), [("soon", True), ("late", False)])
def test_a_touchdown_comes_when_the_plan_wants_it(tempo: str, scores: bool) -> None:
    """In reach, with nobody near and the whole half to go."""
    free = game('{home: {A: "22,8"}, away: {x: "2,2"}, ball: A, turns: [1, 0]}')
    step, _ = Turn(Board(free, 0), [find(free, "A").id], Guidance(GamePlan(tempo=tempo))).best()
    assert (step is not None and step.scores) is scores


def kinds(position: str, plan: GamePlan) -> Counter[str]:
    """What the places are for that players take under a plan."""
    drawn = game(position)
    turn = Turn(Board(drawn, 0), [mate.id for mate in drawn.boards.standing[0]], Guidance(plan))
    return Counter(place.why for place in turn.places.values())


def test_receivers_run_ahead_where_the_style_is_to_pass() -> None:
    """With opponents in the carrier's way, few turns left, and two who could go deep."""
    barred = (
        '{home: {A: "8,8", B: "17,3", C: "17,13", D: "15,3"}, '
        'away: {v: "12,7", w: "12,8", x: "12,9", y: "13,8", z: "13,7"}, ball: A, turns: [6, 6]}'
    )
    assert kinds(barred, GamePlan(style="pass"))[RECEIVES] == 2
    assert kinds(barred, GamePlan(style="cage"))[RECEIVES] == 0


def test_as_many_go_for_the_carrier_as_the_defence_says() -> None:
    crowd = (
        '{home: {A: "10,6", B: "10,7", C: "10,8", D: "10,9", E: "10,10"}, away: {x: "13,8"}, ball: x, turns: [3, 3]}'
    )
    assert [kinds(crowd, GamePlan(defence=each))[MARKS] for each in ("screen", "mark", "press")] == [2, 3, 4]


def test_a_protected_player_has_more_to_lose() -> None:
    beside = game('{home: {A: "10,8"}, away: {x: "11,8"}}')
    player = find(beside, "A")

    def loss(plan: GamePlan) -> float:
        weighed = Turn(Board(beside, 0), [player.id], Guidance(plan)).weighed[player.id]
        return next(step.loss for step in weighed if step.action == "block")

    assert loss(GamePlan(protected=(str(player.number),))) > loss(GamePlan())


def test_players_stand_beside_everybody_where_the_defence_is_to_mark() -> None:
    spread = (
        '{home: {A: "10,3", B: "10,7", C: "10,13", D: "10,8", E: "10,9"}, '
        'away: {x: "13,8", y: "13,3", z: "13,13"}, ball: x, turns: [3, 3]}'
    )
    assert [kinds(spread, GamePlan(defence=each))[HOLDS] for each in ("screen", "mark", "press")] == [0, 2, 0]

"""How the planner of Battleball plays: what it risks, what it leaves alone, and what it does with the ball."""

from typing import Any

import pytest

import engine
from engine.coaches import make_coach
from engine.coaches.battleball import BattleballPlanner, odds
from engine.coaches.battleball.view import View
from engine.core.decisions import Decision, Listed
from engine.core.dice import KeyedDice, ScriptedDice
from engine.core.ruleset import Ruleset
from engine.rulesets import ruleset
from engine.rulesets.battleball.activation import END, FIELD_GOAL_ACT

RULES = ruleset("battleball")
KICKS = {"battleball.field-goal-variant": "enabled"}


def bout(position: dict[str, Any], rulings: dict[str, Any] | None = None) -> Any:
    chosen = RULES.rulings(overrides=rulings or {})
    game = RULES.new_game(RULES.stage.sheets({}, position, chosen), ScriptedDice([]), chosen)
    RULES.stage.build(position, game)
    return game


def piece(game: Any, name: str) -> Any:
    return game.state.pieces[RULES.stage.names(game).find_player(name)]


def act(game: Any, name: str, *offered: tuple[str, int]) -> Any:
    decision = Decision(RULES.questions["act"], 0, Listed([*offered, END]), {"player": piece(game, name).id})
    return BattleballPlanner("play").choose(decision, game)[0]


def activated(game: Any, *names: str) -> str:
    """Why the one who is activated is."""
    choices = [*(piece(game, name).id for name in names), "end-turn"]
    return BattleballPlanner("play").choose(Decision(RULES.questions["activate"], 0, Listed(choices)), game)[1]


@pytest.mark.parametrize(
    ("attacker", "victim", "fights"),
    [("W-T", "B-RB", True), ("W-LM", "B-RB", True), ("W-RB", "B-T", False), ("W-S", "B-LM", False)],
)
def test_only_tackles_with_good_chances_are_made(attacker: str, victim: str, fights: bool) -> None:
    near = bout({"pieces": {attacker: "r15c8", victim: "r16c8"}})
    tackle = ("tackle", piece(near, victim).id)
    assert act(near, attacker, tackle) == (tackle if fights else END)
    apart = bout({"pieces": {attacker: "r14c8", victim: "r16c8"}, "ball": "r2c1"})
    assert ("goes to tackle" in activated(apart, attacker)) == fights


def test_an_even_fight_is_a_block_and_waits_until_a_failure_costs_nothing() -> None:
    near = bout({"pieces": {"W-LM": "r15c8", "B-LM": "r16c8"}, "ball": "r2c1"})
    rival = piece(near, "B-LM").id
    fights = ("tackle", rival), ("block", rival)
    assert act(near, "W-LM", *fights) == END
    near.state.activations = 3
    assert act(near, "W-LM", *fights) == ("block", rival)


@pytest.mark.parametrize("number", range(3))
def test_nobody_goes_looking_for_a_fight_that_is_likelier_lost(battleball: Ruleset, sheets: Any, number: int) -> None:
    """But for the carrier, who is worth a risk."""
    match = battleball.start(sheets, KeyedDice(f"fair {number}"), battleball.rulings())
    coaches = [make_coach("planner", "battleball", f"{number}:{side}") for side in (0, 1)]
    state, moved = match.game.state, False
    while match.pending is not None:
        asked = match.pending
        choice, reason = coaches[asked.side].choose(asked, match.game)
        if asked.question.key == "activate":
            moved = False
        elif asked.question.key == "move":
            moved = True
        elif asked.question.key == "act" and choice[0] == "tackle" and moved and choice[1] != state.holder:
            won, lost, _ = odds.contest(state.pieces[asked.about["player"]].dice, state.pieces[choice[1]].dice)
            assert won >= lost
        match.choose(choice, reason)


def test_a_field_goal_is_kicked_where_it_pays() -> None:
    """Ten rows out and about to be tackled it does; with nobody near, the run is worth more, and from far away it fails."""
    hunted = {"W-RB": "r26c8", "B-T": "r29c8", "B-HT": "r26c12", "B-LM": "r28c4", "B-LB": "r24c4"}
    position = {"pieces": hunted, "ball": "W-RB"}
    assert act(bout(position, KICKS), "W-RB", FIELD_GOAL_ACT) == FIELD_GOAL_ACT
    alone = {"pieces": {"W-RB": "r26c8", "B-T": "r2c8"}, "ball": "W-RB"}
    assert act(bout(alone, KICKS), "W-RB", FIELD_GOAL_ACT) == END
    far = {"pieces": {"W-T": "r16c8", "B-T": "r19c8"}, "ball": "W-T"}
    assert act(bout(far, KICKS), "W-T", FIELD_GOAL_ACT) == END


def test_field_goals_are_tried_in_matches_with_the_variant(sheets: Any) -> None:
    def kicks(chosen: dict[str, Any]) -> int:
        return sum(
            event["e"] == "field-goal"
            for number in range(4)
            for event in engine.play(
                ruleset="battleball", rulings=RULES.rulings(overrides=chosen), sheets=sheets, seed=f"kick {number}"
            ).events
        )

    assert kicks(KICKS) > 0
    assert kicks({}) == 0


def test_safe_things_come_before_a_fight() -> None:
    game = bout({"pieces": {"W-T": "r14c8", "B-RB": "r16c8", "W-S": "r4c8"}, "ball": "r30c1"})
    assert "closes in" in activated(game, "W-T", "W-S")
    game.state.used |= 1 << piece(game, "W-S").id
    game.state.activations = 1
    assert "goes to tackle" in activated(game, "W-T")


@pytest.mark.parametrize(
    ("ball", "reason"),
    [("W-RB", "runs for the end zone"), ("r28c8", "goes for the ball and the end zone")],
)
def test_a_touchdown_in_reach_comes_before_a_fight(ball: str, reason: str) -> None:
    game = bout({"pieces": {"W-RB": "r27c8", "W-T": "r14c3", "B-RB": "r16c3"}, "ball": ball})
    assert reason in activated(game, "W-RB", "W-T")
    assert "goes to tackle" in activated(game, "W-T")


def test_the_ball_goes_to_whoever_can_run_with_it() -> None:
    """With an open field before it, and still to be activated; not to one who would only be tackled."""
    free = bout({"pieces": {"W-LM": "r22c8", "W-RB": "r24c8", "B-T": "r3c2"}, "ball": "W-LM"})
    free.state.activations, free.state.used = 1, 1 << piece(free, "W-LM").id
    give = ("pass", piece(free, "W-RB").id)
    assert act(free, "W-LM", give) == give
    hunted = {"W-LM": "r16c8", "W-RB": "r24c8", "B-T": "r27c8", "B-LM": "r27c10"}
    spent = bout({"pieces": hunted, "ball": "W-LM"})
    spent.state.activations, spent.state.used = 3, 1 << piece(spent, "W-LM").id | 1 << piece(spent, "W-RB").id
    assert act(spent, "W-LM", ("pass", piece(spent, "W-RB").id)) == END


def test_a_gap_is_closed_before_their_runner_is_through() -> None:
    line = {"W-LB": "r4c2", "W-LM": "r4c5", "W-LM2": "r4c11", "W-LB2": "r4c14"}
    open_line = bout({"pieces": {**line, "W-T": "r2c6", "B-RB": "r13c8"}, "ball": "B-RB"})
    assert activated(open_line, "W-T", *line) == "closes the way to the end zone"
    closed = bout({"pieces": {**line, "W-T": "r4c8", "B-RB": "r13c8"}, "ball": "B-RB"})
    assert View(closed, 0).their_lane is None
    assert activated(closed, "W-T", *line) != "closes the way to the end zone"


def test_whoever_is_between_their_runner_and_our_end_zone_goes_to_stop_it() -> None:
    """Those whom it has passed leave that to the one who is still behind the ball."""
    pieces = {"W-S": "r6c8", "W-LM": "r14c9", "B-RB": "r10c8"}
    passed = bout({"pieces": pieces, "ball": "B-RB"})
    reason = activated(passed, "W-S", "W-LM")
    assert reason in ("closes the way to the end zone", "goes to tackle the ball carrier"), reason


def test_the_line_leaves_no_way_through(battleball: Ruleset, sheets: Any) -> None:
    match = battleball.start(sheets, KeyedDice("wall"), battleball.rulings())
    coaches = [make_coach("planner", "battleball", f"{side}") for side in (0, 1)]
    while match.pending is not None and match.pending.question.key != "activate":
        match.choose(*coaches[match.pending.side].choose(match.pending, match.game))
    game: Any = match.game
    for side in (0, 1):
        view = View(game, side)
        assert view.lanes(side).steps_from(game.board.centre, game.board.pitch.rows) is None
    match.close()

"""The planner has an answer to every action that is offered, and uses weapons where they pay and only there."""

from typing import Any

import pytest

from engine.coaches.bloodbowl import BloodBowlPlanner, weapons
from engine.coaches.bloodbowl.board import Board
from engine.coaches.bloodbowl.steps import Step
from engine.coaches.bloodbowl.turn import Turn
from engine.core.dice import ScriptExhausted
from engine.rules.activation import MORE_ACTIONS
from engine.rulesets.bb2025 import EDITION
from tests.engine.positions import game_of, match_of


def offered() -> set[str]:
    """The keys of all actions: what everybody can declare, and what any skill adds."""
    found = {action.key for action in EDITION.actions}
    for skill in EDITION.skills.values():
        if MORE_ACTIONS.name in skill.listeners:
            position = f'{{home: {{A: "10,8"}}, away: {{x: "11,8"}}, skills: {{A: [{skill.key}]}}}}'
            game = game_of(match_of(f"{{position: {position}}}")[0])
            found |= {action.key for _, action in game.collect(MORE_ACTIONS, game.state.players[0])}
    return found


def test_every_action_that_is_offered_has_a_provider() -> None:
    assert offered() == weapons.PROVIDERS.keys() | weapons.FOR_ALL


def best(position: str) -> Step | None:
    """What the home coach does first."""
    game = game_of(match_of(f"{{position: {position}}}")[0])
    ids = [player.id for player in game.state.players if player.side == 0 and player.on_pitch and not player.used]
    return Turn(Board(game, 0), ids).best()[0]


def carried_out(position: str) -> list[tuple[str, Any]]:
    """Its choices, up to the first die."""
    match, coach, done = match_of(f"{{position: {position}}}")[0], BloodBowlPlanner("planner"), list[tuple[str, Any]]()
    while match.pending is not None:
        choice, _ = coach.choose(match.pending, game_of(match))
        done.append((match.pending.question.key, choice))
        try:
            match.choose(choice)
        except ScriptExhausted:
            break
    return done


STRONG = '{home: {A: "10,8"}, away: {x: "11,8", y: "25,2"}, ball: y, turns: [3, 3]'
SURE_BLOCK = (
    '{home: {A: "10,8", B: "12,9", C: "11,9"}, away: {x: "11,8", y: "25,2"}, ball: y, used: [B, C], turns: [3, 3]'
)
BAD = ", stats: {x: {st: 5, av: 8}}, skills: {x: [block], A: "
GOOD = ", stats: {x: {st: 2, av: 11}}, skills: {A: [block, "
BEHIND = '{home: {A: "14,8", B: "14,9"}, away: {x: "16,8", y: "16,9", z: "16,10"}, ball: B, stats: {A: {pa: 3}, B: {ma: 6}}, '
LINE = '{home: {A: "20,8"}, away: {v: "21,4", w: "21,6", x: "21,8", y: "21,10", z: "21,12"}, ball: A, turns: [8, 8]'
TROOP = 'away: {x: "15,8", y: "15,10", z: "14,9"}, ball: "25,2", stats: {A: {pa: 3}}, skills: {A: [bombardier]}'
GUARDED = '{home: {A: "17,9", B: "20,8"}, away: {x: "19,8"}, ball: B, turns: [8, 8]'

PAYS = {
    "stab": STRONG + BAD + "[stab]}}",
    "projectile-vomit": STRONG + BAD + "[projectile-vomit]}}",
    "breathe-fire": STRONG + ", stats: {x: {st: 4}}, skills: {x: [block], A: [breathe-fire]}}",
    "chainsaw-attack": STRONG + BAD + "[chainsaw]}}",
    "chomp": STRONG.replace("ball: y", "ball: x")
    + ", stats: {x: {st: 5, av: 11}}, skills: {x: [block], A: [monstrous-mouth]}}",
    "throw-bomb": '{home: {A: "9,9"}, ' + TROOP + "}",
    "throw-team-mate": BEHIND + "skills: {A: [throw-team-mate], B: [right-stuff]}, turns: [8, 8]}",
    "kick-team-mate": BEHIND + "skills: {A: [kick-team-mate], B: [right-stuff]}, turns: [8, 8]}",
    "hypnotic-gaze": GUARDED + ", stats: {B: {ag: 5}}, skills: {A: [hypnotic-gaze]}}",
    "punt": '{home: {A: "14,8", B: "20,8"}, away: {x: "2,2"}, ball: A, stats: {A: {pa: 0}}, skills: {A: [punt]}, turns: [8, 8], '
    "declared: [hand-off, pass]}",
    "ball-and-chain-move": '{home: {A: "10,8"}, away: {x: "12,8"}, skills: {A: [ball-and-chain]}}',
}
DOES_NOT = {
    "stab": SURE_BLOCK + GOOD + "stab]}}",
    "projectile-vomit": SURE_BLOCK + GOOD + "projectile-vomit]}}",
    "breathe-fire": SURE_BLOCK + GOOD + "breathe-fire]}}",
    "chainsaw-attack": '{home: {A: "10,8", B: "20,8"}, away: {x: "11,8"}, ball: B, stats: {x: {av: 11}}, skills: {A: [chainsaw]}}',
    "chomp": SURE_BLOCK + GOOD + "monstrous-mouth]}}",
    "throw-bomb": '{home: {A: "9,9", B: "14,8", C: "14,10", D: "15,9"}, used: [B, C, D], ' + TROOP + "}",
    "throw-team-mate": BEHIND + "skills: {A: [throw-team-mate, always-hungry], B: [right-stuff]}, turns: [2, 2]}",
    "kick-team-mate": BEHIND + "skills: {A: [kick-team-mate], B: [right-stuff]}, turns: [2, 2]}",
    "hypnotic-gaze": GUARDED.replace("19,8", "11,2") + ", skills: {A: [hypnotic-gaze]}}",
    "punt": '{home: {A: "14,8"}, away: {x: "2,2"}, ball: A, skills: {A: [punt]}, turns: [3, 3]}',
}


def test_there_is_a_position_for_every_weapon() -> None:
    assert PAYS.keys() == weapons.PROVIDERS.keys()


@pytest.mark.parametrize("action", PAYS)
def test_where_a_weapon_pays_it_is_used(action: str) -> None:
    step = best(PAYS[action])
    assert step is not None
    assert step.action == action


@pytest.mark.parametrize("action", DOES_NOT)
def test_where_it_does_not_it_is_left_alone(action: str) -> None:
    step = best(DOES_NOT[action])
    assert step is None or step.action != action


@pytest.mark.parametrize("action", PAYS)
def test_the_plan_is_carried_out(action: str) -> None:
    done = carried_out(PAYS[action])
    assert ("declare", action) in done
    assert ("step", ("end",)) not in done


def test_in_a_blitz_a_blade_takes_the_place_of_a_bad_block() -> None:
    position = (
        '{home: {A: "7,8"}, away: {x: "11,8"}, ball: x, stats: {x: {st: 5, av: 7}}, skills: {x: [block], A: [stab]}}'
    )
    assert ("step", ("stab", 1)) in carried_out(position)


def test_a_carrier_leaps_over_a_line_to_score() -> None:
    done = carried_out(LINE + ", skills: {A: [leap]}, stats: {A: {ag: 2}}}")
    assert any(question == "step" and choice[0] == "jump" for question, choice in done)


def test_it_does_not_leap_where_it_can_run() -> None:
    done = carried_out('{home: {A: "20,8"}, away: {x: "2,2"}, ball: A, skills: {A: [leap]}}')
    assert not any(question == "step" and choice[0] == "jump" for question, choice in done)


def test_it_leaps_into_a_cage() -> None:
    cage = (
        'away: {x: "14,8", a: "13,7", b: "13,9", c: "15,7", d: "15,9"}, ball: x, stats: {A: {ag: 1, st: 8}, x: {st: 1}}'
    )
    done = carried_out(f'{{home: {{A: "8,8"}}, {cage}, skills: {{A: [leap, block]}}}}')
    assert ("blitz-target", 1) in done
    assert any(question == "step" and choice[0] == "jump" for question, choice in done)


SCRUM = 'away: {x: "16,8", y: "16,9", z: "16,10", v: "17,4", w: "17,12"}'
HALFLINGS = "stats: {A: {pa: 4, st: 6, ag: 5}, B: {ma: 5, st: 2}, C: {st: 3, ma: 4}}, skills: {A: [throw-team-mate, strong-arm], B: [right-stuff, stunty]}"


@pytest.mark.parametrize("turn", [2, 4, 6, 8])
def test_a_small_carrier_beside_a_thrower_is_thrown_before_it_moves(turn: int) -> None:
    home = f'{{home: {{A: "14,8", B: "14,9"}}, {SCRUM}, ball: B, {HALFLINGS}, turns: [{turn}, {turn}]}}'
    step = best(home.replace(", C: {st: 3, ma: 4}", ""))
    assert step is not None
    assert (step.player.name, step.action, step.needs) == ("A", "throw-team-mate", 1)


def test_a_thrower_keeps_its_hands_free_for_the_ball() -> None:
    """A block on x would do, but then nobody could throw B; C has to act first, since a throw may fail."""
    home = f'{{home: {{A: "15,8", B: "14,9", C: "3,8"}}, {SCRUM}, ball: B, {HALFLINGS}, turns: [8, 7]}}'
    step = best(home)
    assert step is not None
    assert (step.player.name, step.action) != ("A", "block")


def test_in_a_last_turn_the_ball_goes_to_somebody_who_can_be_thrown() -> None:
    home = 'home: {A: "14,8", B: "14,9", C: "12,10"}, away: {x: "16,8", y: "16,9", z: "16,10"}, ball: C, '
    step = best(
        "{" + home + "stats: {A: {pa: 3}, C: {ma: 3}}, skills: {A: [throw-team-mate], B: [right-stuff]}, turns: [8, 8]}"
    )
    assert step is not None
    assert (step.action, step.last) == ("hand-off", ("hand-off", 1))


def test_the_last_throw_may_go_anywhere() -> None:
    position = (
        '{home: {A: "3,8", B: "23,8"}, away: {x: "2,2"}, ball: A, stats: {A: {pa: 4}}, skills: {A: [hail-mary-pass]}'
    )
    assert any(
        choice[0] == "hail-mary-pass"
        for question, choice in carried_out(position + ", turns: [8, 8]}")
        if question == "step"
    )
    assert not any(
        choice[0] == "hail-mary-pass"
        for question, choice in carried_out(position + ", turns: [3, 3]}")
        if question == "step"
    )

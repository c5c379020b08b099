"""Pushes and follow-ups where the ball is in the way (Core pp.57, 63)."""

import pytest

from tests.engine.positions import played

BLOCK = "{activate: A}, {declare: block}, {block-target: x}"
CASES = {
    "a ball that bounced back before the follow-up bounces off who follows up": f"""
        with: {{bb2025.push-leaving-square: immediate}}
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8"}}, ball: "12,8"}}
        dice: [3, 4, 2]
        script: [{BLOCK}, {{push: "12,8"}}, {{follow-up: true}}]
        expect: {{at: {{A: "11,8", x: "12,8"}}, ball: "11,7", did_not_happen: [turn-over], next: home activate}}
    """,
    "who stays where he is does not touch it": f"""
        with: {{bb2025.push-leaving-square: immediate}}
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8"}}, ball: "12,8"}}
        dice: [3, 4]
        script: [{BLOCK}, {{push: "12,8"}}, {{follow-up: false}}]
        expect: {{at: {{A: "10,8"}}, ball: "11,8"}}
    """,
    "as a rule the blocker is there before the ball": f"""
        position: {{home: {{A: "10,8", B: "2,2"}}, away: {{x: "11,8"}}, ball: "12,8"}}
        dice: [3, 4, 5]
        script: [{BLOCK}, {{push: "12,8"}}, {{follow-up: true}}]
        expect: {{at: {{A: "11,8"}}, ball: A, rolls: [[bounce, 4], [catch, 5]]}}
    """,
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_push_moves_the_ball_too(case: str) -> None:
    assert played(case) == []

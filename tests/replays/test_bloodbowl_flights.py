"""The ball in the air as it is told: kick-offs, bounces, throw-ins, passes."""

from engine.rulesets.bb2025 import EDITION
from tests.replays.bloodbowl_events import chose, declared, move, roll, stories


def test_a_kick_off_is_kick_event_and_landing() -> None:
    kick, event, landing = stories(
        chose("kicker", 1),
        chose("aim", 8),
        roll("kick direction", None, 7, dice=[[8, 7]]),
        roll("kick distance", None, 2),
        roll("kick-off", None, 1),
        roll("kick-off", None, 4),
        {"e": "kick-off", "side": 0, "event": "high-kick"},
        chose("high-kick", 3, side=1),
        move(3, 9, 10),
        {"e": "came-down", "square": 10},
        roll("catch", 3, 2, target=3, passed=False),
        {"e": "ball", "square": None, "holder": None},
        roll("bounce", None, 2, dice=[[8, 2]]),
        {"e": "ball", "square": 11, "holder": None},
    )
    assert kick["text"] == "Bo kicks towards 12,8. The ball drifts 2 squares south (7 on the D8, 2 on the D6)."
    assert event["text"] == (
        "Kick-off event, 1 and 4 on two D6: High Kick, an open receiver may get under the ball. Di moves to 12,10."
    )
    assert landing["text"] == (
        "The ball comes down at 12,10. Di tries to catch: rolls 2 on the D6, needs 3+: failed. "
        "The ball bounces north to 12,11 (2 on the D8)."
    )
    assert (event["kind"], event["key"], kick["key"]) == ("kick-off", True, False)


def test_a_bouncing_ball_names_whom_it_hits() -> None:
    at = {0: EDITION.pitch.square("12,3"), 3: EDITION.pitch.square("13,4"), 4: EDITION.pitch.square("13,5")}
    to, lifted = EDITION.pitch.square("14,6"), {"e": "ball", "square": None, "holder": None}
    down, out = {"e": "came-down", "square": at[0]}, roll("throw-in direction", None, 3)
    bounces = {way: roll("bounce", None, way, dice=[[8, way]]) for way in (7, 8)}
    missed = roll("catch", 4, 1, target=3, passed=False)
    (step,) = stories(
        lifted,
        down,
        lifted,
        bounces[8],
        bounces[7],
        missed,
        bounces[8],
        {"e": "ball", "square": to, "holder": None},
        at=at,
    )
    assert step["text"].startswith(
        "The ball comes down at the crowd on Ada, who cannot catch it. "
        "The ball bounces south-east and hits Di, who cannot catch it (8 on the D8). "
        "The ball bounces south to Eve (7 on the D8). Eve tries to catch: "
    )
    failed = roll("catch", 0, 1, target=3, passed=False)  # nothing but the past says where the ball is
    (step,) = stories(failed, lifted, bounces[8], bounces[7], lifted, out, at=at)
    assert "south-east and hits Di, who cannot catch it (8 on the D8). " in step["text"]
    assert "The ball bounces south and out of the pitch (7 on the D8). The crowd" in step["text"]


def test_a_ball_that_goes_out_twice_says_so() -> None:
    far = [roll("throw-in distance", None, 6), roll("throw-in distance", None, 5)]
    (step,) = stories(roll("throw-in direction", None, 3), *far, roll("throw-in direction", None, 1), *far)
    assert step["text"] == (
        "The crowd throws the ball back: 3 on the D6 for the direction, 6 and 5 on two D6 for the distance. "
        "The ball goes out again, and the crowd throws it back: 1 on the D6 for the direction, "
        "6 and 5 on two D6 for the distance."
    )


def test_a_pass_that_is_intercepted() -> None:
    (step,) = stories(
        declared(0, "pass"),
        chose("step", ["pass", 2]),
        roll("pass", 0, 5, total=4, target=4, modifiers=[["range", -1]], passed=True),
        {"e": "pass", "player": 0, "square": 2, "outcome": "accurate"},
        {"e": "ball", "square": None, "holder": None},
        chose("intercept", 4, side=1),
        roll("intercept", 4, 6, total=3, target=4, modifiers=[["accurate pass", -3]], passed=True),
        {"e": "ball", "square": None, "holder": 4},
        {"e": "turn-over", "side": 0, "why": "interception"},
        at={0: 8, 1: 2},
    )
    assert step["text"] == (
        "Ada looks for Bo and throws: rolls 5 on the D6, −1 for the range: 4, needs 4+: made. The throw is accurate. "
        "Eve tries to intercept: rolls 6 on the D6, −3 for an accurate pass: 3, needs 4+: a 6 always does, made. "
        "Eve has the ball. Turnover for Reds: the pass was intercepted."
    )
    assert step["key"]
    assert step["moment"] == "Eve intercepts; Turnover for Reds, the pass was intercepted"

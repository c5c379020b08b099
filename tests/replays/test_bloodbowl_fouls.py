"""Fouls as they are told: whose they are, why the referee saw them, what an argument needs."""

from typing import Any

from tests.replays.bloodbowl_events import chose, declared, move, roll, stories


def test_a_foul_that_is_seen() -> None:
    (step,) = stories(
        declared(0, "foul"),
        chose("step", ["foul", 3]),
        roll("armour", 3, 4, 4, total=10, target=9, modifiers=[["assists", 2]], passed=True),
        roll("injury", 3, 3, 4),
        {"e": "stance", "player": 3, "stance": "stunned"},
        {"e": "injury", "player": 3, "result": "stunned", "cause": "foul", "by": 0, "credit": []},
        {"e": "foul", "player": 0, "target": 3, "seen": True},
        chose("argue", True),
        roll("argue", 0, 1),
        {"e": "turn-over", "side": 0, "why": "sent off"},
        {"e": "off", "player": 0, "where": "sent-off"},
    )
    assert step["text"] == (
        "Ada fouls Di. The armour of Di: 4 and 4 on two D6, +2 for assists: 10, 9+ breaks it: broken. "
        "Injury roll for Di: 3 and 4 on two D6: 7. Di is stunned. "
        "The referee has seen it: a natural double, 4 and 4 on two D6 for the armour. "
        "The coach of Reds argues for Ada: rolls 1 on the D6, needs 6+: failed, and the coach has to go too. Ada is sent off. "
        "Turnover for Reds: a player was caught fouling."
    )
    assert step["key"]
    assert step["moment"] == "Turnover for Reds, a player was caught fouling; Ada is sent off"


def fouled(*between: dict[str, Any], owned: tuple[str, ...] = ()) -> dict[str, Any]:
    """The last step of a foul of Ada that breaks armour and is seen."""
    prayers = [{"e": "prayer", "side": key == "under-scrutiny", "players": [], "prayer": key} for key in owned]
    return stories(
        *prayers,
        declared(0, "foul"),
        chose("step", ["foul", 3]),
        roll("armour", 3, 4, 5, target=9, passed=True),
        *between,
    )[-1]


SEEN = {"e": "foul", "player": 0, "target": 3, "seen": True}
TURNOVER = {"e": "turn-over", "side": 0, "why": "sent off"}
GONE = {"e": "off", "player": 0, "where": "sent-off"}


def test_the_referee_says_what_was_seen() -> None:
    assert (
        "seen it: a natural double, 3 and 3 on two D6 for the injury." in fouled(roll("injury", 3, 3, 3), SEEN)["text"]
    )
    rep = roll("dodgy-league-rep", 0, 5)
    assert "seen it: the Dodgy League Rep was watching." in fouled(roll("injury", 3, 3, 4), rep, SEEN)["text"]
    watched = fouled(roll("injury", 3, 3, 4), SEEN, owned=("under-scrutiny",))["text"]
    assert watched.endswith("seen it: Under Scrutiny, so no foul that breaks armour goes unseen.")
    (again,) = stories(
        declared(0, "foul"),
        chose("step", ["foul", 3]),
        roll("armour", 3, 2, 2, target=9, passed=False),
        {"e": "used-skill", "player": 0, "skill": "lone-fouler"},
        roll("armour", 3, 3, 4, target=9, passed=False),
        SEEN,
    )
    assert again["text"].endswith("a natural double, 2 and 2 on two D6 in the armour roll that was made again.")


def test_an_argument_says_what_it_needs_and_whether_it_works() -> None:
    injury, argues = roll("injury", 3, 3, 3), chose("argue", True)
    lost = fouled(injury, SEEN, argues, roll("argue", 0, 4), TURNOVER, GONE)
    assert "argues for Ada: rolls 4 on the D6, needs 6+: failed. Ada is sent off." in lost["text"]
    shown = lost["rolls"][-1]
    assert (shown["target"], shown["passed"], shown["verdict"]) == (6, False, "missed")
    won = fouled(injury, SEEN, argues, roll("argue", 0, 6), TURNOVER)
    assert (
        "for the injury. The coach of Reds argues for Ada: rolls 6 on the D6, needs 6+: made, and Ada may stay."
        in won["text"]
    )
    helped = fouled(injury, SEEN, argues, roll("argue", 0, 5), TURNOVER, owned=("friends-with-the-ref",))
    assert "rolls 5 on the D6, needs 5+ with Friends with the Ref: made, and Ada may stay." in helped["text"]
    bribed = fouled(injury, SEEN, argues, roll("argue", 0, 3), chose("bribe", True), roll("bribe", 0, 2))
    assert (
        "needs 6+: failed. Reds offer a bribe for Ada: 2 on the D6, the referee takes it and lets it pass."
        in bribed["text"]
    )


def test_a_foul_and_a_stab_are_marked_with_the_side_that_commits_them() -> None:
    hurt = {"e": "injury", "player": 3, "result": "stunned", "cause": "foul", "by": 0, "credit": []}
    steps = stories(
        declared(0, "foul"),
        chose("step", ["move", [5]]),
        move(0, 6, 5),
        chose("step", ["foul", 3]),
        roll("armour", 3, 4, 5, target=9, passed=True),
        roll("injury", 3, 3, 4),
        {"e": "stance", "player": 3, "stance": "stunned"},
        hurt,
        {"e": "foul", "player": 0, "target": 3, "seen": False},
        declared(1, "stab"),
        chose("step", ["move", [6]]),
        move(1, 7, 6),
        chose("step", ["stab", 4]),
        roll("armour", 4, 4, 5, target=9, passed=True),
        hurt | {"player": 4, "cause": "stab", "by": 1},
        {"e": "stance", "player": 4, "stance": "stunned"},
    )
    assert [(step["text"].split(" The armour")[0], step["side"]) for step in steps[1::2]] == [
        ("Ada fouls Di.", 0),
        ("Bo stabs at Eve.", 0),
    ]

"""Sentences of Blood Bowl: what a beat says, and the dice and pushes that come with it."""

from typing import Any

from engine.rules.field import PITCH
from matches.beats import beats
from matches.narration.bloodbowl import Bloodbowl
from matches.show import steps_of

NAMES = ["Ada", "Bo", "Cy", "Di", "Eve", "Flo"]  # three at home, three away
SQUARES = {number: f"12,{number}" for number in range(1, 16)}


def roll(what: str, player: int | None, *faces: int, **more: Any) -> dict[str, Any]:
    blank = {"total": sum(faces), "target": None, "modifiers": [], "passed": None}
    side = 0 if player is None else player // 3
    return {
        "e": "roll",
        "what": what,
        "player": player,
        "side": side,
        "dice": [[6, face] for face in faces],
        **blank,
        **more,
    }


def chose(question: str, answer: Any, side: int = 0, reason: str = "") -> dict[str, Any]:
    return {"e": "choice", "side": side, "question": question, "answer": answer, "reason": reason}


def declared(player: int, action: str, target: int | None = None) -> dict[str, Any]:
    return {"e": "declare", "player": player, "action": action, "target": target}


def dice(player: int, target: int, *faces: int) -> dict[str, Any]:
    return {"e": "block-dice", "player": player, "target": target, "faces": faces, "chooser": 0, "strengths": (4, 3)}


def move(player: int, *path: int) -> dict[str, Any]:
    return {"e": "move", "player": player, "path": path}


def stories(*events: dict[str, Any], at: dict[int, int] | None = None) -> list[dict[str, Any]]:
    """The steps of these events, with text, block and pushes."""
    pieces = [{"name": name, "side": number // 3} for number, name in enumerate(NAMES)]
    narrator = Bloodbowl(pieces, ["Reds", "Blues"], SQUARES, "bb2025")
    narrator.watch([{"e": "put", "player": player, "square": square} for player, square in (at or {}).items()])
    return [step for beat in beats(events, narrator.cut) for step in steps_of(narrator, beat)]


def test_sums_below_nothing_have_the_minus_sign_of_what_is_added() -> None:
    added = [["disturbing-presence", -1], ["marked", -1]]
    (step,) = stories(roll("catch", 0, 1, total=-1, target=3, modifiers=added, passed=False))
    assert "1 on the D6, −1 for Disturbing Presence, −1 for being marked: −1, needs 3+: failed." in step["text"]
    assert "-1" not in step["text"]


def test_a_chain_push_into_the_crowd_is_one_story() -> None:
    (step,) = stories(
        chose("activate", 0, reason="two dice"),
        declared(0, "block"),
        chose("block-target", 3),
        dice(0, 3, 1, 2),
        chose("re-roll", "team", reason="worth it"),
        {"e": "re-roll", "player": 0, "source": "bought"},
        dice(0, 3, 2, 6),
        chose("block-die", 6),
        {"e": "block", "player": 0, "target": 3, "result": "pow"},
        move(3, 3, 2),
        chose("follow-up", True),
        move(0, 4, 3),
        roll("injury", 4, 4, 4),
        {"e": "injury", "player": 4, "result": "knocked-out", "cause": "crowd", "by": None, "credit": []},
        {"e": "off", "player": 4, "where": "knocked-out"},
        {"e": "stance", "player": 3, "stance": "prone"},
        roll("armour", 3, 2, 3, target=9, passed=False),
        at={0: 4, 3: 3, 4: 2},
    )
    assert step["text"] == (
        "Ada blocks Di, strength 4 against 3: two dice, Player Down and Both Down. Reds spend a team re-roll. "
        "Now Both Down and Pow. Reds choose Pow. Di is pushed to 12,2. Eve is pushed into the crowd. Ada follows up. "
        "Injury roll for Eve: 4 and 4 on two D6: 8. Eve is knocked out. Di goes down. "
        "The armour of Di: 2 and 3 on two D6: 5, 9+ breaks it: it holds."
    )
    assert step["pushes"] == [
        {"player": 3, "path": [3, 2], "behind": 4, "now": True},
        {"player": 4, "path": [2, None], "behind": 3, "now": True},
    ]
    dice_shown = {"player": 0, "target": 3, "faces": [2, 6], "chooser": 0, "chosen": 6, "strengths": ["4", "3"]}
    assert step["block"] == dice_shown | {"rerolled": [[1, 2]]}
    assert [each["verdict"] for each in step["rolls"]] == ["", "holds"]
    assert (step["kind"], step["reason"], step["actors"]) == ("block", "two dice", [0, 3, 4])


def test_strengths_are_told_with_what_they_are_made_of() -> None:
    horns = [["own", 3], ["horns", 1], ["assists", 2], ["cheering fans", 1]]
    (step,) = stories(
        declared(0, "block"),
        dice(0, 3, 6, 6, 6) | {"strengths": [7, 3], "made_of": [horns, [["own", 2], ["assists", 1]]]},
    )
    mine, theirs = "7 (3, +1 for Horns, +2 for assists, +1 for the cheering fans)", "3 (2, +1 for assists)"
    assert f"strength {mine} against {theirs}: three dice" in step["text"]
    assert step["block"]["strengths"] == [mine, theirs]


def test_a_chain_is_drawn_from_the_front_and_gone_through_in_the_order_of_its_moves() -> None:
    first, second = stories(
        declared(0, "block"),
        dice(0, 3, 3),
        {"e": "block", "player": 0, "target": 3, "result": "push-back"},
        move(4, 2, 1),
        move(3, 3, 2),
        {"e": "stance", "player": 3, "stance": "prone"},
    )
    assert first["text"].endswith("one die, Push Back. Eve is pushed on to 12,1.")
    assert second["text"] == "Di is pushed to 12,2 and goes down."
    assert [(push["player"], push["now"]) for push in first["pushes"]] == [(3, False), (4, True)]
    assert [(push["player"], push["now"]) for push in second["pushes"]] == [(3, True), (4, False)]
    assert [len(each["changes"]) for each in (first, second)] == [1, 2]
    assert (first["kind"], second["kind"], second["actors"]) == ("block", "block", [3])


def test_who_is_pushed_off_the_pitch_is_pushed_from_where_the_blocker_stood() -> None:
    (step,) = stories(
        declared(0, "block"),
        dice(0, 3, 3),
        {"e": "block", "player": 0, "target": 3, "result": "push-back"},
        chose("follow-up", True),
        move(0, 4, 3),
        roll("injury", 3, 4, 4),
        {"e": "injury", "player": 3, "result": "stunned", "cause": "crowd", "by": None, "credit": []},
        {"e": "off", "player": 3, "where": "reserves"},
        at={0: 4, 3: 3},
    )
    assert step["pushes"] == [{"player": 3, "path": [3, None], "behind": 4, "now": True}]


def test_the_prayer_for_trapdoors_puts_them_on_the_pitch() -> None:
    prayer = {"e": "prayer", "side": 0, "players": []}
    shut, opened = (
        step
        for name in ("greasy-cleats", "treacherous-trapdoor")
        for step in stories(roll("prayer", None, 7), prayer | {"prayer": name})
    )
    assert shut["trapdoors"] == []
    assert sorted(PITCH.name(square) for square in opened["trapdoors"]) == ["20,14", "7,2"]


def test_a_roll_of_the_team_is_called_by_its_name() -> None:
    (step,) = stories(roll("prayer", None, 7), {"e": "prayer", "side": 0, "players": [], "prayer": "treacherous-trapdoor"})
    assert step["rolls"][0]["label"] == "Reds, prayer"


def test_a_run_and_a_blitz_are_two_beats() -> None:
    run, blitz, on = stories(
        declared(0, "blitz", 3),
        chose("step", ["move", [5, 4]]),
        move(0, 6, 5),
        roll("dodge", 0, 4, total=3, target=3, modifiers=[["marked", -1]], passed=True),
        move(0, 5, 4),
        chose("step", ["block", 3]),
        dice(0, 3, 3),
        {"e": "block", "player": 0, "target": 3, "result": "push-back"},
        move(3, 3, 2),
        chose("follow-up", False),
        chose("step", ["move", [5]]),
        move(0, 4, 5),
    )
    assert run["text"] == (
        "Ada sets out to blitz Di and runs 1 square to 12,5. "
        "Ada dodges: rolls 4 on the D6, −1 for being marked: 3, needs 3+: made. Ada goes on to 12,4."
    )
    assert blitz["text"].startswith("Ada blitzes Di, ")
    assert blitz["text"].endswith("Di is pushed to 12,2. Ada does not follow up.")
    assert on["text"].endswith("1 square to 12,5.")
    assert run["rolls"][0]["label"] == "Ada, dodge"
    assert run["block"] is None


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
    assert "seen it: a natural double, 3 and 3 on two D6 for the injury." in fouled(roll("injury", 3, 3, 3), SEEN)["text"]
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
    assert "for the injury. The coach of Reds argues for Ada: rolls 6 on the D6, needs 6+: made, and Ada may stay." in won["text"]
    helped = fouled(injury, SEEN, argues, roll("argue", 0, 5), TURNOVER, owned=("friends-with-the-ref",))
    assert "rolls 5 on the D6, needs 5+ with Friends with the Ref: made, and Ada may stay." in helped["text"]
    bribed = fouled(injury, SEEN, argues, roll("argue", 0, 3), chose("bribe", True), roll("bribe", 0, 2))
    assert "needs 6+: failed. Reds offer a bribe for Ada: 2 on the D6, the referee takes it and lets it pass." in bribed["text"]


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
    at = {0: PITCH.square("12,3"), 3: PITCH.square("13,4"), 4: PITCH.square("13,5")}
    to, lifted = PITCH.square("14,6"), {"e": "ball", "square": None, "holder": None}
    down, out = {"e": "came-down", "square": at[0]}, roll("throw-in direction", None, 3)
    bounces = {way: roll("bounce", None, way, dice=[[8, way]]) for way in (7, 8)}
    missed = roll("catch", 4, 1, target=3, passed=False)
    (step,) = stories(lifted, down, lifted, bounces[8], bounces[7], missed, bounces[8], {"e": "ball", "square": to, "holder": None}, at=at)
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


def test_a_re_roll_that_the_captain_saves_and_one_that_is_wasted() -> None:
    failed = roll("dodge", 0, 1, target=3, passed=False)
    spent = {"e": "re-roll", "player": 0, "source": "bought"}
    (saved,) = stories(
        declared(0, "move"),
        move(0, 6, 5),
        failed,
        spent,
        roll("captain", 1, 6, target=6, passed=True),
        roll("dodge", 0, 3, target=3, passed=True),
    )
    assert (
        "Bo as captain may save the re-roll: rolls 6 on the D6, needs 6+: it is not spent after all."
        in saved["text"]
    )
    loner = roll("loner", 0, 2, target=4, passed=False)
    (wasted,) = stories(declared(0, "move"), move(0, 6, 5), failed, loner, spent)
    assert wasted["text"].endswith(
        "Ada tests Loner: rolls 2 on the D6, needs 4+: failed. Reds spend a team re-roll for nothing."
    )
    mascot = roll("mascot", 0, 2, target=4, passed=False)
    (alone,) = stories(declared(0, "move"), move(0, 6, 5), failed, mascot, spent | {"source": "mascot"})
    assert alone["text"].endswith("needs 4+: it inspires nobody, and its re-roll is gone for this half.")
    (refused,) = stories(declared(0, "move"), move(0, 6, 5), failed, chose("re-roll", "no"))
    assert refused["text"].endswith("needs 3+: failed. Reds do not re-roll.")


def test_a_casualty_that_the_apothecary_heals() -> None:
    (step,) = stories(
        roll("casualty", 3, 15, dice=[[16, 15]]),
        chose("apothecary", True, side=1),
        roll("casualty", 3, 4, dice=[[16, 4]]),
        chose("casualty", "badly-hurt", side=1),
        {"e": "injury", "player": 3, "result": "badly-hurt", "cause": "block", "by": 0, "credit": [0]},
        {"e": "off", "player": 3, "where": "reserves"},
    )
    assert step["text"] == (
        "Casualty roll for Di: 15 on the D16. Blues send for the apothecary. Second casualty roll for Di: 4 on the D16. "
        "Blues take Badly Hurt. Di is patched up and goes to the reserves."
    )
    assert (step["kind"], step["key"], step["moment"]) == ("injury", True, "Di is patched up")


def test_skills_are_told_where_no_roll_names_them() -> None:
    boosted = roll("armour", 3, 4, 4, total=9, target=9, modifiers=[["mighty-blow", 1]], passed=True)
    (told,) = stories({"e": "used-skill", "player": 0, "skill": "mighty-blow"}, boosted)
    assert told["text"].startswith("The armour of Di: 4 and 4 on two D6, +1 for Mighty Blow: 9")
    assert told["rolls"][0]["modifiers"] == [["Mighty Blow", 1]]
    (told,) = stories(declared(0, "move"), {"e": "used-skill", "player": 3, "skill": "ball-and-chain"})
    assert told["text"] == "Di uses Ball & Chain."


def test_who_fails_on_the_way_has_come_no_further() -> None:
    (step,) = stories(
        declared(0, "move"),
        move(0, 9, 8, 7),
        roll("rush", 0, 3, target=2, passed=True),
        move(0, 7, 6),
        roll("rush", 0, 1, target=2, passed=False),
        move(0, 6, 5),
        {"e": "stance", "player": 0, "stance": "prone"},
    )
    assert "2 squares to 12,7 and rushes: rolls 3 on the D6, needs 2+: made. Ada goes on to 12,6 and" in step["text"]
    assert step["text"].endswith("failed. Ada stumbles into 12,5 and goes down.")


def test_what_is_added_late_and_what_frenzy_does() -> None:
    dodge = roll("dodge", 0, 2, target=3, passed=False)
    (step,) = stories(declared(0, "move"), dodge, {"e": "used-skill", "player": 0, "skill": "break-tackle", "adds": 1})
    assert step["text"].endswith("needs 3+: failed. Ada adds Break Tackle, +1: 3, made.")
    pushed = {"e": "block", "player": 0, "target": 3, "result": "push-back"}
    _, again = stories(declared(0, "block"), dice(0, 3, 3), pushed, move(3, 3, 2), move(0, 4, 3), dice(0, 3, 6))
    assert again["text"] == "Frenzy makes Ada block Di again, strength 4 against 3: one die, Pow."


def test_totals_say_how_they_came_about() -> None:
    fans = roll("fans", None, 5, total=6, modifiers=[["dedicated fans", 3]])
    (step,) = stories(fans)
    assert step["text"] == "Reds count their fans: 5 on the D6, halved to 3, +3 for dedicated fans: 6, the fan factor."
    (step,) = stories(roll("really-stupid", 0, 5, total=6, target=4, modifiers=[["helper", 2]], passed=True))
    assert step["text"].endswith("rolls 5 on the D6, +2 for a helper: counts as 6, needs 4+: made.")


def test_armour_that_only_claws_break_says_so() -> None:
    (step,) = stories(roll("armour", 3, 4, 4, target=11, passed=True))
    assert step["text"].endswith("11+ breaks it: broken. Claws: 8 or more on the dice is enough.")
    assert step["rolls"][0]["verdict"] == "broken (Claws: 8 or more on the dice is enough)"


def test_prayers_tell_why_and_whom_they_touch() -> None:
    (step,) = stories(
        roll("prayer", None, 5, dice=[[16, 5]]),
        roll("prayer", None, 7, dice=[[16, 7]]),
        {"e": "prayer", "side": 0, "prayer": "greasy-cleats", "players": [3]},
    )
    assert step["text"] == (
        "Reds have paid for a prayer, 5 on the D16, which they have already, then 7 on the D16: "
        "Greasy Cleats, Di is slower."
    )


def test_an_event_that_nobody_knows_does_no_harm() -> None:
    (step,) = stories(declared(0, "dance"), {"e": "earthquake", "player": 0}, roll("tango", 0, 3))
    assert step["text"] == "Ada declares: dance. Ada tests Tango: 3 on the D6."


def test_names_of_players_are_never_read_as_patterns() -> None:
    pieces = [{"name": "{one} {0} %s", "side": 0}, {"name": "<b>", "side": 1}]
    narrator = Bloodbowl(pieces, ["{side}", "B"], SQUARES, "bb2025")
    (beat,) = beats([declared(0, "blitz", 1), roll("bone-head", 0, 3, target=2, passed=True)], narrator.cut)
    assert narrator.tell(beat) == (
        "{one} {0} %s sets out to blitz <b> and tests Bone Head: rolls 3 on the D6, needs 2+: made."
    )

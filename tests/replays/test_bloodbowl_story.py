"""Sentences of Blood Bowl: what a story step says, and the dice and pushes that come with it."""

import engine
from engine.rulesets.bb2025 import EDITION
from replays.narration.bloodbowl import CUT, Bloodbowl, choices
from replays.show import ticker
from replays.story_steps import story_steps
from tests.replays.bloodbowl_events import SQUARES, chose, declared, dice, move, roll, stories


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
    assert sorted(EDITION.pitch.name(square) for square in opened["trapdoors"]) == ["20,14", "7,2"]


def test_a_roll_of_the_team_is_called_by_its_name() -> None:
    (step,) = stories(
        roll("prayer", None, 7), {"e": "prayer", "side": 0, "players": [], "prayer": "treacherous-trapdoor"}
    )
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
        "Bo as captain may save the re-roll: rolls 6 on the D6, needs 6+: it is not spent after all." in saved["text"]
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
    narrator = Bloodbowl(pieces, ["{side}", "B"], SQUARES, engine.ruleset("bb2025"))
    (story_step,) = story_steps([declared(0, "blitz", 1), roll("bone-head", 0, 3, target=2, passed=True)], narrator.cut)
    assert narrator.narrate(story_step) == (
        "{one} {0} %s sets out to blitz <b> and tests Bone Head: rolls 3 on the D6, needs 2+: made."
    )


def test_only_answers_to_declared_questions_are_told() -> None:
    told = {name.removeprefix("choice:") for name in choices.SENTENCES} | CUT.scenes | CUT.acts | CUT.runs | CUT.answers
    assert {name.partition(":")[0] for name in told} <= set(engine.ruleset("bb2025").questions)


def test_every_step_of_a_turn_says_what_the_turn_is_for() -> None:
    """The coach says it once, with the first activation; an older file has reasons alone."""
    turns = [
        {"e": "phase", "name": "turn", "number": number, "side": side} for number, side in ((1, 0), (1, 1), (2, 0))
    ]
    steps = stories(
        turns[0],
        chose("activate", 0, reason="intends to advance in a cage; clears the way"),
        declared(0, "move"),
        move(0, 4, 5),
        chose("activate", 1, reason="carries the ball forward"),
        declared(1, "move"),
        move(1, 7, 8),
        turns[1],
        chose("activate", 3, side=1, reason="stands in the way"),
        declared(3, "move"),
        move(3, 11, 12),
        turns[2],
        chose("activate", 0, reason="intends to score now; scores"),
        declared(0, "move"),
        move(0, 5, 6),
    )
    assert [(step["phase"]["intent"], step["reason"]) for step in steps] == [
        ("advance in a cage", "clears the way"),
        ("advance in a cage", "carries the ball forward"),
        ("", "stands in the way"),
        ("score now", "scores"),
    ]
    sides = [{"name": name, "short": name[:3]} for name in ("Reds", "Blues")]
    told = [turn["intent"] for half in ticker({"sides": sides, "steps": steps}) for turn in half["turns"]]
    assert told == ["advance in a cage", "", "score now"]

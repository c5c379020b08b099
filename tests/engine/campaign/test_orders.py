"""What a team does by itself while its coach is away."""

from typing import Any

import pytest

import engine
from engine.campaign.editor import TeamEditor
from engine.campaign.postmatch import record
from engine.campaign.prematch import induce_both, journeymen
from engine.campaign.refusal import Refusal
from engine.campaign.season import end_season, redraft, rest
from engine.campaign.sheets import sheet
from engine.campaign.steps import ADVANCEMENT, FIRING, HIRING, JOURNEYMEN, MVP, READY, REDRAFT, ROSTER, STAFF
from engine.core.dice import KeyedDice
from engine.core.ruleset import catalogue
from tests.engine.campaign.editors import CAMPAIGN, EDITION, editor_of

LINEMEN = ["human-lineman"] * 11
ORDERS = CAMPAIGN.orders
FINISH = ("finish", {})


def humans(*others: str, **team: Any) -> TeamEditor:
    return editor_of("human", [*LINEMEN, *others], **team)


def with_rows(editor: TeamEditor, *rows: tuple[str, int, dict[str, Any]]) -> TeamEditor:
    for kind, member, data in rows:
        editor.enter(kind, member, **data)
    return editor


def hurt(member: int, lost: str) -> tuple[str, int, dict[str, Any]]:
    return "hurt", member, {"misses_next": True, "lost": lost, "lasting": True, "result": "lasting-injury"}


def after_match(editor: TeamEditor, **data: Any) -> TeamEditor:
    everybody = list(editor.club.members)
    played = {"outcome": "win", "counts": 1, "awards": 0, "candidates": everybody, "score": [1, 0], **data}
    editor.enter("played", **played)
    return editor


# Honours and learning -----------------------------------------------------------------------------------------------------


def test_whoever_learns_most_by_an_award_is_nominated() -> None:
    """Four points teach numbers 2 and 12 something, the Ogre nothing; the journeyman is left out."""
    editor = after_match(humans("human-blitzer", "human-ogre", "human-lineman", journeymen=1, step=MVP), awards=1)
    with_rows(editor, ("points", 2, {"spp": 2}), ("points", 12, {"spp": 4}), ("points", 13, {"spp": 1}))
    assert ORDERS.decide(editor, {}) == ("nominate", {"members": [12, 2, 13, 1, 3, 4]})


def test_grudges_and_touchdowns_of_a_concession() -> None:
    editor = after_match(humans(step=MVP), credits=1)
    editor.enter("points", 5, spp=3)
    editor.enter("grudge", 3, keywords=["orc", "goblin"])
    assert ORDERS.decide(editor, {}) == ("hate", {"member": 3, "keyword": "orc"})
    editor.enter("hates", 3, keyword="orc")
    assert ORDERS.decide(editor, {}) == ("credit", {"member": 5})


def test_skills_are_learned_in_the_order_of_the_role() -> None:
    """A Blitzer has Block, so Guard is first; a lineman cannot pay six points with five."""
    editor = humans("human-blitzer", step=ADVANCEMENT)
    with_rows(editor, ("points", 12, {"spp": 6}), ("points", 1, {"spp": 5}))
    assert ORDERS.decide(editor, {}) == ("learn", {"member": 12, "skill": "guard"})
    assert ORDERS.decide(editor, {"skills": {"blitzer": ["juggernaut"]}}) == (
        "learn",
        {"member": 12, "skill": "juggernaut"},
    )
    for_position = {"skills": {"human-blitzer": ["frenzy"], "blitzer": ["juggernaut"]}}
    assert ORDERS.decide(editor, for_position) == ("learn", {"member": 12, "skill": "frenzy"})
    assert ORDERS.decide(editor, {"skills": {"blitzer": ["dodge"]}}) == FINISH  # secondary, and nobody must spend yet


@pytest.mark.parametrize(("known", "other"), [("block", "wrestle"), ("wrestle", "block")])
def test_nobody_learns_both_block_and_wrestle(known: str, other: str) -> None:
    learned = ("advanced", 1, {"skill": known, "value": 20})
    editor = with_rows(humans(step=ADVANCEMENT), learned, ("points", 1, {"spp": 8}))
    assert ORDERS.decide(editor, {"skills": {"lineman": [other]}}) == FINISH
    assert ORDERS.decide(editor, {"skills": {"lineman": [other, "fend"]}}) == ("learn", {"member": 1, "skill": "fend"})


def test_whoever_must_learn_learns_something() -> None:
    editor = with_rows(humans(step=ADVANCEMENT), ("points", 1, {"spp": 14}))
    assert ORDERS.decide(editor, {"skills": {"lineman": []}}) == ("learn", {"member": 1, "skill": "block"})


def test_a_journeyman_learns_only_what_he_must() -> None:
    editor = humans("human-lineman", journeymen=1, step=ADVANCEMENT)
    editor.enter("points", 12, spp=13)
    assert ORDERS.decide(editor, {}) == FINISH
    editor.enter("points", 12, spp=1)
    assert ORDERS.decide(editor, {}) == ("learn", {"member": 12, "skill": "block"})


def test_dice_for_those_who_trust_them() -> None:
    editor = humans("human-blitzer", step=ADVANCEMENT)
    editor.enter("points", 12, spp=3)
    assert ORDERS.decide(editor, {"advance": "random"}) == ("roll_skill", {"member": 12, "category": "general"})


@pytest.mark.parametrize(
    ("offer", "gain"),
    [
        ({"what": "characteristic", "characteristics": ["av", "ma"]}, "ma"),
        ({"what": "characteristic", "characteristics": []}, "block"),
        ({"what": "skill", "skills": ["kick", "fend"]}, "fend"),
    ],
)
def test_what_the_dice_offered_is_taken(offer: dict[str, Any], gain: str) -> None:
    editor = with_rows(humans(step=ADVANCEMENT), ("rolled", 1, offer))
    assert ORDERS.decide(editor, {}) == ("take", {"member": 1, "gain": gain})


# The list -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "orders", "position"),
    [
        (140, {}, "human-ogre"),
        (139, {}, "human-blitzer"),
        (50, {}, "human-lineman"),
        (49, {}, None),
        (140, {"positions": ["human-thrower"]}, "human-thrower"),
        (30, {"positions": ["human-halfling-hopeful"]}, "human-halfling-hopeful"),
        (140, {"squad": {"least": 11}}, "human-blitzer"),
        (99, {"squad": {"least": 11}}, None),
        (199, {"squad": {"least": 11, "most": 11}}, None),
        (200, {"squad": {"least": 11, "most": 11}}, "human-ogre"),
    ],
)
def test_the_best_that_can_be_paid_is_hired(gold: int, orders: dict[str, Any], position: str | None) -> None:
    request = ORDERS.decide(humans(step=HIRING, gold=gold), orders)
    assert request is not None
    assert request[1].get("position") == position


def test_full_positions_are_passed_over() -> None:
    request = ORDERS.decide(humans("human-ogre", step=HIRING, gold=300), {"squad": {"least": 14}})
    assert request is not None
    assert request[1]["position"] == "human-blitzer"


def test_a_journeyman_has_the_place_of_a_lineman() -> None:
    editor = editor_of("human", LINEMEN, journeymen=2, step=HIRING, gold=60)
    assert ORDERS.decide(editor, {}) == FINISH
    editor.enter("points", 11, spp=1)
    editor.enter("step", to=JOURNEYMEN)
    assert ORDERS.decide(editor, {}) == ("keep", {"member": 11})


def test_newcomers_have_names_and_numbers_of_their_own() -> None:
    editor = humans(step=HIRING, gold=1000)
    ORDERS.run(editor, {"squad": {"least": 16, "most": 16}})
    members = editor.club.members.values()
    assert len(members) == 16
    assert {member.number for member in members} == set(range(1, 17))
    assert len({member.name for member in members}) == 16
    assert len({member.name.partition(" ")[2] for member in members}) == 16


def test_who_loses_strength_sits_out_or_goes() -> None:
    """A Blitzer and a lineman who has learned something retire, a mere lineman is fired, one who lost MA stays."""
    editor = humans(*LINEMEN[:3], "human-blitzer", step=FIRING)
    with_rows(editor, ("advanced", 2, {"skill": "block", "value": 30}))
    with_rows(editor, hurt(15, "st"), hurt(2, "ag"), hurt(1, "st"), hurt(3, "ma"))
    ORDERS.run(editor, {})
    assert {member.id for member in editor.club.listed if member.retired} == {2, 15}
    assert 1 not in editor.club.members
    assert 3 in editor.club.members


def test_nobody_is_fired_whom_the_team_needs() -> None:
    editor = humans(step=FIRING)
    with_rows(editor, *[("hurt", 1, {"misses_next": False, "niggling": 1})] * 2)
    assert ORDERS.decide(editor, {}) == FINISH
    editor.enter("signed", 12, position="human-lineman", number=12, name="Twelve", how="hired")
    assert ORDERS.decide(editor, {}) == ("fire", {"member": 1})
    assert ORDERS.decide(editor, {"niggling": 3}) == FINISH


@pytest.mark.parametrize(
    ("gold", "team", "orders", "what"),
    [
        (100, {}, {}, "apothecary"),
        (99, {}, {}, "assistant_coaches"),
        (150, {"apothecary": 1}, {}, "rerolls"),
        (149, {"apothecary": 1, "assistant_coaches": 1}, {}, "cheerleaders"),
        (299, {"apothecary": 1, "assistant_coaches": 1, "cheerleaders": 2, "rerolls": 4}, {}, None),
        (300, {"apothecary": 1, "assistant_coaches": 1, "cheerleaders": 2, "rerolls": 4}, {}, "rerolls"),
        (59, {}, {"staff": {"apothecary": 0}}, None),
    ],
)
def test_staff(gold: int, team: dict[str, int], orders: dict[str, Any], what: str | None) -> None:
    assert ORDERS.decide(humans(step=STAFF, gold=gold, **team), orders) == (("buy", {"what": what}) if what else FINISH)


def test_a_team_that_may_have_no_doctor_asks_for_none() -> None:
    undead = editor_of("shambling-undead", ["shambling-undead-zombie-lineman"] * 12, step=STAFF, gold=110)
    assert ORDERS.decide(undead, {}) == ("buy", {"what": "assistant_coaches"})


def test_in_any_order_places_are_freed_first() -> None:
    rulings = catalogue(EDITION).rulings("fumbbl-house").to_json()
    editor = humans("human-lineman", step=ROSTER, gold=60, rulings=rulings)
    with_rows(editor, hurt(1, "st"))
    ORDERS.run(editor, {})
    assert [row.kind for row in editor.written] == ["hurt", "left", "signed", "step"]
    assert editor.club.step == READY


def test_a_dead_captain_has_a_successor() -> None:
    editor = humans("human-blitzer", "human-ogre")
    with_rows(editor, ("captain", 1, {}))
    assert ORDERS.decide(editor, {}) is None
    editor.enter("left", 1, how="dead")
    assert ORDERS.decide(editor, {}) == ("appoint", {"member": 12})


# The document -------------------------------------------------------------------------------------------------------------


def test_the_usual_orders_are_good_ones() -> None:
    ORDERS.check(dict(ORDERS.standard), humans().club)


@pytest.mark.parametrize(
    "orders",
    [
        [],
        {"colour": "red"},
        {"skills": {"blitzer": ["loner"]}},
        {"skills": {"orc-blitzer": ["block"]}},
        {"skills": {"blitzer": "block"}},
        {"advance": "never"},
        {"squad": {"least": 10}},
        {"squad": {"most": 17}},
        {"squad": {"middle": 12}},
        {"positions": ["orc-troll"]},
        {"staff": {"rerolls": 9}},
        {"staff": {"fans": 1}},
        {"reserve": -1},
        {"rich": True},
        {"retire": ["strength"]},
        {"niggling": 0},
        {"inducements": {"wishes": [["bribes", 0]]}},
        {"inducements": {"wishes": [["beer", 1]]}},
        {"inducements": {"mercenaries": [{"position": "orc-troll"}]}},
        {"inducements": {"mercenaries": [{"position": "human-ogre", "skill": "loner"}]}},
        {"inducements": {"own": "all"}},
    ],
)
def test_orders_that_make_no_sense(orders: Any) -> None:
    with pytest.raises(Refusal) as caught:
        ORDERS.check(orders, humans().club)
    assert caught.value.code == "bad-orders"


# Whole seasons ------------------------------------------------------------------------------------------------------------


class Books:
    """Two teams that play each other, their coaches on holiday."""

    def __init__(self, rosters: tuple[str, str], profile: str) -> None:
        self.rulings = catalogue(EDITION).rulings(profile)
        self.rows = [CAMPAIGN.draft.found(CAMPAIGN.draft.standard(roster), {}) for roster in rosters]
        self.requests = 0

    def editor(self, side: int) -> TeamEditor:
        self.requests += 1
        return TeamEditor(CAMPAIGN, self.rows[side], self.rulings, KeyedDice(f"editor {self.requests}"))

    def close(self, side: int, editor: TeamEditor) -> None:
        self.rows[side] = [*self.rows[side], *editor.written]

    def match(self, number: int) -> None:
        editors = self.editor(0), self.editor(1)
        for editor in editors:
            journeymen(editor)
        bought = induce_both(*editors, [ORDERS.complete({})["inducements"]] * 2)
        home, away = (sheet(each.club, "Team", "TEA", had) for each, had in zip(editors, bought, strict=True))
        coaches = ("any_legal", "any_legal")
        played = engine.play(
            ruleset=EDITION, rulings=self.rulings, sheets=(home, away), seed=f"{number}", coaches=coaches
        )
        for side, name in enumerate(("home", "away")):
            self.close(side, editors[side])
            after = self.editor(side)
            record(after, played.result, name, f"match {number}")
            ORDERS.run(after, {})
            self.close(side, after)

    def off_season(self, side: int) -> TeamEditor:
        editor = self.editor(side)
        end_season(editor, 100 * (1 - side), side == 0)
        rest(editor)
        assert editor.club.step == REDRAFT
        keep, draft = ORDERS.redraft(editor, {})
        redraft(editor, keep, draft)
        self.close(side, editor)
        return editor


@pytest.mark.parametrize(
    ("rosters", "profile"), [(("human", "snotling"), "official"), (("nurgle", "shambling-undead"), "fumbbl-house")]
)
def test_two_seasons_without_a_coach(rosters: tuple[str, str], profile: str) -> None:
    books = Books(rosters, profile)
    for season in range(2):
        for number in range(3):
            books.match(3 * season + number)
        for side in (0, 1):
            club = books.off_season(side).club
            assert (club.step, club.season) == (READY, season + 2)
            assert 11 <= len(club.listed) <= 16
            assert 0 <= club.treasury < 300


def test_the_redraft_keeps_those_who_have_learned_something() -> None:
    """Two veterans stay, the one with a bad back does not, and the champion's re-roll is one of those wanted."""
    editor = humans("human-blitzer", step=REDRAFT, gold=100, rerolls=4, trophy=1)
    for member in (3, 4, 12):
        editor.enter("advanced", member, skill="guard", value=30)
    with_rows(editor, *[("hurt", 4, {"misses_next": False, "niggling": 1})] * 2, ("captain", 3, {}))
    keep, draft = ORDERS.redraft(editor, {})
    assert sorted(keep) == [3, 12]
    assert draft["rerolls"] <= 3
    assert draft["captain"] == 3
    assert len(keep) + len(draft["players"]) >= 12
    redraft(editor, keep, draft)
    assert editor.club.captain == 3

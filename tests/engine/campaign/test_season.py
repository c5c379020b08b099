"""The end of a season, rest and relaxation, and the re-draft (Core pp.104-107)."""

from typing import Any

import pytest

from engine.campaign.editor import TeamEditor
from engine.campaign.refusal import Refusal
from engine.campaign.season import end_season, funds, redraft, redraft_bill, redraft_problems, rest, sources
from engine.campaign.steps import OFF_SEASON, READY, REDRAFT
from engine.campaign.value import team_value
from engine.core.dice import ScriptedDice
from engine.core.ruleset import catalogue
from engine.rules.teams.rosters import rosters
from tests.engine.campaign.editors import CAMPAIGN, EDITION, editor_of

HUMANS = ["human-ogre", *["human-lineman"] * 12]
FANS, NINTH, FEE = "bb2025.redraft-fans", "bb2025.redraft-trophy-reroll", "bb2025.redraft-agent-fee"


def after_season(outcomes: str = "WWDL", **other: Any) -> TeamEditor:
    """Humans whose players took part in every match, about to draft anew."""
    editor = editor_of("human", HUMANS, step=REDRAFT, **other)
    for letter in outcomes:
        outcome = {"W": "win", "D": "draw", "L": "loss"}[letter]
        editor.enter("played", outcome=outcome, counts=1, awards=0, took_part=list(editor.club.members))
    editor.written.clear()
    return editor


def recruits(*positions: str, first: int = 20) -> list[dict[str, Any]]:
    return [
        {"position": position, "name": f"New {number}", "number": number}
        for number, position in enumerate(positions, start=first)
    ]


def test_prizes_and_the_trophy() -> None:
    editor = editor_of("human", HUMANS, gold=20)
    end_season(editor, prize=100, trophy=True)
    assert (editor.club.treasury, editor.club.trophy, editor.club.step) == (120, 1, OFF_SEASON)
    editor = editor_of("human", HUMANS, gold=20, trophy=1)
    end_season(editor, prize=0, trophy=False)
    assert (editor.club.treasury, editor.club.trophy) == (20, 0)
    with pytest.raises(Refusal, match="not possible now"):
        end_season(editor, prize=0, trophy=False)


@pytest.mark.parametrize(("apothecary", "healed"), [(0, False), (1, True)])
def test_rest_heals_on_a_four_and_an_apothecary_helps(apothecary: int, healed: bool) -> None:
    """A 3 for each: an apothecary helps with injuries, not with hatred."""
    editor = editor_of("human", HUMANS, step=OFF_SEASON, apothecary=apothecary, dice=[3, 3, 3])
    editor.enter("hurt", 2, misses_next=True, niggling=1)
    editor.enter("hates", 3, keyword="orc")
    editor.enter("hurt", 4, misses_next=False, lost="st")
    editor.enter("retired", 4)
    rest(editor)
    members = editor.club.members
    assert members[2].eligible
    assert (members[2].niggling == 0, members[4].reduced) == (healed, not healed)
    assert members[3].hatred == ["orc"]
    assert editor.club.step == REDRAFT
    assert [roll for row in editor.written for roll in row.rolls] == [
        ("niggling injury", 6, 3),
        ("hatred gained", 6, 3),
        ("temporarily retired reduction", 6, 3),
    ]


def test_every_injury_has_its_own_roll_and_who_did_not_retire_keeps_what_he_lost() -> None:
    editor = editor_of("human", HUMANS, step=OFF_SEASON, dice=[4, 3, 4, 6, 3])
    for _ in range(2):
        editor.enter("hurt", 2, misses_next=False, niggling=1)
    editor.enter("hates", 2, keyword="orc")
    editor.enter("hurt", 2, misses_next=False, lost="ma")
    editor.enter("advanced", 3, characteristic="ag", value=30)
    editor.enter("hurt", 3, misses_next=False, lost="ag")
    editor.enter("hurt", 3, misses_next=False, lost="av")
    editor.enter("retired", 3)
    rest(editor)
    kept, retired = editor.club.members[2], editor.club.members[3]
    assert (kept.niggling, kept.hatred, kept.changes) == (1, [], {"ma": -1})
    assert retired.changes == {"ag": 1, "av": -1}


def test_funds_grow_with_matches_up_to_the_cap() -> None:
    """1000 + treasury + 20 a match + 20 a win + 10 a draw."""
    editor = after_season("WWDL", gold=65)
    assert funds(editor) == 1000 + 65 + 4 * 20 + 2 * 20 + 10
    editor = after_season("WWDL", gold=200)
    assert funds(editor) == 1300
    editor.settings["cap"] = 1320
    assert funds(editor) == 1320
    told = sources(editor)
    assert sum(told.values()) == 1320
    assert min(told, key=lambda source: told[source]) == "cap"
    editor.settings["cap"] = 5000
    assert sources(editor)["cap"] == 0


def test_the_new_list_is_paid_for_whole() -> None:
    """Ten linemen at 50 and 20 for the agent, the ogre dropped, two blitzers at 85, all staff at the price of the draft."""
    editor = after_season("WWDL", gold=65, rerolls=3, apothecary=1, cheerleaders=2, fans=5)
    editor.enter("advanced", 2, skill="block", value=30)
    editor.enter("points", 3, spp=5)
    editor.enter("hurt", 3, misses_next=False, niggling=1)
    editor.enter("retired", 3)
    keep = list(range(2, 12))
    draft = {"players": recruits("human-blitzer", "human-blitzer"), "rerolls": 2, "apothecary": True, "fans": 5}
    owed = redraft_bill(editor, keep, draft)
    assert (owed.budget, owed.total) == (1195, 10 * 70 + 30 + 2 * 85 + 2 * 50 + 50)
    redraft(editor, keep, draft)
    club = editor.club
    assert (club.treasury, club.step, club.season, club.played) == (owed.left, READY, 2, 0)
    assert team_value(club) == owed.value == 10 * 50 + 30 + 2 * 85 + 2 * 50 + 50
    assert list(club.members) == [*keep, 14, 15]
    assert (club.rerolls, club.apothecary, club.cheerleaders, club.fans) == (2, 1, 0, 5)
    assert club.members[2].knows("block")
    assert (club.members[3].spp, club.members[3].niggling, club.members[3].eligible) == (5, 1, True)
    assert (club.members[2].seasons, club.members[14].seasons) == (1, 0)


def test_the_agent_wants_more_after_every_season() -> None:
    editor = after_season()
    editor.enter("season")
    editor.enter("season")
    (line,) = redraft_bill(editor, [2], {}).lines
    assert line.total == 50 + 3 * 20


def test_an_agent_may_want_nothing_for_a_season_on_the_bench() -> None:
    editor = after_season("", rulings={FEE: "took-part"})
    editor.enter("played", outcome="win", counts=1, awards=0, took_part=[2])
    assert [line.total for line in redraft_bill(editor, [2, 3], {}).lines] == [70, 50]
    editor.enter("season")
    assert [line.total for line in redraft_bill(editor, [2, 3], {}).lines] == [70, 50]


@pytest.mark.parametrize(
    ("choice", "fans", "price"),
    [("carried", 2, 0), ("carried", 3, 5), ("reset", 1, 0), ("reset", 3, 10)],
)
def test_what_fans_cost_again(choice: str, fans: int, price: int) -> None:
    editor = after_season(fans=2, rulings={FANS: choice})
    keep = list(range(2, 14))
    before = redraft_bill(editor, keep, {}).total
    assert redraft_bill(editor, keep, {"fans": fans}).total == before + price
    redraft(editor, keep, {"fans": fans})
    assert editor.club.fans == fans


def codes(editor: TeamEditor, keep: list[int], draft: dict[str, Any]) -> list[tuple[str, str]]:
    return [(each.code, each.rule) for each in redraft_problems(editor, keep, draft)]


def test_what_is_no_list_is_refused_whole() -> None:
    editor = after_season("", fans=5, trophy=1, rulings={NINTH: "within-eight"})
    everybody = list(range(1, 14))
    assert codes(editor, everybody, {"fans": 4}) == [("fans-limit", FANS)]
    assert codes(editor, everybody[:11], {"rerolls": 8}) == [("rerolls-limit", NINTH), ("over-budget", "Core p.86")]
    assert codes(editor, [2, 2], {}) == [("kept-twice", "Core p.106")]
    assert codes(editor, [[]], {}) == [("no-such-player", "Core p.86")]
    assert codes(editor, [99], {}) == [("no-such-player", "Core p.86")]
    assert codes(editor, everybody, {"roster": "orc"}) == [("chosen-for-good", "Core p.86")]
    assert codes(editor, everybody, {"players": recruits("human-ogre", first=2)}) == [
        ("position-full", "Core p.87"),
        ("same-number", "Core p.86"),
        ("over-budget", "Core p.86"),
    ]
    namesake = [{**recruits("human-lineman")[0], "name": "no. 2"}]
    assert codes(editor, everybody[:10], {"players": namesake}) == [("same-name", "Core p.86")]
    with pytest.raises(Refusal, match="1 more needed"):
        redraft(editor, everybody[:10], {})
    assert editor.written == []


@pytest.mark.parametrize(("choice", "allowed"), [("ninth", True), ("within-eight", False)])
def test_a_champion_may_have_nine_rerolls(choice: str, allowed: bool) -> None:
    editor = after_season("WWWW", gold=50, trophy=1, rulings={NINTH: choice})
    keep = list(range(2, 13))
    assert (redraft_problems(editor, keep, {"rerolls": 8}) == []) is allowed
    assert redraft_problems(editor, keep, {"rerolls": 7}) == []


def test_the_captain_is_named_anew_by_number() -> None:
    editor = after_season()
    editor.enter("captain", 2)
    redraft(editor, list(range(2, 13)), {"captain": 3})
    assert editor.club.captain == 3
    editor = after_season()
    editor.enter("captain", 2)
    redraft(editor, list(range(3, 13)), {"captain": 20, "players": recruits("human-blitzer")})
    assert editor.club.captain == 14


def test_a_captain_who_is_not_named_again_is_none_and_has_no_successor() -> None:
    for keep in (list(range(2, 13)), list(range(3, 14))):
        editor = after_season()
        editor.enter("captain", 2)
        redraft(editor, keep, {})
        assert (editor.club.captain, editor.club.captain_left) == (None, "")


def test_a_captain_who_stays_needs_no_row() -> None:
    editor = after_season()
    editor.enter("captain", 2)
    editor.written.clear()
    redraft(editor, list(range(2, 13)), {"captain": 2})
    assert editor.club.captain == 2
    assert "captain" not in [row.kind for row in editor.written]


@pytest.mark.parametrize("roster", rosters(EDITION))
def test_every_roster_comes_through_two_seasons(roster: str) -> None:
    """The first five stay, the others are drafted again, and the books balance."""
    draft = CAMPAIGN.draft.standard(roster)
    rows = CAMPAIGN.draft.found(draft, {})
    for season in (2, 3):
        editor = TeamEditor(CAMPAIGN, rows, catalogue(EDITION).rulings("official"), ScriptedDice([]))
        for _ in range(5):
            editor.enter("played", outcome="win", counts=1, awards=0, took_part=list(editor.club.members))
        end_season(editor, prize=0, trophy=False)
        rest(editor)
        keep = list(editor.club.members)[:5]
        again = {**draft, "players": draft["players"][5:]}
        owed = redraft_bill(editor, keep, again)
        redraft(editor, keep, again)
        rows = [*rows, *editor.written]
        club = TeamEditor(CAMPAIGN, rows, editor.rulings, editor.dice).club
        assert (club.season, club.treasury, sum(row.gold for row in rows)) == (season, owed.left, owed.left)
        assert team_value(club) == owed.value
        assert list(club.members)[:5] == keep
        assert (club.league, club.favoured_of) == (draft["league"], draft["favoured_of"])

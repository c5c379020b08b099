"""Matched play: skills are added to the list by tier, and nothing changes between matches (Core pp.108-115)."""

from typing import Any

import pytest

import engine
from engine.campaign.club import Club
from engine.campaign.editor import TeamEditor
from engine.campaign.matched.allowance import allowance
from engine.campaign.refusal import Refusal
from engine.campaign.snapshot import freeze, thaw
from engine.campaign.value import current_value, team_value
from engine.core.dice import ScriptedDice
from engine.core.ruleset import catalogue
from tests.engine.campaign.editors import CAMPAIGN, EDITION
from tests.engine.campaign.results import injury, result_of

MATCHED: Any = engine.campaign_of(EDITION, "matched")
BUDGET = {"budget": 1150}
CLOSED = "bb2025.temporary-staff-limit"
LINE, BLITZER, CATCHER, THROWER, OGRE = (
    f"human-{name}" for name in ("lineman", "blitzer", "catcher", "thrower", "ogre")
)
SQUAD = (*[LINE] * 9, BLITZER, BLITZER)  # of eleven, a tier 2 team: 8 points, 2 secondaries


def listed(*skills: str, squad: tuple[str, ...] = SQUAD, **changes: Any) -> dict[str, Any]:
    """A human list whose first players have these skills."""
    players = [
        {"position": position, "name": f"No. {number}", "number": number, "skill": skill}
        for number, (position, skill) in enumerate(
            zip(squad, [*skills, *[""] * (len(squad) - len(skills))], strict=True), start=1
        )
    ]
    return {"roster": "human", "players": players, "rerolls": 3, **changes}


def codes(document: dict[str, Any], settings: dict[str, int] = BUDGET) -> list[str]:
    return [problem.code for problem in MATCHED.draft.problems(document, settings)]


def club(document: dict[str, Any]) -> Club:
    made: Club = MATCHED.club(MATCHED.draft.found(document, BUDGET))
    return made


def editor(document: dict[str, Any]) -> TeamEditor:
    """No die is rolled, whatever happens."""
    rows = MATCHED.draft.found(document, BUDGET)
    return TeamEditor(MATCHED, rows, catalogue(EDITION).rulings("official"), ScriptedDice([]))


# The list ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tier", "points", "secondaries"), [(1, 6, 1), (2, 8, 2), (3, 9, 3), (4, 10, 4)])
def test_the_weaker_the_tier_the_more_skills(tier: int, points: int, secondaries: int) -> None:
    roster = next(each for each in MATCHED.rosters.values() if each.tier == tier)
    found = allowance(EDITION, roster)
    assert (found.points, found.secondaries) == (points, secondaries)
    assert MATCHED.draft.skills(MATCHED.draft.blank(roster.key)).points == points


def test_added_skills_cost_points_and_no_gold_and_no_value() -> None:
    plain, skilled = listed(), listed("wrestle", "guard")
    bill = MATCHED.draft.skills(skilled)
    assert (bill.spent, bill.left, bill.secondaries, bill.tier) == (3, 5, 1, 2)
    assert MATCHED.draft.bill(skilled, BUDGET).total == MATCHED.draft.bill(plain, BUDGET).total
    made = club(skilled)
    assert (made.members[1].skills, made.members[2].skills) == ({"wrestle": None}, {"guard": None})
    assert team_value(made) == team_value(club(plain)) == current_value(made)
    assert {member.advancements for member in made.listed} == {0}
    assert MATCHED.skills(made).spent == 3
    sheet = MATCHED.sheet(made, "Humans", "HUM")
    assert sheet["players"][0]["skills"] == ["wrestle"]
    engine.ruleset(EDITION).check_sheet({**sheet, "absent": []}, catalogue(EDITION).rulings("official"))


def test_a_list_may_spend_all_its_points_and_none_more() -> None:
    eight = ["wrestle", "tackle", "fend", "kick", "dauntless", "wrestle", "tackle", "fend"]
    assert codes(listed(*eight)) == []
    assert codes(listed(*eight, "kick")) == ["skill-points"]


def test_a_list_has_so_many_secondary_skills_of_its_tier() -> None:
    assert codes(listed("guard", "guard")) == []
    assert codes(listed("guard", "guard", "stand-firm")) == ["secondary-skills"]


def test_each_elite_skill_is_added_four_times_and_those_of_the_profile_do_not_count() -> None:
    squad = (*[LINE] * 9, BLITZER, BLITZER)
    assert "block" in MATCHED.rosters["human"].positions[BLITZER].skills
    assert codes(listed(*["block"] * 4, squad=squad)) == []
    assert codes(listed(*["block"] * 5, squad=squad)) == ["elite-skill"]
    assert codes(listed(*["wrestle"] * 5, squad=squad)) == []
    assert codes(listed(*["block"] * 4, *["wrestle"] * 4, squad=squad)) == []


@pytest.mark.parametrize(
    ("position", "skill", "code"),
    [
        (BLITZER, "block", "has-skill"),
        (LINE, "claws", "no-access"),
        (OGRE, "cloud-burster", "no-access"),
    ],
)
def test_a_player_adds_only_what_the_position_can_have(position: str, skill: str, code: str) -> None:
    assert codes(listed(skill, squad=(position, *[LINE] * 10))) == [code]


def test_a_captain_has_pro_already() -> None:
    document = listed("pro", captain=1)
    assert codes(document) == ["has-skill"]
    assert codes({**document, "captain": 2}) == []


def test_skills_that_do_not_go_together_are_refused() -> None:
    assert codes(listed("strong-arm", squad=(LINE, *[LINE] * 10))) == ["requires"]
    assert codes(listed("strong-arm", squad=(OGRE, *[LINE] * 10))) == []


def test_rulings_of_the_league_say_which_skills_and_staff_are_open() -> None:
    runt_punter = next(each for each in MATCHED.rosters["ogre"].positions.values() if "kick-team-mate" in each.skills)
    draft = {**MATCHED.draft.standard("ogre", 1150), "assistant_coaches": 6}
    draft["players"] = [
        {**each, "skill": "strong-arm" if each["position"] == runt_punter.key else ""} for each in draft["players"]
    ]
    draft["inducements"] = {"part-time-assistant-coaches": 1}

    def found(**chosen: str) -> list[tuple[str, str]]:
        asked = {f"bb2025.{name.replace('_', '-')}": choice for name, choice in chosen.items()}
        rulings = catalogue(EDITION).rulings("official", asked)
        return [(each.code, each.rule) for each in MATCHED.draft.problems(draft, {"budget": 3000}, rulings)]

    closed = found(kick_team_mate_skill_access="refused", temporary_staff_limit="together")
    assert closed == [
        ("requires", "bb2025.kick-team-mate-skill-access"),
        ("not-for-sale", "bb2025.temporary-staff-limit"),
    ]
    assert found(kick_team_mate_skill_access="allowed", temporary_staff_limit="beside-own") == []
    with pytest.raises(Refusal):
        MATCHED.draft.found(draft, {"budget": 3000}, catalogue(EDITION).rulings("official", {CLOSED: "together"}))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"skill": "no-such-thing"}, "no-such-skill"),
        ({"skill": "loner"}, "no-such-skill"),  # a trait
        ({"skill": ["block", "guard"]}, "bad-draft"),  # one skill for each player
        ({"skill": None}, "bad-draft"),
        ({"skills": "block"}, "bad-draft"),
    ],
)
def test_what_is_no_skill_is_refused(changes: dict[str, Any], code: str) -> None:
    document = listed()
    document["players"][0] |= changes
    assert codes(document) == [code]


def test_documents_of_league_play_have_no_skills_and_no_inducements() -> None:
    with pytest.raises(Refusal, match="a position, a name and a number, not"):
        CAMPAIGN.draft.read(listed("block"), {})
    with pytest.raises(Refusal, match="inducements"):
        CAMPAIGN.draft.read({"roster": "human", "inducements": {}}, {})


def test_eleven_players_are_needed() -> None:
    assert codes(listed(squad=SQUAD[:10])) == ["too-few-players"]


def test_the_organiser_sets_the_budget() -> None:
    total = MATCHED.draft.bill(listed(), BUDGET).total
    assert codes(listed(), {"budget": total}) == []
    assert codes(listed(), {"budget": total - 5}) == ["over-budget"]


def test_fans_start_at_none_and_three_can_be_bought() -> None:
    assert (club(listed()).fans, MATCHED.draft.blank("human")["fans"]) == (0, 0)
    assert codes(listed(fans=3)) == []
    assert codes(listed(fans=4)) == codes(listed(fans=-1)) == ["fans-limit"]
    dearer = MATCHED.draft.bill(listed(fans=3), BUDGET).total - MATCHED.draft.bill(listed(), BUDGET).total
    assert dearer == 15


def test_money_that_is_not_spent_is_lost() -> None:
    rows = MATCHED.draft.found(listed(), BUDGET)
    left = MATCHED.draft.bill(listed(), BUDGET).left
    assert left > 0
    assert (rows[-1].kind, rows[-1].gold, MATCHED.club(rows).treasury) == ("unspent", -left, 0)
    spent = MATCHED.draft.found(listed(), {"budget": 1150 - left})
    assert "unspent" not in {row.kind for row in spent}


# Inducements ---------------------------------------------------------------------------------------------------------------


def test_inducements_are_bought_with_the_list_and_are_there_for_every_match() -> None:
    document = listed(inducements={"bribes": 1, "team-mascot": 0})
    more = MATCHED.draft.bill(document, BUDGET).total - MATCHED.draft.bill(listed(), BUDGET).total
    assert more == MATCHED.words.inducements["bribes"].cost
    home, away = editor(document), editor(listed())
    assert home.club.inducements == {"bribes": 1}
    wanted = {"wishes": [["team-mascot", 1]], "mercenaries": [], "own": 500}
    for _ in range(2):
        bought = MATCHED.prematch.induce_both(home, away, [wanted, wanted])
        assert [each["bought"] for each in bought] == [{"bribes": 1}, {}]
    assert home.written == away.written == []
    sheet = MATCHED.sheet(home.club, "Humans", "HUM", bought[0])
    assert (sheet["inducements"], sheet["treasury_spent"]) == ({"bribes": 1}, 0)
    engine.ruleset(EDITION).check_sheet({**sheet, "absent": []}, home.rulings)
    assert current_value(home.club) == current_value(away.club)


@pytest.mark.parametrize(
    ("inducements", "code"),
    [
        ({"bribes": 4}, "not-for-sale"),
        ({"mercenary-players": 1}, "not-for-sale"),
        ({"star-players": 1}, "not-for-sale"),
        ({"mortuary-assistant": 1}, "not-for-sale"),
        ({"no-such-thing": 1}, "no-such-inducement"),
        ({"bribes": -1}, "bad-number"),
        ({"bribes": 100}, "bad-number"),
        ({"bribes": True}, "bad-number"),
        ({"bribes": "1"}, "bad-number"),
        ([], "bad-draft"),
    ],
)
def test_a_list_has_only_inducements_that_the_team_may_have(inducements: Any, code: str) -> None:
    assert codes(listed(inducements=inducements), {"budget": 3000}) == [code]


def test_every_inducement_on_the_shelf_can_be_bought() -> None:
    for roster in MATCHED.rosters:
        blank = MATCHED.draft.blank(roster)
        for key, most in MATCHED.draft.for_sale(roster).items():
            found = codes({**blank, "inducements": {key: most}})
            assert "not-for-sale" not in found or "favoured-of" in found, (roster, key)
    assert not {"mercenary-players", "star-players"} & MATCHED.draft.for_sale("human").keys()


# Between matches -----------------------------------------------------------------------------------------------------------

TERRIBLE = result_of(
    {str(number): {"spp": 6} for number in range(1, 12)},
    injuries={
        "1": injury("dead"),
        "2": injury("seriously-hurt", may_hate=["human"]),
        "3": injury("lasting-injury", lost="ma"),
        "4": injury("serious-injury"),
    },
)


def unchanged(after: Club) -> dict[str, Any]:
    """All of a club but its record."""
    frozen = freeze(after)
    for name in ("result", "played", "won", "drawn", "rows", "season"):
        frozen.pop(name)
    frozen["members"] = [{**each, "took_part": 0, "seasons": 0, "seasons_played": 0} for each in frozen["members"]]
    return frozen


def test_a_match_is_entered_and_nothing_else_happens() -> None:
    team = editor(listed("block", "guard", fans=2))
    before = unchanged(team.club)
    MATCHED.postmatch.record(team, TERRIBLE, "home", "match-1", opponent="Orcs")
    (row,) = team.written
    assert (row.kind, row.gold, row.spp, row.rolls) == ("played", 0, 0, ())
    assert (row.data["score"], row.data["outcome"], row.data["opponent"]) == ([2, 1], "win", "Orcs")
    assert unchanged(team.club) == before
    assert (team.club.step, team.club.played, team.club.won, len(team.club.eligible)) == ("ready", 1, 1, 11)
    assert {member.took_part for member in team.club.listed} == {True}


def test_who_was_raised_or_joined_for_a_match_is_gone_after_it() -> None:
    rows = MATCHED.draft.found(MATCHED.draft.standard("shambling-undead", 1150), BUDGET)
    team = TeamEditor(MATCHED, rows, catalogue(EDITION).rulings("official"), ScriptedDice([]))
    before = unchanged(team.club)
    came = {"home": ["raised-1", "rookie-0"], "away": []}
    MATCHED.postmatch.record(team, result_of({"1": {"spp": 1}}, raised=came, journeymen=came), "home", "match-1")
    assert unchanged(team.club) == before


@pytest.mark.parametrize(
    ("end", "outcome", "score"),
    [
        ({}, "loss", [0, 0]),
        ({"won": True}, "win", [2, 0]),
        ({"conceded": True}, "loss", [0, 2]),
    ],
)
def test_a_match_that_nobody_played_pays_nothing(end: dict[str, bool], outcome: str, score: list[int]) -> None:
    team = editor(listed())
    before = unchanged(team.club)
    MATCHED.postmatch.unplayed(team, "match-1", **end)
    assert [(row.data["outcome"], row.data["score"]) for row in team.written] == [(outcome, score)]
    MATCHED.postmatch.forfeited(team, "match-2", won=False, fan_factors=[1, 2])
    assert unchanged(team.club) == before


def test_a_match_is_struck_from_the_books_of_a_team_without_fans() -> None:
    team = editor(listed())
    MATCHED.postmatch.record(team, TERRIBLE, "home", "match-1")
    number = len(team.entries) + 1
    team.settle()
    assert MATCHED.strike(team, [number], whole=True) == []
    assert (team.club.played, team.club.won) == (0, 0)


def test_a_season_ends_without_prizes_and_the_list_stays() -> None:
    team = editor(listed("block"))
    before = unchanged(team.club)
    MATCHED.postmatch.record(team, TERRIBLE, "home", "match-1")
    MATCHED.season.end(team, 100, True)
    MATCHED.season.rest(team)
    assert unchanged(team.club) == before
    assert (team.club.season, team.club.played, team.club.trophy, team.club.step) == (2, 0, 0, "ready")


def test_nobody_joins_and_nothing_is_bought_before_a_match() -> None:
    one, other = editor(listed()), editor(listed(squad=(*SQUAD, LINE)))
    for team in (one, other):
        MATCHED.prematch.journeymen(team)
        assert team.written == []
    assert [each.total for each in MATCHED.prematch.budgets(other.club, one.club)] == [0, 0]
    assert MATCHED.choices.captains(one) == []


def test_a_coach_can_rename_players_and_nothing_else() -> None:
    team = editor(listed())
    team.perform("rename", {"member": 1, "name": "Otto", "number": 20})
    assert team.club.members[1].name == "Otto"
    for action in CAMPAIGN.actions.keys() - {"rename"}:
        with pytest.raises(Refusal) as caught:
            team.perform(action, {})
        assert caught.value.code == "no-such-action"
    MATCHED.orders.run(team, {})
    with pytest.raises(Refusal) as ordered:
        MATCHED.orders.check({"reserve": 10}, team.club)
    assert ordered.value.code == "nothing-to-order"
    MATCHED.orders.check({}, team.club)


def test_a_club_of_matched_play_is_frozen_and_thawed_whole() -> None:
    team = editor(listed("block", inducements={"bribes": 1})).club
    assert freeze(thaw(MATCHED, freeze(team))) == freeze(team)


@pytest.mark.parametrize("roster", MATCHED.rosters)
def test_a_good_list_keeps_to_the_rules(roster: str) -> None:
    document = MATCHED.draft.standard(roster, 1150)
    assert codes(document) == []
    bill = MATCHED.draft.skills(document)
    assert bill.points - 1 <= bill.spent <= bill.points

"""Blood Bowl: its data, its pitch, team sheets, and whole matches between coaches of both kinds."""

import json
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.cli.fuzz import drawn_rulings, fuzz_match
from engine.core.dice import KeyedDice
from engine.core.errors import BadInput
from engine.core.match import Match
from engine.core.ruleset import DATA, Ruleset
from engine.core.yamlfile import read_yaml
from engine.rules.events import BlockDice
from engine.rules.game import BloodBowl
from engine.rules.state import Ball, Player
from engine.rules.teams.rosters import rosters
from engine.rulesets import ruleset
from engine.rulesets.bb2025 import EDITION
from engine.skills.catalogue import SKILLS
from tests.engine.positions import game_of, match_of

ENTRIES = {
    entry["id"]: entry
    for group in ("skills", "traits")
    for entry in read_yaml(DATA / "bb2025" / "skills.yaml", dict)[group]
}


@pytest.fixture(scope="module")
def bb2025() -> Ruleset:
    return ruleset("bb2025")


def test_the_data_is_complete(bb2025: Ruleset) -> None:
    content = read_yaml(DATA / "bb2025" / "skills.yaml", dict)
    assert (len(content["skills"]), len(content["traits"])) == (72, 36)
    lists = rosters("bb2025")
    assert len(lists) == 31
    assert {key for key, roster in lists.items() if roster.big_guy_limit} == {
        *("chaos-chosen", "chaos-renegades", "old-world-alliance", "underworld-denizens")
    }
    assert all(position.lineman and position.most == 16 for roster in lists.values() for position in roster.journeymen)
    assert all(roster.journeymen and roster.leagues for roster in lists.values())
    assert (lists["norse"].favoured_of, lists["norse"].favoured_of_requires_league) == (("khorne",), "chaos-clash")
    assert len(bb2025.catalogue.entries) >= 219


@pytest.mark.parametrize("key", sorted(SKILLS))
def test_a_skill_agrees_with_its_data(key: str) -> None:
    """What the book calls passive always works. An active one may say itself when it works (Jump Up, from Prone)."""
    assert ENTRIES[key]["mode"] == "active" or not SKILLS[key].active


def test_every_roster_fields_a_legal_team(bb2025: Ruleset) -> None:
    rulings = bb2025.rulings()
    for team in bb2025.standard_sheets().values():
        bb2025.check_sheet(team, rulings)
        assert len(team["players"]) >= 11


def changed(bb2025: Ruleset, **changes: Any) -> dict[str, Any]:
    team = json.loads(json.dumps(bb2025.standard_sheet("human")))
    first = {name: value for name, value in changes.items() if name in (*team["players"][0], "stats")}
    team["players"][0] |= first
    return team | {name: value for name, value in changes.items() if name not in first}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"roster": "penguins"}, "there is no roster 'penguins'"),
        ({"players": []}, "11 to 16 players"),
        ({"position": "goalkeeper"}, "there is no position 'goalkeeper'"),
        ({"skills": ["flying"]}, "unknown skill, flying"),
        ({"stats": {"ma": 9}}, "the figures of a"),
        ({"id": 2}, "two players have the same id"),
    ],
)
def test_an_illegal_sheet_is_refused(bb2025: Ruleset, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        bb2025.check_sheet(changed(bb2025, **changes), bb2025.rulings())
    assert message in str(refused.value)


def test_a_seventeenth_player_is_refused(bb2025: Ruleset) -> None:
    team = changed(bb2025)
    template = team["players"][-1]
    team["players"] += [{**template, "id": 100 + number} for number in range(6)]
    with pytest.raises(BadInput, match="11 to 16 players"):
        bb2025.check_sheet(team, bb2025.rulings())


def test_big_guys_of_several_kinds_share_a_limit(bb2025: Ruleset) -> None:
    team = json.loads(json.dumps(bb2025.standard_sheet("chaos-chosen")))
    team["players"][0]["position"] = "chaos-chosen-troll"
    bb2025.check_sheet(team, bb2025.rulings())
    team["players"][1]["position"] = "chaos-chosen-minotaur"
    with pytest.raises(BadInput, match="at most 1 of Troll, Ogre, Minotaur together"):
        bb2025.check_sheet(team, bb2025.rulings())


@pytest.mark.parametrize(
    ("target", "range_"),
    [
        ("11,8", "Q"),
        ("13,8", "Q"),
        ("14,8", "S"),
        ("13,11", "S"),
        ("17,8", "L"),
        ("21,8", "B"),
        ("24,8", ""),
        ("10,8", "T"),
    ],
)
def test_the_range_chart(target: str, range_: str) -> None:
    assert EDITION.pitch.range(EDITION.pitch.square("10,8"), EDITION.pitch.square(target)) == range_


@pytest.mark.parametrize(
    ("target", "squares"),
    [("11,8", {"12,7", "12,8", "12,9"}), ("11,9", {"12,9", "12,10", "11,10"}), ("10,7", {"9,6", "10,6", "11,6"})],
)
def test_the_three_squares_of_a_push(target: str, squares: set[str]) -> None:
    beyond = EDITION.pitch.beyond(EDITION.pitch.square("10,8"), EDITION.pitch.square(target))
    assert {EDITION.pitch.name(square) for square in beyond} == squares


def test_who_is_under_the_ruler() -> None:
    start, landing = EDITION.pitch.square("5,8"), EDITION.pitch.square("12,8")
    under = {
        name
        for name in ("8,8", "8,9", "8,7", "8,10", "4,8", "12,8")
        if EDITION.pitch.under_ruler(start, landing, EDITION.pitch.square(name))
    }
    assert under == {"8,8", "8,9", "8,7"}


def _marks(game: BloodBowl, player: Player, square: int) -> bool:
    return player.ready and player.square >= 0 and game.pitch.apart(player.square, square) == 1


def test_who_marks_whom_also_where_two_share_a_square() -> None:
    match, _ = match_of("""
        position:
          home: {A: "10,8", B: "11,7", C: "12,9"}
          away: {x: "11,8", y: "12,8", z: "10,7"}
          prone: [B]
          distracted: [z]
    """)
    game = game_of(match)
    everybody = [player for player in game.state.players if player.on_pitch]
    shoved = next(player for player in everybody if player.name == "y")
    for square in (shoved.square, game.pitch.square("11,8")):
        game.shift(shoved, square)
        for one, other in product(everybody, everybody):
            marking = [each for each in everybody if each.side == one.side and _marks(game, each, other.square)]
            assert game.markers(other.square, one.side) == marking
            besides = [each for each in marking if each is not one]
            assert game.markers(other.square, one.side, but=one) == besides
            assert game.marked_besides(other, one) == bool(besides)
    assert game.boards.shared


@settings(max_examples=8)
@given(number=st.integers(0, 10**6))
def test_random_teams_at_random_play_keep_the_invariants(number: int) -> None:
    rules = ruleset("bb2025")
    problem, _ = fuzz_match(rules, rules.rulings(), f"blood bowl {number}")
    assert problem is None


@settings(max_examples=4)
@given(number=st.integers(0, 10**6))
def test_erratic_coaches_under_random_rulings_keep_the_invariants(number: int) -> None:
    rules = ruleset("bb2025")
    seed = f"erratic {number}"
    problem, _ = fuzz_match(rules, drawn_rulings(rules, seed), seed, coach="erratic")
    assert problem is None


@pytest.mark.parametrize(
    "forgets",
    [{"half": 2}, {"weather": "blizzard"}, {"drive_turns": 0}, {"kicking": 0, "kicked_first": 0}],
    ids=["half", "weather", "turns of the drive", "who kicks"],
)
def test_fuzzing_finds_a_saved_position_that_forgets_something(bb2025: Ruleset, forgets: dict[str, Any]) -> None:
    forgetful = bb2025.but(load_state=lambda saved: bb2025.load_state(saved | forgets))
    problems = [fuzz_match(forgetful, bb2025.rulings(), f"forgetful {number}")[0] for number in range(4)]
    assert any(problems)
    assert [fuzz_match(bb2025, bb2025.rulings(), f"forgetful {number}")[0] for number in range(4)] == [None] * 4


def _carries_and_lies(game: BloodBowl) -> None:
    game.state.ball = Ball(square=40, carrier=0)


def _carries_prone(game: BloodBowl) -> None:
    game.state.players[0].status, game.state.players[0].square = "prone", 40
    game.state.ball = Ball(carrier=0)


def _lies_on_it(game: BloodBowl) -> None:
    game.put(game.state.players[0], 40, "prone")
    game.state.ball = Ball(square=40)


def _lost(game: BloodBowl) -> None:
    del game.state.players[3]


def _nowhere(game: BloodBowl) -> None:
    game.state.players[3].status = "somewhere"


def _shares(game: BloodBowl) -> None:
    for player in game.state.players[:2]:
        player.status, player.square = "standing", 40


def _distracted_in_secret(game: BloodBowl) -> None:
    game.put(game.state.players[0], 40)
    assert game.boards.marking_squares[0] == 1 << 40
    game.state.players[0].distracted = True


def _overdrawn(game: BloodBowl) -> None:
    game.state.teams[0].bribes = -1


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (_carries_and_lies, "the ball is carried and lies on the ground"),
        (_carries_prone, "is prone and holds the ball"),
        (_lies_on_it, "the ball lies under"),
        (_lost, "has got lost"),
        (_nowhere, "has got lost"),
        (_shares, "shares a square"),
        (_distracted_in_secret, "the boards were not told"),
        (_overdrawn, "a negative number"),
    ],
)
def test_the_invariants_find_what_is_wrong(bb2025: Ruleset, spoil: Callable[[Any], None], message: str) -> None:
    sheets = (bb2025.standard_sheet("human"), bb2025.standard_sheet("orc"))
    game = bb2025.new_game(sheets, KeyedDice("x"), bb2025.rulings())
    assert [*bb2025.invariants(game), *bb2025.quiet_invariants(game)] == []
    spoil(game)
    assert any(message in found for found in (*bb2025.invariants(game), *bb2025.quiet_invariants(game)))


def test_every_quiet_point_restores_to_the_same_end(bb2025: Ruleset) -> None:
    rulings = bb2025.rulings()
    sheets = (bb2025.standard_sheet("human"), bb2025.standard_sheet("orc"))
    record = engine.play(
        ruleset="bb2025", rulings=rulings, sheets=sheets, seed="quiet", coaches=("any_legal", "any_legal")
    )
    match = bb2025.start(sheets, KeyedDice("quiet"), rulings)
    points = []
    for number, choice in enumerate(record.choices):
        if match.pending and match.pending.question.key == "activate":
            points.append((number, match.game.state.to_json(), len(match.game.rolled), len(match.game.events)))
        match.choose(choice)
    assert len(points) > 20
    for number, saved, dice, events in points[:: len(points) // 8]:
        state = bb2025.load_state(json.loads(json.dumps(saved)))
        game = match.game.fork(KeyedDice("quiet", count=dice), state)
        again = Match(game, bb2025.play)
        for choice in record.choices[number:]:
            again.choose(choice)
        assert again.over
        assert [event.to_json() for event in game.events] == record.events[events:]


def test_the_planner_plays_football(bb2025: Ruleset) -> None:
    """It blocks at good odds, picks the ball up, keeps it, and beats random play."""
    rulings = bb2025.rulings()
    sheets = (bb2025.standard_sheet("human"), bb2025.standard_sheet("orc"))
    sums: dict[str, int] = {}
    for number in range(3):
        result = engine.play(ruleset="bb2025", rulings=rulings, sheets=sheets, seed=f"football {number}").result
        for side in ("home", "away"):
            for key, value in result["stats"][side].items():
                sums[key] = sums.get(key, 0) + value
    assert sums["blocks"] > 90
    assert sums["blocks_2d"] > sums["blocks_2d_against"] + sums["blocks_3d_against"]
    assert sums["pickups_made"] >= 6
    assert sums["possession"] > 20


def test_a_match_file_plays_again(bb2025: Ruleset) -> None:
    sheets = (bb2025.standard_sheet("dwarf"), bb2025.standard_sheet("wood-elf"))
    record = engine.play(ruleset="bb2025", rulings=bb2025.rulings(), sheets=sheets, seed="again")
    again = engine.Record.from_json(json.loads(json.dumps(record.to_json())))
    assert engine.rerun(again).first_difference is None


@pytest.mark.parametrize(
    ("more", "mine", "theirs"),
    [
        ("", (("own", 3),), (("own", 3),)),
        (", skills: {A: [horns]}", (("own", 3), ("horns", 1)), (("own", 3),)),
        (", stats: {x: {st: 4}}", (("own", 3),), (("own", 4),)),
    ],
)
def test_a_blitz_says_what_its_strengths_are_made_of(more: str, mine: Any, theirs: Any) -> None:
    match, _ = match_of(f'{{position: {{home: {{A: "10,8"}}, away: {{x: "11,8"}}{more}}}, dice: [6, 6, 6]}}')
    for choice in (0, "blitz", 1, ("block", 1)):
        match.choose(choice)
    (thrown,) = [event for event in match.game.events if isinstance(event, BlockDice)]
    assert thrown.made_of == (mine, theirs)


def test_a_block_names_assists_of_both_sides() -> None:
    match, _ = match_of('{position: {home: {A: "10,8", B: "12,8"}, away: {x: "11,8", y: "9,8"}}, dice: [6]}')
    for choice in (0, "block", 2):
        match.choose(choice)
    (thrown,) = [event for event in match.game.events if isinstance(event, BlockDice)]
    assert thrown.made_of == ((("own", 3), ("assists", 1)), (("own", 3), ("assists", 1)))
    assert thrown.strengths == (4, 4)

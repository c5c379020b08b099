"""What an edition can say otherwise than the ones there are, beyond what the proof edition does."""

from pathlib import Path

import pytest

from engine.core.errors import BadInput
from engine.core.match import Match
from engine.rules import figures
from engine.rules.field import Gridiron
from engine.rules.game import BloodBowl
from engine.rules.passing import throw_ball
from engine.rules.state import Player
from engine.rules.tables import Table, dice_table, table
from engine.rules.teams.characteristics import Characteristic
from tests.engine.positions import game_of, play_script
from tests.engine.proof_edition import BASE, PROOF, RULES, ruleset_of, settled


def by_the_agility_table(game: BloodBowl, player: Player) -> int:
    """AG counts upwards: 4 needs a 3+, and nobody needs less than a 2+."""
    return max(2, 7 - game.value(player, "ag"))


# Four characteristics, of which agility is better the higher it is and serves for throwing as well.
AGILITY = Characteristic("ag", "Agility", worst=1, best=6, most_improvements=2, usual=3)
FOUR = {key: each for key, each in PROOF.characteristics.items() if key != "pa"} | {"ag": AGILITY}
FOURTH = BASE.but(
    characteristics=FOUR,
    lasting_injuries=Table(1, 6, ((6, "ma"),)),
    agility_target=by_the_agility_table,
    passing_target=by_the_agility_table,
    throw_ball=throw_ball,
)
OLD = ruleset_of(FOURTH.but(settled=settled(FOURTH)))


def targets(match: Match, what: str) -> list[int | None]:
    return [event.target for event in match.game.events if getattr(event, "what", "") == what]


def test_agility_may_be_looked_up_in_a_table() -> None:
    position = {"home": {"A": "5,5"}, "away": {"x": "6,5"}, "stats": {"A": {"ag": 4}}}
    script = [{"activate": "A"}, {"declare": "move"}, {"step": ["4,5"]}]
    assert targets(play_script(position, [3], script, OLD), "dodge") == [3]


def test_players_may_throw_without_a_passing_ability() -> None:
    position = {"home": {"A": "5,5", "B": "7,5"}, "away": {"x": "15,5"}, "ball": "A", "stats": {"A": {"ag": 5}}}
    script = [{"activate": "A"}, {"declare": "pass"}, {"step": "pass 7,5"}]
    match = play_script(position, [2, 4], script, OLD)
    assert (targets(match, "pass"), targets(match, "catch")) == ([2], [4])
    assert [player.pa for player in game_of(match).state.players] == [0, 0, 0]


def test_fewer_players_are_concerned_by_a_kick_off_event() -> None:
    """D3+1 with seven a side: two players with a 1."""
    position = {"kicking": "home", "stage": "drive", "reserves": ["A", "B", "C", "D", "x", "y", "z", "w"]}
    script = [
        {"set-up": {"A": "7,4", "B": "7,5", "C": "7,6", "D": "4,6"}},
        {"set-up": {"x": "14,7", "y": "14,8", "z": "14,9", "w": "17,4"}},
        {"kicker": "D"},
        {"aim": "17,6"},
        {"quick-snap": "w"},
        {"quick-snap": "z"},
    ]
    match = play_script(position, [5, 2, 4, 5, 1], script, RULES)
    assert match.pending is not None
    assert match.pending.question.key == "quick-snap-to"


def test_the_ruler_has_a_width_of_its_own() -> None:
    def pitch(ruler: float) -> Gridiron:
        return Gridiron(20, 11, half=7, wide=2, trapdoors=(), ranges=PROOF.pitch.ranges, ruler=ruler)

    narrow, wide = pitch(0.87), pitch(1.7)
    thrower, landing, rival = (narrow.at(*place) for place in ((2, 5), (8, 5), (5, 7)))
    assert not narrow.under_ruler(thrower, landing, rival)
    assert wide.under_ruler(thrower, landing, rival)


def test_the_dice_of_a_table_may_be_digits(tmp_path: Path) -> None:
    (tmp_path / "tables.yaml").write_text(
        "injury: {dice: D66, results: [{roll: 36, id: none}, {roll: [41, 66], id: ma}]}"
    )
    injuries = dice_table(str(tmp_path), "injury")
    assert (injuries.row(injuries.total([3, 6])), injuries.row(injuries.total([4, 1]))) == ("none", "ma")
    assert Table(2, 6, injuries.rows).total([3, 6]) == 9


def test_joining_for_a_match_brings_the_loner_of_the_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(table("bb2025", "journeymen"), "loner", 5)
    match = play_script({"home": {"A": "5,5"}, "away": {"x": "15,5"}, "journeymen": ["A"]}, [])
    assert game_of(match).state.players[0].skills["loner"] == 5


@pytest.mark.parametrize(
    ("awards", "unknown"),
    [
        ("events: [{id: deflection, spp: 1}]", "deflection"),
        ("events: [{id: casualty, spp: 2}], overrides: [{special_rule: brutes, casualties: 3}]", "casualties"),
    ],
)
def test_points_for_what_no_match_counts_are_refused(awards: str, unknown: str, tmp_path: Path) -> None:
    (tmp_path / "tables.yaml").write_text(f"spp_awards: {{{awards}}}")
    with pytest.raises(BadInput, match=f"spp_awards names {unknown}, which no match counts"):
        figures.star_player_points(str(tmp_path), {})

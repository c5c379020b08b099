"""An edition of its own in a hundred lines: it is played, planned, fuzzed and drawn, and no shared rule knows of it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.cli.fuzz import drawn_rulings, fuzz_match
from engine.core.errors import BadInput
from engine.core.ring import check_ruleset
from engine.rules import figures
from engine.rules.field import Gridiron
from engine.rules.teams.characteristics import characteristics
from engine.rulesets.bb2025 import EDITION
from engine.skills.footwork import dodge
from replays.show import AWAY_COLOUR, HOME_COLOUR, show_under
from tests.engine.proof_edition import OPEN, PROOF, RULES, stiff_dodge


def played(seed: str) -> engine.Record:
    sheets = RULES.standard_sheets()
    teams = (sheets["human"], sheets["wood-elf"])
    return engine.play(ruleset=RULES, rulings=RULES.rulings("official"), sheets=teams, seed=seed)


def events(record: engine.Record, kind: str) -> list[dict[str, Any]]:
    return [event for event in record.events if event["e"] == kind]


def test_every_point_is_decided_or_settled_and_chosen_under_its_own_names() -> None:
    check_ruleset(RULES)
    assert {entry.id for entry in RULES.catalogue.open_points()} == {f"proof.{name}" for name in OPEN}
    back = RULES.rulings("official").choice_at("push-chain-move-order")
    front = RULES.rulings(overrides={"proof.move-order": "from-the-front"}).choice_at("push-chain-move-order")
    assert (back, front) == ("back", "front")


def test_a_planned_match_keeps_to_the_values_of_the_edition() -> None:
    matches = [played(f"proof {number}") for number in range(4)]
    for match in matches:
        placed = [PROOF.pitch.xy(event["square"]) for event in events(match, "put")]
        assert all(x <= 20 and y <= 11 for x, y in placed)
        assert max(event["number"] for event in events(match, "phase") if event["name"] == "turn") == 6
        first = next(place for place, event in enumerate(match.events) if event["e"] == "kick-off")
        assert sum(event["e"] == "put" for event in match.events[:first]) == 14
    assert {event["event"] for match in matches for event in events(match, "kick-off")} == PROOF.kick_off.ids
    assert {event["outcome"] for match in matches for event in events(match, "pass")} <= {"accurate", "fumble"}
    for roll in (event for match in matches for event in events(match, "roll") if event["what"] in ("armour", "dodge")):
        high = roll["total"] >= roll["target"]
        assert roll["passed"] == (high and roll["dice"][0][1] + (roll["what"] == "armour") > 1)
    dice = {event["what"]: event["dice"] for match in matches for event in events(match, "roll")}
    assert dice["casualty"][0][0] == 6


def test_the_replay_viewer_draws_it() -> None:
    stormy = next(
        match
        for match in map(played, "abcdefgh")
        if any(each["event"] == "thunder" for each in events(match, "kick-off"))
    )
    show = show_under(RULES, stormy.to_json(), (HOME_COLOUR, AWAY_COLOUR))
    assert (show["board"]["width"], show["board"]["height"], len(show["board"]["spaces"])) == (11.0, 20.0, 220)
    assert [zone["w"] for zone in show["board"]["zones"] if zone["kind"] == "wide-zone"] == [2.0, 2.0]
    assert any("thunder" in step["text"].lower() for step in show["steps"])


def test_sentences_have_the_numbers_and_figures_of_the_edition() -> None:
    match = next(
        match
        for match in map(played, "abcdefgh")
        if any(roll["what"] == "quick snap" for roll in events(match, "roll"))
    )
    drawn = next(roll["total"] for roll in events(match, "roll") if roll["what"] == "quick snap")
    show = show_under(RULES, match.to_json(), (HOME_COLOUR, AWAY_COLOUR))
    assert any(f"up to {drawn + PROOF.kick_off_players} players" in step["text"] for step in show["steps"])
    assert any(each["about"].startswith("MA 6 ST 3 AG 3+ PA 4+ AV 9+.") for each in show["pieces"])


@pytest.mark.parametrize("coach", ["any_legal", "erratic"])
def test_it_survives_fuzzing(coach: str) -> None:
    for number in range(5):
        seed = f"proof {coach} {number}"
        problem, _ = fuzz_match(RULES, drawn_rulings(RULES, seed), seed, coach=coach)
        assert problem is None, seed


def test_its_changed_skill_leaves_the_other_editions_alone() -> None:
    assert PROOF.skills["dodge"] is stiff_dodge
    assert EDITION.skills["dodge"] is dodge
    assert dodge.listeners["re-rolls"] is not stiff_dodge.listeners["re-rolls"]


def test_a_pitch_has_room_for_its_halves_and_wide_zones() -> None:
    with pytest.raises(BadInput, match="no room for halves of 11 and wide zones of 2"):
        Gridiron(20, 11, half=11, wide=2, trapdoors=(), ranges=PROOF.pitch.ranges, ruler=0.87)
    with pytest.raises(BadInput, match="no room for halves of 7 and wide zones of 6"):
        Gridiron(20, 11, half=7, wide=6, trapdoors=(), ranges=PROOF.pitch.ranges, ruler=0.87)


def test_a_scenario_may_name_the_rows_of_its_own_tables() -> None:
    assert ("kick-off", "thunder") in RULES.table_rows()
    assert ("kick-off", "charge") not in RULES.table_rows()


@pytest.mark.parametrize("read", [figures.pitch, figures.injuries, figures.range_modifiers, characteristics])
def test_data_without_a_table_is_refused_by_name(read: Callable[[str], object], tmp_path: Path) -> None:
    (tmp_path / "tables.yaml").write_text("weather: {dice: 2D6, results: []}")
    with pytest.raises(BadInput, match=r"there is no table [a-z_]+$"):
        read(str(tmp_path))

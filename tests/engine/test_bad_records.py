"""A record that does not fit is refused as its ruleset is loaded, with one line that names the fault."""

from typing import Any

import pytest

from engine.core.errors import BadInput
from engine.core.hooks import Skill
from engine.core.ring import check_ruleset
from engine.core.ruling import Ruling
from engine.rules.edition import Edition, LineUp, Modifiers, StarPlayerPoints
from engine.rules.game import BloodBowl
from engine.rules.kickoff_events import get_the_ref
from engine.rules.tables import Table, pages
from engine.rulesets.bb2025 import CAMPAIGN
from engine.skills.footwork import dodge
from tests.engine.proof_edition import PROOF, RULES, ruleset_of

dance: Ruling[int] = Ruling("rain-dance", {"short": 1, "long": 2})
wings = Skill("wings")
stubborn = Skill("stubborn", vetoes={"wings": lambda game, me, context: True})


async def dances(game: BloodBowl) -> None:
    game.ruling(dance)


UNPRAYED = StarPlayerPoints(awards={}, by_special_rule={})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        # Slots
        ({"turns": None}, "the record leaves out turns"),
        ({"wind": 3}, "the record has no wind"),
        ({"before_match": (dances, None)}, "the record leaves out 2 of before_match"),
        (
            {"kick_off_events": {**PROOF.kick_off_events, "thunder": None}},
            "the record leaves out thunder of kick_off_events",
        ),
        # Points
        (
            {"before_match": (*PROOF.before_match, dances)},
            "nothing decides the point rain-dance: no entry of the catalogue, and the record does not settle it",
        ),
        (
            {"settled": {**PROOF.settled, "push-chain-move-order": "back"}},
            "the point push-chain-move-order is settled, and proof.move-order leaves it open",
        ),
        (
            {"settled": {**PROOF.settled, "rain-dance": "long"}},
            "the point rain-dance is settled, and no code consults it",
        ),
        (
            {
                "settled": {**PROOF.settled, "rain-dance": "round"},
                "before_match": (*PROOF.before_match, dances),
            },
            "the point rain-dance is settled as round; there are short, long",
        ),
        # Skills and effects
        ({"skills": {**PROOF.skills, "wings": wings}}, "the data of bb2025 has no skill wings"),
        ({"skills": {**PROOF.skills, "block": dodge}}, "the skill dodge is listed as block"),
        ({"effects": {**PROOF.effects, "block": dodge}}, "the effect dodge is listed as block"),
        (
            {"effects": {**PROOF.effects, "wings": wings}},
            "nobody can have the effect wings: it is in no data, and no match gives it",
        ),
        ({"effects": {**PROOF.effects, "stubborn": stubborn}}, "stubborn cancels wings, which is no skill"),
        ({"given": ["wings"]}, "no skill or effect is called wings, which a match is to give"),
        ({"order": {"before-push": ("wings",)}}, "the order at before-push names wings, which is no skill"),
        (
            {"order": {"before-push": ("dodge",)}},
            "the order at before-push names dodge, which does not listen there",
        ),
        (
            {"star_player_points": StarPlayerPoints(awards={}, by_special_rule={}, by_effect={"wings": "catches"})},
            "star player points name the effect wings, which nobody can have",
        ),
        (
            {"star_player_points": StarPlayerPoints(awards={}, by_special_rule={"wings": {}})},
            "star player points name the special rule wings, which the data of bb2025 does not have",
        ),
        (
            {"star_player_points": StarPlayerPoints(awards={"touchdown": 3}, by_special_rule={})},
            "star player points are given for touchdown, which no match counts",
        ),
        (
            {"star_player_points": StarPlayerPoints(awards={}, by_special_rule={"brawlin-brutes": {"fouls": 1}})},
            "star player points are given for fouls, which no match counts",
        ),
        (
            {"star_player_points": StarPlayerPoints(awards={}, by_special_rule={}, by_effect={"block": "luck"})},
            "star player points are given for luck, which no match counts",
        ),
        # Tables and their rows
        ({"kick_off": Table(2, 6, ((12, "earthquake"),))}, "nothing says what the kick-off event earthquake does"),
        ({"kick_off": Table(2, 6, ((12, "thunder"),))}, "the kick-off table has no row get-the-ref"),
        (
            {"kick_off_events": {**PROOF.kick_off_events, "riot": get_the_ref}},
            "the kick-off table has no row riot",
        ),
        ({"weather": Table(2, 6, ((12, "gale"),))}, "no rule knows the weather gale"),
        ({"casualties": Table(1, 6, ((6, "sunburn"),))}, "nothing is a casualty called sunburn"),
        ({"lasting_injuries": Table(1, 6, ((6, "luck"),))}, "a lasting injury costs luck, which is no characteristic"),
        ({"more_tables": {}, "star_player_points": UNPRAYED}, "more_tables leaves out prayer, on which a rule rolls"),
        (
            {"more_tables": {**PROOF.more_tables, "curse": Table(1, 6, ())}},
            "more_tables has curse, on which no rule rolls",
        ),
        (
            {"more_tables": {"prayer": Table(1, 6, ((6, "sunshine"),))}, "star_player_points": UNPRAYED},
            "nothing says what the row sunshine of the table prayer does",
        ),
        # Other ids
        ({"kick_off_actions": ("move", "fly")}, "kick_off_actions names fly, which is no action"),
        (
            {"reroll_sources": (*PROOF.reroll_sources, "luck")},
            "reroll_sources names luck, and no rule gives such a team re-roll",
        ),
        (
            {"reroll_sources": PROOF.reroll_sources[:-1]},
            "reroll_sources leaves out bought, which a rule gives",
        ),
        ({"drive_marks": {"sleepy": {"luck": 1}}}, "sleepy makes luck worse, which is no characteristic"),
        ({"throw_team_mate_ranges": ("Z",)}, "nothing says what is added to a throw at the range Z"),
        ({"range_modifiers": {"T": 0, "Q": 0, "S": 1}}, "nothing says what is added to a throw at the range L"),
        # The line-up
        ({"line_up": LineUp(2, 3, 1)}, "more players have to stand on the line than are set up"),
        (
            {"line_up": LineUp(11, 8, 1)},
            "11 players, 8 of them on the line, have no room in the centre field",
        ),
    ],
)  # fmt: skip
def test_a_record_that_does_not_fit_is_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as refusal:
        check_ruleset(ruleset_of(PROOF.but(**changes)))
    assert str(refusal.value) == f"proof: {message}"


@pytest.mark.parametrize(
    ("record", "given", "message"),
    [
        (Edition, {"key": "proof", "data": "bb2025"}, "proof: the record leaves out pitch"),
        (Modifiers, {}, "Modifiers: the record leaves out dodge"),
    ],
)
def test_a_slot_that_is_not_mentioned_is_named(record: type, given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        record(**given)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"profile_words": {"official": "…", "house": "…"}}, "proof: the catalogue has no profile house"),
        ({"campaign": CAMPAIGN}, "proof: its campaign is that of bb2025"),
        ({"matched": CAMPAIGN.but(play="matched")}, "proof: its campaign is that of bb2025"),
    ],
)
def test_a_ruleset_that_does_not_fit_its_catalogue_or_campaign_is_refused(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        check_ruleset(RULES.but(**changes))


def test_a_page_that_rules_cite_and_the_data_leaves_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(pages("bb2025"), "squad")
    with pytest.raises(BadInput, match="proof: the data of bb2025 does not say on which page the book has squad"):
        ruleset_of(PROOF)

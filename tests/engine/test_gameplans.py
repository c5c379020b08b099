"""Game plans: the record, what is refused, what is repaired, what is suggested, and their way into a match."""

from dataclasses import fields
from typing import Any

import pytest

import engine
from engine.coaches import make_coach
from engine.coaches.gameplan import DEFAULT, GamePlan
from engine.core.errors import BadInput
from engine.core.replay import Record
from engine.rules.gameplan.kinds import Place, Places
from engine.rules.gameplan.plans import square_of
from engine.rules.gameplan.record import SETTINGS
from engine.rules.setup import Formation
from engine.rulesets import ruleset
from tests.engine.positions import sheet

RULES = ruleset("bb2025")
PLANS = engine.plans_of("bb2025")
RULINGS = RULES.rulings()
IDS = {str(player["id"]) for player in sheet("human")["players"]}
LEGAL = [{"square": [place.behind, place.column], "player": None} for place in PLANS.presets("kicking")["Two lines"]]


def places(*squares: tuple[int, int]) -> list[dict[str, Any]]:
    return [{"square": list(each), "player": None} for each in squares]


def test_the_record_has_a_field_for_each_setting_with_its_default() -> None:
    assert [each.name for each in fields(GamePlan)] == list(SETTINGS)
    assert {key: getattr(DEFAULT, key) for key in SETTINGS} == {key: each.default for key, each in SETTINGS.items()}


def test_a_plan_is_written_as_what_differs_from_the_default() -> None:
    document = {"style": "run", "reserve": 2, "carriers": ["3", "1"], "kicking": LEGAL, "tempo": "safe"}
    plan = GamePlan.from_json(document)
    assert (plan.style, plan.reserve, plan.carriers) == ("run", 2, ("3", "1"))
    assert plan.kicking[0] == Place(behind=0, column=7, player=None)
    assert plan.to_json() == {key: value for key, value in document.items() if key != "tempo"}
    assert GamePlan.from_json(plan.to_json()) == plan
    assert DEFAULT.to_json() == {}


@pytest.mark.parametrize(
    ("plan", "complaint"),
    [
        (None, "a mapping of settings"),
        ([], "a mapping of settings"),
        ({"mood": "good"}, "no field 'mood'"),
        ({"style": "elegant"}, "plan style: no choice is called 'elegant'; there are balanced, cage, run, pass"),
        ({"style": ["cage"]}, "plan style: no choice"),
        ({"reserve": 5}, "plan reserve: a whole number from 0 to 4"),
        ({"reserve": True}, "plan reserve: a whole number"),
        ({"carriers": "1"}, "plan carriers: has to be a list"),
        ({"carriers": [1]}, "plan carriers: has to be text"),
        ({"carriers": [""]}, "plan carriers: the id of a player"),
        ({"carriers": [str(each) for each in range(17)]}, "plan carriers: a list of at most 16"),
        ({"carriers": ["1", "1"]}, "plan carriers: player 1 is named twice"),
        ({"protected": ["99"]}, "plan protected: there is no player 99 in this team"),
        ({"kicking": {}}, "plan kicking: has to be a list"),
        ({"kicking": [{"player": "1"}]}, "plan kicking: a place has a square"),
        ({"kicking": [{"square": [0, 7], "turned": True}]}, "plan kicking: a place has no field 'turned'"),
        ({"kicking": [{"square": [0]}]}, "plan kicking square: rows behind the line of scrimmage and a column"),
        ({"kicking": [{"square": [-1, 7]}]}, "plan kicking square: a whole number from 0"),
        ({"kicking": places((0, 7), (0, 7))}, "plan kicking: square 0, 7 is named twice"),
        ({"kicking": [{"square": [0, each], "player": "1"} for each in (7, 8)]}, "player 1 is named twice"),
        ({"kicking": [{"square": [0, 7], "player": "99"}]}, "plan kicking: there is no player 99"),
        ({"kicking": places((13, 7))}, "plan kicking: the own half has no square 13, 7"),
        ({"kicking": places((0, 16))}, "plan kicking: the own half has no square 0, 16"),
        ({"kicking": [*LEGAL, *places((9, 9))]}, "plan kicking: at most 11 players are set up, not 12"),
        ({"kicking": places((0, 8), (1, 8), (2, 8))}, "plan kicking: 3 players have to stand on the line of scrimmage"),
        ({"receiving": places((0, 1), (0, 7), (0, 8))}, "plan receiving: 3 players have to stand on the line"),
        (
            {"receiving": places((0, 7), (0, 8), (0, 9), *((row, 2) for row in (1, 2, 3)))},
            "at most 2 players may stand",
        ),
    ],
)
def test_bad_plans_are_refused_in_one_line(plan: Any, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        RULES.check_sheet({**sheet("human"), "plan": plan}, RULINGS)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_formation_is_judged_as_a_set_up_is_with_as_many_players_as_it_has() -> None:
    assert PLANS.refusal([], RULINGS) == ""
    assert PLANS.refusal(places((0, 8)), RULINGS) == ""
    assert "3 players" in PLANS.refusal(places((1, 8)), RULINGS)
    end_zone = places((0, 7), (0, 8), (0, 9), (12, 1), (11, 1), (10, 1))
    loose = RULES.rulings(overrides={"bb2025.wide-zone-includes-end-zone": "excluded"})
    strict = RULES.rulings(overrides={"bb2025.wide-zone-includes-end-zone": "included"})
    assert PLANS.refusal(end_zone, loose) == ""
    assert "wide zone" in PLANS.refusal(end_zone, strict)


def test_presets_are_legal_for_both_sides() -> None:
    game = RULES.new_game((sheet("human"), sheet("orc")), engine.KeyedDice("presets"), RULINGS)
    for side in (0, 1):
        options = Formation(game, side)
        for key, setting in SETTINGS.items():
            for formation in PLANS.presets(key).values() if isinstance(setting.kind, Places) else ():
                squares = [square_of(game.pitch, side, place.behind, place.column) for place in formation]
                rest = [None] * (len(options.players) - len(squares))
                assert options.refusal((*squares, *rest)) is None


def test_a_stale_plan_keeps_what_can_still_be_followed() -> None:
    stale = {
        "style": "cage",
        "mood": "good",
        "risk": "reckless",
        "carriers": ["99", "1"],
        "throwers": ["99"],
        "kicking": [{"square": [0, 8], "player": "99"}],
        "receiving": places((5, 5)),
    }
    plan, notes = PLANS.repair(stale, IDS, RULINGS, {"99": "Old Grim"})
    assert plan == {"style": "cage", "carriers": ["1"], "kicking": places((0, 8))}
    PLANS.check(plan, IDS, RULINGS)
    assert "Ball carriers: without Old Grim, who cannot play." in notes
    assert len(notes) == 6
    assert PLANS.repair(plan, IDS, RULINGS) == (plan, [])


@pytest.mark.parametrize(
    ("roster", "plan"),
    [
        ("dwarf", {"style": "cage", "tempo": "late"}),
        ("skaven", {"style": "run", "tempo": "soon"}),
        ("wood-elf", {"style": "pass"}),
        ("dark-elf", {"style": "run"}),
        ("goblin", {"risk": "high", "fouls": "often", "weapons": "often"}),
        ("norse", {}),
    ],
)
def test_a_roster_is_suggested_what_its_players_are_good_at(roster: str, plan: dict[str, str]) -> None:
    suggested, why = PLANS.suggested(roster)
    assert plan.items() <= suggested.items()
    assert why.endswith(".")


def test_every_suggestion_is_a_plan_that_says_only_what_differs() -> None:
    for roster in RULES.team_lists():
        plan, why = PLANS.suggested(roster)
        assert GamePlan.from_json(plan).to_json() == plan, roster
        assert why


def test_a_plan_goes_into_the_match_file_and_to_the_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[GamePlan] = []

    def noting(name: str, game: str, seed: str, plan: GamePlan) -> Any:
        handed.append(plan)
        return make_coach(name, game, seed, plan)

    monkeypatch.setattr(engine, "make_coach", noting)
    home = {**sheet("human"), "plan": {"style": "run", "carriers": ["2"], "kicking": LEGAL}}
    record = engine.play(
        ruleset="bb2025", rulings=RULINGS, sheets=(home, sheet("orc")), seed="plans", coaches=("any_legal", "any_legal")
    )
    assert handed == [GamePlan.from_json(home["plan"]), DEFAULT]
    again = Record.from_json(record.to_json())
    assert again.header["sheets"][0]["plan"] == home["plan"]
    assert engine.rerun(again).matches


def test_battleball_has_no_plans() -> None:
    battleball = ruleset("battleball")
    team = next(iter(battleball.standard_sheets().values()))
    with pytest.raises(BadInput, match="no field 'plan'"):
        battleball.check_sheet({**team, "plan": {}}, battleball.rulings())
    with pytest.raises(BadInput, match="no game plans in Battleball"):
        engine.plans_of("battleball")

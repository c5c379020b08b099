"""Whatever a scenario file may say is read by something: a field that nothing reads would be written in vain."""

import inspect
from typing import Any

import pytest

from engine.campaign.scenario import report, script
from engine.core.dice import ScriptedDice
from engine.core.shapes import Shape, record
from engine.rules.scenario import position as bowl
from engine.rulesets import ruleset
from engine.rulesets.battleball import position as ball


class Spec(dict[str, Any]):
    """Remembers what it was asked for. Shapes walk through it, and ask for nothing."""

    def __init__(self, **given: Any) -> None:
        super().__init__(given)
        self.asked: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.asked.add(str(key))
        return super().__contains__(key)


def fields_of(shape: Shape) -> set[str]:
    return set(inspect.getclosurevars(shape).nonlocals["fields"])


POSITIONS = [("battleball", ball, {"pieces": {"W-RB": "r9c8"}}), ("bb2025", bowl, {"home": {"A": "10,8"}})]


@pytest.mark.parametrize(("key", "module", "given"), POSITIONS, ids=["battleball", "bb2025"])
def test_every_field_of_a_position_is_read(
    key: str, module: Any, given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    shapes: dict[str, Shape] = {}

    def noted(fields: dict[str, Shape], what: str) -> Shape:
        shapes[what] = record(fields, what)
        return lambda *given: None  # looks at nothing, so that only those who build the position ask

    monkeypatch.setattr(module, "record", noted)
    rules, spec = ruleset(key), Spec(**given)
    rulings = rules.rulings()
    game = rules.new_game(rules.stage.sheets({}, spec, rulings), ScriptedDice([]), rulings)
    rules.stage.build(spec, game)
    assert fields_of(shapes["a position"]) - spec.asked == set()


def test_every_field_of_a_team_and_of_its_players_is_read() -> None:
    player = Spec(position="human-lineman")
    team = Spec(roster="human", players=[player])
    rules = ruleset("bb2025")
    script.TeamScript(rules.campaign, team, rules.rulings(), ScriptedDice([]))
    assert fields_of(script._team(rules.campaign)) - team.asked == set()
    assert fields_of(script.PLAYER) - player.asked == set()


def test_every_field_of_a_reported_match_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes: list[Shape] = []

    def noted(fields: dict[str, Shape], what: str) -> Shape:
        shapes.append(record(fields, what))
        return shapes[-1]

    monkeypatch.setattr(report, "record", noted)
    spec = Spec(score=[1, 0])
    report.check_report(spec, {"Bob": 1})
    spec.asked.clear()
    report.result_of(spec, {"Bob": 1}, ["Bob"])
    assert fields_of(shapes[0]) - spec.asked == set()

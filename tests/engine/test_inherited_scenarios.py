"""Scenario files that hold for several editions, shown with a small edition whose catalogue has names of its own."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine import handbook, rulesets, scenario, scenario_file
from engine.cli import coverage, main, rulings
from engine.core import ruleset as records
from engine.core.catalogue import load_catalogue
from engine.core.errors import BadInput

CATALOGUE = """
- {id: sand.last-eleven, title: Eleven, area: teams, where: teams, question: May one go?, decides: fire-at-exactly-eleven,
   choices: {goes: Yes., stays: No.}, stands_for: {goes: allowed, stays: refused}}
- {id: sand.few, title: Ten or fewer, area: teams, where: teams, question: May one go?, decides: fire-at-ten-or-fewer,
   choices: {stays: No., goes: Yes.}, stands_for: {goes: allowed, stays: refused}}
- {id: sand.any-order, title: The order, area: teams, where: teams, rule: As you like., decides: hire-then-fire-order}
- {id: sand.sources, title: Re-rolls, area: moving, where: match, rule: Anything., decides: dodge-reroll-sources}
- {id: sand.honours, title: The dead, area: teams, where: teams, question: May they?, decides: mvp-dead-player,
   choices: {buried: No.}, stands_for: {buried: excluded}}
"""
OPEN = {"fire-at-exactly-eleven", "fire-at-ten-or-fewer", "mvp-dead-player"}
SETTLED = {"hire-then-fire-order": "any-order", "fire-floor-large-roster": "does-not-bind"}

FIRING = """ruling: bb2025.fire-at-exactly-eleven
also: [sand]
with: {bb2025.fire-floor-large-roster: does-not-bind, bb2025.fire-at-ten-or-fewer: refused}
team:
  roster: human
  step: firing
  players: [{position: human-lineman, count: 10}, {position: human-lineman, name: Bob}]
script: [{fire: {member: Bob}}]
outcomes:
  refused: {expect: {refused: [{fire: bb2025.fire-at-exactly-eleven}], players: 11}}
  allowed: {expect: {players: 10}}
"""
SCRIPT = "activate: A}, {declare: move}, {step: ['9,8']"
MOVE = "position: {home: {A: '10,8'}, away: {x: '20,8'}}\nscript: [{" + SCRIPT + "}]\n"
EXPECT = "{at: {A: '9,8'}}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place for scenario files, and an edition `sand` that leaves three points open and settles all others."""
    own = rulesets.ruleset("bb2025")
    settled = {each.point: each.meaning(each.default) for each in own.catalogue.open_points() if each.point not in OPEN}
    (tmp_path / "rulings.yaml").write_text(CATALOGUE)
    catalogue = load_catalogue(tmp_path / "rulings.yaml", settled | SETTLED)
    others = records.catalogue
    monkeypatch.setattr(records, "catalogue", lambda key, *more: catalogue if key == "sand" else others(key, *more))
    monkeypatch.setattr(
        sys.modules[__name__],
        "SAND",
        own.but(
            key="sand",
            catalogue_folder="sand",
            settled=settled | SETTLED,
            campaign=own.campaign and own.campaign.but(key="sand"),
            matched=None,
            profile_words={},
        ),
        raising=False,
    )
    monkeypatch.setitem(rulesets._PLACES, "sand", (__name__, "SAND"))
    for module in (scenario_file, rulings):
        monkeypatch.setattr(module, "SCENARIOS", tmp_path / "engine" / "scenarios")
    yield tmp_path / "engine" / "scenarios" / "bb2025"
    for cached in (rulesets.ruleset, handbook.played):
        cached.cache_clear()


def write(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return folder / name


def rows(path: Path, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str, str]]:
    """What the command plays, all of which has to pass."""
    assert main(["scenario", str(path), "--json"]) == 0
    return [(row["edition"], row["id"], row["choice"]) for row in json.loads(capsys.readouterr().out)]


def test_a_file_is_played_in_each_edition_under_the_names_it_has_there(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(folder, "firing.yaml", FIRING)
    assert rows(path, capsys) == [
        ("bb2025", "bb2025.fire-at-exactly-eleven", "refused"),
        ("bb2025", "bb2025.fire-at-exactly-eleven", "allowed"),
        ("sand", "sand.last-eleven", "goes"),
        ("sand", "sand.last-eleven", "stays"),
    ]
    assert scenario.load(path, "sand").outcomes["goes"].overrides == {
        "sand.last-eleven": "goes",
        "sand.few": "stays",  # the floor of large rosters is settled there, in the same way
    }


def test_a_file_may_be_written_for_the_edition_with_other_names(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = FIRING.replace("[sand]", "[bb2025]").replace("bb2025.fire-at-exactly-eleven", "sand.last-eleven")
    text = text.replace("with: {bb2025.fire-floor-large-roster: does-not-bind, bb2025.", "with: {sand.")
    text = text.replace("fire-at-ten-or-fewer: refused", "few: stays").replace("  refused: {expect", "  stays: {expect")
    played = rows(write(folder, "firing.yaml", text.partition("  allowed:")[0]), capsys)
    assert played[1:] == [("bb2025", "bb2025.fire-at-exactly-eleven", "refused")]


def test_the_output_names_the_edition_that_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(folder, "firing.yaml", FIRING.replace("refused: [{fire: bb2025", "refused: [{fire: sand"))
    assert main(["scenario", str(path)]) == 1
    failed, difference, *counts = capsys.readouterr().out.splitlines()
    assert failed == f"{path}: bb2025: bb2025.fire-at-exactly-eleven: refused"
    assert "expected [{'fire': 'sand.fire-at-exactly-eleven'}]" in difference
    assert counts[-3:] == ["bb2025: 1 passed, 1 failed", "sand: 1 passed, 1 failed", "2 passed, 2 failed"]


ORDER = """ruling: bb2025.hire-then-fire-order
also: [sand]
team: {roster: human, treasury: 50, step: advancement, players: [{position: human-lineman, count: 12}]}
script: [{finish: {}}]
outcomes:
  hire-first: {expect: {step: hiring}}
  any-order: {expect: {step: roster}}
"""


def test_a_settled_point_shows_its_one_outcome(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = rows(write(folder, "order.yaml", ORDER), capsys)
    assert [each for each in played if each[0] == "sand"] == [("sand", "sand.any-order", "rule")]


@pytest.mark.parametrize(
    ("about", "there"),
    [
        ("rule: bb2025.dodge-reroll-sources", ("sand.sources", "rule")),
        ("skill: bb2025.dodge", ("sand.dodge", "it")),
        ("table: bb2025.weather.blizzard", ("sand.weather.blizzard", "it")),
    ],
)
def test_rules_skills_and_rows_hold_for_other_editions_too(
    about: str, there: tuple[str, str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    end = f"expect: {EXPECT}" if about.startswith("rule") else f"cases: {{it: {{expect: {EXPECT}}}}}"
    played = rows(write(folder, "move.yaml", f"{about}\nalso: [sand]\n{MOVE}{end}\n"), capsys)
    assert played[1:] == [("sand", *there)]


def test_a_file_is_listed_and_counted_for_each_edition(folder: Path) -> None:
    path, other = write(folder, "firing.yaml", FIRING), write(folder, "order.yaml", ORDER.replace("also: [sand]\n", ""))
    assert engine.scenarios("bb2025") == [path, other]
    assert engine.scenarios("sand") == [path]
    assert handbook.played("sand") == {("ruling", "sand.last-eleven"): (path,)}
    sand = rulesets.ruleset("sand")
    assert rulings.scenarios_by_choice(sand).keys() == {("sand.last-eleven", "goes"), ("sand.last-eleven", "stays")}
    counted = coverage.by_scenarios(sand)
    assert counted["sand.last-eleven=goes"] == counted["sand.last-eleven=stays"] == 1
    assert counted["bb2025.fire-at-exactly-eleven=allowed"] == 0


HONOURS = """ruling: bb2025.mvp-dead-player
title: Only what bb2025 alone may choose
also: [sand]
team: {roster: human, players: [{position: human-lineman, count: 11}]}
outcomes: {allowed: {expect: {players: 11}}}
"""
REFUSED = [
    (FIRING.replace("[sand]", "[sand, chess]"), "line 2: there is no ruleset 'chess'"),
    (FIRING.replace("[sand]", "[bb2025]"), "line 2: bb2025 is named already"),
    (FIRING.replace("[sand]", "[sand, sand]"), "line 2: sand is named already"),
    (FIRING.replace("[sand]", "sand"), "line 2: also has to be a list"),
    (
        FIRING.replace("does-not-bind", "binds"),
        "line 2: sand has no choice that means bb2025.fire-floor-large-roster: binds",
    ),
    (
        ORDER.partition("  any-order")[0],
        "line 2: sand decides the point hire-then-fire-order of bb2025.hire-then-fire-order with no choice",
    ),
    (
        HONOURS,
        "line 3: sand decides the point mvp-dead-player of bb2025.mvp-dead-player with no choice that the file shows",
    ),
    (
        f"rule: bb2025.declare-versus-perform\nalso: [sand]\nexpect: {EXPECT}\n",
        "line 2: sand does not decide the point declare-versus-perform",
    ),
    (
        f"skill: battleball.fleet-footed\nalso: [sand]\ncases: {{it: {{expect: {EXPECT}}}}}\n",
        "line 2: no skill is called 'sand.fleet-footed'",
    ),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_an_edition_that_the_file_cannot_hold_for_is_refused_with_its_line(
    folder: Path, text: str, message: str
) -> None:
    with pytest.raises(BadInput) as refused:
        scenario.load(write(folder, "refused.yaml", text))
    assert str(refused.value).startswith(f"refused.yaml: {message}")


def test_a_file_is_not_played_where_it_does_not_hold(folder: Path) -> None:
    with pytest.raises(BadInput, match=r"^firing.yaml: is not played in battleball, but in bb2025, sand$"):
        scenario.load(write(folder, "firing.yaml", FIRING), "battleball")

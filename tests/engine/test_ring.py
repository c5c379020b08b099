"""Catalogue and code: every point is decided once, by an entry or by the record."""

from pathlib import Path
from typing import Any

import pytest

import engine
from engine.core.catalogue import Catalogue, Entry
from engine.core.declared import declared
from engine.core.errors import BadInput
from engine.core.ring import check_ring
from engine.core.ruling import Ruling
from engine.rules.ruleset import modules_of
from engine.rules.tables import Page, pages, tables
from engine.rulesets import KNOWN, ruleset
from engine.rulesets.bb2025 import CAMPAIGN, EDITION

ORDER: Ruling[int] = Ruling("move-order", {"front": 1, "back": 2})
FOLLOWS: Ruling[bool] = Ruling("follows", {"yes": True, "no": False})


def entry(id: str, **fields: Any) -> Entry:
    choices = fields.pop("choices", {"front": "…", "back": "…"})
    return Entry(id, id, "push", "engine", choices=choices, default=next(iter(choices)), **fields)


@pytest.mark.parametrize("key", KNOWN)
def test_the_code_has_exactly_the_choices_of_the_catalogue(key: str) -> None:
    rules = ruleset(key)  # refuses gaps
    used = {point: set(each.choices) for each in rules.code_rulings if (point := each.point) not in rules.settled}
    offered = {
        each.point: {each.stands_for.get(key, key) for key in each.choices} for each in rules.catalogue.open_points()
    }
    assert used == offered


def test_an_entry_decides_a_point_under_other_names() -> None:
    order = entry(
        "old.direction", choices={"from-front": "…", "from-back": "…"}, decides="move-order",
        stands_for={"from-front": "front", "from-back": "back"},
    )  # fmt: skip
    catalogue = Catalogue((order,), {"follows": "no"})
    check_ring("old", (ORDER, FOLLOWS), catalogue)
    rulings = catalogue.rulings(overrides={"old.direction": "from-back"})
    assert (rulings.effect(ORDER), rulings.effect(FOLLOWS)) == (2, False)
    assert (rulings.id_of("move-order"), rulings.to_json()) == ("old.direction", {"old.direction": "from-back"})
    assert rulings.but("old.direction", "from-front").effect(ORDER) == 1
    assert rulings.shown(ORDER) == "old.direction=from-back"


@pytest.mark.parametrize(
    ("entries", "settled", "problem"),
    [
        ((), {}, "nothing decides the point move-order"),
        ((entry("new.move-order"), entry("new.luck")), {}, "new.luck decides the point luck, which no code consults"),
        ((entry("new.move-order"), entry("new.b", decides="move-order")), {}, "new.move-order and new.b both decide"),
        (
            (
                entry(
                    "new.move-order", choices={"front": "…", "back": "…", "ahead": "…"}, stands_for={"ahead": "front"}
                ),
            ),
            {},
            "new.move-order: two choices stand for front",
        ),
        (
            (entry("new.move-order"),),
            {"move-order": "front"},
            "move-order is settled, and new.move-order leaves it open",
        ),
        ((entry("new.move-order"),), {"luck": "bad"}, "the point luck is settled, and no code consults it"),
        ((), {"move-order": "sideways"}, "settled as sideways; there are front, back"),
        ((entry("new.move-order", choices={"front": "…", "up": "…"}),), {}, "has no choice up; there are front, back"),
        ((entry("new.move-order", stands_for={"up": "front"}),), {}, "new.move-order has no choice up"),
    ],
)
def test_a_gap_is_refused_with_its_name(entries: tuple[Entry, ...], settled: dict[str, str], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        check_ring("new", (ORDER,), Catalogue(entries, settled))


def test_every_table_of_an_edition_is_read() -> None:
    """What no code names is not data but prose, and belongs elsewhere."""
    code = "".join(path.read_text() for path in Path(engine.__file__).parent.rglob("*.py"))
    assert [name for name in tables("bb2025") if f'"{name}"' not in code] == []


def test_every_page_of_an_edition_is_cited() -> None:
    modules = modules_of(EDITION, CAMPAIGN)
    assert {each.key for each in declared(Page, modules)} == pages("bb2025").keys()


def test_a_point_that_is_declared_twice_is_refused() -> None:
    with pytest.raises(BadInput, match="two places of the code declare the point move-order"):
        check_ring("new", (ORDER, Ruling("move-order", {"front": 1, "back": 2})), Catalogue((entry("new.move-order"),)))


def test_an_open_entry_decides_where_a_fixed_one_has_the_same_name() -> None:
    fixed = Entry("new.c", "c", "push", "engine", rule="…", decides="move-order")
    rulings = Catalogue((entry("new.move-order"), fixed)).rulings()
    assert rulings.effect(ORDER) == 1

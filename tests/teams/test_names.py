"""Names as sentences want them: one and several of an inducement, keywords in brackets."""

import pytest

from engine.rules import hiring
from teams.names import ONE, SEVERAL, inducement_count, with_keywords
from teams.orders.forms import WishesField

EDITION = "bb2025"


@pytest.mark.parametrize(
    ("key", "one", "several"),
    [
        ("prayers-to-nuffle", "1 Prayer to Nuffle", "2 Prayers to Nuffle"),
        ("blitzers-best-kegs", "1 Blitzer's Best Keg", "2 Blitzer's Best Kegs"),
        ("wandering-apothecary", "1 Wandering Apothecary", "2 Wandering Apothecaries"),
    ],
)
def test_inducements_are_counted_in_singular_and_plural(key: str, one: str, several: str) -> None:
    assert [inducement_count(EDITION, key, number) for number in (1, 2)] == [one, several]


def test_whatever_can_be_bought_twice_has_both_forms() -> None:
    known = hiring.inducements(EDITION)
    assert ONE.keys() | SEVERAL.keys() <= known.keys()
    for key, each in known.items():
        if each.most > 1:
            assert inducement_count(EDITION, key, 1)[2:] != inducement_count(EDITION, key, 2)[2:], key


def test_wishes_are_read_in_singular_and_plural_and_shown_as_they_are_counted() -> None:
    field = WishesField({key: each.name for key, each in hiring.inducements(EDITION).items()}, "inducement")
    wishes = [["bribes", 1], ["bribes", 2], ["wandering-apothecary", 2]]
    assert field.prepare_value(wishes) == "1 Bribe\n2 Bribes\n2 Wandering Apothecaries"
    assert field.clean(field.prepare_value(wishes)) == wishes
    assert field.clean("1 Bribes") == [["bribes", 1]]


def test_keywords_in_brackets_have_capital_letters() -> None:
    skills = {"hatred": "skaven, big-guy", "animosity": "all", "loner": 4, "block": None}
    assert with_keywords(skills) == {"hatred": "Skaven, Big Guy", "animosity": "all", "loner": 4, "block": None}

"""Names as sentences want them: one and several of an inducement, keywords in brackets."""

import pytest

import engine
from teams.names import with_keywords

INDUCEMENTS = engine.campaign_of("bb2025").words.inducements


@pytest.mark.parametrize(
    ("key", "one", "several"),
    [
        ("prayers-to-nuffle", "1 Prayer to Nuffle", "2 Prayers to Nuffle"),
        ("blitzers-best-kegs", "1 Blitzer's Best Keg", "2 Blitzer's Best Kegs"),
        ("wandering-apothecary", "1 Wandering Apothecary", "2 Wandering Apothecaries"),
    ],
)
def test_inducements_are_counted_in_singular_and_plural(key: str, one: str, several: str) -> None:
    assert [INDUCEMENTS[key].counted(number) for number in (1, 2)] == [one, several]


def test_whatever_can_be_bought_twice_has_both_forms() -> None:
    for key, each in INDUCEMENTS.items():
        if each.most > 1:
            assert each.one != each.several, key


def test_keywords_in_brackets_have_capital_letters() -> None:
    skills = {"hatred": "skaven, big-guy", "animosity": "all", "loner": 4, "block": None}
    assert with_keywords(skills) == {"hatred": "Skaven, Big Guy", "animosity": "all", "loner": 4, "block": None}

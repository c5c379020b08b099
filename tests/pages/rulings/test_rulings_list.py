"""The list of rulings: by chapter, searched, and with profiles beside each other."""

import re
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

import engine
from tests.pages.rulings.conftest import BB, CATALOGUE, linked, page


def test_the_list_has_every_entry_under_its_chapter_and_reads_no_scenario(
    monkeypatch: pytest.MonkeyPatch, db: None, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(engine.scenario, "load", lambda path: pytest.fail(f"{path} was read"))
    with django_assert_max_num_queries(5):
        html = page(BB)
    assert sorted(linked(html)) == sorted(entry.id for entry in CATALOGUE.entries)
    skills = html[html.index("<h2>Skills and traits</h2>") : html.index("<h2>Team and staff</h2>")]
    about_skills = [entry.id for entry in CATALOGUE.entries if entry.area.startswith("skill:")]
    assert sorted(linked(skills)) == sorted(about_skills)
    headings = re.findall(r'<h3 class="subject">([^<]+)</h3>', skills)
    assert headings == sorted(headings)
    assert "Pile Driver" in headings


@pytest.mark.parametrize("one", ["hand-off", "kick-off", "re-roll"])
def test_hyphens_do_not_matter_to_the_search(one: str, db: None) -> None:
    other = one.replace("-", "")
    assert linked(page(f"{BB}?q={one}")) == linked(page(f"{BB}?q={other}")) != []


def test_blanks_do_not_matter_to_the_search_and_beginnings_do(db: None) -> None:
    found = linked(page(f"{BB}?q=endzone"))
    assert "bb2025.wide-zone-includes-end-zone" in found
    assert linked(page(f"{BB}?q=ndzone")) == []


@pytest.mark.parametrize(
    "spellings",
    [("kickoff", "kick off", "kick-off", "Kick-Off"), ("trapdoor", "trap door", "trap-door"), ("reroll", "re roll")],
)
def test_compounds_are_found_however_they_are_spelt(spellings: tuple[str, ...], db: None) -> None:
    first, *others = [linked(page(f"{BB}?q={each}")) for each in spellings]
    assert first
    assert all(other == first for other in others)


def test_several_words_are_looked_for_in_any_order(db: None) -> None:
    found = linked(page(f"{BB}?q=trap door scatter"))
    assert linked(page(f"{BB}?q=scatter trapdoor")) == found
    assert linked(page(f"{BB}?q=zone wide")) == linked(page(f"{BB}?q=wide zone")) != []


@pytest.mark.parametrize(
    ("query", "refused"), [("a " * 12, False), ("a " * 13, True), ("a" * 200, False), ("a" * 201, True)]
)
def test_a_search_for_too_much_is_refused_and_stays_in_its_field(query: str, refused: bool, db: None) -> None:
    html = page(f"{BB}?q={query}&kind=fixed")
    assert ("Leave at most 12 words and 200 letters." in html) is refused
    assert f'name="q" value="{query.strip()}"' in html
    assert '<option value="fixed" selected>' in html
    assert linked(html) == [] or not refused


@pytest.mark.parametrize("key", engine.RULESETS)
def test_what_the_search_suggests_finds_something(key: str, db: None) -> None:
    suggested = re.search(r'placeholder="([^"]+)…"', page(f"/rulings/{key}/"))[1].split(", ")
    assert len(suggested) == 3
    for word in suggested:
        assert "No rule fits" not in page(f"/rulings/{key}/?q={word}"), word


def test_a_chapter_has_its_choices_when_it_is_opened(db: None) -> None:
    html = page(BB)
    assert 'class="choices"' not in html
    assert not re.search(r"<details[^>]* open", html)
    folds = re.findall(r'id="(chapter-\d)">.+?<div hx-get="([^"]+)".+?<a href="([^"]+)#\1">', html, re.DOTALL)
    assert len(folds) == len({entry.chapter for entry in CATALOGUE.entries})
    shown = []
    for id, part, address in folds:
        opened = re.findall(
            r'<details class="area-group" id="([^"]+)" open>(.+?)</details>', page(BB + unescape(address)), re.DOTALL
        )
        assert [place for place, _ in opened] == [id]
        contents = page(BB + unescape(part))
        assert contents.strip() in opened[0][1]
        assert contents.count('<dl class="choices">') == sum(
            not CATALOGUE.entry(each).fixed for each in linked(contents)
        )
        shown += linked(contents)
    assert shown == linked(html)
    assert Client().get(f"{BB}?chapter=Chess&part=1").status_code == 404


def test_what_a_chapter_shows_when_it_is_opened_is_what_was_searched_for(db: None) -> None:
    html = page(f"{BB}?kind=open&q=the")
    opened = re.findall(r"<details[^>]* open>(.+?)</details>", html, re.DOTALL)
    assert all('class="choices"' in each for each in opened)
    (part,) = re.findall(r'hx-get="([^"]+)"', html)
    assert (
        linked(page(BB + unescape(part)))
        == [id for id in linked(html) if not any(f"/{id}/" in each for each in opened)]
        != []
    )


def test_where_the_profiles_differ_is_a_filter_and_says_who_takes_what(db: None) -> None:
    html = page(f"{BB}?kind=differ")
    assert sorted(linked(html)) == sorted(entry.id for entry in CATALOGUE.differing())
    shown = html[html.index("bb2025.modified-roll-limits") :]
    assert re.search(r"Upper only <small>Official, Jervis, NAF</small>", shown)
    assert re.search(r"Unlimited <small>FUMBBL client, FUMBBL house</small>", shown)


def test_two_profiles_stand_beside_each_other_where_they_differ(db: None) -> None:
    html = page(f"{BB}compare/?a=fumbbl-house&b=naf")
    entries = CATALOGUE.differing("fumbbl-house", "naf")
    assert 0 < len(entries) < len(CATALOGUE.differing())
    assert sorted(linked(html)) == sorted(entry.id for entry in entries)
    sides = re.findall(r'<p class="small muted">([^<]+)</p><p><strong>([^<]+)</strong>', html)
    assert [words.partition(",")[0] for words, _ in sides] == ["FUMBBL house", "NAF"] * len(entries)
    assert all(ours != theirs for (_, ours), (_, theirs) in zip(sides[::2], sides[1::2], strict=True))
    assert "NAF, inherited from Official" in dict(sides)
    assert "No difference" in page(f"{BB}compare/?a=naf&b=naf")
    assert Client().get(f"{BB}compare/?a=naf&b=chess").status_code == 404

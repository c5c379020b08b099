"""A ruling, a skill, a row of a table: each has a page that plays its cases."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

import engine
from engine.campaign.scenario.script import OTHER
from engine.handbook import played, topics
from league.templatetags.rulings import choice_words
from pages.rulebook.team_story import REQUESTS
from teams.templatetags.display import words
from tests.pages.rulings.conftest import BB, CATALOGUE, page


@pytest.mark.parametrize("key", engine.RULESETS)
def test_entries_are_called_by_titles_and_speak_of_no_ids(key: str) -> None:
    entries = engine.ruleset(key).catalogue.entries
    assert len({entry.title.lower() for entry in entries}) == len(entries)
    ids = re.compile("|".join(rf"\b{key}\.[a-z]" for key in engine.RULESETS) + r"|\b00[123]\b")
    for entry in entries:
        assert entry.title[0].isupper() or entry.title[0].isdigit(), entry.title
        for text in (entry.title, entry.question, entry.rule, entry.reason, *entry.choices.values()):
            assert not ids.search(text), (entry.id, text)


@pytest.mark.parametrize(
    ("id", "told"),
    [
        ("a-team-re-roll-helps", "A team re-roll helps"),
        ("kickoff", "Kick-off"),
        ("no-follow-up", "No follow-up"),
        ("it-does-not-follow-up", "It does not follow up"),
        ("may-pick-up", "May pick up"),
        ("claws-denied-by-iron-hard-skin", "Claws denied by Iron Hard Skin"),
        ("medium-31x15", "Medium 31×15"),
    ],
)
def test_choices_and_cases_are_spelt_as_words_are(id: str, told: str) -> None:
    assert choice_words(id, "bb2025") == told


def test_the_title_stands_wherever_an_entry_is_named(rules_form: tuple[Client, str]) -> None:
    entry = CATALOGUE.entry("bb2025.wide-zone-includes-end-zone")
    client, form = rules_form
    league = form.removesuffix("rules/edit/")
    for path in (BB, f"{BB}{entry.id}/", f"{BB}compare/?a=jervis&b=official", form, league, f"{league}rules/"):
        named = entry if "compare" not in path else CATALOGUE.differing("jervis", "official")[0]
        html = client.get(path).content.decode()
        assert escape(named.title) in html, path
        assert words(named.id) not in html, path


def test_what_a_team_asks_for_is_told_in_sentences(db: None) -> None:
    html = page(f"{BB}bb2025.captain-fired-replacement/")
    never, successor = html.split('<ol class="requests">')[1:]
    assert "<strong>Make Carl the captain.</strong>" in never
    assert "The captain was fired, and there is no other until the next re-draft." in never
    assert "Refused" not in successor
    assert "Carl was named captain." in successor
    elsewhere = page(f"{BB}bb2025.fire-count-basis/")
    assert (
        '<a href="/rulings/bb2025/bb2025.fire-at-exactly-eleven/">Firing with exactly eleven players</a>' in elsewhere
    )
    redrafted = page(f"{BB}bb2025.captain-at-redraft/")
    assert "draft 8 × Human Lineman, 2 team re-rolls and number 2 as captain" in redrafted
    assert "Bob is no longer captain." in redrafted


def test_every_request_has_its_words() -> None:
    assert REQUESTS.keys() == engine.campaign_of("bb2025").actions.keys() | OTHER.keys()


def test_a_ruling_tells_own_choices_from_inherited_ones(db: None) -> None:
    html = page(f"{BB}bb2025.blitz-target-and-negatraits/")
    rows = dict(re.findall(r'<th scope="row">([^<]+)</th><td>[^<]+</td><td><\w+[^>]*>([^<]+)<', html))
    assert rows["Jervis"] == "its own"
    assert rows["NAF"] == rows["FUMBBL guide"] == "inherited from Official"


def test_only_what_no_scenario_plays_says_so(db: None) -> None:
    for entry in CATALOGUE.entries:
        html = page(f"{BB}{entry.id}/")
        is_played = ("rule" if entry.fixed else "ruling", entry.id) in played("bb2025")
        assert ("No scenario plays this rule" in html) is not is_played, entry.id
        assert entry.fixed or entry.question.split()[0] in html


def test_a_fixed_rule_answers_its_question_and_lists_its_steps(db: None) -> None:
    entry = next(each for each in CATALOGUE.entries if each.steps and each.fixed)
    html = page(f"{BB}{entry.id}/")
    assert entry.question in html
    assert html[html.index('class="steps"') :].count("<li>") >= len(entry.steps)
    for id in entry.rulings:
        assert reverse("rulings:ruling", args=["bb2025", id]) in html


@pytest.mark.parametrize("kind", ["skill", "table"])
def test_every_skill_and_every_row_has_a_page_that_plays_its_cases(kind: str, db: None) -> None:
    listed = page(f"{BB}{kind}s/")
    for topic in topics("bb2025"):
        address = reverse(f"rulings:{kind}", args=["bb2025", topic.id])
        assert (f'href="{address}"' in listed) is (topic.kind == kind)
    rules = engine.ruleset("bb2025")
    names = rules.skill_names() if kind == "skill" else {".".join(row) for row in rules.table_rows()}
    assert {topic.id for topic in topics("bb2025") if topic.kind == kind} == set(names)


def test_the_cases_of_a_skill_are_played_one_by_one(db: None) -> None:
    (path,) = played("bb2025")["skill", "bb2025.dodge"]
    cases = engine.scenario.load(path).choices
    for number, case in enumerate(cases, start=1):
        html = page(f"{BB}skills/dodge/?case={number}")
        show = reverse("rulings:skill-show", args=["bb2025", "dodge", case])
        assert re.findall(r'data-show="([^"]+)"', html) == [show]
        assert Client().get(show).json()["steps"]
    for wrong in (
        f"skills/dodge/?case={len(cases) + 1}",
        "skills/dodge/?case=x",
        "skills/flying/",
        "tables/weather.hail/",
    ):
        assert Client().get(f"{BB}{wrong}").status_code == 404
    assert Client().get(f"{BB}skills/dodge/never.json").status_code == 404


def test_games_without_such_pages_do_not_link_to_them(db: None) -> None:
    assert "/rulings/battleball/skills/" not in page("/rulings/battleball/")
    assert Client().get("/rulings/battleball/skills/").status_code == 404


def test_the_book_that_is_open_is_marked_among_the_books(db: None) -> None:
    for name, label in (("skills", "Skills"), ("tables", "Tables")):
        marked = re.findall(r'<a class="button"[^>]*aria-current="page">([^<]+)</a>', page(f"{BB}{name}/"))
        assert marked == [label]

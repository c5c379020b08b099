"""The rules of Blood Bowl as pages: found, compared, played, and chosen from."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

import engine
from engine.campaign.scenario.script import OTHER
from engine.handbook import played, topics
from league.models import League
from league.rulings.selectors import rulings_of
from league.services import league_create, league_rulings_set
from league.templatetags.rulings import choice_words
from pages.rulebook.team_story import REQUESTS
from teams.templatetags.display import words
from tests.builders import departures, make_user
from tests.pages.conftest import signed_in, squeezed

BB = "/rulings/bb2025/"
LARGEST = 150_000  # bytes of an answer before it is compressed
CATALOGUE = engine.ruleset("bb2025").catalogue


def page(path: str) -> str:
    return squeezed(Client().get(path).content.decode())


def linked(html: str) -> list[str]:
    """The rulings that the headings of a page link to."""
    return re.findall(r'<h[34]><a href="/rulings/bb2025/(bb2025\.[^/]+)/">', html)


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


@pytest.fixture
def rules_form(db: None) -> tuple[Client, str]:
    fields: dict[str, Any] = {"name": "Naffers", "ruleset": "bb2025", "profile": "naf", "description": ""}
    decided = {
        "bb2025.wide-zone-includes-end-zone": "excluded",
        "bb2025.blitz-target-and-negatraits": CATALOGUE.entry("bb2025.blitz-target-and-negatraits").default,
    }
    commissioner = make_user("cara")
    league = league_create(commissioner=commissioner, rulings=decided, **fields)
    return signed_in(commissioner), reverse("league:rules-edit", args=[league.slug])


def with_all_chapters(client: Client, url: str) -> str:
    """The form with the chapters that come only when they are opened."""
    html = client.get(url).content.decode()
    parts = re.findall(r'hx-get="([^"]+)"', html)
    return squeezed(html + "".join(client.get(part, {"profile": "naf"}).content.decode() for part in parts))


def sent_by(html: str) -> dict[str, list[str]]:
    """What a browser would send of a form: hidden fields, checked ones and numbers."""
    sent: dict[str, list[str]] = {}
    for field in re.findall(r"<input [^>]+>", html):
        found = dict(re.findall(r'(\w+)="([^"]*)"', field))
        ticked = found["type"] in ("radio", "checkbox") and " checked" in field
        if "name" in found and (ticked or found["type"] in ("hidden", "number")):
            sent.setdefault(found["name"], []).append(found.get("value", "on"))
    return sent


def test_the_form_marks_what_differs_and_names_what_the_profile_takes(rules_form: tuple[Client, str]) -> None:
    client, url = rules_form
    html = with_all_chapters(client, url)
    asked = re.findall(r'<input type="radio" name="(bb2025\.[^"]+)" value=""', html)
    assert sorted(asked) == sorted(entry.id for entry in CATALOGUE.open_points())
    for id in asked:
        label = html[html.index(f'name="{id}"') :]
        followed = re.search(r"<b>As in the profile:</b> ([^<]+)</label>", label)[1]
        assert followed.lower().replace(" ", "-") == CATALOGUE.entry(id).choice_in("naf")
    # An answer that is the profile's own is no difference, though it was given here.
    assert re.findall(r"(\d+) not as in the profile", html) == ["1"]
    assert len(re.findall(r"<details[^>]* open>", html)) == 1


def test_leagues_name_their_profile_as_people_write_it(rules_form: tuple[Client, str]) -> None:
    client, url = rules_form
    assert "profile <strong>NAF</strong>" in squeezed(client.get(url.removesuffix("rules/edit/")).content.decode())


@pytest.mark.parametrize(
    "path",
    [
        BB,
        f"{BB}?kind=open",
        f"{BB}?q=a",
        f"{BB}?q=the&chapter=Skills+and+traits",
        f"{BB}?chapter=Skills+and+traits",
        f"{BB}?chapter=Skills+and+traits&part=1",
        f"{BB}skills/",
        "/leagues/naffers/rules/",
        "/leagues/naffers/rules/edit/",
        "/leagues/new/?ruleset=bb2025",
        "/leagues/new/?ruleset=battleball",
        "/leagues/new/rules/bb2025/7/",
        "/api/v1/rulesets/bb2025/rulings/",
        "/api/v1/rulesets/bb2025/rulings/?fixed=false&page=2",
        "/api/schema/",
    ],
)
def test_no_page_of_the_rules_is_heavy(path: str, rules_form: tuple[Client, str]) -> None:
    client, _ = rules_form
    league = League.objects.get()
    league_rulings_set(actor=league.commissioner, league=league, profile="naf", rulings=departures())
    answer = client.get(path)
    assert answer.status_code == 200
    assert len(answer.content) <= LARGEST


def test_a_form_that_asks_for_its_longest_chapter_is_not_heavy(rules_form: tuple[Client, str]) -> None:
    client, url = rules_form
    with_it = client.post(url, {**departures_as_sent(), "profile": "naf", "chapter": "7"}).content
    assert with_it.count(b"<fieldset data-item>") > 102
    assert len(with_it) <= LARGEST


def test_the_form_is_read_in_a_few_queries(rules_form: tuple[Client, str], django_assert_num_queries: Any) -> None:
    client, url = rules_form
    with django_assert_num_queries(5):
        client.get(url)


def test_a_form_with_contradictory_choices_names_both_rulings_and_marks_them(rules_form: tuple[Client, str]) -> None:
    client, url = rules_form
    ids = ("bb2025.fire-count-basis", "bb2025.fire-floor-large-roster")
    html = client.post(
        url,
        {
            "profile": "official",
            "draft_budget": 1000,
            "redraft_cap": 1300,
            "decide_within": 72,
            ids[0]: "all-rostered",
            ids[1]: "binds",
        },
    ).content.decode()
    alert = re.search(r'role="alert">(.+?)</div>', html, re.DOTALL)[1]
    for id, choice in zip(ids, ("all rostered", "binds"), strict=True):
        link = f'<a href="/rulings/bb2025/{id}/">{CATALOGUE.entry(id).title}</a> “{choice}”'
        assert link in alert
        field = html[html.index(f'name="{id}"') - 3000 : html.index(f'name="{id}"')].rpartition("<fieldset")[2]
        assert link in field
    assert not any(f"{id}:" in re.sub(r"<[^>]+>", "", html) for id in ids)
    opened = re.search(r"<details[^>]* open>(.+?)</details>", html, re.DOTALL)[1]
    assert all(f'name="{id}"' in opened for id in ids)


def test_the_form_counts_what_is_not_as_in_the_profile(rules_form: tuple[Client, str]) -> None:
    client, url = rules_form
    told = re.search(
        r"Not as in the profile: <output[^>]*>(\d+)</output> of (\d+) points", client.get(url).content.decode()
    )
    assert told is not None
    assert told.groups() == ("1", str(len(CATALOGUE.open_points())))


def test_long_chapters_of_the_form_have_a_list_to_jump_from(rules_form: tuple[Client, str]) -> None:
    client, url = rules_form
    html = with_all_chapters(client, url)
    jumps = re.findall(r'href="#(about-\d+-\d+)">([^<]+)</a>', html)
    assert "Ball &amp; Chain" in [name for _, name in jumps]
    for place, name in jumps:
        assert f'id="{place}"><h3 class="subject">{name}</h3>' in html


def departures_as_sent() -> dict[str, Any]:
    sent: dict[str, Any] = {}
    for id, value in departures().items():
        choice, *settings = value.items() if isinstance(value, dict) else [("choice", value)]
        sent |= {id: choice[1], **{f"{id}:{choice[1]}:{name}": given for name, given in settings}}
    return sent


def test_answers_in_chapters_that_are_not_on_the_page_are_kept(rules_form: tuple[Client, str]) -> None:
    client, url = rules_form
    league = League.objects.get()
    decided = departures()
    league_rulings_set(actor=league.commissioner, league=league, profile="naf", rulings=decided)
    html = client.get(url).content.decode()
    assert f"<output data-departures>{len(decided)}</output>" in html
    kept = [id for id in decided if f'<input type="hidden" name="{id}"' in html]
    assert 0 < len(kept) < len(decided)
    assert client.post(url, sent_by(html)).status_code == 302
    assert rulings_of(League.objects.get()) == decided


def test_a_chapter_can_be_asked_for_without_a_script_and_nothing_filled_in_is_lost(
    rules_form: tuple[Client, str],
) -> None:
    client, _ = rules_form
    url = "/leagues/new/?ruleset=bb2025"
    filled = {
        "name": "Dockside",
        "description": "",
        "profile": "jervis",
        "draft_budget": "many",
        "bb2025.chef-and-set-up": "after-set-up",
    }
    assert (
        '<button class="button" name="chapter" value="7" formaction="#chapter-7">' in client.get(url).content.decode()
    )
    answer = client.post(url, {**filled, "chapter": "7"})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "errorlist" not in html
    assert 'role="alert"' not in html
    assert 'name="name" value="Dockside"' in html
    assert 'name="draft_budget" value="many"' in html
    assert sent_by(html)["profile"] == ["jervis"]
    assert sent_by(html)["bb2025.chef-and-set-up"] == ["after-set-up"]
    opened = re.search(r'<details class="area-group" id="chapter-7" open>(.+?)</details>', html, re.DOTALL)[1]
    assert opened.count("<fieldset data-item>") == sum(
        entry.chapter == "Skills and traits" for entry in CATALOGUE.open_points()
    )
    assert not League.objects.filter(name="Dockside").exists()


@pytest.mark.parametrize("path", ["chess/1/", "bb2025/0/", "bb2025/9/", "bb2025/1/?profile=chess"])
def test_there_are_only_the_chapters_of_a_game(path: str, db: None) -> None:
    assert Client().get("/leagues/new/rules/bb2025/8/").status_code == 200
    assert Client().get(f"/leagues/new/rules/{path}").status_code == 404


def test_the_rules_in_force_fold_and_say_what_differs(rules_form: tuple[Client, str]) -> None:
    client, url = rules_form
    html = client.get(url.replace("edit/", "")).content.decode()
    assert f"<strong>1 of {len(CATALOGUE.open_points())} points</strong> differs from the profile." in html
    (opened,) = re.findall(r"<details[^>]* open>(.+?)</details>", html, re.DOTALL)
    assert re.findall(r"<tr data-item data-departs>.*?bb2025\.([a-z-]+)/", opened, re.DOTALL) == [
        "wide-zone-includes-end-zone"
    ]
    assert html.count("data-departs") == 1
    assert html.count("<tr data-item") == len(CATALOGUE.open_points())


def test_the_page_of_a_league_counts_only_what_differs_from_the_profile(rules_form: tuple[Client, str]) -> None:
    client, url = rules_form
    html = squeezed(client.get(url.removesuffix("rules/edit/")).content.decode())
    assert "1 ruling differs from the profile:" in html
    listed = re.search(r'<ul class="diff">(.+?)</ul>', html, re.DOTALL)[1]
    assert re.findall(r"/(bb2025\.[a-z-]+)/", listed) == ["bb2025.wide-zone-includes-end-zone"]


def test_the_book_that_is_open_is_marked_among_the_books(db: None) -> None:
    for name, label in (("skills", "Skills"), ("tables", "Tables")):
        marked = re.findall(r'<a class="button"[^>]*aria-current="page">([^<]+)</a>', page(f"{BB}{name}/"))
        assert marked == [label]

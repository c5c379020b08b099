"""The form from which a league chooses its rulings, and the rules in force."""

import re
from typing import Any

import pytest
from django.test import Client

from league.models import League
from league.rulings.selectors import rulings_of
from league.services import league_rulings_set
from tests.builders import departures
from tests.pages.conftest import squeezed
from tests.pages.rulings.conftest import BB, CATALOGUE

LARGEST = 150_000  # bytes of an answer before it is compressed


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

"""Parts of pages that are refreshed: what htmx sends, and what the server answers."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from league.drafts.services import draft_create
from matches.models import Match
from pages.following import IDLE, SELDOM, SOON, following
from tests.builders import apply_played, make_user, matches_of
from tests.pages.conftest import World, signed_in, squeezed

HTMX = {"HX-Request": "true"}


def asks(page: str) -> list[str]:
    """The addresses that a page asks again and again."""
    return [unescape(each) for each in re.findall(r'hx-get="([^"]+)"\s+hx-trigger="every', page)]


def text(address: str) -> str:
    return Client().get(address).content.decode()


def test_a_league_page_is_sent_again_when_something_has_changed(world: World) -> None:
    address = "/leagues/iron-city/"
    (question,) = asks(text(address))
    assert Client().get(address + question, headers=HTMX).status_code == 204
    apply_played(world.waiting, score=(14, 7))
    fresh = Client().get(address + question, headers=HTMX)
    assert (fresh.status_code, "14 : 7" in fresh.content.decode()) == (200, True)
    assert asks(fresh.content.decode()) != [question]


def test_a_league_page_is_loaded_anew_when_its_season_is_over(world: World) -> None:
    (question,) = asks(text("/leagues/iron-city/"))
    for match in matches_of(world.season):
        apply_played(match, score=(14, 7))
    over = Client().get(f"/leagues/iron-city/{question}", headers=HTMX)
    assert (over["HX-Refresh"], over.content) == ("true", b"")
    assert asks(text("/leagues/iron-city/")) == []


def test_the_page_of_a_match_is_loaded_anew_when_something_has_changed(world: World) -> None:
    address = f"/matches/{world.waiting.pk}/"
    (question,) = asks(text(address))
    assert Client().get(address + question, headers=HTMX).status_code == 204
    assert world.played.pk == world.waiting.pk
    assert Client().get(address + question, headers=HTMX)["HX-Refresh"] == "true"
    assert asks(text(address)) == []


@pytest.mark.parametrize(
    ("left", "seconds"), [(86_400, IDLE), (IDLE - 20, IDLE - 20 + SOON), (0, SOON), (-200, SOON), (-86_400, SELDOM)]
)
def test_a_page_asks_often_only_when_a_match_is_due(world: World, left: int, seconds: int) -> None:
    match = Match(pk=1, due_at=timezone.now() + timedelta(seconds=left))
    assert following([match]).seconds == seconds


def test_a_page_whose_pace_changes_is_sent_again(world: World) -> None:
    paces = [following([Match(pk=1, due_at=timezone.now() - timedelta(seconds=ago))]) for ago in (-60, 0, 3600)]
    assert len({each.seen for each in paces}) == 3


def test_a_part_of_a_page_that_is_sent_elsewhere_takes_the_page_along(db: None) -> None:
    answer = Client().post("/drafts/1/", headers=HTMX)
    assert (answer.status_code, answer["HX-Redirect"]) == (200, "/accounts/login/?next=/drafts/1/")
    assert Client().post("/drafts/1/").status_code == 302


def test_typing_in_a_draft_leaves_its_fields_alone_and_buttons_do_not(db: None) -> None:
    draft = draft_create(owner=make_user("abel"), ruleset="bb2025", roster="human")
    client = signed_in(draft.owner)

    def replaced(**sent: str) -> set[str]:
        page = client.post(f"/drafts/{draft.pk}/", sent, headers=HTMX).content.decode()
        tags = [tag for tag in re.findall(r"<\w+ [^>]+>", page) if "hx-swap-oob" in tag]
        return {re.search(r'id="([^"]+)"', tag)[1] for tag in tags}

    typed, pressed = replaced(), replaced(do="add:human-lineman")
    assert {"draft-sum", "draft-bill", "draft-errors", "count-human-lineman"} <= typed < pressed
    assert pressed - typed >= {"draft-players", "count-rerolls", "apothecary"}
    assert replaced(do="recalculate") == typed


def test_a_chapter_of_rulings_comes_with_the_answers_that_were_kept(db: None) -> None:
    ruling, address = "bb2025.blitz-target-and-negatraits", "/leagues/new/rules/bb2025/{}/"
    chapters = (
        Client().get(address.format(number), {ruling: "trait-first", "profile": "naf"}) for number in range(1, 9)
    )
    (chapter,) = (text for each in chapters if f'name="{ruling}"' in (text := squeezed(each.content.decode())))
    assert re.findall(rf'name="{ruling}" value="([^"]*)" checked', chapter) == ["trait-first"]
    others = re.findall(r'name="(bb2025[^":]+)" value="([^"]*)" checked', chapter)
    assert {value for name, value in others if name != ruling} == {""}

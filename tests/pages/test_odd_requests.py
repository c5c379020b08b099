"""Odd requests to every kind of route: see scripts/fuzz_site.py, which sends more of them."""

import json

import pytest

from api import views
from scripts.fuzz.forms import forms_of
from scripts.fuzz.fuzzer import ROLES, Fuzzer, Request
from scripts.fuzz.routes import routes
from scripts.fuzz.world import World


@pytest.mark.django_db(transaction=True)
def test_no_request_causes_a_server_error() -> None:
    fuzzer = Fuzzer(seed=1)
    found = fuzzer.run(300)
    assert [f"{each.kind}: {each.message} {each.request.line()}" for each in found] == []
    assert {200, 302, 400, 403, 404, 405} <= fuzzer.statuses.keys()
    assert len(fuzzer.asked) > 100


@pytest.mark.django_db
def test_a_server_error_is_told_with_a_line_that_repeats_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(self: object) -> None:
        raise ValueError("the roof fell in")

    monkeypatch.setattr(views.LeagueList, "get_queryset", fall)
    fuzzer = Fuzzer(seed=1, build=lambda number: World(dict.fromkeys(ROLES)))
    asked = Request("visitor", "GET", "/api/v1/leagues/?page=2")
    for request in (asked, Request("visitor", "GET", "/api/v1/leagues/?page=22"), Request("visitor", "GET", "/readyz")):
        fuzzer.send(request)
    (found,) = fuzzer.findings.values()
    assert found.kind.startswith("ValueError in tests/pages/test_odd_requests.py")
    assert (found.message, found.times) == ("the roof fell in", 2)
    assert Request(**json.loads(found.request.line())) == asked


@pytest.mark.django_db
def test_the_same_seed_asks_the_same() -> None:
    def asked() -> list[str]:
        fuzzer = Fuzzer(seed=7, build=lambda number: World(dict.fromkeys(ROLES)))
        fuzzer.run(40)
        return [each.line() for each in fuzzer.earlier]

    assert asked() == asked()


def test_every_route_is_known() -> None:
    known = {route for area in routes().values() for route in area}
    assert {"/", "/readyz", "/teams/<slug:slug>/edit/", "/api/v1/drafts/<int:pk>/submit/", "/accounts/login/"} <= known
    assert len(known) > 150


def test_forms_are_read_as_a_browser_would_send_them() -> None:
    page = """<form method="post" action="/x/"><input type="hidden" name="version" value="3"><input type="checkbox" name="box" value="a">
    <select name="one"><option value="a">A<option value="b" selected>B</select><textarea name="text">words</textarea>
    <button name="action" value="save">Save</button><button name="action" value="go">Go</button></form><form><input name="q"></form>"""
    form, search = forms_of(page)
    assert (form.method, form.action, search.method) == ("POST", "/x/", "GET")
    assert {name: field.values for (_, name), field in form.fields.items()} == {
        "version": ["3"],
        "box": ["a"],
        "one": ["b", "a"],
        "text": ["words", ""],
        "action": ["save", "go"],
    }

"""How often somebody may write, search and call the API, and what a refusal looks like."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver
from pytest_django import Settings
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import User
from config.limits import CREATING
from league.drafting import Draft
from tests.builders import make_user

DRAFT = {"ruleset": "bb2025", "roster": "human"}


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The rates in force; a test writes those that it wants to reach."""
    few = dict(SimpleRateThrottle.THROTTLE_RATES)
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", few)
    return few


def visitor(address: str = "203.0.113.7", **more: str) -> Client:
    return Client(REMOTE_ADDR=address, **more)


def coach(user: User, **more: str) -> Client:
    client = visitor(**more)
    client.force_login(user)
    return client


def write(client: Client) -> int:
    """Something cheap that any form does: it is refused as a wrong method, or as one time too many."""
    return client.post("/rulings/").status_code


def search(client: Client) -> int:
    return client.get("/rulings/battleball/?q=tackle").status_code


def test_writes_are_limited_per_account(db: None, rates: dict[str, str]) -> None:
    rates["write"] = "3/min"
    ann, bob = make_user("ann"), make_user("bob")
    client = coach(ann)
    assert [write(client) for _ in range(4)] == [200, 200, 200, 429]
    assert write(coach(ann, address="203.0.113.99")) == 429  # from elsewhere, too
    assert write(coach(bob)) == 200  # others at the same address are not counted with her
    assert client.get("/rulings/").status_code == 200  # reading is no writing


def test_visitors_are_counted_by_address_and_network(db: None, rates: dict[str, str]) -> None:
    rates["write"] = "1/min"
    assert [write(visitor()), write(visitor()), write(visitor("203.0.113.8"))] == [200, 429, 200]
    networks = "2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:db8:0:2::1"
    assert [write(visitor(each)) for each in networks] == [200, 429, 200]


def test_behind_proxies_the_address_before_them_counts(db: None, rates: dict[str, str], settings: Settings) -> None:
    rates["write"] = "1/min"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    ways = "198.51.100.1", "203.0.113.5, 198.51.100.1", "198.51.100.2"  # what a visitor invents stands before
    assert [write(visitor(HTTP_X_FORWARDED_FOR=way)) for way in ways] == [200, 429, 200]
    assert write(visitor(address="")) == 200  # no address at all: counted, not broken


def test_the_refusal_is_a_page_that_says_what_to_do(db: None, rates: dict[str, str]) -> None:
    rates["create"] = "0/hour"
    answer = coach(make_user("ann")).post("/leagues/new/?ruleset=battleball", {"name": "Iron City"})
    assert answer.status_code == 429
    assert answer["Retry-After"] == "3600"
    page = answer.content.decode()
    assert "nothing was changed" in page
    assert "Wait 60 minutes, then\ngo back" in page


def test_allauths_own_refusals_look_the_same(ann_signs_in_too_often: Client) -> None:
    answer = ann_signs_in_too_often.post("/accounts/login/", {"login": "ann", "password": "x"})
    assert answer.status_code == 429
    assert answer["Retry-After"] == "60"


@pytest.fixture
def ann_signs_in_too_often(db: None) -> Client:
    client = visitor()
    for _ in range(30):
        client.post("/accounts/login/", {"login": "ann", "password": "x"})
    return client


def test_creations_are_limited_harder_than_changes(db: None, rates: dict[str, str]) -> None:
    rates["create"] = "2/hour"
    client = coach(make_user("ann"))
    new = lambda: client.post("/drafts/new/?ruleset=bb2025", {"roster": "human"}).status_code  # noqa: E731
    assert [new(), new(), new()] == [302, 302, 429]
    assert client.post(f"/drafts/{Draft.objects.first().pk}/", {}).status_code == 200
    assert client.post("/teams/new/?ruleset=battleball", {}).status_code == 429  # one budget for all that stays


def test_the_api_shares_the_budgets_of_the_pages(db: None, rates: dict[str, str]) -> None:
    rates |= {"create": "2/hour", "write": "3/min"}
    client = coach(make_user("ann"))
    assert client.post("/drafts/new/?ruleset=bb2025", {"roster": "human"}).status_code == 302
    new = lambda: client.post("/api/v1/drafts/", DRAFT, content_type="application/json")  # noqa: E731
    assert new().status_code == 201
    refused = new()
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert set(refused.json()) == {"code", "message", "rule"}
    assert int(refused["Retry-After"]) > 3000
    draft = f"/api/v1/drafts/{Draft.objects.first().pk}/"
    assert client.delete(draft).status_code == 429  # the fourth write
    assert client.get(draft).status_code == 200


@pytest.mark.parametrize(("scope", "address"), [("anon", "2001:db8:0:1::2"), ("user", "203.0.113.7")])
def test_api_calls_are_limited(scope: str, address: str, db: None, rates: dict[str, str]) -> None:
    rates[scope] = "1/min"
    if scope == "user":
        clients = [coach(make_user("ann")), coach(User.objects.get(username="ann")), visitor(address)]
    else:
        clients = [visitor("2001:db8:0:1::1"), visitor(address), coach(make_user("ann"))]
    assert [client.get("/api/v1/leagues/").status_code for client in clients] == [200, 429, 200]


def test_searches_are_limited_and_pages_are_not(db: None, rates: dict[str, str]) -> None:
    rates["search"] = "2/min"
    assert [search(visitor()) for _ in range(3)] == [200, 200, 429]
    assert visitor().get("/rulings/battleball/").status_code == 200
    refused = visitor().get("/rulings/battleball/?q=tackle").content.decode()
    assert "then\nload this page again" in refused


def test_without_a_cache_nobody_is_refused(db: None, rates: dict[str, str], settings: Settings) -> None:
    """A cache that treats its own failures as misses looks like one that keeps nothing."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    rates |= {"write": "1/min", "search": "1/min", "anon": "1/min"}
    assert cache.get("anything") is None
    client = visitor()
    assert [write(client) for _ in range(3)] == [200] * 3
    assert [search(client) for _ in range(3)] == [200] * 3
    assert [client.get("/api/v1/leagues/").status_code for _ in range(3)] == [200] * 3
    make_user("ann")
    for _ in range(12):
        client.post("/accounts/login/", {"login": "ann", "password": "wrong"})
    client.post("/accounts/login/", {"login": "ann", "password": "a good password"})
    assert "_auth_user_id" in client.session


def test_what_creates_is_named_as_the_addresses_are() -> None:
    named = set()
    for namespace, (_, resolver) in get_resolver().namespace_dict.items():
        named |= {f"{namespace}:{key}" for key in resolver.reverse_dict if isinstance(key, str)}
    assert named >= CREATING

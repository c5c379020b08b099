"""How often one person may write, search, call the API and have mails sent.

All of it is counted by the throttles of Django REST framework, in the cache that all web processes share: somebody who is
signed in by account, a visitor by address. Without a cache nothing is counted and nobody is refused. Counting is not
exact when requests arrive together; what must be exact, such as how much one user may own, is counted by the services.
"""

from collections.abc import Callable
from hashlib import sha256
from math import ceil
from typing import Any

from allauth.core.internal.ratelimit import get_ip
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.permissions import SAFE_METHODS
from rest_framework.throttling import SimpleRateThrottle

CREATING = frozenset(
    {
        "league:new",
        "league:team-new",
        "league:season-new",
        "league:draft-new",
        "league:league-draft-new",
        "teams:new",
        "api:drafts",
    }
)


def network(request: HttpRequest) -> str:
    """The address of a visitor as trusted proxies tell it; in IPv6 the /64 network, all of which one person has."""
    try:
        return str(get_ip(request))
    except (ImproperlyConfigured, PermissionDenied):  # behind other proxies than the settings say: counted together
        return "unknown"


class Throttle(SimpleRateThrottle):
    """Also for requests and views that are not those of REST framework."""

    def allow_request(self, request: Any, view: Any = None) -> bool:
        return super().allow_request(request, view)


class Limit(Throttle):
    """The rate of its `scope`, for the requests that it `counts`."""

    def counts(self, request: Any) -> bool:
        return True

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        if not self.counts(request):
            return None
        person = f"user {request.user.pk}" if request.user.is_authenticated else network(request)
        return self.cache_format % {"scope": self.scope, "ident": person.replace(" ", "-")}


class ApiVisitors(Limit):
    scope = "anon"

    def counts(self, request: Any) -> bool:
        return not request.user.is_authenticated


class ApiUsers(Limit):
    scope = "user"

    def counts(self, request: Any) -> bool:
        return bool(request.user.is_authenticated)


class Writes(Limit):
    scope = "write"

    def counts(self, request: Any) -> bool:
        return request.method not in SAFE_METHODS


class Creations(Limit):
    """Leagues, seasons, teams and drafts, each of which stays."""

    scope = "create"

    def counts(self, request: Any) -> bool:
        return request.method not in SAFE_METHODS and request.resolver_match.view_name in CREATING


class Searches(Limit):
    scope = "search"

    def counts(self, request: Any) -> bool:
        return request.method in SAFE_METHODS and bool(request.GET.get("q"))


class Mails(Throttle):
    """Mails of one kind to one address, whoever asks for them."""

    scope = "mail"

    def __init__(self, kind: str, address: str) -> None:
        super().__init__()
        self.ident = sha256(f"{kind} {address.lower()}".encode()).hexdigest()

    def get_cache_key(self, request: Any, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.ident}


class LimitMiddleware:
    """Refuses pages and forms. The API's views have the same limits and refuse in their own shape."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        if hasattr(view, "cls"):  # a view of REST framework
            return None
        for limit in (Writes(), Creations(), Searches()):
            if not limit.allow_request(request, view):
                return too_many(request, limit.wait())
        return None


def too_many(request: HttpRequest, wait: float | None = None) -> HttpResponse:
    """The page that asks for patience. allauth finds it as the handler of this status."""
    seconds = ceil(wait or 60)
    response = render(
        request, "429.html", {"minutes": ceil(seconds / 60), "safe": request.method in SAFE_METHODS}, status=429
    )
    response["Retry-After"] = str(seconds)
    return response

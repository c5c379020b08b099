"""Views that say that whoever asks is signed in are behind a guard that makes it so."""

from collections.abc import Iterator
from inspect import signature, unwrap
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter

from accounts.requests import SignedInRequest


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from patterns(each)
        else:
            yield each


def wants_user(pattern: URLPattern) -> bool:
    return any(each.annotation is SignedInRequest for each in signature(unwrap(pattern.callback)).parameters.values())


GUARDED = [each for each in patterns(get_resolver()) if wants_user(each)]


def test_there_are_such_views() -> None:
    assert len(GUARDED) > 20


@pytest.mark.parametrize("pattern", GUARDED, ids=lambda each: each.lookup_str)
def test_strangers_are_asked_to_sign_in(pattern: URLPattern, rf: RequestFactory) -> None:
    request = rf.post("/")
    request.user = AnonymousUser()
    parts: dict[str, Any] = {
        name: 1 if isinstance(converter, IntConverter) else "x"
        for name, converter in pattern.pattern.converters.items()
    }
    response = pattern.callback(request, **parts)
    assert response.status_code == 302
    assert "/accounts/" in response["Location"]

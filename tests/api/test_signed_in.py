"""Views that say that whoever asks is signed in let nobody else do it."""

from inspect import signature

import pytest
from django.test import RequestFactory
from django.urls import URLPattern

from api.requests import SignedInRequest
from api.urls import urlpatterns

GUARDED = [
    (each, method)
    for each in urlpatterns
    for method in ("post", "put", "delete")
    if (handler := getattr(getattr(each.callback, "cls", None), method, None))
    and any(part.annotation is SignedInRequest for part in signature(handler).parameters.values())
]


def test_there_are_such_views() -> None:
    assert len(GUARDED) > 8


@pytest.mark.parametrize(("pattern", "method"), GUARDED, ids=str)
def test_strangers_are_refused(pattern: URLPattern, method: str, rf: RequestFactory) -> None:
    parts = dict.fromkeys(pattern.pattern.converters, 1)
    response = pattern.callback(rf.generic(method.upper(), "/"), **parts)
    assert response.status_code == 403

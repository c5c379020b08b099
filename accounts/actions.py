"""Views that the buttons of a page post to."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

View = Callable[..., HttpResponseBase]


def action_of(page: str) -> Callable[[View], View]:
    """POST only and for those who are signed in. `page` names the page with the button; its address has the same parts.

    Whoever was signed out meanwhile comes back to that page after signing in, since nobody can go to an action.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **parts: Any) -> HttpResponseBase:
            address = reverse(page, kwargs=parts)
            if request.method != "POST":
                response = render(request, "405.html", {"page": address}, status=405)
                response["Allow"] = "POST"
                return response
            if not request.user.is_authenticated:
                return redirect_to_login(address)
            return view(request, **parts)

        return guarded

    return decorate

"""Requests that htmx sends for a part of a page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirectBase
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


class RedirectMiddleware:
    """Redirects the whole page, to sign in for instance, where htmx would put the other page into a part of this one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HtmxRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.htmx and isinstance(response, HttpResponseRedirectBase):
            redirect = HttpResponseClientRedirect(response.url)
            redirect.cookies = response.cookies  # a message for the next page is in one
            return redirect
        return response

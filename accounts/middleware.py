"""Times are stored in UTC and shown in the reader's own zone."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.times import zone_of, zone_of_browser


class TimeZoneMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = getattr(request.user, "time_zone", "")
        with timezone.override(zone_of(chosen or zone_of_browser(request))):
            return self.get_response(request)

"""What is refused before any view sees it."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse

# No browser sends them by itself. PostgreSQL keeps no text with a null character, and no header may have a line break.
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
QUOTED_CONTROL = re.compile(r"%(?:[01][0-9a-f]|7f)", re.IGNORECASE)
SENTENCE = "The address or a cookie has a character in it that cannot be shown."


class OddRequestMiddleware:
    """Refuses control characters in the path, the query and cookies, and a `next` that is no address.

    In forms and JSON the fields themselves refuse what cannot be shown.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not self.is_odd(request):
            return self.get_response(request)
        if request.path_info.startswith("/api/"):
            return JsonResponse({"code": "invalid", "message": SENTENCE, "rule": ""}, status=400)
        raise BadRequest(SENTENCE)

    def is_odd(self, request: HttpRequest) -> bool:
        sent = (request.path_info, *request.COOKIES.values())
        if QUOTED_CONTROL.search(request.META.get("QUERY_STRING", "")) or any(map(CONTROL.search, sent)):
            return True
        try:
            for asked in (request.GET, request.POST if request.path_info.startswith("/accounts/") else {}):
                urlsplit(asked.get("next", ""))
        except ValueError:
            return True
        return False

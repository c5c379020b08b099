"""What is refused before any view sees it."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse

# No browser sends them by itself. PostgreSQL keeps no text with a null character, and no header may have a line break.
NULL = "\0"
QUOTED_NULL = re.compile("%00")
QUOTED_CONTROL = re.compile(r"%(?:[01][0-9a-f]|7f)", re.IGNORECASE)
SENTENCE = "The address or a cookie has a character in it that cannot be shown."


class OddRequestMiddleware:
    """Refuses null characters in the path, the query and cookies, other control characters in the query, and a `next` that is
    no address. In forms, JSON and the filters of the API the fields themselves refuse what cannot be shown.
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
        refused = QUOTED_NULL if request.path_info.startswith("/api/v1/") else QUOTED_CONTROL
        if refused.search(request.META.get("QUERY_STRING", "")) or any(NULL in text for text in sent):
            return True
        try:
            for asked in (request.GET, request.POST if request.path_info.startswith("/accounts/") else {}):
                urlsplit(asked.get("next", ""))
        except ValueError:
            return True
        return False

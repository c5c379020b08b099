"""What is refused before any view sees it."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse

NULL = "\0"  # PostgreSQL keeps no text with it, and no browser sends it by itself
SENTENCE = "The address or a cookie has a null character in it."


class NullCharacterMiddleware:
    """Refuses a null character in the path, the query or a cookie. In forms and JSON the fields themselves refuse it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sent = (request.path_info, *request.COOKIES.values())
        if "%00" not in request.META.get("QUERY_STRING", "") and not any(NULL in text for text in sent):
            return self.get_response(request)
        if request.path_info.startswith("/api/"):
            return JsonResponse({"code": "invalid", "message": SENTENCE, "rule": ""}, status=400)
        raise BadRequest(SENTENCE)

"""One shape for every API error: ``{"code": …, "message": …, "rule": …}``."""

from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from journal.errors import Refused


class TooLarge(exceptions.APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = f"A request has at most {settings.DATA_UPLOAD_MAX_MEMORY_SIZE} bytes."
    default_code = "too_large"


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Refusals keep their code and rule; the framework's own errors get the same shape."""
    if isinstance(error, Refused):
        set_rollback()
        unreadable = error.code == "bad-request"
        code = status.HTTP_400_BAD_REQUEST if unreadable else status.HTTP_409_CONFLICT
        return Response(error.as_dict(), status=code)
    if isinstance(error, RecursionError):  # of the JSON parser, which such a body takes too deep
        error = exceptions.ParseError("This is nested too deeply.")
    if isinstance(error, RequestDataTooBig):
        error = TooLarge()
    response = exception_handler(error, context)
    if response is None:
        return None
    response.data = {"code": code_of(error), "message": sentence(response.data), "rule": ""}
    return response


def code_of(error: Exception) -> str:
    if isinstance(error, Http404):
        return "not_found"
    if isinstance(error, PermissionDenied):
        return "permission_denied"
    if isinstance(error, exceptions.ValidationError):
        return "invalid"
    return str(getattr(error, "default_code", "error"))


def sentence(data: Any) -> str:
    """The framework's nested messages as one line, each with the field it belongs to."""
    if isinstance(data, dict):
        if set(data) == {"detail"}:
            return str(data["detail"])
        return " ".join(f"{field}: {sentence(value)}" for field, value in data.items())
    if isinstance(data, list):
        return " ".join(sentence(item) for item in data)
    return str(data)

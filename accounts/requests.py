"""Requests of people who are signed in."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    """What a view gets behind `login_required` or `action_of`."""

    user: User


def user_of(request: HttpRequest) -> User:
    """Who asks, where a page is for everybody and what it is asked for is not."""
    if not isinstance(request.user, User):
        raise PermissionDenied("Only people who are signed in may do that.")
    return request.user

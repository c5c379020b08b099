"""Requests of people who are signed in."""

from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    """What a view gets behind `login_required` or `action_of`."""

    user: User

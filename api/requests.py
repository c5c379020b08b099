"""Requests of people who are signed in."""

from rest_framework.request import Request

from accounts.models import User


class SignedInRequest(Request):
    """What a view gets behind `IsAuthenticated`, or to change something behind `IsAuthenticatedOrReadOnly`."""

    user: User

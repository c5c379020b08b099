"""What a route answers to somebody, as one sign."""

import copy
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse

from tests.permissions.world import Side

IN, SIGN_IN, NO, GONE, NOT_ANSWERED = "+", "L", "-", "0", "/"
ADDRESSES = {"favicon.ico": "/favicon.ico", "api:^": "/api/v1/nowhere/"}  # of routes without a name


def sign(response: HttpResponseBase) -> str:
    """Let in, asked to sign in, told that this is not allowed, or that there is no such thing."""
    match response.status_code:
        case 403:
            return NO
        case 404:
            return GONE
        case 302 if response["Location"].partition("?")[0] in ("/accounts/login/", "/admin/login/"):
            return SIGN_IN
        case 405:
            return NOT_ANSWERED
        case status if status < 500 and status != 429:
            return IN
        case status:
            return f"?{status}"


def asked(client: Client, method: str, address: str, body: dict[str, Any]) -> str:
    """Whatever it does is undone, and the client is who it was."""
    cookies = copy.deepcopy(client.cookies)
    json = address.startswith("/api/")
    given = {"data": body, "content_type": "application/json"} if json and method != "get" else {"data": body}
    with transaction.atomic():
        found = sign(getattr(client, method)(address, **given))
        if found == "?429":
            cache.clear()
            found = sign(getattr(client, method)(address, **given))
        transaction.set_rollback(True)
    client.cookies = cookies
    return found


def row(clients: dict[str, Client], side: Side, route: str, parts: list[str], method: str, body: dict[str, Any]) -> str:
    """What it answers to each role, in their order."""
    found = ADDRESSES.get(route) or reverse(route, kwargs={name: side.argument(route, name) for name in parts})
    address = found + body.get("?", "")
    sent = {} if method == "get" else side.body({name: value for name, value in body.items() if name != "?"})
    return "".join(asked(client, method, address, sent) for client in clients.values())

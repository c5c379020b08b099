"""A visitor with cookies, for pages that a real web server answers."""

import re
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


@dataclass
class Answer:
    status: int
    text: str


class Visitor:
    def __init__(self, address: str) -> None:
        self.address = address
        self.opener = urllib.request.build_opener(NoRedirect, urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str, *, seconds: float = 10.0) -> Answer:
        """Fails when there is no answer within ``seconds``."""
        return self.open(path, None, seconds)

    def post(self, path: str, **form: str) -> Answer:
        """Fill in the form on the page and send it."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(path).text)[1]
        data = urlencode({**form, "csrfmiddlewaretoken": token}).encode()
        return self.open(path, data, 10.0)

    def open(self, path: str, data: bytes | None, seconds: float) -> Answer:
        try:
            response: HTTPResponse = self.opener.open(self.address + path, data, timeout=seconds)
        except urllib.error.HTTPError as error:  # every status but 2xx, redirects included
            with error:
                return Answer(error.code, error.read().decode())
        with response:
            return Answer(response.status, response.read().decode())

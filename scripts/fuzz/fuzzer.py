"""Asks a site for things in good and in odd ways, and collects every server error."""

import json
import random
import sys
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urljoin

from django.core.cache import cache
from django.core.signals import got_request_exception
from django.http import HttpResponseBase, HttpResponseServerError
from django.test import Client

from accounts.models import User
from scripts.fuzz import odd
from scripts.fuzz.asked import names_asked
from scripts.fuzz.bodies import body, methods, queries
from scripts.fuzz.forms import forms_of
from scripts.fuzz.routes import SHARES, Addresses, routes
from scripts.fuzz.world import World, build

ROOT = Path(__file__).resolve().parent.parent.parent
ROLES = {"visitor": 3, "coach": 6, "rival": 1, "co-coach": 3, "commissioner": 5, "admin": 1}
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
NEW_WORLD_EVERY = 1000  # requests; by then much has been cancelled, finished and thrown away
LOOK_EVERY = 50
REMEMBERED = 200
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get")
HEADERS = (
    "Accept",
    "Accept-Language",
    "Accept-Encoding",
    "Content-Type",
    "Content-Length",
    "Cookie",
    "Host",
    "If-Modified-Since",
    "If-None-Match",
    "Origin",
    "Range",
    "Referer",
    "X-CSRFToken",
    "X-Forwarded-For",
    "X-HTTP-Method-Override",
    "X-Requested-With",
)
NAMES = ("next", "action", "version", "key", "page", "format", "q")  # until the site has shown which it looks for


@dataclass(frozen=True)
class Request:
    """One request, as a line that `--repeat` understands."""

    role: str
    method: str
    path: str
    type: str = FORM
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def line(self) -> str:
        return json.dumps({name: value for name, value in asdict(self).items() if value})


@dataclass
class Finding:
    """A kind of server error, with the shortest request that caused it."""

    kind: str
    message: str
    request: Request
    times: int = 1


class Fuzzer:
    def __init__(self, seed: int, build: Callable[[int], World] = build) -> None:
        self.dice = random.Random(seed)  # noqa: S311  repeatable on purpose
        self.build = build
        self.findings: dict[str, Finding] = {}
        self.statuses: Counter[int] = Counter()
        self.asked: set[str] = set()  # routes
        self.names: defaultdict[tuple[str, str], set[str]] = defaultdict(set)  # parameters, by route and method
        self.refused: set[tuple[str, str]] = set()  # methods that a route does not know
        self.route = ""
        self.sweep: list[Request] = []  # each parameter once with what most often goes wrong, as soon as it is known
        self.decks: dict[str, list[str]] = {area: [] for area in SHARES}
        self.earlier: list[Request] = []
        self.sent = 0
        self.worlds = 0
        self._new_world()

    def run(self, requests: int) -> list[Finding]:
        while self.sent < requests:
            for request in self._requests():
                self.send(request)
        return sorted(self.findings.values(), key=lambda each: -each.times)

    # Sending ------------------------------------------------------------------------------------------------------------

    def send(self, request: Request) -> HttpResponseBase:
        """Ask, and note what happened. No rate limit counts on from one request to the next."""
        self._prepare()
        cache.clear()
        known = self.names[self.route, request.method]
        before = set(known)
        raised: list[BaseException] = []

        def note(**_: Any) -> None:
            raised.append(sys.exc_info()[1] or Exception("unknown"))

        got_request_exception.connect(note)
        try:
            with names_asked(known):
                response = self.clients[request.role].generic(
                    request.method,
                    request.path,
                    request.body.encode("utf-8", "surrogatepass"),
                    content_type=request.type,
                    headers=request.headers or None,
                )
                if response.streaming:
                    b"".join(response.streaming_content)
        except Exception as error:  # not even an error page came of it
            raised.append(error)
            response = HttpResponseServerError()
        finally:
            got_request_exception.disconnect(note)
        self.sent += 1
        self.statuses[response.status_code] += 1
        if response.status_code == 405:
            self.refused.add((self.route, request.method))
        if self.route and request.method == "GET":
            self._sweep(request, known - before)
        self.earlier = [*self.earlier[1 - REMEMBERED :], request]
        if response.status_code >= 500 and not (response.status_code == 503 and request.path.startswith("/readyz")):
            self._found(request, response.status_code, raised)
        return response

    def _found(self, request: Request, status: int, raised: list[BaseException]) -> None:
        kind, message = f"status {status}", ""
        if raised:
            error = raised[0]
            kind = f"{type(error).__name__} in {_place(error)}"
            message = str(error)[:200]
        known = self.findings.get(kind)
        if known is None:
            self.findings[kind] = Finding(kind, message, request)
            self._shorten(request)
            return
        known.times += 1
        if len(request.line()) < len(known.request.line()):
            known.request, known.message = request, message

    def _shorten(self, request: Request) -> None:
        """Ask with each parameter of a query alone; what still fails counts as found again, and the shorter line is kept."""
        path, _, query = request.path.partition("?")
        if request.method == "GET" and "&" in query:
            for part in query.split("&"):
                self.send(replace(request, path=f"{path}?{part}"))

    def _sweep(self, request: Request, names: set[str]) -> None:
        path = request.path.partition("?")[0]
        for name in sorted(names):
            for kind in odd.OFTEN:
                self.sweep.append(replace(request, path=f"{path}?{quote(name)}={quote(odd.KINDS[kind][0])}"))

    def _prepare(self) -> None:
        if self.sent and self.sent % NEW_WORLD_EVERY == 0:
            self._new_world()
        elif self.sent % LOOK_EVERY == 0:
            self.addresses.look()
            self._sign_in()

    def _new_world(self) -> None:
        self.worlds += 1
        self.world = self.build(self.worlds)
        self.addresses = Addresses(self.dice)
        self._sign_in()

    def _sign_in(self) -> None:
        """Once more, because requests sign out, change passwords and lock accounts."""
        self.clients = {role: Client(raise_request_exception=False, SERVER_NAME="localhost") for role in ROLES}
        for role, user in self.world.people.items():
            if user is not None:
                User.objects.filter(pk=user.pk).update(is_active=True)
                self.clients[role].force_login(
                    User.objects.get(pk=user.pk), "django.contrib.auth.backends.ModelBackend"
                )

    # Making requests ----------------------------------------------------------------------------------------------------

    def _requests(self) -> list[Request]:
        if self.earlier and self.dice.random() < 0.07:
            again = self.dice.choice(self.earlier)
            self.route = ""
            return [again if self.dice.random() < 0.6 else replace(again, role=self._role(again.path))]
        if self.sweep and self.dice.random() < 0.3:
            self.route = ""
            return [self.sweep.pop(self.dice.randrange(len(self.sweep)))]
        area = self.dice.choices(list(SHARES), list(SHARES.values()))[0]
        self.route = route = self._route(area)
        self.asked.add(route)
        ways = API_WAYS if area == "/api/" else WAYS
        way = self.dice.choices(list(ways), list(ways.values()))[0]
        made = way(self, route, self._role(route))
        return [each for each in made if (route, each.method) not in self.refused or self.dice.random() < 0.1]

    def _route(self, area: str) -> str:
        """Each route of an area comes before any comes again."""
        if not self.decks[area]:
            self.decks[area] = self.dice.sample(routes()[area], len(routes()[area]))
        return self.decks[area].pop()

    def _role(self, route: str) -> str:
        if route.startswith("/admin/") and self.dice.random() < 0.8:
            return "admin"
        return self.dice.choices(list(ROLES), list(ROLES.values()))[0]

    def fill_form(self, route: str, role: str) -> list[Request]:
        """Open the page, and send one of its forms, nearly as it should be."""
        page = Request(role, "GET", self.addresses.fill(route))
        response = self.send(page)
        html = "text/html" in response.headers.get("Content-Type", "") and not response.streaming
        forms = forms_of(response.content.decode(errors="replace")) if html else []
        if not forms:
            return []
        # The last ones are those of the page itself; before them stand those of its head.
        form = self.dice.choice(forms[-3:] if self.dice.random() < 0.8 else forms)
        fields = form.filled(self.dice)
        if self.dice.random() < 0.85:
            fields = odd.spoil_fields(self.dice, fields)
        path = urljoin(page.path, form.action).removeprefix("http://localhost") or "/"
        return [self._submitted(role, form.method, path, fields)]

    def _submitted(self, role: str, method: str, path: str, fields: odd.Fields) -> Request:
        text = urlencode(fields, errors="surrogatepass")
        if method == "POST":
            return Request(role, "POST", path, body=text)
        return Request(role, "GET", f"{path.partition('?')[0]}?{text}")

    def post_anything(self, route: str, role: str) -> list[Request]:
        fields = odd.spoil_fields(self.dice, [(name, odd.text(self.dice)) for name in self._some_names(route, "POST")])
        return [self._submitted(role, "POST", self.addresses.fill(route), fields)]

    def odd_query(self, route: str, role: str) -> list[Request]:
        names = self._some_names(route, "GET")
        pairs = [f"{quote(name)}={self._odd_part()}" for name in names]
        return [Request(role, "GET", f"{self.addresses.fill(route)}?{'&'.join(pairs)}")]

    def _some_names(self, route: str, method: str) -> list[str]:
        """What the route was seen to look for, most of the time."""
        known = sorted(self.names[route, method] | set(queries(route)))
        if not known or self.dice.random() < 0.15:
            known = [*NAMES, odd.text(self.dice)[:50]]
        return self.dice.sample(known, min(len(known), self.dice.randrange(1, 7)))

    def _odd_part(self) -> str:
        return self.dice.choice(odd.RAW) if self.dice.random() < 0.2 else quote(odd.text(self.dice))

    def odd_path(self, route: str, role: str) -> list[Request]:
        return [Request(role, self.dice.choice(("GET", "GET", "POST")), self.addresses.fill(route, odd_parts=True))]

    def odd_method(self, route: str, role: str) -> list[Request]:
        kind = self.dice.choice(
            (
                FORM,
                JSON,
                "text/plain",
                "multipart/form-data; boundary=x",
                "multipart/form-data",
                "",
                "application/json; charset=nonsense",
            )
        )
        content = self.dice.choice(
            (
                "",
                "a=b",
                "{}",
                '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nc\r\n--x--',
                odd.text(self.dice),
            )
        )
        return [Request(role, self.dice.choice(METHODS), self.addresses.fill(route), type=kind, body=content)]

    def odd_headers(self, route: str, role: str) -> list[Request]:
        printable = [
            each
            for each in (*odd.TEXTS, "*/*;q=x", "sessionid=abc; csrftoken=%00", "bytes=0-1", "xx-yy;q=9")
            if each.isascii() and each.isprintable()
        ]  # servers let nothing else pass
        headers = {
            name: self.dice.choice(printable)[:5000] for name in self.dice.sample(HEADERS, self.dice.randrange(1, 4))
        }
        return [Request(role, self.dice.choice(("GET", "POST")), self.addresses.fill(route), headers=headers)]

    def odd_json(self, route: str, role: str) -> list[Request]:
        path = self.addresses.fill(route)
        method = self.dice.choice(methods(route)) if self.dice.random() < 0.9 else self.dice.choice(METHODS)
        if method == "GET":
            return self.odd_query(route, role)
        content = body(self.dice, route, method, path)
        written = json.dumps(content) if self.dice.random() < 0.15 else odd.spoil_json(self.dice, content)
        return [Request(role, method, path, type=JSON, body=written)]


WAYS = {
    Fuzzer.fill_form: 40,
    Fuzzer.odd_query: 23,
    Fuzzer.odd_path: 14,
    Fuzzer.post_anything: 11,
    Fuzzer.odd_method: 6,
    Fuzzer.odd_headers: 6,
}
API_WAYS = {Fuzzer.odd_json: 60, Fuzzer.odd_query: 14, Fuzzer.odd_path: 14, Fuzzer.odd_method: 6, Fuzzer.odd_headers: 6}


def _place(error: BaseException) -> str:
    """The last line of our own code that the error went through."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [
        each
        for each in frames
        if Path(each.filename).is_relative_to(ROOT) and ".venv" not in each.filename and "scripts" not in each.filename
    ]
    last = own[-1] if own else frames[-1]
    name = Path(last.filename)
    return f"{name.relative_to(ROOT) if own else name.name}:{last.lineno} {last.name}"

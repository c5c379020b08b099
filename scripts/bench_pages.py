"""Requests every page of the site on the big league and prints what each costs, the heaviest first.

Addresses come from the URL conf, so that a new page is measured as soon as it exists. ``cold`` is the processor time of the first
request, ``CPU`` the median of later ones; both with everything that a browser asks for, compression included. A page that is only
for some readers is measured for those who may see it. A download, such as a match file, may weigh what it likes.
"""

import argparse
import gzip
import logging
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from big_league import COACH, COMMISSIONER, RULESET, STAFF, begin

ROLES = {"visitor": None, "coach": COACH, "commissioner": COMMISSIONER, "staff": STAFF}
REPEATS = 5
LARGEST, SLOWEST = 150_000, 80.0  # what a page may weigh and take: bytes before compression, milliseconds of CPU


@dataclass
class Cost:
    role: str
    path: str
    size: int
    sent: int
    download: bool
    cold: float
    cpu: float
    queries: int

    @property
    def heavy(self) -> bool:
        return (self.size > LARGEST and not self.download) or self.cpu > SLOWEST

    def __str__(self) -> str:
        mark = "!" if self.heavy else " "
        numbers = f"{self.size / 1000:8.1f} {self.sent / 1000:7.1f} {self.cold:7.0f} {self.cpu:6.0f} {self.queries:5}"
        return f"{numbers} {mark} {self.role:12} {self.path}"


HEADER = f"{'KB':>8} {'gzip KB':>7} {'cold ms':>7} {'CPU ms':>6} {'SQL':>5}   {'reader':12} page"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rebuild", action="store_true", help="make the big league anew")
    parser.add_argument("--only", default="", help="only addresses that contain this")
    parser.add_argument("--top", type=int, default=0, help="print so many of the heaviest instead of all")
    options = parser.parse_args()
    begin(rebuild=options.rebuild)
    logging.getLogger("django.request").setLevel(logging.ERROR)  # refusals are part of the walk
    costs, others = _measure_all(options.only)
    worst = sorted(costs, key=lambda cost: -max(cost.size / LARGEST, cost.cpu / SLOWEST))
    print(HEADER)
    for cost in worst[: options.top or None]:
        print(cost)
    heavy = sum(cost.heavy for cost in costs)
    print(f"\n{len(costs)} pages, {heavy} of them above {LARGEST // 1000} KB or {SLOWEST:.0f} ms of CPU.")
    for status, paths in sorted(others.items()):
        print(f"Answered with {status}: {len(paths)}, for example {paths[0]}")
    return 1 if heavy else 0


def _measure_all(only: str) -> tuple[list[Cost], dict[int, list[str]]]:
    from django.test import Client

    from accounts.models import User

    costs: list[Cost] = []
    others: dict[int, list[str]] = {}
    paths = [path for path in addresses() if only in path]
    for role, name in ROLES.items():
        client = Client(SERVER_NAME="localhost", headers={"accept-encoding": "gzip"})
        if name:
            client.force_login(User.objects.get(username=name))
        for path in paths:
            if path.startswith("/admin/") != (role == "staff"):
                continue
            found = _measure(client, role, path)
            if isinstance(found, Cost):
                costs.append(found)
            else:
                others.setdefault(found, []).append(f"{role} {path}")
    return costs, others


def _measure(client: Any, role: str, path: str) -> Cost | int:
    from django.core.cache import cache
    from django.db import connection

    cache.clear()
    answer, cold = _timed(client, path)
    if answer.status_code != 200:
        return int(answer.status_code)
    counted: list[str] = []

    def count(execute: Any, sql: str, *rest: Any) -> Any:
        counted.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        _timed(client, path)
    times = [_timed(client, path)[1] for _ in range(REPEATS)]
    content = _content(answer)
    sent = content if answer.get("Content-Encoding") == "gzip" else gzip.compress(content, 6)
    whole = gzip.decompress(content) if answer.get("Content-Encoding") == "gzip" else content
    download = answer.get("Content-Disposition", "").startswith("attachment")
    return Cost(role, path, len(whole), len(sent), download, cold, statistics.median(times), len(counted))


def _timed(client: Any, path: str) -> tuple[Any, float]:
    began = time.process_time()
    answer = client.get(path)
    _content(answer)
    return answer, 1000 * (time.process_time() - began)


def _content(answer: Any) -> bytes:
    return bytes(answer.getvalue()) if answer.streaming else bytes(answer.content)


# Addresses ----------------------------------------------------------------------------------------------------------------


def addresses() -> Iterator[str]:
    """Every address of the URL conf with arguments that the big league has, and the ways of asking that make pages longer."""
    from django.urls import NoReverseMatch, reverse

    samples = _samples()
    for name, wanted in sorted(set(_named_patterns())):
        namespace = name.partition(":")[0]
        for arguments in _fillings(wanted, namespace, name, samples):
            try:
                path = reverse(name, kwargs=arguments)
            except NoReverseMatch as error:
                raise SystemExit(f"There is no sample for {name}{list(wanted)}: {error}") from error
            yield path
            yield from (f"{path}{query}" for query in QUERIES.get(name, ()))


QUERIES = {
    "teams:ledger": ("?season=all", "?season=1", "?season=all&kind=gold", "?season=all&kind=points", "?page=3"),
    "teams:team": ("?page=3",),
    "teams:teams": ("?page=30",),
    "league:leagues": ("?page=3",),
    "league:season": ("?round=31", "?round=1"),
    "league:what-if": ("?preset=naf-schedule",),
    "league:draft-new": (f"?ruleset={RULESET}",),
    "league:new": (f"?ruleset={RULESET}",),
    "rulings:rulings": ("?kind=open", "?q=a", "?chapter=Skills+and+traits", "?q=the&chapter=Skills+and+traits"),
    "api:rulings": ("?page=2",),
    "matches:matches": ("?show=upcoming", "?page=20"),
    "api:matches": ("?status=resolved", "?team=orc-wanderers", "?page=10"),
    "api:teams": ("?page=40",),
    "api:ledger": ("?page=10",),
}
SKIPPED = ("account_", "admin:jsi18n", "admin:password", "admin:logout", "admin:view_on_site", "admin:autocomplete")


def _named_patterns(resolver: Any = None, namespace: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    from django.urls import URLPattern, get_resolver

    for pattern in (resolver or get_resolver()).url_patterns:
        if not isinstance(pattern, URLPattern):
            inner = ":".join(filter(None, (namespace, pattern.namespace)))
            yield from ((name, wanted) for name, wanted in _named_patterns(pattern, inner))
        elif pattern.name:
            name = ":".join(filter(None, (namespace, pattern.name)))
            if not name.startswith(SKIPPED):
                yield name, tuple(_wanted(name))


def _wanted(name: str) -> list[str]:
    """The arguments of an address, those of the folders above it included."""
    from django.urls import get_resolver

    resolver = get_resolver()
    *namespaces, last = name.split(":")
    for each in namespaces:
        resolver = resolver.namespace_dict[each][1]
    possible = resolver.reverse_dict.getlist(last)
    return [argument for argument in possible[0][0][0][1] if argument] if possible else []


def _samples() -> dict[str, list[Any]]:
    """Arguments by the name that an address, its namespace or any address gives them."""
    from league.joining.services import link_create
    from league.models import Draft, Season
    from matches.models import Match
    from teams.models import Team

    team = Team.objects.filter(owner__username=COACH).get()
    own = Match.objects.filter(fixture__home=team)
    finished, running = Season.objects.filter(league__slug="big-league").order_by("number")
    longest, skill, table = (_most_played(kind) for kind in ("ruling", "skill", "table"))
    played_match = own.filter(resolved_at__isnull=False).order_by("-due_at").first()
    coming = own.filter(locked_at__isnull=True).order_by("due_at").first()
    rival = coming.fixture.away
    _, secret = link_create(actor=running.league.commissioner, league=running.league, uses=10, days=10)
    return {
        "league.slug": ["big-league"],
        "teams.slug": [team.slug],
        "league:place.team": [team.slug],
        "api.slug": [team.slug],
        "api:league.slug": ["big-league"],
        "league.number": [finished.number, running.number],
        "league:rules-chapter.number": [1, 7],
        "league:rules-chapter.ruleset": [RULESET],
        "teams.number": [team.sequences.count(), 1],
        "teams.opponent": [rival.slug],
        "teams.match": [coming.pk],
        "teams.key": ["kicking", "receiving"],
        "teams.member": [1, team.players.filter(left_at__isnull=True).order_by("member").last().member],
        "matches.pk": [played_match.pk, coming.pk],
        "api.pk": [played_match.pk],
        "api:season.pk": [finished.pk, running.pk],
        "api:draft.pk": [Draft.objects.get().pk],
        "api:draft-submit.pk": [Draft.objects.get().pk],
        "league.pk": [Draft.objects.get().pk],
        "ruleset": [RULESET, "battleball"],
        "rulings:ruling.ruleset": [RULESET],
        "rulings:show.ruleset": [RULESET],
        "rulings:skill.ruleset": [RULESET],
        "rulings:table.ruleset": [RULESET],
        "rulings:skill-show.ruleset": [RULESET],
        "rulings:table-show.ruleset": [RULESET],
        "api:ruling.ruleset": [RULESET],
        "ruling": [longest],
        "rulings:skill.topic": [skill.removeprefix(f"{RULESET}.")],
        "rulings:skill-show.topic": [skill.removeprefix(f"{RULESET}.")],
        "topic": [table.removeprefix(f"{RULESET}.")],
        "choice": [_first_choice("ruling", longest)],
        "rulings:skill-show.case": [_first_choice("skill", skill)],
        "case": [_first_choice("table", table)],
        "secret": [secret],
        "app_label": ["matches", "teams", "league"],
        "object_id": [1],
        "id": [1],
    }


def _most_played(kind: str) -> str:
    """What has most scenarios, and so the longest page."""
    from engine.handbook import played

    return max((each for each in played(RULESET) if each[0] == kind), key=lambda each: len(played(RULESET)[each]))[1]


def _first_choice(kind: str, topic: str) -> str:
    from pages.rulebook.scenarios import scenarios

    return next(choice for each in scenarios(RULESET, kind, topic) for choice in each.choices)


def _fillings(
    wanted: tuple[str, ...], namespace: str, name: str, samples: dict[str, list[Any]]
) -> Iterator[dict[str, Any]]:
    if not wanted:
        yield {}
        return
    first, *rest = wanted
    for key in (f"{name}.{first}", f"{namespace}.{first}", first):
        if key in samples:
            for value in samples[key]:
                yield from ({first: value, **others} for others in _fillings(tuple(rest), namespace, name, samples))
            return
    raise SystemExit(f"There is no sample for the argument {first} of {name}.")


if __name__ == "__main__":
    sys.exit(main())

"""Who may ask what: every route and method, for every role, in a private league of one's own and in a public one of others."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from django.template.backends.django import Template

from tests.permissions.asking import row
from tests.permissions.routes import routes
from tests.permissions.world import ROLES, build

HERE = Path(__file__).parent
TABLE: dict[str, Any] = yaml.safe_load((HERE / "permissions.yaml").read_text())
BODIES: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "bodies.yaml").read_text())
PARTS = {
    "leagues": ("league:",),
    "teams": ("teams:",),
    "matches": ("matches:", "rulings:"),
    "api": ("api",),
    "rest": ("",),
}


def part_of(route: str) -> str:
    """Which part of the walk a route is in; they run beside each other."""
    return next(part for part, beginnings in PARTS.items() if route.startswith(beginnings))


def test_every_route_and_method_has_a_row_and_every_row_a_route() -> None:
    assert {name: set(row) for name, row in TABLE["routes"].items()} == {
        name: each[1] for name, each in routes().items()
    }


def test_every_audience_says_something_of_every_role_and_is_used() -> None:
    audiences = TABLE["audiences"]
    lengths = {len(signs) for audience in audiences.values() for signs in audience.values()}
    assert lengths == {len(ROLES)}
    assert {name for row in TABLE["routes"].values() for name in row.values()} == set(audiences)


def test_every_body_is_for_a_route() -> None:
    assert BODIES.keys() <= TABLE["routes"].keys()


@pytest.mark.django_db
@pytest.mark.parametrize("part", PARTS)
def test_who_may_ask_what(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clients, sides = build()
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")  # what a page shows is for other tests
    wrong = []
    for name, (parts, methods) in routes().items():
        if part_of(name) != part:
            continue
        for method in sorted(methods):
            audience = TABLE["audiences"][TABLE["routes"][name][method]]
            for side in ("ours", "theirs") if parts else ("ours",):
                found = row(clients, sides[side], name, parts, method, BODIES.get(name, {}))
                if found != audience[side]:
                    wrong.append(f"{method} {name}, {side}: {found} and not {audience[side]}")
    assert wrong == []

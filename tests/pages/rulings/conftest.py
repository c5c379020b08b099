"""What the tests of the rules pages share."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import engine
from league.services import league_create
from tests.builders import make_user
from tests.pages.conftest import signed_in, squeezed

BB = "/rulings/bb2025/"
CATALOGUE = engine.ruleset("bb2025").catalogue


def page(path: str) -> str:
    return squeezed(Client().get(path).content.decode())


def linked(html: str) -> list[str]:
    """The rulings that the headings of a page link to."""
    return re.findall(r'<h[34]><a href="/rulings/bb2025/(bb2025\.[^/]+)/">', html)


@pytest.fixture
def rules_form(db: None) -> tuple[Client, str]:
    fields: dict[str, Any] = {"name": "Naffers", "ruleset": "bb2025", "profile": "naf", "description": ""}
    decided = {
        "bb2025.wide-zone-includes-end-zone": "excluded",
        "bb2025.blitz-target-and-negatraits": CATALOGUE.entry("bb2025.blitz-target-and-negatraits").default,
    }
    commissioner = make_user("cara")
    league = league_create(commissioner=commissioner, rulings=decided, **fields)
    return signed_in(commissioner), reverse("league:rules-edit", args=[league.slug])

"""A team that lives by its ledger, in the middle of the sequence after a match, and how its pages are asked for."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from teams.ledger.services import ledger_append
from teams.models import LedgerRow, Team
from teams.sequence.services import sequence_record
from tests.builders import make_team, make_user
from tests.engine.campaign.results import injury, result_of
from tests.pages.conftest import signed_in, squeezed

PAGES = ("team", "ledger", "print", "history", "orders", "plan", "co-coaches")
MOST_QUERIES = 15  # none of them grows with the age of a team


@pytest.fixture
def owner() -> User:
    return make_user("abel")


@pytest.fixture
def client(owner: User) -> Client:
    return signed_in(owner)


@pytest.fixture
def team(owner: User) -> Team:
    """Humans after one match: player 2 lost an armour point, player 5 died, and the sequence is open."""
    team = make_team(owner, "Tollgate", ruleset="bb2025", roster="human")
    hurt = {"2": injury("lasting-injury", "av"), "5": injury("dead")}
    figures = {str(n): {"spp": n} for n in range(1, 12)}
    sequence_record(
        team=team,
        result=result_of(figures, injuries=hurt),
        side="home",
        match=7,
        opponent="Bog Lane Bashers",
        deadline=None,
    )
    return team


def at(name: str, team: Team, *more: Any) -> str:
    return reverse(f"teams:{name}", args=[team.slug, *more])


def page(client: Client, name: str, team: Team, *more: Any, query: str = "") -> str:
    response = client.get(at(name, team, *more) + query)
    assert response.status_code == 200
    return squeezed(response.content.decode())


def enter(team: Team, kind: str, member: int | None = None, **columns: Any) -> None:
    """A row as the rules might have written it."""
    ledger_append(
        team=team,
        effect=lambda editor: editor.enter(kind, member, **columns),
        action="test",
        by=LedgerRow.By.MATCH,
    )


def request_of(team: Team, **fields: Any) -> dict[str, Any]:
    return {"version": team.ledger.count(), "key": uuid4(), **fields}


def shown_order(html: str) -> list[str]:
    return re.findall(r'class="num shirt">(\d+)<', html)


def drawn(html: str) -> list[tuple[int, int]]:
    """The points of the one line that is drawn."""
    (dots,) = re.findall(r'class="dots" d="([^"]*)"', html)
    return [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h0", dots)]

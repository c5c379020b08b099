"""Twenty tabs of one page, sent at once: a step is done once, its dice are rolled once, and no step is passed over."""

from collections import Counter
from typing import Any
from uuid import uuid4

import pytest

from teams.ledger.services import team_club
from teams.models import Team
from tests.aftermaths import after_match
from tests.builders import make_team, make_user
from tests.live.services import Live
from tests.live.test_books_concurrency import DEVICES, at_once
from tests.pages.conftest import signed_in

pytestmark = pytest.mark.live
SERVED, REFUSED = "302", "200"  # the page comes again, or with what was refused


def send(team: Team, action: str, **fields: Any) -> Counter[str]:
    """The same form of as many tabs, each with a key of its own."""
    version = team_club(team).rows
    tabs = [signed_in(team.owner) for _ in range(DEVICES)]

    def post(number: int) -> str:
        form = {"action": action, "version": version, "key": str(uuid4()), **fields}
        return str(tabs[number].post(f"/teams/{team.slug}/sequence/", form).status_code)

    return at_once(post)


def test_dice_are_rolled_and_steps_are_ended_once(live_orm: Live) -> None:
    team = after_match(make_team(make_user(), "Team", ruleset="bb2025", roster="human"))
    once = {SERVED: 1, REFUSED: DEVICES - 1}
    assert send(team, "nominate", members=[1, 2, 3, 4, 5, 6]) == once
    assert team.ledger.filter(kind="mvp").count() == 1
    assert send(team, "finish") == once
    assert team_club(team).step == "advancement"
    assert send(team, "orders") == once
    assert team.sequences.filter(closed_at__isnull=False).count() == 1
    assert team.ledger.filter(kind="step", data__to="ready").count() == 1

"""Twenty requests at once found one league too many for nobody, nor do they have one plan too many tried."""

import pytest

from journal.errors import Refused
from league import limits
from league.drafting import Draft
from league.drafts import services as drafts
from league.models import League
from matches.models import PlanTrial
from matches.trials import PER_HOUR, trial_start
from tests.builders import make_league, make_team, make_user
from tests.live.services import Live
from tests.live.test_books_concurrency import DEVICES, at_once

pytestmark = pytest.mark.live
MOST = 3


def test_what_one_user_may_own_is_counted_in_turn(live_orm: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_LEAGUES", MOST)
    monkeypatch.setattr(drafts, "MOST_UNFINISHED", MOST)
    cara = make_user()

    def found(number: int) -> str:
        try:
            make_league(cara, f"League {number}")
        except Refused as refusal:
            return refusal.code
        return "founded"

    def draft(number: int) -> str:
        try:
            drafts.draft_create(owner=cara, ruleset="bb2025", roster="orc")
        except Refused as refusal:
            return refusal.code
        return "begun"

    assert at_once(found) == {"founded": MOST, "too-many-leagues": DEVICES - MOST}
    assert at_once(draft) == {"begun": MOST, "too-many-drafts": DEVICES - MOST}
    assert (League.objects.count(), Draft.objects.count()) == (MOST, MOST)


def test_the_trials_of_one_coach_are_counted_in_turn(live_orm: Live) -> None:
    cara = make_user()
    rival, *own = [make_team(cara, f"Team {n}", ruleset="bb2025", roster="human") for n in range(DEVICES + 1)]

    def start(number: int) -> str:
        try:
            trial_start(actor=cara, team=own[number], opponent=rival, plan={"style": "run"})
        except Refused as refusal:
            return refusal.code
        return "begun"

    assert at_once(start) == {"begun": PER_HOUR, "too-many-trials": DEVICES - PER_HOUR}
    assert PlanTrial.objects.count() == PER_HOUR

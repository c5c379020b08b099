"""How much one user may own, whichever way it is made."""

from collections.abc import Callable

import pytest

from journal.errors import Refused
from league import limits
from league.handover.services import handover_accept, handover_offer
from league.models import League
from teams import services as teams
from teams.models import Team
from tests.builders import make_league, make_team, make_user

pytestmark = pytest.mark.django_db


def refused(action: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        action()
    return caught.value.code


def test_one_commissioner_has_so_many_leagues(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_LEAGUES", 2)
    cara = make_user()
    make_league(cara, "One")
    make_league(cara, "Two")
    assert refused(lambda: make_league(cara, "Three")) == "too-many-leagues"
    assert League.objects.count() == 2
    abel = make_user("abel")
    other = make_league(abel, "Three")
    handover_offer(actor=abel, league=other, name=cara.username)
    assert refused(lambda: handover_accept(actor=cara, league=other)) == "too-many-leagues"
    assert League.objects.get(pk=other.pk).commissioner == abel


@pytest.mark.parametrize("game", [{"ruleset": "battleball"}, {"ruleset": "bb2025", "roster": "human"}], ids=str)
def test_one_coach_has_so_many_teams(game: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teams, "MOST_TEAMS", 2)
    abel = make_user("abel")
    make_team(abel, "One", ruleset="battleball")
    make_team(abel, "Two", ruleset="bb2025", roster="orc")
    assert refused(lambda: make_team(abel, "Three", **game)) == "too-many-teams"
    assert Team.objects.count() == 2
    assert make_team(make_user("cara"), "Three", **game).pk

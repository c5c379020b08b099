"""A link that lets three in lets in three, however many press at once; a league with three places fills three."""

import pytest

from journal.errors import Refused
from league.joining.services import league_door_set, link_create, link_use
from league.models import Entry
from league.people import InvitationUse
from league.seasons.services import season_enter
from tests.builders import make_league, make_season, make_team, make_user
from tests.live.services import Live
from tests.live.test_books_concurrency import DEVICES, at_once

pytestmark = pytest.mark.live
MOST = 3


def test_places_are_given_out_in_turn(live_orm: Live) -> None:
    league = make_league(make_user("cara"))
    season = make_season(league)
    league_door_set(actor=league.commissioner, league=league, most_teams=MOST)
    _, secret = link_create(actor=league.commissioner, league=league, uses=MOST, days=1)
    people = [make_user(f"coach{number}") for number in range(DEVICES)]
    teams = [make_team(user, f"Team {number}") for number, user in enumerate(people)]

    def use(number: int) -> str:
        try:
            link_use(actor=people[number], secret=secret)
        except Refused as refusal:
            return refusal.code
        return "in"

    def enter(number: int) -> str:
        try:
            season_enter(actor=people[number], season=season, team=teams[number])
        except Refused as refusal:
            return refusal.code
        return "entered"

    assert at_once(use) == {"in": MOST, "link-closed": DEVICES - MOST}
    assert list(InvitationUse.objects.values_list("place", flat=True)) == [1, 2, 3]
    assert at_once(enter) == {"entered": MOST, "season-full": DEVICES - MOST}
    assert Entry.objects.count() == MOST

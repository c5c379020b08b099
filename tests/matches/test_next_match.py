"""What a coach plans by hand for one match: used when its line-ups are locked, instead of the standing orders, and only then."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from journal.errors import Refused
from journal.models import LogEntry
from matches.models import Match
from matches.next_match import match_plan_set
from matches.services import match_lock, season_start
from teams.ledger.services import ledger_append, team_club
from teams.models import LedgerRow, Team
from tests.builders import make_league, make_season, make_user, matches_of
from tests.pages.conftest import squeezed

pytestmark = pytest.mark.django_db
PETTY = 200
PRAYERS = {"wishes": [["prayers-to-nuffle", 2]], "mercenaries": [], "own": 0}


def first_and_second() -> list[Match]:
    league = make_league(make_user("nuffle"), "Crossroads", ruleset="bb2025", profile="official")
    opened = make_season(league, rosters=("orc", "human"), legs=2)
    return matches_of(season_start(actor=league.commissioner, season=opened))


@pytest.fixture
def matches() -> list[Match]:
    return first_and_second()


@pytest.fixture
def rich(matches: list[Match]) -> Team:
    """The team of the higher value, with gold in its treasury."""
    team = max((matches[0].fixture.home, matches[0].fixture.away), key=lambda each: each.current_value)
    ledger_append(team=team, effect=lambda editor: editor.enter("prize", gold=PETTY), action="prize", by="match")
    return Team.objects.get(pk=team.pk)


@pytest.fixture
def underdog(matches: list[Match], rich: Team) -> Team:
    return next(each for each in (matches[0].fixture.home, matches[0].fixture.away) if each != rich)


def plan(team: Team, match: Match, wanted: Mapping[str, Any] = PRAYERS) -> None:
    match_plan_set(actor=team.owner, team=team, match=match.pk, plan=wanted)


def bought(team: Team) -> list[Any]:
    return list(team.ledger.filter(kind="inducements").values_list("data__bought", flat=True))


def test_what_is_planned_by_hand_is_bought_instead_of_the_standing_orders(
    matches: list[Match], rich: Team, underdog: Team
) -> None:
    team_before = team_club(rich).treasury
    rich.orders = {"inducements": {"wishes": [["bribes", 1]], "own": 100}}
    rich.save()
    plan(rich, matches[0], {"wishes": [["team-mascot", 1], ["prayers-to-nuffle", 3]], "own": 45})
    sheets = match_lock(match_id=matches[0].pk).lineup["sheets"]
    row = rich.ledger.get(kind="inducements")
    assert row.data["bought"] == {"team-mascot": 1, "prayers-to-nuffle": 2}
    assert (row.gold, row.by, row.match, row.why) == (-45, LedgerRow.By.COACH, matches[0].pk, matches[0].cause)
    assert team_club(rich).treasury == team_before - 45
    assert {"team-mascot": 1, "prayers-to-nuffle": 2} in [sheet["inducements"] for sheet in sheets]
    assert Team.objects.get(pk=rich.pk).match_plan == {}
    ledger = Client().get(reverse("teams:ledger", args=[rich.slug])).content.decode()
    assert "Team Mascot" in ledger
    assert reverse("matches:match", args=[matches[0].pk]) in ledger
    theirs = underdog.ledger.filter(kind="inducements").values_list("by", flat=True)
    assert list(theirs) == [LedgerRow.By.ORDERS]


def test_a_plan_for_another_match_waits_and_an_empty_one_leaves_it_to_the_orders(
    matches: list[Match], rich: Team, underdog: Team
) -> None:
    for team in (rich, underdog):
        team.orders = {"inducements": {"wishes": [["temp-agency-cheerleaders", 1]], "own": 50}}
        team.save()
    later = {"match": matches[1].pk, **PRAYERS}
    Team.objects.filter(pk=rich.pk).update(match_plan=later)
    plan(underdog, matches[0])
    plan(underdog, matches[0], {})
    assert [
        each.data["new"].get("wishes") for each in LogEntry.objects.filter(action="team.match-plan").order_by("pk")
    ] == [PRAYERS["wishes"], None]
    match_lock(match_id=matches[0].pk)
    assert bought(rich) == bought(underdog) == [{"temp-agency-cheerleaders": 1}]
    assert Team.objects.get(pk=rich.pk).match_plan == later


def test_strangers_and_plans_for_a_match_that_is_locked_or_not_the_next_are_refused(
    matches: list[Match], rich: Team, underdog: Team
) -> None:
    with pytest.raises(PermissionDenied):
        match_plan_set(actor=underdog.owner, team=rich, match=matches[0].pk, plan=PRAYERS)
    with pytest.raises(Refused) as not_next:
        plan(rich, matches[1])
    match_lock(match_id=matches[0].pk)
    with pytest.raises(Refused) as too_late:
        plan(rich, matches[0])
    assert (not_next.value.code, too_late.value.code) == ("match-locked", "match-locked")
    plan(rich, matches[1])
    assert Team.objects.get(pk=rich.pk).match_plan["match"] == matches[1].pk


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"wishes": [["a-dragon", 1]]}, "bad-orders"),
        ({"own": -1}, "bad-orders"),
        ({"wishes": [["bribes", 9]]}, "not-for-sale"),
        ({"wishes": [["bribes", 2], ["bribes", 2]]}, "not-for-sale"),
        ({"wishes": [["mortuary-assistant", 1]]}, "not-for-sale"),
        (
            {"wishes": [["mercenary-players", 1]], "mercenaries": [{"position": "human-lineman", "skill": "claws"}]},
            "not-for-sale",
        ),
    ],
)
def test_what_the_team_may_not_have_is_refused_with_the_rule(
    matches: list[Match], wanted: Mapping[str, Any], code: str
) -> None:
    humans = Team.objects.get(roster="human")
    with pytest.raises(Refused) as caught:
        plan(humans, matches[0], wanted)
    assert caught.value.code == code
    assert caught.value.rule.startswith("Core p.")
    assert Team.objects.get(pk=humans.pk).match_plan == {}


# The page -------------------------------------------------------------------------------------------------------------------


def coach_of(team: Team) -> Client:
    client = Client()
    client.force_login(team.owner)
    return client


def test_the_page_says_how_things_stand_and_takes_the_plan(
    matches: list[Match], rich: Team, underdog: Team, django_assert_max_num_queries: Any
) -> None:
    address, coach = reverse("teams:next", args=[underdog.slug]), coach_of(underdog)
    difference = rich.current_value - underdog.current_value
    assert address in coach.get(reverse("teams:team", args=[underdog.slug])).content.decode()
    with django_assert_max_num_queries(12):
        shown = squeezed(coach.get(address).content.decode())
    assert f"<strong>{rich.name} buys first,</strong>" in shown
    assert f"has {difference}k of petty cash" in shown
    assert "The standing orders decide." in shown
    assert "Riotous Rookies" not in shown  # among the standard wishes, but not for this team
    counted = coach.post(address, {"match": matches[0].pk, "own": "0", "team-mascot": "1", "bribes": "3", "count": "1"})
    total = squeezed(counted.content.decode())
    can_pay = difference // 50
    assert Team.objects.get(pk=underdog.pk).match_plan == {}
    may_add = min(underdog.campaign.words.underdog_adds, team_club(underdog).treasury)
    assert f"which is {may_add}k now" in total
    assert f'own gold 0k of {may_add}k</span>, <span class="nowrap">limited to 0k' in total
    assert f"petty cash {difference}k" in total
    assert f"{difference - 50 * can_pay}k left to spend" in total
    assert "Not bought: " in total
    asked = {
        "match": matches[0].pk,
        "own": "30",
        "bribes": "1",
        "prayers-to-nuffle": "1",
        "mercenaries": ["", ""],
        "mercenaries-skill": ["", ""],
    }
    assert coach.post(address, asked).status_code == 302
    assert Team.objects.get(pk=underdog.pk).match_plan == {
        "match": matches[0].pk,
        "wishes": [["bribes", 1], ["prayers-to-nuffle", 1]],  # in the order of the standing orders
        "mercenaries": [],
        "own": 30,
    }
    shown = coach.get(address).content.decode()
    assert "You planned this match by hand." in shown
    assert "10k in all</strong>" in squeezed(shown)
    assert "Bought: 1 Prayer to Nuffle." in squeezed(shown)
    assert coach.post(address, {"match": matches[0].pk, "orders": "1"}).status_code == 302
    assert Team.objects.get(pk=underdog.pk).match_plan == {}


def test_the_page_is_for_coaches_and_says_why_it_refuses(matches: list[Match], rich: Team, underdog: Team) -> None:
    address = reverse("teams:next", args=[rich.slug])
    assert Client().get(address).status_code == 302
    assert coach_of(underdog).get(address).status_code == 403
    assert coach_of(underdog).post(address, {"match": matches[0].pk, "own": "0"}).status_code == 403
    coach = coach_of(rich)
    asked = {"match": matches[0].pk, "own": "0", "mercenaries": "Dragon", "mercenaries-skill": "", "team-mascot": "2"}
    refused = coach.post(address, asked).content.decode()
    assert "There is no position called “Dragon”." in refused
    assert "A team may have at most 1 (Core p.142)." in refused
    match_lock(match_id=matches[0].pk)
    for late in ({"match": matches[0].pk, "own": "0"}, {"match": matches[0].pk, "orders": "1"}):
        assert "The line-ups of that match are locked" in coach.post(address, late).content.decode()
    match_lock_all(matches)
    assert "There is no match to prepare." in coach.get(address).content.decode()


def match_lock_all(matches: list[Match]) -> None:
    """As if everything had been played up to the last line-ups."""
    Match.objects.filter(pk=matches[1].pk).update(
        locked_at=matches[1].due_at, sealed_seed="5" * 64, commitment="c" * 64
    )

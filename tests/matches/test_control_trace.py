"""What every measure leaves behind: rows in the ledgers of both teams, or none, and its reason for everybody to read."""

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from journal.models import LogEntry
from league.people import Role
from matches.control import appointments, fixtures, replacing, results, seasons
from matches.control.results import Later
from matches.models import Measure
from matches.services import match_lock
from teams.models import LedgerRow
from tests.builders import bloodbowl_season, make_staff, make_team, matches_of
from tests.matches.test_control_results import asked, fresh

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
STRUCK, RECOUNTED = [("revoked", "commissioner", "A mix-up.")], [("recounted", "commissioner", "A mix-up.")]
Rows = list[tuple[str, str, str]]


def by_match(*kinds: str) -> Rows:
    """The rules write what the end of a match means, whoever brought it about."""
    return [(kind, "match", "") for kind in kinds]


def on_match(control: Callable[..., Any], **more: Any) -> Callable[[SimpleNamespace], Any]:
    return lambda world: control(match=fresh(world.match), **more, **asked(world.season))


def on_season(control: Callable[..., Any], **more: Any) -> Callable[[SimpleNamespace], Any]:
    return lambda world: control(season=world.season, **more, **asked(world.season))


def given_up(world: SimpleNamespace) -> None:
    results.match_forfeit(
        match=fresh(world.match), side="home", penalty=False, **{**asked(world.season), "reason": "Ill."}
    )


def later(control: Callable[..., Any], field: str, **more: Any) -> Callable[[SimpleNamespace], Any]:
    return lambda world: on_match(control, **{field: world.match.due_at + HOUR}, **more)(world)


def deadline(world: SimpleNamespace) -> Any:
    at = world.match.due_at + HOUR
    return fixtures.round_set_deadline(played_in=world.match.fixture.round, deadline=at, **asked(world.season))


def withdrawn(consequence: str) -> Callable[[SimpleNamespace], Any]:
    return lambda world: on_season(seasons.team_withdraw, team=world.home, consequence=consequence)(world)


def replaced(world: SimpleNamespace) -> Any:
    new = make_team(make_staff(world.season.league, Role.ASSISTANT), "Newcomers", ruleset="bb2025", roster="dwarf")
    return on_season(replacing.team_replace, team=world.home, newcomer=new)(world)


def filled(world: SimpleNamespace) -> Any:
    return on_season(replacing.team_replace_by_filler, team=world.home, roster="dwarf")(world)


def added(world: SimpleNamespace) -> Any:
    return on_season(seasons.round_add, again=world.match.fixture.round, kick_off=world.match.due_at + HOUR)(world)


def agreed(world: SimpleNamespace) -> None:
    proposal = appointments.time_propose(actor=world.home.owner, match=world.match, due_at=world.match.due_at + HOUR)
    appointments.time_accept(actor=world.away.owner, proposal=proposal)
    assert LogEntry.objects.filter(action="match.time-agreed", object_id=str(world.match.pk)).count() == 1


def locked(world: SimpleNamespace) -> None:
    match_lock(match_id=world.match.pk)


def nothing(world: SimpleNamespace) -> None:
    """The match is still to be played."""


PAID = by_match("played", "winnings", "step")
PENALTY = (by_match("played", "staff", "step"), by_match("played", "winnings", "staff", "step"))
OVER = by_match("played", "step")
# What was before, what is decided, the kinds of measures that this makes, and what is new in the ledgers of home and away.
MEASURES: dict[str, tuple[Any, Any, list[str], Rows, Rows]] = {
    "moved": (nothing, later(fixtures.match_move, "due_at"), ["moved"], [], []),
    "played now": (nothing, on_match(fixtures.match_play_now), ["moved"], [], []),
    "swapped": (nothing, on_match(fixtures.match_swap), ["swapped"], [], []),
    "deadline": (nothing, deadline, ["deadline"], [], []),
    "void": (nothing, on_match(results.match_void), ["voided"], [], []),
    "void and locked": (locked, on_match(results.match_void), ["voided"], STRUCK, []),  # the home team took a journeyman
    "void and out of the books": (given_up, on_match(results.match_void, later=Later.BOOKS), ["voided"], STRUCK, STRUCK),
    "decided": (nothing, on_match(results.match_decide, score=(2, 1)), ["decided"], RECOUNTED, RECOUNTED),
    "replayed": (given_up, later(results.match_replay, "due_at"), ["replayed"], STRUCK, STRUCK),
    "given up": (nothing, on_match(results.match_forfeit, side="home", penalty=False), ["forfeited"], OVER, PAID),
    "penalised": (nothing, on_match(results.match_forfeit, side="home", penalty=True), ["forfeited"], *PENALTY),
    "lost by both": (nothing, on_match(results.match_unplayed), ["unplayed"], OVER, OVER),
    "withdrawn": (nothing, withdrawn("leave"), ["withdrawn", "voided", "voided"], [], []),
    "withdrawn, all given up": (nothing, withdrawn("forfeit"), ["withdrawn", "forfeited", "forfeited"], [], []),
    "replaced": (nothing, replaced, ["replaced"], [], []),
    "replaced by a filler": (nothing, filled, ["replaced"], [], []),
    "round added": (nothing, added, ["round-added"], [], []),
    "ended": (nothing, on_season(seasons.season_end), ["ended", "voided", "voided"], [], []),
    "policy": (nothing, on_season(seasons.absence_policy_set, absence={"does": "ai"}), ["policy"], [], []),
    "time agreed": (nothing, agreed, [], [], []),
}  # fmt: skip


@pytest.mark.parametrize("what", MEASURES)
def test_what_a_measure_leaves_in_the_ledgers_and_for_everybody_to_read(what: str) -> None:
    before, decide, kinds, *expected = MEASURES[what]
    season = bloodbowl_season("human", "orc", legs=2, ago=-120, every=1440)
    match = fresh(matches_of(season)[0])
    world = SimpleNamespace(season=season, match=match, home=match.fixture.home, away=match.fixture.away)
    before(world)
    known = list(LedgerRow.objects.values_list("pk", flat=True))
    decide(world)
    client, new = Client(), LedgerRow.objects.exclude(pk__in=known)
    for team, rows in zip((world.home, world.away), expected, strict=True):
        assert list(new.filter(team=team).order_by("number").values_list("kind", "by", "reason")) == rows
        reasons = [reason for *_, reason in rows if reason]
        assert client.get(f"/teams/{team.slug}/ledger/").content.decode().count("A mix-up.") == len(reasons)
    found = Measure.objects.filter(reason="A mix-up.").order_by("pk")
    assert sorted(found.values_list("kind", flat=True)) == sorted(kinds)
    public = client.get(f"/leagues/{season.league.slug}/seasons/1/measures/").content.decode()
    assert public.count("A mix-up.") == len(kinds)
    of_match = client.get(f"/matches/{match.pk}/").content.decode()
    assert of_match.count("A mix-up.") == found.filter(match=match).count()

"""What is decided about a season of a fault run while it is played. Runs inside Django, in a process for each command.

A command has its key from the place in the plan, so that it can be sent as often as anybody likes.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.utils import timezone

from journal.errors import Refused
from league.models import Season
from matches.control import fixtures, results, seasons
from matches.control.measures import previewed, ripples_of
from matches.control.ripples import fingerprint
from matches.models import Match, Measure
from scripts.faults.names import match_name, seed_of
from teams.models import Team
from teams.seeds import seeds_from

KEYS = UUID("0f2b4a4e-1c43-4d0e-9a53-6d1c0f1a2b3c")
MEANWHILE, STOOD_STILL = "While others play.", "While nothing else is played."
MOMENTS = ("due_at", "kick_off", "deadline")
SERVICES: dict[str, Callable[..., Measure]] = {
    each.__name__: each
    for each in (
        fixtures.match_move,
        fixtures.match_swap,
        fixtures.round_set_deadline,
        results.match_void,
        results.match_decide,
        results.match_replay,
        results.match_forfeit,
        results.match_unplayed,
        seasons.team_withdraw,
        seasons.season_end,
        seasons.round_add,
    )
}
Control = dict[str, Any]


def act(seed: int, season_id: int, step: int, controls: list[Control], still: bool) -> dict[str, Any]:
    """Do what a step of the plan says; the numbers of the measures, or why one of them was refused.

    What is played now is left out: whoever asks a second time finds some of it over.
    """
    season = Season.objects.select_related("league__commissioner").get(pk=season_id)
    with seeds_from(lambda what: seed_of(seed, what)):
        try:
            measures = {
                (place, name): _take(
                    season, uuid5(KEYS, f"{season_id} {step} {place} {name}"), service, arguments, still
                )
                for place, control in enumerate(controls)
                for name, service, arguments in _calls(season, **control)
            }
        except Refused as refusal:
            return {"refused": f"{refusal.code}: {refusal.message}"}
    return {"measures": [pk for (_, name), pk in measures.items() if not name]}


def _take(season: Season, key: UUID, service: Callable[..., Measure], arguments: Control, still: bool) -> int:
    reason = STOOD_STILL if still else MEANWHILE
    asked: Control = {"actor": season.league.commissioner, "reason": reason, "key": key}
    if still:
        shown = previewed(lambda: service(**arguments, **asked))
        asked["seen"] = fingerprint(ripples_of(shown))
    return service(**arguments, **asked).pk


def _calls(season: Season, do: str, **said: Any) -> Iterator[tuple[str, Callable[..., Measure], Control]]:
    """The service, or one call for each match of a round that is to be played now."""
    if do == "play":
        for match in _matches(season, said["round"]).filter(
            resolved_at=None, locked_at=None, due_at__gt=timezone.now()
        ):
            yield match_name(match.pk), fixtures.match_play_now, {"match": match}
        return
    for name in MOMENTS:
        if name in said:
            said[name] = datetime.fromisoformat(said[name])
    if do.startswith("match_"):
        said["match"] = _matches(season, said.pop("round")).filter(fixture__slot=said.pop("slot")).last()
    elif do == "round_set_deadline":
        said["played_in"] = season.rounds.get(number=said.pop("round"))
    else:
        said["season"] = season
    if "again" in said:
        said["again"] = season.rounds.get(number=said["again"])
    if "team" in said:
        said["team"] = Team.objects.get(pk=said["team"])
    yield "", SERVICES[do], said


def _matches(season: Season, number: int) -> Any:
    found = Match.objects.filter(fixture__round__season=season, fixture__round__number=number).order_by("pk")
    return found.select_related("fixture__round__season__league", "fixture__home", "fixture__away")

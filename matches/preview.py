"""Both teams of a match before its kick-off: what they are worth, how they have played, and whom to watch.

All of it is public anyway, on the pages of the teams. Game plans and what is planned to be bought are not here: of what was
bought everybody learns when the line-ups are locked.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet

import engine
from engine.campaign import Club, Member
from league.models import Fixture, Result
from league.visibility import visible
from matches.models import Match, PlayerStats
from matches.selectors import LEAGUE, Totals, played_matches, team_totals
from teams.ledger.services import editors_of
from teams.models import Player, Team

KEY_PLAYERS = 3
MEETINGS = 5  # of the earlier ones that are listed


@dataclass(frozen=True, slots=True)
class KeyPlayer:
    name: str
    position: str
    said: str  # why to watch this one
    member: int | None = None  # whose page there is, in games whose players have one
    captain: bool = False


@dataclass(slots=True)
class Prospects:
    """A team before a match; `value` is the current one, in games that have such a thing."""

    team: Team
    totals: Totals
    players: list[KeyPlayer] = field(default_factory=list)
    value: int | None = None
    bought: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Preview:
    sides: list[Prospects]
    meetings: list[Match]  # the latest first
    balance: tuple[int, int, int]  # of all their matches: won by home, drawn, won by away
    weather: bool  # is rolled for


def match_preview(match: Match, user: Any) -> Preview:
    """Eight queries at most. Of other leagues, only what the reader sees counts."""
    fixture = match.fixture
    sides = [Prospects(team, team_totals(team, user)) for team in (fixture.home, fixture.away)]
    rules = engine.ruleset(fixture.round.season.league.ruleset)
    if rules.has_campaign:
        _from_the_books(sides, match)
    else:
        _from_statistics(sides, rules)
    between = Q(fixture__home=fixture.home, fixture__away=fixture.away) | Q(
        fixture__home=fixture.away, fixture__away=fixture.home
    )
    meetings = list(played_matches(user).filter(between)[:MEETINGS])
    return Preview(
        sides,
        meetings,
        _balance(fixture, Result.objects.filter(between, visible(user, LEAGUE))),
        weather=rules.has_campaign,
    )


def _from_the_books(sides: Iterable[Prospects], match: Match) -> None:
    editors = editors_of({side.team: None for side in sides})
    sheets = match.locked_lineup["sheets"] if match.locked_at else ({}, {})
    for side, editor, sheet in zip(sides, editors, sheets, strict=True):
        club = editor.club
        side.value = club.campaign.value.current(club)
        side.players = _key_members(club)
        known = club.campaign.words.inducements
        side.bought = [known[key].counted(count) for key, count in sheet.get("inducements", {}).items()]


def _key_members(club: Club) -> list[KeyPlayer]:
    """The captain, and those who have earned most, or cost most as long as nobody has earned anything."""
    able = sorted(club.eligible, key=lambda each: (-each.earned, -each.value, each.number))
    led = [each for each in able if each.id == club.captain]
    shown = [*led, *(each for each in able if each.id != club.captain)][:KEY_PLAYERS]
    return [
        KeyPlayer(each.name, each.position.name, _worth(each), member=each.id, captain=each.id == club.captain)
        for each in shown
    ]


def _worth(member: Member) -> str:
    return f"{member.earned} SPP earned, {member.value}k" if member.earned else f"{member.value}k"


def _from_statistics(sides: Iterable[Prospects], rules: engine.Ruleset) -> None:
    """Whoever has done most of what comes first among the game's figures."""
    figures = rules.player_figures
    sums: dict[int, Counter[str]] = defaultdict(Counter)
    stats = PlayerStats.objects.filter(player__team__in=[side.team for side in sides], player__left_at=None)
    for player, done in stats.values_list("player", "figures"):
        sums[player].update(done)
    known = [player for player, done in sums.items() if any(done[each.key] for each in figures)]
    best = sorted(known, key=lambda player: ([-sums[player][each.key] for each in figures], player))
    players = Player.objects.in_bulk(best)
    for side in sides:
        own = [players[pk] for pk in best if players[pk].team_id == side.team.pk][:KEY_PLAYERS]
        side.players = [
            KeyPlayer(each.name, rules.positions[each.position].name, _deeds(sums[each.pk], figures)) for each in own
        ]


def _deeds(done: Mapping[str, int], figures: Iterable[Any]) -> str:
    return ", ".join(f"{done[each.key]} {each.abbr}" for each in figures if done[each.key])


def _balance(fixture: Fixture, results: QuerySet[Result]) -> tuple[int, int, int]:
    won: Counter[int | None] = Counter()
    for home, away, winner in results.values_list("fixture__home", "fixture__away", "winner"):
        won[{"home": home, "away": away}.get(winner)] += winner in ("home", "away", "draw")
    return won[fixture.home_id], won[None], won[fixture.away_id]

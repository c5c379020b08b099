"""In which order the teams of a season begin: by entry, by chance, by the last season, by hand."""

from collections.abc import Callable
from hashlib import sha256

from league.formats import format_of
from league.formats.base import Entrant as Place
from league.models import Entry, Season
from league.seasons.courses import course_of
from league.seasons.places import season_places


def seeded(season: Season) -> list[Place]:
    """The field of the first stage, best seed first."""
    entries = ORDERS[season.seeding](season, list(season.entries.order_by("pk")))
    return [Place(entry.team_id, seed, filler=entry.filler) for seed, entry in enumerate(entries, start=1)]


def proposed_order(season: Season) -> list[Entry]:
    """As the commissioner has put them; before that as the last season proposes, newcomers at the end."""
    entries = list(season.entries.select_related("team").order_by("pk"))
    by_hand = season.seeding == Season.Seeding.HAND and any(entry.seed for entry in entries)
    return (_by_hand if by_hand else _by_last_season)(season, entries)


def _as_entered(season: Season, entries: list[Entry]) -> list[Entry]:
    return entries


def _by_chance(season: Season, entries: list[Entry]) -> list[Entry]:
    """Anybody can repeat it: teams in the order of the SHA-256 of the season's seed, a colon and their id."""
    return sorted(entries, key=lambda entry: sha256(f"{season.seed}:{entry.team_id}".encode()).digest())


def _by_last_season(season: Season, entries: list[Entry]) -> list[Entry]:
    places = {team: place for place, team in enumerate(order_after_last(season))}
    return sorted(entries, key=lambda entry: places.get(entry.team_id, len(places)))


def order_after_last(season: Season) -> list[int]:
    """The teams of the season before in their order for this one: by their places, or by who goes up and down."""
    last = Season.objects.filter(league=season.league_id, number__lt=season.number, state="finished").first()
    if last is None:
        return []
    first = last.stages.get(number=1)
    chosen = format_of(first.format)
    return chosen.next_order(course_of(first)) if chosen.moves and first.started_at else season_places(last)


def _by_hand(season: Season, entries: list[Entry]) -> list[Entry]:
    """Those without a seed come last, in the order in which they entered."""
    return sorted(entries, key=lambda entry: (entry.seed is None, entry.seed or 0))


ORDERS: dict[str, Callable[[Season, list[Entry]], list[Entry]]] = {
    Season.Seeding.ENTERED: _as_entered,
    Season.Seeding.CHANCE: _by_chance,
    Season.Seeding.LAST_SEASON: _by_last_season,
    Season.Seeding.HAND: _by_hand,
}

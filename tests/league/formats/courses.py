"""Stages played out in memory: the field, a way to decide matches, and every round as the format draws it up."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.formats import format_of
from league.formats.base import Course, Drawn, Entrant, Meeting, Round
from league.standings.games import Game, Row
from league.standings.table import table

Decide = Callable[[int, int], tuple[int, int]]  # home and away: their scores


@dataclass(frozen=True)
class Team:
    pk: int

    @property
    def name(self) -> str:
        return f"Team {self.pk:03}"


def entrants(count: int, *, groups: Sequence[int] = ()) -> list[Entrant]:
    """Teams 101, 102 … in the order of their seeds."""
    return [Entrant(100 + seed, seed, groups[seed - 1] if groups else 0) for seed in range(1, count + 1)]


def begun(key: str, field: Sequence[Entrant], **settings: Any) -> Course:
    chosen = format_of(key)
    cleaned = chosen.clean(settings)
    return course(cleaned, chosen.seated(cleaned, field))


def course(settings: Mapping[str, Any], field: Sequence[Entrant], rounds: Sequence[Round] = ()) -> Course:
    games = [game for each in rounds for game in each.games]

    def ranked(wanted: Collection[int]) -> Sequence[Row]:
        return table([Team(pk) for pk in wanted], [game for game in games if set(wanted).issuperset(game.teams)])

    return Course(settings, sorted(field, key=lambda each: each.seed), tuple(rounds), ranked)


def played(so_far: Course, drawn: Drawn, decide: Decide) -> Course:
    """The same stage after one more round."""
    meetings = [replace(each, game=game(each.home, each.away, decide)) for each in meetings_of(drawn)]
    return course(so_far.settings, so_far.entrants, [*so_far.rounds, Round(meetings, drawn.byes)])


def meetings_of(drawn: Drawn) -> list[Meeting]:
    return [Meeting(pair.home, pair.away, pair.slot) for pair in drawn.pairs]


def game(home: int, away: int, decide: Decide) -> Game:
    one, other = decide(home, away)
    winner = "home" if one > other else "away" if other > one else "draw"
    return Game(home, away, one, other, one, other, winner)


def rounds_of(key: str, start: Course, decide: Decide) -> Iterator[tuple[Drawn, Course]]:
    """Every round as it is drawn up, with the stage after it."""
    now = start
    while drawn := format_of(key).draw(now):
        for each in drawn:
            now = played(now, each, decide)
            yield each, now


def finish(key: str, start: Course, decide: Decide) -> Course:
    now = start
    for _, after in rounds_of(key, start, decide):
        now = after
    assert format_of(key).finished(now)
    return now


def better_seed_wins(home: int, away: int) -> tuple[int, int]:
    return (1, 0) if home < away else (0, 1)


def all_drawn(home: int, away: int) -> tuple[int, int]:
    return 1, 1

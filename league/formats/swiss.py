"""Everybody plays in every round, against somebody who has done about as well.

Each round is one matching of the whole field at the least cost. In the order of their weight, it avoids: meeting again or
resting again; a difference in points; a second match in a row too many at home or away; and within the same points it
brings together neighbours of the table, or in the first round the upper half with the lower one. With an odd number
somebody rests and gets the points of a bye: of those who have not rested yet, the lowest.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber

from league.formats.base import NOBODY, Course, Drawn, Entrant, Format, Pair, Setting
from league.formats.knock_out import rounds_of
from league.formats.matching import cheapest_pairs


class Swiss(Format):
    key = "swiss"
    gives_byes = True
    name = "Swiss"
    about = "Everybody plays in every round, winners against winners. A good order for many teams in few rounds."
    order = 20
    settings = (Setting("rounds", "Rounds", 0, "0: as many as a knock-out would take.", 0, 20),)

    def in_words(self, settings: Mapping[str, Any]) -> str:
        rounds = apnumber(settings["rounds"]) if settings["rounds"] else "as many"
        until = "rounds" if settings["rounds"] else "rounds as a knock-out would take"
        return f"Everybody plays in every round, winners against winners, for {rounds} {until}."

    def length(self, settings: Mapping[str, Any], teams: int) -> int:
        return int(settings["rounds"]) or rounds_of(teams)

    def draw(self, course: Course) -> list[Drawn]:
        if not course.played or self.finished(course):
            return []
        matched = cheapest_pairs(pair_costs(course))
        byes = [team for pair in matched for team in pair if NOBODY in pair and team != NOBODY]
        homes = _homes(course)
        pairs = [_at_home(one, other, homes) for one, other in matched if NOBODY not in (one, other)]
        return [Drawn([Pair(home, away, slot) for slot, (home, away) in enumerate(pairs)], byes)]

    def finished(self, course: Course) -> bool:
        wanted = self.length(course.settings, len(course.entrants))
        return course.played and (len(course.rounds) >= wanted or len(course.active) < 2)


def pair_costs(course: Course) -> dict[tuple[int, int], int]:
    """What each pairing costs that is possible, the best of the table first; with an odd field also whose turn it is to rest."""
    places = _places(course)
    points = {row.pk: row.points for row in course.table([each.team for each in course.entrants])}
    met, homes = _met(course), _homes(course)
    far = (max(points.values()) - min(points.values()) + 1) ** 2
    by_ground = len(places) ** 3 + 1  # each weight is more than all that is lighter can sum up to
    by_points = by_ground * (3 * len(places) + 1)
    by_repeat = by_points * len(places) * far

    def cost(one: int, other: int) -> int:
        apart = (points[one] - points[other]) ** 2
        ground = _ground_cost(homes[one], homes[other])
        return (
            by_repeat * met[one, other]
            + by_points * apart
            + by_ground * ground
            + _distance(places[one], places[other], len(places) // 2 if not course.rounds else 1)
        )

    costs = {(one, other): cost(one, other) for one, other in combinations(places, 2)}
    if len(places) % 2:
        lowest = min(points[team] for team in places)
        for team, place in places.items():
            rank_from_below = len(places) - 1 - place
            above = (points[team] - lowest) ** 2
            costs[team, NOBODY] = by_repeat * met[team, NOBODY] + by_points * above + rank_from_below**2
    return costs


def _places(course: Course) -> dict[int, int]:
    """Those who still play with their places, from 0, in the order of the table; before the first round by their seeds."""
    playing = {each.team for each in course.active}
    ranked = course.ranked() if course.rounds else [each.team for each in _by_seed(course.entrants)]
    return {team: place for place, team in enumerate(team for team in ranked if team in playing)}


def _by_seed(entrants: Sequence[Entrant]) -> list[Entrant]:
    return sorted(entrants, key=lambda each: each.seed)


def _distance(one: int, other: int, wanted: int) -> int:
    return (abs(one - other) - wanted) ** 2


def _met(course: Course) -> Counter[tuple[int, int]]:
    """How often teams met, both ways round, and how often each has rested."""
    met = Counter[tuple[int, int]]()
    for home, away in _meetings(course):
        met[home, away] += 1
        met[away, home] += 1
    for each in course.rounds:
        met.update((team, NOBODY) for team in each.byes)
    return met


def _homes(course: Course) -> dict[int, tuple[int, int]]:
    """By team: how many more matches it has had at home than away, and the last one's ground: 1 for home, -1 for away."""
    homes = {each.team: (0, 0) for each in course.entrants}
    for home, away in _meetings(course):
        homes |= {home: (homes.get(home, (0, 0))[0] + 1, 1), away: (homes.get(away, (0, 0))[0] - 1, -1)}
    return homes


def _meetings(course: Course) -> Iterator[tuple[int, int]]:
    for one in course.rounds:
        for each in one.meetings:
            yield each.home, each.away


def _ground_cost(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How far the worse of both would be from as many home as away matches, beyond one, on the better choice of ground."""
    return min(max(0, abs(one[0] + side) - 1, abs(other[0] - side) - 1) for side in (1, -1))


def _at_home(one: int, other: int, homes: Mapping[int, tuple[int, int]]) -> tuple[int, int]:
    """Whoever has had fewer matches at home than away; then whoever was away last; then the higher one."""
    return (one, other) if homes[one] <= homes[other] else (other, one)


FORMAT = Swiss()

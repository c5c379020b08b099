"""Everybody meets everybody, once or several times, in one field or within groups.

The circle method: one team stands still while the others walk round a table; in each round those who face each other
play. An odd number of teams gets an empty chair, and whoever faces it has a rest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber

from league.formats.base import BadStage, Course, Drawn, Entrant, Format, Pair, Setting, often

MOST_GROUPS = 16


class RoundRobin(Format):
    may_grow = True
    key = "round-robin"
    name = "Round robin"
    about = "Everybody meets everybody. The fairest table, and the most rounds."
    order = 10
    settings: tuple[Setting, ...] = (
        Setting(
            "times",
            "Meetings",
            1,
            "How often each pair meets; at every second meeting home and away change places.",
            1,
            8,
        ),
        Setting(
            "groups",
            "Groups",
            1,
            "1 is one field. With more, everybody meets everybody of their own group.",
            1,
            MOST_GROUPS,
        ),
    )

    def in_words(self, settings: Mapping[str, Any]) -> str:
        groups, meet = settings["groups"], f"everybody meets everybody {often(settings['times'])}"
        if groups == 1:
            return f"{meet[:1].upper()}{meet[1:]}."
        return f"In {apnumber(groups)} groups, {meet} within their group."

    def who_goes_on(self, settings: Mapping[str, Any], size: int) -> str:
        if settings["groups"] == 1:
            return super().who_goes_on(settings, size)
        of_each, more = divmod(size, settings["groups"])
        if not of_each:
            return f"The best {apnumber(size)} of the teams that win their group go on"
        best = "The first" if of_each == 1 else f"The first {apnumber(of_each)}"
        if more:
            return f"{best} of each group and the next best {apnumber(more)} of all go on"
        return f"{best} of each group {'goes' if of_each == 1 else 'go'} on"

    def check_field(self, settings: Mapping[str, Any], teams: int) -> None:
        super().check_field(settings, teams)
        if teams < 2 * settings["groups"]:
            raise BadStage(f"{settings['groups']} groups need at least {2 * settings['groups']} teams.", "groups")

    def seated(self, settings: Mapping[str, Any], entrants: Sequence[Entrant]) -> list[Entrant]:
        """The best seeds each lead a group; the next are dealt out backwards, so that the groups are about as strong."""
        groups = settings["groups"]
        if groups == 1:
            return list(entrants)
        return [replace(each, group=1 + _snake(place, groups)) for place, each in enumerate(entrants)]

    def length(self, settings: Mapping[str, Any], teams: int) -> int:
        largest = -(-teams // settings["groups"])
        return len(schedule(range(largest), settings["times"]))

    def draw(self, course: Course) -> list[Drawn]:
        if course.rounds:
            return []
        fields = [schedule(field, course.settings["times"]) for field in groups_of(course).values()]
        rounds = zip_longest(*fields, fillvalue=())
        return [Drawn(_numbered([pair for pairs in each for pair in pairs])) for each in rounds]

    def places(self, course: Course) -> list[int]:
        """All firsts, then all seconds: within a rank by the table of the whole field."""
        overall = {team: place for place, team in enumerate(course.ranked())}
        ranks = {team: place for field in groups_of(course).values() for place, team in enumerate(course.ranked(field))}
        return sorted(overall, key=lambda team: (ranks[team], overall[team]))

    def tables(self, course: Course) -> list[tuple[str, list[int]]]:
        fields = groups_of(course)
        return [(self.group_name(group) if group else "", course.ranked(field)) for group, field in fields.items()]


def groups_of(course: Course) -> dict[int, list[int]]:
    """Teams by group, best seed first."""
    fields: dict[int, list[int]] = {}
    for each in sorted(course.entrants, key=lambda each: (each.group, each.seed)):
        fields.setdefault(each.group, []).append(each.team)
    return fields


def _snake(place: int, groups: int) -> int:
    row, column = divmod(place, groups)
    return groups - 1 - column if row % 2 else column


def _numbered(pairs: Sequence[tuple[int, int]]) -> list[Pair]:
    return [Pair(home, away, slot) for slot, (home, away) in enumerate(pairs)]


# The schedule of one field ------------------------------------------------------------------------------------------------


def schedule(teams: Sequence[int], times: int = 1) -> list[list[tuple[int, int]]]:
    """Rounds of (home, away): everybody plays everybody so often, at every second meeting on the other's ground."""
    if len(teams) < 2:
        return []
    there = _single(list(teams))
    back = [[(away, home) for home, away in pairs] for pairs in there]
    return [pairs for meeting in range(times) for pairs in (back if meeting % 2 else there)]


def _single(teams: list[int]) -> list[list[tuple[int, int]]]:
    chairs: list[int | None] = [None, *teams] if len(teams) % 2 else [*teams]
    rounds = []
    for number in range(len(chairs) - 1):
        rounds.append(_pairs(chairs, number))
        chairs[1:] = [chairs[-1], *chairs[1:-1]]
    return rounds


def _pairs(chairs: list[int | None], number: int) -> list[tuple[int, int]]:
    """Opposite chairs play. Home alternates by table, and for the team that stands still by round."""
    half = len(chairs) // 2
    pairs = []
    for table in range(half):
        home, away = chairs[table], chairs[-1 - table]
        if home is None or away is None:
            continue
        swap = number % 2 if table == 0 else table % 2
        pairs.append((away, home) if swap else (home, away))
    return pairs


FORMAT = RoundRobin()

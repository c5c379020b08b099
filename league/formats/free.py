"""What ladder and open play share: the rounds are there from the start, and coaches fill them. It ends with the last one."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from typing import Any

from league.formats.base import Course, Drawn, Format, Setting

ROUNDS = Setting("rounds", "Rounds", 8, "How long it lasts. In each round a team plays one match at most.", 1, 60)


class FreePlay(Format):
    free = True

    def length(self, settings: Mapping[str, Any], teams: int) -> int:
        return int(settings["rounds"])

    def draw(self, course: Course) -> list[Drawn]:
        return [] if course.rounds else [Drawn(()) for _ in range(course.settings["rounds"])]

    def finished(self, course: Course) -> bool:
        return course.played and course.over

    def free_round(self, course: Course, one: int, other: int, first: int) -> int | None:
        """The first round from this one on, counted from 0, in which both have nothing to play."""
        for number in range(first, len(course.rounds)):
            busy = {team for each in course.rounds[number].meetings for team in (each.home, each.away)}
            if busy.isdisjoint((one, other)):
                return number
        return None

    @abstractmethod
    def round_for(self, course: Course, team: int, opponent: int, first: int) -> int | None:
        """The round, counted from 0, in which they would meet; from this one on."""

    @abstractmethod
    def grounds(self, course: Course, team: int, opponent: int) -> tuple[int, int]:
        """Home and away."""

    def refusal(self, course: Course, team: int, opponent: int) -> str:
        """Why a team may not ask for a match with another one; empty where it may."""
        playing = {each.team for each in course.active}
        if team == opponent or not {team, opponent} <= playing:
            return "Both teams have to play in this stage, and a team cannot meet itself."
        return ""


def meetings_of(course: Course, one: int, other: int) -> list[int]:
    """In which rounds, counted from 0, two teams meet."""
    return [
        number
        for number, each in enumerate(course.rounds)
        for match in each.meetings
        if {match.home, match.away} == {one, other}
    ]


def homes(course: Course) -> Counter[int]:
    """How many more matches teams have at home than away."""
    counted = Counter[int]()
    for each in course.rounds:
        for match in each.meetings:
            counted.update({match.home: 1, match.away: -1})
    return counted

"""Open play: coaches propose matches to each other, as often and to whom the limits let them, and a table counts them all."""

from collections.abc import Mapping
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber

from league.formats.base import Course, Setting, often
from league.formats.free import ROUNDS, FreePlay, homes, meetings_of


class OpenPlay(FreePlay):
    key = "open-play"
    name = "Open play"
    about = (
        "Coaches agree with whom they play, within limits. For leagues in which not everybody has time for every round."
    )
    order = 45
    agreed = True
    settings = (
        ROUNDS,
        Setting("meetings", "Meetings of a pair", 2, "How often the same two teams may meet.", 1, 20),
        Setting("matches", "Matches of a team", 0, "At most so many in all; 0 for as many as there are rounds.", 0, 60),
    )

    def in_words(self, settings: Mapping[str, Any]) -> str:
        limits = f"The same two teams meet {often(settings['meetings'])} at most"
        limits += f", and a team plays {often(settings['matches'])} at most." if settings["matches"] else "."
        return f"Coaches agree with whom they play, for {apnumber(settings['rounds'])} rounds. {limits}"

    def refusal(self, course: Course, team: int, opponent: int) -> str:
        if wrong := super().refusal(course, team, opponent):
            return wrong
        if len(meetings_of(course, team, opponent)) >= course.settings["meetings"]:
            return f"These two have met as often as they may: {often(course.settings['meetings'])}."
        most = course.settings["matches"]
        if most and max(self._played(course, each) for each in (team, opponent)) >= most:
            return f"One of them has played as often as it may: {often(most)}."
        return ""

    def round_for(self, course: Course, team: int, opponent: int, first: int) -> int | None:
        return self.free_round(course, team, opponent, first)

    def grounds(self, course: Course, team: int, opponent: int) -> tuple[int, int]:
        """Whoever has had fewer matches at home plays there."""
        counted = homes(course)
        return (team, opponent) if counted[team] <= counted[opponent] else (opponent, team)

    def _played(self, course: Course, team: int) -> int:
        return sum(team in (match.home, match.away) for each in course.rounds for match in each.meetings)


FORMAT = OpenPlay()

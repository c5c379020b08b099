"""A ladder: teams challenge those above them. Whoever beats a higher team takes its rung, and all between move down by one.

Nobody can evade a challenge: it is a fixture at once, in the first round in which both have nothing to play.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber

from league.formats.base import Course, Setting
from league.formats.free import ROUNDS, FreePlay, meetings_of


class Ladder(FreePlay):
    key = "ladder"
    name = "Ladder"
    about = "Coaches challenge teams above them, and whoever wins takes the higher place. Everybody plays as often as they like."
    order = 40
    has_table = False
    settings = (
        ROUNDS,
        Setting("reach", "Reach", 3, "How many places above it a team may challenge.", 1, 63),
        Setting(
            "rest", "Rounds before a rematch", 1, "The same two teams do not meet again for so many rounds.", 0, 10
        ),
    )

    def in_words(self, settings: Mapping[str, Any]) -> str:
        reach, rest = settings["reach"], settings["rest"]
        above = "the one above it" if reach == 1 else f"those up to {apnumber(reach)} places above it"
        again = f" The same two do not meet again for {apnumber(rest)} round{'' if rest == 1 else 's'}." if rest else ""
        rounds = f"for {apnumber(settings['rounds'])} rounds"
        return f"A team may challenge {above}, {rounds}, and whoever wins takes the higher place.{again}"

    def places(self, course: Course) -> list[int]:
        """From the top rung to the lowest. Those who withdrew stand below all others."""
        rungs = [each.team for each in sorted(course.entrants, key=lambda each: each.seed)]
        for one in course.rounds:
            for match in one.meetings:
                winner, loser = (match.home, match.away) if match.won(match.home) else (match.away, match.home)
                if match.won(winner) and rungs.index(winner) > rungs.index(loser):
                    rungs.remove(winner)
                    rungs.insert(rungs.index(loser), winner)
        playing = {each.team for each in course.active}
        return sorted(rungs, key=lambda team: team not in playing)

    def refusal(self, course: Course, team: int, opponent: int) -> str:
        if wrong := super().refusal(course, team, opponent):
            return wrong
        rungs = self.places(course)
        above, reach = rungs.index(team) - rungs.index(opponent), course.settings["reach"]
        if not 1 <= above <= reach:
            return f"A team may challenge {'the one' if reach == 1 else f'those up to {reach} places'} above it."
        return ""

    def round_for(self, course: Course, team: int, opponent: int, first: int) -> int | None:
        """The first round that both have free, long enough after their last match with each other."""
        last = max(meetings_of(course, team, opponent), default=-1 - course.settings["rest"])
        return self.free_round(course, team, opponent, max(first, last + 1 + course.settings["rest"]))

    def grounds(self, course: Course, team: int, opponent: int) -> tuple[int, int]:
        """Whoever is challenged plays at home."""
        return opponent, team


FORMAT = Ladder()

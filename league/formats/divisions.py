"""Divisions: groups in the order of their rank. Between two seasons the best of each go up, and as many of the one above down."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber

from league.formats.base import BadStage, Course, Entrant, Setting, often
from league.formats.round_robin import MOST_GROUPS, RoundRobin, groups_of


class Divisions(RoundRobin):
    key = "divisions"
    name = "Divisions"
    about = "Round robins one above the other. The next season proposes who goes up and who goes down."
    order = 15
    moves = True
    settings = (
        RoundRobin.settings[0],
        Setting("groups", "Divisions", 2, "The best seeds are in the first, the next in the second.", 2, MOST_GROUPS),
        Setting(
            "moving", "Up and down", 1, "So many teams change places between two divisions after the season.", 0, 8
        ),
    )

    def in_words(self, settings: Mapping[str, Any]) -> str:
        divisions, moving = apnumber(settings["groups"]), settings["moving"]
        played = (
            f"In {divisions} divisions, everybody meets everybody {often(settings['times'])} within their division."
        )
        if not moving:
            return played
        teams = "one team goes" if moving == 1 else f"{apnumber(moving)} teams go"
        return f"{played} After the season {teams} up and {apnumber(moving)} down between two divisions."

    def who_goes_on(self, settings: Mapping[str, Any], size: int) -> str:
        return f"The first {apnumber(size)}, counted from the top of the first division, go on"

    def check_field(self, settings: Mapping[str, Any], teams: int) -> None:
        super().check_field(settings, teams)
        smallest = teams // settings["groups"]
        if 2 * settings["moving"] > smallest:
            raise BadStage(f"In divisions of {smallest} teams at most {smallest // 2} can go up and down.", "moving")

    def seated(self, settings: Mapping[str, Any], entrants: Sequence[Entrant]) -> list[Entrant]:
        """The field is cut from the top into parts that are as equal as can be; the upper ones are larger by one team."""
        size, more = divmod(len(entrants), settings["groups"])
        sizes = [size + (division < more) for division in range(settings["groups"])]
        divisions = [division for division, size in enumerate(sizes, start=1) for _ in range(size)]
        return [replace(each, group=division) for each, division in zip(entrants, divisions, strict=True)]

    def places(self, course: Course) -> list[int]:
        """The first division from top to bottom, then the second."""
        return [team for field in groups_of(course).values() for team in course.ranked(field)]

    def next_order(self, course: Course) -> list[int]:
        """Who goes down opens the division below, and who goes up closes the one above. Who withdrew is out, and so are fillers."""
        playing = {each.team for each in course.active if not each.filler}
        ranked = [course.ranked(field) for field in groups_of(course).values()]
        tables = [[team for team in table if team in playing] for table in ranked]
        moving, last = course.settings["moving"], len(tables) - 1
        order: list[int] = []
        for number, table in enumerate(tables):
            up = moving if number else 0
            down = len(table) - (moving if number < last else 0)
            order += tables[number - 1][len(tables[number - 1]) - moving :] if number else []
            order += table[up:down]
            order += tables[number + 1][:moving] if number < last else []
        return [
            *dict.fromkeys(order)
        ]  # where many withdrew somebody is among the best and the last: the better place counts

    def group_name(self, group: int) -> str:
        return f"Division {group}"


FORMAT = Divisions()

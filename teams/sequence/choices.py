"""What can be decided in the steps of a sequence, and what it costs."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from engine.campaign import Choices as CampaignChoices
from engine.campaign import Club, Member, TeamEditor
from teams.names import with_keywords
from teams.roster.squad import Line, line_of

CHARACTERISTIC = "characteristic"  # what dice may be rolled for beside skills


@dataclass(slots=True)
class Learner:
    """A player with enough points for something."""

    member: Member
    must: bool
    chosen: dict[str, list[dict[str, Any]]]  # what can be paid, by category
    random: list[str]  # categories
    prices: Mapping[str, int]
    can_improve: bool


class Choices:
    """All that a coach can choose from, whichever step it is."""

    editor: TeamEditor
    club: Club

    @property
    def rules(self) -> CampaignChoices:
        return self.club.campaign.choices

    @property
    def candidates(self) -> list[Member]:
        return sorted(self.rules.candidates(self.editor), key=lambda each: each.number)

    @property
    def scorers(self) -> list[Member]:
        return sorted(self.rules.scorers(self.editor), key=lambda each: each.number)

    @property
    def nominees(self) -> int:
        return self.rules.nominees(self.editor)

    @property
    def mvp_points(self) -> int:
        return self.rules.points(self.editor, "mvp")

    @property
    def touchdown_points(self) -> int:
        return self.rules.points(self.editor, "touchdown")

    @property
    def grudges(self) -> list[tuple[Member, list[str]]]:
        return [(self.club.members[id], keywords) for id, keywords in self.club.grudges.items()]

    @property
    def learners(self) -> list[Learner]:
        members = sorted(self.club.members.values(), key=lambda each: (-each.spp, each.number))
        return [
            self._learner(each)
            for each in members
            if 0 < min(self.rules.advancement_prices(self.editor, each).values(), default=0) <= each.spp
        ]

    def _learner(self, member: Member) -> Learner:
        due = self.rules.advancement_prices(self.editor, member)
        affordable = [each for each in self._skills(member) if each["price"] <= member.spp]
        known = {each["category"]: f"random_{each['access']}" for each in self._skills(member)}
        return Learner(
            member,
            self.rules.must_advance(self.editor, member),
            _by_category(affordable),
            [each for each, column in known.items() if column in due and due[column] <= member.spp],
            due,
            due[CHARACTERISTIC] <= member.spp,
        )

    def _skills(self, member: Member) -> list[dict[str, Any]]:
        words = self.club.campaign.words
        return [
            {
                "key": each.skill,
                "name": words.skill_title(each.skill),
                "about": words.skill_effect(each.skill),
                "category": words.skill_categories[each.skill],
                "access": each.access,
                "price": each.price,
                "value": each.value,
            }
            for each in self.rules.skills(self.editor, member)
        ]

    @property
    def offer(self) -> dict[str, Any] | None:
        """What the dice on the table offer, each with what it adds to the value."""
        given = self.club.offer
        if not given:
            return None
        member, words = self.club.members[given["member"]], self.club.campaign.words
        skills = self._skills(member)
        return {
            "member": member,
            "characteristics": [{"key": name, "value": words.worth(name)} for name in given.get("characteristics", ())],
            "skills": [each for each in skills if each["key"] in given.get("skills", ())],
            "instead": _by_category(skills) if given["what"] == CHARACTERISTIC else {},
        }

    @property
    def positions(self) -> list[dict[str, Any]]:
        """Who can be hired, with what speaks against it."""
        counts = Counter(each.position.key for each in self.club.listed)
        return [
            {
                "position": each,
                "about": self.club.campaign.words.profile(each.stats, with_keywords(each.skills)),
                "has": counts[each.key],
                "room": self.club.roster.has_room(counts, each.key),
                "affordable": each.cost <= self.club.treasury,
                "raised": each.key in self.club.raised,
            }
            for each in self.club.roster.positions.values()
        ]

    @cached_property
    def suggestion(self) -> dict[str, Any]:
        """A name and a number that nobody has."""
        members = self.club.members.values()
        return self.rules.identity(self.club, [each.name for each in members], [each.number for each in members])

    @property
    def squad(self) -> list[Line]:
        return self._lines(self.club.listed)

    @property
    def journeymen(self) -> list[Line]:
        return self._lines(self.club.journeymen)

    def _lines(self, members: list[Member]) -> list[Line]:
        return [line_of(self.club, each) for each in sorted(members, key=lambda each: each.number)]

    @property
    def staff(self) -> list[dict[str, Any]]:
        words = self.club.campaign.words
        most = words.staff_limits(self.club.roster)
        return [
            {
                "what": what,
                "name": words.staff[what],
                "has": getattr(self.club, what),
                "most": most[what],
                "price": self.rules.staff_price(self.editor, what),
                "stays": what == "rerolls",
            }
            for what in words.staff_prices(self.club.roster)
            if most[what]
        ]


def _by_category(skills: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    ordered = sorted(skills, key=lambda each: (each["access"], each["category"], each["name"]))
    return {key: list(group) for key, group in groupby(ordered, key=lambda each: each["category"])}

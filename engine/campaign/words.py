"""What an edition calls things between matches, and what they cost: all that pages show of its data."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.rules.state import SkillValue
from engine.rules.tables import pages, tables
from engine.rules.teams import hiring, rosters
from engine.rules.teams.characteristics import Characteristic, characteristics
from engine.rules.teams.hiring import Inducement
from engine.rules.teams.rosters import Roster, RosterPosition
from engine.rules.teams.staff import staff_limits, staff_prices


@dataclass(frozen=True, slots=True)
class Fans:
    price: int
    at_start: int  # that a new team has for nothing
    most_at_start: int


@dataclass(frozen=True, slots=True)
class Mercenaries:
    inducement: str
    fee: int  # more than the position costs
    skill_fee: int


@dataclass(frozen=True)
class Words:
    data: str
    staff: Mapping[str, str]
    log: Mapping[str, str]
    costs: Mapping[str, int]  # of a list, where they differ from the tables

    def log_entry(self, action: str, who: str, team: str) -> str:
        """One change of a team in a sentence."""
        return self.log.get(action, "{who} changed {team}.").format(who=who, team=team)

    @property
    def pages(self) -> Mapping[str, str]:
        """Where the book has each rule."""
        return pages(self.data)

    # Teams

    @property
    def rosters(self) -> Mapping[str, Roster]:
        return rosters.rosters(self.data)

    @property
    def special_rules(self) -> Mapping[str, str]:
        return rosters.special_rule_names(self.data)

    @cached_property
    def characteristics(self) -> tuple[Characteristic, ...]:
        return tuple(characteristics(self.data).values())

    def stats(self, position: RosterPosition, changes: Mapping[str, int]) -> Mapping[str, int]:
        """The figures of a player, with what seasons did to them."""
        return position.with_changes(changes)

    def profile(self, stats: Mapping[str, int], skills: Mapping[str, SkillValue]) -> str:
        """Figures and skills on one line: MA 6 ST 3 AG 3+ PA 4+ AV 9+. Block, Loner (4+)."""
        return rosters.about(self.data, stats, skills)

    # Skills

    def skill_title(self, key: str, value: SkillValue = None) -> str:
        """The name of a skill, with what its bracket holds."""
        return rosters.skill_title(self.data, key, value)

    def skill_effect(self, key: str) -> str:
        return str(rosters.skill_entries(self.data)[key]["effect"])

    @property
    def skill_categories(self) -> Mapping[str, str]:
        """Of the skills that a player can learn."""
        return rosters.skill_categories(self.data)

    # Prices and limits; gold is in thousands

    @property
    def _costs(self) -> Mapping[str, Any]:
        return {**tables(self.data)["draft_costs_k"], **self.costs}

    @property
    def budget(self) -> int:
        """Of a new team."""
        return int(self._costs["budget"])

    @property
    def team_size(self) -> tuple[int, int]:
        return rosters.squad(self.data)

    @property
    def fans(self) -> Fans:
        costs = self._costs
        return Fans(costs["dedicated_fan"], costs["dedicated_fans_start"], costs["dedicated_fans_start_max"])

    def staff_prices(self, roster: Roster) -> Mapping[str, int]:
        """What one of each costs a new team."""
        return staff_prices(self.data, roster)

    def staff_limits(self, roster: Roster) -> Mapping[str, int]:
        return staff_limits(self.data, roster)

    def worth(self, characteristic: str) -> int:
        """What improving it adds to a player's value."""
        return int(tables(self.data)["value_increase_k"][characteristic.upper()])

    @property
    def prizes(self) -> tuple[int, ...]:
        """For the first places of a season."""
        return tuple(tables(self.data)["prizes_k"]["places"])

    # Inducements

    @property
    def inducements(self) -> Mapping[str, Inducement]:
        return hiring.inducements(self.data)

    @property
    def underdog_adds(self) -> int:
        """What the team of the lower value may add of its own treasury."""
        return int(tables(self.data)["inducement_money"]["underdog_adds_k"])

    @property
    def mercenaries(self) -> Mercenaries:
        money = tables(self.data)["inducement_money"]
        return Mercenaries(hiring.MERCENARIES, money["mercenary_k"], money["mercenary_skill_k"])

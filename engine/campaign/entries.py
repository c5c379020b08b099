"""Rows of a team's ledger. They are only ever added; gold is in thousands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Rolled = tuple[str, int, int]  # what for, sides, face


@dataclass(frozen=True, slots=True)
class Entry:
    kind: str
    member: int | None = None
    gold: int = 0
    spp: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)
    rolls: tuple[Rolled, ...] = ()
    rule: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "member": self.member,
            "gold": self.gold,
            "spp": self.spp,
            "data": dict(self.data),
            "rolls": [list(roll) for roll in self.rolls],
            "rule": self.rule,
        }

    @staticmethod
    def from_json(row: Mapping[str, Any]) -> "Entry":
        rolls = tuple((what, sides, face) for what, sides, face in row["rolls"])
        return Entry(row["kind"], row["member"], row["gold"], row["spp"], row["data"], rolls, row["rule"])


REVOKED = "revoked"  # the kind of a row that takes others back
# How a member came to the team or left it.
DRAFTED, HIRED, JOURNEYMAN, RAISED, REHIRED = "drafted", "hired", "journeyman", "raised", "rehired"
FIRED, DEAD, GONE, RELEASED = "fired", "dead", "gone", "released"

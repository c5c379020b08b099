"""The policy for the absent: what a season does with a match whose coaches have done nothing. Pure.

Whether a team counts as absent is known above, by `matches.control.presence`; what follows from that is said here and nowhere else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import TextChoices

DAYS, TIMES, SPARED = (1, 28), (1, 10), (1, 20)  # the lowest and the highest number that may be set


class Does(TextChoices):
    ORDERS = "orders", "Standing orders: the match is played, and what the coach has left there decides"
    AI = "ai", "AI coach: the match is played with standard orders and the built-in coach's own plan"
    CONCEDE = "concession", "Concession: the absent side gives the match up without a penalty"
    DOUBLE = "double-loss", "Double loss: lost for both where both are absent; one alone gives it up"
    POSTPONE = "postponement", "Postponement: the match is played some days later"


SPARES = (Does.ORDERS, Does.AI, Does.POSTPONE)  # whoever is absent keeps the chance to win the match
THEN = [choice for choice in Does.choices if choice[0] != Does.POSTPONE]
NOT_LATER, NO_MORE = "It cannot be postponed.", "The season spares nobody more often."
ABSENT = (
    "A team counts as absent if none of its coaches has done anything for it between the end of its last match and the lock of the "
    "next: finished or worked on the post-match sequence, saved standing orders, inducements or a game plan, made or answered a "
    "proposal for a time, or pressed “I am ready”. Signing in alone does not count. Before its first match a team that entered is "
    "present. Nobody counts as absent who has had less than half of the time between two rounds, or a day if that is shorter."
)


class BadPolicy(ValueError):
    """A sentence for whoever sets the policy, and the field that is to blame."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Absent:
    """A side without its coach, and what the season has done for it so far."""

    side: str  # "home" or "away"
    spared: int = 0  # how often its coach was
    postponed: int = 0  # how many times matches of the team were


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a match, and for which sides."""

    does: str
    sides: tuple[str, ...] = ()
    why: str = ""  # it is not what the policy does at first


@dataclass(frozen=True, slots=True)
class AbsencePolicy:
    does: str = Does.ORDERS
    days: int = 2  # by which a match is postponed
    most: int = 1  # postponements of a team in the season
    then: str = Does.ORDERS  # where no postponement is possible
    spared: int | None = None  # times that a coach is spared in the season; none for no limit

    @classmethod
    def from_json(cls, document: Any) -> "AbsencePolicy":
        if not isinstance(document, Mapping) or set(document) - set(cls.__slots__):
            raise BadPolicy("does", f"A policy for the absent has {', '.join(cls.__slots__)}, and nothing else.")
        policy = cls(**document)
        policy._check()
        return policy

    def to_json(self) -> dict[str, Any]:
        return {name: str(value) if name in ("does", "then") else value for name, value in asdict(self).items()}

    def _check(self) -> None:
        if self.does not in Does.values:
            raise BadPolicy("does", "Say what happens when a coach is absent.")
        if self.then not in dict(THEN):
            raise BadPolicy("then", "Say what happens when a match cannot be postponed.")
        for field, value, (least, most) in (("days", self.days, DAYS), ("most", self.most, TIMES)):
            if type(value) is not int or not least <= value <= most:
                raise BadPolicy(field, f"Choose a number from {least} to {most}.")
        if self.spared is not None and (type(self.spared) is not int or not SPARED[0] <= self.spared <= SPARED[1]):
            raise BadPolicy("spared", f"Choose a number from {SPARED[0]} to {SPARED[1]}, or leave it empty.")

    @property
    def does_nothing(self) -> bool:
        """Whoever is absent plays by standing orders, however often: nobody has to be looked for."""
        return self.does == Does.ORDERS and self.spared is None

    @property
    def words(self) -> list[str]:
        """For everybody to read."""
        said = [f"{Does(self.does).label}."]
        if self.does == Does.POSTPONE:
            times = "once" if self.most == 1 else f"at most {self.most} times"
            said.append(
                f"By {self.days} day{'' if self.days == 1 else 's'}, {times} for a team in the season, and not beyond its last round."
            )
            said.append(f"After that: {Does(self.then).label}.")
        if self.spared is not None:
            times = "once" if self.spared == 1 else f"{self.spared} times"
            said.append(f"A coach is spared {times} in the season. After that an absence is a concession.")
        return said

    def verdict(self, absent: Sequence[Absent], *, later: bool) -> Verdict:
        """What becomes of a match with these sides absent. `later` says whether it could be played later at all."""
        does = self._does(absent, later=later)
        sides = tuple(each.side for each in absent)
        if not absent:
            return Verdict(Does.ORDERS)
        if does == Does.POSTPONE:
            return Verdict(does, sides)
        why = NOT_LATER if self.does == Does.POSTPONE else ""
        worn_out = tuple(each.side for each in absent if not self._may_spare(each))
        if does in SPARES and worn_out:
            does, sides, why = Does.CONCEDE, worn_out, NO_MORE
        return Verdict(Does.DOUBLE if len(sides) == 2 and does not in SPARES else does, sides, why)

    def _does(self, absent: Sequence[Absent], *, later: bool) -> str:
        does = self.does
        if does == Does.POSTPONE and not (
            later and all(each.postponed < self.most and self._may_spare(each) for each in absent)
        ):
            does = self.then
        if len(absent) == 2 and does == Does.CONCEDE:
            return Does.ORDERS  # nobody is there to concede to
        return Does.CONCEDE if len(absent) == 1 and does == Does.DOUBLE else does

    def _may_spare(self, absent: Absent) -> bool:
        return self.spared is None or absent.spared < self.spared


USUAL = AbsencePolicy()


def usual_policy() -> dict[str, Any]:
    return USUAL.to_json()

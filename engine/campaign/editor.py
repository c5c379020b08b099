"""What a campaign rule is handed: the club, the rulings in force, dice, and the ledger to write in."""

from collections.abc import Mapping, Sequence
from copy import copy
from reprlib import repr as shown  # never longer than a line
from typing import TYPE_CHECKING, Any

from engine.campaign.arguments import SEQUENCE, check_arguments
from engine.campaign.club import Club, Member
from engine.campaign.entries import REVOKED, Entry, Rolled
from engine.campaign.ledger import apply, club_of
from engine.campaign.refusal import Refusal
from engine.campaign.snapshot import Snapshot
from engine.core.dice import Dice
from engine.core.ruling import Ruling, Rulings
from engine.rules.tables import Page
from engine.rules.teams import pages

if TYPE_CHECKING:
    from engine.campaign.record import Campaign


def sides(die: str) -> int:
    """Of a die as tables name it: D6."""
    return int(die.removeprefix("D"))


class TeamEditor:
    """One request, from the rows there are to the rows it adds. Nothing outside is changed."""

    def __init__(
        self,
        campaign: "Campaign",
        entries: Sequence[Entry],
        rulings: Rulings,
        dice: Dice,
        settings: Mapping[str, int] | None = None,
        *,
        start: Snapshot | None = None,
    ) -> None:
        self.campaign = campaign
        self.start = start  # what came before these rows, where they are not the whole ledger
        self.entries = list(entries)  # the rows there were
        self.written: list[Entry] = []
        self.club = self._replayed()
        self.rulings = rulings
        self.dice = dice
        self.settings = dict(settings or {})  # of the league: budget, cap
        self.seen: set[str] = set()  # choices of rulings that came into play
        self._rolled: list[Rolled] = []

    def perform(self, action: str, arguments: Mapping[str, Any]) -> None:
        """Do what a coach asks, or refuse it. What was entered is in `written`."""
        known = self.campaign.actions
        if action not in known:
            raise self.refusal(
                "no-such-action", f"A team cannot do {shown(action)}; it can {', '.join(known)}.", SEQUENCE
            )
        check_arguments(self.campaign, action, known[action], arguments)
        known[action](self, **arguments)

    def choice(self, ruling: Ruling[Any]) -> Any:
        """What the choice in force does."""
        self.seen.add(self.rulings.shown(ruling))
        return self.rulings.effect(ruling)

    def cite(self, point: Ruling[Any] | str) -> str:
        """What the catalogue calls a rule, for a row or a refusal that rests on it."""
        return self.rulings.id_of(point if isinstance(point, str) else point.point)

    def refusal(self, code: str, sentence: str, rule: Page | str) -> Refusal:
        """A refusal that rests on a page of the book, or on what `cite` says."""
        return self.campaign.refusal(code, sentence, rule)

    def roll(self, what: str, sides: int) -> int:
        """A die, recorded with the next row."""
        face = self.dice.d(sides)
        self._rolled.append((what, sides, face))
        return face

    def enter(
        self, kind: str, member: int | None = None, *, gold: int = 0, spp: int = 0, rule: Page | str = "", **data: Any
    ) -> None:
        row = Entry(kind, member, gold, spp, data, tuple(self._rolled), self.campaign.cite(rule))
        self._rolled.clear()
        apply(self.club, row)
        self.written.append(row)

    def revoke(self, rows: Sequence[int], *, member: int | None, gold: int, spp: int, rule: Page | str) -> None:
        """Take rows back, by their numbers: the club is again what it was without them."""
        self.written.append(Entry(REVOKED, member, gold, spp, {"rows": list(rows)}, rule=self.campaign.cite(rule)))
        self.club = self._replayed()

    def settle(self) -> None:
        """What was written has become rows: it belongs to those there were."""
        self.entries += self.written
        self.written = []

    def trial(self, dice: Dice) -> "TeamEditor":
        """An editor like this one, to see whether something would be allowed."""
        trial = copy(self)
        trial.entries, trial.written = [*self.entries, *self.written], []
        trial.club, trial.dice = self.club.twin(), dice
        trial.seen, trial._rolled = set(), []
        return trial

    @property
    def earlier(self) -> int:
        """How many rows the ledger has before these."""
        return self.start["rows"] if self.start else 0

    def numbered(self) -> list[tuple[int, Entry]]:
        """The rows there were, with their numbers in the ledger."""
        return list(enumerate(self.entries, start=self.earlier + 1))

    def _replayed(self) -> Club:
        return club_of(self.campaign, [*self.entries, *self.written], self.start)

    def pay(self, price: int, what: str, rule: Page | str) -> None:
        """Refuse what the treasury cannot pay."""
        if price > self.club.treasury:
            raise self.refusal("no-gold", f"{what} costs {price}k, and the treasury holds {self.club.treasury}k.", rule)

    def at(self, step: str | tuple[str, ...], what: str) -> None:
        """Refuse what belongs to another moment."""
        steps = (step,) if isinstance(step, str) else step
        if self.club.step not in steps:
            raise self.refusal(
                "wrong-step",
                f"{what} is not possible now: the team is at “{self.campaign.steps.names[self.club.step]}”.",
                SEQUENCE,
            )

    def member(self, id: Any) -> Member:
        member = self.club.members.get(id) if type(id) is int else None
        if member is None:
            raise self.refusal("no-such-player", "There is no such player in this team.", pages.SQUAD)
        return member

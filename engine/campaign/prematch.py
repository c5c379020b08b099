"""Before a match: journeymen for a short team, and inducements for both (Core pp.94, 142-149)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.campaign.advancement import PRIMARY, options
from engine.campaign.club import Club, Member
from engine.campaign.editor import TeamEditor
from engine.campaign.entries import JOURNEYMAN
from engine.campaign.refusal import Refusal
from engine.campaign.sheets import NOTHING
from engine.campaign.steps import READY
from engine.core.ruling import Ruling
from engine.rules.teams import hiring, pages
from engine.rules.teams.names import STAND_IN, free_names
from engine.rules.teams.rosters import RosterPosition
from engine.rules.teams.sheet import mercenaries_count
from engine.rules.teams.staff import ASSISTANT_COACHES, CHEERLEADERS

JOINING, BUYING = pages.JOURNEYMEN, pages.INDUCEMENTS

# Staff for one match, and the staff of the list that does the same.
TEMPORARY = {"part-time-assistant-coaches": ASSISTANT_COACHES, "temp-agency-cheerleaders": CHEERLEADERS}
# Whether a team may have so many of a kind of staff for one match, of whom some are its own.
staff_fits: Ruling[Callable[[int, int], bool]] = Ruling(
    "temporary-staff-limit",
    {"beside-own": lambda together, most: True, "together": lambda together, most: together <= most},
)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a team may spend on one match: petty cash first, and so much of its treasury."""

    petty: int = 0
    own: int = 0

    @property
    def total(self) -> int:
        return self.petty + self.own

    def at_most(self, own: int) -> "Budget":
        """With no more of the treasury than the coach is ready to spend."""
        return Budget(self.petty, min(self.own, own))


# Journeymen -----------------------------------------------------------------------------------------------------------------


def journeymen(editor: TeamEditor, names: Sequence[str] = (), position: str = "") -> None:
    """As many as are missing to eleven who can play; of which kind is the coach's choice where there are several."""
    editor.at(READY, "Taking on journeymen")
    kinds = {each.key: each for each in editor.club.roster.journeymen}
    kind = (
        kinds.get(position) if position else min(kinds.values(), key=lambda each: (each.cost, each.key), default=None)
    )
    if kind is None:
        raise editor.refusal(
            "no-journeyman", f"Journeymen are {', '.join(each.name for each in kinds.values())}.", JOINING
        )
    missing = editor.campaign.words.team_size[0] - len(editor.club.eligible) - len(editor.club.journeymen)
    for place in range(missing):
        taken = [member.name for member in editor.club.members.values()]
        name = names[place] if place < len(names) else next(free_names(STAND_IN, taken))
        number = editor.club.free_number
        editor.enter(
            "signed",
            editor.club.signed + 1,
            rule=JOINING,
            position=kind.key,
            number=number,
            name=name,
            how=JOURNEYMAN,
        )


# Inducements ----------------------------------------------------------------------------------------------------------------


def budgets(high: Club, low: Club, spent: int = 0) -> tuple[Budget, Budget]:
    """For the team of the higher current value, which buys first, and the other, once the first has spent so much.

    Between equals nobody buys anything.
    """
    difference = _value(high) - _value(low)
    if not difference:
        return Budget(), Budget()
    return Budget(own=high.treasury), Budget(difference + spent, min(low.campaign.words.underdog_adds, low.treasury))


def _value(club: Club) -> int:
    return club.campaign.value.current(club)


def induce(
    editor: TeamEditor,
    wishes: list[list[Any]],
    budget: Budget,
    mercenaries: Sequence[Mapping[str, Any]] = (),
) -> Mapping[str, Any]:
    """Buy what the coach wishes for, [inducement, how many] in this order, as far as rules and money go.

    Mercenaries are taken from their own list, {"position", "skill"} each, when their wish comes up.
    """
    editor.at(READY, "Buying inducements")
    basket = Basket(editor, budget)
    basket.fill(wishes, mercenaries)
    if not basket.cost:
        return NOTHING
    own = max(0, basket.cost - budget.petty)
    editor.enter(
        "inducements",
        gold=-own,
        rule=BUYING,
        bought=basket.bought,
        mercenaries=basket.mercenaries,
        cost=basket.cost,
        own=own,
    )
    return editor.written[-1].data


def induce_both(home: TeamEditor, away: TeamEditor, wanted: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """What both teams of a match buy, in their order. What a coach wants is {"wishes", "mercenaries", "own"}."""
    editors, bought = (home, away), [NOTHING, NOTHING]
    high, low = sorted((0, 1), key=lambda side: -_value(editors[side].club))
    first, _ = budgets(editors[high].club, editors[low].club)
    bought[high] = _induce(editors[high], first, wanted[high])
    _, second = budgets(editors[high].club, editors[low].club, bought[high].get("own", 0))
    bought[low] = _induce(editors[low], second, wanted[low])
    return bought


def _induce(editor: TeamEditor, budget: Budget, wanted: Mapping[str, Any]) -> Mapping[str, Any]:
    return induce(editor, wanted["wishes"], budget.at_most(wanted["own"]), wanted["mercenaries"])


def check_inducement(club: Club, key: str, number: int) -> None:
    """Refuse so many of an inducement that this team may not have."""
    sheet = {"league": club.league, "favoured_of": club.favoured_of}
    words = hiring.hindrance(club.campaign.data, club.roster, sheet, key, number)
    if words:
        raise club.campaign.refusal("not-for-sale", f"{club.roster.name}: {words}.", BUYING)


class Basket:
    """What has been bought so far. Whatever a team may not have, or cannot pay, is left on the shelf.

    Money and places only ever get fewer. So what was refused once is not looked at again: however long the wishes are,
    the rules are asked about no more than there is to buy.
    """

    def __init__(self, editor: TeamEditor, budget: Budget) -> None:
        self.editor, self.club, self.words, self.left = editor, editor.club, editor.campaign.words, budget.total
        self.cost = 0
        self.bought: dict[str, int] = {}
        self.mercenaries: list[dict[str, Any]] = []
        self._closed: set[str] = set()  # inducements of which no more can be had
        self._declined: set[tuple[str, str]] = set()  # mercenaries, by position and skill
        self._learnable: dict[str, set[str]] = {}  # primary skills, by position
        self._playing = Counter(member.position.key for member in self.club.members.values() if member.eligible)

    def fill(self, wishes: Sequence[Sequence[Any]], mercenaries: Sequence[Mapping[str, Any]]) -> None:
        """With what is wished for, in this order."""
        for key, number in wishes:
            if key in self._closed:
                continue
            if key == hiring.MERCENARIES:
                self.hire(mercenaries, number)
            else:
                self.buy(key, number)

    def buy(self, key: str, number: int) -> None:
        """As many as there are, up to this number."""
        for _ in range(number):
            if not self._allowed(key, self.bought.get(key, 0) + 1) or not self._pay(self._price(key)):
                self._closed.add(key)
                return
            self.bought[key] = self.bought.get(key, 0) + 1

    def hire(self, wanted: Sequence[Mapping[str, Any]], number: int) -> None:
        """Mercenaries, the most wanted first, up to this number in all."""
        had = len(self.mercenaries)
        if had >= number:
            return
        allowed = self._allowed(hiring.MERCENARIES, had + 1)
        for each in wanted:
            if not allowed or len(self.mercenaries) >= number:
                break
            if self._engage(each["position"], each.get("skill") or ""):
                self.bought[hiring.MERCENARIES] = len(self.mercenaries)
                allowed = self._allowed(hiring.MERCENARIES, len(self.mercenaries) + 1)
        if not allowed or len(self.mercenaries) == had:
            self._closed.add(hiring.MERCENARIES)

    def _engage(self, key: str, skill: str) -> bool:
        position = self.club.roster.positions.get(key)
        if position is None or (key, skill) in self._declined:
            return False
        hired = self.words.mercenaries
        fee = position.cost + hired.fee + (hired.skill_fee if skill else 0)
        if not (self._has_room(key) and self._can_learn(position, skill) and self._pay(fee)):
            self._declined.add((key, skill))
            return False
        self.mercenaries.append({"position": key, "skills": [skill] if skill else []})
        self._playing[key] += 1
        return True

    def _pay(self, price: int) -> bool:
        if price > self.left:
            return False
        self.left -= price
        self.cost += price
        return True

    def _price(self, key: str) -> int:
        price: int = self.words.inducements[key].figure("cost", self.club.roster)
        return price

    def _allowed(self, key: str, number: int) -> bool:
        """Within its limit, open to this team, of a kind of which there is no other, and not a star."""
        try:
            check_inducement(self.club, key, number)
        except Refusal:
            return False
        known = self.words.inducements
        alone = all(known[each].group != known[key].group for each in self.bought if each != key)
        priced = key == hiring.MERCENARIES or known[key].figure("cost", self.club.roster) is not None
        return alone and priced and self._needs_staff(key, number)

    def _needs_staff(self, key: str, number: int) -> bool:
        """Whether the team's own staff leaves room for so many for one match."""
        if key not in TEMPORARY:
            return True
        most = self.words.staff_limits(self.club.roster)[TEMPORARY[key]]
        fits: bool = self.editor.choice(staff_fits)(getattr(self.club, TEMPORARY[key]) + number, most)
        return fits

    def _has_room(self, position: str) -> bool:
        """Only those count who can play this match."""
        counted = self._playing.total() if self.editor.choice(mercenaries_count) else 0
        return counted < self.words.team_size[1] and self.club.roster.has_room(self._playing, position)

    def _can_learn(self, position: RosterPosition, skill: str) -> bool:
        """Primary skills, and only such as a player of the position could have learned."""
        if not skill:
            return True
        if position.key not in self._learnable:
            able = options(self.editor, Member(0, 0, "", position))
            self._learnable[position.key] = {each.skill for each in able if each.access == PRIMARY}
        return skill in self._learnable[position.key]

"""The list that a coach wishes for the next season: from a form, as a draft for the rules, and with its bill."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from accounts.text import number_of
from engine.campaign import Bill, Club, Member, Refusal, TeamEditor
from teams.names import with_keywords
from teams.roster.squad import line_of

FANS = "fans"
OLD, NEW = "old", "new"  # how a captain is named: old-<member>, or new-<position> for the first of these


@dataclass(slots=True)
class Wish:
    """Whom to keep, how many new players of each position, which staff, and the captain."""

    keep: list[int]
    new: dict[str, int]
    staff: dict[str, int]
    captain: str = ""

    @staticmethod
    def as_before(club: Club) -> "Wish":
        """The list goes on as it is."""
        captain = f"{OLD}-{club.captain}" if club.captain else ""
        return Wish(
            [each.id for each in club.listed], {}, {what: getattr(club, what) for what in club.campaign.staff}, captain
        )

    @staticmethod
    def of_list(keep: list[int], draft: Mapping[str, Any], club: Club) -> "Wish":
        """As standing orders put it."""
        new = Counter(each["position"] for each in draft["players"])
        old = next((id for id in keep if club.members[id].number == draft["captain"]), None)
        first = next((each["position"] for each in draft["players"] if each["number"] == draft["captain"]), None)
        captain = f"{OLD}-{old}" if old else f"{NEW}-{first}" if first else ""
        staff = {what: int(draft.get(what, getattr(club, what))) for what in club.campaign.staff}
        return Wish(keep, dict(new), staff, captain)

    @staticmethod
    def of_form(post: QueryDict, club: Club) -> "Wish":
        """What a form says, as far as it makes sense; one more than there may be is enough to be refused."""
        positions = club.roster.positions.values()
        return Wish(
            keep=[_number(each) for each in post.getlist("keep")],
            new={each.key: min(_number(post.get(f"{NEW}-{each.key}")), each.most + 1) for each in positions},
            staff={what: _number(post.get(what)) for what in club.campaign.staff},
            captain=post.get("captain", ""),
        )

    def draft(self, club: Club) -> dict[str, Any]:
        """For the rules: everybody new with a name and a number that nobody kept has."""
        kept = [club.members[id] for id in self.keep if id in club.members]
        names, numbers = {each.name for each in kept}, {each.number for each in kept}
        players = []
        for position in (key for key, count in self.new.items() for _ in range(count)):
            player = {"position": position, **club.campaign.choices.identity(club, names, numbers)}
            names.add(player["name"])
            numbers.add(player["number"])
            players.append(player)
        return {"players": players, **self.staff, "captain": self._captain(kept, players)}

    def _captain(self, kept: list[Member], players: list[dict[str, Any]]) -> int | None:
        how, _, which = self.captain.partition("-")
        if how == OLD:
            return next((each.number for each in kept if str(each.id) == which), None)
        return next((each["number"] for each in players if how == NEW and each["position"] == which), None)


class RedraftPage:
    """The form with its bill."""

    def __init__(self, editor: TeamEditor, wish: Wish) -> None:
        self.editor, self.club, self.wish = editor, editor.club, wish
        self.words = editor.campaign.words
        self.draft = wish.draft(self.club)
        self.funds = editor.campaign.season.funds(editor)
        self.problems: list[Refusal] = editor.campaign.season.problems(editor, wish.keep, self.draft)

    @property
    def sources(self) -> list[tuple[str, int]]:
        """Where the money comes from, in words."""
        club, amounts = self.club, self.editor.campaign.season.sources(self.editor)
        told = {
            "base": "Every team",
            "treasury": "Treasury",
            "played": f"{club.played} {_matches(club.played)} played",
            "won": f"{club.won} won",
            "drawn": f"{club.drawn} drawn",
            "cap": "Above the cap of the league",
        }
        return [(words, amounts[source]) for source, words in told.items() if amounts[source] or source != "cap"]

    @property
    def bill(self) -> Bill | None:
        try:
            return self.editor.campaign.season.bill(self.editor, self.wish.keep, self.draft)
        except Refusal:
            return None  # `problems` says why

    @property
    def over(self) -> int:
        """By how much the list is too dear."""
        return -self.bill.left if self.bill else 0

    @property
    def next_season(self) -> int:
        return self.club.season + 1

    @property
    def players(self) -> list[dict[str, Any]]:
        return [self._player(each) for each in sorted(self.club.listed, key=lambda each: each.number)]

    def _player(self, member: Member) -> dict[str, Any]:
        price = self.editor.campaign.season.bill(self.editor, [member.id], {}).total
        return {
            "line": line_of(self.club, member),
            "price": price,
            "fee": price - member.value,
            "kept": member.id in self.wish.keep,
        }

    @property
    def positions(self) -> list[dict[str, Any]]:
        return [
            {
                "position": each,
                "about": self.words.profile(each.stats, with_keywords(each.skills)),
                "count": self.wish.new.get(each.key, 0),
            }
            for each in self.club.roster.positions.values()
        ]

    @property
    def staff(self) -> list[dict[str, Any]]:
        prices = {**self.words.staff_prices(self.club.roster), FANS: self.words.fans.price}
        most = {**self.words.staff_limits(self.club.roster), FANS: self._most_fans}
        return [
            {"what": what, "name": self.words.staff[what], "price": prices[what], "most": most[what], "count": count}
            for what, count in self.wish.staff.items()
            if most[what]
        ]

    @property
    def captains(self) -> list[dict[str, Any]]:
        """Who can be named: anybody kept, or a new player, unless it is a Big Guy."""
        old = [
            (f"{OLD}-{each.id}", f"{each.number} {each.name}") for each in self.club.listed if not each.position.big_guy
        ]
        able = [each for each in self.club.roster.positions.values() if not each.big_guy]
        new = [(f"{NEW}-{each.key}", f"a new {each.name}") for each in able]
        return [{"key": key, "name": name, "chosen": key == self.wish.captain} for key, name in (*old, *new)]

    @property
    def _most_fans(self) -> int:
        return max(self.club.fans, self.words.fans.most_at_start)


def _matches(number: int) -> str:
    return "match" if number == 1 else "matches"


def _number(text: Any) -> int:
    """A count as typed; nonsense counts as none."""
    return number_of(text or "") or 0

"""The standing orders of a team as a form: names instead of ids, lists as rows to pick, the standard beside every field."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from engine.campaign import Club, Refusal, RosterPosition
from teams.orders.pickers import MercenariesField, NamesField, RowsField, WishesField

CHAPTERS = {"staff": "staff", "advance": "advancement", "skills": "advancement", "inducements": "inducements"}
ADVANCE = {"choose": "choose a skill from the lists below", "random": "roll for a skill, which is cheaper"}
ROLE_NAMES = {"big-guy": "Big Guys", "special": "specialists", "lineman": "linemen"}


class OrdersForm(forms.Form):
    """What a coach can say of a club; fields are named as in the orders, parts of them after a dot."""

    advance = forms.ChoiceField(
        label="When a player has enough points",
        choices=list(ADVANCE.items()),
        widget=forms.RadioSelect,
    )

    def __init__(self, data: QueryDict | None = None, *, club: Club, given: Mapping[str, Any], **kwargs: Any) -> None:
        self.club, self.given = club, given
        self.usual = club.campaign.orders.standard
        super().__init__(data, initial=_flat(club.campaign.orders.complete(given)), **kwargs)
        self.fields |= dict(_squad_fields(club)) | dict(_staff_fields(club)) | dict(_skill_fields(club))
        self.fields |= dict(_inducement_fields(club))
        for name, usual in _flat(self.usual).items():
            if name in self.fields:
                self.fields[name].help_text = self._help(name, usual)

    def _help(self, name: str, usual: Any) -> str:
        field = self.fields[name]
        if name == "retire":
            shown = ", ".join(each.upper() for each in usual)
        elif isinstance(field, RowsField):
            shown = field.said(usual)
        else:
            shown = ADVANCE[usual] if name == "advance" else str(usual)
        return f"{field.help_text} Standard: {shown or 'nobody in particular'}.".strip()

    @property
    def chapters(self) -> dict[str, list[forms.BoundField]]:
        """The fields by what they are about."""
        chapters: dict[str, list[forms.BoundField]] = {}
        for name in self.fields:
            part = name.partition(".")[0]
            chapters.setdefault(CHAPTERS.get(part, "squad"), []).append(self[name])
        return chapters

    def orders(self) -> dict[str, Any]:
        """Only what differs from the standard, so that whatever a coach leaves alone stays up to date.

        What the form does not ask for, such as skills of one position, is kept.
        """
        asked = _flat(self.given) | self.cleaned_data
        usual = _flat(self.usual)
        return _deep({name: value for name, value in asked.items() if name not in usual or usual[name] != value})

    def inducements(self) -> Mapping[str, Any]:
        """What is wished for, also where it is the standard."""
        wanted: Mapping[str, Any] = _deep(self.cleaned_data)["inducements"]
        return wanted


def _squad_fields(club: Club) -> Iterator[tuple[str, forms.Field]]:
    words = club.campaign.words
    fewest, most = words.team_size
    yield (
        "squad.least",
        _number("Players who can play, at least", fewest, most, "Gold goes first into filling these places."),
    )
    yield "squad.most", _number("Players who can play, at most", fewest, most, "Beyond that a player is a luxury.")
    positions = {each.key: each.name for each in club.roster.positions.values()}
    text = "The most wanted first. Left empty: the dearest that can be paid."
    yield (
        "positions",
        NamesField(
            "position", positions, most=club.campaign.orders.most_named, label="Hire these first", help_text=text
        ),
    )
    yield "reserve", _number("Gold to keep, in k", 0, 10_000, "No luxury touches it.")
    yield "rich", _number("Spend freely from, in k", 0, 10_000, "With so much gold every place and re-roll is bought.")
    yield (
        "retire",
        forms.MultipleChoiceField(
            label="Rest or fire a player who lost",
            choices=[(each.key, f"{each.key.upper()}, {each.name.lower()}") for each in words.characteristics],
            widget=forms.CheckboxSelectMultiple,
            required=False,
        ),
    )
    yield "niggling", _number("Fire at so many niggling injuries", 1, 10_000, "")


def _staff_fields(club: Club) -> Iterator[tuple[str, forms.Field]]:
    words = club.campaign.words
    for what, most in words.staff_limits(club.roster).items():
        if most:
            label = words.staff[what]
            yield f"staff.{what}", _number(label[:1].upper() + label[1:], 0, most, f"At most {most}.")


def _skill_fields(club: Club) -> Iterator[tuple[str, forms.Field]]:
    names = skill_choices(club)
    for role, positions in roles_of(club).items():
        label = ROLE_NAMES.get(role, f"{role.replace('-', ' ')}s")
        text = f"For {', '.join(each.name for each in positions)}."
        most = club.campaign.orders.most_named
        field = NamesField("skill", names, many=True, most=most, label=f"Skills for {label}", help_text=text)
        yield f"skills.{role}", field


def _inducement_fields(club: Club) -> Iterator[tuple[str, forms.Field]]:
    known = club.campaign.words.inducements
    shelf = {
        each.key: f"{each.name}, {price_of(club, each.key)}" for each in known.values() if may_have(club, each.key)
    }
    text = "Bought in this order, as far as the gold goes."
    yield (
        "inducements.wishes",
        WishesField(known, shelf, most=club.campaign.orders.most_wishes, label="Wishes", help_text=text),
    )
    text = "Hired where the wishes above name mercenaries, the most wanted first."
    yield "inducements.mercenaries", mercenaries_field(club, label="Mercenaries", help_text=text)
    text = f"Petty cash is spent first. The treasury holds {club.treasury}k."
    yield "inducements.own", _number("Own gold for inducements, in k", 0, 10_000, text)


def mercenaries_field(club: Club, **about: Any) -> MercenariesField:
    positions = {each.key: each.name for each in club.roster.positions.values()}
    return MercenariesField(positions, skill_choices(club), most=club.campaign.orders.most_mercenaries, **about)


def price_of(club: Club, key: str) -> str:
    """In words: that of mercenaries depends on the position."""
    price = club.campaign.words.inducements[key].figure("cost", club.roster)
    return "by position" if price is None else f"{price}k"


def roles_of(club: Club) -> dict[str, list[RosterPosition]]:
    """The roles that this team has, with their positions; each position has one."""
    found: dict[str, list[RosterPosition]] = {}
    for position in club.roster.positions.values():
        role = next((role for role in club.campaign.orders.roles if role in position.keywords), None)
        if role:
            found.setdefault(role, []).append(position)
    return found


def skill_choices(club: Club) -> dict[str, str]:
    words = club.campaign.words
    return {key: words.skill_title(key) for key in words.skill_categories}


def may_have(club: Club, key: str) -> bool:
    try:
        club.campaign.prematch.check_inducement(club, key, 1)
    except Refusal:
        return False
    return True


def _number(label: str, least: int, most: int, help_text: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=help_text)


def _flat(orders: Mapping[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, part in orders.items():
        flat |= {f"{name}.{key}": value for key, value in part.items()} if isinstance(part, Mapping) else {name: part}
    return flat


def _deep(flat: Mapping[str, Any]) -> dict[str, Any]:
    orders: dict[str, Any] = {}
    for name, value in flat.items():
        part, _, key = name.partition(".")
        if key:
            orders.setdefault(part, {})[key] = value
        else:
            orders[part] = value
    return orders

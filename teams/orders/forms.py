"""The standing orders of a team as a form: names instead of ids, lists as lines, the standard beside every field."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from accounts.text import LinesFormField
from engine.campaign import Club, Inducement, Refusal, RosterPosition

LONGEST = 2000  # letters of a list
WISH = re.compile(r"(?:(\d{1,2})\s*[x×*]?\s+)?(.+)")
CHAPTERS = {"staff": "staff", "advance": "advancement", "skills": "advancement", "inducements": "inducements"}
ADVANCE = {"choose": "choose a skill from the lists below", "random": "roll for a skill, which is cheaper"}
ROLE_NAMES = {"big-guy": "Big Guys", "special": "specialists", "lineman": "linemen"}


class KnownNamesField(LinesFormField):
    """Names of known things."""

    def __init__(self, known: Mapping[str, str], what: str, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=LONGEST, **kwargs)
        self.known, self.what = known, what
        self.ids = {_plain(name): key for key, name in known.items()}

    def id_of(self, name: str) -> str:
        if _plain(name) not in self.ids:
            raise forms.ValidationError(f"There is no {self.what} called “{name.strip()}”.")
        return self.ids[_plain(name)]


class NamesField(KnownNamesField):
    """Names, separated by commas or lines, in order; their ids when cleaned."""

    widget = forms.TextInput

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(self.known[each] for each in value) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[str]:
        names = [each for each in re.split(r"[,;\n]", super().clean(value)) if each.strip()]
        return list(dict.fromkeys(self.id_of(name) for name in names))


class WishesField(KnownNamesField):
    """One wish on a line: how many, and of what."""

    widget = forms.Textarea(attrs={"rows": 7})

    def __init__(self, known: Mapping[str, Inducement], **kwargs: Any) -> None:
        super().__init__({key: each.name for key, each in known.items()}, "inducement", **kwargs)
        self.inducements = known

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(self._line(*wish) for wish in value) if isinstance(value, list) else value

    def _line(self, key: str, number: int) -> str:
        return self.inducements[key].counted(number)

    def id_of(self, name: str) -> str:
        """Also of one where the name means several, and of several."""
        named = {_plain(name): key for key, each in self.inducements.items() for name in (each.one, each.several)}
        return named.get(_plain(name)) or super().id_of(name)

    def clean(self, value: Any) -> list[list[Any]]:
        found = (WISH.fullmatch(each.strip()) for each in super().clean(value).splitlines())
        return [[self.id_of(wish[2]), int(wish[1] or 1)] for wish in found if wish]


class MercenariesField(KnownNamesField):
    """One on a line: a position, and after a colon perhaps a skill."""

    widget = forms.Textarea(attrs={"rows": 2})

    def __init__(self, known: Mapping[str, str], skills: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(known, "position", **kwargs)
        self.skills = NamesField(skills, "skill")

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        names = [[self.known[each["position"]], self.skills.known.get(each.get("skill", ""))] for each in value]
        return "\n".join(": ".join(filter(None, each)) for each in names)

    def clean(self, value: Any) -> list[dict[str, str]]:
        lines = [each.partition(":") for each in super().clean(value).splitlines() if each.strip()]
        return [
            {"position": self.id_of(position), **({"skill": self.skills.id_of(skill)} if skill.strip() else {})}
            for position, _, skill in lines
        ]


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
        else:
            shown = ADVANCE[usual] if name == "advance" else str(field.prepare_value(usual))
        shown = shown.replace("\n", ", ") or "nobody in particular"
        return f"{field.help_text} Standard: {shown}.".strip()

    @property
    def chapters(self) -> dict[str, list[forms.BoundField]]:
        """The fields by what they are about."""
        chapters: dict[str, list[forms.BoundField]] = {}
        for name in self.fields:
            part = name.partition(".")[0]
            chapters.setdefault(CHAPTERS.get(part, "squad"), []).append(self[name])
        return chapters

    @property
    def shelf(self) -> list[tuple[str, int | None]]:
        """The inducements that this team may have, with their prices."""
        club = self.club
        open_to = [each for each in club.campaign.words.inducements.values() if may_have(club, each.key)]
        return [(each.name, each.figure("cost", club.roster)) for each in open_to]

    def orders(self) -> dict[str, Any]:
        """Only what differs from the standard, so that whatever a coach leaves alone stays up to date.

        What the form does not ask for, such as skills of one position, is kept.
        """
        asked = _flat(self.given) | self.cleaned_data
        usual = _flat(self.usual)
        return _deep({name: value for name, value in asked.items() if name not in usual or usual[name] != value})


def _squad_fields(club: Club) -> Iterator[tuple[str, forms.Field]]:
    words = club.campaign.words
    fewest, most = words.team_size
    yield (
        "squad.least",
        _number("Players who can play, at least", fewest, most, "Gold goes first into filling these places."),
    )
    yield "squad.most", _number("Players who can play, at most", fewest, most, "Beyond that a player is a luxury.")
    positions = {each.key: each.name for each in club.roster.positions.values()}
    text = f"By name, the most wanted first: {', '.join(positions.values())}. Left empty: the dearest that can be paid."
    yield "positions", NamesField(positions, "position", label="Hire these first", help_text=text)
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
        widget = forms.TextInput(attrs={"autocapitalize": "words"})
        yield f"skills.{role}", NamesField(names, "skill", label=f"Skills for {label}", help_text=text, widget=widget)


def _inducement_fields(club: Club) -> Iterator[tuple[str, forms.Field]]:
    known = club.campaign.words.inducements
    yield (
        "inducements.wishes",
        WishesField(known, label="Wishes", help_text="One on a line, bought in this order: 2 Bribes."),
    )
    positions = {each.key: each.name for each in club.roster.positions.values()}
    text = "One on a line, a skill after a colon if you want one; bought where the list above names mercenaries."
    yield (
        "inducements.mercenaries",
        MercenariesField(positions, skill_choices(club), label="Mercenaries", help_text=text),
    )
    text = "Petty cash is spent first."
    yield "inducements.own", _number("Own gold for inducements, in k", 0, 10_000, text)


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


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", name.casefold())


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

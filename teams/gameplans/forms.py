"""A game plan as a form. Its fields are derived from the settings that the engine declares."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator

import engine
from engine.campaign import Club, Member

SHOWN_OF_NAME = 24
FEWEST_PICKS = 3  # selects for a list of players; there are always two free ones, up to the longest list


class Options:
    """Of selects that offer the same. A page has dozens with the whole squad: each is written once, and then marked."""

    def __init__(self, choices: Iterable[tuple[str, str]]) -> None:
        self.all = format_html_join("", '<option value="{}">{}</option>', choices)

    def marked(self, chosen: str) -> SafeString:
        value = format_html('value="{}"', chosen)
        return mark_safe(self.all.replace(value, f"{value} selected", 1))  # noqa: S308  both are escaped


class PicksWidget(forms.Widget):
    """One select after the other, the most wanted player first."""

    use_fieldset = True

    def __init__(self, players: Mapping[str, str], most: int) -> None:
        super().__init__()
        self.players, self.most = players, most
        self.options = Options(players.items())

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        return [each for each in data.getlist(name) if each]

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = [each for each in value or [] if each in self.players][: self.most]
        shown = min(self.most, max(FEWEST_PICKS, len(chosen) + 2))
        picks = [*chosen, *[""] * (shown - len(chosen))]
        return format_html_join("", "{}", ((self._select(name, at, pick),) for at, pick in enumerate(picks, start=1)))

    def _select(self, name: str, at: int, chosen: str) -> SafeString:
        select = '<select name="{0}" id="id_{0}-{1}" aria-label="Choice {1}"><option value="">{2}</option>{3}</select>'
        return format_html(select, name, at, "nobody" if at == 1 else "nobody else", self.options.marked(chosen))


class PicksField(forms.Field):
    def __init__(self, players: Mapping[str, str], most: int, **kwargs: Any) -> None:
        super().__init__(required=False, widget=PicksWidget(players, most), **kwargs)
        self.players = players

    def clean(self, value: Any) -> list[str]:
        if strange := [each for each in value if each not in self.players]:
            raise forms.ValidationError(f"There is no player {strange[0][:20]} in this team.")
        return list(value)


class FormationWidget(forms.Widget):
    """A select for row, column and player of each place; the page draws them as a board."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[dict[str, str]]:
        parts = ("row", "column", "player")
        lines = ({part: data.get(f"{name}-{place}-{part}", "") for part in parts} for place in range(self.size))
        return [line for line in lines if line["row"] or line["column"]]


class FormationField(forms.Field):
    """Lines as they were sent; the places of a plan when cleaned."""

    def __init__(self, size: int, **kwargs: Any) -> None:
        super().__init__(required=False, widget=FormationWidget(size), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return [lines_of(each) if "square" in each else each for each in value or []]

    def clean(self, value: Any) -> list[dict[str, Any]]:
        try:
            return [places_of(line) for line in value]
        except ValueError:
            raise forms.ValidationError("Each place needs both a row and a column.") from None


def lines_of(place: Mapping[str, Any]) -> dict[str, str]:
    row, column = place["square"]
    return {"row": str(row), "column": str(column), "player": place.get("player") or ""}


def places_of(line: Mapping[str, str]) -> dict[str, Any]:
    return {"square": [int(line["row"]), int(line["column"])], "player": line["player"] or None}


class GamePlanForm(forms.Form):
    """Fields are named as the settings are."""

    def __init__(self, data: QueryDict | None = None, *, club: Club, ruleset: str, plan: Mapping[str, Any]) -> None:
        self.plans = engine.plans_of(ruleset)
        super().__init__(data, initial={key: plan.get(key, each.default) for key, each in self.plans.settings.items()})
        self.squad = squad_in_order(club)
        names = {str(member.id): player_label(member) for member in self.squad}
        for key, setting in self.plans.settings.items():
            self.fields[key] = self._field(setting, names)

    def _field(self, setting: Any, names: Mapping[str, str]) -> forms.Field:
        about = {"label": setting.words, "help_text": setting.help}
        match setting.kind.name:
            case "choice":
                choices = [(key, words[:1].upper() + words[1:]) for key, words in setting.kind.words.items()]
                return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **about)
            case "number":
                return forms.IntegerField(min_value=setting.kind.lowest, max_value=setting.kind.highest, **about)
            case "players":
                return PicksField(names, setting.kind.most, **about)
            case _:
                return FormationField(self.plans.size, **about)

    def plan(self) -> dict[str, Any]:
        return dict(self.cleaned_data)

    @property
    def chapters(self) -> list[tuple[str, list[forms.BoundField], int]]:
        """All settings but the formations, by what they are about, and how many are not as usual."""
        asked = [each for each in self.plans.settings.values() if each.kind.name != "formation"]
        chapters = {each.chapter: [one for one in asked if one.chapter == each.chapter] for each in asked}
        return [
            (chapter, [self[each.key] for each in each_of], self._changed(each_of))
            for chapter, each_of in chapters.items()
        ]

    def _changed(self, settings: Sequence[Any]) -> int:
        return sum(self.initial[each.key] not in (each.default, each.kind.write(each.default)) for each in settings)

    @property
    def formations(self) -> list[tuple[forms.BoundField, list[dict[str, str]]]]:
        """The fields that are drawn, with their lines."""
        keys = [each.key for each in self.plans.settings.values() if each.kind.name == "formation"]
        return [(self[key], self[key].value()) for key in keys]


def squad_in_order(club: Club) -> list[Member]:
    return sorted(club.listed, key=lambda member: member.number)


def shirt(member: Member) -> str:
    """Number and name; of a long one, enough to know it by, because a page says it dozens of times."""
    return f"{member.number} {Truncator(member.name).chars(SHOWN_OF_NAME)}"


def player_label(member: Member) -> str:
    out = "" if member.eligible else ", misses the next match"
    return f"{shirt(member)}, {member.position.name}{out}"

"""Lists that a coach picks: rows of fields in order, with some empty rows below for more. No script is needed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

Row = tuple[str, ...]
SPARE = 2  # empty rows


@dataclass(frozen=True, slots=True)
class Column:
    """A field of each row: one of these choices, typed with suggestions where they are `many`, or a number."""

    what: str
    choices: Mapping[str, str] | None = None
    many: bool = False
    known: Mapping[str, str] = field(default_factory=dict)  # names of what is no choice, or none any more
    most: int = 99

    def drawn(self, name: str, value: str, row: int) -> SafeString:
        label = f"{self.what[:1].upper()}{self.what[1:]} {row}"
        if self.choices is None:
            shape = '<input type="number" name="{}" value="{}" min="1" max="{}" inputmode="numeric" aria-label="{}">'
            return format_html(shape, name, value, self.most, label)
        if self.many:
            shape = '<input name="{}" value="{}" list="all-{}s" aria-label="{}" autocomplete="off">'
            return format_html(shape, name, self.choices.get(value, value), self.what, label)
        options = [("", "", ""), *((key, " selected" if key == value else "", name) for key, name in self.named(value))]
        listed = format_html_join("", '<option value="{}"{}>{}</option>', options)
        return format_html('<select name="{}" aria-label="{}">{}</select>', name, label, listed)

    def named(self, value: str) -> Iterable[tuple[str, str]]:
        """The choices; what is not among them, such as what the team may not have any more, stays to be seen."""
        choices = self.choices or {}
        return (
            choices.items()
            if not value or value in choices
            else [*choices.items(), (value, self.known.get(value, value))]
        )

    def key_of(self, said: str) -> str:
        """By its key or its name."""
        names = {_plain(name): key for key, name in (self.choices or {}).items()}
        if said in (self.choices or {}):
            return said
        if _plain(said) not in names:
            raise ValidationError(f"There is no {self.what} called “{said}”.")
        return names[_plain(said)]


class Rows(forms.Widget):
    """Several fields side by side, again and again."""

    use_fieldset = True

    def __init__(self, columns: Sequence[Column], attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs)
        self.columns = columns

    def id_for_label(self, id_: str) -> str:
        return ""

    def named(self, name: str) -> list[str]:
        return [name, *(f"{name}-{column.what}" for column in self.columns[1:])]

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        rows = [*(value or []), *[("",) * len(self.columns)] * SPARE]
        drawn = ((self._row(name, row, number),) for number, row in enumerate(rows, start=1))
        return format_html(
            '<div class="picker columns-{}">{}</div>', len(self.columns), format_html_join("", "{}", drawn)
        )

    def _row(self, name: str, row: Row, number: int) -> SafeString:
        fields = zip(self.columns, self.named(name), row, strict=True)
        drawn = ((column.drawn(field, value, number),) for column, field, value in fields)
        return format_html('<div class="picker-row">{}</div>', format_html_join("", "{}", drawn))

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[Row]:
        """The rows that say something in their first field."""
        lists = [data.getlist(each) if hasattr(data, "getlist") else data.get(each, []) for each in self.named(name)]
        return [tuple(each.strip() for each in row) for row in zip(*lists, strict=False) if row[0].strip()]


class RowsField(forms.Field):
    """Reads the rows; `most` of them are taken."""

    def __init__(self, *columns: Column, most: int, **kwargs: Any) -> None:
        super().__init__(required=False, widget=Rows(columns), **kwargs)
        self.columns, self.most = columns, most

    def prepare_value(self, value: Any) -> list[Row]:
        return [each if isinstance(each, tuple) else self.row_of(each) for each in value or []]

    def clean(self, value: Any) -> list[Any]:
        if len(value) > self.most:
            raise ValidationError(f"At most {self.most} rows, not {len(value)}.")
        return self.read(value)

    def said(self, value: Any) -> str:
        """Stored rows in words."""
        return ", ".join(self.words(each) for each in value)

    def row_of(self, stored: Any) -> Row:
        raise NotImplementedError

    def read(self, rows: list[Row]) -> list[Any]:
        raise NotImplementedError

    def words(self, stored: Any) -> str:
        raise NotImplementedError


class NamesField(RowsField):
    """Things in order, each once; their keys when cleaned."""

    def __init__(self, what: str, known: Mapping[str, str], *, most: int, many: bool = False, **kwargs: Any) -> None:
        super().__init__(Column(what, known, many), most=most, **kwargs)
        self.known = known

    def row_of(self, stored: str) -> Row:
        return (stored,)

    def read(self, rows: list[Row]) -> list[str]:
        return list(dict.fromkeys(self.columns[0].key_of(name) for (name,) in rows))

    def words(self, stored: str) -> str:
        return self.known.get(stored, stored)


class WishesField(RowsField):
    """Inducements in order, and how many of each."""

    def __init__(self, known: Mapping[str, Any], shelf: Mapping[str, str], **kwargs: Any) -> None:
        names = {key: each.name for key, each in known.items()}
        super().__init__(Column("inducement", shelf, known=names), Column("number"), **kwargs)
        self.known = known

    def row_of(self, stored: Sequence[Any]) -> Row:
        key, number = stored
        return (key, str(number))

    def read(self, rows: list[Row]) -> list[list[Any]]:
        return [[self._key(name), _whole(number or "1")] for name, number in rows]

    def _key(self, name: str) -> str:
        """Also of one that this team cannot have now: orders may wish for it in vain."""
        return name if name in self.known else self.columns[0].key_of(name)

    def words(self, stored: Sequence[Any]) -> str:
        key, number = stored
        return str(self.known[key].counted(number))


class MercenariesField(RowsField):
    """Positions in order, and perhaps a skill of each."""

    def __init__(self, positions: Mapping[str, str], skills: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(Column("position", positions), Column("skill", skills, many=True), **kwargs)

    def row_of(self, stored: Mapping[str, str]) -> Row:
        return (stored["position"], stored.get("skill") or "")

    def read(self, rows: list[Row]) -> list[dict[str, str]]:
        position, skill = self.columns
        return [
            {"position": position.key_of(name), **({"skill": skill.key_of(learnt)} if learnt else {})}
            for name, learnt in rows
        ]

    def words(self, stored: Mapping[str, str]) -> str:
        return " with ".join(
            (column.choices or {}).get(key, key)
            for column, key in zip(self.columns, self.row_of(stored), strict=True)
            if key
        )


def _whole(said: str) -> int:
    if not said.isdecimal() or len(said) > 3:
        raise ValidationError(f"“{said}” is no number of inducements.")
    return int(said)


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())

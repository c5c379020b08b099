"""The forms of a page, as a browser would send them."""

import random
from dataclasses import dataclass, field
from html.parser import HTMLParser

from scripts.fuzz.odd import Fields


@dataclass
class Field:
    name: str
    values: list[str] = field(default_factory=list)  # what it may be; the first is how it stands
    optional: bool = False  # a box to tick, or a button to press


@dataclass
class Form:
    action: str
    method: str
    fields: dict[tuple[str, str], Field] = field(default_factory=dict)

    def filled(self, dice: random.Random) -> Fields:
        """Legal, as far as the page says what is; each button is one of several."""
        sent = [
            (each.name, _pick(dice, each)) for each in self.fields.values() if not each.optional or dice.random() < 0.5
        ]
        buttons = [pair for pair in sent if self._is_button(pair[0])]
        pressed = dice.choice(buttons) if buttons else None
        return [pair for pair in sent if pair not in buttons or pair is pressed]

    def _is_button(self, name: str) -> bool:
        return ("button", name) in self.fields


def _pick(dice: random.Random, each: Field) -> str:
    return each.values[0] if dice.random() < 0.5 else dice.choice(each.values)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.select = ""
        self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = Form(given.get("action", ""), given.get("method", "get").upper())
            self.forms.append(self.form)
        elif self.form is not None and tag in ("input", "select", "textarea", "button", "option"):
            self._control(tag, given)

    def _control(self, tag: str, given: dict[str, str]) -> None:
        name, kind = given.get("name", ""), given.get("type", tag)
        if tag == "option":
            self._add("select", self.select, given.get("value", ""), first="selected" in given)
        elif tag == "select":
            self.select = name
        elif tag == "textarea":
            self.area = name
            self._add(tag, name, "")
        elif tag == "button" or kind == "submit":
            self._add("button", name, given.get("value", ""))
        else:
            self._add(kind, name, given.get("value", ""), optional=kind == "checkbox", first="checked" in given)

    def _add(self, kind: str, name: str, value: str, *, optional: bool = False, first: bool = False) -> None:
        if self.form is None or not name or name == "csrfmiddlewaretoken":  # random, and the client needs none
            return
        known = self.form.fields.setdefault((kind, name), Field(name, optional=optional))
        known.values.insert(0 if first else len(known.values), value)

    def handle_data(self, data: str) -> None:
        if self.area and self.form is not None:
            self.form.fields["textarea", self.area].values.insert(0, data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "textarea":
            self.area = ""
        elif tag == "select":
            self.select = ""


def forms_of(page: str) -> list[Form]:
    reader = _Reader()
    reader.feed(page)
    return reader.forms

"""The open rulings as the form of a league's rules asks them.

A game may leave more points open than a page should carry. Then it carries the chapters that somebody has answers in or asks for;
the others are folded, keep their answers in hidden fields and come when they are opened.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms

if TYPE_CHECKING:
    from league.rulings.forms import RulingsForm

MOST_SHOWN = 125  # questions of one page, unless more are asked for or have errors


@dataclass(slots=True)
class Option:
    """One choice of a ruling, with the settings that belong to it and the profiles that take it."""

    value: str
    text: str
    checked: bool
    settings: list[forms.BoundField]
    profiles: list[str]


@dataclass(slots=True)
class Question:
    entry: Any
    field: forms.BoundField
    options: list[Option]
    in_profile: str  # what the profile chooses

    @property
    def departs(self) -> bool:
        return any(option.checked and option.value not in ("", self.in_profile) for option in self.options)

    @property
    def answers(self) -> Iterator[tuple[str, Any]]:
        """What was chosen, as a form sends it."""
        for option in self.options:
            if option.checked and option.value:
                yield self.field.html_name, option.value
                for setting in option.settings:
                    value = setting.value()
                    values = value if isinstance(value, list) else [value]
                    yield from ((setting.html_name, each) for each in values if each not in (None, ""))


@dataclass(slots=True)
class Chapter:
    number: int
    title: str
    questions: list[Question]
    is_asked: bool = False
    is_shown: bool = True  # on the page, and not only when it is opened

    @property
    def departing(self) -> int:
        """The number of questions that are not answered as in the profile."""
        return sum(question.departs for question in self.questions)

    @property
    def has_errors(self) -> bool:
        return any(question.field.errors for question in self.questions)

    @property
    def is_open(self) -> bool:
        return self.is_asked or self.has_errors or (self.is_shown and self.departing > 0)

    @property
    def answers(self) -> list[tuple[str, Any]]:
        return [answer for question in self.questions for answer in question.answers]


def chapters(form: "RulingsForm", asked: str = "") -> list[Chapter]:
    """Every question in the order of reading. `asked` is the number of a chapter that should be open."""
    found: dict[str, Chapter] = {}
    for entry in sorted(form.entries, key=lambda entry: entry.place):
        chapter = found.setdefault(entry.chapter, Chapter(len(found) + 1, entry.chapter, []))
        chapter.questions.append(_question(form, entry))
    every = list(found.values())
    for chapter in every:
        chapter.is_asked = str(chapter.number) == asked
    if len(form.entries) > MOST_SHOWN:
        _choose_shown(every)
    return every


def _choose_shown(every: list[Chapter]) -> None:
    """Those that must be seen, then those that differ from the profile and other answers, as long as there is room."""
    room = MOST_SHOWN
    for chapter in sorted(
        every, key=lambda each: (not (each.is_asked or each.has_errors), not each.departing, each.number)
    ):
        needed = chapter.is_asked or chapter.has_errors
        chapter.is_shown = needed or (bool(chapter.answers) and len(chapter.questions) <= room)
        room -= len(chapter.questions) if chapter.is_shown else 0


def _question(form: "RulingsForm", entry: Any) -> Question:
    field = form[entry.id]
    profiles = form.ruleset.catalogue.profiles
    takers = {choice: [name for name in profiles if entry.choice_in(name) == choice] for choice in entry.choices}
    agreed = any(len(names) == len(profiles) for names in takers.values())
    options = [
        Option(
            value=choice,
            text=text,
            checked=(field.value() or "") == choice,
            settings=[form[f"{entry.id}:{choice}:{name}"] for name in entry.settings.get(choice, {})],
            profiles=[] if agreed else takers.get(choice, []),
        )
        for choice, text in (("", ""), *entry.choices.items())
    ]
    return Question(entry, field, options, entry.choice_in(form["profile"].value()))

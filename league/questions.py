"""The open rulings as the form of a league's rules asks them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms

if TYPE_CHECKING:
    from league.forms import RulingsForm


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


@dataclass(slots=True)
class Chapter:
    title: str
    questions: list[Question]

    @property
    def departing(self) -> int:
        """The number of questions that are not answered as in the profile."""
        return sum(question.departs for question in self.questions)

    @property
    def is_open(self) -> bool:
        return any(question.departs or question.field.errors for question in self.questions)


def chapters(form: "RulingsForm") -> list[Chapter]:
    """Every question in the order of reading."""
    found: dict[str, Chapter] = {}
    for entry in sorted(form.entries, key=lambda entry: entry.place):
        chapter = found.setdefault(entry.chapter, Chapter(entry.chapter, []))
        chapter.questions.append(_question(form, entry))
    return list(found.values())


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
        for choice, text in field.field.choices
    ]
    return Question(entry, field, options, entry.choice_in(form["profile"].value()))

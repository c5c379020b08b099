"""How a refusal reaches the form that caused it."""

import re
from collections.abc import Callable
from typing import TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

import engine
from journal.errors import Refused

NAMED_RULE = re.compile(rf"\b(?:{'|'.join(engine.RULESETS)})\.[a-z0-9-]+")
RULE_AND_CHOICE = re.compile(rf"({NAMED_RULE.pattern}): ([a-z0-9-]+)")
T = TypeVar("T")


def saved(form: forms.BaseForm, action: Callable[[], T]) -> T | None:
    """The result of a service, or None with the refusal written on the form.

    A form that asks for a value under another name than the service says so in `asked_as`.
    Where fields contradict each other, it stands at the head of the form and at each of them.
    """
    try:
        return action()
    except Refused as refusal:
        for name in _places(form, refusal):
            form.add_error(name, ValidationError(refusal_words(refusal)))
        return None


def _places(form: forms.BaseForm, refusal: Refused) -> list[str | None]:
    """The fields that a refusal is about; None stands for the form as a whole."""
    together = [rule for rule in _named(refusal) if rule in form.fields]
    if len(together) > 1:
        return [None, *together]
    name = refusal.code.removeprefix("bad-")
    name = getattr(form, "asked_as", {}).get(name, name)
    name = name if name in form.fields else refusal.rule
    return [name if name in form.fields else None]


def _named(refusal: Refused) -> list[str]:
    """The rules of our catalogues that a refusal names, each once."""
    return list(dict.fromkeys(NAMED_RULE.findall(f"{refusal.rule} {refusal.message}")))


def refusal_words(refusal: Refused) -> str | SafeString:
    """The refusal's sentence with the rule it rests on: a page of the book, or a link to each ruling by its title."""
    rules = _named(refusal)
    if not rules:
        return f"{refusal.message} ({refusal.rule})" if refusal.rule else refusal.message
    if len(rules) > 1:
        return _linked(refusal.message)
    sentence = refusal.message.replace(f" ({rules[0]})", "").replace(f"{rules[0]}:", f"{_title(rules[0])}:").rstrip(".")
    return format_html('{}. <a href="{}">See the rule</a>.', sentence, _address(rules[0]))


def _linked(message: str) -> SafeString:
    """A sentence in which every ruling is a link and every choice is quoted."""
    quoted = RULE_AND_CHOICE.sub(lambda found: f"{found[1]} “{found[2].replace('-', ' ')}”", message)
    words = NAMED_RULE.split(quoted.rstrip("."))
    links = [format_html('<a href="{}">{}</a>', _address(rule), _title(rule)) for rule in NAMED_RULE.findall(quoted)]
    return format_html("{}{}.", words[0], format_html_join("", "{}{}", zip(links, words[1:], strict=True)))


def _title(rule: str) -> str:
    try:
        return str(engine.ruleset(rule.partition(".")[0]).catalogue.entry(rule).title)
    except engine.BadInput:
        return rule.partition(".")[2].replace("-", " ").capitalize()


def _address(rule: str) -> str:
    return reverse("rulings:ruling", args=[rule.partition(".")[0], rule])

"""How a refusal reaches the form that caused it."""

import re
from collections.abc import Callable
from typing import TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

import engine
from journal.errors import Refused

NAMED_RULE = re.compile(r"\(([a-z0-9]+\.[a-z0-9-]+)\)")  # the engine's sentences end with the rule they rest on
T = TypeVar("T")


def saved(form: forms.BaseForm, action: Callable[[], T]) -> T | None:
    """The result of a service, or None with the refusal written on the form.

    A form that asks for a value under another name than the service says so in `asked_as`.
    """
    try:
        return action()
    except Refused as refusal:
        name = refusal.code.removeprefix("bad-")
        name = getattr(form, "asked_as", {}).get(name, name)
        name = name if name in form.fields else refusal.rule
        form.add_error(name if name in form.fields else None, ValidationError(refusal_words(refusal)))
        return None


def refusal_words(refusal: Refused) -> str | SafeString:
    """The refusal's sentence with the rule it rests on: a page of the book, or a link to the ruling."""
    named = NAMED_RULE.search(refusal.message)
    rule = refusal.rule or (named[1] if named else "")
    if rule.partition(".")[0] not in engine.RULESETS:
        return f"{refusal.message} ({refusal.rule})" if refusal.rule else refusal.message
    named = rule.partition(".")[2].replace("-", " ").capitalize()
    sentence = refusal.message.replace(f" ({rule})", "").replace(f"{rule}:", f"{named}:").rstrip(".")
    return format_html('{}. <a href="{}">See the rule</a>.', sentence, reverse("rulings:ruling", args=[rule.partition(".")[0], rule]))

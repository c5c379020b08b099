"""How a refusal reaches the form that caused it."""

from collections.abc import Callable
from typing import TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from journal.errors import Refused

T = TypeVar("T")


def saved(form: forms.BaseForm, action: Callable[[], T]) -> T | None:
    """The result of a service, or None with the refusal written on the form."""
    try:
        return action()
    except Refused as refusal:
        name = refusal.code.removeprefix("bad-")
        form.add_error(name if name in form.fields else None, ValidationError(refusal_words(refusal)))
        return None


def refusal_words(refusal: Refused) -> str | SafeString:
    """The refusal's sentence, with a link to the rule where it rests on one."""
    ruleset, dot, _ = refusal.rule.partition(".")
    if not dot:
        return refusal.message
    try:
        url = reverse("rulings:ruling", args=[ruleset, refusal.rule])
    except NoReverseMatch:
        return refusal.message
    return format_html('{} <a href="{}">See the rule</a>.', refusal.message, url)

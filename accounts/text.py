"""Fields for text that people write. What may be written is for `engine.core.text` to say, here as in the rules.

Fields of models and of forms both clean: services call `clean_fields`, so whichever door a text comes through, what is
stored is tidy. To migrations these are the fields of Django that they extend.
"""

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db import models

from engine.core.text import LONGEST_LOOK, BadText, clean_line, clean_text, look_of

LONGEST = 10_000  # where a form field sets no limit of its own


def cleaned(clean: Callable[[str, int], str], value: Any, longest: int | None) -> Any:
    """A text as it is kept; whatever else comes is for Django to judge."""
    try:
        return clean(value, longest or LONGEST) if isinstance(value, str) else value
    except BadText as flaw:
        raise ValidationError(str(flaw), code="bad-text") from flaw


def longest_of(model: type[models.Model], name: str) -> int:
    """How long the text in a field of a model may be."""
    return getattr(model._meta.get_field(name), "max_length", None) or LONGEST


def number_of(text: str) -> int | None:
    """The whole number that a query or a form says, of up to nine digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def key_of(model: type[models.Model], name: str, text: str) -> str:
    """What a button says, as a field of the model could hold it; empty, which names nothing, where it could not."""
    try:
        field = cast("models.Field[Any, Any]", model._meta.get_field(name))
        return str(field.clean(text, None))
    except ValidationError:
        return ""


# Forms --------------------------------------------------------------------------------------------------------------------


class LineFormField(forms.CharField):
    """A text on one line."""

    clean_with = staticmethod(clean_line)

    def to_python(self, value: Any) -> Any:
        return cleaned(self.clean_with, super().to_python(value), self.max_length)


class LinesFormField(LineFormField):
    """A text that may have several lines."""

    widget: type[forms.Widget] | forms.Widget = forms.Textarea
    clean_with = staticmethod(clean_text)


# Models -------------------------------------------------------------------------------------------------------------------


class PlainToMigrations(models.Field):
    """A field that is stored as the one it extends."""

    def deconstruct(self) -> Any:
        name, _, args, kwargs = super().deconstruct()
        return name, f"django.db.models.{self.get_internal_type()}", args, kwargs


class LineField(PlainToMigrations, models.CharField):
    """A text on one line, such as a name."""

    def clean(self, value: Any, model_instance: models.Model | None) -> Any:
        return super().clean(cleaned(clean_line, value, self.max_length), model_instance)

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{"form_class": LineFormField, **kwargs})


class LinesField(PlainToMigrations, models.TextField):
    """A text that may have several lines."""

    def clean(self, value: Any, model_instance: models.Model | None) -> Any:
        return super().clean(cleaned(clean_text, value, self.max_length), model_instance)

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{"form_class": LinesFormField, **kwargs})


class LookField(PlainToMigrations, models.CharField):
    """What the name in another field looks like, kept beside it, so that the database lets no second one in.

    Whoever saves only some fields of a model names both.
    """

    def __init__(self, *args: Any, of: str = "", **kwargs: Any) -> None:
        self.of = of
        super().__init__(*args, **{"max_length": LONGEST_LOOK + 20, "unique": True, "editable": False, **kwargs})

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        look, settled = look_of(getattr(model_instance, self.of)), getattr(model_instance, self.attname)
        if settled.split(" ")[0] != look:
            settled = look
            setattr(model_instance, self.attname, settled)
        return str(settled)


def settle_looks(model: type[models.Model], of: str, into: str) -> None:
    """For migrations: looks of the names that are there. Where two look alike, the younger keeps its name, too: its look
    gets a number after a space, which no look has in it."""
    taken: set[str] = set()
    for pk, name in model._default_manager.order_by("pk").values_list("pk", of):
        look = look_of(name)
        settled = f"{look} {pk}" if look in taken else look
        taken.add(settled)
        model._default_manager.filter(pk=pk).update(**{into: settled})

"""The part of a season's form that asks for its stages: a format with its settings, and what may follow it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from league.formats import format_of, formats
from league.formats.base import BadStage, Format, Setting
from league.models import Stage

FIRST, THEN = "format", "then"


@dataclass(frozen=True)
class Choice:
    """A format as the form offers it: its radio button and the fields of its settings."""

    format: Format | None
    name: str
    value: str
    chosen: bool
    fields: list[forms.BoundField]


def stage_fields() -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {
        FIRST: forms.ChoiceField(choices=[(each.key, each.name) for each in _possible(FIRST)]),
        THEN: forms.ChoiceField(
            choices=[("", "Nothing"), *((each.key, each.name) for each in _possible(THEN))], required=False
        ),
    }
    for part in (FIRST, THEN):
        for chosen in _possible(part):
            fields |= {_field_name(part, chosen, each): _field(each) for each in chosen.settings if _asked(part, each)}
    return fields


def stage_initial(stages: Sequence[Stage]) -> dict[str, Any]:
    """What the form shows for a season that has these stages; without any, the first format of all."""
    given = {FIRST: _possible(FIRST)[0].key, THEN: ""}
    for part, stage in zip((FIRST, THEN), stages, strict=False):
        given[part] = stage.format
        given |= {f"{part}-{stage.format}-{key}": value for key, value in stage.settings.items()}
    return given


def stage_choices(form: forms.Form, part: str) -> Iterator[Choice]:
    value = form[part].value() or ""
    if part == THEN:
        yield Choice(None, "Nothing: its table decides", "", value == "", [])
    for each in _possible(part):
        fields = [form[_field_name(part, each, setting)] for setting in each.settings if _asked(part, setting)]
        yield Choice(each, each.name, each.key, value == each.key, fields)


def stage_plans(cleaned: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The stages that were asked for."""
    return [{"format": cleaned[part], "settings": _given(cleaned, part)} for part in (FIRST, THEN) if cleaned.get(part)]


def stage_errors(cleaned: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Fields with what is wrong about them: of the formats that were chosen."""
    for part in (FIRST, THEN):
        if cleaned.get(part):
            chosen = format_of(cleaned[part])
            try:
                chosen.clean(_given(cleaned, part))
            except BadStage as error:
                yield f"{part}-{chosen.key}-{error.setting}" if error.setting else part, str(error)


def _possible(part: str) -> list[Format]:
    return [each for each in formats().values() if (each.starts_season if part == FIRST else each.follows)]


def _asked(part: str, setting: Setting) -> bool:
    return part == THEN or not setting.of_later_stage


def _field_name(part: str, chosen: Format, setting: Setting) -> str:
    return f"{part}-{chosen.key}-{setting.key}"


def _given(cleaned: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Settings of the format that was chosen; what is left empty takes its default."""
    settings = [each for each in format_of(cleaned[part]).settings if _asked(part, each)]
    given = {each.key: cleaned.get(f"{part}-{cleaned[part]}-{each.key}") for each in settings}
    return {key: value for key, value in given.items() if value not in (None, "")}


def _field(setting: Setting) -> forms.Field:
    words: dict[str, Any] = {"label": setting.label, "help_text": setting.help, "required": False}
    if setting.choices:
        values = type(setting.default)
        return forms.TypedChoiceField(choices=setting.choices, coerce=values, initial=setting.default, **words)
    if isinstance(setting.default, bool):
        return forms.BooleanField(initial=setting.default, **words)
    return forms.IntegerField(initial=setting.default, min_value=setting.lowest, max_value=setting.highest, **words)

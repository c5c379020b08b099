"""Fields of the API for what people write and send: texts as they are kept, and documents of a bearable size."""

from collections.abc import Callable
from typing import Any, TypedDict

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine import BadInput
from engine.core.documents import LARGEST, LONGEST_TEXT, check_document
from engine.core.text import clean_line, clean_text


class Limits(TypedDict):
    min_value: int
    max_value: int


WHOLE: Limits = {"min_value": -LARGEST, "max_value": LARGEST}  # numbers that a database can keep


class Line(serializers.CharField):
    """A text on one line."""

    clean_with: Callable[[str, int], str] = staticmethod(clean_line)

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        try:
            return self.clean_with(text, self.max_length or LONGEST_TEXT)
        except BadInput as flaw:
            raise serializers.ValidationError(str(flaw)) from flaw


class Lines(Line):
    """A text that may have several lines."""

    clean_with = staticmethod(clean_text)


@extend_schema_field({"type": "object", "additionalProperties": {}})
class Document(serializers.DictField):
    """Any JSON object whose texts and numbers can be kept. What it says is for the rules to judge."""

    def to_internal_value(self, data: Any) -> Any:
        try:
            check_document(data)
        except BadInput as flaw:
            raise serializers.ValidationError(str(flaw)) from flaw
        return super().to_internal_value(data)

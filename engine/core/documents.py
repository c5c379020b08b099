"""How large a document from outside may be, before anybody looks at what it says."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.errors import BadInput
from engine.core.text import clean_line

DEEPEST = 8  # lists and mappings inside each other
MOST_VALUES = 5000
LONGEST_TEXT = 200
LARGEST = 2**31 - 1  # of a number, either way; every database can keep that


def check_document(document: Any) -> None:
    """Refuse a document that is too large, or has a text in it that nobody could keep."""
    check_size(document)
    for value in _values(document):
        if isinstance(value, str):
            clean_line(value, LONGEST_TEXT)


def check_size(document: Any) -> None:
    """Refuse a document that nests too deeply, says too much, or has a text or a number in it that is too large."""
    for count, value in enumerate(_values(document), start=1):
        if count > MOST_VALUES:
            raise BadInput(f"A document has at most {MOST_VALUES} values.")
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            raise BadInput(f"A text has at most {LONGEST_TEXT} letters, not {len(value)}.")
        if isinstance(value, int | float) and not -LARGEST <= value <= LARGEST:
            raise BadInput(f"A number goes from {-LARGEST} to {LARGEST}.")


def _values(document: Any) -> Iterator[Any]:
    """Everything in a document, level by level; a mapping holds its keys, too."""
    level = [document]
    for _ in range(DEEPEST + 1):
        yield from level
        level = [part for value in level for part in _parts(value)]
    if level:
        raise BadInput(f"A document is at most {DEEPEST} levels deep.")


def _parts(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return [*value, *value.values()]
    return list(value) if isinstance(value, list | tuple) else []

"""The arguments of a service as they are kept until somebody confirms it: rows of the database by their number."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.apps import apps
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model

from journal.errors import Refused


def stored(value: Any) -> Any:
    """As JSON. What needs a mark is an object with one key that begins with a dollar sign."""
    match value:
        case None | bool() | int() | str():
            return value
        case Model():
            return {"$row": [value._meta.label_lower, value.pk]}
        case UUID():
            return {"$uuid": str(value)}
        case datetime():
            return {"$time": value.isoformat()}
        case Mapping():
            return {str(key): stored(each) for key, each in value.items()}
        case list() | tuple():
            return [stored(each) for each in value]
        case _:
            raise TypeError(f"Nobody has said how to keep a {type(value).__name__} until it is confirmed.")


def restored(value: Any) -> Any:
    """As the service takes it; refused where a row is gone."""
    match value:
        case {"$row": [label, pk]}:
            try:
                return apps.get_model(label)._default_manager.get(pk=pk)
            except ObjectDoesNotExist as error:
                raise Refused("gone", "What this is about does not exist any more.") from error
        case {"$uuid": text}:
            return UUID(text)
        case {"$time": text}:
            return datetime.fromisoformat(text)
        case dict():
            return {key: restored(each) for key, each in value.items()}
        case list():
            return [restored(each) for each in value]
        case _:
            return value

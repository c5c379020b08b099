"""Writing to the log."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import Any, NamedTuple

from django.db import models

from accounts.models import User
from journal.models import LogEntry

BATCH = 500


class Place(NamedTuple):
    """The league that a log row belongs to, and why somebody acts for it who does not run it."""

    league: int | None = None
    reason: str = ""


def _nowhere(actor: User | None, target: models.Model) -> Place:
    return Place()


_together: ContextVar[tuple[Place, list[LogEntry]] | None] = ContextVar("together", default=None)
_find_place: Callable[[User | None, models.Model], Place] = _nowhere


def find_places_with(find: Callable[[User | None, models.Model], Place]) -> None:
    """The app that knows leagues says how to find them; the log is below it and knows none."""
    global _find_place  # noqa: PLW0603  set once, when the apps are loaded
    _find_place = find


@contextmanager
def log_together(league: int) -> Iterator[None]:
    """What is logged meanwhile belongs to this league, and is written at the end, all at once."""
    entries: list[LogEntry] = []
    token = _together.set((Place(league), entries))
    try:
        yield
    finally:
        _together.reset(token)
    LogEntry.objects.bulk_create(entries)


def record(
    *,
    actor: User | None,
    action: str,
    target: models.Model,
    summary: str,
    data: Mapping[str, Any] | None = None,
    about: User | None = None,
    reason: str = "",
) -> None:
    """Append one row, inside the caller's transaction, so that the change and its row stand or fall together.

    `about` is the other person whom the summary names. Whoever deletes an account is found by `actor` and `about`.
    """
    if target.pk is None:
        raise ValueError("Only a stored object can be logged.")
    together = _together.get()
    place = together[0] if together else _find_place(actor, target)
    entry = LogEntry(
        actor=actor,
        about=about,
        action=action,
        object_type=target._meta.label_lower,
        object_id=str(target.pk),
        summary=summary,
        data=dict(data or {}),
        league=place.league,
        reason=reason or place.reason,
    )
    if together:
        together[1].append(entry)
    else:
        entry.save()


def log_rename_person(*, user: User, old: str, new: str) -> None:
    """Put another name in place of a person's in every row by or about them. What was done, and when, stays."""
    entries = LogEntry.objects.filter(models.Q(actor=user) | models.Q(about=user)).order_by("pk").iterator(BATCH)
    while batch := list(islice(entries, BATCH)):
        for entry in batch:
            entry.summary = _renamed(entry, user, old, new)[: LogEntry._meta.get_field("summary").max_length]
            entry.data = _replaced(entry.data, old, new)
        LogEntry.objects.bulk_update(batch, ["summary", "data"])


def _renamed(entry: LogEntry, user: User, old: str, new: str) -> str:
    """Whoever acts stands first in a summary; whom it is about stands anywhere in it, as a whole word.

    A team that is called like its coach keeps its name where the coach acted.
    """
    summary = entry.summary
    if entry.actor_id == user.pk:
        summary = re.sub(rf"^{re.escape(old)}(?=[ :])", lambda _: new, summary)
    if entry.about_id == user.pk:
        summary = re.sub(rf"(?<![\w.@+-]){re.escape(old)}(?![\w@+-]|\.\w)", lambda _: new, summary)
    return summary


def _replaced(data: Any, old: str, new: str) -> Any:
    """Values that are the name and nothing else."""
    if isinstance(data, dict):
        return {key: _replaced(value, old, new) for key, value in data.items()}
    if isinstance(data, list):
        return [_replaced(value, old, new) for value in data]
    return new if data == old else data

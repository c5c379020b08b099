"""The log and the refusals."""

import pickle

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions

from accounts.models import User
from config.api_errors import handler
from journal.errors import Refused
from journal.models import LogEntry
from journal.selectors import history
from journal.services import record


def test_a_deed_is_logged_with_who_what_and_on_which_object(db: None) -> None:
    actor = User.objects.create(username="ann", email="ann@example.org")
    target = User.objects.create(username="bob", email="bob@example.org")
    record(
        actor=actor, action="user.renamed", target=target, summary="Ann renamed Bob.", data={"old": "b", "new": "bob"}
    )
    entry = history(target).get()
    assert (entry.actor, entry.action) == (actor, "user.renamed")
    assert (entry.object_type, entry.object_id) == ("accounts.user", str(target.pk))
    assert entry.data == {"old": "b", "new": "bob"}
    assert str(entry) == "Ann renamed Bob."
    assert not history(actor).exists()


def test_the_log_outlives_the_person(db: None) -> None:
    actor = User.objects.create(username="ann", email="ann@example.org")
    record(actor=actor, action="user.left", target=actor, summary="Ann left.")
    actor.delete()
    assert LogEntry.objects.get().actor is None


def test_an_unsaved_object_is_not_logged(db: None) -> None:
    with pytest.raises(ValueError, match="stored object"):
        record(actor=None, action="user.created", target=User(), summary="Nobody.")


def test_a_refusal_survives_a_process_border() -> None:
    refused = pickle.loads(pickle.dumps(Refused("season-full", "The season is full.", "season.size")))  # noqa: S301
    assert refused.as_dict() == {"code": "season-full", "message": "The season is full.", "rule": "season.size"}
    assert str(refused) == "The season is full."


@pytest.mark.parametrize(
    ("error", "status", "body"),
    [
        (Refused("late", "Too late.", "kick-off"), 409, {"code": "late", "message": "Too late.", "rule": "kick-off"}),
        (Http404(), 404, {"code": "not_found", "message": "Not found.", "rule": ""}),
        (
            PermissionDenied(),
            403,
            {"code": "permission_denied", "message": "You do not have permission to perform this action.", "rule": ""},
        ),
        (
            exceptions.ValidationError({"page": ["A number is needed."], "size": ["Too large."]}),
            400,
            {"code": "invalid", "message": "page: A number is needed. size: Too large.", "rule": ""},
        ),
        (exceptions.Throttled(), 429, {"code": "throttled", "message": "Request was throttled.", "rule": ""}),
    ],
)
def test_every_api_error_has_one_shape(error: Exception, status: int, body: dict[str, str]) -> None:
    response = handler(error, {})
    assert response is not None
    assert (response.status_code, response.data) == (status, body)


def test_an_unforeseen_error_stays_an_error() -> None:
    assert handler(KeyError("x"), {}) is None

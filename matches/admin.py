from django.contrib import admin

from accounts.admin_guard import ReadOnly
from matches.models import Heartbeat, Match, MatchRecord


@admin.register(Match)
class MatchAdmin(ReadOnly):
    """The seed is shown by the property that opens only after the match."""

    list_display = ("pk", "fixture", "status", "due_at", "attempts", "failure")
    list_select_related = ("fixture__home", "fixture__away")
    fields = (
        ("fixture", "status"),
        ("due_at", "locked_at", "claimed_at", "claimed_by"),
        ("resolved_at", "failed_at", "attempts", "failure"),
        ("commitment", "seed"),
    )


@admin.register(MatchRecord)
class MatchRecordAdmin(ReadOnly):
    list_display = ("match", "digest", "engine")
    fields = ("match", "digest", "engine")


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    list_display = ("name", "at")

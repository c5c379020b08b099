from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin_guard import ReadOnly
from matches.models import Heartbeat, Match, MatchRecord
from teams.selectors import bulky


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

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).defer("lineup", *bulky("fixture__home"), *bulky("fixture__away"))


@admin.register(MatchRecord)
class MatchRecordAdmin(ReadOnly):
    list_display = ("match", "digest", "engine")
    fields = ("match", "digest", "engine")

    def get_queryset(self, request: HttpRequest) -> QuerySet[MatchRecord]:
        return super().get_queryset(request).select_related("match").defer("payload", "match__lineup")


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    list_display = ("name", "at")

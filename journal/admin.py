from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from journal.models import LogEntry


@admin.register(LogEntry)
class LogEntryAdmin(admin.ModelAdmin):
    """For reading only: the log is evidence."""

    list_display = ("at", "actor", "action", "summary")
    list_filter = ("action",)
    list_select_related = ("actor",)
    search_fields = ("summary", "object_id")
    date_hierarchy = "at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

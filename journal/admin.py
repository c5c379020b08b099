from django.contrib import admin

from accounts.admin_guard import ReadOnly
from journal.models import LogEntry


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    """The log is evidence."""

    list_display = ("at", "actor", "action", "summary")
    list_filter = ("action",)
    list_select_related = ("actor",)
    search_fields = ("summary", "object_id")
    date_hierarchy = "at"

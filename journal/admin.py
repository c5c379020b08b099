from typing import Any

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.http import HttpRequest

from accounts.admin_guard import ReadOnly
from journal.models import LogEntry


class LogEntryList(ChangeList):
    def get_filters(self, request: HttpRequest) -> Any:
        """A year beyond any calendar is a bad filter like others; Django lets that one through."""
        try:
            return super().get_filters(request)
        except OverflowError as error:
            raise IncorrectLookupParameters from error


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    """The log is evidence."""

    list_display = ("at", "actor", "action", "summary")
    list_filter = ("action",)
    list_select_related = ("actor",)
    search_fields = ("summary", "object_id")
    date_hierarchy = "at"
    exclude = ("data",)  # holds standing orders and plans, and staff may coach against them

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return LogEntryList

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from outbox.models import Mail


@admin.register(Mail)
class MailAdmin(admin.ModelAdmin):
    """What waits and why. The content is not shown: it may hold a link that sets somebody's password."""

    list_display = ("created_at", "recipients", "attempts", "due_at", "last_error")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.admin_guard import ReadOnly
from outbox.models import Mail


@admin.register(Mail)
class MailAdmin(ReadOnly):
    """What waits and why. The content is not shown: it may hold a link that sets somebody's password."""

    list_display = ("created_at", "recipients", "attempts", "due_at", "last_error")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What should not be sent any more can be thrown away."""
        return bool(request.user.has_perm("outbox.delete_mail"))

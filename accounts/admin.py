from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest

from accounts.admin_guard import Guarded
from accounts.models import User

admin.site.unregister([Group, EmailAddress])  # registered by their packages, without the guard


@admin.register(User)
class DugoutUserAdmin(Guarded, UserAdmin):
    fieldsets = (*(UserAdmin.fieldsets or ()), ("Preferences", {"fields": ("time_zone",)}))
    list_display = ("username", "email", "date_joined", "is_staff")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """The last superuser stays one: nobody could make another."""
        last = (
            obj is not None
            and obj.is_superuser
            and not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=obj.pk).exists()
        )
        return ("is_active", "is_staff", "is_superuser") if last else ()


@admin.register(Group)
class GuardedGroupAdmin(Guarded, GroupAdmin):
    pass


@admin.register(EmailAddress)
class GuardedEmailAddressAdmin(Guarded, EmailAddressAdmin):
    pass

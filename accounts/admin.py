from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from accounts.models import User


@admin.register(User)
class DugoutUserAdmin(UserAdmin):
    fieldsets = (*UserAdmin.fieldsets, ("Preferences", {"fields": ("time_zone",)}))
    list_display = ("username", "email", "date_joined", "is_staff")

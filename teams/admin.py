from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from teams.models import Player, RosterMove, Team


class ReadOnly(admin.ModelAdmin):
    """For looking, not for writing: changes go through services, which check, lock and log them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Team)
class TeamAdmin(ReadOnly):
    list_display = ("name", "short", "ruleset", "roster", "owner", "created_at")
    list_select_related = ("owner",)
    search_fields = ("name", "short")


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ("name", "number", "position", "team", "left_at")
    list_select_related = ("team",)
    search_fields = ("name", "team__name")


@admin.register(RosterMove)
class RosterMoveAdmin(ReadOnly):
    list_display = ("at", "team", "player", "kind", "matches", "cause")
    list_filter = ("kind",)
    list_select_related = ("team", "player")

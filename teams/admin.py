from django.contrib import admin

from accounts.admin_guard import ReadOnly
from teams.models import LedgerRow, Player, Team
from teams.selectors import bulky


@admin.register(Team)
class TeamAdmin(ReadOnly):
    list_display = ("name", "short", "ruleset", "roster", "owner", "created_at")
    list_select_related = ("owner",)
    search_fields = ("name", "short")
    exclude = ("orders", "match_plan")  # staff coach teams, too: what another team plans stays its own


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ("name", "number", "position", "team", "left_at")
    list_select_related = ("team",)
    list_unread = bulky("team")
    search_fields = ("name", "team__name")


@admin.register(LedgerRow)
class LedgerRowAdmin(ReadOnly):
    list_display = ("at", "team", "number", "kind", "member", "data", "why")
    list_filter = ("kind",)
    list_select_related = ("team",)
    list_unread = bulky("team")

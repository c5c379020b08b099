from django.contrib import admin

from accounts.admin_guard import ReadOnly
from league.drafting import Draft
from league.models import Fixture, League, Result, Season
from teams.selectors import bulky


@admin.register(League)
class LeagueAdmin(ReadOnly):
    list_display = ("name", "ruleset", "profile", "commissioner", "created_at")
    list_select_related = ("commissioner",)
    search_fields = ("name",)


@admin.register(Season)
class SeasonAdmin(ReadOnly):
    list_display = ("__str__", "state", "first_kick_off", "started_at", "finished_at")
    list_filter = ("state",)
    list_select_related = ("league",)


@admin.register(Fixture)
class FixtureAdmin(ReadOnly):
    list_display = ("__str__", "round", "kick_off")
    list_select_related = ("home", "away", "round")
    list_unread = (*bulky("home"), *bulky("away"))


@admin.register(Result)
class ResultAdmin(ReadOnly):
    list_display = ("__str__", "winner", "applied_at")
    list_select_related = ("fixture__home", "fixture__away")
    list_unread = (*bulky("fixture__home"), *bulky("fixture__away"))


@admin.register(Draft)
class DraftAdmin(ReadOnly):
    exclude = ("document",)  # a secret until it is a team
    list_display = ("__str__", "ruleset", "league", "owner", "state", "updated_at")
    list_filter = ("state",)
    list_select_related = ("league", "owner")
    search_fields = ("name",)

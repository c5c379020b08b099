"""What every page of the admin is built on: no filter but the declared ones, no endless search, and a class for reading only."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

# What Django's own filters and the date hierarchy add to the name of their field.
FILTERED = ("", "__exact", "__isnull", "__id__exact")
DATED = ("__year", "__month", "__day")


class Guarded(admin.ModelAdmin):
    """Staff may see what is listed, and nothing else.

    Django lets staff filter by every field of a model, shown or not: `?sealed_seed__startswith=a` then tells a secret
    letter by letter. Here only the lookups that the declared filters need are let through.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        filtered = {f"{field}{ending}" for field in self.get_list_filter(request) for ending in FILTERED}
        dated = {f"{self.date_hierarchy}{ending}" for ending in DATED} if self.date_hierarchy else set()
        return lookup in filtered | dated

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        words = search_term.split()
        if len(words) > settings.SEARCH_WORDS or len(search_term) > settings.SEARCH_LETTERS:
            most = f"{settings.SEARCH_WORDS} words and {settings.SEARCH_LETTERS} letters"
            self.message_user(request, f"Search for at most {most}.", messages.WARNING)
            return queryset.none(), False
        return super().get_search_results(request, queryset, search_term)


class ReadOnly(Guarded):
    """For looking, not for writing: changes go through services, which check, lock and log them."""

    list_unread: Sequence[str] = ()  # documents of what is listed that no row shows

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer(*self.list_unread)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

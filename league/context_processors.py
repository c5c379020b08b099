"""What every page knows about the reader."""

from typing import Any

from django.http import HttpRequest

from league.permissions import open_interventions


def interventions(request: HttpRequest) -> dict[str, Any]:
    """The leagues that a superuser acts for, for the banner. Nobody else costs a query."""
    user = getattr(request, "user", None)
    return {"interventions": open_interventions(user).select_related("league") if user else []}

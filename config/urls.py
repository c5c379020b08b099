"""Every address of the site. Apps are named by string, so that the project imports none of them.

``/healthz`` and ``/readyz`` are answered earlier, by ``config.health``.
"""

from allauth.account.decorators import secure_admin_login
from allauth.account.views import signup
from django.contrib import admin
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # one way to sign in, with its limits, for everybody
handler429 = "config.limits.too_many"  # asked for by allauth


def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers and feed readers ask for it even where a page names another icon."""
    return redirect(static("img/logo.svg"))


urlpatterns = [
    path("", include("league.urls")),
    path("teams/", include("teams.urls")),
    path("matches/", include("pages.matches.urls")),
    path("rulings/", include("pages.rulebook.urls")),
    # In one transaction: the user, the address and the mail that confirms it, or nothing.
    path("accounts/signup/", transaction.atomic(signup), name="account_signup"),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api-docs"),
    path("favicon.ico", favicon),
    path("admin/", admin.site.urls),
]

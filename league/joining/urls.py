"""Who gets into a league, included by `league.urls`."""

from django.urls import path

from league.joining import views

SEASON = "leagues/<slug:slug>/seasons/<int:number>"
urlpatterns = [
    path("join/<str:secret>/", views.join, name="join"),
    path("leagues/<slug:slug>/door/", views.door, name="door"),
    path("leagues/<slug:slug>/door/revoke/", views.link_revoke, name="link-revoke"),
    path(f"{SEASON}/ask/", views.application_make, name="application-make"),
    path(f"{SEASON}/ask/take-back/", views.application_take_back, name="application-take-back"),
    path(f"{SEASON}/ask/approve/", views.application_approve, name="application-approve"),
    path(f"{SEASON}/ask/decline/", views.application_decline, name="application-decline"),
]

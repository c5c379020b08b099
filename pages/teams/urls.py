"""Pages of a team that also show its matches, included by `teams.urls`."""

from django.urls import path

from pages.teams import next_match_views, views

urlpatterns = [
    path("<slug:slug>/", views.team, name="team"),
    path("<slug:slug>/next/", next_match_views.prepare, name="next"),
    path("<slug:slug>/players/<int:member>/", views.player, name="player"),
]

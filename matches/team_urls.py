"""Pages of a team that also show its matches, included by `teams.urls`."""

from django.urls import path

from matches import next_match_views
from matches import team_views as views

urlpatterns = [
    path("<slug:slug>/", views.team, name="team"),
    path("<slug:slug>/next/", next_match_views.prepare, name="next"),
    path("<slug:slug>/players/<int:member>/", views.player, name="player"),
]

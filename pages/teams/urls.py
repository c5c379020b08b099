"""Pages of a team that also show its matches, included by `teams.urls`."""

from django.urls import path

from pages.teams import game_plan_views, next_match_views, trial_views, views
from pages.teams.history import history

urlpatterns = [
    path("<slug:slug>/", views.team, name="team"),
    path("<slug:slug>/history/", history, name="history"),
    path("<slug:slug>/next/", next_match_views.prepare, name="next"),
    path("<slug:slug>/ready/", next_match_views.ready, name="ready"),
    path("<slug:slug>/plan/", game_plan_views.every_match, name="plan"),
    path("<slug:slug>/plan/against/<slug:opponent>/", game_plan_views.against, name="plan-against"),
    path("<slug:slug>/plan/match/<int:match>/", game_plan_views.one_match, name="plan-match"),
    path("<slug:slug>/plan/formation/<slug:key>/", game_plan_views.formation, name="plan-formation"),
    path("<slug:slug>/plan/trial/", trial_views.trial, name="plan-trial"),
    path("<slug:slug>/players/<int:member>/", views.player, name="player"),
]

"""Home and the pages of leagues and seasons, included by `league.urls`."""

from django.urls import path

from pages.leagues import free_play, standings_views, views

urlpatterns = [
    path("", views.home, name="home"),
    path("you/", views.you, name="you"),
    path("leagues/<slug:slug>/", views.league, name="league"),
    path("leagues/<slug:slug>/jobs/", views.job_retry, name="job-retry"),
    path("leagues/<slug:slug>/seasons/<int:number>/", views.season, name="season"),
    path("leagues/<slug:slug>/seasons/<int:number>/places/<slug:team>/", standings_views.place, name="place"),
    path("leagues/<slug:slug>/seasons/<int:number>/figures/", standings_views.figures, name="figures"),
    path("leagues/<slug:slug>/what-if/", standings_views.what_if, name="what-if"),
    path("leagues/<slug:slug>/seasons/<int:number>/meet/", free_play.match_ask, name="match-ask"),
    path("leagues/<slug:slug>/seasons/<int:number>/meet/answer/", free_play.offer_answer, name="offer-answer"),
    path("leagues/<slug:slug>/seasons/<int:number>/version/", views.season_take_version, name="season-take-version"),
]

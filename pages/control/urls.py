"""Pages of measures about a season, included by `league.urls`."""

from django.urls import path

from pages.control import season_views, start_views

urlpatterns = [
    path("leagues/<slug:slug>/seasons/<int:number>/start/", start_views.season_start, name="season-start"),
    path("leagues/<slug:slug>/seasons/<int:number>/control/", season_views.control, name="control"),
    path("leagues/<slug:slug>/seasons/<int:number>/tonight/", season_views.tonight, name="tonight"),
    path("leagues/<slug:slug>/seasons/<int:number>/remind/", season_views.remind, name="remind"),
    path("leagues/<slug:slug>/seasons/<int:number>/measures/", season_views.measures, name="measures"),
    path("leagues/<slug:slug>/seasons/<int:number>/measures/<int:pk>/", season_views.measure, name="measure"),
]

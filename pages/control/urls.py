"""Pages of measures about a season, included by `league.urls`."""

from django.urls import path

from pages.control import season_views

urlpatterns = [
    path("leagues/<slug:slug>/seasons/<int:number>/measures/", season_views.measures, name="measures"),
    path("leagues/<slug:slug>/seasons/<int:number>/measures/<int:pk>/", season_views.measure, name="measure"),
]

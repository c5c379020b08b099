"""The page of a team, included by `teams.urls`."""

from django.urls import path

from matches import views

urlpatterns = [path("<slug:slug>/", views.team, name="team")]

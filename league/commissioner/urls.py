"""Pages on which a commissioner acts for a team, included by `teams.sequence.urls`."""

from django.urls import path

from league.commissioner import views

urlpatterns = [
    path("<slug:slug>/sequence/acting/", views.acting, name="acting"),
    path("<slug:slug>/corrections/", views.corrections, name="corrections"),
]

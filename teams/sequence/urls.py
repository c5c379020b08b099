"""Pages of the sequences after matches and between seasons, included by `teams.urls`."""

from django.urls import include, path

from teams.drafting import redraft_views
from teams.sequence import views

urlpatterns = [
    path("<slug:slug>/sequence/", views.sequence, name="sequence"),
    path("<slug:slug>/sequence/<int:number>/", views.sequence_past, name="sequence-past"),
    path("<slug:slug>/redraft/", redraft_views.redraft, name="redraft"),
    path("<slug:slug>/redraft/bill/", redraft_views.bill, name="redraft-bill"),
    path("", include("league.commissioner.urls")),  # a commissioner acts from the layer above
]

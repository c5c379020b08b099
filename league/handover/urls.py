"""Pages about running a league, included by `league.urls`: its log, handing it over, acting for it."""

from django.urls import path

from league.handover import views
from league.log.views import league_log

urlpatterns = [
    path("leagues/<slug:slug>/log/", league_log, name="log"),
    path("leagues/<slug:slug>/commissioner/", views.commissioner, name="commissioner"),
    path("leagues/<slug:slug>/commissioner/accept/", views.handover_accept, name="handover-accept"),
    path("leagues/<slug:slug>/commissioner/decline/", views.handover_decline, name="handover-decline"),
    path("leagues/<slug:slug>/commissioner/take-back/", views.handover_take_back, name="handover-take-back"),
    path("leagues/<slug:slug>/commissioner/end/", views.intervention_end, name="intervention-end"),
]

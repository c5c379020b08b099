"""Pages about running a league, included by `league.urls`: its staff, its log, handing it over, acting for it."""

from django.urls import path

from league.handover import views
from league.log.views import league_log
from league.staff import views as staff_views

urlpatterns = [
    path("leagues/<slug:slug>/log/", league_log, name="log"),
    path("leagues/<slug:slug>/staff/", staff_views.staff_page, name="staff"),
    path("leagues/<slug:slug>/staff/accept/", staff_views.staff_accept, name="staff-accept"),
    path("leagues/<slug:slug>/staff/leave/", staff_views.staff_leave, name="staff-leave"),
    path("leagues/<slug:slug>/staff/remove/", staff_views.staff_remove, name="staff-remove"),
    path("leagues/<slug:slug>/staff/role/", staff_views.staff_role, name="staff-role"),
    path("leagues/<slug:slug>/commissioner/", views.commissioner, name="commissioner"),
    path("leagues/<slug:slug>/commissioner/accept/", views.handover_accept, name="handover-accept"),
    path("leagues/<slug:slug>/commissioner/decline/", views.handover_decline, name="handover-decline"),
    path("leagues/<slug:slug>/commissioner/take-back/", views.handover_take_back, name="handover-take-back"),
    path("leagues/<slug:slug>/commissioner/end/", views.intervention_end, name="intervention-end"),
]

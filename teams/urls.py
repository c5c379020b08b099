from django.urls import include, path

from teams import views
from teams.coaches import views as coach_views
from teams.handover import views as handover_views
from teams.ledger.views import ledger
from teams.orders.views import orders
from teams.roster.views import captain, paper

app_name = "teams"
urlpatterns = [
    path("", views.teams, name="teams"),
    path("new/", views.team_new, name="new"),
    path("<slug:slug>/edit/", views.team_edit, name="edit"),
    path("", include("teams.sequence.urls")),
    path("<slug:slug>/ledger/", ledger, name="ledger"),
    path("<slug:slug>/print/", paper, name="print"),
    path("<slug:slug>/orders/", orders, name="orders"),
    path("<slug:slug>/captain/", captain, name="captain"),
    path("<slug:slug>/handover/", handover_views.handover, name="handover"),
    path("<slug:slug>/handover/accept/", handover_views.accept, name="handover-accept"),
    path("<slug:slug>/handover/decline/", handover_views.decline, name="handover-decline"),
    path("<slug:slug>/handover/take-back/", handover_views.take_back, name="handover-take-back"),
    path("<slug:slug>/coaches/", coach_views.co_coaches, name="co-coaches"),
    path("<slug:slug>/coaches/accept/", coach_views.co_coach_accept, name="co-coach-accept"),
    path("<slug:slug>/coaches/leave/", coach_views.co_coach_leave, name="co-coach-leave"),
    path("<slug:slug>/coaches/remove/", coach_views.co_coach_remove, name="co-coach-remove"),
    path("", include("pages.teams.urls")),  # pages that show matches live in the layer above
]

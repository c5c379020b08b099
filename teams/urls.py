from django.urls import include, path

from teams import club_views, views

app_name = "teams"
urlpatterns = [
    path("", views.teams, name="teams"),
    path("new/", views.team_new, name="new"),
    path("<slug:slug>/edit/", views.team_edit, name="edit"),
    path("", include("teams.sequence_urls")),
    path("<slug:slug>/ledger/", club_views.ledger, name="ledger"),
    path("<slug:slug>/print/", club_views.paper, name="print"),
    path("<slug:slug>/orders/", club_views.orders, name="orders"),
    path("<slug:slug>/captain/", club_views.captain, name="captain"),
    path("<slug:slug>/coaches/", club_views.co_coaches, name="co-coaches"),
    path("<slug:slug>/coaches/accept/", club_views.co_coach_accept, name="co-coach-accept"),
    path("<slug:slug>/coaches/leave/", club_views.co_coach_leave, name="co-coach-leave"),
    path("<slug:slug>/coaches/remove/", club_views.co_coach_remove, name="co-coach-remove"),
    path("", include("pages.teams.urls")),  # pages that show matches live in the layer above
]

from django.urls import include, path

from teams import views

app_name = "teams"
urlpatterns = [
    path("", views.teams, name="teams"),
    path("new/", views.team_new, name="new"),
    path("<slug:slug>/edit/", views.team_edit, name="edit"),
    path("", include("teams.sequence_urls")),
    path("", include("matches.team_urls")),  # pages that show matches live in the layer above
]

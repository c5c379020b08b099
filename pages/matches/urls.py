from django.urls import path

from pages.matches import views

app_name = "matches"
urlpatterns = [
    path("", views.matches, name="matches"),
    path("<int:pk>/", views.match, name="match"),
    path("<int:pk>/analysis/", views.analysis, name="analysis"),
    path("<int:pk>/show.json", views.show_json, name="show"),
    path("<int:pk>/match.json", views.match_file, name="file"),
    path("<int:pk>/retry/", views.match_retry, name="retry"),
]

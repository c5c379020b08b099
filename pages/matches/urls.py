from django.urls import path

from pages.control import match_views
from pages.matches import views

app_name = "matches"
urlpatterns = [
    path("", views.matches, name="matches"),
    path("<int:pk>/", views.match, name="match"),
    path("<int:pk>/analysis/", views.analysis, name="analysis"),
    path("<int:pk>/show.json", views.show_json, name="show"),
    path("<int:pk>/match.json", views.match_file, name="file"),
    path("<int:pk>/retry/", views.match_retry, name="retry"),
    path("<int:pk>/decide/", match_views.decide, name="decide"),
    path("<int:pk>/time/", match_views.time, name="time"),
    path("<int:pk>/time/answer/", match_views.time_answer, name="time-answer"),
]

from django.urls import path

from pages.control import match_views
from pages.matches import views
from pages.table import views as table_views

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
    path("<int:pk>/venue/", table_views.venue, name="venue"),
    path("<int:pk>/report/", table_views.report, name="report"),
    path("<int:pk>/report/write/", table_views.write, name="report-write"),
    path("<int:pk>/report/answer/", table_views.answer, name="report-answer"),
    path("<int:pk>/report/decide/", table_views.decide, name="report-decide"),
    path("<int:pk>/report/correct/", table_views.correct, name="report-correct"),
]

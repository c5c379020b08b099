from django.urls import path

from pages.rulebook import handbook_views as handbook
from pages.rulebook import rulings_views as views

app_name = "rulings"
SKILL, TABLE = {"kind": "skill"}, {"kind": "table"}
urlpatterns = [
    path("", views.rulesets, name="rulesets"),
    path("<str:ruleset>/", views.rulings, name="rulings"),
    path("<str:ruleset>/compare/", views.compare, name="compare"),
    path("<str:ruleset>/skills/", handbook.handbook, SKILL, name="skills"),
    path("<str:ruleset>/skills/<str:topic>/", handbook.topic, SKILL, name="skill"),
    path("<str:ruleset>/skills/<str:topic>/<str:case>.json", handbook.topic_show, SKILL, name="skill-show"),
    path("<str:ruleset>/tables/", handbook.handbook, TABLE, name="tables"),
    path("<str:ruleset>/tables/<str:topic>/", handbook.topic, TABLE, name="table"),
    path("<str:ruleset>/tables/<str:topic>/<str:case>.json", handbook.topic_show, TABLE, name="table-show"),
    path("<str:ruleset>/<str:ruling>/", views.ruling, name="ruling"),
    path("<str:ruleset>/<str:ruling>/<str:choice>.json", views.ruling_show, name="show"),
]

from django.urls import path

from matches import rulings_views as views

app_name = "rulings"
urlpatterns = [
    path("", views.rulesets, name="rulesets"),
    path("<str:ruleset>/", views.rulings, name="rulings"),
    path("<str:ruleset>/<str:ruling>/", views.ruling, name="ruling"),
    path("<str:ruleset>/<str:ruling>/<str:choice>.json", views.ruling_show, name="show"),
]

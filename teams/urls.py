from django.urls import URLPattern

app_name = "teams"
urlpatterns: list[URLPattern] = []

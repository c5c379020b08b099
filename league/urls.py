from django.urls import URLPattern

app_name = "league"
urlpatterns: list[URLPattern] = []

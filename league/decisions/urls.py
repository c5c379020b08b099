"""Decisions that two people take, included by `league.urls`."""

from django.urls import path

from league.decisions import views

urlpatterns = [
    path("leagues/<slug:slug>/decisions/", views.decisions, name="decisions"),
    path("leagues/<slug:slug>/decisions/confirm/", views.decision_confirm, name="decision-confirm"),
    path("leagues/<slug:slug>/decisions/decline/", views.decision_decline, name="decision-decline"),
    path("leagues/<slug:slug>/decisions/take-back/", views.decision_take_back, name="decision-take-back"),
]

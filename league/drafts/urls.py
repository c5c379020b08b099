"""Drafts of teams, included by `league.urls`."""

from django.urls import path

from league.drafts import views

urlpatterns = [
    path("drafts/new/", views.draft_new, name="draft-new"),
    path("leagues/<slug:slug>/drafts/new/", views.league_draft_new, name="league-draft-new"),
    path("drafts/<int:pk>/", views.draft, name="draft"),
    path("drafts/<int:pk>/delete/", views.draft_delete, name="draft-delete"),
    path("drafts/<int:pk>/approve/", views.draft_approve, name="draft-approve"),
    path("drafts/<int:pk>/return/", views.draft_return, name="draft-return"),
]

from django.urls import path, re_path

from api import draft_views, measure_views, team_views, views

app_name = "api"
urlpatterns = [
    path("", views.Start.as_view(), name="start"),
    path("leagues/", views.LeagueList.as_view(), name="leagues"),
    path("leagues/<slug:slug>/", views.LeagueDetail.as_view(), name="league"),
    path("seasons/", views.SeasonList.as_view(), name="seasons"),
    path("seasons/<int:pk>/", views.SeasonDetail.as_view(), name="season"),
    path("seasons/<int:pk>/measures/", measure_views.MeasureList.as_view(), name="season-measures"),
    path("teams/", views.TeamList.as_view(), name="teams"),
    path("teams/<slug:slug>/", views.TeamDetail.as_view(), name="team"),
    path("teams/<slug:slug>/club/", team_views.ClubDetail.as_view(), name="club"),
    path("teams/<slug:slug>/ledger/", team_views.LedgerList.as_view(), name="ledger"),
    path("teams/<slug:slug>/sequence/", team_views.SequenceDetail.as_view(), name="sequence"),
    path("teams/<slug:slug>/requests/", team_views.RequestCreate.as_view(), name="requests"),
    path("teams/<slug:slug>/undo/", team_views.UndoCreate.as_view(), name="undo"),
    path("teams/<slug:slug>/redraft/", team_views.RedraftCreate.as_view(), name="redraft"),
    path("teams/<slug:slug>/orders/", team_views.OrdersDetail.as_view(), name="orders"),
    path("teams/<slug:slug>/plans/", team_views.GamePlanList.as_view(), name="plans"),
    path("matches/", views.MatchList.as_view(), name="matches"),
    path("matches/<int:pk>/", views.MatchDetail.as_view(), name="match"),
    path("matches/<int:pk>/analysis/", views.MatchAnalysis.as_view(), name="match-analysis"),
    path("matches/<int:pk>/file/", views.MatchFileDownload.as_view(), name="match-file"),
    path("rulesets/", views.RulesetList.as_view(), name="rulesets"),
    path("rulesets/<slug:ruleset>/rulings/", views.RulingList.as_view(), name="rulings"),
    path("rulesets/<slug:ruleset>/rulings/<str:ruling>/", views.RulingDetail.as_view(), name="ruling"),
    path("drafts/", draft_views.DraftList.as_view(), name="drafts"),
    path("drafts/<int:pk>/", draft_views.DraftDetail.as_view(), name="draft"),
    path("drafts/<int:pk>/submit/", draft_views.DraftSubmit.as_view(), name="draft-submit"),
    path("drafts/<int:pk>/approve/", draft_views.DraftApprove.as_view(), name="draft-approve"),
    path("drafts/<int:pk>/return/", draft_views.DraftReturn.as_view(), name="draft-return"),
    re_path(r"^", views.Unknown.as_view()),
]

from django.urls import path, re_path

from matches import api, drafts_api, teams_api

app_name = "api"
urlpatterns = [
    path("", api.Start.as_view(), name="start"),
    path("leagues/", api.LeagueList.as_view(), name="leagues"),
    path("leagues/<slug:slug>/", api.LeagueDetail.as_view(), name="league"),
    path("seasons/", api.SeasonList.as_view(), name="seasons"),
    path("seasons/<int:pk>/", api.SeasonDetail.as_view(), name="season"),
    path("teams/", api.TeamList.as_view(), name="teams"),
    path("teams/<slug:slug>/", api.TeamDetail.as_view(), name="team"),
    path("teams/<slug:slug>/club/", teams_api.ClubDetail.as_view(), name="club"),
    path("teams/<slug:slug>/ledger/", teams_api.LedgerList.as_view(), name="ledger"),
    path("teams/<slug:slug>/sequence/", teams_api.SequenceDetail.as_view(), name="sequence"),
    path("teams/<slug:slug>/requests/", teams_api.RequestCreate.as_view(), name="requests"),
    path("teams/<slug:slug>/undo/", teams_api.UndoCreate.as_view(), name="undo"),
    path("teams/<slug:slug>/redraft/", teams_api.RedraftCreate.as_view(), name="redraft"),
    path("teams/<slug:slug>/orders/", teams_api.OrdersDetail.as_view(), name="orders"),
    path("matches/", api.MatchList.as_view(), name="matches"),
    path("matches/<int:pk>/", api.MatchDetail.as_view(), name="match"),
    path("matches/<int:pk>/file/", api.MatchFileDownload.as_view(), name="match-file"),
    path("rulesets/", api.RulesetList.as_view(), name="rulesets"),
    path("rulesets/<slug:ruleset>/rulings/", api.RulingList.as_view(), name="rulings"),
    path("rulesets/<slug:ruleset>/rulings/<str:ruling>/", api.RulingDetail.as_view(), name="ruling"),
    path("drafts/", drafts_api.DraftList.as_view(), name="drafts"),
    path("drafts/<int:pk>/", drafts_api.DraftDetail.as_view(), name="draft"),
    path("drafts/<int:pk>/submit/", drafts_api.DraftSubmit.as_view(), name="draft-submit"),
    path("drafts/<int:pk>/approve/", drafts_api.DraftApprove.as_view(), name="draft-approve"),
    path("drafts/<int:pk>/return/", drafts_api.DraftReturn.as_view(), name="draft-return"),
    re_path(r"^", api.Unknown.as_view()),
]

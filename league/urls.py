from django.urls import include, path

from league import views
from league.account import views as account_views
from league.keeping.views import keeping
from league.rulings import views as ruling_views
from league.seasons import views as season_views
from league.standings import views as standings_views

app_name = "league"
urlpatterns = [
    path("you/delete/", account_views.deletion, name="account-delete"),
    path("you/export/", account_views.export, name="account-export"),
    path("leagues/", views.leagues, name="leagues"),
    path("leagues/new/", views.league_new, name="new"),
    path("leagues/new/rules/<str:ruleset>/<int:number>/", ruling_views.rules_chapter, name="rules-chapter"),
    path("leagues/<slug:slug>/keeping/", keeping, name="keeping"),
    path("leagues/<slug:slug>/rules/", ruling_views.league_rules, name="rules"),
    path("leagues/<slug:slug>/rules/edit/", ruling_views.league_rules_edit, name="rules-edit"),
    path("leagues/<slug:slug>/teams/new/", views.league_team_new, name="team-new"),
    path("leagues/<slug:slug>/seasons/new/", season_views.season_new, name="season-new"),
    path("leagues/<slug:slug>/seasons/<int:number>/edit/", season_views.season_edit, name="season-edit"),
    path("leagues/<slug:slug>/seasons/<int:number>/order/", season_views.season_order, name="season-order"),
    path("leagues/<slug:slug>/seasons/<int:number>/cancel/", season_views.season_cancel, name="season-cancel"),
    path("leagues/<slug:slug>/seasons/<int:number>/enter/", season_views.season_enter, name="season-enter"),
    path("leagues/<slug:slug>/seasons/<int:number>/filler/", season_views.season_filler, name="season-filler"),
    path("leagues/<slug:slug>/seasons/<int:number>/withdraw/", season_views.season_withdraw, name="season-withdraw"),
    path("leagues/<slug:slug>/seasons/<int:number>/table-rules/", standings_views.table_rules, name="table-rules"),
    path("", include("league.handover.urls")),
    path("", include("league.decisions.urls")),
    path("", include("league.drafts.urls")),
    path("", include("pages.control.urls")),
    path("", include("league.joining.urls")),
    path("", include("pages.leagues.urls")),  # pages that show matches live in the layer above
]

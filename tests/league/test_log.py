"""The log of a league: what belongs to it, what is shown of it, and at what cost."""

import importlib
from typing import Any

import pytest
from django.apps import apps

from journal.details import Line, details
from journal.models import LogEntry
from league.log.selectors import league_log
from league.models import League, Season
from league.seasons.services import season_cancel
from league.services import league_terms_set
from matches.models import Match
from teams.models import Team
from teams.services import team_rename_player, team_update
from tests.builders import apply_played, make_league, make_season, make_team, make_user, matches_of, running_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    """A season with a played match; a second league and a free team have rows of their own."""
    running = running_season(teams=4)
    apply_played(matches_of(running)[0])
    team = running.entries.first().team
    team_update(actor=team.owner, team=team, motto="Onwards")
    team_rename_player(actor=team.owner, player=team.players.first(), name="Ada Swift")
    make_team(team.owner, "Free Agents")
    make_season(make_league(make_user("dan"), "Harbour Cup"), teams=1)
    return running


def rows(league: League, **asked: Any) -> list[str]:
    return [entry.action for entry in league_log(league, **asked)]


def test_a_league_has_the_rows_of_its_seasons_matches_and_teams(season: Season) -> None:
    assert rows(season.league) == [
        "player.renamed", "team.updated", "match.resolved", "match.locked", "season.started",
        *["season.entered"] * 4, "season.created", "league.created",
    ]  # fmt: skip


def test_the_log_is_narrowed_to_an_action_a_team_a_season_or_a_match(season: Season) -> None:
    match = matches_of(season)[0]
    home, away = match.fixture.home, match.fixture.away
    idle = season.entries.exclude(team__in=[home, away]).first().team
    assert rows(season.league, action="season.started") == ["season.started"]
    assert rows(season.league, action="match") == ["match.resolved", "match.locked"]
    assert rows(season.league, team=season.entries.first().team)[:2] == ["player.renamed", "team.updated"]
    for team in (home, away):
        assert [each for each in rows(season.league, team=team) if each[:6] in ("match.", "season")] == [
            "match.resolved", "match.locked", "season.entered",
        ]  # fmt: skip
    assert "match.resolved" not in rows(season.league, team=idle)
    assert rows(season.league, match=match.pk) == ["match.resolved", "match.locked"]
    assert rows(season.league, season=season)[:3] == ["match.resolved", "match.locked", "season.started"]
    assert "league.created" not in rows(season.league, season=season)


def test_a_cancelled_season_stays_in_the_log() -> None:
    league = make_league(make_user("cara"))
    season_cancel(actor=league.commissioner, season=make_season(league))
    assert rows(league) == ["season.cancelled", "season.created", "league.created"]


def test_a_team_belongs_to_the_league_it_entered_last(season: Season) -> None:
    team = season.entries.first().team
    Season.objects.filter(pk=season.pk).update(state="finished", finished_at=season.started_at)
    later = make_season(make_league(make_user("eve"), "Moon Cup"))
    later.entries.create(team=team)
    team_update(actor=team.owner, team=team, motto="To the moon")
    assert rows(later.league)[0] == "team.updated"
    assert rows(season.league).count("team.updated") == 1


def test_rows_of_older_releases_find_their_league_team_and_person(season: Season) -> None:
    team = season.entries.first().team
    friend = make_user("friend")
    LogEntry.objects.create(
        actor=team.owner, action="team.co-coach-invited", object_type="teams.team", object_id=str(team.pk),
        summary=f"{team.owner} invited {friend} to coach {team}.", league=season.league.pk,
    )  # fmt: skip
    before = dict(LogEntry.objects.values_list("pk", "league"))
    entered = dict(LogEntry.objects.filter(action="season.entered").values_list("pk", "data"))
    LogEntry.objects.update(league=None, about=None)
    LogEntry.objects.filter(action="season.entered").update(data={})
    importlib.import_module("matches.migrations.0003_log_rows_find_their_league").forwards(apps, None)
    assert dict(LogEntry.objects.values_list("pk", "league")) == before
    assert dict(LogEntry.objects.filter(action="season.entered").values_list("pk", "data")) == entered
    assert list(LogEntry.objects.filter(about=friend).values_list("action", flat=True)) == ["team.co-coach-invited"]


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        ({"old": "Bob", "new": "Ada"}, [Line("", "Ada", "Bob")]),
        ({"motto": {"old": "", "new": "Onwards"}}, [Line("motto", "Onwards", "nothing")]),
        (
            {"old": {"profile": "manual", "rulings": {"a.b": "x"}}, "new": {"profile": "manual", "rulings": {}}},
            [Line("a.b", "nothing", "x")],
        ),
        ({"approves": {"old": False, "new": True}}, [Line("approves", "yes", "no")]),
        ({"rows": [1, 2], "by": "coach", "reason": ""}, [Line("rows", "1, 2"), Line("by", "coach")]),
        ({"score": {"home": 1, "away": 0}}, [Line("home", "1"), Line("away", "0")]),
        ({}, []),
    ],
)
def test_the_data_of_a_row_becomes_readable(data: dict[str, Any], lines: list[Line]) -> None:
    assert details(data) == lines


def test_a_change_of_terms_tells_old_and_new() -> None:
    league = make_league(make_user("cara"), ruleset="bb2025", profile="official")
    league_terms_set(actor=league.commissioner, league=league, draft_budget=1100)
    assert details(league_log(league)[0].data) == [Line("draft_budget", "1100", "1000")]


def test_nothing_else_is_in_the_log_of_a_league(season: Season) -> None:
    other = League.objects.get(name="Harbour Cup")
    assert set(rows(other)) == {"league.created", "season.created", "season.entered"}
    nowhere = LogEntry.objects.filter(league=None)
    assert set(nowhere.values_list("action", flat=True)) == {"team.created"}
    assert Team.objects.count() == nowhere.count()
    assert Match.objects.exists()

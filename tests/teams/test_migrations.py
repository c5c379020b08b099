"""What older releases stored is carried over into the tables of today."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from operations.scratch import empty_database

BEFORE_LEDGER = [("teams", "0009_sequence_key")]
BEFORE_KEYS = [("teams", "0008_fewer_indexes"), ("league", "0005_off_season_due")]
Store = Callable[[Apps], None]


@pytest.fixture
def carried_over(django_db_blocker: DjangoDbBlocker) -> Iterator[Callable[..., Any]]:
    """Stores something in a database of an older release, and migrates it."""

    @contextmanager
    def migrated(*, before: list[tuple[str, str]], after: tuple[str, str], store: Store) -> Iterator[Apps]:
        with empty_database():
            MigrationExecutor(connection).migrate(before)
            store(MigrationExecutor(connection).loader.project_state(before).apps)  # that of `migrate` is half rendered
            yield MigrationExecutor(connection).migrate([after]).apps

    with django_db_blocker.unblock():
        yield migrated


def new_team(apps: Apps, **fields: Any) -> Any:
    owner, _ = apps.get_model("accounts", "User").objects.get_or_create(username="cara")
    named = {"name": "Hammers", "name_look": "hammers", "slug": "hammers", "colour": "#000000", "short": "HAM"}
    return apps.get_model("teams", "Team").objects.create(owner=owner, **{**named, **fields})


def store_causes(apps: Apps) -> None:
    plan = {"match": "match 8", "wishes": [], "mercenaries": [], "own": 0}
    team = new_team(apps, ruleset="bb2025", match_plan=plan)
    for number, cause in enumerate(("match 7", "season 7", "match 12"), start=1):
        team.sequences.create(number=number, cause=cause, closed_at=timezone.now())
    for number, (action, reason) in enumerate((("prepare", "match 8"), ("fire", "match 8"), ("finish", "")), start=1):
        team.ledger.create(number=number, kind="step", request=uuid4(), action=action, reason=reason, by="orders")


def test_texts_that_named_a_match_or_a_season_become_keys(carried_over: Callable[..., Any]) -> None:
    with carried_over(before=BEFORE_KEYS, after=("teams", "0009_sequence_key"), store=store_causes) as apps:
        team = apps.get_model("teams", "Team").objects.get()
        assert list(team.sequences.order_by("number").values_list("kind", "object_id")) == [
            ("match", 7), ("season", 7), ("match", 12),
        ]  # fmt: skip
        assert list(team.ledger.order_by("number").values_list("match", "reason")) == [
            (8, ""),
            (None, "match 8"),
            (None, ""),
        ]
        assert team.match_plan["match"] == 8


def test_a_sequence_after_nothing_known_is_named(carried_over: Callable[..., Any]) -> None:
    def store(apps: Apps) -> None:
        new_team(apps, ruleset="bb2025").sequences.create(number=1, cause="row 7")

    migrated = carried_over(before=BEFORE_KEYS, after=("teams", "0009_sequence_key"), store=store)
    with pytest.raises(ValueError, match="follows “row 7”, which is neither a match nor a season"), migrated:
        pass


def store_moves(apps: Apps) -> None:
    team = new_team(apps, ruleset="battleball")
    gone = team.players.create(number=1, name="Ada", position="runner", left_at=timezone.now())
    new = team.players.create(number=1, name="Cleo the Great", position="runner")
    for player, kind, cause, matches, actor in (
        (gone, "signed", "founding roster", None, team.owner),
        (gone, "renamed", "was Eve", None, team.owner),
        (gone, "absent", "match 7, Hammers v Gulls", 1, None),
        (gone, "returned", "match 9, Gulls v Hammers", -1, None),
        (gone, "injured", "match 12, Hammers v Gulls", None, None),
        (gone, "departed", "match 12, Hammers v Gulls", None, None),
        (new, "signed", "replaces Ada", None, None),
        (new, "renamed", "was Bea", None, team.owner),
        (new, "renamed", "was Cleo", None, team.owner),
    ):
        team.moves.create(player=player, kind=kind, cause=cause, matches=matches, actor=actor)


MOVED = [
    (1, 1, "signed", "found", "coach", None, {"number": 1, "name": "Eve", "position": "runner"}),
    (2, 1, "renamed", "rename", "coach", None, {"name": "Ada", "was": "Eve"}),
    (3, 1, "absent", "record", "match", 7, {"matches": 1}),
    (4, 1, "returned", "record", "match", 9, {"matches": -1}),
    (5, 1, "injured", "record", "match", 12, {}),
    (6, 1, "departed", "record", "match", 12, {}),
    (7, 2, "signed", "prepare", "match", None, {"number": 1, "name": "Bea", "position": "runner", "replaces": "Ada"}),
    (8, 2, "renamed", "rename", "coach", None, {"name": "Cleo", "was": "Bea"}),
    (9, 2, "renamed", "rename", "coach", None, {"name": "Cleo the Great", "was": "Cleo"}),
]


def test_moves_of_a_roster_become_rows_of_the_ledger(carried_over: Callable[..., Any]) -> None:
    with carried_over(before=BEFORE_LEDGER, after=("teams", "0011_delete_rostermove"), store=store_moves) as apps:
        team = apps.get_model("teams", "Team").objects.get()
        columns = ("number", "member", "kind", "action", "by", "match", "data")
        assert list(team.ledger.order_by("number").values_list(*columns)) == MOVED
        assert dict(team.players.values_list("member", "name")) == {1: "Ada", 2: "Cleo the Great"}
        assert list(team.ledger.exclude(actor=None).values_list("number", flat=True)) == [1, 2, 8, 9]
        assert team.ledger.get(number=5).request == team.ledger.get(number=6).request
        assert team.ledger.values("request").distinct().count() == 8


def store_seasons(apps: Apps) -> None:
    leagues, seasons = (apps.get_model("league", name).objects for name in ("League", "Season"))
    team = new_team(apps, ruleset="battleball")
    named = {"name": "Iron City", "name_look": "ironcity", "slug": "iron-city", "profile": "manual"}
    league = leagues.create(commissioner=team.owner, ruleset="battleball", **named)
    now = timezone.now()
    dates = {"first_kick_off": now, "round_every": 60, "league": league}
    over = seasons.create(number=1, legs=2, state="finished", started_at=now, finished_at=now, **dates)
    over.entries.create(team=team)
    over.rounds.create(number=1, kick_off=now)
    seasons.create(number=2, legs=1, state="open", **dates)


def test_seasons_of_one_round_robin_get_their_stage(carried_over: Callable[..., Any]) -> None:
    before = [("teams", "0012_game_plans"), ("league", "0015_decisions")]
    with carried_over(before=before, after=("league", "0018_no_legs"), store=store_seasons) as apps:
        over, coming = apps.get_model("league", "Stage").objects.order_by("season__number")
        assert (over.format, over.settings) == ("round-robin", {"times": 2, "groups": 1})
        assert (over.started_at, over.finished_at) == (over.season.started_at, over.season.finished_at)
        assert list(over.entrants.values_list("team__name", "seed")) == [("Hammers", 1)]
        assert over.rounds.count() == 1
        assert (coming.settings["times"], coming.started_at, coming.entrants.count()) == (1, None, 0)


def store_figures(apps: Apps) -> None:
    home, away = new_team(apps), new_team(apps, name="Gulls", name_look="gulls", slug="gulls")
    names = ("League", "Season", "Stage", "Round", "Fixture")
    leagues, seasons, stages, rounds, fixtures = (apps.get_model("league", name).objects for name in names)
    now = timezone.now()
    league = leagues.create(name="Crossroads", slug="c", commissioner=home.owner)
    season = seasons.create(league=league, number=1, name="One", first_kick_off=now, round_every=60)
    stage = stages.create(season=season, number=1, format="round-robin", settings={})
    leg = rounds.create(season=season, stage=stage, number=1, kick_off=now)
    fixture = fixtures.create(round=leg, home=home, away=away, kick_off=now)
    match = apps.get_model("matches", "Match").objects.create(fixture=fixture, due_at=now)
    player = home.players.create(number=1, name="Ada", position="runner")
    for team, key, value in ((home, "fouls", 2), (away, "fouls", 0), (home, "blocks", 7)):
        match.team_stats.create(team=team, key=key, value=value)
    for key, value in (("matches", 1), ("blocks", 4)):
        match.player_stats.create(player=player, key=key, value=value)


def test_figures_of_a_team_and_of_a_player_come_together(carried_over: Callable[..., Any]) -> None:
    before, after = [("league", "0019_control"), ("matches", "0007_control")], ("matches", "0008_a_row_of_figures")
    with carried_over(before=before, after=after, store=store_figures) as apps:
        team_stats, player_stats = (apps.get_model("matches", name).objects for name in ("TeamStats", "PlayerStats"))
        figures = dict(team_stats.values_list("team__name", "figures"))
        assert figures == {"Hammers": {"blocks": 7, "fouls": 2}, "Gulls": {"fouls": 0}}
        assert dict(player_stats.values_list("player__name", "figures")) == {"Ada": {"matches": 1, "blocks": 4}}

"""The rules of a table: what they may be, who sets them, and until when."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from hypothesis import given
from hypothesis import strategies as st

from journal.errors import Refused
from journal.models import LogEntry
from league.models import Season
from league.seasons.selectors import standings
from league.seasons.services import season_create
from league.standings.metrics import METRICS
from league.standings.rules import DEFAULT, BadRules, TableRules, presets
from league.standings.services import last_table_rules, season_table_rules_set
from matches.services import season_start
from tests.builders import apply_played, make_league, make_season, make_user, matches_of

WRONG = [
    ([], "rules"),
    ({"luck": 1}, "rules"),
    ({"points": []}, "points"),
    ({"points": {"victory": 3}}, "points"),
    ({"points": {"win": 100}}, "points"),
    ({"points": {"win": -100}}, "points"),
    ({"points": {"win": 1.5}}, "points"),
    ({"points": {"win": True}}, "points"),
    ({"bonuses": {}}, "bonuses"),
    ({"bonuses": [{"for": "luck"}]}, "bonuses"),
    ({"bonuses": [{"for": ["touchdowns"]}]}, "bonuses"),
    ({"bonuses": [{"for": "touchdowns", "at": 0}]}, "bonuses"),
    ({"bonuses": [{"for": "touchdowns", "at": 100}]}, "bonuses"),
    ({"bonuses": [{"for": "touchdowns", "points": None}]}, "bonuses"),
    ({"bonuses": [{"for": "touchdowns", "often": 3}]}, "bonuses"),
    ({"bonuses": [{"for": "clean-sheet"}, {"for": "clean-sheet", "points": 2}]}, "bonuses"),
    ({"bonuses_added": 1}, "bonuses_added"),
    ({"forfeit_scores": "no"}, "forfeit_scores"),
    ({"order": []}, "order"),
    ({"order": "points"}, "order"),
    ({"order": [["points"]]}, "order"),
    ({"order": {"points": 1}}, "order"),
    ({"order": ["luck"]}, "order"),
    ({"order": ["points", "wins", "points"]}, "order"),
    ({"columns": ["luck"]}, "columns"),
    ({"columns": ["wins", "wins"]}, "columns"),
    ({"columns": ["head-to-head"]}, "columns"),
]


@pytest.mark.parametrize(("document", "field"), WRONG)
def test_wrong_rules_are_refused_by_the_part_that_is_wrong(document: Any, field: str) -> None:
    with pytest.raises(BadRules) as caught:
        TableRules.from_json(document)
    assert caught.value.field == field


def test_figures_go_up_to_their_limits_and_a_bonus_has_its_usual_one() -> None:
    bonuses = [{"for": "touchdowns"}, {"for": "casualties", "at": 99, "points": 99}, {"for": "narrow-loss", "at": 1}]
    rules = TableRules.from_json({"points": {"win": 99, "loss": -99}, "bonuses": bonuses})
    assert (rules.points.win, rules.points.loss) == (99, -99)
    assert [(each.at, each.points) for each in rules.bonuses] == [(3, 1), (99, 99), (1, 1)]


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.text(max_size=5)
        | st.sampled_from(["points", "bonuses", "order"]),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["points", "bonuses", "win"]), inner)
        ),
    )
)
def test_whatever_is_sent_is_read_or_refused(document: Any) -> None:
    try:
        rules = TableRules.from_json(document)
    except BadRules:
        return
    assert TableRules.from_json(rules.to_json()) == rules


@pytest.mark.parametrize("key", sorted(presets()))
def test_a_preset_survives_being_stored(key: str) -> None:
    rules = presets()[key].rules
    assert TableRules.from_json(rules.to_json()) == rules


def test_what_is_left_out_is_as_it_was_before_rules_could_be_chosen() -> None:
    assert TableRules.from_json({}) == DEFAULT == presets()["standard"].rules
    assert DEFAULT.order == ("points", "difference", "touchdowns", "casualties", "head-to-head")
    assert (DEFAULT.points.win, DEFAULT.points.draw, DEFAULT.points.loss) == (3, 1, 0)


def test_columns_come_after_the_tie_breakers_and_show_nothing_twice() -> None:
    rules = TableRules(order=("points", "head-to-head", "wins"), columns=("casualties", "wins"))
    assert [metric.key for metric in rules.shown] == ["wins", "casualties"]
    assert [metric.key for metric in rules.metrics] == ["points", "head-to-head", "wins", "name"]


def test_every_metric_explains_itself() -> None:
    assert all(each.abbr and each.name and each.about.endswith(".") for each in METRICS.values())
    shown = [each.abbr for each in METRICS.values() if each.column]
    assert len(shown) == len(set(shown))


# Of a season --------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_rules_of_a_table_can_be_set_until_the_season_starts() -> None:
    season = make_season(make_league(make_user()), teams=2)
    actor = season.league.commissioner
    chosen = {"points": {"win": 2}, "order": ["points", "wins"]}
    for _ in range(2):  # the same again changes nothing
        season_table_rules_set(actor=actor, season=season, rules=chosen)
    season.refresh_from_db()
    assert season.table_rules == TableRules.from_json(chosen).to_json()
    entry = LogEntry.objects.get(action="season.table-rules-set")
    assert (entry.data["old"], entry.data["new"]) == (DEFAULT.to_json(), season.table_rules)
    season_start(actor=actor, season=season)
    with pytest.raises(Refused) as refused:
        season_table_rules_set(actor=actor, season=season, rules={})
    assert refused.value.code == "season-not-open"
    apply_played(matches_of(season)[0])
    season.refresh_from_db()
    assert [row.points for row in standings(season)] == [2, 0]


@pytest.mark.django_db
def test_nobody_else_sets_them_and_wrong_ones_change_nothing() -> None:
    season = make_season(make_league(make_user()), teams=1)
    coach = season.entries.get().team.owner
    with pytest.raises(PermissionDenied):
        season_table_rules_set(actor=coach, season=season, rules={})
    with pytest.raises(Refused) as refused:
        season_table_rules_set(actor=season.league.commissioner, season=season, rules={"order": []})
    assert refused.value.code == "bad-order"
    assert Season.objects.get().table_rules == DEFAULT.to_json()


@pytest.mark.django_db
def test_the_next_season_begins_with_the_rules_of_the_last() -> None:
    league = make_league(make_user())
    season = make_season(league, teams=2)
    season_table_rules_set(actor=league.commissioner, season=season, rules={"points": {"win": 5}})
    season_start(actor=league.commissioner, season=season)
    apply_played(matches_of(season)[0])
    following = season_create(
        actor=league.commissioner,
        league=league,
        name="",
        first_kick_off=season.first_kick_off,
        round_every=10,
        backdated=True,
    )
    assert following.table_rules["points"]["win"] == 5
    season_table_rules_set(actor=league.commissioner, season=following, rules={"points": {"win": 4}})
    assert last_table_rules(league)["points"]["win"] == 4  # of the last of two
    assert (
        season_create(
            actor=league.commissioner,
            league=make_league(league.commissioner, "Another"),
            name="",
            first_kick_off=season.first_kick_off,
            round_every=10,
            backdated=True,
        ).table_rules
        == DEFAULT.to_json()
    )


@pytest.mark.django_db
def test_the_seed_of_the_coin_is_drawn_at_the_start() -> None:
    season = make_season(make_league(make_user()), teams=2)
    assert season.seed == ""
    started = season_start(actor=season.league.commissioner, season=season)
    assert len(Season.objects.get(pk=started.pk).seed) == 64

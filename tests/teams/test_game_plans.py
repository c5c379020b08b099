"""Game plans as they are kept: whose they are, which one counts, how the lock takes it, and who may read it when."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

import engine
from accounts.models import User
from journal.errors import Refused
from journal.models import LogEntry
from matches.gameplans import match_game_plan_save, sheets_shown
from matches.models import Match
from matches.services import match_lock, match_resolve
from teams.coaches.services import co_coach_accept, co_coach_invite
from teams.gameplans import services
from teams.gameplans.services import game_plan_copy, game_plan_delete, game_plan_save
from teams.models import GamePlan, Player, Team
from tests.builders import bloodbowl_season, make_team, make_user, matches_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return matches_of(bloodbowl_season("orc", "human"))[0]


@pytest.fixture
def team(match: Match) -> Team:
    return match.fixture.home


@pytest.fixture
def rival(match: Match) -> Team:
    return match.fixture.away


def locked_plans(match: Match) -> list[Any]:
    return [sheet.get("plan") for sheet in match_lock(match_id=match.pk).locked_lineup["sheets"]]


def save(team: Team, plan: Any, **scope: Any) -> GamePlan:
    return game_plan_save(actor=team.owner, team=team, plan=plan, **scope)


def test_the_most_specific_plan_is_on_the_sheet_and_that_of_the_match_is_used_up(
    match: Match, team: Team, rival: Team
) -> None:
    save(team, {"style": "run"})
    save(team, {"style": "pass", "tempo": "safe"}, opponent=rival)
    match_game_plan_save(actor=team.owner, team=team, match=match.pk, plan={"style": "cage", "carriers": ["1"]})
    save(rival, {"risk": "low"})
    assert locked_plans(match) == [{"style": "cage", "carriers": ["1"]}, {"risk": "low"}]
    assert sorted(each.plan["style"] for each in team.game_plans.all()) == ["pass", "run"]
    with pytest.raises(Refused) as late:
        match_game_plan_save(actor=team.owner, team=team, match=match.pk, plan={})
    assert late.value.code == "match-locked"


@pytest.mark.parametrize(
    ("plans", "style"), [([None], "run"), ([None, "rival"], "pass"), (["rival"], "pass"), ([], None)]
)
def test_what_is_not_planned_for_a_match_is_left_to_the_wider_plan(
    match: Match, team: Team, rival: Team, plans: list[str | None], style: str | None
) -> None:
    for scope in plans:
        save(team, {"style": "pass" if scope else "run"}, opponent=rival if scope else None)
    assert locked_plans(match)[0] == ({"style": style} if style else None)


def test_a_plan_that_changes_nothing_leaves_the_sheet_as_it_was(match: Match, team: Team) -> None:
    save(team, {"style": "balanced", "reserve": 0, "carriers": []})
    assert team.game_plans.get().plan == {}
    assert locked_plans(match) == [None, None]


def test_a_stale_plan_is_fitted_to_the_line_up_and_the_coaches_are_told(match: Match, team: Team, rival: Team) -> None:
    gone = Player.objects.create(team=team, member=77, number=77, name="Old Grim", position="orc-lineman")
    save(team, {"style": "cage", "carriers": ["77", "1"], "kicking": [{"square": [0, 8], "player": "77"}]})
    gone.delete()
    assert locked_plans(match)[0] == {
        "style": "cage",
        "carriers": ["1"],
        "kicking": [{"square": [0, 8], "player": None}],
    }
    entry = LogEntry.objects.get(action=services.ADJUSTED)
    assert entry.data["notes"] == [
        "Ball carriers: without player 77, who cannot play.",
        "Set-up when kicking: without player 77, who cannot play.",
    ]
    assert "77" not in entry.summary
    assert "Ball carriers: without player 77" in page(match, team.owner)
    for other in (None, rival.owner):
        assert "without player 77" not in page(match, other)
    assert match_resolve(match_id=match.pk) == "resolved"
    assert "without player 77" not in page(match, rival.owner)  # what became of the plan stays the coaches' own


def page(match: Match, user: User | None) -> str:
    client = Client()
    if user:
        client.force_login(user)
    return client.get(reverse("matches:match", args=[match.pk])).content.decode()


def test_names_of_those_who_left_are_in_the_notes(match: Match, team: Team) -> None:
    Player.objects.create(team=team, member=77, number=77, name="Old Grim", position="orc-lineman")
    save(team, {"throwers": ["77"]})
    assert locked_plans(match)[0] is None
    assert LogEntry.objects.get(action=services.ADJUSTED).data["notes"] == [
        "Throwers: without Old Grim, who cannot play."
    ]
    assert "Throwers: without Old Grim" in page(match, team.owner)


@pytest.mark.parametrize(
    ("plan", "code", "words"),
    [
        ({"style": "elegant"}, "bad-style", "No choice is called"),
        ({"carriers": ["99"]}, "bad-carriers", "There is no player 99 in this team."),
        ({"kicking": [{"square": [3, 3]}]}, "bad-kicking", "3 players have to stand on the line"),
        ({"mood": "good"}, "bad-plan", "A game plan has no field 'mood'"),
        ([], "bad-plan", "A mapping of settings"),
        ({"carriers": ["x" * 500]}, "bad-plan", "at most 200 letters"),
    ],
)
def test_what_the_team_cannot_follow_is_refused_under_its_setting(team: Team, plan: Any, code: str, words: str) -> None:
    with pytest.raises(Refused) as caught:
        save(team, plan)
    assert (caught.value.code, words in caught.value.message) == (code, True), caught.value.message
    assert not team.game_plans.exists()


def test_plans_are_logged_copied_deleted_and_limited(team: Team, rival: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    first = save(team, {"style": "run"})
    save(team, {"style": "cage"})
    copied = game_plan_copy(actor=team.owner, team=team, source=GamePlan.objects.get(pk=first.pk), opponent=rival)
    assert (copied.plan, copied.opponent, team.game_plans.count()) == ({"style": "cage"}, rival, 2)
    with pytest.raises(PermissionDenied):
        game_plan_copy(actor=rival.owner, team=rival, source=first)
    with pytest.raises(PermissionDenied):
        game_plan_delete(actor=rival.owner, team=rival, plan=first)
    monkeypatch.setattr(services, "MOST_PLANS", 2)
    with pytest.raises(Refused, match="at most 2"):
        save(team, {}, match=5)
    game_plan_delete(actor=team.owner, team=team, plan=copied)
    rows = LogEntry.objects.filter(action=services.CHANGED).order_by("pk")
    assert [(row.data["old"], row.data["new"]) for row in rows] == [
        (None, {"style": "run"}),
        ({"style": "run"}, {"style": "cage"}),
        (None, {"style": "cage"}),
        ({"style": "cage"}, None),
    ]
    assert not any(word in row.summary for row in rows for word in ("cage", rival.name))


@pytest.mark.parametrize("opponent", ["itself", "of another game"])
def test_an_opponent_is_another_team_of_the_same_game(team: Team, opponent: str) -> None:
    other = team if opponent == "itself" else make_team(make_user("ball"), "Gulls", short="GUL")
    with pytest.raises(Refused) as caught:
        save(team, {}, opponent=other)
    assert caught.value.code == "bad-opponent"
    with pytest.raises(engine.BadInput, match="no game plans"):
        save(make_team(make_user("battle"), "Hammers"), {})


@pytest.mark.parametrize(
    "twice",
    [{}, {"opponent": True}, {"match": 7}],
    ids=["one_plan_of_a_team", "one_plan_per_opponent", "one_plan_per_match"],
)
def test_there_is_one_plan_for_each_purpose(team: Team, rival: Team, twice: dict[str, Any]) -> None:
    scope = {**twice, **({"opponent": rival} if "opponent" in twice else {})}
    GamePlan.objects.create(team=team, **scope)
    GamePlan.objects.create(team=rival, **{**scope, **({"opponent": team} if "opponent" in twice else {})})
    with pytest.raises(IntegrityError), transaction.atomic():
        GamePlan.objects.create(team=team, **scope)


@pytest.mark.parametrize("wrong", ["both", "itself"], ids=["plan_for_opponent_or_match", "plan_against_another_team"])
def test_a_plan_has_one_purpose_and_is_against_others(team: Team, rival: Team, wrong: str) -> None:
    scope = {"opponent": rival, "match": 7} if wrong == "both" else {"opponent": team}
    with pytest.raises(IntegrityError), transaction.atomic():
        GamePlan.objects.create(team=team, **scope)


# Who may do and see what ----------------------------------------------------------------------------------------------------

PLAN = {"style": "cage", "last_turns": "hold"}
COACHES = ("owner", "co-coach")
ROLES = (*COACHES, "visitor", "stranger", "invited", "rival", "commissioner", "staff", "superuser")


def person(role: str, team: Team, rival: Team, match: Match) -> User | None:
    if role in ("visitor", "owner", "rival", "commissioner"):
        league = match.fixture.round.season.league
        return {"visitor": None, "owner": team.owner, "rival": rival.owner, "commissioner": league.commissioner}[role]
    user = make_user(role)
    user.is_staff, user.is_superuser = role in ("staff", "superuser"), role == "superuser"
    user.save()
    if role in ("co-coach", "invited"):
        co_coach_invite(actor=team.owner, team=team, name=role)
    if role == "co-coach":
        co_coach_accept(actor=user, team=team)
    return user


@pytest.mark.parametrize("role", ROLES)
def test_a_plan_is_the_coaches_secret_until_the_match_is_over(match: Match, team: Team, rival: Team, role: str) -> None:
    save(team, PLAN)
    match_lock(match_id=match.pk)
    assert plan_shown(person(role, team, rival, match), match, team) == (["matches:match"] if role in COACHES else [])


def test_the_sheets_that_a_page_gets_before_the_match_have_no_plan(match: Match, team: Team) -> None:
    save(team, PLAN)
    locked = match_lock(match_id=match.pk)
    assert locked.locked_lineup["sheets"][0]["plan"] == PLAN
    assert [sheet.get("plan") for sheet in sheets_shown(locked)] == [None, None]


def test_once_the_match_is_over_everybody_may_read_the_plans(match: Match, team: Team) -> None:
    save(team, PLAN)
    match_lock(match_id=match.pk)
    assert match_resolve(match_id=match.pk) == "resolved"
    assert plan_shown(None, match, team) == ["matches:match", "matches:file", "api:match-file"]
    assert engine.rerun(engine.Record.from_json(json.loads(match.record.unpack()))).matches


@pytest.mark.parametrize("role", ROLES)
def test_only_coaches_write_plans(match: Match, team: Team, rival: Team, role: str) -> None:
    who = {"actor": person(role, team, rival, match) or AnonymousUser(), "team": team}
    plan = save(team, PLAN)
    writes = (
        lambda: game_plan_save(**who, plan={}),
        lambda: match_game_plan_save(**who, plan={}, match=match.pk),
        lambda: game_plan_copy(**who, source=plan, opponent=rival),
        lambda: game_plan_delete(**who, plan=plan),
    )
    for write in writes:
        if role in COACHES:
            write()
        else:
            with pytest.raises(PermissionDenied):
                write()
    assert team.game_plans.count() == (2 if role in COACHES else 1)


def plan_shown(user: User | None, match: Match, team: Team) -> list[str]:
    """The pages on which a plan can be read, among all that show a match or a team."""
    league = match.fixture.round.season.league
    pages = [("matches:match", match.pk), ("matches:file", match.pk), ("matches:show", match.pk)]
    pages += [("api:match", match.pk), ("api:match-file", match.pk), ("api:team", team.slug), ("teams:team", team.slug)]
    pages += [
        ("league:log", league.slug),
        ("admin:matches_match_change", match.pk),
        ("admin:teams_team_change", team.pk),
    ]
    client = Client()
    if user:
        client.force_login(user)
    shown = {name: client.get(reverse(name, args=[part])).content.decode() for name, part in pages}
    return [name for name, text in shown.items() if "hold on to what there is" in text or '"last_turns"' in text]

"""Drafts: what is not a team yet is kept, what breaks a rule creates none, and each move belongs to somebody."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

import engine
from accounts.models import User
from journal.errors import Refused
from journal.models import LogEntry
from league.drafting import Draft
from league.drafts import services as drafts
from league.models import League
from teams.ledger.services import team_club
from teams.models import Team
from tests.builders import make_league, make_season, make_team, make_user

pytestmark = pytest.mark.django_db
FIELDS = {"name": "Bog Lane Bashers", "short": "BLB", "colour": "#3f7d32", "motto": ""}
LINEMAN = {"position": "human-lineman", "name": "Otto", "number": 40}


@pytest.fixture
def coach() -> User:
    return make_user("abel")


@pytest.fixture
def league() -> League:
    return make_league(
        make_user("nuffle"), ruleset="bb2025", profile="official", draft_budget=1100, approves_drafts=True
    )


def human(**changed: Any) -> dict[str, Any]:
    return {**engine.campaign_of("bb2025").draft.standard("human"), **changed}


def drafted(coach: User, league: League | None = None, document: Any = None, **changed: str) -> Draft:
    draft = drafts.draft_create(owner=coach, ruleset="bb2025", roster="human", league=league)
    return drafts.draft_save(actor=coach, draft=draft, document=document or human(), **{**FIELDS, **changed})


def refused(action: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        action()
    return caught.value


def test_a_submitted_draft_founds_the_team_at_once(coach: User) -> None:
    draft = drafts.draft_submit(actor=coach, draft=drafted(coach))
    assert (draft.state, draft.team.owner, draft.team.name) == (Draft.State.APPROVED, coach, "Bog Lane Bashers")
    club = team_club(draft.team)
    assert sorted(member.name for member in club.members.values()) == sorted(
        each["name"] for each in human()["players"]
    )
    logged = LogEntry.objects.filter(object_type="league.draft").order_by("pk").values_list("action", flat=True)
    assert list(logged) == ["draft.created", "draft.saved", "draft.approved"]


def test_a_new_team_gets_a_colour_that_is_free_in_its_league(coach: User, league: League) -> None:
    League.objects.update(approves_drafts=False)
    make_season(League.objects.get(), rosters=["orc", "human"])
    Team.objects.filter(roster="orc").update(colour="#a3312a")
    Team.objects.filter(roster="human").update(colour="#2b4c8c")
    begun = [drafts.draft_create(owner=coach, ruleset="bb2025", roster="human", league=league) for _ in range(2)]
    usual = drafts.draft_create(owner=coach, ruleset="bb2025", roster="human")
    assert [each.colour for each in (*begun, usual)] == ["#f28f29", "#9d53c6", "#a3312a"]
    make_team(coach, ruleset="bb2025", roster="human", colour="#a3312a")
    assert drafts.draft_create(owner=coach, ruleset="bb2025", roster="human").colour == "#2b4c8c"


def test_a_league_gives_its_budget_and_its_commissioner_decides(coach: User, league: League) -> None:
    rich = human(rerolls=human()["rerolls"] + 2)
    assert refused(lambda: drafts.draft_submit(actor=coach, draft=drafted(coach, None, rich))).code == "over-budget"
    draft = drafts.draft_submit(actor=coach, draft=drafted(coach, league, rich))
    assert draft.state == Draft.State.SUBMITTED
    assert not Team.objects.exists()
    commissioner = league.commissioner
    for comment in (" ", "a\0b", "a\u202eb", "x" * 501):
        refusal = refused(lambda said=comment: drafts.draft_return(actor=commissioner, draft=draft, comment=said))
        assert refusal.code == "bad-comment"
    draft = drafts.draft_return(actor=commissioner, draft=draft, comment="Fewer re-rolls.")
    assert (draft.state, draft.comment) == (Draft.State.RETURNED, "Fewer re-rolls.")
    assert refused(lambda: drafts.draft_approve(actor=commissioner, draft=draft)).code == "draft-not-submitted"
    drafts.draft_save(actor=coach, draft=draft, document=human())
    assert LogEntry.objects.filter(action="draft.saved", object_id=draft.pk).count() == 2  # before and after its return
    assert drafts.draft_submit(actor=coach, draft=draft).comment == ""
    approved = [drafts.draft_approve(actor=commissioner, draft=draft) for _ in range(2)]
    assert [each.team for each in approved] == [Team.objects.get()] * 2
    assert approved[0].team.owner == coach
    assert approved[0].team.terms["settings"]["budget"] == 1100
    assert LogEntry.objects.filter(action="draft.approved", actor=commissioner).count() == 1


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"rerolls": 8}, "over-budget"),
        ({"players": [{**LINEMAN, "number": n} for n in range(1, 18)]}, "too-many-players"),
        ({"players": []}, "too-few-players"),
        ({"cheerleaders": 7}, "cheerleaders-limit"),
        ({"cheerleaders": drafts.HIGHEST}, "cheerleaders-limit"),
    ],
)
def test_a_list_against_the_rules_is_kept_but_founds_no_team(coach: User, changed: dict[str, Any], code: str) -> None:
    draft = drafted(coach, None, human(**changed))
    refusal = refused(lambda: drafts.draft_submit(actor=coach, draft=draft))
    assert (refusal.code, refusal.rule) == (code, "Core p.86")
    draft.refresh_from_db()
    assert draft.state == Draft.State.OPEN
    assert not Team.objects.exists()


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"players": [{**LINEMAN, "position": "orc-lineman"}]}, "no-such-position"),
        ({"players": [LINEMAN] * 41}, "too-many-players"),
        ({"players": [{**LINEMAN, "name": "Otto\0"}]}, "bad-text"),
        ({"players": [{**LINEMAN, "name": "O" * 61}]}, "bad-text"),
        ({"players": [{**LINEMAN, "number": 10**400}]}, "bad-draft"),
        ({"players": ["Otto"]}, "bad-draft"),
        ({"rerolls": -1}, "bad-number"),
        ({"rerolls": drafts.HIGHEST + 1}, "bad-number"),
        ({"rerolls": 10**400}, "bad-draft"),
        ({"rerolls": "two"}, "bad-draft"),
        ({"sponsor": "x"}, "bad-draft"),
        ({"roster": "orc", "players": []}, "other-roster"),
    ],
)
def test_what_cannot_be_a_list_is_not_even_kept(coach: User, changed: dict[str, Any], code: str) -> None:
    draft = drafted(coach)
    refusal = refused(lambda: drafts.draft_save(actor=coach, draft=draft, document=human(**changed), name="Other"))
    assert (refusal.code, refusal.rule) == (code, "Core p.86")
    draft.refresh_from_db()
    assert (draft.document, draft.name) == (human(), "Bog Lane Bashers")


@pytest.mark.parametrize(
    ("changed", "code"),
    [({"name": "anvil street hammers"}, "name-taken"), ({"name": ""}, "bad-name"), ({"short": ""}, "bad-short")],
)
def test_a_team_needs_a_name_of_its_own(coach: User, league: League, changed: dict[str, str], code: str) -> None:
    make_team(make_user())
    for where in (None, league):
        draft = drafted(coach, where, None, **changed)
        assert refused(lambda draft=draft: drafts.draft_submit(actor=coach, draft=draft)).code == code
    assert Team.objects.count() == 1


def test_a_name_that_was_taken_meanwhile_is_refused_when_the_draft_is_approved(coach: User, league: League) -> None:
    draft = drafts.draft_submit(actor=coach, draft=drafted(coach, league))
    make_team(make_user(), FIELDS["name"])
    refusal = refused(lambda: drafts.draft_approve(actor=league.commissioner, draft=draft))
    draft.refresh_from_db()
    assert (refusal.code, draft.state) == ("name-taken", Draft.State.SUBMITTED)


def test_a_submitted_draft_is_not_edited_and_an_approved_one_not_deleted(coach: User, league: League) -> None:
    draft = drafts.draft_submit(actor=coach, draft=drafted(coach, league))
    save = lambda: drafts.draft_save(actor=coach, draft=draft, document=human(), name="Other")  # noqa: E731
    assert refused(save).code == "draft-submitted"
    assert refused(lambda: drafts.draft_submit(actor=coach, draft=draft)).code == "draft-submitted"
    drafts.draft_approve(actor=league.commissioner, draft=draft)
    assert refused(lambda: drafts.draft_delete(actor=coach, draft=draft)).code == "draft-approved"
    assert Team.objects.get().name == FIELDS["name"]


def test_nobody_acts_on_the_draft_of_another(coach: User, league: League) -> None:
    draft = drafts.draft_submit(actor=coach, draft=drafted(coach, league))
    stranger, commissioner = make_user("mallory"), league.commissioner
    for actor in (stranger, coach):
        for judge in (drafts.draft_approve, lambda **how: drafts.draft_return(comment="No.", **how)):
            with pytest.raises(PermissionDenied):
                judge(actor=actor, draft=draft)
    for actor in (stranger, commissioner):
        for act in (
            drafts.draft_submit,
            drafts.draft_delete,
            lambda **how: drafts.draft_save(document=human(), **how),
        ):
            with pytest.raises(PermissionDenied):
                act(actor=actor, draft=draft)
    assert Draft.objects.get().state == Draft.State.SUBMITTED


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"ruleset": "battleball", "roster": ""}, "no-draft"),
        ({"ruleset": "bb2025", "roster": "unicorn"}, "no-such-roster"),
        ({"ruleset": "chess", "roster": "human"}, "unknown-ruleset"),
    ],
)
def test_only_rosters_that_exist_are_drafted(coach: User, asked: dict[str, str], code: str) -> None:
    assert refused(lambda: drafts.draft_create(owner=coach, **asked)).code == code
    assert not Draft.objects.exists()


def test_unfinished_drafts_do_not_pile_up(coach: User) -> None:
    drafts.draft_submit(actor=coach, draft=drafted(coach))  # a team by now
    for _ in range(drafts.MOST_UNFINISHED):
        draft = drafts.draft_create(owner=coach, ruleset="bb2025", roster="orc")
    another = lambda: drafts.draft_create(owner=coach, ruleset="bb2025", roster="orc")  # noqa: E731
    assert refused(another).code == "too-many-drafts"
    drafts.draft_delete(actor=coach, draft=draft)
    assert another().pk


def test_who_is_not_invited_drafts_no_team_for_the_league(coach: User, league: League) -> None:
    League.objects.update(joining="invited")
    league.refresh_from_db()
    assert refused(lambda: drafted(coach, league)).code == "not-invited"
    assert drafted(league.commissioner, league).pk

"""Odd texts and numbers at every door: what cannot be kept is refused by whoever is asked, and nothing ever breaks."""

from io import BytesIO
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.text import key_of
from league.drafting import Draft
from league.drafts.services import draft_create
from league.models import League, Season
from league.people import Decision
from matches.next_match import next_match
from matches.services import season_start
from teams.models import Team
from tests.aftermaths import after_match, before_redraft
from tests.builders import make_league, make_season, make_team, make_user
from tests.pages.conftest import signed_in
from tests.pages.teams.test_orders_pages import sent

pytestmark = pytest.mark.django_db
DIGITS = "9" * 5000
HIDDEN = "Otto\u200b", "\u202eottO", "Ot\x07to", "O" + "\u0316" * 20 + "tto", "\u3164", "Ot\U000e0041to"
ODD_TEXTS = (
    *HIDDEN,
    "Ot\0to",
    "",
    " ",
    "\n",
    "-1",
    "1e400",
    "NaN",
    "Infinity",
    "x" * 3000,
    "\ufffd",
    "<b>",
    "'\"",
    "%00",
    "٣",
    "1_0",
)
ODD_NUMBERS = (
    "0",
    "-1",
    DIGITS,
    "9" * 4000,
    str(2**31),
    str(2**63),
    str(2**64),
    "1.5",
    "1e9",
    "٣٣",
    "²",
    "+7",
    " 7 ",
    "1_000",
)
ODD_DATES = ("0001-01-01T00:00", "9999-12-31T23:59", "2026-02-30T10:00", "10000-01-01T00:00", DIGITS, "now")
odd = st.one_of(
    st.sampled_from((*ODD_TEXTS, *ODD_NUMBERS, *ODD_DATES)),
    st.text(max_size=80).filter(lambda text: not any("\ud800" <= sign <= "\udfff" for sign in text)),
    st.integers().map(str),
)


class Ground:
    """A commissioner who coaches, too, with something behind every door."""

    def __init__(self) -> None:
        self.user = make_user("abel")
        self.user.is_staff = self.user.is_superuser = True
        self.user.time_zone = "America/New_York"
        self.user.save()
        self.client = signed_in(self.user)
        self.league = make_league(self.user, "Iron City")
        self.season = make_season(self.league)
        self.plain = make_team(self.user, "Plain Team")
        crossroads = make_league(self.user, "Crossroads", ruleset="bb2025", profile="official")
        running = season_start(actor=self.user, season=make_season(crossroads, rosters=("orc", "human")))
        entered = [entry.team for entry in running.entries.select_related("team__owner").order_by("pk")]
        Team.objects.filter(pk__in=[team.pk for team in entered]).update(owner=self.user)
        self.waiting = entered[0]
        self.match = next_match(self.waiting)
        self.sequence = after_match(make_team(self.user, "Busy", ruleset="bb2025", roster="human"), spp={3: 7})
        self.redraft = before_redraft(make_team(self.user, "Resting", ruleset="bb2025", roster="human"))
        self.draft = draft_create(owner=self.user, ruleset="bb2025", roster="human")

    def doors(self, said: str) -> dict[str, dict[str, Any]]:
        """Every form, filled in with the same odd text wherever a form asks for something that a person writes."""
        seen = {"version": self.sequence.ledger.count(), "key": str(uuid4())}
        team = {"name": said, "short": said, "colour": said, "motto": said}
        rows = {"position": [said, "human-lineman"], "player": [said, said], "number": [said, "1"]}
        season = {
            "name": said,
            "first_kick_off": said,
            "every": said,
            "unit": "days",
            "format": said,
            "format-round-robin-times": said,
        }
        player = {f"form-0-{name}": said for name in ("number", "name", "position")}
        return {
            "/accounts/signup/": {"username": said, "email": said, "password1": said, "password2": said},
            "/accounts/login/": {"login": said, "password": said},
            "/accounts/password/reset/": {"email": said},
            "/leagues/new/?ruleset=battleball&plain": {"name": said, "description": said, "profile": "manual"},
            "/leagues/new/?ruleset=bb2025": {
                "name": said,
                "profile": said,
                "draft_budget": said,
                "redraft_cap": said,
                "decide_within": said,
            },
            "/leagues/iron-city/rules/edit/": {
                "profile": "manual",
                "battleball.carnage-supply": "limited",
                "battleball.carnage-supply:limited:tokens": said,
            },
            "/leagues/iron-city/seasons/1/edit/": season,
            "/leagues/iron-city/seasons/1/enter/": {"team": said},
            "/leagues/iron-city/seasons/1/withdraw/": {"team": said},
            "/leagues/crossroads/drafts/new/": {"roster": said},
            "/teams/new/?ruleset=battleball": {**team, **player, "form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": said},
            "/teams/plain-team/edit/": {**team, **{f"player-{each.pk}": said for each in self.plain.players.all()}},
            f"/drafts/{self.draft.pk}/": {
                **team,
                **rows,
                "do": "save",
                "league": said,
                "rerolls": said,
                "captain": said,
            },
            f"/drafts/{self.draft.pk}/?press": {**rows, "do": f"drop:{said}"},
            f"/drafts/{self.draft.pk}/return/": {"comment": said},
            "/teams/busy/orders/": {
                "advance": "choose",
                "reserve": said,
                "skills.lineman": said,
                "inducements.wishes": said,
            },
            "/teams/busy/coaches/": {"name": said},
            "/teams/busy/coaches/remove/": {"name": said},
            "/teams/busy/captain/": {**seen, "member": said},
            "/teams/busy/sequence/": {**seen, "action": "rename", "member": "1", "name": said, "number": said},
            "/teams/busy/sequence/?nominate": {"version": said, "key": said, "action": "nominate", "members": [said]},
            "/teams/busy/sequence/?unknown": {**seen, "action": said},
            "/teams/busy/players/1/": {**seen, "name": said, "number": said},
            f"/teams/{self.waiting.slug}/corrections/": {
                **seen,
                "gold": said,
                "member": said,
                "spp": said,
                "reason": said,
            },
            "/teams/resting/redraft/": {
                **seen,
                "keep": [said, "1"],
                "rerolls": said,
                "new-human-lineman": said,
                "captain": said,
            },
            f"/teams/{self.waiting.slug}/next/": {"match": said, "bribes": said, "mercenaries": said, "own": said},
            "/you/": {"time_zone": said},
            f"/admin/accounts/user/{self.user.pk}/change/": {"username": said, "first_name": said, "email": said},
        }


@pytest.fixture
def ground(db: None) -> Ground:
    return Ground()


QUERIES = (
    "/?page={}",
    "/matches/?page={}",
    "/matches/?show={}",
    "/leagues/new/?ruleset={}",
    "/rulings/battleball/?q={}",
    "/rulings/battleball/compare/?a={}&b={}",
    "/rulings/bb2025/skills/block/?case={}",
    "/rulings/bb2025/skills/block/1.json?scenario={}",
    "/teams/busy/?sort={}&matches={}",
    "/teams/busy/ledger/?season={}&kind={}",
    "/api/v1/teams/?owner={}&season={}&page={}",
    "/api/v1/matches/?team={}&league={}",
    "/api/v1/seasons/?state={}&league={}",
    "/api/v1/rulesets/battleball/rulings/?area={}",
    "/api/v1/matches/?format={}",
    "/admin/teams/team/?q={}",
    "/admin/teams/team/?p={}&o={}",
    "/admin/journal/logentry/?action={}&at__year={}",
    "/admin/league/season/?state__exact={}",
    "/admin/teams/team/{}/change/",
    "/accounts/login/?next={}",
    "/{}/",
)


pairs = settings(max_examples=150, suppress_health_check=list(HealthCheck))


@pairs
@given(st.data(), odd)
def test_no_form_breaks(ground: Ground, data: st.DataObject, said: str) -> None:
    doors = ground.doors(said)
    door = data.draw(st.sampled_from(sorted(doors)))
    client = Client() if door.startswith("/accounts/") else ground.client
    assert client.post(door, doors[door]).status_code < 500


@pairs
@given(st.sampled_from(QUERIES), odd)
def test_no_address_breaks(ground: Ground, door: str, said: str) -> None:
    assert ground.client.get(door.replace("{}", quote(said))).status_code < 500


# One test for each door -----------------------------------------------------------------------------------------------


def fair(ground: Ground, text: str) -> dict[str, dict[str, Any]]:
    """Forms that are fine but for one text."""
    team = {"name": "Plain Team", "short": "ASH", "colour": "#b3432b", "motto": ""}
    players = {f"player-{each.pk}": each.name for each in ground.plain.players.all()}
    kick_off = timezone.localtime(ground.season.first_kick_off).strftime("%Y-%m-%dT%H:%M:%S")
    season = {
        "first_kick_off": kick_off,
        "every": "2",
        "unit": "days",
        "format": "round-robin",
        "seeding": "chance",
        "time_zone": "UTC",
    }
    seen = {"version": ground.sequence.ledger.count(), "key": str(uuid4())}
    planning = {"version": ground.waiting.ledger.count(), "key": str(uuid4())}
    row = {"position": ["human-lineman"], "number": ["1"], "do": "save", "colour": "#b3432b"}
    return {
        "/leagues/new/?ruleset=battleball&plain": {"name": text, "profile": "manual"},
        "/leagues/new/?ruleset=battleball": {"name": f"League {text!a}", "description": text, "profile": "manual"},
        "/teams/plain-team/edit/": {**team, **players, "motto": text},
        "/teams/plain-team/edit/?name": {**team, **players, "name": text},
        "/teams/plain-team/edit/?player": {**team, **players, next(iter(players)): text},
        f"/drafts/{ground.draft.pk}/": {**row, "player": [text]},
        f"/drafts/{ground.draft.pk}/?name": {**row, "player": ["Otto"], "name": text},
        f"/teams/{ground.waiting.slug}/corrections/": {**planning, "gold": "10", "reason": text},
        "/leagues/iron-city/seasons/1/edit/": {**season, "name": text},
        "/teams/busy/sequence/": {**seen, "action": "rename", "member": "1", "name": text, "number": "50"},
    }


@pytest.mark.parametrize("text", HIDDEN, ids=ascii)
def test_no_form_takes_what_cannot_be_shown(ground: Ground, text: str) -> None:
    for door, fields in fair(ground, text).items():
        answer = ground.client.post(door, fields)
        assert answer.status_code == 200, door
        page = answer.content.decode()
        assert "which cannot be shown" in page or "accents that stand on no letter" in page, door


def test_the_same_forms_take_a_fine_text(ground: Ground) -> None:
    """And keep it tidy."""
    kept, look = "Zo\u00eb Otto", "zo\u00ebotto"
    stored = {
        "/leagues/new/?ruleset=battleball&plain": League.objects.filter(name=kept, name_look=look),
        "/leagues/new/?ruleset=battleball": League.objects.filter(description="Zo\u00eb   Otto"),
        "/teams/plain-team/edit/": Team.objects.filter(motto=kept),
        "/teams/plain-team/edit/?name": Team.objects.filter(name=kept, name_look=look),
        "/teams/plain-team/edit/?player": ground.plain.players.filter(name=kept),
        f"/drafts/{ground.draft.pk}/": Draft.objects.filter(document__players__0__name=kept),
        f"/drafts/{ground.draft.pk}/?name": Draft.objects.filter(name=kept),
        f"/teams/{ground.waiting.slug}/corrections/": Decision.objects.filter(reason=kept),  # on the own team
        "/leagues/iron-city/seasons/1/edit/": Season.objects.filter(name=kept),
        "/teams/busy/sequence/": ground.sequence.players.filter(name=kept),
    }
    for door, fields in fair(ground, "  Zoe\u0308   Otto ").items():
        assert ground.client.post(door, fields).status_code == 302, door
        assert stored[door].exists(), door


@pytest.mark.parametrize("number", [str(2**31), str(2**63), str(2**64), DIGITS], ids=len)
@pytest.mark.parametrize(
    "address",
    [
        "/matches/{}/",
        "/matches/{}/show.json",
        "/drafts/{}/",
        "/leagues/iron-city/seasons/{}/",
        "/teams/busy/players/{}/",
        "/api/v1/matches/{}/",
        "/api/v1/seasons/{}/",
        "/api/v1/drafts/{}/",
        "/rulings/bb2025/skills/block/?case={}",
        "/rulings/bb2025/skills/block/1.json?scenario={}",
    ],
)
def test_a_number_beyond_the_database_leads_nowhere(ground: Ground, address: str, number: str) -> None:
    assert ground.client.get(address.format(number)).status_code == 404


@pytest.mark.parametrize(
    "address", ["/?q=%00", "/admin/teams/team/?q=%00", "/api/v1/teams/?owner=%00", "/rulings/a%00/"]
)
def test_a_null_character_in_an_address_is_refused(ground: Ground, address: str) -> None:
    response = ground.client.get(address)
    assert response.status_code == 400
    assert "cannot be shown" in response.content.decode()


def test_a_year_beyond_the_calendar_is_a_bad_filter(ground: Ground) -> None:
    assert ground.client.get(f"/admin/journal/logentry/?at__year={2**64}").status_code == 302
    assert ground.client.get(f"/teams/busy/ledger/?season={DIGITS}").status_code == 200


def test_a_null_character_in_a_cookie_is_refused(ground: Ground) -> None:
    """Written in octal, as no server refuses it; the session would be looked for under that name."""
    cookie = r'sessionid="aaaaaaaaaaaaaaaa\000"'
    assert Client().get("/", headers={"cookie": cookie}).status_code == 400
    answer = Client().get("/api/v1/teams/", headers={"cookie": cookie})
    assert (answer.status_code, set(answer.json())) == (400, {"code", "message", "rule"})


def test_buttons_name_teams_and_people_that_there_are(ground: Ground) -> None:
    for door, fields in {
        "/leagues/iron-city/seasons/1/enter/": {"team": "\0"},
        "/leagues/iron-city/seasons/1/withdraw/": {"team": "\0"},
        "/teams/busy/coaches/remove/": {"name": "\0"},
    }.items():
        assert ground.client.post(door, fields).status_code == 404, door
    assert [key_of(Team, "slug", text) for text in ("busy", "\0", "", "a b")] == ["busy", "", "", ""]
    assert [key_of(User, "username", text) for text in ("abel", "a\0")] == ["abel", ""]


def test_forms_have_a_size(ground: Ground) -> None:
    """Fields, bytes, and no files at all."""
    door = "/teams/busy/orders/"
    assert ground.client.post(door, {"x": ["1"] * 1001}).status_code == 400
    long = f"reserve={'1' * 600_000}"
    assert ground.client.post(door, long, "application/x-www-form-urlencoded").status_code == 400
    assert ground.client.post(door, {"file": BytesIO(b"x")}).status_code == 400


def test_a_form_with_too_many_wishes_is_refused(ground: Ground) -> None:
    form = ground.client.get("/teams/busy/orders/").context["form"]
    many = {"inducements.wishes": ["bribes"] * 51, "inducements.wishes-number": ["1"] * 51}
    answer = ground.client.post("/teams/busy/orders/", {**sent(form), **many})
    assert "At most 50 rows, not 51." in answer.content.decode()
    assert Team.objects.get(slug="busy").orders == {}


def test_a_name_that_looks_like_anothers_is_taken(ground: Ground) -> None:
    make_user("paul")
    for name in (
        "Paul",
        "PAUL",
        "pau1",
        "pauI",
        "p\u0430ul",
        "root",
        "r00t",
        "Adm1n",
        "zo\u00eb",
        ".dot",
        "x" * 31,
        "a b",
    ):
        form = {
            "username": name,
            "email": "new@example.org",
            "password1": "chalk-on-turf-26",
            "password2": "chalk-on-turf-26",
        }
        assert Client().post("/accounts/signup/", form).status_code == 200, name
        admin = {"username": name, "usable_password": "true", **{key: form[key] for key in ("password1", "password2")}}
        if name not in ("root", "r00t", "Adm1n"):  # which are for those who run the site
            assert ground.client.post("/admin/accounts/user/add/", admin).status_code == 200, name
    assert User.objects.filter(email="new@example.org").count() == 0
    assert Client().post("/accounts/signup/", {**form, "username": "pola"}).status_code == 302

"""The pages of a team that lives by its ledger: what they show, who may change what, and what they cost."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from engine.campaign.orders import standard
from journal.models import LogEntry
from league.models import Result
from matches.models import Match, PlayerStat
from matches.services import match_lock
from matches.team_views import CHAPTERS
from teams.books import books_enter, team_club
from teams.coaches import co_coach_accept, co_coach_invite
from teams.models import CoCoach, LedgerRow, Team
from teams.sequences import sequence_finish, sequence_record
from teams.statement import rows_of, statement
from tests.builders import bloodbowl_season, make_team, make_user, matches_of
from tests.engine.campaign.results import injury, result_of
from tests.pages.conftest import signed_in

pytestmark = pytest.mark.django_db
PAGES = ("team", "ledger", "print", "orders", "co-coaches")
MOST_QUERIES = 12


@pytest.fixture
def owner() -> User:
    return make_user("abel")


@pytest.fixture
def client(owner: User) -> Client:
    return signed_in(owner)


@pytest.fixture
def team(owner: User) -> Team:
    """Humans after one match: player 2 lost an armour point, player 5 died, and the sequence is open."""
    team = make_team(owner, "Tollgate", ruleset="bb2025", roster="human")
    hurt = {"2": injury("lasting-injury", "av"), "5": injury("dead")}
    figures = {str(n): {"spp": n} for n in range(1, 12)}
    sequence_record(
        team=team,
        result=result_of(figures, injuries=hurt),
        side="home",
        match="match 7",
        opponent="Bog Lane Bashers",
        deadline=None,
    )
    return team


def at(name: str, team: Team, *more: Any) -> str:
    return reverse(f"teams:{name}", args=[team.slug, *more])


def page(client: Client, name: str, team: Team, *more: Any, query: str = "") -> str:
    response = client.get(at(name, team, *more) + query)
    assert response.status_code == 200
    return response.content.decode()


def enter(team: Team, kind: str, member: int | None = None, **columns: Any) -> None:
    """A row as the rules might have written it."""
    books_enter(
        team=team,
        deed=lambda office: office.enter(kind, member, **columns),
        action="test",
        by=LedgerRow.By.MATCH,
    )


def request_of(team: Team, **fields: Any) -> dict[str, Any]:
    return {"version": team.ledger.count(), "key": uuid4(), **fields}


def shown_order(html: str) -> list[str]:
    return re.findall(r'class="num shirt">(\d+)<', html)


# The team and its players -------------------------------------------------------------------------------------------------


def test_the_page_of_a_team_says_how_things_stand_and_what_to_do(team: Team, client: Client) -> None:
    club = team_club(team)
    html = page(client, "team", team)
    for figure in (
        f"{club.treasury}k",
        "Human, coach abel",
        "After the match: Most valuable player.",
        "Old World Classic",
    ):
        assert figure in html
    assert at("sequence", team) in html
    assert "Decide now" in html
    assert "Decide now" not in page(Client(), "team", team)
    assert ">▼ worse</span>" in html
    assert "misses the next match" in html
    assert '<span class="chip accent">Captain</span>' in html
    assert "Bone Head" in html
    assert 'popovertarget="skill-block"' in html
    assert html.count('id="skill-block" popover') == 1


def test_an_open_re_draft_is_pointed_at(team: Team, client: Client) -> None:
    enter(team, "step", to="redraft")
    html = page(client, "team", team)
    assert f'href="{at("redraft", team)}">Decide now' in html


@pytest.mark.parametrize(
    ("asked", "by"),
    [
        ("name", lambda member: (member.name.casefold(), member.number)),
        ("-spp", lambda member: (-member.spp, -member.number)),
        ("-value", lambda member: (-member.value, -member.number)),
        ("nonsense", lambda member: member.number),
    ],
)
def test_the_roster_is_sorted_on_the_server(team: Team, asked: str, by: Any) -> None:
    html = page(Client(), "team", team, query=f"?sort={asked}")
    members = team_club(team).members.values()
    key = asked.removeprefix("-")
    keyed = [getattr(member, key, member.number) for member in sorted(members, key=by)]
    numbers = {str(member.number): getattr(member, key, member.number) for member in members}
    assert [numbers[each] for each in shown_order(html)] == keyed
    assert html.count("aria-sort=") == 1


def test_every_column_can_be_asked_for(team: Team) -> None:
    html = page(Client(), "team", team)
    links = re.findall(r'href="\?sort=(-?[a-z]+)#roster"', html)
    assert len(links) == 13
    for link in links:
        assert len(shown_order(page(Client(), "team", team, query=f"?sort={link}"))) == len(team_club(team).members)


def test_a_player_has_a_page_with_what_each_match_gave(team: Team, client: Client) -> None:
    html = page(client, "player", team, 2)
    assert "lost 1 AV and misses the next match" in html
    assert "Match against Bog Lane Bashers" in html
    assert reverse("matches:match", args=[7]) in html
    assert "earned 2 Star Player Points" in html
    assert "Save name and number" in html
    for name in CHAPTERS.values():
        assert name in html


def drawn(html: str) -> list[tuple[int, int]]:
    """The points of the one line that is drawn."""
    (dots,) = re.findall(r'class="dots" d="([^"]*)"', html)
    return [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h0", dots)]


def test_the_value_of_a_player_is_drawn_once_it_changes(team: Team, client: Client) -> None:
    assert 'class="course"' not in page(client, "player", team, 3)
    before = team_club(team).members[3].value
    enter(team, "advanced", 3, skill="guard", value=20)
    html = page(client, "player", team, 3)
    (left, low), (right, high) = drawn(html)
    assert left < right
    assert low > high  # up the page
    assert f"From <b>{before}k</b> to <b>{before + 20}k</b>" in html


def test_the_treasury_is_drawn_from_match_to_match(team: Team) -> None:
    html = page(Client(), "ledger", team)
    drafted = next(row for row in reversed(statement(team, rows_of(team))) if row.row.sequence is None).balance
    assert len(drawn(html)) == 2
    assert f"From <b>{drafted}k</b> to <b>{team_club(team).treasury}k</b>" in html
    new = make_team(team.owner, "Newcomers", ruleset="bb2025", roster="human")
    assert 'class="course"' not in page(Client(), "ledger", new)


def test_who_has_left_keeps_a_page(team: Team, client: Client) -> None:
    html = page(client, "player", team, 5)
    assert "died of an injury" in html
    assert "Left the team" in html
    assert "Save name and number" not in html
    assert client.get(at("player", team, 99)).status_code == 404


def test_a_coach_renames_and_renumbers_a_player(team: Team, client: Client) -> None:
    address = at("player", team, 3)
    given = request_of(team, name="Berta", number=77)
    assert client.post(address, given).status_code == 302
    assert client.post(address, given).status_code == 302  # sent twice: done once
    member = team_club(team).members[3]
    assert (member.name, member.number) == ("Berta", 77)
    assert team.ledger.filter(kind="renamed").count() == 1
    taken = client.post(address, request_of(team, name="Berta", number=1)).content.decode()
    assert "wears number 1." in taken
    assert "Core p.86" in taken
    stale = client.post(address, request_of(team, name="Clara", number=77) | {"version": 1}).content.decode()
    assert "has changed since this page was shown" in stale
    assert f'name="version" value="{team.ledger.count()}"' in stale
    assert client.post(address, {"name": "Clara", "number": 77}).status_code == 200
    assert team_club(team).members[3].name == "Berta"


def test_the_place_of_a_captain_is_filled(team: Team, client: Client) -> None:
    captain = team_club(team).captain
    enter(team, "left", captain, how="dead", injury="dead")
    assert "Name the captain" not in page(client, "team", team)  # not before the sequence is over
    enter(team, "step", to="ready")
    assert "Name the captain" in page(client, "team", team)
    assert "Name the captain" not in page(Client(), "team", team)
    ogre = next(member.id for member in team_club(team).listed if member.is_big_guy)
    response = client.post(at("captain", team), request_of(team, member=ogre), follow=True)
    assert "a Big Guy cannot be Team Captain" in response.content.decode()
    able = next(member.id for member in team_club(team).listed if not member.is_big_guy)
    client.post(at("captain", team), request_of(team, member=able))
    assert team_club(team).captain == able


def test_a_team_with_books_is_edited_without_its_players(team: Team, client: Client) -> None:
    fields = {"name": "Tollgate Two", "short": "TGT", "colour": "#102030", "motto": ""}
    assert 'name="player-' not in client.get(at("edit", team)).content.decode()
    assert client.post(at("edit", team), fields).status_code == 302
    assert Team.objects.get().name == "Tollgate Two"


# The ledger and the sheet of paper ----------------------------------------------------------------------------------------


def test_the_ledger_sums_up_to_the_treasury_and_says_so(team: Team) -> None:
    html = page(Client(), "ledger", team)
    team.refresh_from_db()
    assert f"is {team.treasury}k, and that is what the treasury holds." in html
    assert html.count("<tr class=") == team.ledger.count()
    assert "Core p.95" in html
    assert "on a D6" in html
    Team.objects.update(treasury=1)
    assert "Please tell the commissioner" in page(Client(), "ledger", team)


def test_the_ledger_is_read_by_season_and_by_kind(team: Team) -> None:
    before = team.ledger.count()
    balance = team_club(team).treasury
    enter(team, "season")
    enter(team, "prize", gold=30)
    html = page(Client(), "ledger", team)
    assert html.count("<tr class=") == 3  # what was brought forward, and two rows
    assert f'data-label="Balance">{balance}k</td></tr>' in html
    assert page(Client(), "ledger", team, query="?season=1").count("<tr class=") == before
    assert page(Client(), "ledger", team, query="?season=all").count("<tr class=") == before + 2
    gold = page(Client(), "ledger", team, query="?season=all&kind=gold")
    assert gold.count("<tr class=") == team.ledger.exclude(gold=0).count()
    assert "No row is of this kind" in page(Client(), "ledger", team, query="?season=2&kind=injuries")
    assert page(Client(), "ledger", team, query="?season=9&kind=x").count("<tr class=") == 3


@pytest.mark.parametrize(("kind", "said"), [("correction", "Correction: A slip."), ("prize", "“A slip.”")])
def test_a_commissioners_row_names_him_and_the_reason_once(team: Team, kind: str, said: str) -> None:
    books_enter(
        team=team,
        deed=lambda office: office.enter(kind, gold=5, reason="A slip."),
        action="correct",
        by=LedgerRow.By.COMMISSIONER,
        actor=make_user("cara"),
        reason="A slip.",
    )
    html = page(Client(), "ledger", team)
    assert "commissioner cara" in html
    assert said in html
    assert html.count("A slip.") == 1
    sequence_finish(team=team)
    assert "standing orders" in page(Client(), "ledger", team, query="?kind=points")


def test_the_sheet_of_paper_has_everybody_who_is_there(team: Team) -> None:
    html = page(Client(), "print", team)
    names = {member.name for member in team_club(team).members.values()}
    assert all(name in html for name in names)
    assert "8+▼" in html


# Standing orders ----------------------------------------------------------------------------------------------------------


def filled(client: Client, team: Team, **changed: Any) -> dict[str, Any]:
    """The form as the page shows it, with some fields changed; a dot is written as two underscores."""
    form = client.get(at("orders", team)).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    values = {name: form.fields[name].prepare_value(value) for name, value in shown.items()}
    return values | {name.replace("__", "."): value for name, value in changed.items()}


def test_only_what_a_coach_changes_is_kept_as_orders(team: Team, client: Client) -> None:
    assert client.post(at("orders", team), filled(client, team)).status_code == 302
    assert Team.objects.get().orders == {}
    changed = filled(
        client,
        team,
        squad__least=13,
        skills__lineman="wrestle, Dodge",
        inducements__wishes="2 Bribes\nWandering apothecary\n1 Mercenary Players",
        inducements__mercenaries="Human Blitzer: guard",
        positions="Ogre",
        retire=["st"],
    )
    assert client.post(at("orders", team), changed).status_code == 302
    assert Team.objects.get().orders == {
        "squad": {"least": 13},
        "skills": {"lineman": ["wrestle", "dodge"]},
        "positions": ["human-ogre"],
        "retire": ["st"],
        "inducements": {
            "wishes": [["bribes", 2], ["wandering-apothecary", 1], ["mercenary-players", 1]],
            "mercenaries": [{"position": "human-blitzer", "skill": "guard"}],
        },
    }
    again = filled(client, team)
    assert again["skills.lineman"] == "Wrestle, Dodge"
    assert again["inducements.mercenaries"] == "Human Blitzer: Guard"
    client.post(at("orders", team), {"standard": "1"})
    assert Team.objects.get().orders == {}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"squad__least": 3}, "greater than or equal to 11"),
        ({"staff__rerolls": 9}, "less than or equal to 8"),
        ({"skills__lineman": "Block, Juggling"}, "no skill called “Juggling”"),
        ({"positions": "Dragon"}, "no position called “Dragon”"),
        ({"inducements__wishes": "2 Bribes\n1 Dragon"}, "no inducement called “Dragon”"),
        ({"inducements__wishes": "17 Bribes"}, "a wish is an inducement and how many of it"),
        ({"inducements__mercenaries": "Ogre: Juggling"}, "no skill called “Juggling”"),
        ({"advance": "never"}, "Select a valid choice"),
    ],
)
def test_orders_that_make_no_sense_are_refused(team: Team, client: Client, changed: dict[str, Any], said: str) -> None:
    response = client.post(at("orders", team), filled(client, team, **changed))
    assert said in response.content.decode()
    assert Team.objects.get().orders == {}


def test_the_form_shows_the_standard_and_only_roles_of_the_team(team: Team, client: Client) -> None:
    html = page(client, "orders", team)
    assert f"Standard: {standard('bb2025')['reserve']}." in html
    assert "Skills for linemen" in html
    assert "Skills for runners" not in html
    dwarfs = make_team(team.owner, "Reckoners", ruleset="bb2025", roster="shambling-undead", short="RCK")
    assert 'name="staff.apothecary"' not in page(client, "orders", dwarfs)


# Who may do what ----------------------------------------------------------------------------------------------------------


def test_who_is_refused_is_led_back(team: Team) -> None:
    html = signed_in(make_user("bente")).get(at("orders", team)).content.decode()
    assert f'<a class="button primary" href="{at("team", team)}">Back to the team</a>' in html
    assert f'href="{reverse("teams:teams")}">Teams</a>' in html
    missing = Client().get("/teams/nobody-here/").content.decode()
    assert "There is no team “nobody-here”." in missing
    assert "Back to" not in missing


def test_others_may_read_and_not_edit(team: Team) -> None:
    other = signed_in(make_user("zoe"))
    for name in ("team", "ledger", "print"):
        assert other.get(at(name, team)).status_code == Client().get(at(name, team)).status_code == 200
    for name in ("orders", "co-coaches"):
        assert other.get(at(name, team)).status_code == 403
        assert other.post(at(name, team), {}).status_code == 403
        assert Client().get(at(name, team)).status_code == 302
    rows = team.ledger.count()
    assert other.get(at("player", team, 3)).status_code == 200
    assert other.post(at("player", team, 3), request_of(team, name="Mine", number=3)).status_code == 403
    assert other.post(at("captain", team), request_of(team, member=3)).status_code == 403
    assert other.post(at("co-coach-remove", team), {"name": "zoe"}).status_code == 403
    assert team.ledger.count() == rows


def test_a_team_without_books_has_none_of_these_pages(owner: User, client: Client) -> None:
    simple = make_team(owner)
    for name in PAGES[1:]:
        assert client.get(at(name, simple)).status_code == 404
    assert client.get(at("player", simple, 1)).status_code == 404
    assert "From the locker room" not in page(client, "team", simple)


def test_a_co_coach_is_invited_accepts_runs_the_team_and_is_removed(team: Team, client: Client) -> None:
    bela = make_user("bela")
    theirs = signed_in(bela)
    client.post(at("co-coaches", team), {"name": " Bela "})
    assert theirs.post(at("player", team, 3), request_of(team, name="Berta", number=77)).status_code == 403
    assert "You are invited" in page(theirs, "team", team)
    assert theirs.post(at("co-coaches", team), {"name": "zoe"}).status_code == 403
    theirs.post(at("co-coach-accept", team))
    assert "coach abel with bela" in page(Client(), "team", team)
    assert theirs.post(at("player", team, 3), request_of(team, name="Berta", number=77)).status_code == 302
    assert team.name in theirs.get("/you/").content.decode()
    client.post(at("co-coach-remove", team), {"name": "bela"})
    assert theirs.post(at("player", team, 3), request_of(team, name="Clara", number=78)).status_code == 403
    actions = (
        LogEntry.objects.filter(action__startswith="team.co-coach").order_by("pk").values_list("action", flat=True)
    )
    assert list(actions) == ["team.co-coach-invited", "team.co-coach-accepted", "team.co-coach-removed"]


def test_coaches_are_told_what_waits_for_them(team: Team, owner: User, django_assert_max_num_queries: Any) -> None:
    deadline = timezone.now() + timedelta(hours=3)
    team.sequences.update(deadline=deadline)
    co_coach_invite(actor=owner, team=team, name=make_user("bela").username)
    bela = User.objects.get(username="bela")
    assert "Waiting for your decision" not in signed_in(bela).get("/you/").content.decode()
    co_coach_accept(actor=bela, team=team)
    for user in (owner, bela):
        coach = signed_in(user)
        with django_assert_max_num_queries(MOST_QUERIES):
            told = coach.get("/you/").content.decode()
        assert f'<a href="{at("sequence", team)}"><strong>Tollgate</strong>: Most valuable player</a>' in told
        assert deadline.isoformat(timespec="seconds")[:16] in told
    sequence_finish(team=team)
    assert "Waiting for your decision" not in signed_in(owner).get("/you/").content.decode()


def test_an_invitation_can_be_declined_and_nobody_invites_but_the_owner(team: Team, owner: User) -> None:
    bela, zoe = make_user("bela"), make_user("zoe")
    co_coach_invite(actor=owner, team=team, name="bela")
    co_coach_accept(actor=bela, team=team)
    assert signed_in(bela).post(at("co-coaches", team), {"name": "zoe"}).status_code == 403
    co_coach_invite(actor=owner, team=team, name="zoe")
    assert at("team", team) in signed_in(zoe).get("/you/").content.decode()
    signed_in(zoe).post(at("co-coach-leave", team))
    signed_in(bela).post(at("co-coach-leave", team))
    assert not CoCoach.objects.exists()
    response = signed_in(zoe).post(at("co-coach-accept", team), follow=True)
    assert "There is no invitation" in response.content.decode()


@pytest.mark.parametrize(
    ("name", "said"),
    [("nobody", "nobody called"), ("ABEL", "your own team"), ("bela", "invited already"), ("", "required")],
)
def test_who_cannot_be_invited(team: Team, owner: User, client: Client, name: str, said: str) -> None:
    make_user("bela")
    co_coach_invite(actor=owner, team=team, name="bela")
    assert said in client.post(at("co-coaches", team), {"name": name}).content.decode()
    assert CoCoach.objects.count() == 1


# What they cost -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def crowded(owner: User) -> Team:
    """Sixteen players, forty who left, results and figures of everybody, a match to come."""
    match = matches_of(bloodbowl_season("human", "orc", "dwarf"))[0]
    team = match.fixture.home
    Team.objects.filter(pk=team.pk).update(owner=owner)

    match_lock(match_id=match.pk)

    def hire(office: Any) -> None:
        lineman = office.club.roster.journeymen[0].key
        for id in range(office.club.signed + 1, 57):
            office.enter("signed", id, position=lineman, number=id, name=f"Recruit {id}", how="hired")

    def fire(office: Any) -> None:
        for id in range(17, 57):
            office.enter("left", id, how="fired")

    for deed in (hire, fire):
        books_enter(team=team, deed=deed, action="test", by=LedgerRow.By.MATCH)
    Match.objects.filter(pk=match.pk).update(resolved_at=match.due_at)
    figures = {f"{side}_{what}": 1 for side in ("home", "away") for what in ("score", "touchdowns", "casualties")}
    Result.objects.create(fixture=match.fixture, winner="draw", **figures)
    PlayerStat.objects.bulk_create(
        PlayerStat(match=match, player=player, key=key, value=1)
        for player in team.players.all()
        for key in ("matches", "touchdowns")
    )
    sequence_record(
        team=team,
        result=result_of({"1": {"spp": 3}}),
        side="home",
        match=f"match {match.pk}",
        opponent="Orcs",
        deadline=None,
    )
    return Team.objects.get(pk=team.pk)


def test_pages_cost_few_queries_however_many_there_are(
    crowded: Team, client: Client, django_assert_max_num_queries: Any
) -> None:
    assert len(team_club(crowded).members) == 16
    assert crowded.players.filter(left_at__isnull=False).count() == 40
    addresses = [at(name, crowded) for name in PAGES]
    addresses += [at("player", crowded, 1), at("player", crowded, 20), at("ledger", crowded) + "?season=all"]
    for address in addresses:
        with django_assert_max_num_queries(MOST_QUERIES):
            assert client.get(address).status_code == 200
    assert "1:1 " in page(client, "player", crowded, 1)

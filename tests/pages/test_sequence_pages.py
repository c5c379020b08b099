"""A coach goes through a sequence and a re-draft on their pages; others look on."""

import re
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from engine.campaign import TeamEditor
from league.seasons.services import season_enter
from teams.ledger.services import ledger_append, team_club
from teams.models import LedgerRow, Team
from teams.orders.services import team_orders_set
from teams.sequence.page import sequence_page
from tests.aftermaths import after_match, before_redraft, nominate_all, to_step
from tests.builders import make_league, make_season, make_team, make_user
from tests.engine.campaign.results import injury
from tests.pages.conftest import signed_in, squeezed
from tests.pages.teams.conftest import MOST_QUERIES

pytestmark = pytest.mark.django_db
STRICT = ("mvp", "advancement", "hiring", "firing", "staff", "journeymen")


def found(**terms: Any) -> Team:
    team = make_team(make_user("abel"), ruleset="bb2025", roster="human")
    Team.objects.filter(pk=team.pk).update(terms=terms)
    return Team.objects.get(pk=team.pk)


@pytest.fixture
def team() -> Team:
    return after_match(found(), spp={3: 7})


@pytest.fixture
def coach(team: Team) -> Client:
    return signed_in(team.owner)


def address(team: Team, page: str = "sequence", *more: Any) -> str:
    return reverse(f"teams:{page}", args=[team.slug, *more])


def send(client: Client, team: Team, action: str, **fields: Any) -> Any:
    about = {"version": team_club(team).rows, "key": str(uuid4()), "action": action}
    return client.post(address(team), {**about, **fields})


def shown(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_the_page_leads_through_all_steps_in_their_order(team: Team, coach: Client) -> None:
    for place, step in enumerate(STRICT, start=2):
        page = shown(coach.get(address(team)))
        assert f"step {place} of 9" in page
        if step == "mvp":
            send(coach, team, "nominate", members=[1, 2, 3, 4, 5, 6])
        assert send(coach, team, "finish").url == address(team)
    assert team_club(team).step == "ready"
    page = shown(coach.get(address(team)))
    assert "What changed" in page
    assert team.sequences.get().sealed_seed in page  # stored open, now that it is published


def test_what_a_move_came_to_is_said(team: Team, coach: Client) -> None:
    send(coach, team, "nominate", members=[1, 2, 3, 4, 5, 6])
    ((what, sides, face),) = team.ledger.get(kind="mvp").rolls
    chosen = team_club(team).members[face].name
    said = f"{chosen} was named most valuable player of 6 nominees: 4 Star Player Points. Dice: {what}: {face} on a D{sides}."
    assert said in shown(coach.get(address(team)))
    send(coach, team, "finish")
    assert "On to: Advancements." in shown(coach.get(address(team)))
    send(coach, team, "orders")
    page = shown(coach.get(address(team)))
    assert "The sequence is closed, and the team is ready for its next match." in page


def test_gold_is_wasted_by_a_die(team: Team, coach: Client) -> None:
    inherit = partial(TeamEditor.enter, kind="correction", gold=900, reason="A rich aunt.")
    ledger_append(team=team, effect=inherit, action="correct", by=LedgerRow.By.COMMISSIONER)
    send(coach, team, "orders")
    assert "Expensive mistakes decided by a die" in shown(coach.get(address(team)))


def test_what_is_refused_is_explained_and_the_input_stays(team: Team, coach: Client) -> None:
    response = send(coach, team, "nominate", members=[1, 2, 5])
    assert response.status_code == 200
    page = response.content.decode()
    assert re.findall(r'value="(\d+)" checked', page) == ["1", "2", "5"]
    assert "Nominate 6 different players" in page
    assert "Tick neither more nor fewer" in page
    to_step(team, "hiring")
    page = send(coach, team, "hire", position="human-blitzer", name="Wim <b>", number="3").content.decode()
    assert 'value="Wim &lt;b&gt;"' in page
    assert "wears number 3" in page
    page = send(coach, team, "hire", position="human-lineman", name="Wim", number="three").content.decode()
    assert "must be a number" in page


def test_an_older_page_and_a_form_sent_twice_change_nothing(team: Team, coach: Client) -> None:
    form = {"version": team_club(team).rows, "key": str(uuid4()), "action": "nominate", "members": [1, 2, 3, 4, 5, 6]}
    assert coach.post(address(team), form).status_code == 302
    assert coach.post(address(team), form).status_code == 302
    late = coach.post(address(team), {**form, "key": str(uuid4())})
    assert "has changed since this page was shown" in shown(late)
    assert team.ledger.filter(kind="mvp").count() == 1


def test_every_form_has_a_key_of_its_own(team: Team, coach: Client) -> None:
    keys = re.findall(r'name="key" value="([^"]+)"', coach.get(address(team)).content.decode())
    assert len(keys) == len(set(keys)) > 2


@pytest.mark.parametrize("form", [{"version": "x"}, {"key": "x"}, {}, {"action": "fly"}])
def test_a_broken_form_is_refused(team: Team, coach: Client, form: dict[str, str]) -> None:
    rows = team.ledger.count()
    whole = {"version": team_club(team).rows, "key": str(uuid4()), "action": "finish"} if "action" in form else {}
    response = coach.post(address(team), {**whole, **form})
    assert response.status_code == 200
    assert "Not done." in shown(response)
    assert team.ledger.count() == rows


def test_others_read_and_do_nothing(team: Team) -> None:
    stranger = signed_in(make_user("stranger"))
    for client in (Client(), stranger):
        page = client.get(address(team)).content.decode()
        assert "decides here" in page
        assert 'name="action"' not in page
        assert client.post(address(team), {"action": "finish"}).status_code == 403
    for page in ("acting", "corrections"):
        assert stranger.get(address(team, page)).status_code == 403


def test_dice_are_offered_and_answered(team: Team, coach: Client) -> None:
    to_step(team, "advancement")
    page = squeezed(coach.get(address(team)).content.decode())
    assert ">Frenzy (6 SPP, +20k)" in page
    send(coach, team, "roll_skill", member=3, category="general")
    page = squeezed(coach.get(address(team)).content.decode())
    assert "general, row: 3 on a D6" in page
    assert page.count('value="take"') == 2
    assert "Sure Hands (value +20k)" in page
    send(coach, team, "take", member=3, gain="sure-hands")
    assert "sure-hands" in team_club(team).members[3].skills


def test_a_move_without_dice_can_be_taken_back_on_the_page(team: Team, coach: Client) -> None:
    nominate_all(team)
    assert "Undo my last move" not in shown(coach.get(address(team)))
    to_step(team, "hiring")
    send(coach, team, "hire", position="human-lineman", name="Brief Guest", number="40")
    assert "Undo my last move" in shown(coach.get(address(team)))
    send(coach, team, "undo")
    assert 40 not in {each.number for each in team_club(team).members.values()}
    assert "taken back" in shown(coach.get(address(team)))


def test_rows_stand_at_the_step_in_which_they_were_written(team: Team, coach: Client) -> None:
    to_step(team, "hiring")
    send(coach, team, "finish")
    send(coach, team, "undo")
    send(coach, team, "hire", position="human-lineman", name="Late Guest", number="40")
    page = sequence_page(team)
    told = {station.key: [line.row.kind for line in station.lines] for station in page.stations}
    assert (page.now.key, told["mvp"], told["hiring"], told["firing"]) == ("hiring", ["mvp"], ["revoked", "signed"], [])
    assert [station.ended_by for station in page.stations][:4] == ["match", "coach", "coach", ""]


def test_standing_orders_do_the_rest_at_a_click(team: Team, coach: Client) -> None:
    send(coach, team, "orders")
    assert team_club(team).step == "ready"
    assert "decided by standing orders" in shown(coach.get(address(team)))


def test_a_league_may_allow_any_order_on_one_page() -> None:
    order = {"bb2025.hire-then-fire-order": "any-order"}
    team = after_match(found(rulings=order))
    to_step(team, "roster")
    page = signed_in(team.owner).get(address(team)).content.decode()
    for part in ("hiring", "firing", "staff", "journeymen"):
        assert f'id="{part}"' in page
    to_step(team, "ready")
    Team.objects.filter(pk=team.pk).update(terms={})  # the next season plays by other rules
    assert "Hiring and firing" in shown(Client().get(address(team, "sequence-past", 1)))


def test_grudges_and_credits_are_asked_for() -> None:
    hurt = {"5": injury("serious-injury", may_hate=["orc", "goblin"])}
    gone = {"side": "away", "penalty": True}
    changes = {"injuries": hurt, "concession": gone, "touchdowns": [3, 0], "score": [3, 0]}
    team = after_match(found(), **changes)
    coach = signed_in(team.owner)
    page = coach.get(address(team)).content.decode()
    assert "1 touchdown to give" in page
    send(coach, team, "credit", member=7)
    send(coach, team, "hate", member=5, keyword="orc")
    club = team_club(team)
    assert (club.credits, club.members[7].spp, club.members[5].hatred) == (0, 3, ["orc"])


def test_the_dead_can_be_nominated_where_a_ruling_allows_it_and_are_marked() -> None:
    gone = {"concession": {"side": "away", "penalty": True}, "touchdowns": [3, 0], "score": [3, 0]}
    living = [str(id) for id in range(1, 12) if id != 5]
    team = found(rulings={"bb2025.mvp-dead-player": "allowed"})
    team = after_match(team, injuries={"5": injury("dead")}, candidates=living, **gone)
    html = signed_in(team.owner).get(address(team)).content.decode()
    assert html.count(", dead<") == 1
    assert '<input type="checkbox" name="members" value="5">' in html
    assert '<option value="5">' not in html
    assert send(signed_in(team.owner), team, "nominate", members=[5, 1, 2, 3, 4, 6]).status_code == 302
    assert team_club(team).awards == 0


def test_a_closed_sequence_keeps_its_page(team: Team) -> None:
    past = address(team, "sequence-past", 1)
    assert Client().get(past).url == address(team)
    to_step(team, "ready")
    after_match(team, match=2, seed="d")
    page = Client().get(past).content.decode()
    first = team.sequences.get(number=1)
    assert first.secret_seed in page
    assert team.sequences.get(number=2).secret_seed not in page
    assert "differs!" not in page
    assert Client().get(address(team, "sequence-past", 9)).status_code == 404


def test_a_team_without_books_has_no_such_pages() -> None:
    team = make_team(make_user())
    for page in ("sequence", "redraft"):
        assert Client().get(address(team, page)).status_code == 404


def test_a_team_that_has_not_played_has_nothing_to_decide() -> None:
    assert "has not played yet" in shown(Client().get(address(found())))


# The re-draft -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def resting(team: Team) -> Team:
    return before_redraft(to_step(team, "ready"))


def wish(team: Team, **changes: Any) -> dict[str, Any]:
    about = {"version": team_club(team).rows, "key": str(uuid4()), "button": "buy"}
    staff = {"rerolls": 2, "assistant_coaches": 0, "cheerleaders": 0, "apothecary": 1, "fans": team_club(team).fans}
    return {**about, "keep": [1, 2, 3], "new-human-lineman": 9, **staff, **changes}


def test_the_bill_of_a_redraft_is_for_the_coaches_while_it_lasts(resting: Team, client: Client) -> None:
    where = address(resting, "redraft-bill")
    assert client.post(where, wish(resting, keep=[1])).status_code == 302  # to the sign-in
    client.force_login(make_user("stranger"))
    assert client.post(where, wish(resting, keep=[1])).status_code == 403


def test_the_redraft_is_calculated_refused_and_bought(resting: Team, coach: Client) -> None:
    page = address(resting, "redraft")
    assert coach.get(address(resting)).url == page
    assert "agent" in shown(coach.get(page))
    told = coach.get(page).content.decode().partition('id="sources"')[2].partition("</details>")[0]
    amounts = [int(each) for each in re.findall(r"[+](\d+)k</td>", told)]
    assert len(amounts) >= 3
    assert f"<strong>{sum(amounts)}k</strong>" in told
    bill = shown(coach.post(address(resting, "redraft-bill"), wish(resting, keep=[1])))
    assert "1 more needed" in bill
    refused = coach.post(page, wish(resting, keep=[1]))
    assert refused.status_code == 200
    assert "1 more needed" in shown(refused)
    assert 'value="9"' in refused.content.decode()
    assert coach.post(page, wish(resting)).url == address(resting)
    club = team_club(resting)
    assert (club.step, club.season, len(club.members)) == ("ready", 2, 12)
    assert {1, 2, 3} < club.members.keys()


def test_the_captain_is_named_anew(resting: Team, coach: Client) -> None:
    old = team_club(resting).captain
    coach.post(address(resting, "redraft"), wish(resting, captain="new-human-lineman"))
    club = team_club(resting)
    assert club.captain not in (None, old)
    assert club.members[club.captain].position.key == "human-lineman"


def test_the_standing_orders_propose_a_legal_list_without_buying_it(resting: Team, coach: Client) -> None:
    response = coach.post(address(resting, "redraft"), wish(resting, button="orders", keep=[]))
    assert "This list is legal" in shown(response)
    assert team_club(resting).step == "redraft"


@pytest.mark.parametrize("changes", [{"keep": [1, 1]}, {"keep": [99]}, {"keep": ["x"]}, {"rerolls": "-3", "fans": "x"}])
def test_nonsense_is_refused_with_a_reason(resting: Team, coach: Client, changes: dict[str, Any]) -> None:
    response = coach.post(address(resting, "redraft"), wish(resting, **changes))
    assert "Not done." in shown(response)
    assert team_club(resting).step == "redraft"


@pytest.mark.parametrize("step", ["firing", "redraft"])
def test_lists_of_players_say_all_that_they_have_become(team: Team, coach: Client, step: str) -> None:
    if step == "redraft":
        before_redraft(to_step(team, "ready"))
    else:
        to_step(team, step)
    captain = team_club(team).captain

    def effect(editor: TeamEditor) -> None:
        editor.enter("hates", captain, keyword="dwarf")
        editor.enter("hurt", captain, misses_next=False, niggling=1)

    ledger_append(team=team, effect=effect, action="test", by=LedgerRow.By.MATCH)
    page = shown(coach.get(address(team, "redraft" if step == "redraft" else "sequence")))
    line = page[page.index(f"{team_club(team).members[captain].name} ") :]
    assert re.match(r"[^+]* captain niggling injury MA \d[^.]+\. [^.]*Pro, Hatred \(Dwarf\)\.", line), line[:200]


def test_only_a_coach_redrafts(resting: Team) -> None:
    client = signed_in(make_user("stranger"))
    assert 'value="buy"' not in client.get(address(resting, "redraft")).content.decode()
    assert client.post(address(resting, "redraft"), wish(resting)).status_code == 403


# Queries ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [*STRICT, "ready", "redraft"])
def test_no_page_needs_more_than_a_few_queries(
    team: Team, coach: Client, step: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    team_orders_set(actor=team.owner, team=team, given={})
    to_step(team, "ready" if step == "redraft" else step)
    if step == "redraft":
        before_redraft(team)
    with django_assert_max_num_queries(MOST_QUERIES):
        response = coach.get(address(team, "redraft" if step == "redraft" else "sequence"))
    assert response.status_code == 200


@pytest.mark.parametrize("page", ["sequence/", "sequence/acting/?reason=away", "corrections/", "redraft/"])
def test_nor_does_a_commissioner(team: Team, page: str, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    league = make_league(make_user("nuffle"), "Crossroads", ruleset="bb2025", profile="official")
    season_enter(actor=team.owner, season=make_season(league), team=team)
    if page == "redraft/":
        before_redraft(to_step(team, "ready"))
    client = signed_in(league.commissioner)
    with django_assert_max_num_queries(MOST_QUERIES):
        response = client.get(f"/teams/{team.slug}/{page}")
    assert response.status_code == 200

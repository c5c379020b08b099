"""The ledger of a team and the sheet of paper."""

import pytest
from django.test import Client

from teams.ledger.services import ledger_append, team_club
from teams.ledger.statement import Statement
from teams.models import LedgerRow, Team
from teams.sequence.services import sequence_finish
from tests.builders import make_team, make_user
from tests.pages.teams.conftest import drawn, enter, page

pytestmark = pytest.mark.django_db


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
    ledger_append(
        team=team,
        effect=lambda editor: editor.enter(kind, gold=5, reason="A slip."),
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


def test_the_treasury_is_drawn_from_match_to_match(team: Team) -> None:
    html = page(Client(), "ledger", team)
    books = Statement(team)
    drafted = books.balance_after(team.ledger.filter(sequence=None).last().number)
    assert len(drawn(html)) == 2
    assert f"From <b>{drafted}k</b> to <b>{team_club(team).treasury}k</b>" in html
    new = make_team(team.owner, "Newcomers", ruleset="bb2025", roster="human")
    assert 'class="course"' not in page(Client(), "ledger", new)

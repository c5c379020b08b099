"""Twenty devices at once ask one team for the same: one gets it, the others hear why not, and no gold is lost."""

import threading
from collections import Counter
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection

from engine.campaign import TeamEditor
from engine.campaign.steps import HIRING
from journal.errors import Refused
from operations.checks.ledgers import ledger_breaches
from teams.ledger.services import ledger_append, sequence_open, team_club, team_request
from teams.models import LedgerRow, Sequence, Team
from tests.builders import make_team, make_user
from tests.live.services import Live

pytestmark = pytest.mark.live
DEVICES, LINEMAN, PRICE = 20, "human-lineman", 50


def hiring_team(*, players: int, gold: int) -> Team:
    """A team in the middle of a sequence, with so many players and so much gold."""
    team = make_team(make_user(), "Team", ruleset="bb2025", roster="human")
    sequence_open(team=team, kind=Sequence.Kind.MATCH, object_id=1, deadline=None)

    def arrange(editor: TeamEditor) -> None:
        for number in range(len(editor.club.listed) + 1, players + 1):
            editor.enter("signed", number, position=LINEMAN, number=number, name=f"No. {number}", how="drafted")
        editor.enter("correction", gold=gold - editor.club.treasury)
        editor.enter("step", to=HIRING)

    ledger_append(team=team, effect=arrange, action="arrange", by=LedgerRow.By.COMMISSIONER)
    return Team.objects.get(pk=team.pk)


def at_once(ask: Callable[[int], str]) -> Counter[str]:
    """What so many devices are answered that ask in the same moment."""
    answers: list[str] = []
    start = threading.Barrier(DEVICES)

    def device(number: int) -> None:
        try:
            start.wait()
            answers.append(ask(number))
        finally:
            connection.close()

    threads = [threading.Thread(target=device, args=(number,)) for number in range(DEVICES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(answers)


def hire(team: Team, number: int, version: int) -> str:
    try:
        arguments = {"position": LINEMAN, "name": f"Rival {number}", "number": 50 + number}
        team_request(actor=team.owner, team=team, action="hire", arguments=arguments, version=version, key=uuid4())
    except Refused as refused:
        return refused.code
    return "hired"


def test_one_of_twenty_with_the_same_page_is_served(live_orm: Live) -> None:
    team = hiring_team(players=12, gold=10 * PRICE)
    page = team_club(team).rows
    assert at_once(lambda number: hire(team, number, page)) == {"hired": 1, "stale": DEVICES - 1}
    check_one_hired(team, 12, 10 * PRICE)


@pytest.mark.parametrize(
    ("players", "gold", "reason"),
    [(15, 10 * PRICE, "list-full"), (12, PRICE, "no-gold")],
    ids=["the last place", "the last gold"],
)
def test_whoever_looks_again_and_again_hears_the_rule(live_orm: Live, players: int, gold: int, reason: str) -> None:
    team = hiring_team(players=players, gold=gold)

    def insist(number: int) -> str:
        answer = "stale"
        while answer == "stale":
            answer = hire(team, number, team_club(team).rows)
        return answer

    assert at_once(insist) == {"hired": 1, reason: DEVICES - 1}
    check_one_hired(team, players, gold)


def test_a_request_that_is_sent_twenty_times_is_granted_once(live_orm: Live) -> None:
    team = hiring_team(players=12, gold=10 * PRICE)
    page, key = team_club(team).rows, uuid4()
    arguments = {"position": LINEMAN, "name": "Rival", "number": 50}

    def send(_: int) -> str:
        rows = team_request(actor=team.owner, team=team, action="hire", arguments=arguments, version=page, key=key)
        return " ".join(str(row.pk) for row in rows)

    answers = at_once(send)
    assert answers == {str(team.ledger.get(request=key).pk): DEVICES}
    check_one_hired(team, 12, 10 * PRICE)


def check_one_hired(team: Team, players: int, gold: int) -> None:
    club = team_club(team)
    assert (len(club.listed), club.treasury) == (players + 1, gold - PRICE)
    assert list(ledger_breaches(Team.objects.get(pk=team.pk))) == []

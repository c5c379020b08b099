"""Every row of a ledger has its sentence, and the sums are those of the treasury."""

from functools import partial
from typing import Any

import pytest

import engine
from engine.campaign import REVOKED, Entry, TeamEditor
from engine.campaign.ledger import KINDS
from teams.ledger.services import ledger_append, team_request
from teams.ledger.statement import TOPICS, Line, Statement
from teams.ledger.wording import WORDS, Telling
from teams.models import LedgerRow, Team
from teams.sequence.services import sequence_record, team_undo
from tests.builders import make_team, make_user
from tests.engine.campaign.results import injury, result_of

CAMPAIGN = engine.campaign_of("bb2025")


def entry(kind: str, member: int | None = None, **given: Any) -> Entry:
    columns = {name: given.pop(name) for name in ("gold", "spp", "rolls") if name in given}
    return Entry(kind, member, data=given, **columns)


def signed(how: str) -> Entry:
    return entry("signed", 1, position="human-lineman", number=4, name="Otto", how=how)


DIE = (("staying", 6, 2),)
# Every kind of row in every form that the rules write, with what must be said of it.
TOLD = [
    (entry("founded", gold=1000, roster="human"), "The Human team was founded with 1000k"),
    (signed("drafted"), "Otto, Human Lineman, number 4, was drafted."),
    (signed("hired"), "was hired"),
    (signed("journeyman"), "joined as a journeyman"),
    (signed("raised"), "rose from the dead"),
    (entry("kept", 1), "signed for good"),
    (entry("left", 1, how="fired"), "Otto was fired."),
    (entry("left", 1, how="dead", injury="dead"), "Otto died"),
    (entry("left", 1, how="dead", injury="eaten"), "Otto was eaten."),
    (entry("left", 1, how="gone"), "served as a journeyman and moved on"),
    (entry("left", 1, how="gone", rolls=DIE), "Otto deserted"),
    (entry("left", 1, how="released"), "not kept for the next season"),
    (entry("recounted", played=-1, won=-1, drawn=0), "changed by a decision: -1 played, -1 won."),
    (entry("stayed", 1), "Otto thought of leaving and stayed"),
    (entry("renamed", 1, name="Ottokar", number=9), "Otto is now called Ottokar, number 9."),
    (entry("renamed", 1, name="Otto", number=9), "Otto now wears number 9."),
    (entry("staff", what="rerolls", by=2, gold=-100), "2 more team re-rolls."),
    (entry("staff", what="apothecary", by=1), "1 more apothecary."),
    (entry("staff", what="assistant_coaches", by=-1), "1 fewer assistant coach."),
    (entry("staff", what="cheerleaders", by=0, gold=-20), "Paid for the cheerleaders the team keeps."),
    (entry("staff", what="rerolls", by=-1, gold=-100), "Paid for team re-rolls, 1 fewer than before."),
    (entry("staff", what="fans", by=2, gold=-10), "2 more dedicated fans."),
    (entry("staff", what="fans", by=3, gold=-10), "3 more dedicated fans: 2 bought, 1 for nothing."),
    (entry("staff", what="fans", by=-1), "1 dedicated fan left."),
    (entry("staff", what="fans", by=0), "Nobody joined or left the fans."),
    (entry("staff", what="trophy", by=1), "trophy brought a re-roll"),
    (entry("staff", what="trophy", by=-1), "trophy went on"),
    (entry("captain", 1), "Otto was named captain."),
    (entry("captain", 1, value=-20), "value -20k"),
    (entry("captain", former=1, value=20), "Otto is no longer captain."),
    (entry("captain", former=None, value=0), "no captain this season"),
    (entry("played", score=[2, 1], outcome="win", opponent="Orcs"), "Won 2:1 against Orcs."),
    (entry("played", score=[1, 1], outcome="draw", opponent=""), "Drew 1:1."),
    (entry("played", score=[0, 1], outcome="loss", opponent="Orcs"), "Lost 0:1 against Orcs."),
    (entry("friendly", score=[0, 1], outcome="loss", opponent="Orcs"), "friendly match 0:1 against Orcs."),
    (entry("winnings", gold=55, attendance=7, touchdowns=1, stalled=False), "7 together, 1 touchdown, no stalling."),
    (entry("winnings", gold=40), "did not play"),
    (entry("points", 1, spp=3), "Otto earned 3 Star Player Points."),
    (entry("points", 1, spp=3, credits=1), "touchdown of the concession"),
    (entry("mvp", 1, spp=4, nominees=[1, 2, 3, 4, 5, 6]), "most valuable player of 6 nominees"),
    (
        entry("hurt", 1, result="lasting-injury", misses_next=True, niggling=0, lost="st"),
        "Otto was hurt (lasting injury): lost 1 ST and misses the next match.",
    ),
    (entry("hurt", 1, result="serious-injury", misses_next=True, niggling=1, lost=None), "has a niggling injury"),
    (entry("healed", 1, available=True), "Otto is fit again."),
    (entry("healed", 1, tried="niggling_injury", made=True, niggling=1), "got over 1 niggling injury"),
    (entry("healed", 1, tried="hatred_gained", made=True, hatred="orc"), "no longer hates Orc players"),
    (entry("healed", 1, characteristic="ag", reason="typing error"), "regained 1 AG"),
    (entry("healed", 1, tried="niggling_injury", made=False), "did not get over a niggling injury"),
    (entry("healed", 1, tried="hatred_gained", made=False), "an old hatred"),
    (entry("healed", 1, tried="temporarily_retired_reduction", made=False), "a lasting injury"),
    (entry("grudge", 1, keywords=["orc", "goblin"]), "get even with Orc or Goblin players"),
    (entry("grudge", 1, keywords=[]), "bears no grudge"),
    (entry("hates", 1, keyword="orc"), "Otto hates Orc players from now on."),
    (entry("retired", 1), "retired for the rest of the season"),
    (entry("rolled", 1, spp=-3, what="skill", skills=["block", "dirty-player"]), "Block or Dirty Player for 3"),
    (entry("rolled", 1, spp=-14, what="characteristic", characteristics=["st"]), "ST or any skill for 14"),
    (entry("advanced", 1, spp=-6, skill="block", value=20), "Otto learned Block for 6 Star Player Points: value +20k."),
    (entry("advanced", 1, characteristic="ma", value=20), "Otto improved MA: value +20k."),
    *((entry("mistake", result=result), word) for result, word in {"averted": "averted", "minor": "minor"}.items()),
    *((entry("mistake", result=result), result) for result in ("major", "catastrophe")),
    (entry("inducements", gold=-50, bought={"bribes": 2, "team-mascot": 1}, cost=130), "130k: 2 × Bribes and Team Mascot."),
    (entry("inducements", gold=-10, bought={"prayers-to-nuffle": 1}, cost=10), "worth 10k: Prayer to Nuffle."),
    (entry("prize", gold=30), "Prize money"),
    (entry("correction", gold=10, reason="Counted twice."), "Correction: Counted twice."),
    (entry("correction", 1, spp=2, reason="Missed."), "Otto +2 Star Player Points: Missed."),
    (entry("step", to="ready"), "ready for its next match"),
    *((entry("step", to=step), name) for step, name in CAMPAIGN.steps.names.items() if step != "ready"),
    (entry("season"), "A new season began."),
    (entry("taught", 1, skill="guard", points=2), "Otto came with Guard, for 2 skill points."),
    (entry("stocked", gold=-50, bought={"bribes": 2}), "Inducements for every match: 2 × Bribes."),
    (entry("unspent", gold=-15), "What was left of the budget was lost."),
    (entry("funds", gold=900, budget=1100, raised=1150), "1100k to spend, of 1150k raised"),
    (entry("rehired", 1, gold=-70, fee=20), "20k of it are the agent's"),
    (entry(REVOKED, rows=[12, 13], gold=50), "The last move was taken back."),
]  # fmt: skip


@pytest.mark.parametrize(("row", "said"), TOLD, ids=[f"{row.kind}-{n}" for n, (row, _) in enumerate(TOLD)])
def test_a_row_is_told_in_words(row: Entry, said: str) -> None:
    telling = Telling(CAMPAIGN, CAMPAIGN.rosters["human"], {1: "Otto"})
    sentence = telling.tell(row)
    assert said in sentence
    assert "None" not in sentence
    assert "_" not in sentence


def test_no_kind_of_row_is_left_out() -> None:
    kinds = {*KINDS, REVOKED}
    assert set(WORDS) == {row.kind for row, _ in TOLD} == kinds
    asked = [kind for _, meant in TOPICS.values() for kind in meant]
    assert set(asked) == kinds
    assert len(asked) == len(kinds)


@pytest.fixture
def team(db: None) -> Team:
    """A human team after a match that hurt its first player, with a move taken back and a correction."""
    owner = make_user("abel")
    team = make_team(owner, "Tollgate", ruleset="bb2025", roster="human")
    result = result_of({str(n): {"spp": 2} for n in range(1, 12)}, injuries={"1": injury("seriously-hurt")})
    sequence_record(team=team, result=result, side="home", match=7, opponent="Orcs", deadline=None)
    version = team.ledger.count()
    rename = {"member": 2, "name": "Nobody", "number": 60}
    team_request(actor=owner, team=team, action="rename", arguments=rename, version=version)
    team_undo(actor=owner, team=team, version=version + 1)
    rename |= {"name": "Somebody"}
    team_request(actor=owner, team=team, action="rename", arguments=rename, version=version + 2)
    ledger_append(
        team=team,
        effect=lambda editor: editor.enter("correction", gold=25, reason="Counted twice."),
        action="correct",
        by=LedgerRow.By.COMMISSIONER,
        actor=owner,
        reason="Counted twice.",
    )
    team.refresh_from_db()
    return team


def told(team: Team) -> list[Line]:
    books = Statement(team)
    return books.lines(books.rows())


def test_the_last_balance_is_the_treasury(team: Team) -> None:
    lines, books = told(team), Statement(team)
    assert lines[-1].balance == books.balance == team.treasury == sum(line.income - line.expense for line in lines)
    assert (books.income, books.expense) == (sum(line.income for line in lines), sum(line.expense for line in lines))
    assert lines[0].balance == 1000
    assert [row.number for row in books.rows(topic="gold")] == [line.row.number for line in lines if line.row.gold]


def test_rows_that_were_taken_back_are_marked_and_names_stay_right(team: Team) -> None:
    lines = told(team)
    (void,) = [line for line in lines if line.void]
    assert void.row.kind == "renamed"
    taken_back, renamed = lines[void.row.number : void.row.number + 2]
    drafted = next(line.row.data["name"] for line in lines if line.row.member == 2)
    assert taken_back.words == f"Taken back: {drafted} is now called Nobody, number 60."
    assert renamed.words == f"{drafted} is now called Somebody, number 60."
    hurt = next(line for line in lines if line.row.kind == "hurt")
    assert (hurt.match, hurt.season) == (7, 1)


@pytest.mark.parametrize("size", [1, 7])
def test_any_part_of_a_ledger_is_told_as_within_the_whole(team: Team, size: int) -> None:
    """Names as they were at the time, moves taken back on another page, balances and seasons that others brought about."""
    for member, name in ((2, "Third"), (3, "Fourth"), (2, "Fifth")):
        rename = {"member": member, "name": name, "number": 70 + member}
        team_request(actor=team.owner, team=team, action="rename", arguments=rename, version=team.ledger.count())
    team_undo(actor=team.owner, team=team, version=team.ledger.count())
    for kind, member, gold in (("season", None, 0), ("prize", None, 30), ("points", 2, 0)):
        effect = partial(TeamEditor.enter, kind=kind, member=member, gold=gold)
        ledger_append(team=team, effect=effect, action="test", by=LedgerRow.By.MATCH)
    rows, whole = list(Statement(team).rows()), told(team)
    parts = [Statement(team).lines(rows[at : at + size]) for at in range(0, len(rows), size)]
    assert [line for part in parts for line in part] == whole
    balance, season = 0, 1
    for line in whole:
        balance += line.row.gold
        season += line.row.kind == "season"
        assert (line.balance, line.season) == (balance, season)
    assert whole[-1].words.startswith("Third earned")
    assert "Fifth" in next(line.words for line in reversed(whole) if line.row.kind == REVOKED)

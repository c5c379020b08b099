"""`manage.py check_books`: each thing that can be wrong is spoilt once, and the sentence that names it is seen."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import Error, connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from pytest_django import DjangoDbBlocker

import engine
from journal.models import LogEntry
from league.commissioner.services import team_correct
from league.models import Entry, Result, Round, Season, Stage
from league.seasons.off_season import off_seasons_open
from matches.control.results import match_unplayed
from matches.models import Match, MatchRecord, PlayerStats, TeamStats
from matches.selectors import match_record
from matches.services import match_lock, match_resolve
from operations.checks import seasons
from operations.checks.survey import EVERY_MATCH, REPLAYED, Survey, one_moment, part_of
from operations.scratch import scratch_database
from teams.models import LedgerRow, Player, Sequence, Team
from teams.seeds import seeds_from
from teams.sequence.services import sequence_finish
from tests.builders import bloodbowl_season, make_team, make_user, matches_of, running_season

ABSENCE = {"battleball.serious-injury-duration": {"choice": "league-absence", "matches": 2}}

# Snotlings get players for one match whether they or the others are worth more: what those spend, the underdog gets.
SPENDING = {"wishes": [["riotous-rookies", 1], ["bribes", 2]], "mercenaries": [], "own": 150}


@dataclass
class World:
    """A finished season of Blood Bowl, with one team that is ready for the next, and a season of Battleball that runs."""

    bowl: Season
    ball: Season

    @property
    def ready(self) -> Team:
        """It has closed three sequences."""
        return Team.objects.get(slug="team-1-0")

    @property
    def redrafting(self) -> Team:
        return Team.objects.get(slug="team-1-1")

    @property
    def lineman(self) -> QuerySet[Player]:
        return first(self.ready.players.filter(left_at=None, position="human-lineman"))

    @property
    def match(self) -> Match:
        return matches_of(self.bowl)[0]

    @property
    def following(self) -> QuerySet[Sequence]:
        """The sequences that the match opened."""
        return Sequence.objects.filter(kind=Sequence.Kind.MATCH, object_id=self.match.pk)

    @property
    def game(self) -> Match:
        return matches_of(self.ball)[0]

    @property
    def unplayed(self) -> Match:
        return matches_of(self.ball)[-1]

    @property
    def injured(self) -> Player:
        row = LedgerRow.objects.filter(kind="absent").order_by("pk")[0]
        return Player.objects.get(team=row.team, member=row.member)

    def moves(self, **which: Any) -> QuerySet[LedgerRow]:
        """The rows about the one who is injured."""
        return LedgerRow.objects.filter(team=self.injured.team, member=self.injured.member, **which)

    def row(self, **which: Any) -> QuerySet[LedgerRow]:
        """One row of the ledger of the team that is ready."""
        found = self.ready.ledger.filter(**which).order_by("number")[:1].values("pk")
        return LedgerRow.objects.filter(pk__in=list(found.values_list("pk", flat=True)))


@pytest.fixture(scope="module")
def played(django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Made once, in a database of its own; each test takes back what it spoils."""
    with django_db_blocker.unblock(), scratch_database():
        with seeds_from(lambda what: engine.commitment(f"3: {what}")):
            world = World(bloodbowl_season("human", "orc", "snotling"), running_season(teams=4, rulings=ABSENCE))
            for team in Team.objects.filter(ruleset="bb2025"):
                team_correct(actor=world.bowl.league.commissioner, team=team, reason="A gift.", gold=150)
            Team.objects.filter(ruleset="bb2025").update(orders={"inducements": SPENDING})
            for match in [*matches_of(world.bowl), *matches_of(world.ball)[:4]]:
                match_lock(match_id=match.pk)
                assert match_resolve(match_id=match.pk) == "resolved"
            for team in Team.objects.filter(ruleset="bb2025"):
                sequence_finish(team=team)
            off_seasons_open()
            sequence_finish(team=Team.objects.filter(ruleset="bb2025")[0])
        match_lock(match_id=matches_of(world.ball)[4].pk)
        world.bowl.refresh_from_db()
        yield world


@pytest.fixture
def world(played: World) -> Iterator[World]:
    with transaction.atomic():
        yield played
        transaction.set_rollback(True)


def raw_delete(rows: QuerySet[Any]) -> None:
    """As a hand at the database would: nothing that hangs on it is touched."""
    rows._raw_delete(rows.db)


def first(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.model.objects.filter(pk=rows.order_by("pk").values_list("pk", flat=True)[0])


def reroll(world: World) -> None:
    row = next(row for row in world.ready.ledger.filter(sequence__isnull=False) if row.rolls)
    what, sides, face = row.rolls[0]
    row.rolls[0] = [what, sides, face % sides + 1]
    row.save()


def play_chess(world: World) -> None:
    """Without snapshots, which would still know the right league."""
    world.row(kind="founded").update(data={"roster": "human", "league": "chess"})
    world.ready.snapshots.all().delete()


def spoil_snapshot(team: Team) -> None:
    snapshot = team.snapshots.first()
    snapshot.club["treasury"] += 1
    snapshot.save()


def other_seed(match: Match) -> None:
    seed = "0" * 64
    Match.objects.filter(pk=match.pk).update(sealed_seed=seed, commitment=engine.commitment(seed))


def unresolve(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(resolved_at=None)


def other_result(match: Match, **figures: Any) -> None:
    Result.objects.filter(fixture__match=match).update(**figures)


LEDGERS: dict[str, tuple[Callable[[World], Any], str]] = {
    "a row is lost": (lambda w: raw_delete(w.row(number=4)), "ledger row 4 is missing, the next one is 5"),
    "treasury": (lambda w: Team.objects.update(treasury=7), "by the ledger and 7 in the team's row"),
    "snapshot": (lambda w: spoil_snapshot(w.ready), "is not what the ledger amounts to there"),
    "snapshot of no row": (
        lambda w: first(w.ready.snapshots.all()).update(rows=9999),
        "there is a snapshot at ledger row 9999",
    ),
    "value": (lambda w: Team.objects.update(value=7), "value is"),
    "current value": (lambda w: Team.objects.update(current_value=7), "current_value is"),
    "step": (lambda w: Team.objects.update(step="mvp"), "step is ready by the ledger and mvp in the team's row"),
    "roster": (lambda w: Team.objects.update(roster="orc"), "roster is human by the ledger and orc in the team's row"),
    "gold": (lambda w: w.row(kind="founded").update(gold=100), "the treasury fell to"),
    "gold that was not taken back": (
        lambda w: w.row(kind="step").update(kind="revoked", gold=5, data={"rows": []}),
        "its rows add up to",
    ),
    "no such kind": (lambda w: w.row(number=3).update(kind="gift"), "the ledger cannot be replayed: KeyError: 'gift'"),
    "renamed": (lambda w: w.lineman.update(name="Griff"), "Griff, human-lineman in lists"),
    "sent away": (lambda w: w.lineman.update(left_at=timezone.now()), "not on the team in lists"),
    "not told": (
        lambda w: w.redrafting.sequences.update(closed_at=timezone.now()),
        "a sequence is not open and the team is at",
    ),
    "a sheet nobody accepts": (play_chess, "the next sheet is refused"),
}
SEQUENCES: dict[str, tuple[Callable[[World], Any], str]] = {
    "number": (lambda w: w.ready.sequences.filter(number=2).update(number=9), "sequence 2 is missing"),
    "open again": (
        lambda w: w.ready.sequences.filter(number=1).update(closed_at=None),
        "sequence 1 is open, and a later one has begun",
    ),
    "out of turn": (
        lambda w: w.row(sequence__number=2).update(sequence=w.ready.sequences.get(number=3)),
        "sequence 3 began before sequence 2 was over",
    ),
    "seed": (
        lambda w: Sequence.objects.update(sealed_seed="0" * 64),
        "the seed of sequence 1 is not the one it was committed to",
    ),
    "a better roll": (reroll, "and the seed of sequence 1 gives a"),
    "dice from nowhere": (lambda w: w.row(sequence=None).update(rolls=[["luck", 6, 6]]), "has dice and no sequence"),
    "a match that was not played": (
        lambda w: w.following.update(object_id=w.unplayed.pk),
        "which is not over for this team",
    ),
}
ROSTERS: dict[str, tuple[Callable[[World], Any], str]] = {
    "a row is lost": (lambda w: raw_delete(w.moves(kind="absent")), "is missing, the next one is"),
    "never signed": (lambda w: raw_delete(w.moves()), "was signed 0 times, and first not in the ledger"),
    "signed twice": (lambda w: first(w.moves(kind="injured")).update(kind="signed"), "was signed 2 times"),
    "no such kind": (lambda w: first(w.moves(kind="injured")).update(kind="gift"), "is of no known kind: gift"),
    "about nobody": (
        lambda w: first(w.moves(kind="injured")).update(member=99),
        "is about player 99, whom no list has",
    ),
    "renamed": (lambda w: Player.objects.filter(pk=w.injured.pk).update(name="Griff"), "the name of"),
    "gone without a word": (
        lambda w: Player.objects.filter(pk=w.injured.pk).update(left_at=timezone.now()),
        "has left by lists",
    ),
    "missed too much": (
        lambda w: first(w.moves(kind="absent")).update(data={"matches": -1}),
        "missed more matches than",
    ),
}
MATCHES: dict[str, tuple[Callable[[World], Any], str]] = {
    "commitment": (
        lambda w: Match.objects.filter(pk=w.match.pk).update(commitment="0" * 64),
        "its seed is not the one it was committed to",
    ),
    "result lost": (
        lambda w: raw_delete(Result.objects.filter(fixture__match=w.match)),
        "it has 0 results, and it is resolved",
    ),
    "record lost": (
        lambda w: raw_delete(MatchRecord.objects.filter(match=w.match)),
        "it has 0 records, and it is resolved",
    ),
    "logged twice": (
        lambda w: LogEntry.objects.filter(action="match.locked").update(action="match.resolved"),
        "it has 2 log rows, and it is resolved",
    ),
    "not played": (lambda w: unresolve(w.game), "it has 1 results, and it is not resolved"),
    "figures before the match": (
        lambda w: first(TeamStats.objects.all()).update(match=w.unplayed),
        "it has statistics, and it is not played",
    ),
    "digest": (lambda w: MatchRecord.objects.update(digest="0" * 64), "its digest is not the one of its record"),
    "content": (
        lambda w: MatchRecord.objects.filter(match=w.match).update(
            payload=MatchRecord.pack(json.dumps({**match_record(w.match), "choices": []}))
        ),
        "its digest is not the one of its record",
    ),
    "another seed": (lambda w: other_seed(w.match), "its record was played with another seed"),
    "another line-up": (
        lambda w: Match.objects.filter(pk=w.match.pk).update(lineup={**w.match.lineup, "rulings": {}}),
        "line-ups and rulings",
    ),
    "score": (lambda w: other_result(w.match, home_score=F("home_score") + 1), "the score of its result is"),
    "touchdowns": (lambda w: other_result(w.match, away_touchdowns=9), "the touchdowns of its result is"),
    "ending": (lambda w: other_result(w.match, ended="decided"), "its result says decided, and its record played"),
    "casualties": (lambda w: other_result(w.match, away_casualties=99), "the casualties of its result is"),
    "winner": (
        lambda w: other_result(w.match, winner="draw" if w.match.fixture.result.winner != "draw" else "home"),
        "the winner of its result is",
    ),
    "figures of a team": (
        lambda w: first(TeamStats.objects.filter(match=w.match)).update(figures={"fouls": 77}),
        "its team statistics are not",
    ),
    "figures of a player": (
        lambda w: first(PlayerStats.objects.filter(match=w.match)).update(figures={"fouls": 77}),
        "its player statistics are not",
    ),
    "figures of nobody": (
        lambda w: PlayerStats.objects.filter(match=w.game, player=w.injured).update(figures={"goals": 1, "matches": 1}),
        "goals of",
    ),
    "no sequence": (lambda w: w.following.update(object_id=0), "0 sequences follow it"),
    "entered under another name": (
        lambda w: LedgerRow.objects.filter(kind="played").update(data={}),
        "it stands in the ledger 0 times",
    ),
    "healed": (lambda w: raw_delete(w.moves(kind="injured")), "its roster moves are not those of its record"),
    "an earlier match is open": (lambda w: unresolve(matches_of(w.ball)[0]), "it did not wait for match"),
    "locked too early": (
        lambda w: LogEntry.objects.filter(action="match.locked", object_id=matches_of(w.ball)[4].pk).update(id=-1),
        "it did not wait for match",
    ),
}
SEASONS: dict[str, tuple[Callable[[World], Any], str]] = {
    "state": (
        lambda w: Season.objects.update(state="running", finished_at=None),
        "it is running, and of its 1 stages 0 are not finished",
    ),
    "a stage": (lambda w: Stage.objects.update(finished_at=None), "Round robin is over and not finished"),
    "a stage too early": (
        lambda w: Stage.objects.filter(season=w.ball).update(finished_at=timezone.now()),
        "Round robin is not over and finished",
    ),
    "rounds of a stage": (
        lambda w: Round.objects.filter(season=w.ball).update(stage=w.bowl.stages.get()),
        "belongs to a stage of another season",
    ),
    "no match": (lambda w: raw_delete(Match.objects.filter(pk=w.unplayed.pk)), "has no match"),
    "no result": (lambda w: raw_delete(Result.objects.filter(fixture__match=w.game)), "is played and has no result"),
    "result of nothing": (lambda w: unresolve(w.game), "has a result and is not played"),
    "a stranger": (lambda w: raw_delete(Entry.objects.filter(team=w.ready)), "plays in it and is not entered"),
    "a round": (lambda w: Round.objects.filter(number=2).update(number=9), "round 2 is missing, the next one is 3"),
    "unknown rules": (lambda w: Team.objects.update(ruleset="chess"), "it cannot be checked: UnknownRuleset"),
}


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        pytest.param(*case, id=f"{area}: {name}")
        for area, cases in (
            ("ledger", LEDGERS),
            ("sequence", SEQUENCES),
            ("roster", ROSTERS),
            ("match", MATCHES),
            ("season", SEASONS),
        )
        for name, case in cases.items()
    ],
)
def test_what_is_spoilt_is_named(world: World, spoil: Callable[[World], Any], sentence: str) -> None:
    spoil(world)
    found = list(Survey().breaches())
    assert [each for each in found if sentence in each], found


def test_a_record_that_was_forged_is_found_by_playing_it_again(world: World) -> None:
    file = match_record(world.match)
    sides, face = file["dice"][0]
    file["dice"][0] = [sides, face % sides + 1]
    file["digest"] = engine.Record.from_json(file).computed_digest()
    MatchRecord.objects.filter(match=world.match).update(
        digest=file["digest"], payload=MatchRecord.pack(json.dumps(file))
    )
    assert list(Survey().breaches()) == []
    (found,) = Survey(replay=EVERY_MATCH).breaches()
    assert "played again it differs: die 1" in found


@pytest.mark.django_db
@pytest.mark.parametrize("replay", [EVERY_MATCH, 1])
def test_a_match_that_was_settled_without_being_played_is_not_played_again(replay: int) -> None:
    season = running_season(name="Unplayed")
    (match,) = matches_of(season)
    match_unplayed(match=match, actor=season.league.commissioner, reason="Snow.", key=uuid4())
    survey = Survey(replay=replay)
    assert list(survey.breaches()) == []
    assert (survey.checked["matches"], survey.checked[REPLAYED]) == (1, 0)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda rows: [setattr(rows[0], "points", 99), *rows][1:], "the standings show 99 points for"),
        (lambda rows: rows[::-1], "the standings have"),
    ],
)
def test_standings_are_counted_once_more(
    world: World, monkeypatch: pytest.MonkeyPatch, change: Callable[[list[Any]], list[Any]], sentence: str
) -> None:
    shown = seasons.shown_rows
    monkeypatch.setattr(seasons, "shown_rows", lambda table: change(shown(table)))
    assert sentence in " ".join(Survey().breaches())


def run(**options: Any) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("check_books", stdout=out, **options)
    except SystemExit as stopped:
        return int(str(stopped.code)), out.getvalue()
    return 0, out.getvalue()


def test_nothing_is_wrong_with_what_the_services_write(world: World) -> None:
    assert any(
        each.get("rookie")
        for match in matches_of(world.bowl)
        for sheet in match.lineup["sheets"]
        for each in sheet["players"]
    )
    status, said = run(replay=EVERY_MATCH)
    assert said.splitlines()[-1] == "Everything agrees."
    assert "2 seasons, 7 teams," in said
    assert "9 matches, 7 matches played again." in said
    assert status == 0


def test_the_exit_status_says_that_something_is_wrong(world: World) -> None:
    Team.objects.filter(slug=world.ready.slug).update(treasury=7)
    status, said = run()
    assert (status, said.count("\n"), said.splitlines()[-1]) == (1, 3, "1 things are wrong.")
    status, said = run(json=True)
    (sentence,) = json.loads(said)["breaches"]
    assert sentence.startswith(f"Team {world.ready.slug}: treasury is")
    assert status == 1


def test_a_part_can_be_looked_at(world: World) -> None:
    league = world.bowl.league.slug
    checked = {}
    for part in ({"league": league}, {"league": league, "season": 1}, {"team": world.ready.slug}):
        survey = Survey(part_of(**part), replay=2)
        assert list(survey.breaches()) == []
        checked[tuple(part)] = [
            survey.checked[what] for what in ("seasons", "teams", "matches", "matches played again")
        ]
    assert checked == {("league",): [1, 3, 3, 2], ("league", "season"): [1, 3, 3, 2], ("team",): [0, 1, 2, 2]}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"league": "nowhere"}, "no league 'nowhere'"),
        ({"league": "crossroads", "season": 5}, "no season 5"),
        ({"team": "nobody"}, "no team 'nobody'"),
        ({"season": 1}, "give --league"),
        ({"replay": -1}, "takes a number"),
    ],
)
def test_what_cannot_be_looked_at(world: World, options: dict[str, Any], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("check_books", **options)


@pytest.mark.django_db(transaction=True)
def test_a_check_writes_nothing_keeps_nobody_waiting_and_sees_one_moment() -> None:
    team = make_team(make_user())

    def rename() -> None:
        Team.objects.update(motto="Changed meanwhile.")
        connection.close()

    with one_moment():
        assert Team.objects.get().motto == ""
        writer = threading.Thread(target=rename)
        writer.start()
        writer.join(timeout=10)
        assert not writer.is_alive()
        assert Team.objects.get().motto == ""
    assert Team.objects.get().motto == "Changed meanwhile."
    with pytest.raises(Error, match=r"read-?only"), one_moment():
        Team.objects.filter(pk=team.pk).update(motto="Changed by a check.")
    team.refresh_from_db()
    assert team.motto == "Changed meanwhile."
    Team.objects.update(motto="Writing goes on.")

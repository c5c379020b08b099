"""Results are decided, voided, replayed and given up: what each comes to, in the table, in the books and later on."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from journal.errors import Refused
from journal.models import LogEntry
from league.models import Result, Season
from league.seasons.selectors import standings
from matches.control import results
from matches.control.measures import Asked, previewed, ripples_of
from matches.control.results import Later
from matches.control.ripples import fingerprint, foreseen
from matches.models import Match, MatchRecord, Measure, PlayerStats
from matches.services import match_lock, match_resolve
from operations.checks.rosters import roster_breaches
from operations.checks.survey import Survey
from teams.ledger.services import team_club
from teams.models import LedgerRow, Team
from teams.roster.moves import absences
from teams.seeds import seeds_from
from teams.sequence.services import off_season_open, sequence_finish
from tests.builders import apply_played, bloodbowl_season, make_user, matches_of, running_season

pytestmark = pytest.mark.django_db
Control = Callable[[Asked], Measure]


def asked(season: Season, **more: Any) -> Asked:
    return {"actor": season.league.commissioner, "reason": "A mix-up.", "key": uuid4(), **more}


def fresh(match: Match) -> Match:
    return Match.objects.select_related("fixture__round__season__league", "fixture__home", "fixture__away").get(
        pk=match.pk
    )


def play(*matches: Match) -> None:
    for match in matches:
        match_lock(match_id=match.pk)
        assert match_resolve(match_id=match.pk) == "resolved"


def club_now(team: Team) -> Any:
    return team_club(Team.objects.get(pk=team.pk))


def assert_in_order() -> None:
    assert list(Survey().breaches()) == []


@pytest.fixture
def season() -> Season:
    """Four teams of Blood Bowl, and always the same dice."""
    with seeds_from(lambda what: f"{sum(what.encode()):064x}"):
        yield bloodbowl_season("human", "orc", "dwarf", "skaven")


@pytest.fixture
def match(season: Season) -> Match:
    return fresh(matches_of(season)[0])


def foreseen_and_done(season: Season, control: Control) -> Measure:
    """Preview and effect of a control are the same, dice included where the seeds are the same."""
    request = asked(season)
    shown = ripples_of(previewed(lambda: control(request)))
    assert not Measure.objects.filter(key=request["key"]).exists()
    seen = fingerprint(shown)
    measure = control({**request, "seen": seen})
    assert ripples_of(measure) == shown
    assert_in_order()
    return measure


def test_the_last_match_struck_from_the_books_leaves_the_clubs_as_they_were(season: Season, match: Match) -> None:
    teams = (match.fixture.home, match.fixture.away)
    match_lock(match_id=match.pk)
    before = [club_now(team) for team in teams]
    assert match_resolve(match_id=match.pk) == "resolved"
    sequence_finish(team=teams[0])  # one has decided everything, and the other nothing
    measure = foreseen_and_done(
        season, lambda asked: results.match_void(**asked, match=fresh(match), later=Later.BOOKS)
    )
    for team, old in zip(teams, before, strict=True):
        new = club_now(team)
        assert {m.id: (m.spp, m.niggling, m.misses_next, m.changes) for m in new.listed} == {
            m.id: (m.spp, m.niggling, m.misses_next, m.changes) for m in old.listed
        }
        assert (new.played, new.won, new.fans, new.step) == (old.played, old.won, old.fans, "ready")
    assert not Result.objects.filter(fixture=match.fixture).exists()
    assert not PlayerStats.objects.filter(match=match).exists()
    assert MatchRecord.objects.filter(match=match).exists()  # what was played can still be watched
    assert fresh(match).status == "void"
    assert measure.before
    assert measure.result is None


def test_books_that_were_spent_are_taken_back_as_far_as_they_are_there(season: Season) -> None:
    first, *others = matches_of(season)
    play(first)
    for team in (first.fixture.home, first.fixture.away):
        sequence_finish(team=team)
    play(*others[:3])
    measure = foreseen_and_done(
        season, lambda asked: results.match_void(**asked, match=fresh(first), later=Later.BOOKS)
    )
    assert {match.status for match in map(fresh, others[:3])} == {"resolved"}
    club = club_now(first.fixture.home)
    assert (club.played, club.treasury >= 0) == (1, True)
    assert all(member.spp >= 0 for member in club.members.values())
    assert any(each.area == "books" and each.what == "treasury" for each in ripples_of(measure))


def test_books_are_rid_of_a_match_only_once(season: Season) -> None:
    first, *others = matches_of(season)
    play(first, *others[:3])
    decide = lambda later: results.match_decide(**asked(season), match=fresh(first), score=(1, 0), later=later)  # noqa: E731
    decide(Later.BOOKS)
    gold = club_now(first.fixture.home).treasury
    results.match_decide(**asked(season), match=fresh(first), score=(3, 0), later=Later.BOOKS)
    results.match_void(**asked(season), match=fresh(first), later=Later.BOOKS)
    assert club_now(first.fixture.home).treasury == gold
    assert_in_order()


def test_later_matches_that_rest_on_it_are_played_again(season: Season) -> None:
    matches = matches_of(season)
    play(*matches[:4])
    first = fresh(matches[0])
    rest = results.rests_on(first)
    assert {match.pk for match in rest} == {match.pk for match in matches[2:4]}
    at = timezone.now() + timedelta(days=1)
    foreseen_and_done(season, lambda asked: results.match_replay(**asked, match=first, due_at=at, later=Later.REPLAY))
    for team in Team.objects.all():
        untouched = team.pk in (matches[1].fixture.home_id, matches[1].fixture.away_id)
        assert club_now(team).played == int(untouched)
    again = Match.objects.filter(fixture__round__season=season, resolved_at__isnull=True)
    assert again.count() == len(matches) - 4 + 3
    assert Measure.objects.filter(kind="replayed").count() == 3
    play(*again.order_by("due_at", "pk"))
    season.refresh_from_db()
    assert season.state == "finished"
    assert_in_order()


def test_a_match_rests_on_another_one_through_a_third() -> None:
    """Of the first round the second match is played last: between the opponents whom the teams of the first have met since."""
    season = running_season(teams=4)
    first, late, *between = matches_of(season)[:4]
    for match in (first, late, *between):
        apply_played(match)
    Match.objects.filter(pk=late.pk).update(locked_at=timezone.now())
    assert results.rests_on(fresh(first)) == [*between, late]
    assert results.rests_on(fresh(late)) == []


def test_a_replay_takes_no_second_pay(season: Season, match: Match) -> None:
    play(match)
    at = timezone.now() + timedelta(days=1)
    with pytest.raises(Refused) as refusal:
        results.match_replay(**asked(season), match=fresh(match), due_at=at, later=Later.LEAVE)
    assert refusal.value.code == "bad-later"
    results.match_replay(**asked(season), match=fresh(match), due_at=at)
    with pytest.raises(Refused) as refusal:
        results.match_replay(**asked(season), match=fresh(match), due_at=at)
    assert refusal.value.code == "match-void"


def test_a_decided_result_is_in_force_and_the_money_of_the_redraft_follows_it(season: Season, match: Match) -> None:
    play(match)
    for score, won in (((3, 0), "home"), ((0, 2), "away"), ((1, 1), "draw")):
        foreseen_and_done(
            season, lambda asked, score=score: results.match_decide(**asked, match=fresh(match), score=score)
        )
        result = Result.objects.get(fixture=match.fixture)
        assert (result.home_score, result.away_score, result.winner, result.ended) == (*score, won, "decided")
        home, away = club_now(match.fixture.home), club_now(match.fixture.away)
        assert (home.won, away.won, home.drawn) == (won == "home", won == "away", won == "draw")
        assert (result.home_touchdowns, result.away_touchdowns) == score
    with pytest.raises(Refused) as refusal:
        results.match_decide(**asked(season), match=fresh(match), score=(1, 1))
    assert refusal.value.code == "same-result"
    results.match_decide(**asked(season), match=fresh(match), score=(999, 999))
    for score in ((-1, 0), (0, -1), (1000, 0), (0, 1000)):
        with pytest.raises(Refused) as refusal:
            results.match_decide(**asked(season), match=fresh(match), score=score)
        assert refusal.value.code == "bad-score"


def test_a_match_given_up_before_the_kick_off_pays_the_other_side(season: Season, match: Match) -> None:
    poor, rich = club_now(match.fixture.home), club_now(match.fixture.away)
    measure = foreseen_and_done(
        season, lambda asked: results.match_forfeit(**asked, match=fresh(match), side="home", penalty=False)
    )
    result = Result.objects.get(fixture=match.fixture)
    assert (result.home_score, result.away_score, result.winner, result.ended) == (0, 2, "away", "forfeited")
    home, away = club_now(match.fixture.home), club_now(match.fixture.away)
    assert (home.treasury, home.fans) == (poor.treasury, poor.fans)
    assert away.treasury - rich.treasury in range(10, 61, 10)
    assert (away.awards, away.step, home.awards) == (2, "mvp", 0)
    assert fresh(match).status == "resolved"
    dice = [each for each in ripples_of(measure) if each.area == "dice"]
    assert [each.what for each in dice] == ["winnings"]
    assert [(each.what, each.new) for each in foreseen(dice)] == [("winnings", "")]
    assert f"{match.fixture.home} gave {match.fixture} up." in LogEntry.objects.get(action="match.forfeited").summary
    rows = [team.ledger.get(kind="played").data for team in (match.fixture.home, match.fixture.away)]
    assert [(row["score"], row["opponent"]) for row in rows] == [
        ([0, 2], match.fixture.away.name),
        ([2, 0], match.fixture.home.name),
    ]
    with pytest.raises(Refused) as refusal:
        results.match_forfeit(**asked(season), match=fresh(match), side="home", penalty=False)
    assert refusal.value.code == "match-over"


def test_giving_up_with_the_penalty_costs_fans_and_pays_the_whole_gate(season: Season, match: Match) -> None:
    before = [club_now(team) for team in (match.fixture.home, match.fixture.away)]
    foreseen_and_done(
        season, lambda asked: results.match_forfeit(**asked, match=fresh(match), side="away", penalty=True)
    )
    home, away = club_now(match.fixture.home), club_now(match.fixture.away)
    rolls = [row.rolls[0] for row in LedgerRow.objects.filter(kind="played").order_by("team")]
    assert [sides for _, sides, _ in rolls] == [3, 3]
    gate = [face for *_, face in rolls]
    assert f"{match.fixture.away} gave" in LogEntry.objects.get(action="match.forfeited").summary
    fans = sum(club.fans for club in before)
    assert home.treasury - before[0].treasury == 10 * (sum(gate) + fans) + 20
    assert away.treasury == before[1].treasury
    assert away.fans == 1
    assert (home.awards, home.credits) == (2, 2)


def test_a_match_that_nobody_played_is_lost_for_both(season: Season, match: Match) -> None:
    foreseen_and_done(season, lambda asked: results.match_unplayed(**asked, match=fresh(match)))
    lines = {row.team.pk: row for row in standings(season)}
    for team in (match.fixture.home_id, match.fixture.away_id):
        assert (lines[team].played, lines[team].lost, lines[team].points) == (1, 1, 0)
    with pytest.raises(Refused) as refusal:
        results.match_unplayed(**asked(season), match=fresh(match))
    assert refusal.value.code == "match-over"


def test_a_locked_match_gives_back_what_its_line_ups_cost(season: Season, match: Match) -> None:
    before = [club_now(team) for team in (match.fixture.home, match.fixture.away)]
    match_lock(match_id=match.pk)
    foreseen_and_done(season, lambda asked: results.match_void(**asked, match=fresh(match)))
    for team, old in zip((match.fixture.home, match.fixture.away), before, strict=True):
        club = club_now(team)
        assert (club.treasury, len(club.members)) == (old.treasury, len(old.members))
    assert match_resolve(match_id=match.pk) == "nothing-to-do"
    assert fresh(match).sealed_seed == fresh(match).seed != ""  # it was committed to, so it is stored open


def test_later_matches_whose_line_ups_are_locked_are_waited_for(season: Season) -> None:
    first, _, third, *_ = matches_of(season)
    play(first, matches_of(season)[1])
    match_lock(match_id=third.pk)
    for later in (Later.BOOKS, Later.REPLAY):
        with pytest.raises(Refused) as refusal:
            results.match_void(**asked(season), match=fresh(first), later=later)
        assert refusal.value.code == "match-under-way"
    results.match_void(**asked(season), match=fresh(first))
    assert_in_order()


def test_a_season_ends_with_its_last_result_and_goes_on_when_one_is_replayed() -> None:
    season = running_season(teams=2)
    (match,) = matches_of(season)
    results.match_unplayed(**asked(season), match=fresh(match))
    season.refresh_from_db()
    assert season.state == "finished"
    results.match_decide(**asked(season), match=fresh(match), score=(20, 10))
    result = Result.objects.get(fixture=match.fixture)
    assert (result.home_touchdowns, result.away_touchdowns) == (0, 0)  # in Battleball other things score as well
    season.refresh_from_db()
    assert season.state == "finished"
    assert_in_order()


def test_a_preview_says_that_the_champion_changes() -> None:
    season = running_season(teams=2, stages=[{"format": "knock-out"}])
    (final,) = matches_of(season)
    apply_played(final, score=(14, 7))
    home, away = fresh(final).fixture.home.name, fresh(final).fixture.away.name

    def champions(control: Control) -> list[tuple[str, str]]:
        ripples = ripples_of(previewed(lambda: control(asked(season))))
        return [(each.old, each.new) for each in ripples if each.what == "champion"]

    assert champions(lambda by: results.match_decide(**by, match=fresh(final), score=(7, 14))) == [(home, away)]
    assert champions(lambda by: results.match_decide(**by, match=fresh(final), score=(1, 0))) == []
    again = timezone.now() + timedelta(hours=3)
    assert champions(lambda by: results.match_replay(**by, match=fresh(final), due_at=again)) == [(home, "none")]


def test_a_preview_says_who_goes_on_in_the_bracket() -> None:
    season = running_season(teams=4, stages=[{"format": "knock-out"}])
    first, _ = matches_of(season)

    def going_on(score: tuple[int, int]) -> list[tuple[str, str, str]]:
        ripples = ripples_of(previewed(lambda: results.match_decide(**asked(season), match=fresh(first), score=score)))
        return [(each.about, each.old, each.new) for each in ripples if each.area == "bracket"]

    home, away = first.fixture.home.name, first.fixture.away.name
    assert going_on((1, 1)) == [("Semi-final 1", "none", home)]  # the better seed
    assert going_on((0, 1)) == [("Semi-final 1", "none", away)]


def test_a_replay_reopens_a_season_that_is_over() -> None:
    season = running_season(teams=2)
    (match,) = matches_of(season)
    play(match)
    at = timezone.now() + timedelta(hours=3)
    foreseen_and_done(season, lambda asked: results.match_replay(**asked, match=fresh(match), due_at=at))
    season.refresh_from_db()
    assert (season.state, season.finished_at) == ("running", None)


def test_a_season_that_others_rest_on_is_final(season: Season, match: Match) -> None:
    play(*matches_of(season))
    for team in Team.objects.all():
        sequence_finish(team=team)
    season.refresh_from_db()
    assert season.state == "finished"
    results.match_decide(**asked(season), match=fresh(match), score=(9, 0))
    off_season_open(team=match.fixture.home, season=season.pk, prize=0, trophy=False, deadline=None)
    with pytest.raises(Refused) as refusal:
        results.match_decide(**asked(season), match=fresh(match), score=(8, 0))
    assert refusal.value.code == "season-final"


def test_only_the_commissioner_decides_results(season: Season, match: Match) -> None:
    for user in (match.fixture.home.owner, make_user("stranger")):
        for control in (
            lambda by: results.match_void(**by, match=match),
            lambda by: results.match_decide(**by, match=match, score=(1, 0)),
            lambda by: results.match_forfeit(**by, match=match, side="home", penalty=True),
            lambda by: results.match_unplayed(**by, match=match),
        ):
            with pytest.raises(PermissionDenied):
                control(asked(season, actor=user))
    for wrong in ({"side": "left", "penalty": True}, {"side": "", "penalty": False}):
        with pytest.raises(Refused) as refusal:
            results.match_forfeit(**asked(season), match=match, **wrong)
        assert refusal.value.code == "bad-side"
    with pytest.raises(Refused):
        results.match_void(**asked(season), match=match, later="odd")
    for days, code in ((-1, "bad-due_at"), (1, "not-played-yet")):
        with pytest.raises(Refused) as refusal:
            results.match_replay(**asked(season), match=match, due_at=timezone.now() + timedelta(days=days))
        assert refusal.value.code == code


def test_players_whom_a_void_match_of_battleball_hurt_are_fit_again() -> None:
    season = running_season(teams=4)
    match = matches_of(season)[0]
    match_lock(match_id=match.pk)
    match.refresh_from_db()
    hurt = match.lineup["sheets"][0]["players"][0]["id"]
    apply_played(match, serious=([hurt], []))
    moves = [row.kind for row in LedgerRow.objects.filter(team=match.fixture.home, match=match.pk)]
    assert moves[0] == "injured"
    results.match_void(**asked(season), match=fresh(match), later=Later.BOOKS)
    assert match.fixture.home.players.get(pk=int(hurt)).left_at is None
    assert absences(match.fixture.home) == {}
    assert list(roster_breaches(match.fixture.home)) == []


def test_a_preview_names_the_penalties_that_decided_a_match() -> None:
    season = running_season()
    match = fresh(matches_of(season)[0])
    apply_played(match, score=(1, 1))
    Result.objects.update(winner="home", home_penalties=5, away_penalties=4)
    measure = results.match_void(match=match, **asked(season))
    (result,) = [each.old for each in ripples_of(measure) if each.what == "result"]
    assert result.endswith(f"won by {match.fixture.home}, 5 : 4 on penalties")

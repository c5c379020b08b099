"""Another team takes the place of one in mid-season, or an AI filler does; and fillers have no right to titles."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.ai import ai_coach, is_ai
from accounts.models import User
from journal.errors import Refused
from league.commissioner.services import team_request_for
from league.drafting import Draft
from league.formats.base import Course
from league.formats.base import Entrant as Place
from league.formats.divisions import FORMAT as DIVISIONS
from league.joining.services import link_create
from league.models import Entrant, Entry, Season
from league.people import Application, Decision, InvitationUse, Role, StaffMember
from league.seasons.courses import courses_of
from league.seasons.entering import newcomers
from league.seasons.fillers import filler_enter
from league.seasons.places import season_places
from league.seasons.selectors import standings
from league.seasons.services import season_enter, season_withdraw
from league.seasons.tables import season_tables
from matches.control import replacing, results, seasons, tower
from matches.control.measures import Asked, previewed, ripples_of
from matches.control.ripples import fingerprint
from matches.models import Match, Measure
from matches.offers import MatchOffer, TimeProposal
from matches.reporting import TableOffer
from matches.services import match_lock, match_resolve, season_start
from operations.checks.seasons import season_breaches
from operations.checks.survey import Survey
from teams.models import GamePlan, Team
from tests.builders import (
    apply_played,
    bloodbowl_season,
    make_league,
    make_season,
    make_staff,
    make_team,
    make_user,
    matches_of,
    running_season,
)

pytestmark = pytest.mark.django_db


def asked(season: Season, **more: Any) -> Asked:
    return {"actor": season.league.commissioner, "reason": "So it is.", "key": uuid4(), **more}


def sound(season: Season) -> bool:
    """Its tables are those of an independent count, and nothing that could be drawn up is missing."""
    breaches = list(season_breaches(Season.objects.get(pk=season.pk)))
    assert breaches == []
    return True


def code_of(act: Any) -> str:
    with pytest.raises(Refused) as refusal:
        act()
    return refusal.value.code


def known_team(season: Season, name: str = "Newcomers", **fields: Any) -> Team:
    """Of somebody who helps to run the league, so that the league knows the coach."""
    owner = make_staff(season.league, Role.ASSISTANT, name.lower().replace(" ", "-"))
    return make_team(owner, name, ruleset=season.league.ruleset, **fields)


@pytest.fixture
def season() -> Season:
    """Four teams; the first round was won by the home sides."""
    season = running_season(teams=4)
    for match in matches_of(season)[:2]:
        apply_played(match)
    return season


def replace(season: Season, team: Team, newcomer: Team, **more: Any) -> Any:
    return replacing.team_replace(season=season, team=team, newcomer=newcomer, **asked(season, **more))


def fill(season: Season, team: Team, roster: str = "", **more: Any) -> Any:
    return replacing.team_replace_by_filler(season=season, team=team, roster=roster, **asked(season, **more))


def test_the_newcomer_has_the_results_of_the_place_and_what_is_left_to_play(season: Season) -> None:
    old, new = matches_of(season)[0].fixture.home, known_team(season)
    points = {row.team.pk: row.points for row in standings(season)}
    request = asked(season)
    do = lambda **more: replacing.team_replace(season=season, team=old, newcomer=new, **request, **more)  # noqa: E731
    shown = ripples_of(previewed(do))
    assert not Entry.objects.filter(team=new).exists()
    mail.outbox.clear()
    measure = do(seen=fingerprint(shown))
    assert [each.to for each in mail.outbox] == [[old.owner.email], [new.owner.email]]
    assert f"/leagues/{season.league.slug}/seasons/{season.number}/" in str(mail.outbox[0].body)
    assert f"/teams/{new.slug}/ready/" in str(mail.outbox[1].body)
    assert do() == measure  # asked for twice, made once
    assert ripples_of(measure) == shown
    assert measure.kind == "replaced"
    after = {row.team.pk: row.points for row in standings(season)}
    assert after == {new.pk if team == old.pk else team: each for team, each in points.items()}
    (table,) = season_tables(season)
    assert {row.team.pk: row.points for row in table.rows} == after
    assert {team for match in matches_of(season)[2:] for team in match.fixture.teams} == set(after)
    assert matches_of(season)[0].fixture.home == old  # who played it stays who played it
    assert Entry.objects.get(team=old).replaced_by == new
    assert sound(season)
    elsewhere = make_season(make_league(make_user("other"), "Elsewhere"))
    assert season_enter(actor=old.owner, season=elsewhere, team=old)
    for match in matches_of(season)[2:]:
        apply_played(match)
    season.refresh_from_db()
    assert season.state == "finished"
    assert old.pk not in season_places(season)
    (table,) = season_tables(season)
    assert [row.inherited for row in table.rows if row.team == new] == [{old.name: 1}]  # and no match of its own
    assert sound(season)


def test_a_place_changes_hands_twice_and_its_results_go_with_it(season: Season) -> None:
    old, first, second = matches_of(season)[0].fixture.home, known_team(season), known_team(season, "Late Comers")
    points = {row.team.pk: row.points for row in standings(season)}[old.pk]
    replace(season, old, first)
    apply_played(next(match for match in matches_of(season)[2:] if first.pk in match.fixture.teams))
    earned = {row.team.pk: row.points for row in standings(season)}[first.pk]
    assert earned in (points, points + 3)
    replace(season, first, second)
    assert {row.team.pk: row.points for row in standings(season)}[second.pk] == earned
    assert sound(season)


def test_a_match_of_the_old_team_is_played_again_by_the_new_one(season: Season) -> None:
    match, new = matches_of(season)[0], known_team(season)
    old = match.fixture.home
    replace(season, old, new)
    due = timezone.now() + timedelta(hours=1)
    results.match_replay(match=match, due_at=due, **asked(season))
    again = Match.objects.get(fixture__round=match.fixture.round, fixture__home=new, resolved_at=None)
    assert again.fixture.away == match.fixture.away
    added = seasons.round_add(season=season, again=season.rounds.get(number=2), kick_off=due, **asked(season))
    assert added.season.rounds.get(number=4).fixtures.count() == 2
    assert sound(season)


@pytest.mark.parametrize("after", [0, 1])
def test_a_bracket_goes_on_with_the_newcomer(after: int) -> None:
    season = running_season(teams=4, stages=[{"format": "knock-out", "settings": {"third_place": False}}])
    for match in matches_of(season)[: 1 + after]:
        apply_played(match)
    old, new = matches_of(season)[0].fixture.home, known_team(season)
    seed = Entrant.objects.get(team=old).seed
    replace(season, old, new)
    assert Entrant.objects.get(team=new).seed == seed
    for match in matches_of(season)[1 + after :]:
        apply_played(match)
    final = matches_of(season)[2]
    assert new.pk in final.fixture.teams
    apply_played(final)
    assert season_places(Season.objects.get(pk=season.pk))[0] == final.fixture.home_id
    assert sound(season)


def test_rounds_drawn_from_results_go_on_with_the_newcomer() -> None:
    season = running_season(teams=5, stages=[{"format": "swiss", "settings": {"rounds": 3}}])
    for match in matches_of(season):
        apply_played(match)
    rested = season.rounds.get(number=1).byes.get().team
    new = known_team(season)
    replace(season, rested, new)
    assert season.rounds.get(number=1).byes.get().team == new
    while waiting := [each for each in matches_of(season) if not each.resolved_at]:
        apply_played(waiting[0])
    rests = [each.team for played in season.rounds.all() for each in played.byes.all()]
    assert len(rests) == len(set(rests)) == 3  # the place has rested, and does not rest again
    assert sound(season)


def test_what_was_offered_and_planned_by_the_old_team_has_come_to_nothing(season: Season) -> None:
    match = matches_of(season)[2]
    old, rival = match.fixture.home, match.fixture.away
    now = timezone.now()
    proposal = TimeProposal.objects.create(match=match, team=old, due_at=now)
    answered = TimeProposal.objects.create(match=match, team=old, due_at=now, state="declined", answered_at=now)
    stage, other = season.stages.get(), matches_of(season)[3]
    of_others = TableOffer.objects.create(match=other, team=other.fixture.home, at_table=True)
    offers = [
        TableOffer.objects.create(match=match, team=old, at_table=True),
        MatchOffer.objects.create(stage=stage, team=old, opponent=rival),
        MatchOffer.objects.create(stage=stage, team=rival, opponent=old),
    ]
    GamePlan.objects.create(team=old, match=match.pk)
    kept = [GamePlan.objects.create(team=old), GamePlan.objects.create(team=rival, match=match.pk)]
    replace(season, old, known_team(season))
    for each in (proposal, answered, of_others, *offers):
        each.refresh_from_db()
    assert {each.state for each in (proposal, *offers)} == {"withdrawn"}
    assert (answered.state, of_others.state) == ("declined", "open")
    assert list(GamePlan.objects.order_by("pk")) == kept


def test_who_may_replace_whom(season: Season) -> None:
    old = matches_of(season)[0].fixture.home
    new = known_team(season)
    for actor in (make_user("stranger"), old.owner, new.owner):
        for call in (lambda: replace(season, old, new, actor=actor), lambda: fill(season, old, actor=actor)):  # noqa: B023
            with pytest.raises(PermissionDenied):
                call()
    commissioner = make_staff(season.league, Role.COMMISSIONER)
    Team.objects.filter(pk=old.pk).update(owner=commissioner)
    assert isinstance(replace(season, old, new, actor=commissioner), Decision)
    assert isinstance(fill(season, old, actor=commissioner), Decision)
    other = matches_of(season)[1].fixture.home
    Team.objects.filter(pk=old.pk).update(owner=make_user("again"))
    Team.objects.filter(pk=new.pk).update(owner=commissioner)
    assert isinstance(replace(season, other, new, actor=commissioner), Decision)
    assert not Measure.objects.exists()


def test_what_cannot_be_replaced(season: Season) -> None:
    old, rival = matches_of(season)[0].fixture.home, matches_of(season)[0].fixture.away
    new = known_team(season)
    assert code_of(lambda: replace(season, new, known_team(season, "Two"))) == "not-entered"
    assert code_of(lambda: replace(season, old, rival)) == "entered-already"
    assert code_of(lambda: replace(season, old, old)) == "entered-already"
    assert code_of(lambda: replace(season, old, make_team(make_user("unknown"), "Nobodies"))) == "not-known"
    assert code_of(lambda: replace(season, old, known_team_of("bb2025", season))) == "wrong-ruleset"
    Team.objects.filter(pk=new.pk).update(retired_at=timezone.now())
    assert code_of(lambda: replace(season, old, new)) == "team-retired"
    Team.objects.filter(pk=new.pk).update(retired_at=None)
    elsewhere = make_season(make_league(make_user("other"), "Elsewhere"))
    entry = season_enter(actor=new.owner, season=elsewhere, team=new)
    assert code_of(lambda: replace(season, old, new)) == "team-busy"
    entry.delete()
    assert code_of(lambda: replace(season, old, new, reason="")) == "bad-reason"
    assert code_of(lambda: replace(season, old, new, seen="0" * 32)) == "stale"
    own = make_team(rival.owner, "Second Team")
    season.league.teams_per_coach = 1
    season.league.save()
    assert code_of(lambda: replace(season, old, own)) == "too-many-teams"
    locked = match_lock(match_id=matches_of(season)[2].pk)
    assert code_of(lambda: replace(season, locked.fixture.home, new)) == "match-under-way"
    gone = next(each.team for each in season.entries.all() if each.team_id not in locked.fixture.teams)
    seasons.team_withdraw(season=season, team=gone, consequence="leave", **asked(season))
    assert code_of(lambda: replace(season, gone, new)) == "not-entered"
    assert {each.kind for each in Measure.objects.all()} <= {"withdrawn", "voided"}


def known_team_of(ruleset: str, season: Season) -> Team:
    return make_team(
        make_staff(season.league, Role.ASSISTANT, "blood-bowler"), "Bowlers", ruleset=ruleset, roster="orc"
    )


def test_nobody_coaches_two_rivals_by_a_replacement(season: Season) -> None:
    old, rival = matches_of(season)[0].fixture.home, matches_of(season)[0].fixture.away
    new = known_team(season)
    new.co_coaches.create(user=rival.owner, accepted_at=timezone.now())
    assert code_of(lambda: replace(season, old, new)) == "coaches-a-rival"


def test_whose_teams_may_come(season: Season) -> None:
    league = season.league

    def team(name: str) -> Team:
        return make_team(make_user(name.lower()), name)

    helper, asked_only = known_team(season, "Helper"), team("Asked")
    StaffMember.objects.create(league=league, user=asked_only.owner, role=Role.ASSISTANT)
    invited, drafted, applied, stranger = (team(name) for name in ("Invited", "Drafted", "Applied", "Stranger"))
    link, _ = link_create(actor=league.commissioner, league=league, uses=1, days=1)
    InvitationUse.objects.create(link=link, user=invited.owner, place=1)
    draft = {"league": league, "ruleset": league.ruleset, "document": {}, "state": "approved"}
    Draft.objects.create(owner=drafted.owner, team=drafted, **draft)
    Application.objects.create(season=season, team=applied)
    own = make_team(league.commissioner, "Own")
    second = make_team(season.entries.first().team.owner, "Second")
    gone = make_team(second.owner, "Gone")
    Team.objects.filter(pk=gone.pk).update(retired_at=timezone.now())
    assert set(newcomers(season)) == {helper, invited, drafted, applied, own, second}
    User.objects.filter(pk=second.owner_id).update(is_active=False)
    assert second not in newcomers(season)
    assert code_of(lambda: replace(season, matches_of(season)[0].fixture.home, stranger)) == "not-known"


def test_a_season_that_does_not_run_replaces_nobody(season: Season) -> None:
    old, new = matches_of(season)[0].fixture.home, known_team(season)
    seasons.season_end(season=season, **asked(season))
    assert code_of(lambda: replace(season, old, new)) == "season-not-running"
    assert code_of(lambda: fill(season, old)) == "season-not-running"
    assert (
        code_of(lambda: filler_enter(actor=season.league.commissioner, season=season, roster="")) == "season-not-open"
    )


def win_for(team: Team, match: Match, season: Season) -> None:
    """The team wins every match of its own; of the others, the home side does."""
    score = (0, 9) if match.fixture.away == team else (9, 0) if match.fixture.home == team else (1, 0)
    results.match_decide(match=match, score=score, **asked(season))


# AI fillers ---------------------------------------------------------------------------------------------------------------


def test_nobody_signs_in_as_the_ai_coach_and_nobody_has_its_name() -> None:
    make_user("AIcoach")
    user = ai_coach()
    assert ai_coach() == user
    assert is_ai(user)
    assert not is_ai(make_user("someone"))
    assert (user.is_active, user.has_usable_password()) == (False, False)
    assert User.objects.count() == 3


def test_a_filler_fills_an_odd_field_and_never_wins() -> None:
    league = make_league(make_user("nuffle"), "Crossroads", ruleset="bb2025", profile="official", draft_budget=1000)
    season = make_season(league, rosters=("orc", "dwarf", "human"))
    for actor in (make_user("stranger"), make_staff(league, Role.ASSISTANT)):
        with pytest.raises(PermissionDenied):
            filler_enter(actor=actor, season=season, roster="skaven")
    assert code_of(lambda: filler_enter(actor=league.commissioner, season=season, roster="squig")) == "no-such-roster"
    entry = filler_enter(actor=league.commissioner, season=season, roster="skaven")
    assert entry.filler
    assert entry.team.name.startswith("AI ")
    season_withdraw(actor=league.commissioner, season=season, team=entry.team, reason="not needed")
    assert (
        filler_enter(actor=league.commissioner, season=season, roster="skaven").team == entry.team
    )  # it is taken again
    season_start(actor=league.commissioner, season=season)
    filler = entry.team
    for match in matches_of(season):
        win_for(filler, match, season)
    season.refresh_from_db()
    assert season.state == "finished"
    (table,) = season_tables(season)
    assert table.rows[0].team.pk == filler.pk  # a table says what was played
    assert season_places(season)[-1] == filler.pk
    assert set(Entry.objects.filter(off_season_due=True).values_list("filler", flat=True)) == {False}
    assert sound(season)


def test_at_most_half_of_a_field_and_no_more_than_fit_are_fillers(season: Season) -> None:
    first, second, third = [entry.team for entry in season.entries.order_by("pk")][:3]
    fill(season, first)
    fill(season, second)
    made = Entry.objects.filter(filler=True).order_by("pk")
    assert list(made.values_list("team__short", flat=True)) == ["AIA", "AIB"]
    assert code_of(lambda: fill(season, third)) == "too-many-fillers"
    assert code_of(lambda: fill(season, third, roster="orc")) == "no-such-roster"
    league = make_league(make_user("small"), "Small")
    league.most_teams = 3
    league.save()
    opened = make_season(league, teams=1)
    add = lambda: filler_enter(actor=league.commissioner, season=opened, roster="")  # noqa: E731
    add()
    assert code_of(add) == "too-many-fillers"
    third_owner = make_user("three")
    season_enter(actor=third_owner, season=opened, team=make_team(third_owner, "three"))
    assert code_of(add) == "season-full"


def test_a_filler_that_goes_up_or_on_gives_way_to_the_next() -> None:
    stages = [{"format": "round-robin"}, {"format": "knock-out", "settings": {"teams": 2}}]
    season = running_season(teams=4, stages=stages)
    best = matches_of(season)[0].fixture.home
    fill(season, best)
    filler = Entry.objects.get(filler=True).team
    for match in matches_of(season):
        win_for(filler, match, season)
    final = season.stages.get(number=2)
    assert final.entrants.count() == 2
    assert filler.pk not in final.entrants.values_list("team", flat=True)
    for courses in (None, courses_of(season, season.stages.all())):  # as pages read their tables
        (table,) = season_tables(season, courses)
        assert table.fillers == {filler.pk}


def test_a_filler_of_divisions_is_not_promoted() -> None:
    field = [Place(1, 1, 1), Place(2, 2, 1), Place(3, 3, 2, filler=True), Place(4, 4, 2)]
    as_seeded = lambda teams: [SimpleNamespace(pk=team) for team in sorted(teams)]  # noqa: E731
    course = Course({"times": 1, "groups": 2, "moving": 1}, field, table=as_seeded)
    assert DIVISIONS.next_order(course) == [1, 4, 2]


def test_a_filler_has_nobody_who_decides_for_it() -> None:
    season = bloodbowl_season("human", "orc")
    match = matches_of(season)[0]
    old = match.fixture.home
    fill(season, old, roster="skaven")
    filler = Entry.objects.get(filler=True).team
    assert filler.terms["rulings"] == season.rulings
    match_lock(match_id=match.pk)
    assert match_resolve(match_id=match.pk) == "resolved"
    assert [each.team for each in tower.tower_of(season.rounds.get()).deciding] == [match.fixture.away]
    how = {"actor": season.league.commissioner, "team": filler, "version": filler.ledger.count(), "arguments": {}}
    assert code_of(lambda: team_request_for(**how, action="orders", reason="quicker")) == "ai-filler"
    assert list(Survey().breaches()) == []

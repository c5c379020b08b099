"""A server with newer rules: a running season waits until its commissioner takes it over, and nothing played changes."""

import json
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

import engine
from engine.cli import main as engine_command
from journal.errors import Refused
from journal.models import LogEntry
from league.models import LeagueRuling, Season
from matches.applying import outcome_apply
from matches.control.seasons import team_withdraw
from matches.models import Job, Match
from matches.selectors import match_file
from matches.services import match_lock, match_resolve
from matches.versions import season_take_version
from teams.ledger.services import editor_of
from teams.models import Team
from tests.builders import bloodbowl_season, do_due, lock_due, make_user, matches_of, played, running_season

pytestmark = pytest.mark.django_db

GONE = {"battleball.of-old": "whatever"}


def make_older(season: Season, choices: dict[str, object]) -> None:
    """As if it had been started by a release that knew other points."""
    season.ruleset_version, season.rulings = "0", choices
    season.save()


@pytest.fixture
def season() -> Season:
    """Started with an older version that knew one point less, and then left waiting."""
    season = running_season(teams=2)
    choices = dict(season.rulings)
    choices.pop("battleball.overtime-limit")
    choices["battleball.tackle-serious-injury"] = "loser-rolled-1"
    make_older(season, choices)
    assert lock_due() == []
    return season


def test_the_commissioner_takes_a_season_over_and_its_matches_go_on(season: Season) -> None:
    taken = season_take_version(actor=season.league.commissioner, season=season)
    assert taken.ruleset_version != "0"
    assert taken.rulings["battleball.tackle-serious-injury"] == "loser-rolled-1"
    assert taken.rulings["battleball.overtime-limit"] == "none"
    (match,) = matches_of(season)
    assert lock_due() == [match.pk]
    entry = LogEntry.objects.get(action="season.version-taken")
    assert entry.data == {"old": "0", "new": taken.ruleset_version, "lost": []}


def test_what_does_not_exist_any_more_is_listed_and_goes_only_with_consent(season: Season) -> None:
    bad_choice = {"battleball.overtime-limit": "for-ever"}
    make_older(season, {**season.rulings, **GONE, **bad_choice})
    with pytest.raises(Refused, match=r"No ruling is called 'battleball\.of-old'\..*no choice 'for-ever'") as refusal:
        season_take_version(actor=season.league.commissioner, season=season)
    assert refusal.value.code == "needs-consent"
    season.refresh_from_db()
    assert season.ruleset_version == "0"
    taken = season_take_version(actor=season.league.commissioner, season=season, agreed=True)
    assert "battleball.of-old" not in taken.rulings
    assert taken.rulings["battleball.overtime-limit"] == "none"
    assert len(LogEntry.objects.get(action="season.version-taken").data["lost"]) == 2


def test_the_teams_of_the_season_are_taken_over_with_it() -> None:
    season = bloodbowl_season("human", "orc", "dwarf")
    older = {**season.rulings, "bb2025.of-old": "whatever"}
    make_older(season, older)
    Team.objects.update(terms={"rulings": older, "settings": {"budget": 1000, "cap": 1300}})
    gone = season.entries.last()
    team_withdraw(
        actor=season.league.commissioner, season=season, team=gone.team, consequence="void", reason="Gone.", key=uuid4()
    )
    season_take_version(actor=season.league.commissioner, season=season, agreed=True)
    gone.team.refresh_from_db()
    assert gone.team.terms["rulings"] == older  # it plays no more here
    for team in Team.objects.exclude(pk=gone.team_id):
        assert team.terms["rulings"] == season_rulings(season)
        assert team.terms["settings"] == {"budget": 1000, "cap": 1300}
    assert len(lock_due()) == 1


def season_rulings(season: Season) -> object:
    season.refresh_from_db()
    return season.rulings


def test_a_choice_that_is_gone_breaks_neither_pages_nor_the_tick(client: Client) -> None:
    """Of a team that plays nowhere, and of a league between two seasons: nobody takes these over."""
    season = bloodbowl_season("human", "orc")
    team = Team.objects.order_by("pk")[0]
    league = season.league
    older = {**season.rulings, "bb2025.of-old": "whatever"}
    Team.objects.update(terms={"rulings": older, "settings": {}})
    LeagueRuling.objects.create(league=league, ruling="bb2025.of-old", choice="whatever")
    assert editor_of(team, None).rulings.to_json() == season.rulings
    client.force_login(league.commissioner)
    pages = [
        reverse("league:league", args=[league.slug]),
        reverse("league:rules", args=[league.slug]),
        reverse("league:rules-edit", args=[league.slug]),
        reverse("teams:team", args=[team.slug]),
        reverse("api:league", args=[league.slug]),
        reverse("api:club", args=[team.slug]),
    ]
    assert [client.get(page).status_code for page in pages] == [200] * len(pages)
    assert "No ruling is called" in client.get(pages[0]).content.decode()
    assert len(do_due(Job.Kind.LOCK)) == 1


def test_a_locked_match_is_locked_again_with_the_same_line_ups_and_a_new_seed() -> None:
    season = running_season(teams=2)
    match = match_lock(match_id=matches_of(season)[0].pk)
    before = (match.commitment, match.secret_seed, match.lineup["sheets"])
    make_older(season, season.rulings)
    Match.objects.update(lineup={**match.lineup, "ruleset_version": "0"})
    with pytest.raises(Refused, match=f"{match.fixture} is locked under the older version") as refusal:
        season_take_version(actor=season.league.commissioner, season=season)
    assert refusal.value.code == "needs-consent"
    season_take_version(actor=season.league.commissioner, season=season, agreed=True)
    match.refresh_from_db()
    assert match.lineup["sheets"] == before[2]
    assert match.lineup["ruleset_version"] == engine.ruleset("battleball").version
    assert match.commitment == engine.commitment(match.secret_seed) != before[0]
    assert LogEntry.objects.get(action="match.locked-again").data == {"old": before[0], "commitment": match.commitment}
    assert match_resolve(match_id=match.pk) == "resolved"


def test_nothing_locked_under_an_older_version_is_played_by_a_newer_one() -> None:
    season = running_season(teams=2)
    match = match_lock(match_id=matches_of(season)[0].pk)
    make_older(season, season.rulings)
    Match.objects.update(lineup={**match.lineup, "ruleset_version": "0"})
    assert match_resolve(match_id=match.pk) == "failed"
    match.refresh_from_db()
    assert match.status == "failed"  # for good: trying again would not help
    assert "locked under version 0" in match.failure
    season_take_version(actor=season.league.commissioner, season=season, agreed=True)
    match.refresh_from_db()
    assert match.status == "locked"


def test_a_match_that_a_worker_of_the_older_release_locked_late_is_taken_over_too() -> None:
    season = running_season(teams=2)
    match = match_lock(match_id=matches_of(season)[0].pk)
    Match.objects.update(lineup={**match.lineup, "ruleset_version": "0"})
    season_take_version(actor=season.league.commissioner, season=season, agreed=True)
    match.refresh_from_db()
    assert match.lineup["ruleset_version"] == season.ruleset_version


def test_a_line_up_that_the_new_rules_refuse_is_named_and_nothing_is_taken_over() -> None:
    season = running_season(teams=2)
    match = match_lock(match_id=matches_of(season)[0].pk)
    home, away = match.lineup["sheets"]
    Match.objects.update(lineup={**match.lineup, "ruleset_version": "0", "sheets": [{**home, "players": []}, away]})
    with pytest.raises(Refused, match=f"{match.fixture} cannot be played under the new rules") as refusal:
        season_take_version(actor=season.league.commissioner, season=season, agreed=True)
    assert refusal.value.code == "sheet-refused"
    match.refresh_from_db()
    assert match.lineup["ruleset_version"] == "0"


def test_a_result_of_the_seed_before_is_not_applied() -> None:
    """A worker was playing the match while it was locked again."""
    season = running_season(teams=2)
    match = match_lock(match_id=matches_of(season)[0].pk)
    before = played(match)
    Match.objects.update(lineup={**match.lineup, "ruleset_version": "0"})
    season_take_version(actor=season.league.commissioner, season=season, agreed=True)
    assert not outcome_apply(match_id=match.pk, played=before)
    match.refresh_from_db()
    assert match.status == "locked"


def test_an_older_match_file_says_which_release_verifies_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    season = bloodbowl_season("human", "orc")
    match = match_lock(match_id=matches_of(season)[0].pk)
    assert match_resolve(match_id=match.pk) == "resolved"
    file = json.loads(match_file(match))
    assert file["verify_with"] == f"release {engine.VERSION} of the engine"
    for version, release in {"1": "1.0", "2": "1.1"}.items():
        match.lineup["ruleset_version"] = version
        assert json.loads(match_file(match))["verify_with"] == f"release {release} of the engine"
    match.lineup["ruleset_version"] = "99"
    assert json.loads(match_file(match))["verify_with"] == "a release of the engine that plays version 99"
    path = tmp_path / "match.json"
    path.write_text(json.dumps(file | {"ruleset_version": "1"}))
    assert engine_command(["replay", str(path)]) == 2
    assert "release 1.0 of the engine verifies it" in capsys.readouterr().err


def test_twice_or_without_need_it_is_refused(season: Season) -> None:
    season_take_version(actor=season.league.commissioner, season=season)
    with pytest.raises(Refused, match="not waiting for another version"):
        season_take_version(actor=season.league.commissioner, season=season)
    assert LogEntry.objects.filter(action="season.version-taken").count() == 1


def test_nobody_else_takes_it_over(season: Season) -> None:
    with pytest.raises(PermissionDenied):
        season_take_version(actor=make_user("stranger"), season=season)
    season.refresh_from_db()
    assert season.ruleset_version == "0"


def test_the_page_says_what_the_season_waits_for(season: Season, client: Client) -> None:
    address = reverse("league:season", args=[season.league.slug, season.number])
    button = reverse("league:season-take-version", args=[season.league.slug, season.number])
    seen = client.get(address).content.decode()
    assert "the commissioner takes" in seen
    assert button not in seen
    client.force_login(season.league.commissioner)
    assert button in client.get(address).content.decode()
    done = client.post(button, follow=True).content.decode()
    assert "goes on by version" in done
    assert "waits for a decision" not in done


def test_the_page_lists_what_the_commissioner_agrees_to(season: Season, client: Client) -> None:
    make_older(season, {**season.rulings, **GONE})
    address = reverse("league:season", args=[season.league.slug, season.number])
    button = reverse("league:season-take-version", args=[season.league.slug, season.number])
    client.force_login(season.league.commissioner)
    assert "No ruling is called" in client.get(address).content.decode()
    assert "cannot be carried over" in client.post(button, follow=True).content.decode()
    assert "goes on by version" in client.post(button, {"agreed": "yes"}, follow=True).content.decode()

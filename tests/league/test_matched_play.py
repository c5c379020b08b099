"""A season of matched play: drafted with skills, the same before every match, and for teams that were drafted for it."""

from typing import Any
from uuid import uuid4

import pytest

import engine
from accounts.models import User
from journal.errors import Refused
from league import services
from league.drafting import Draft
from league.drafts import services as drafts
from league.models import League, Season
from league.rulings.forms import RulingsForm
from league.rulings.selectors import misfits
from league.seasons.services import season_enter
from league.services import league_create, league_terms_set
from matches.control.results import match_forfeit
from matches.models import Job, Match
from matches.services import match_lock, match_resolve, season_start
from operations.checks.ledgers import ledger_breaches
from operations.checks.results import match_breaches
from teams.drafting.services import ready_draft
from teams.ledger.services import team_club
from teams.models import Team
from teams.orders.services import team_orders_set
from tests.builders import do_due, make_league, make_season, make_team, make_user, matches_of

pytestmark = pytest.mark.django_db
MATCHED = engine.campaign_of("bb2025", "matched")


@pytest.fixture
def league() -> League:
    return make_league(make_user("nuffle"), ruleset="bb2025", profile="official", play="matched", draft_budget=1150)


def refused(action: Any) -> str:
    with pytest.raises(Refused) as caught:
        action()
    assert caught.value.rule or caught.value.code.startswith("bad-")
    return caught.value.code


def drafted(league: League | None, roster: str = "human", name: str = "Bog Lane Bashers", **changed: Any) -> Draft:
    owner = make_user(f"coach of {name}"[:30].replace(" ", "-"))
    draft = drafts.draft_create(owner=owner, ruleset="bb2025", roster=roster, league=league)
    document = ready_draft("bb2025", roster, name, 1150, draft.play)
    document |= {"inducements": {"team-mascot": 1}, "rerolls": document["rerolls"] - 1} if league else {}
    fields = {"name": name, "short": name[:3].upper(), "colour": "#3f7d32"}
    return drafts.draft_save(actor=owner, draft=draft, document={**document, **changed}, **fields)


def team_of(league: League, roster: str = "human", name: str = "Bog Lane Bashers") -> Team:
    draft = drafted(league, roster, name)
    made = drafts.draft_submit(actor=draft.owner, draft=draft).team
    assert made is not None
    return made


def running(league: League) -> Season:
    season = make_season(league)
    for roster in ("human", "orc"):
        team = team_of(league, roster, f"The {roster}s")
        season_enter(actor=team.owner, season=season, team=team)
    return season_start(actor=league.commissioner, season=season)


def state_of(team: Team) -> dict[str, Any]:
    """All of the team that a next match depends on."""
    club = team_club(team)
    sheet = club.campaign.sheet(club, team.name, team.short)
    return {"sheet": sheet, "treasury": club.treasury, "value": team.value, "step": club.step}


def test_a_draft_of_a_matched_league_becomes_a_team_with_added_skills(league: League) -> None:
    team = team_of(league)
    club = team_club(team)
    assert (team.play, team.campaign, team.treasury, club.fans) == ("matched", MATCHED, 0, 0)
    assert sum(len(member.skills) for member in club.listed) == MATCHED.draft.skills({"roster": "human"}).points
    assert club.inducements == {"team-mascot": 1}
    assert list(ledger_breaches(team)) == []


def test_a_draft_stays_what_it_was_begun_as(league: League) -> None:
    draft = drafted(league)
    league_terms_set(actor=league.commissioner, league=league, play="league")
    draft = Draft.objects.get(pk=draft.pk)
    team = drafts.draft_submit(actor=draft.owner, draft=draft).team
    assert team is not None
    assert team.play == "matched"
    assert drafts.draft_create(owner=draft.owner, ruleset="bb2025", roster="orc", league=draft.league).play == "league"
    assert drafts.draft_create(owner=draft.owner, ruleset="bb2025", roster="orc").play == "league"


def test_a_list_beyond_its_skill_points_is_no_team(league: League) -> None:
    draft = drafted(league)
    for player in draft.document["players"]:
        player["skill"] = "wrestle"
    kept = drafts.draft_save(actor=draft.owner, draft=draft, document=draft.document)
    assert refused(lambda: drafts.draft_submit(actor=draft.owner, draft=kept)) == "skill-points"
    assert not Team.objects.exists()
    kept.document["players"][0]["skill"] = "no-such-thing"
    assert refused(lambda: drafts.draft_save(actor=draft.owner, draft=kept, document=kept.document)) == "no-such-skill"


def test_a_league_takes_teams_that_were_drafted_as_it_is_played(league: League) -> None:
    season = make_season(league)
    other = make_team(make_user("c"), "Orcs", ruleset="bb2025", roster="orc")
    assert refused(lambda: season_enter(actor=other.owner, season=season, team=other)) == "other-play"
    usual = make_season(make_league(make_user("d"), "Usual", ruleset="bb2025", profile="official", draft_budget=1150))
    team = team_of(league)
    assert refused(lambda: season_enter(actor=team.owner, season=usual, team=team)) == "other-play"
    assert not season.entries.exists()
    assert not usual.entries.exists()


def test_a_season_does_not_start_with_teams_of_the_other_kind(league: League) -> None:
    season = make_season(league)
    teams = [team_of(league, roster, f"The {roster}s") for roster in ("human", "orc")]
    for team in teams:
        season_enter(actor=team.owner, season=season, team=team)
    league_terms_set(actor=league.commissioner, league=league, play="league")
    season = Season.objects.get(pk=season.pk)
    assert misfits(season) == teams
    assert refused(lambda: season_start(actor=league.commissioner, season=season)) == "other-play"
    league_terms_set(actor=league.commissioner, league=league, play="matched")
    assert misfits(Season.objects.get(pk=season.pk)) == []


def test_a_team_with_more_money_than_the_league_gives_never_grows_into_it(league: League) -> None:
    team = team_of(league)
    team.ledger.create(number=99, kind="played", request="00000000-0000-0000-0000-000000000001", by="match")
    league_terms_set(actor=league.commissioner, league=league, draft_budget=1100)
    season = make_season(League.objects.get())
    assert refused(lambda: season_enter(actor=team.owner, season=season, team=team)) == "over-budget"


@pytest.mark.parametrize("play", ["", "friendly", "exhibition"])
def test_a_league_is_played_in_a_way_that_there_is(league: League, play: str) -> None:
    assert refused(lambda: league_terms_set(actor=league.commissioner, league=league, play=play)) == "bad-play"


def test_a_game_without_drafts_has_no_matched_play() -> None:
    about = {"name": "Iron City", "ruleset": "battleball", "profile": "manual"}
    owner: User = make_user()
    with pytest.raises(Refused, match="nothing to decide between matches"):
        league_create(commissioner=owner, play="matched", **about)


def test_an_edition_without_matched_play_does_not_offer_it(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    without = engine.ruleset("bb2025").but(matched=None)
    assert "play" not in RulingsForm(ruleset=without).fields
    assert "play" in RulingsForm(ruleset=engine.ruleset("bb2025")).fields
    with pytest.raises(engine.BadInput, match="not played like that"):
        engine.campaign_of("bb2025", "cards")
    monkeypatch.setattr(services.engine, "ruleset", lambda key: without)
    assert refused(lambda: league_terms_set(actor=league.commissioner, league=league, play="matched")) == "bad-play"


def test_standing_orders_have_nothing_to_say(league: League) -> None:
    team = team_of(league)
    assert refused(lambda: team_orders_set(actor=team.owner, team=team, given={"reserve": 10})) == "nothing-to-order"
    team_orders_set(actor=team.owner, team=team, given={})


def test_nothing_changes_from_match_to_match_and_season_to_season(league: League) -> None:
    season = running(league)
    teams = list(Team.objects.order_by("pk"))
    before = {team.pk: state_of(team) for team in teams}
    (match,) = matches_of(season)
    match_lock(match_id=match.pk)
    sheet = Match.objects.get(pk=match.pk).locked_lineup["sheets"][0]
    assert (sheet["inducements"], sheet["fans"]) == ({"team-mascot": 1}, 0)
    assert match_resolve(match_id=match.pk) == "resolved"
    assert do_due(Job.Kind.OFF_SEASON) != []
    for team in Team.objects.order_by("pk"):
        assert state_of(team) == before[team.pk]
        assert list(ledger_breaches(team)) == []
        assert [row.kind for row in team.ledger.filter(number__gt=0).exclude(action="found")] == ["played", "season"]
        assert not team.sequences.filter(closed_at=None).exists()
    assert list(match_breaches(Match.objects.get(pk=match.pk))) == []


def test_a_match_that_is_given_up_pays_nothing(league: League) -> None:
    season = running(league)
    (match,) = matches_of(season)
    before = {team.pk: state_of(team) for team in Team.objects.all()}
    match_forfeit(
        actor=league.commissioner, match=match, side="home", penalty=True, reason="Did not come.", key=uuid4()
    )
    for team in Team.objects.all():
        assert state_of(team) == before[team.pk]
        assert list(ledger_breaches(team)) == []


def test_the_same_teams_play_the_next_season_as_they_are(league: League) -> None:
    season = running(league)
    before = {team.pk: state_of(team) for team in Team.objects.all()}
    given_up = {"side": "away", "penalty": False, "reason": "Did not come.", "key": uuid4()}
    match_forfeit(actor=league.commissioner, match=matches_of(season)[0], **given_up)
    assert Season.objects.get(pk=season.pk).state == Season.State.FINISHED
    following = make_season(league)
    for team in Team.objects.all():
        season_enter(actor=team.owner, season=following, team=team)
    season_start(actor=league.commissioner, season=following)
    for team in Team.objects.all():
        club = team_club(team)
        assert (club.season, club.played, club.won) == (2, 0, 0)
        assert state_of(team) == before[team.pk]
        assert list(ledger_breaches(team)) == []

"""Matches that coaches make: who may, what is refused, and how such a stage ends."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from journal.errors import Refused
from league.models import Fixture, Round, Season, Stage
from league.seasons.places import season_places
from matches.free_play import match_ask, offer_answer, stage_close
from matches.models import Job, Match
from matches.offers import MatchOffer
from teams.models import Team
from tests.builders import apply_played, do_due, make_user, matches_of, running_season
from tests.pages.conftest import signed_in

pytestmark = pytest.mark.django_db


def free_season(key: str, *, teams: int = 4, **settings: Any) -> tuple[Season, Stage, list[Team]]:
    """A season that begins in an hour, its teams from the highest to the lowest."""
    stages = [{"format": key, "settings": {"rounds": 3, **settings}}]
    season = running_season(teams=teams, stages=stages, ago=-60)
    return season, season.stages.get(), [each.team for each in season.entries.select_related("team__owner")]


def ask(stage: Stage, team: Team, opponent: Team) -> Any:
    return match_ask(actor=team.owner, stage=stage, team=team, opponent=opponent)


def refusal(stage: Stage, team: Team, opponent: Team) -> str:
    with pytest.raises(Refused) as caught:
        ask(stage, team, opponent)
    return caught.value.code


def test_a_challenge_is_a_match_at_once() -> None:
    season, stage, (first, second, third, fourth) = free_season("ladder")
    fixture = ask(stage, second, first)
    assert (fixture.home, fixture.away, fixture.round.number) == (first, second, 1)
    assert Match.objects.get().due_at == fixture.round.kick_off
    assert ask(stage, third, second).round.number == 2  # the first round that both have free
    beside = ask(stage, fourth, third)
    assert (beside.round.number, beside.slot) == (1, 1)
    apply_played(Match.objects.get(fixture=fixture), score=(7, 14))
    assert season_places(season)[:3] == [second.pk, first.pk, third.pk]


def test_only_coaches_ask_and_only_within_the_rules() -> None:
    _, stage, (first, second, third, fourth) = free_season("ladder", reach=2)
    with pytest.raises(PermissionDenied):
        match_ask(actor=first.owner, stage=stage, team=second, opponent=first)
    assert refusal(stage, first, second) == "may-not-meet"
    assert refusal(stage, fourth, first) == "may-not-meet"
    lead = timedelta(minutes=1)  # kick-offs are ten minutes apart, and line-ups are locked before
    Round.objects.filter(number__lt=3).update(kick_off=timezone.now() + lead)
    assert ask(stage, second, first).round.number == 3
    assert refusal(stage, third, second) == "no-round-left"
    assert Fixture.objects.count() == 1


def test_a_proposal_waits_for_the_other_coach() -> None:
    _, stage, (first, second, third, _) = free_season("open-play")
    offer = ask(stage, first, second)
    assert isinstance(offer, MatchOffer)
    assert refusal(stage, first, second) == "offered-already"
    for actor, accept in ((first.owner, True), (third.owner, False)):
        with pytest.raises(PermissionDenied):
            offer_answer(actor=actor, offer=offer, accept=accept)
    assert offer_answer(actor=second.owner, offer=offer, accept=True) == Fixture.objects.get()
    with pytest.raises(Refused, match="accepted already"):
        offer_answer(actor=second.owner, offer=offer, accept=False)
    for answering, state in ((second, "declined"), (first, "withdrawn")):
        again = ask(stage, first, second)
        assert offer_answer(actor=answering.owner, offer=again, accept=False) is None
        again.refresh_from_db()
        assert again.state == state
    assert Fixture.objects.count() == 1


def test_what_was_proposed_is_checked_again_when_it_is_accepted() -> None:
    _, stage, (first, second, *_) = free_season("open-play", meetings=1)
    offers = [ask(stage, first, second), ask(stage, second, first)]
    offer_answer(actor=second.owner, offer=offers[0], accept=True)
    with pytest.raises(Refused, match="as often as they may"):
        offer_answer(actor=first.owner, offer=offers[1], accept=True)
    assert Fixture.objects.count() == 1


def test_other_formats_take_no_challenges() -> None:
    season = running_season()
    first, second = (each.team for each in season.entries.select_related("team__owner"))
    assert refusal(season.stages.get(), second, first) == "not-free"


def test_time_ends_the_stage_when_its_last_round_has_begun_and_is_played() -> None:
    season, stage, (first, second, third, _) = free_season("ladder")
    fixture = ask(stage, second, first)
    ended = {"round": fixture.round, "kick_off": fixture.kick_off, "void": True}
    void = Fixture.objects.create(home=first, away=third, slot=1, **ended)  # nobody waits for it
    later = timezone.now() + timedelta(days=1)
    assert do_due(Job.Kind.STAGE, later) == []  # a match is left
    apply_played(Match.objects.get(fixture=fixture))
    season.refresh_from_db()
    assert season.state == "running"
    assert do_due(Job.Kind.STAGE) == []  # its time is not up
    Round.objects.update(kick_off=timezone.now() - timedelta(minutes=1))
    assert not stage_close(stage_id=running_season(name="Other").stages.get().pk)
    assert do_due(Job.Kind.STAGE) == [stage.pk]
    season.refresh_from_db()
    assert season.state == "finished"
    assert not stage_close(stage_id=stage.pk)
    assert refusal(stage, third, second) == "not-free"
    void.delete()
    html = signed_in(second.owner).get(reverse("league:season", args=[season.league.slug, 1])).content.decode()
    assert 'id="rungs"' in html
    assert 'name="opponent"' not in html


def test_the_page_offers_what_a_coach_may_do() -> None:
    season, _, (first, second, *_) = free_season("ladder", reach=1)
    client, address = signed_in(second.owner), reverse("league:season", args=[season.league.slug, 1])
    html = client.get(address).content.decode()
    assert html.count('name="opponent"') == 1
    assert f"Challenge {first.name} with {second.name}" in html
    asked = {"team": second.slug, "opponent": first.slug}
    assert (
        "the match is made"
        in client.post(reverse("league:match-ask", args=[season.league.slug, 1]), asked, follow=True).content.decode()
    )
    assert len(matches_of(season)) == 1
    stranger = signed_in(make_user("stranger"))
    assert "Challenge " not in stranger.get(address).content.decode()
    assert stranger.post(reverse("league:match-ask", args=[season.league.slug, 1]), asked).status_code == 403


def test_a_proposal_is_answered_on_the_page() -> None:
    season, _, (first, second, *_) = free_season("open-play")
    place = [season.league.slug, 1]
    asked = {"team": first.slug, "opponent": second.slug}
    signed_in(first.owner).post(reverse("league:match-ask", args=place), asked)
    client = signed_in(second.owner)
    assert "Proposed matches" in client.get(reverse("league:season", args=place)).content.decode()
    answer = {"offer": MatchOffer.objects.get().pk, "answer": "accept"}
    client.post(reverse("league:offer-answer", args=place), answer)
    assert len(matches_of(season)) == 1
    assert client.post(reverse("league:offer-answer", args=place), {"offer": "x"}).status_code == 404

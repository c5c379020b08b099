"""Ladders and open play on the page of a season: the rungs, and what the reader's own teams may ask for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from accounts.actions import action_of
from accounts.requests import SignedInRequest
from accounts.text import key_of, number_of
from journal.errors import Refused
from journal.forms import refusal_words
from league.formats import format_of
from league.formats.base import Course
from league.formats.free import FreePlay
from league.models import Round, Season, Stage
from league.seasons import selectors as season_selectors
from matches import free_play
from matches.offers import MatchOffer
from teams.models import Team
from teams.permissions import coached_by


@dataclass(frozen=True, slots=True)
class Rung:
    place: int
    team: Team
    askers: list[Team]  # the reader's own teams that may ask this one for a match


@dataclass(frozen=True, slots=True)
class Field:
    stage: Stage
    rungs: list[Rung]
    agreed: bool
    own: list[Team]
    offers: list[MatchOffer]  # that wait for an answer, made to or by the reader's teams


def season_free_play(
    request: HttpRequest, season: Season, courses: Mapping[int, Course], rounds: Iterable[Round]
) -> Field | None:
    """The stage in which coaches make matches, once it has begun; after its end nobody asks any more."""
    begun = (each for each in season.stages.all() if each.started_at)
    stage = next((each for each in begun if format_of(each.format).free), None)
    if stage is None:
        return None
    stage.season = season
    chosen, course = cast("FreePlay", format_of(stage.format)), courses[stage.pk]
    places = chosen.places(course)
    own = [] if stage.finished_at else _own(request, places)
    _, first = free_play.open_rounds(stage, rounds)
    rungs = []
    for place, team in enumerate(places, start=1):
        askers = [
            mine
            for mine in own
            if not chosen.refusal(course, mine.pk, team) and chosen.round_for(course, mine.pk, team, first) is not None
        ]
        rungs.append(Rung(place, course.teams[team], askers))
    return Field(stage, rungs, chosen.agreed, own, _offers(stage, own) if chosen.agreed else [])


def _own(request: HttpRequest, places: list[int]) -> list[Team]:
    if not request.user.is_authenticated:
        return []
    return list(Team.objects.filter(coached_by(request.user), pk__in=places).only("name", "slug"))


def _offers(stage: Stage, own: list[Team]) -> list[MatchOffer]:
    waiting = stage.offers.filter(state=MatchOffer.State.OPEN).select_related("team", "opponent")
    return [each for each in waiting if each.team in own or each.opponent in own] if own else []


@action_of("league:season")
def match_ask(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season = season_selectors.season_detail(slug, number, request.user)
    stage = season.stages.filter(started_at__isnull=False, finished_at=None).first()
    if stage is None:
        raise Http404("Nothing is played in this season now.")
    slugs = (key_of(Team, "slug", request.POST.get(name, "")) for name in ("team", "opponent"))
    team, opponent = (get_object_or_404(Team, slug=slug) for slug in slugs)
    return _tried(
        request,
        season,
        lambda: free_play.match_ask(actor=request.user, stage=stage, team=team, opponent=opponent),
        f"{opponent} was asked." if format_of(stage.format).agreed else f"{team} meets {opponent}: the match is made.",
    )


@action_of("league:season")
def offer_answer(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season = season_selectors.season_detail(slug, number, request.user)
    asked = number_of(request.POST.get("offer", "")) or 0
    offer = get_object_or_404(MatchOffer.objects.select_related("stage"), pk=asked, stage__season=season)
    accept = request.POST.get("answer") == "accept"
    return _tried(
        request,
        season,
        lambda: free_play.offer_answer(actor=request.user, offer=offer, accept=accept),
        "The match is made." if accept else "The proposal is off.",
    )


def _tried(request: HttpRequest, season: Season, action: Any, success: str) -> HttpResponse:
    try:
        action()
        messages.success(request, success)
    except Refused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("league:season", season.league.slug, season.number)

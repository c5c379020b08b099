"""Matches that coaches make: challenges on a ladder, and proposals in open play. Each locks the season first."""

from collections.abc import Iterable
from typing import cast

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from journal.errors import Refused
from journal.services import record
from league.formats import format_of, formats
from league.formats.free import FreePlay
from league.models import Fixture, Round, Season, Stage
from league.seasons.courses import course_of
from league.seasons.stages import season_advance
from matches.drawing import matches_create, matches_follow
from matches.models import lock_time
from matches.offers import MatchOffer
from teams.models import Team
from teams.permissions import is_coach


@transaction.atomic
def match_ask(*, actor: User, stage: Stage, team: Team, opponent: Team) -> Fixture | MatchOffer:
    """Challenge a team, which is a fixture at once, or propose a match to it, where the other coach has to agree."""
    stage = _running(stage)
    if not is_coach(actor, team):
        raise PermissionDenied(f"Only a coach of {team} may ask for its matches.")
    played_in = _round_of(stage, team, opponent)
    if not format_of(stage.format).agreed:
        return _fixture_create(actor, stage, played_in, team, opponent)
    if MatchOffer.objects.filter(stage=stage, team=team, opponent=opponent, state=MatchOffer.State.OPEN).exists():
        raise Refused("offered-already", f"{team} has proposed a match to {opponent} already, who has still to answer.")
    offer = MatchOffer.objects.create(stage=stage, team=team, opponent=opponent)
    summary = f"{team} proposed a match to {opponent}."
    record(actor=actor, action="match.offered", target=stage.season, summary=summary, data={"offer": offer.pk})
    return offer


@transaction.atomic
def offer_answer(*, actor: User, offer: MatchOffer, accept: bool) -> Fixture | None:
    """The other coach accepts, and the match is made; or declines. Whoever has proposed it can only take it back."""
    stage = _running(offer.stage)
    offer = (
        MatchOffer.objects.select_for_update(of=("self",), no_key=True)
        .select_related("team", "opponent")
        .get(pk=offer.pk)
    )
    asked = is_coach(actor, offer.opponent)
    if not asked and (accept or not is_coach(actor, offer.team)):
        raise PermissionDenied(f"Only a coach of {offer.opponent} may answer that.")
    if offer.state != MatchOffer.State.OPEN:
        raise Refused("offer-answered", f"That proposal is {offer.get_state_display()} already.")
    offer.state = MatchOffer.State.ACCEPTED if accept else _refused_by(asked)
    offer.save(update_fields=["state"])
    if accept:
        played_in = _round_of(stage, offer.team, offer.opponent)
        return _fixture_create(actor, stage, played_in, offer.team, offer.opponent)
    summary = f"{actor} declined a match of {offer.team} with {offer.opponent}."
    record(actor=actor, action="match.declined", target=stage.season, summary=summary, data={"offer": offer.pk})
    return None


def _refused_by(asked: bool) -> MatchOffer.State:
    return MatchOffer.State.DECLINED if asked else MatchOffer.State.WITHDRAWN


def open_rounds(stage: Stage, known: Iterable[Round] | None = None) -> tuple[list[Round], int]:
    """The rounds of a stage, and the first whose line-ups are not locked yet. `known` are those of its season."""
    found = stage.rounds.order_by("number") if known is None else (each for each in known if each.stage_id == stage.pk)
    rounds, now = list(found), timezone.now()
    every = stage.season.round_every
    return rounds, next((n for n, each in enumerate(rounds) if lock_time(each.kick_off, every) > now), len(rounds))


def _running(stage: Stage) -> Stage:
    season = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(stages=stage)
    stage = season.stages.get(pk=stage.pk)
    if not format_of(stage.format).free or stage.started_at is None or stage.finished_at is not None:
        raise Refused("not-free", "Coaches cannot make matches here, or not now.")
    return stage


def _round_of(stage: Stage, team: Team, opponent: Team) -> Round:
    """Where both would meet; refused where the format does not let them."""
    chosen, course = cast("FreePlay", format_of(stage.format)), course_of(stage)
    if reason := chosen.refusal(course, team.pk, opponent.pk):
        raise Refused("may-not-meet", reason)
    rounds, first = open_rounds(stage)
    found = chosen.round_for(course, team.pk, opponent.pk, first)
    if found is None:
        raise Refused("no-round-left", f"There is no round left in which {team} and {opponent} can meet.")
    return rounds[found]


def _fixture_create(actor: User, stage: Stage, played_in: Round, team: Team, opponent: Team) -> Fixture:
    chosen = cast("FreePlay", format_of(stage.format))
    home, away = chosen.grounds(course_of(stage), team.pk, opponent.pk)
    slot = played_in.fixtures.count()
    fixture = Fixture.objects.create(
        round=played_in, home_id=home, away_id=away, slot=slot, kick_off=played_in.kick_off
    )
    (match,) = matches_create(season=stage.season, fixtures=[fixture])
    summary = f"{team} and {opponent} meet in round {played_in.number}."
    record(actor=actor, action="match.made", target=match, summary=summary, data={"by": team.slug})
    return fixture


# The end --------------------------------------------------------------------------------------------------------------------


def stages_over(now: object) -> QuerySet[Stage]:
    """Stages of this kind that nothing is left to play in, and whose last round has begun."""
    free = [key for key, each in formats().items() if each.free]
    running = Stage.objects.filter(format__in=free, started_at__isnull=False, finished_at__isnull=True)
    to_come = Round.objects.filter(stage=OuterRef("pk"), kick_off__gt=now)
    to_play = Fixture.objects.filter(round__stage=OuterRef("pk"), result__isnull=True, void=False)
    return running.filter(~Exists(to_come), ~Exists(to_play)).select_related("season__league").order_by("pk")


@transaction.atomic
def stage_close(*, stage_id: int) -> bool:
    """End such a stage, and go on to what follows it; False where there is nothing to do any more."""
    season = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(stages=stage_id)
    stage = stages_over(timezone.now()).filter(pk=stage_id).first()
    if stage is None:
        return False
    stage.season = season
    matches_follow(season=season, fixtures=season_advance(stage=stage))
    return True

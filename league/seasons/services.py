"""Every write to seasons. Each service checks permission, locks, validates, writes and logs in one go."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, NotRequired, TypedDict, Unpack

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

import engine
from accounts.models import User
from journal.errors import Refused
from journal.services import record
from league.absence.services import last_policy, policy_or_refuse
from league.decisions.second import needs_second
from league.decisions.stakes import Matter
from league.joining.access import refuse_unapproved, refuse_uninvited
from league.models import Entry, Fixture, League, Result, Season
from league.permissions import May, may
from league.seasons.dates import refuse_past
from league.seasons.entering import entry_create, entry_judge, open_or_refuse, season_locked
from league.seasons.off_season import teams_bind
from league.seasons.seeding import seeded
from league.seasons.stages import Plan, round_robin, season_advance, stage_start, stages_in_words, stages_set
from league.seasons.starting import schedule_check, startable_or_refuse
from league.services import league_locked
from league.standings.services import last_table_rules
from teams.models import Team
from teams.permissions import is_owner
from teams.seeds import draw_seed


class SeasonFields(TypedDict):
    """What a commissioner says about a season, besides its stages."""

    name: str
    first_kick_off: datetime
    round_every: int
    time_zone: NotRequired[str]
    seeding: NotRequired[str]
    venue: NotRequired[str]
    absence: NotRequired[Mapping[str, Any]]  # the policy for the absent


@transaction.atomic
def season_create(
    *,
    actor: User,
    league: League,
    stages: Sequence[Plan] | None = None,
    backdated: bool = False,
    **fields: Unpack[SeasonFields],
) -> Season:
    """Open a season for entries, of one round robin if no stages are given.

    A `backdated` one may have kick-offs in the past: they are played once it starts.
    """
    league = league_locked(league, actor, May.RUN_SEASONS)
    if league.archived_at:
        raise Refused("league-archived", f"The {league} is archived. Take it out of the archive first.")
    if league.seasons.exclude(state=Season.State.FINISHED).exists():
        raise Refused("season-unfinished", f"The {league} has a season that is not finished yet.")
    number = (league.seasons.aggregate(last=Max("number"))["last"] or 0) + 1
    fields = {"absence": last_policy(league), **_checked(fields)}
    season = Season(league=league, number=number, table_rules=last_table_rules(league), **fields)
    season.name = season.name.strip() or f"Season {number}"
    if not backdated:
        refuse_past(season.first_kick_off, timezone.now())
    schedule_check(season, teams=0)
    season.save()
    stages_set(season=season, plans=round_robin() if stages is None else stages)
    record(actor=actor, action="season.created", target=season, summary=f"{actor} opened {season} for entries.")
    return season


@transaction.atomic
def season_update(
    *, actor: User, season: Season, stages: Sequence[Plan] | None = None, **fields: Unpack[SeasonFields]
) -> Season:
    """Change a season that has not started; whoever is entered stays entered, and what is not given stays as it is."""
    season, fields = _own_open_season(season, actor), _checked(fields)
    old = {key: getattr(season, key) for key, value in fields.items() if getattr(season, key) != value}
    for key, value in fields.items():
        setattr(season, key, value)
    changes = {key: {"old": str(value), "new": str(getattr(season, key))} for key, value in old.items()}
    before = stages_in_words(season)
    if stages is not None and stages_set(season=season, plans=stages):
        changes["stages"] = {"old": before, "new": stages_in_words(season)}
    if not changes:
        return season
    if "first_kick_off" in old:
        refuse_past(season.first_kick_off, timezone.now())
    schedule_check(season, teams=season.entries.count())
    if old:
        season.save(update_fields=list(old))
    record(actor=actor, action="season.updated", target=season, summary=f"{actor} changed {season}.", data=changes)
    return season


@transaction.atomic
def season_cancel(*, actor: User, season: Season) -> None:
    """Take back a season that has not started, with its entries; the league can open another one."""
    season = _own_open_season(season, actor)
    teams = [entry.team.name for entry in season.entries.select_related("team")]
    summary = f"{actor} cancelled {season} before it started."
    record(actor=actor, action="season.cancelled", target=season, summary=summary, data={"entered": teams})
    season.delete()


@transaction.atomic
def season_enter(*, actor: User, season: Season, team: Team) -> Entry:
    """Enter a team. It must belong to the actor, fit the league and be free, and the league must let it in."""
    if not is_owner(actor, team):
        raise PermissionDenied(f"Only the owner of {team} may enter it.")
    season, team = entry_judge(season=season, team=team)
    refuse_uninvited(actor, season.league)
    refuse_unapproved(season.league)
    entry = entry_create(season=season, team=team)
    summary = f"{team} entered {season}."
    record(actor=actor, action="season.entered", target=season, summary=summary, data={"team": team.slug})
    return entry


def _withdrawal(*, actor: User, season: Season, team: Team, **_: Any) -> Matter | None:
    """A coach takes the own team out alone."""
    return None if is_owner(actor, team) else Matter(season.league, f"take {team} out of {season}", teams=[team])


@needs_second("season.withdrawn", _withdrawal, by=May.RUN_SEASONS)
@transaction.atomic
def season_withdraw(*, actor: User, season: Season, team: Team, reason: str = "") -> None:
    """Take a team out of a season that has not started; its owner and the commissioner may."""
    season = season_locked(season)
    if not (is_owner(actor, team) or may(actor, season.league, May.RUN_SEASONS)):
        raise PermissionDenied(f"Only the owner of {team} or the commissioner may withdraw it.")
    open_or_refuse(season)
    deleted, _ = Entry.objects.filter(season=season, team=team).delete()
    if not deleted:
        raise Refused("not-entered", f"{team} is not entered in {season}.")
    summary = f"{team} withdrew from {season}."
    data = {"team": team.slug} | ({"reason": reason} if reason else {})
    record(actor=actor, action="season.withdrawn", target=season, summary=summary, data=data)


@transaction.atomic
def season_start(*, actor: User, season: Season) -> Season:
    """Pin the rulings, draw up the rounds and start. Matches are made by `matches.services.season_start`."""
    season = _own_open_season(season, actor)
    teams, rulings = startable_or_refuse(season)
    season.state = Season.State.RUNNING
    season.started_at = timezone.now()
    season.seed = draw_seed(f"season {season.pk}")
    season.ruleset_version = engine.ruleset(season.league.ruleset).version
    season.rulings = rulings.to_json()
    season.save()
    teams_bind(season=season, teams=teams)
    record(actor=actor, action="season.started", target=season, summary=f"{actor} started {season}.")
    stage_start(stage=season.stages.get(number=1), places=seeded(season))
    return season


class Applied(NamedTuple):
    """A result that was stored, and the fixtures that were drawn up because nothing was left to play."""

    result: Result
    drawn: list[Fixture]


@transaction.atomic(savepoint=False)
def result_apply(*, fixture: Fixture, result: Mapping[str, Any], more_to_come: bool = False) -> Applied:
    """Store a fixture's result, and go on if it was the last of its stage. The caller has locked the season's row.

    With `more_to_come` the caller knows of another fixture that has no result.
    """
    stage = fixture.round.stage
    casualties = result.get("casualties", (0, 0))  # not every game counts them
    penalties = result.get("penalties") or (0, 0)
    concession = result.get("concession")
    given_up = concession is not None and concession["penalty"]  # one without was no choice: the match counts as played
    stored = Result.objects.create(
        fixture=fixture,
        home_score=result["score"][0],
        away_score=result["score"][1],
        home_touchdowns=result["touchdowns"][0],
        away_touchdowns=result["touchdowns"][1],
        home_casualties=casualties[0],
        away_casualties=casualties[1],
        winner=result["winner"],
        ended=Result.Ending.CONCEDED if given_up else Result.Ending.PLAYED,
        home_penalties=penalties[0],
        away_penalties=penalties[1],
    )
    if more_to_come or Fixture.objects.filter(round__stage=stage, result__isnull=True, void=False).exists():
        return Applied(stored, [])
    return Applied(stored, season_advance(stage=stage))


@transaction.atomic
def season_seed(*, actor: User, season: Season, order: Sequence[int]) -> Season:
    """Put the entered teams in this order, by their ids: the best seed first. From then on the season is seeded by hand."""
    season = _own_open_season(season, actor)
    entries = {entry.team_id: entry for entry in season.entries.select_related("team")}
    if sorted(order) != sorted(entries):
        raise Refused("bad-order", "Every team that is entered has to be in the order once. Look at the page again.")
    for seed, team in enumerate(order, start=1):
        entries[team].seed = seed
    Entry.objects.bulk_update(entries.values(), ["seed"])
    season.seeding = Season.Seeding.HAND
    season.save(update_fields=["seeding"])
    names = [entries[team].team.name for team in order]
    summary = f"{actor} put the teams of {season} in order."
    record(actor=actor, action="season.seeded", target=season, summary=summary, data={"order": names})
    return season


def _checked(fields: SeasonFields) -> SeasonFields:
    """With a policy for the absent that makes sense, if there is one."""
    return {**fields, "absence": policy_or_refuse(fields["absence"]).to_json()} if "absence" in fields else fields


def _own_open_season(season: Season, actor: User) -> Season:
    season = season_locked(season)
    if not may(actor, season.league, May.RUN_SEASONS):
        raise PermissionDenied(f"Only the commissioner of the {season.league} may do that.")
    open_or_refuse(season)
    return season

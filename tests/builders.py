"""Leagues, teams and matches for tests, made by the same services as the real ones."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

import engine
from accounts.models import User
from league.models import League, Season
from league.people import Role, StaffMember
from league.seasons.services import season_create, season_enter
from league.seasons.stages import Plan, round_robin
from league.services import league_create
from matches.applying import outcome_apply
from matches.jobs import job_run, jobs_claim
from matches.models import Job, Match
from matches.services import match_lock, season_start
from matches.table.reading import report_blank
from teams.drafting.services import team_found_ready
from teams.models import Team
from teams.services import team_create

VISITOR = AnonymousUser()
STATS = ("touchdowns", "tackles", "passes")


def make_user(name: str = "cara") -> User:
    return User.objects.create_user(name, f"{name}@example.org", "a good password")


def make_team(owner: User, name: str = "Anvil Street Hammers", **fields: Any) -> Team:
    given = {"ruleset": "battleball", "colour": "#b3432b", "short": "ASH", "motto": "", **fields}
    if engine.ruleset(given["ruleset"]).has_campaign:
        return team_found_ready(owner=owner, name=name, **given)
    return team_create(owner=owner, name=name, **given)


def make_league(commissioner: User, name: str = "Iron City", **fields: Any) -> League:
    return league_create(
        commissioner=commissioner, name=name, **{"ruleset": "battleball", "profile": "manual", **fields}
    )


def make_staff(league: League, role: Role, name: str = "") -> User:
    """Somebody who helps to run the league, and has accepted it."""
    user = make_user(name or f"{role}-{league.pk}")
    StaffMember.objects.create(league=league, user=user, role=role, accepted_at=timezone.now())
    return user


def make_season(
    league: League,
    *,
    teams: int = 0,
    legs: int = 1,
    stages: Sequence[Plan] = (),
    ago: int = 60,
    every: int = 10,
    rosters: Sequence[str] = (),
    venue: str = Season.Venue.ENGINE,
) -> Season:
    """An open season with that many teams, or one of each roster; each has a coach of its own.

    It is a round robin of so many legs, if no stages are given. The first kick-off was so many minutes ago.
    """
    season = season_create(
        actor=league.commissioner,
        league=league,
        name="",
        first_kick_off=timezone.now() - timedelta(minutes=ago),
        round_every=every,
        stages=stages or round_robin(legs),
        backdated=True,
        venue=venue,
    )
    for number, roster in enumerate(rosters or [""] * teams):
        owner = make_user(f"coach-{league.pk}-{number}")
        listed = {"roster": roster} if roster else {}
        team = make_team(owner, f"Team {league.pk} {number}", ruleset=league.ruleset, **listed)
        season_enter(actor=owner, season=season, team=team)
    return season


def running_season(*, teams: int = 2, name: str = "Iron City", rulings: Any = None, **schedule: Any) -> Season:
    """A season that has started, with its matches, not yet locked."""
    league = make_league(make_user(f"commissioner of {name}"[:30].replace(" ", "-")), name, rulings=rulings)
    return season_start(actor=league.commissioner, season=make_season(league, teams=teams, **schedule))


def bloodbowl_season(*rosters: str, profile: str = "official", **schedule: Any) -> Season:
    """A running season of Blood Bowl with a team of each roster."""
    league = make_league(make_user("nuffle"), "Crossroads", ruleset="bb2025", profile=profile)
    return season_start(actor=league.commissioner, season=make_season(league, rosters=rosters, **schedule))


def do_due(kind: str, now: datetime | None = None) -> list[int]:
    """Do the work of one kind that a tick would find now; what it was done to."""
    claimed = jobs_claim(kind=kind, now=now or timezone.now())
    return [each for each in claimed if job_run(kind=kind, object_id=each)]


def lock_due(now: datetime | None = None) -> list[int]:
    """Lock the matches that a tick would find now, and claim none that is due; those for which it worked."""
    done = do_due(Job.Kind.LOCK, now)
    Match.objects.filter(pk__in=done, resolved_at=None).update(claimed_at=None, claimed_by="", attempts=0)
    return [match for match in done if Match.objects.filter(pk=match, locked_at__isnull=False).exists()]


def matches_of(season: Season) -> list[Match]:
    return list(Match.objects.filter(fixture__round__season=season).order_by("due_at", "pk"))


def locked_match(**season: Any) -> Match:
    """The first match of a running season, its line-ups locked."""
    return match_lock(match_id=matches_of(running_season(**season))[0].pk)


@dataclass
class Played:
    """Stands for an engine's record where a test wants to say how the match ended."""

    file: dict[str, Any]
    digest: str = "d" * 64

    def to_json(self) -> dict[str, Any]:
        return {"format": 1, "choices": [], "dice": [], "events": [], "digest": self.digest, **self.file}

    def to_text(self) -> str:
        return json.dumps(self.to_json())


def played(
    match: Match, *, score: tuple[int, int] = (14, 7), serious: tuple[list[str], list[str]] = ([], [])
) -> Played:
    winner = "draw" if score[0] == score[1] else "home" if score[0] > score[1] else "away"
    first = [sheet["players"][0]["id"] for sheet in match.lineup["sheets"]]
    result = {
        "score": list(score),
        "touchdowns": [score[0] // 7, score[1] // 7],
        "winner": winner,
        "overtime_rounds": 0,
        "halves": 2,
        "stats": {side: dict.fromkeys(STATS, n) for n, side in enumerate(("home", "away"), start=1)},
        "players": {side: {first[n]: {"touchdowns": n + 1, "passes": 0}} for n, side in enumerate(("home", "away"))},
        "serious": {"home": serious[0], "away": serious[1]},
    }
    opened = {"seed": match.secret_seed, "commitment": match.commitment, "coaches": ["planner", "planner"]}
    return Played({**match.lineup, **opened, "result": result})


def apply_played(match: Match, **outcome: Any) -> None:
    """Let a match end as the test wants it to, locking it first."""
    outcome_apply(match_id=match.pk, played=played(match_lock(match_id=match.pk), **outcome))


def reported(match: Match, **changes: Any) -> dict[str, Any]:
    """A report of a locked match at a table: the first player of the home team scores, and that is all."""
    sheets = match.locked_lineup["sheets"]
    document = {**report_blank(match), "score": [1, 0], "fan_factors": [sheet["fans"] + 2 for sheet in sheets]}
    document["players"]["home"][str(sheets[0]["players"][0]["id"])]["touchdowns"] = 1
    return {**document, **changes}


def departures() -> dict[str, Any]:
    """For every chapter of Blood Bowl a choice that no profile takes, with settings where there are any."""
    catalogue = engine.ruleset("bb2025").catalogue
    found: dict[str, Any] = {}
    for entry in sorted(catalogue.open_points(), key=lambda entry: not entry.settings):
        taken = {entry.choice_in(profile) for profile in catalogue.profiles}
        others = [choice for choice in entry.choices if choice not in taken]
        if others and entry.chapter not in found:
            choice = next((each for each in others if each in entry.settings), others[0])
            found[entry.chapter] = (
                entry.id,
                {"choice": choice, **entry.settings[choice]} if choice in entry.settings else choice,
            )
    return dict(found.values())

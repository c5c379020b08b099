"""A league with one of everything, in which as many matches were played as somebody likes. Runs inside Django.

Ten matches are really played. The others are copies of these, half of them in more rounds of the running season, half in seasons
that are over. Beside it there is a season of each format, and one that has not started.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from league.models import Entrant, Entry, League, Season, Stage
from league.people import Role, StaffMember
from league.seasons.services import season_create, season_enter
from league.seasons.stages import Plan, round_robin
from matches.control.fixtures import match_swap
from matches.models import Match
from matches.services import match_lock, match_resolve, season_start
from scripts.queries.copies import Copies
from teams.models import Team
from teams.sequence.services import sequence_finish
from tests.builders import apply_played, make_league, make_season, make_team, matches_of, running_season
from tests.permissions.routes import routes
from tests.permissions.world import Side
from tests.permissions.world import build as build_sides

ROLES = ("visitor", "coach", "commissioner")
ROSTERS = ("human", "skaven", "wood-elf", "amazon", "lizardmen", "goblin")
PLAYED = 10
FORMATS: dict[str, list[Plan]] = {
    "Knock-out": [{"format": "knock-out"}],
    "Groups": [
        {"format": "round-robin", "settings": {"groups": 2}},
        {"format": "knock-out", "settings": {"teams": 4}},
    ],
    "Swiss": [{"format": "swiss"}],
    "Divisions": [{"format": "divisions", "settings": {"groups": 2}}],
    "Ladder": [{"format": "ladder"}],
    "Open play": [{"format": "open-play"}],
}
SEASON_MATCHES = 240  # of a season that is over
LAST = 1000  # the number of the running season; those before it are to come
ASKED = {"league:draft-new": "?ruleset=bb2025", "teams:new": "?ruleset=battleball"}
OF_RULES = {  # topics with scenarios, and one of them
    "skill": {"topic": "catch", "case": "works"},
    "table": {"topic": "casualty.badly-hurt", "case": "a-one"},
}
OF_OPEN_SEASON = ("season", "season-edit", "season-order", "season-start", "table-rules", "league", "door")
PINNED = ("seed", "rulings", "ruleset_version", "table_rules")


@dataclass
class BigLeague:
    clients: dict[str, Client]
    side: Side
    running: Season
    opening: Season
    others: list[Season]  # one of each format

    def addresses(self) -> Iterator[tuple[str, str]]:
        """Whatever is read by GET: the name of its route, and an address."""
        for route, (parts, methods) in sorted(routes().items()):
            if "get" in methods and not route.startswith(("api:^", "favicon")):
                for given in self._arguments(route, parts):
                    yield route, reverse(route, kwargs=given) + ASKED.get(route, "")
        yield "league:team-new", reverse("league:team-new", args=[self.others[0].league.slug])
        for season in self.others:
            yield "league:season", reverse("league:season", args=[season.league.slug, season.number])
        for name in OF_OPEN_SEASON:
            number = [self.opening.number] if name not in ("league", "door") else []
            yield f"league:{name}", reverse(f"league:{name}", args=[self.opening.league.slug, *number])

    def _arguments(self, route: str, parts: Iterable[str]) -> Iterator[dict[str, Any]]:
        given = {part: self.side.argument(route, part) for part in parts}
        if "topic" in given:
            about = OF_RULES["table" if "table" in route else "skill"]
            given |= {part: about[part] for part in about.keys() & given.keys()}
        yield given
        if route.startswith("league:") and "number" in given:
            yield {**given, "number": self.running.number}
        if route.startswith(("matches:", "api:match")) and "pk" in given:
            yield {**given, "pk": self.scheduled.pk}
        if route == "teams:plan-match":
            yield {**given, "match": self.scheduled.pk}
        if route == "api:season":
            yield {**given, "pk": self.running.pk}

    @property
    def scheduled(self) -> Match:
        """The next one of the coach."""
        own = Match.objects.filter(locked_at=None, resolved_at=None, fixture__home=self.side.team)
        return own.filter(fixture__round__season=self.running).order_by("due_at")[0]

    def grow(self, played: int) -> None:
        """Let so many matches be over in the league: half of them in the running season, half in earlier ones."""
        done = Match.objects.filter(fixture__round__season__league=self.side.league, resolved_at__isnull=False)
        missing = played - done.count()
        copies = Copies([match for match in done.select_related("fixture__result") if match.lineup])
        before, now = missing // 2, missing - missing // 2
        last = self.running.rounds.order_by("number").last()
        copies.add(self.running, self.running.stages.get(), now, last.number if last else 0)
        while before > 0:
            copies.add(*self._earlier_season(), min(before, SEASON_MATCHES), 0)
            before -= SEASON_MATCHES
        copies.store()

    def _earlier_season(self) -> tuple[Season, Stage]:
        league, at = self.side.league, timezone.now() - timedelta(days=99)
        number = league.seasons.exclude(pk=self.running.pk).count() + 1
        over = {"started_at": at, "finished_at": at}
        pinned = {name: getattr(self.running, name) for name in PINNED}
        about = {"number": number, "name": f"Season {number}", "state": "finished", "round_every": 10}
        season = Season.objects.create(league=league, first_kick_off=at, **about, **over, **pinned)
        teams = self.running.entries.values_list("team", flat=True)
        Entry.objects.bulk_create(Entry(season=season, team_id=team) for team in teams)
        plan = self.running.stages.get()
        stage = Stage.objects.create(
            season=season, number=1, name="All", format=plan.format, settings=plan.settings, **over
        )
        seeds = enumerate(teams, start=1)
        Entrant.objects.bulk_create(Entrant(stage=stage, team_id=team, seed=seed) for seed, team in seeds)
        return season, stage


def build() -> BigLeague:
    clients, sides = build_sides()
    side = sides["ours"]
    League.objects.update(private=False)
    boss, coach = (User.objects.get(username=name) for name in ("commissioner", "coach"))
    opening = make_season(
        make_league(boss, "Opening", ruleset="bb2025", profile="official"), rosters=ROSTERS[:4], ago=-60
    )
    others = [running_season(teams=8, name=name, stages=stages) for name, stages in FORMATS.items()]
    for season in others:
        StaffMember.objects.create(league=season.league, user=boss, role=Role.COMMISSIONER, accepted_at=timezone.now())
        Team.objects.filter(pk=season.entries.values("team")[:1]).update(owner=coach)
        for match in matches_of(season)[:2]:
            apply_played(match)
    return BigLeague({role: clients[role] for role in ROLES}, side, _running(side), opening, others)


def _running(side: Side) -> Season:
    """Eight teams, home and away; two rounds and a match of the third are over."""
    league = side.league
    league.approves_drafts = False
    league.save(update_fields=["approves_drafts"])
    season = season_create(
        actor=league.commissioner,
        league=league,
        name="Running",
        first_kick_off=timezone.now() - timedelta(days=2, hours=1),
        round_every=24 * 60,
        stages=round_robin(2),
        backdated=True,
    )
    teams = [make_team(side.rival.owner, f"Team of {each}", ruleset="bb2025", roster=each) for each in ROSTERS]
    for team in (side.team, side.rival, *teams):
        season_enter(actor=team.owner, season=season, team=team)
    season = season_start(actor=league.commissioner, season=season)
    Season.objects.filter(pk=season.pk).update(number=LAST)
    for match in matches_of(season)[: PLAYED - 1]:
        match_lock(match_id=match.pk)
        match_resolve(match_id=match.pk)
    for team in (side.team, side.rival, *teams):
        sequence_finish(team=team)
    last = matches_of(season)[-1]
    match_swap(match=last, actor=league.commissioner, reason="A wet pitch.", key=uuid4())
    season.refresh_from_db()
    return season

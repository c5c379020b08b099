"""Two leagues with one of everything: ours is private and has somebody in every role; theirs is public and has nobody of ours."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from accounts.models import User
from league.decisions.stored import stored
from league.drafts.services import draft_create, draft_save, draft_submit
from league.handover.interventions import intervention_open
from league.joining.services import link_create
from league.models import Fixture, League, Round, Season
from league.people import Application, Decision, Role
from matches.models import Match, Measure
from matches.offers import TimeProposal
from matches.reporting import MatchReport
from matches.services import match_lock, match_resolve, season_start
from teams.coaches.services import co_coach_accept, co_coach_invite
from teams.drafting.services import ready_draft
from teams.models import Team
from tests.builders import make_league, make_season, make_staff, make_team, make_user, matches_of, reported

ROLES = (
    *("visitor", "coach", "co-coach", "rival", "assistant", "commissioner", "owner"),
    *("elsewhere", "staff", "superuser", "intervening"),
)


@dataclass
class Side:
    """What the addresses of one league are made of."""

    league: League
    season: Season
    team: Team
    rival: Team
    match: Match
    secret: str
    numbers: dict[str, int]  # of what has no better name, by what it is

    def argument(self, route: str, name: str) -> Any:
        """The part of an address with this name, on a route of this kind."""
        about_team = route.startswith(("teams:", "api:")) and "league" not in route
        parts = {
            "slug": self.team.slug if about_team else self.league.slug,
            "pk": self.numbers.get(route.split(":")[1].split("-", maxsplit=1)[0], self.match.pk),
            "number": 1,
            "member": 1,
            "topic": "stunned" if "table" in route else "block",
            "case": "1",
            "choice": "passive-only",
            "opponent": self.rival.slug,
            "team": self.team.slug,
            "match": self.match.pk,
            "secret": self.secret,
        }
        return parts.get(name, OTHERS.get(name))

    def body(self, wanted: dict[str, Any]) -> dict[str, Any]:
        words: dict[str, Any] = {"$team": self.team.slug, "$key": str(uuid4())}
        words |= {f"${name}": number for name, number in self.numbers.items()}
        return {name: words.get(value, value) if isinstance(value, str) else value for name, value in wanted.items()}


OTHERS = {
    "ruleset": "bb2025",
    "ruling": "bb2025.active-traits-from-prone",
    "key": "kicking",
}


def build() -> tuple[dict[str, Client], dict[str, Side]]:
    people = {role: make_user(role) for role in ROLES if role not in ("visitor", "assistant", "commissioner")}
    for role, powers in {
        "staff": {},
        "superuser": {"is_superuser": True},
        "intervening": {"is_superuser": True},
    }.items():
        User.objects.filter(pk=people[role].pk).update(is_staff=True, **powers)
        people[role].refresh_from_db()
    ours = _side("Ours", people["owner"], people["coach"], people["rival"], private=True)
    for role in (Role.ASSISTANT, Role.COMMISSIONER):
        people[role] = make_staff(ours.league, role, role)
    co_coach_invite(actor=people["coach"], team=ours.team, name="co-coach")
    co_coach_accept(actor=people["co-coach"], team=ours.team)
    intervention_open(actor=people["intervening"], league=ours.league, reason="to look")
    theirs = _side("Theirs", people["elsewhere"], make_user("abroad"), make_user("afar"), private=False)
    clients = {role: Client(raise_request_exception=False) for role in ROLES}
    for role, client in clients.items():
        if role in people:
            client.force_login(people[role])
    return clients, {"ours": ours, "theirs": theirs}


def _side(name: str, owner: User, coach: User, rival: User, *, private: bool) -> Side:
    about = {"ruleset": "bb2025", "profile": "official", "private": private}
    league = make_league(owner, name, **about)
    season = make_season(league, rosters=("orc", "dwarf"))
    teams = [entry.team for entry in season.entries.select_related("team")]
    for team, user in zip(teams, (coach, rival), strict=True):
        team.owner = user
        team.save(update_fields=["owner"])
    (match,) = matches_of(season_start(actor=owner, season=season))
    match_lock(match_id=match.pk)
    match_resolve(match_id=match.pk)
    league.approves_drafts = True
    league.save(update_fields=["approves_drafts"])
    draft = draft_create(owner=coach, ruleset="bb2025", roster="orc", league=league)
    fields = {"name": f"{name} Drafted", "short": "DRA", "colour": "#4a4f57"}
    document = ready_draft("bb2025", "orc", f"{name} Drafted")
    draft = draft_submit(actor=coach, draft=draft_save(actor=coach, draft=draft, document=document, **fields))
    link, secret = link_create(actor=owner, league=league, uses=9, days=9)
    numbers = {"draft": draft.pk, "season": season.pk, "link": link.pk, **_open_business(owner, match, teams[0])}
    return Side(league, season, teams[0], teams[1], Match.objects.get(pk=match.pk), secret, numbers)


def _open_business(owner: User, match: Match, team: Team) -> dict[str, int]:
    """Something to answer of every kind."""
    season = match.fixture.round.season
    decided = {
        "kind": "team.corrected",
        "summary": "correct books",
        "stake": "It is the own team.",
        "reason": "typed wrongly",
    }
    arguments = stored({"team": team, "gold": 10, "reason": "typed wrongly"})
    decision = Decision.objects.create(league=season.league, arguments=arguments, proposer=owner, **decided)
    measure = Measure.objects.create(season=season, match=match, kind="moved", reason="rain", key=uuid4())
    proposal = TimeProposal.objects.create(match=match, team=team, due_at=timezone.now())
    asking = make_team(team.owner, f"Asking {season.pk}", ruleset="bb2025", roster="human")
    application = Application.objects.create(season=season, team=asking)
    made = {"decision": decision, "measure": measure, "proposal": proposal, "application": application}
    return {name: each.pk for name, each in made.items()} | {"report": _reported(match, team).pk}


def _reported(first: Match, team: Team) -> Match:
    """The same teams have met again, at a table, and one of their coaches has reported it."""
    match, season, now = Match.objects.get(pk=first.pk), first.fixture.round.season, timezone.now()
    played_in = Round.objects.create(season=season, stage=match.fixture.round.stage, number=2, kick_off=now)
    fixture = Fixture.objects.create(round=played_in, home=match.fixture.home, away=match.fixture.away, kick_off=now)
    sealed = {"lineup": match.lineup, "sealed_seed": match.sealed_seed, "commitment": match.commitment}
    table = Match.objects.create(fixture=fixture, due_at=now, locked_at=now, at_table=True, **sealed)
    about = {"state": "filed", "filed_at": now, "answer_by": now, "actor": team.owner}
    MatchReport.objects.create(match=table, team=team, document=reported(table), **about)
    return table

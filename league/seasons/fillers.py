"""AI fillers: teams that the site makes to fill a field. They have no coach, run by standing orders, and have no right to titles."""

from itertools import count
from string import ascii_uppercase

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q

import engine
from accounts.ai import ai_coach
from accounts.models import User
from engine.core.text import look_of
from journal.errors import Refused
from journal.services import record
from league.joining.access import refuse_full
from league.models import Entry, League, Season
from league.permissions import May, may
from league.rulings.selectors import league_rulings
from league.seasons.entering import MAX_TEAMS, entry_create, open_or_refuse, season_locked
from league.selectors import colours_taken
from league.terms import terms_of
from teams.colours import free_colour
from teams.drafting.services import ready_draft, team_found
from teams.models import Team
from teams.services import TeamFields, team_create


@transaction.atomic
def filler_enter(*, actor: User, season: Season, roster: str) -> Entry:
    """Fill a place of a season that has not started, for example of an odd field."""
    season = season_locked(season)
    if not may(actor, season.league, May.RULE):
        raise PermissionDenied(f"Only a commissioner of the {season.league} may add an AI filler.")
    open_or_refuse(season)
    refuse_full(season, MAX_TEAMS)
    team = filler_make(season=season, roster=roster, actor=actor)
    refuse_too_many_fillers(season, more=1)
    entry = entry_create(season=season, team=team, filler=True)
    summary = f"{actor} added the AI filler {team} to {season}."
    record(actor=actor, action="season.filler-added", target=season, summary=summary, data={"team": team.slug})
    return entry


def filler_make(*, season: Season, roster: str, actor: User) -> Team:
    """The ready team of a roster; one that never played is taken again."""
    league, rules = season.league, engine.ruleset(season.league.ruleset)
    if roster not in rosters_of(league):
        raise Refused("no-such-roster", "Choose the roster of the AI filler.")
    owner = ai_coach()
    unused = Team.objects.filter(owner=owner, ruleset=league.ruleset, roster=roster, entries__isnull=True)
    if rules.has_campaign:
        unused = unused.filter(ledger__kind="founded", ledger__gold=league.draft_budget)
    if found := unused.select_for_update(of=("self",), no_key=True, skip_locked=True).order_by("pk").first():
        return found
    short = (
        f"AI{ascii_uppercase[Team.objects.filter(owner=owner).count() % 26]}"  # so that they are told apart in charts
    )
    fields: TeamFields = {"name": _name(league, roster), "short": short, "colour": free_colour(colours_taken(league))}
    if not rules.has_campaign:
        return team_create(owner=owner, ruleset=league.ruleset, rulings=league_rulings(league), **fields)
    draft = ready_draft(league.ruleset, roster, fields["name"], league.draft_budget)
    return team_found(owner=owner, ruleset=league.ruleset, draft=draft, terms=terms_of(league), actor=actor, **fields)


def rosters_of(league: League) -> dict[str, str]:
    """What a filler may play, by key; one without a name where the game has no rosters."""
    return dict(engine.ruleset(league.ruleset).team_lists()) or {"": engine.ruleset(league.ruleset).title}


def refuse_too_many_fillers(season: Season, more: int, fewer_others: int = 0) -> None:
    """At most half of a field are fillers: a league is made of people."""
    playing = season.entries.filter(withdrawn_at__isnull=True)
    fillers, others = playing.filter(filler=True).count() + more, playing.filter(filler=False).count() - fewer_others
    if fillers > others:
        raise Refused("too-many-fillers", f"At most half of the teams of {season} may be AI fillers.")


def _name(league: League, roster: str) -> str:
    """It says of itself what it is."""
    known = Team.objects.filter(Q(name__istartswith="AI ") | Q(name_look__startswith=look_of("AI")))
    taken = {look.split(" ")[0] for look in known.values_list("name_look", flat=True)}
    names = (f"AI {rosters_of(league)[roster]} {number}"[:60] for number in count(1))
    return next(name for name in names if look_of(name) not in taken)

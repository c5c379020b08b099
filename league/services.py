"""Every write to leagues. Each service checks permission, locks, validates, writes and logs in one go."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.text import slugify

import engine
from accounts.models import User
from engine.core.text import look_of
from journal.errors import Refused
from journal.services import record
from league.limits import refuse_too_many_leagues
from league.models import League, LeagueRuling, Season
from league.people import Joining
from league.permissions import May, may
from league.rulings.selectors import resolve_rulings, rulings_of
from league.terms import TERMS

LABELS = {"round_every": "Round every (minutes)", "first_kick_off": "First kick-off", "redraft_cap": "Re-draft cap"}


@transaction.atomic
def league_create(
    *,
    commissioner: User,
    name: str,
    ruleset: str,
    profile: str,
    description: str = "",
    rulings: Mapping[str, Any] | None = None,
    private: bool = False,
    joining: str = Joining.OPEN,
    **terms: Any,
) -> League:
    """A new league. `rulings` holds the departures from the profile: id → choice, or {"choice": …, setting: …}.

    `terms` are what it gives to teams that live between matches, see `league.terms`.
    """
    resolve_rulings(ruleset, profile, rulings or {})
    _refuse_terms(ruleset, terms)
    about = {"name": name, "description": description, "private": private, "joining": joining}
    league = League(commissioner=commissioner, ruleset=ruleset, profile=profile, **about, **terms)
    league.slug = _slug(league.name)
    clean_or_refuse(league)
    refuse_too_many_leagues(commissioner)
    if other := League.objects.filter(name_look=look_of(league.name)).first():
        raise Refused("name-taken", f"There is already a league called {other.name}.")
    league.save()
    _rulings_store(league, rulings or {})
    summary = f"{commissioner} created the {league}."
    record(actor=commissioner, action="league.created", target=league, summary=summary)
    return league


@transaction.atomic
def league_rulings_set(*, actor: User, league: League, profile: str, rulings: Mapping[str, Any]) -> League:
    """Replace a league's profile and departures. A running season keeps what it was started with."""
    league = league_locked(league, actor, May.SET_RULES)
    resolve_rulings(league.ruleset, profile, rulings)
    old = {"profile": league.profile, "rulings": rulings_of(league)}
    league.profile = profile
    league.save(update_fields=["profile"])
    league.rulings.all().delete()
    _rulings_store(league, rulings)
    record(
        actor=actor,
        action="league.rulings-set",
        target=league,
        summary=f"{actor} set the rulings of the {league}.",
        data={"old": old, "new": {"profile": profile, "rulings": rulings_of(league)}},
    )
    return league


@transaction.atomic
def league_terms_set(*, actor: User, league: League, **terms: Any) -> League:
    """Change what the league gives to teams. A running season keeps what it was started with."""
    league = league_locked(league, actor, May.SET_RULES)
    _refuse_terms(league.ruleset, terms)
    old = {key: getattr(league, key) for key, value in terms.items() if getattr(league, key) != value}
    if not old:
        return league
    for key in old:
        setattr(league, key, terms[key])
    clean_or_refuse(league)
    league.save(update_fields=list(old))
    changes = {key: {"old": value, "new": terms[key]} for key, value in old.items()}
    summary = f"{actor} changed the terms of the {league}."
    record(actor=actor, action="league.terms-set", target=league, summary=summary, data=changes)
    return league


def _refuse_terms(ruleset: str, terms: Mapping[str, Any]) -> None:
    rules = engine.ruleset(ruleset)
    if terms and not rules.has_campaign:
        raise Refused("no-terms", "Teams of this game have no money and nothing to decide between matches.")
    if "play" in terms and terms["play"] not in rules.campaigns:
        raise Refused("bad-play", f"{rules.title} is played as {' or '.join(rules.campaigns)} play.")
    if unknown := set(terms) - set(TERMS):
        raise Refused("unknown-field", f"A league has no {', '.join(sorted(unknown))}.")


def _rulings_store(league: League, rulings: Mapping[str, Any]) -> None:
    rows = []
    for key, value in rulings.items():
        settings = dict(value) if isinstance(value, Mapping) else {"choice": value}
        rows.append(LeagueRuling(league=league, ruling=key, choice=settings.pop("choice"), settings=settings))
    LeagueRuling.objects.bulk_create(rows)


def league_locked(league: League, actor: User, what: May) -> League:
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if not may(actor, league, what):
        raise PermissionDenied(f"Only the commissioner of the {league} may do that.")
    return league


def _slug(name: str) -> str:
    base = slugify(name)[:80] or "league"
    taken = {
        "new",
        *League.objects.filter(slug__startswith=base).values_list("slug", flat=True),
    }  # /leagues/new/ is a form
    return next(slug for slug in (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken)


def clean_or_refuse(instance: League | Season) -> None:
    try:
        instance.clean_fields()
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise Refused(
            f"bad-{field}", f"{LABELS.get(field, field.replace('_', ' ').capitalize())}: {messages[0]}"
        ) from error

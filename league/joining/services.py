"""Every write about who gets into a league: the door and its limits, and invitation links."""

from datetime import timedelta
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from journal.errors import Refused
from journal.services import record
from league.joining.access import is_insider
from league.models import League
from league.people import InvitationLink, InvitationUse
from league.permissions import May
from league.services import clean_or_refuse, league_locked

DOOR = ("private", "joining", "teams_per_coach", "most_teams")
MOST_USES = 100  # of one link
MOST_DAYS = 90  # that a link works
MOST_LINKS = 20  # of a league that still work


@transaction.atomic
def league_door_set(*, actor: User, league: League, **door: Any) -> League:
    """Say who sees the league and who gets in. Teams that are entered stay."""
    league = league_locked(league, actor, May.SET_RULES)
    if unknown := set(door) - set(DOOR):
        raise Refused("unknown-field", f"A league has no {', '.join(sorted(unknown))}.")
    old = {name: getattr(league, name) for name, value in door.items() if getattr(league, name) != value}
    if not old:
        return league
    for name in old:
        setattr(league, name, door[name])
    clean_or_refuse(league)
    league.save(update_fields=list(old))
    changes = {name: {"old": value, "new": door[name]} for name, value in old.items()}
    summary = f"{actor} changed who gets into the {league}."
    record(actor=actor, action="league.door-set", target=league, summary=summary, data=changes)
    return league


@transaction.atomic
def link_create(*, actor: User, league: League, uses: int, days: int) -> tuple[InvitationLink, str]:
    """A link, and its secret, which nobody can be told again: only its hash is kept."""
    league = league_locked(league, actor, May.INVITE)
    if not 1 <= uses <= MOST_USES:
        raise Refused("bad-uses", f"A link lets in 1 to {MOST_USES} people.")
    if not 1 <= days <= MOST_DAYS:
        raise Refused("bad-days", f"A link works for 1 to {MOST_DAYS} days.")
    now, secret = timezone.now(), token_urlsafe(24)
    if league.invitation_links.filter(revoked_at=None, until__gt=now).count() >= MOST_LINKS:
        raise Refused("too-many-links", f"The {league} has {MOST_LINKS} links that work. Take one back first.")
    link = InvitationLink.objects.create(
        league=league, secret_hash=_hash(secret), uses=uses, until=now + timedelta(days=days), made_by=actor
    )
    summary = f"{actor} made a link into the {league} for {uses} {'person' if uses == 1 else 'people'}."
    record(actor=actor, action="league.link-made", target=league, summary=summary, data={"link": link.pk, "uses": uses})
    return link, secret


@transaction.atomic
def link_revoke(*, actor: User, link: InvitationLink) -> InvitationLink:
    """From now on it lets nobody in; whoever came by it stays."""
    league = league_locked(link.league, actor, May.INVITE)
    link = InvitationLink.objects.select_for_update(no_key=True).get(pk=link.pk)
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        summary = f"{actor} took a link to the {league} back."
        record(actor=actor, action="league.link-revoked", target=league, summary=summary, data={"link": link.pk})
    return link


@transaction.atomic
def link_use(*, actor: User, secret: str) -> League:
    """Get in. Whoever is in already takes no place; the places of a link are given out one after the other."""
    link = InvitationLink.objects.select_for_update(of=("self",), no_key=True).select_related("league__commissioner")
    found = link.filter(secret_hash=_hash(secret)).first()
    if found is None:
        raise Refused("no-such-link", "There is no such invitation.")
    if is_insider(actor, found.league):
        return found.league
    if why := why_closed(found):
        raise Refused("link-closed", why)
    InvitationUse.objects.create(link=found, user=actor, place=found.used.count() + 1)
    summary = f"{actor} came into the {found.league} by a link."
    record(actor=actor, action="league.link-used", target=found.league, summary=summary, data={"link": found.pk})
    return found.league


def link_called(secret: str) -> InvitationLink | None:
    return InvitationLink.objects.filter(secret_hash=_hash(secret)).select_related("league__commissioner").first()


def why_closed(link: InvitationLink) -> str:
    """Why it lets nobody in any more; empty while it does."""
    ask = f"Ask {link.league.commissioner} for another one."
    if link.revoked_at:
        return f"This invitation was taken back. {ask}"
    if link.until <= timezone.now():
        return f"This invitation has ended. {ask}"
    if link.used.count() >= link.uses:
        return f"This invitation is used up. {ask}"
    return ""


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()

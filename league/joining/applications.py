"""A league that approves its entries: a coach asks for a place, and approving enters the team in one step."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.text import longest_of
from engine.core.text import BadText, clean_line
from journal.errors import Refused
from journal.services import record
from league.decisions.second import needs_second
from league.decisions.stakes import Matter
from league.models import Entry, Season
from league.people import Application, Joining
from league.permissions import May, may
from league.seasons.entering import entry_create, entry_judge
from teams.models import Team
from teams.permissions import is_owner


@transaction.atomic
def application_make(*, actor: User, season: Season, team: Team, message: str = "") -> Application:
    """Ask for a place. Asked again after it was declined, it waits again."""
    if not is_owner(actor, team):
        raise PermissionDenied(f"Only the owner of {team} may ask for a place.")
    season, team = entry_judge(season=season, team=team)
    if season.league.joining != Joining.APPROVED:
        raise Refused("no-approval", f"The {season.league} approves no entries: enter the team.")
    found, new = Application.objects.get_or_create(season=season, team=team)
    if not new and found.declined_at is None:
        raise Refused("asked-already", f"{team} has asked for a place already.")
    found.message, found.asked_at = _line(message, "message"), timezone.now()
    found.declined_at, found.answer = None, ""
    found.save()
    _log(actor, found, "asked", f"{actor} asked for a place of {team} in {season}.", message=found.message)
    return found


@transaction.atomic
def application_take_back(*, actor: User, application: Application) -> None:
    application = _locked(application)
    if not is_owner(actor, application.team):
        raise PermissionDenied(f"Only the owner of {application.team} may do that.")
    _log(actor, application, "taken-back", f"{actor} does not ask for a place of {application.team} any more.")
    application.delete()


def _approval(*, application: Application, **_: Any) -> Matter:
    season, team = application.season, application.team
    return Matter(season.league, f"let {team} into {season}", teams=[team])


@needs_second("entry.approved", _approval, by=May.APPROVE)
@transaction.atomic
def application_approve(*, actor: User, application: Application, reason: str = "") -> Entry:
    """Enter the team, if it still fits. The reason is asked for where it is a team of one's own."""
    application = _judged(application, actor)
    season, team = entry_judge(season=application.season, team=application.team)
    entry = entry_create(season=season, team=team)
    data = {"reason": reason} if reason else {}
    _log(actor, application, "approved", f"{actor} let {team} into {season}.", about=team.owner, **data)
    application.delete()
    return entry


@transaction.atomic
def application_decline(*, actor: User, application: Application, answer: str) -> Application:
    """Say no, and why."""
    application = _judged(application, actor)
    application.answer, application.declined_at = _line(answer, "answer", least=1), timezone.now()
    application.save()
    summary = f"{actor} declined that {application.team} enters {application.season}."
    _log(actor, application, "declined", summary, about=application.team.owner, answer=application.answer)
    return application


def _judged(application: Application, actor: User) -> Application:
    application = _locked(application)
    if not may(actor, application.season.league, May.APPROVE):
        raise PermissionDenied(f"Only those who run the {application.season.league} may do that.")
    if application.declined_at is not None:
        raise Refused("declined-already", f"{application.team} was declined, and has not asked again.")
    return application


def _locked(application: Application) -> Application:
    rows = Application.objects.select_for_update(of=("self",), no_key=True)
    found = rows.select_related("team__owner", "season__league").filter(pk=application.pk).first()
    if found is None:
        raise Refused("answered-already", "This is answered already, or was taken back.")
    return found


def _line(text: str, field: str, least: int = 0) -> str:
    try:
        return clean_line(text, longest_of(Application, field), least=least)
    except BadText as flaw:
        raise Refused(f"bad-{field}", f"The {field} cannot be kept. {flaw}") from flaw


def _log(actor: User, found: Application, did: str, summary: str, *, about: User | None = None, **data: Any) -> None:
    action, data = f"season.entry-{did}", {"team": found.team.slug} | data
    record(actor=actor, action=action, target=found.season, summary=summary, data=data, about=about)

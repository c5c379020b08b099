"""Two coaches agree when they play: one proposes a time, the other accepts it, declines it, or proposes another one.

A time lies within the round's deadline where the commissioner has set one, and leaves the order of the matches of both teams
as it is. Whatever is still open when the line-ups are locked has come to nothing.
"""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from journal.errors import Refused
from journal.services import record
from matches.control.fixtures import check_time, match_set_time, open_match, waiting_of
from matches.models import Match, lock_time
from matches.offers import TimeProposal
from teams.coaches.mail import coaches_write
from teams.models import Team
from teams.permissions import is_coach

State = TimeProposal.State
MOST_PROPOSALS = 20  # about one match; then somebody has to decide


@transaction.atomic
def time_propose(*, actor: User, match: Match, due_at: datetime) -> TimeProposal:
    """Propose a time to the other coach; what was proposed before is answered with it, or replaced. Whoever coaches both sides has agreed."""
    found = _locked(match)
    team = _own_team(actor, found)
    _check_agreed_time(found, due_at)
    if found.proposals.count() >= MOST_PROPOSALS:
        raise Refused("too-many-proposals", "So many times were proposed already. Ask the commissioner to set one.")
    if standing := found.proposals.filter(state=State.OPEN).first():
        _answer(standing, State.WITHDRAWN if standing.team_id == team.pk else State.COUNTERED)
    proposal = TimeProposal.objects.create(match=found, team=team, actor=actor, due_at=due_at)
    asked = found.fixture.away if team == found.fixture.home else found.fixture.home
    if is_coach(actor, asked):  # nobody else is to be asked
        return _agreed(actor, found, proposal, actor)
    summary = f"{team} proposed to play {found.fixture} at {due_at:%Y-%m-%d %H:%M} UTC."
    _log(actor, proposal, "time-proposed", summary)
    page = reverse("matches:time", args=[found.pk])
    coaches_write(
        asked, f"Another time for {found.fixture}", f"{summary} Accept it, decline it, or propose another one.", page
    )
    return proposal


@transaction.atomic
def time_accept(*, actor: User, proposal: TimeProposal) -> Match:
    """The other coach agrees, and the match is moved."""
    match, proposal = _standing(proposal)
    team = _own_team(actor, match, other_than=proposal.team_id)
    _check_agreed_time(match, proposal.due_at)
    _agreed(actor, match, proposal, team)
    return match


@transaction.atomic
def time_decline(*, actor: User, proposal: TimeProposal) -> None:
    match, proposal = _standing(proposal)
    team = _own_team(actor, match, other_than=proposal.team_id)
    _answer(proposal, State.DECLINED)
    _log(actor, proposal, "time-declined", f"{team} declined to play {match.fixture} at another time.")


@transaction.atomic
def time_withdraw(*, actor: User, proposal: TimeProposal) -> None:
    """Whoever proposed a time takes it back."""
    match, proposal = _standing(proposal)
    if not is_coach(actor, proposal.team):
        raise PermissionDenied(f"Only a coach of {proposal.team} may take that back.")
    _answer(proposal, State.WITHDRAWN)
    _log(actor, proposal, "time-withdrawn", f"{proposal.team} took back the time proposed for {match.fixture}.")


def proposals_of(match: Match) -> list[TimeProposal]:
    """The newest first: one query."""
    return list(match.proposals.select_related("team", "actor"))


def _check_agreed_time(match: Match, due_at: datetime) -> None:
    check_time(due_at)
    every, deadline = match.fixture.round.season.round_every, match.fixture.round.deadline
    if lock_time(due_at, every) <= timezone.now():
        raise Refused("bad-due_at", "The line-ups would be locked before anybody can answer; choose a later moment.")
    if deadline is not None and due_at > deadline:
        raise Refused("bad-due_at", f"{match.fixture.round} is to be played by {deadline:%Y-%m-%d %H:%M} UTC.")
    others = waiting_of(match.fixture.home_id, match.fixture.away_id).exclude(pk=match.pk).select_related("fixture")
    for other in others.defer("lineup"):
        if (other.due_at < match.due_at) != (other.due_at < due_at):
            raise Refused(
                "bad-due_at", f"That would change places with {other.fixture}, which only the commissioner may do."
            )


def _own_team(actor: User, match: Match, *, other_than: int | None = None) -> Team:
    """The side of the match for which somebody may speak."""
    sides = [team for team in (match.fixture.home, match.fixture.away) if team.pk != other_than]
    own = next((team for team in sides if is_coach(actor, team)), None)
    if own is None:
        raise PermissionDenied(
            "Only a coach of the other team may answer."
            if other_than
            else "Only a coach of this match may propose a time."
        )
    return own


def _agreed(actor: User, match: Match, proposal: TimeProposal, who: User | Team) -> TimeProposal:
    _answer(proposal, State.ACCEPTED)
    match_set_time(match, proposal.due_at)
    summary = f"{who} agreed: {match.fixture} is played at {proposal.due_at:%Y-%m-%d %H:%M} UTC."
    _log(actor, proposal, "time-agreed", summary)
    return proposal


def _standing(proposal: TimeProposal) -> tuple[Match, TimeProposal]:
    match = _locked(proposal.match)
    found = TimeProposal.objects.select_related("team").get(pk=proposal.pk)
    if found.state != State.OPEN:
        raise Refused("answered-already", f"That time is {found.get_state_display()} already.")
    return match, found


def _locked(match: Match) -> Match:
    Match.objects.select_for_update(no_key=True).filter(pk=match.pk).first()
    return open_match(match)


def _answer(proposal: TimeProposal, state: str) -> None:
    proposal.state, proposal.answered_at = state, timezone.now()
    proposal.save(update_fields=["state", "answered_at"])


def _log(actor: User, proposal: TimeProposal, action: str, summary: str) -> None:
    data = {"due_at": proposal.due_at.isoformat()}
    record(actor=actor, action=f"match.{action}", target=proposal.match, summary=summary, data=data)

"""Where a season leaves it to the coaches, both agree on playing a match at a table, or by the engine after all.

That is settled before the line-ups are locked; whatever is still open then has come to nothing.
"""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from journal.errors import Refused
from journal.services import record
from league.models import Season
from matches.control.fixtures import open_match
from matches.models import Match
from matches.reporting import TableOffer
from matches.table.sides import opponent_of, own_team
from teams.coaches.mail import coaches_write
from teams.permissions import is_coach

State = TableOffer.State
MOST_OFFERS = 20  # about one match


@transaction.atomic
def table_propose(*, actor: User, match: Match) -> TableOffer:
    """Propose to play it the other way: at a table, or by the engine after all. Whoever coaches both sides has agreed."""
    team, found = own_team(actor, match), _locked(match)
    if found.fixture.round.season.venue != Season.Venue.AGREED:
        raise Refused("venue-fixed", "How the matches of this season are played was settled when it started.")
    if found.table_offers.filter(state=State.OPEN).exists():
        raise Refused("offered-already", "That is proposed already, and waits for an answer.")
    if found.table_offers.count() >= MOST_OFFERS:
        raise Refused("too-many-offers", "That was proposed so many times already. It stays as it is.")
    offer = TableOffer.objects.create(match=found, team=team, at_table=not found.at_table)
    if is_coach(actor, opponent_of(found, team)):  # nobody else is to be asked
        _settle(actor, found, offer, State.ACCEPTED)
        return offer
    summary = f"{team} proposed to play {found.fixture} {_how(offer)}."
    _log(actor, offer, "table-proposed", summary)
    about = f"How {found.fixture} is played"
    page = reverse("matches:match", args=[found.pk])
    coaches_write(opponent_of(found, team), about, f"{summary} Accept or decline it.", page)
    return offer


@transaction.atomic
def table_answer(*, actor: User, offer: TableOffer, accept: bool) -> Match:
    """The other coach agrees, or does not. It may be somebody who coaches both sides, where a co-coach of one has proposed it."""
    match, offer = _standing(offer)
    other = opponent_of(match, offer.team)
    if not is_coach(actor, other):
        raise PermissionDenied(f"Only a coach of {other} may answer that.")
    _settle(actor, match, offer, State.ACCEPTED if accept else State.DECLINED)
    return match


@transaction.atomic
def table_withdraw(*, actor: User, offer: TableOffer) -> None:
    """Whoever has proposed it takes it back."""
    if not is_coach(actor, offer.team):
        raise PermissionDenied(f"Only a coach of {offer.team} may take that back.")
    _, offer = _standing(offer)
    _close(offer, State.WITHDRAWN)
    _log(actor, offer, "table-withdrawn", f"{offer.team} took back how it proposed to play {offer.match.fixture}.")


def _settle(actor: User, match: Match, offer: TableOffer, state: str) -> None:
    _close(offer, state)
    accepted = state == State.ACCEPTED
    if accepted:
        match.at_table = offer.at_table
        Match.objects.filter(pk=match.pk).update(at_table=offer.at_table)
    what = "agreed on" if accepted else "declined"
    _log(actor, offer, f"table-{state}", f"{actor} {what} playing {match.fixture} {_how(offer)}.")


def _how(offer: TableOffer) -> str:
    return "at a table" if offer.at_table else "by the engine"


def _standing(offer: TableOffer) -> tuple[Match, TableOffer]:
    match = _locked(offer.match)
    found = TableOffer.objects.select_related("team", "match__fixture__home", "match__fixture__away").get(pk=offer.pk)
    if found.state != State.OPEN:
        raise Refused("answered-already", f"That is {found.get_state_display()} already.")
    return match, found


def _locked(match: Match) -> Match:
    Match.objects.select_for_update(no_key=True).filter(pk=match.pk).first()
    return open_match(match)


def _close(offer: TableOffer, state: str) -> None:
    offer.state = state
    offer.save(update_fields=["state"])


def _log(actor: User, offer: TableOffer, action: str, summary: str) -> None:
    data = {"at_table": offer.at_table}
    record(actor=actor, action=f"match.{action}", target=offer.match, summary=summary, data=data)

"""A team's books: requests go to the campaign rules of the engine, and what these write becomes rows of the ledger.

The team's row is locked first, so two requests never see the same page of the book; a request that is sent twice finds its
own rows; and one that was made for an older page is refused.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

import engine
from accounts.models import User
from engine.campaign import Club, Entry, Office, Refusal, club_of
from engine.campaign.actions import perform
from engine.campaign.steps import READY
from engine.campaign.value import current_value, team_value
from engine.core.dice import KeyedDice
from journal.errors import Refused
from journal.services import record
from teams.models import LedgerRow, Player, Sequence, Team
from teams.rules import is_coach
from teams.seeds import draw_seed

ONE_CHANGE_AT_A_TIME = "Dugout: one change at a time"  # a rule of the house, not of a book
Deed = Callable[[Office], object]


class NoDice:
    """Nothing is rolled while no sequence is open."""

    def d(self, sides: int) -> int:
        raise Refused("no-dice", "Dice are only rolled in a sequence after a match or a season.")


def entries_of(team: Team) -> list[Entry]:
    return [entry_of(row) for row in team.ledger.order_by("number")]


def entry_of(row: LedgerRow) -> Entry:
    return Entry(row.kind, row.member, row.gold, row.spp, row.data, tuple(map(tuple, row.rolls)), row.rule)


def team_club(team: Team) -> Club:
    """What the team's books amount to now."""
    return club_of(team.ruleset, entries_of(team))


@transaction.atomic
def team_request(
    *, actor: User, team: Team, action: str, arguments: Mapping[str, Any], version: int, key: UUID | None = None
) -> list[LedgerRow]:
    """What a coach asks of the own team. `version` is the number of rows that the coach has seen, `key` names the request."""
    if not is_coach(actor, team):
        raise PermissionDenied(f"Only a coach of {team} may do that.")
    return books_enter(
        team=team,
        deed=lambda office: perform(office, action, arguments),
        action=action,
        by=LedgerRow.By.COACH,
        actor=actor,
        version=version,
        key=key,
    )


@transaction.atomic
def books_enter(
    *,
    team: Team,
    deed: Deed,
    action: str,
    by: str,
    actor: User | None = None,
    version: int | None = None,
    key: UUID | None = None,
    reason: str = "",
) -> list[LedgerRow]:
    """Let a rule write into a team's books. Who may ask for it has been checked by the caller."""
    team = locked_team(team)
    if key is not None:
        done = list(team.ledger.filter(request=key))
        if done:
            return done
    sequence = team.sequences.filter(closed_at__isnull=True).first()
    office = office_of(team, sequence)
    if version is not None and version != office.club.rows:
        message = "The team has changed since this page was shown. Look at it again, then decide."
        raise Refused("stale", message, rule=ONE_CHANGE_AT_A_TIME)
    try:
        deed(office)
    except Refusal as refusal:
        raise Refused(refusal.code, str(refusal), rule=refusal.rule) from refusal
    rows = store(team, office, sequence, key or uuid4(), action=action, by=by, actor=actor, reason=reason)
    summary = f"{actor or 'Dugout'}: {action} for {team}." if rows else ""
    if rows:
        data = {"rows": [row.number for row in rows], "by": by, "reason": reason}
        record(actor=actor, action=f"team.{action}", target=team, summary=summary, data=data)
    return rows


def office_of(team: Team, sequence: Sequence | None) -> Office:
    """The office of a team under the terms it plays by, with the dice of its sequence."""
    rules = engine.ruleset(team.ruleset)
    rulings = rules.rulings(overrides=team.terms.get("rulings", {}))
    dice = NoDice() if sequence is None else KeyedDice(sequence.secret_seed, dice_rolled(sequence), "books")
    return Office(team.ruleset, entries_of(team), rulings, dice, team.terms.get("settings", {}))


def dice_rolled(sequence: Sequence) -> int:
    return sum(len(rolls) for rolls in sequence.rows.values_list("rolls", flat=True))


def sequence_open(*, team: Team, cause: str, deadline: datetime | None) -> Sequence:
    """A new sequence with its own sealed dice; there is one for each cause, ever."""
    sequence = Sequence(team=team, number=team.sequences.count() + 1, cause=cause, deadline=deadline)
    sequence.seal(draw_seed(f"{cause} of team {team.pk}"))
    sequence.save()
    return sequence


def locked_team(team: Team) -> Team:
    return Team.objects.select_for_update(no_key=True).get(pk=team.pk)


def store(
    team: Team, office: Office, sequence: Sequence | None, key: UUID, *, action: str, **how: Any
) -> list[LedgerRow]:
    first = office.club.rows - len(office.written) + 1
    rows = LedgerRow.objects.bulk_create(
        LedgerRow(team=team, number=number, sequence=sequence, request=key, action=action, **columns(entry), **how)
        for number, entry in enumerate(office.written, start=first)
    )
    project(team, office.club)
    if sequence is not None and office.club.step == READY:
        sequence.closed_at = timezone.now()
        sequence.publish()
        sequence.save(update_fields=["closed_at", "sealed_seed"])
    return rows


def columns(entry: Entry) -> dict[str, Any]:
    return {**entry.to_json(), "member": entry.member}


def project(team: Team, club: Club) -> None:
    """What other tables refer to or lists sort by: the players, treasury and value, made to agree with the books."""
    known = {player.member: player for player in team.players.filter(member__isnull=False)}
    for gone in (player for member, player in known.items() if member not in club.members and player.left_at is None):
        gone.left_at = timezone.now()
        gone.save(update_fields=["left_at"])
    for member in club.members.values():
        wanted = {"number": member.number, "name": member.name, "position": member.position.key, "left_at": None}
        player = known.get(member.id) or Player(team=team, member=member.id)
        if player.pk is None or any(getattr(player, name) != value for name, value in wanted.items()):
            for name, value in wanted.items():
                setattr(player, name, value)
            player.save()
    totals = {
        "treasury": club.treasury,
        "value": team_value(club),
        "current_value": current_value(club),
        "step": club.step,
    }
    Team.objects.filter(pk=team.pk).update(**totals)

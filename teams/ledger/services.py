"""A team's books: requests go to the campaign rules of the engine, and what these write becomes rows of the ledger.

The team's row is locked first, so two requests never see the same page of the book; a request that is sent twice finds its
own rows; and one that was made for an older page is refused.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied
from django.db import connection, models, transaction
from django.db.models import Count, Q
from django.utils import timezone

import engine
from accounts.models import User
from engine.campaign import READY, REVOKED, Club, Entry, Refusal, Snapshot, TeamEditor
from journal.errors import Busy, Refused
from journal.services import record
from teams.ledger.reading import Ledger, ledgers_of, ledgers_shortened
from teams.ledger.snapshots import nearest_snapshot, snapshots_keep
from teams.models import LedgerRow, Player, Sequence, Team
from teams.permissions import is_coach
from teams.seeds import draw_seed

ENTRY_COLUMNS = ("kind", "member", "gold", "spp", "data", "rolls", "rule")
ROSTER_ROWS = frozenset(
    {"signed", "left", "renamed", REVOKED}
)  # all that changes who is on the list, and under which name
ONE_CHANGE_AT_A_TIME = "Dugout: one change at a time"  # a rule of the house, not of a book
Effect = Callable[[TeamEditor], object]


@dataclass(slots=True)
class Books:
    """The books of a team whose row is locked, with rows that are still to be stored."""

    team: Team
    editor: TeamEditor
    sequence: Sequence | None
    rows: list[LedgerRow]


class NoDice:
    """Nothing is rolled while no sequence is open."""

    def d(self, sides: int) -> int:
        raise Refused("no-dice", "Dice are only rolled in a sequence after a match or a season.")


def entries_of(team: Team, after: Snapshot | None = None, upto: int | None = None) -> list[Entry]:
    """The rows of the ledger, or those that came after a snapshot; up to this number."""
    rows = team.ledger.order_by("number")
    rows = rows.filter(number__gt=after["rows"]) if after else rows
    rows = rows if upto is None else rows.filter(number__lte=upto)
    return [Entry.from_json(row) for row in rows.values(*ENTRY_COLUMNS)]


def entry_of(row: LedgerRow) -> Entry:
    return Entry.from_json({column: getattr(row, column) for column in ENTRY_COLUMNS})


def team_club(team: Team, rows: int | None = None) -> Club:
    """What the team's books amount to now, or what their first rows amounted to."""
    start = nearest_snapshot(team, rows)
    return team.campaign.club(entries_of(team, start, rows), start)


def club_before_and_after(team: Team, first: int, last: int) -> tuple[Club, Club]:
    """What the books amounted to before the first of some rows and after the last of them."""
    start = nearest_snapshot(team, first - 1)
    entries = entries_of(team, start, last)
    club = team.campaign.club
    return club(entries[: first - last - 1], start), club(entries, start)


@transaction.atomic
def team_request(
    *, actor: User, team: Team, action: str, arguments: Mapping[str, Any], version: int, key: UUID | None = None
) -> list[LedgerRow]:
    """What a coach asks of a team of theirs. `version` is the number of rows that the coach has seen, `key` names the request."""
    if not is_coach(actor, team):
        raise PermissionDenied(f"Only a coach of {team} may do that.")
    return ledger_append(
        team=team,
        effect=lambda editor: editor.perform(action, arguments),
        action=action,
        by=LedgerRow.By.COACH,
        actor=actor,
        version=version,
        key=key,
    )


@transaction.atomic
def ledger_append(*, team: Team, version: int | None = None, key: UUID | None = None, **entry: Any) -> list[LedgerRow]:
    """Let a rule write into a team's books. Who may ask for it has been checked by the caller; `entry` is as in `rows_by`."""
    team = locked_team(team)
    if key is not None and (done := list(team.ledger.filter(request=key))):
        return done
    sequence = open_sequence(team)
    editor = editor_of(team, sequence)
    if version is not None and version != editor.club.rows:
        message = "The team has changed since this page was shown. Look at it again, then decide."
        raise Refused("stale", message, rule=ONE_CHANGE_AT_A_TIME)
    rows = rows_by(team, editor, sequence, key=key, **entry)
    store(Books(team, editor, sequence, rows))
    return rows


def rows_by(
    team: Team, editor: TeamEditor, sequence: Sequence | None, *, effect: Effect, key: UUID | None = None, **how: Any
) -> list[LedgerRow]:
    """The rows that a rule writes, still to be stored. `how` says action, by, actor and reason."""
    how = {"actor": None, "reason": "", **how}
    try:
        effect(editor)
    except Refusal as refusal:
        raise Refused(refusal.code, str(refusal), rule=refusal.rule) from refusal
    rows = rows_written(team, editor, sequence, request=key or uuid4(), **how)
    if rows:
        actor, action = how["actor"], how["action"]
        data = {"rows": [row.number for row in rows], "by": how["by"], "reason": how["reason"]}
        summary = team.campaign.words.log_entry(action, str(actor or "Dugout"), str(team))
        record(actor=actor, action=f"team.{action}", target=team, summary=summary, data=data)
    return rows


def open_sequence(team: Team) -> Sequence | None:
    return open_sequences(team).get(team.pk)


def open_sequences(*teams: Team) -> dict[int, Sequence]:
    """Those of some teams, by the team's id; there is at most one for each."""
    return {each.team_id: each for each in Sequence.objects.filter(team__in=teams, closed_at__isnull=True)}


def editor_of(team: Team, sequence: Sequence | None) -> TeamEditor:
    """The editor of a team under the terms it plays by, with the dice of its sequence."""
    return editors_of({team: sequence})[0]


def editors_of(teams: Mapping[Team, Sequence | None]) -> list[TeamEditor]:
    """The editors of several teams, each with its sequence. Their books are read together."""
    ledgers = ledgers_of(teams)
    return [_editor(team, sequence, ledgers[team.pk]) for team, sequence in teams.items()]


def _editor(team: Team, sequence: Sequence | None, ledger: Ledger) -> TeamEditor:
    rulings = rulings_of(team)
    dice = (
        NoDice() if sequence is None else engine.KeyedDice(sequence.secret_seed, ledger.dice_rolled(sequence), "books")
    )
    return TeamEditor(team.campaign, ledger.entries, rulings, dice, team.terms.get("settings", {}), start=ledger.start)


def rulings_of(team: Team) -> engine.Rulings:
    return rulings_in_force(team.ruleset, json.dumps(team.terms.get("rulings", {})))


@lru_cache(maxsize=256)  # all teams of a season have the same
def rulings_in_force(ruleset: str, choices: str) -> engine.Rulings:
    """What the terms of a team mean today. They may be older than the rules: only those of teams in a running season are taken over."""
    rulings, _ = engine.ruleset(ruleset).catalogue.carried_over(json.loads(choices))
    return rulings


def sequence_open(*, team: Team, kind: Sequence.Kind, object_id: int, deadline: datetime | None) -> Sequence:
    """A new sequence with its own sealed dice; there is one for each match and each season, ever."""
    return sequences_open(deadlines={team: deadline}, kind=kind, object_id=object_id)[team]


def sequences_open(
    *, deadlines: Mapping[Team, datetime | None], kind: Sequence.Kind, object_id: int
) -> dict[Team, Sequence]:
    """The same for several teams, each with its deadline."""
    earlier = Sequence.objects.filter(team__in=deadlines).order_by()
    counts = dict(earlier.values_list("team").annotate(count=Count("pk")))
    opened = {}
    for team, deadline in deadlines.items():
        number = counts.get(team.pk, 0) + 1
        opened[team] = Sequence(team=team, number=number, kind=kind, object_id=object_id, deadline=deadline)
        opened[team].seal(draw_seed(f"{opened[team].cause} of team {team.pk}"))
    Sequence.objects.bulk_create(opened.values())
    return opened


def locked_team(team: Team) -> Team:
    return Team.objects.select_for_update(no_key=True).get(pk=team.pk)


def locked_teams(*ids: int, wait: bool = True) -> list[Team]:
    """The rows of several teams, locked in one order for everybody; without `wait`, Busy where one of them is not free."""
    rows = Team.objects.select_for_update(no_key=True, skip_locked=not wait).filter(pk__in=ids).order_by("pk")
    locked = {team.pk: team for team in rows}
    if len(locked) < len(set(ids)):
        raise Busy("Somebody else is changing the team.")
    return [locked[id] for id in ids]


def rows_written(team: Team, editor: TeamEditor, sequence: Sequence | None, **how: Any) -> list[LedgerRow]:
    """Rows for what was written in the editor, still to be stored. The editor can go on from there."""
    first = editor.club.rows - len(editor.written) + 1
    rows = [
        LedgerRow(team=team, number=number, sequence=sequence, **columns(entry), **how)
        for number, entry in enumerate(editor.written, start=first)
    ]
    editor.settle()
    return rows


def store(*books: Books) -> None:
    """Add rows to the books of teams whose rows are locked, and make everything else agree with them."""
    LedgerRow.objects.bulk_create([row for each in books for row in each.rows])
    changed = [each for each in books if any(row.kind in ROSTER_ROWS for row in each.rows)]
    if changed:
        project_players({each.team: each.editor.club for each in changed})
    project_totals({each.team: each.editor.club for each in books})
    _close([each.sequence for each in books if each.sequence is not None and each.editor.club.step == READY])
    settled = [each for each in books if each.rows and (each.sequence is None or each.sequence.closed_at)]
    snapshots = snapshots_keep(editors={each.team: each.editor for each in settled})
    ledgers_shortened(snapshots, {each.team.pk: each.rows[-1] for each in settled})


def _close(sequences: list[Sequence]) -> None:
    for sequence in sequences:
        sequence.closed_at = timezone.now()
        sequence.publish()
    update_together(
        Sequence, {each.pk: {"closed_at": each.closed_at, "sealed_seed": each.sealed_seed} for each in sequences}
    )


def columns(entry: Entry) -> dict[str, Any]:
    return {**entry.to_json(), "member": entry.member}


def project(team: Team, club: Club) -> None:
    """What other tables refer to or lists sort by: the players, treasury and value, made to agree with the books."""
    project_players({team: club})
    project_totals({team: club})


def project_players(clubs: Mapping[Team, Club]) -> None:
    known = _players_concerned(clubs)
    members = {(team.pk, member) for team, club in clubs.items() for member in club.members}
    gone = [row["pk"] for key, row in known.items() if key not in members and row["left_at"] is None]
    if gone:
        Player.objects.filter(pk__in=gone).update(left_at=timezone.now())
    new = []
    for team, club in clubs.items():
        for member in club.members.values():
            wanted = {"number": member.number, "name": member.name, "position": member.position.key, "left_at": None}
            row = known.get((team.pk, member.id))
            if row is None:
                new.append(Player(team=team, member=member.id, **wanted))
            elif not wanted.items() <= row.items():
                Player.objects.filter(pk=row["pk"]).update(**wanted)
    Player.objects.bulk_create(new)


def _players_concerned(clubs: Mapping[Team, Club]) -> dict[tuple[int, int | None], Mapping[str, Any]]:
    """Those who are, were just or are again in these clubs, by team and number in its ledger: not everybody who ever left."""
    concerned = Q()
    for team, club in clubs.items():
        concerned |= Q(Q(left_at__isnull=True) | Q(member__in=club.members), team=team)
    rows = Player.objects.filter(concerned, member__isnull=False).order_by()
    found = rows.values("pk", "team", "member", "number", "name", "position", "left_at")
    return {(row["team"], row["member"]): row for row in found}


def project_totals(clubs: Mapping[Team, Club]) -> None:
    changed = {}
    for team, club in clubs.items():
        totals = {
            "treasury": club.treasury,
            "value": club.campaign.value.team(club),
            "current_value": club.campaign.value.current(club),
            "step": club.step,
        }
        if any(getattr(team, name) != total for name, total in totals.items()):
            for name, total in totals.items():
                setattr(team, name, total)
            changed[team.pk] = totals
    update_together(Team, changed)


def update_together(model: type[models.Model], changes: Mapping[int, Mapping[str, Any]]) -> None:
    """Change the same fields of several rows, each to its own values, in one statement.

    `bulk_update` does so with a case for every field and row, which takes longer than a statement for each row.
    """
    if not changes:
        return
    first = next(iter(changes.values()))
    key, *fields = [each for each in model._meta.concrete_fields if each.primary_key or each.name in first]
    casts = connection.features.requires_casted_case_in_updates
    row = ", ".join(f"CAST(%s AS {each.cast_db_type(connection)})" if casts else "%s" for each in (key, *fields))
    table, pk, *names = map(
        connection.ops.quote_name, (model._meta.db_table, *(str(each.column) for each in (key, *fields)))
    )
    values = [
        value
        for number, changed in changes.items()
        for value in (number, *(each.get_db_prep_save(changed[each.name], connection) for each in fields))
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH changed({pk}, {', '.join(names)}) AS (VALUES {', '.join([f'({row})'] * len(changes))}) "  # noqa: S608  names alone
            f"UPDATE {table} SET {', '.join(f'{each} = changed.{each}' for each in names)} "
            f"FROM changed WHERE {table}.{pk} = changed.{pk}",
            values,
        )

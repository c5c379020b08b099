"""Moves of rosters become rows of the one ledger, and their players get the numbers by which it speaks of them."""

import re
from itertools import count, groupby
from uuid import uuid4

from django.db import migrations

MATCH = re.compile(r"match ([0-9]{1,18}), ")


def forwards(apps, schema_editor):
    RosterMove, LedgerRow = apps.get_model("teams", "RosterMove"), apps.get_model("teams", "LedgerRow")
    for team in apps.get_model("teams", "Team").objects.filter(moves__isnull=False).distinct().only("pk").iterator():
        number_players(team)
        moves = list(RosterMove.objects.filter(team=team).select_related("player").order_by("pk"))
        LedgerRow.objects.bulk_create(rows_of(LedgerRow, team, moves), batch_size=500)


def number_players(team):
    """From 1, in the order in which they joined."""
    for member, player in enumerate(team.players.order_by("pk"), start=1):
        player.member = member
        player.save(update_fields=["member"])


def rows_of(LedgerRow, team, moves):
    documents = documents_of(moves)
    numbers = count(1)
    for _, together in groupby(moves, key=lambda move: (move.cause, move.actor_id)):
        request = uuid4()
        for move in together:
            match = MATCH.match(move.cause)
            yield LedgerRow(
                team=team,
                number=next(numbers),
                kind=move.kind,
                member=move.player.member,
                data=documents[move.pk],
                request=request,
                action=action_of(move),
                by="coach" if action_of(move) in ("found", "rename") else "match",
                actor_id=move.actor_id,
                match=match and int(match[1]),
                reason=move.cause if action_of(move) == "record" and not match else "",
                at=move.at,
            )


def action_of(move):
    if move.kind == "signed":
        return "prepare" if move.cause.startswith("replaces ") else "found"
    return "rename" if move.kind == "renamed" else "record"


def documents_of(moves):
    """What each row tells. Moves did not tell names, so these are found from the present ones backwards."""
    documents, names = {}, {move.player_id: move.player.name for move in moves}
    for move in reversed(moves):
        player, name = move.player, names[move.player_id]
        if move.kind == "signed":
            about = {"number": player.number, "name": name, "position": player.position}
            replaced = {"replaces": move.cause.removeprefix("replaces ")} if action_of(move) == "prepare" else {}
            documents[move.pk] = {**about, **replaced}
        elif move.kind == "renamed":
            names[move.player_id] = move.cause.removeprefix("was ")
            documents[move.pk] = {"name": name, "was": names[move.player_id]}
        else:
            documents[move.pk] = {} if move.matches is None else {"matches": move.matches}
    return documents


class Migration(migrations.Migration):

    dependencies = [
        ('teams', '0009_sequence_key'),
    ]

    operations = [
        migrations.RunPython(forwards),
    ]

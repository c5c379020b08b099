"""Statistics have one row for each team and each player of a match, instead of one for each figure."""

from collections.abc import Iterator
from itertools import groupby, islice
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

BATCH = 2000
OWNERS = {"Team": "team_id", "Player": "player_id"}


def gather(apps: Any, schema_editor: Any) -> None:
    for name, owner in OWNERS.items():
        stats = apps.get_model("matches", f"{name}Stats")
        rows = apps.get_model("matches", f"{name}Stat").objects.order_by("match_id", owner, "pk")
        columns = rows.values_list("match_id", owner, "key", "value").iterator(BATCH)
        store(
            stats,
            (
                stats(match_id=match, **{owner: of}, figures={key: value for *_, key, value in figures})
                for (match, of), figures in groupby(columns, lambda row: row[:2])
            ),
        )


def scatter(apps: Any, schema_editor: Any) -> None:
    for name, owner in OWNERS.items():
        stat = apps.get_model("matches", f"{name}Stat")
        rows = apps.get_model("matches", f"{name}Stats").objects.order_by("pk")
        columns = rows.values_list("match_id", owner, "figures").iterator(BATCH)
        store(
            stat,
            (
                stat(match_id=match, **{owner: of}, key=key, value=value)
                for match, of, figures in columns
                for key, value in figures.items()
            ),
        )


def store(model: Any, rows: Iterator[Any]) -> None:
    while batch := list(islice(rows, BATCH)):
        model.objects.bulk_create(batch)


def created(name: str, owner: str, to: str) -> migrations.CreateModel:
    return migrations.CreateModel(
        name=f"{name}Stats",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("figures", models.JSONField()),
            (
                "match",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name=f"{name.lower()}_stats",
                    to="matches.match",
                ),
            ),
            (
                owner,
                models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="stats", to=to),
            ),
        ],
        options={"verbose_name_plural": f"{name.lower()} stats"},
    )


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0007_control"),
        ("teams", "0012_game_plans"),
    ]

    operations = [
        created("Team", "team", "teams.team"),
        created("Player", "player", "teams.player"),
        migrations.RunPython(gather, scatter),
        migrations.AddConstraint(
            model_name="playerstats",
            constraint=models.UniqueConstraint(fields=("match", "player"), name="stats_once_per_player"),
        ),
        migrations.AddConstraint(
            model_name="teamstats",
            constraint=models.UniqueConstraint(fields=("match", "team"), name="stats_once_per_team"),
        ),
        migrations.DeleteModel(name="PlayerStat"),
        migrations.DeleteModel(name="TeamStat"),
    ]

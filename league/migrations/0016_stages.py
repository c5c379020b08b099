import accounts.text
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0015_decisions"),
        ("teams", "0012_game_plans"),
    ]

    operations = [
        migrations.CreateModel(
            name="Stage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("name", accounts.text.LineField(max_length=60)),
                ("format", models.CharField(max_length=30)),
                ("settings", models.JSONField(blank=True, default=dict)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="stages", to="league.season"
                    ),
                ),
            ],
            options={"ordering": ["number"]},
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.UniqueConstraint(fields=("season", "number"), name="stage_number_once_per_season"),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(("finished_at__isnull", True), ("started_at__isnull", False), _connector="OR"),
                name="stage_finished_after_start",
            ),
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seed", models.PositiveSmallIntegerField()),
                ("group", models.PositiveSmallIntegerField(default=0)),
                ("withdrawn", models.BooleanField(default=False)),
                (
                    "stage",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entrants",
                        to="league.stage",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="teams.team"
                    ),
                ),
            ],
            options={"ordering": ["seed"]},
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("stage", "team"), name="one_place_per_team_and_stage"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("stage", "seed"), name="one_team_per_seed"),
        ),
        migrations.CreateModel(
            name="Bye",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="byes",
                        to="league.round",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="teams.team"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="bye",
            constraint=models.UniqueConstraint(fields=("round", "team"), name="one_bye_per_round"),
        ),
        migrations.AddField(
            model_name="round",
            name="stage",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="league.stage"
            ),
        ),
        migrations.AddField(
            model_name="fixture", name="slot", field=models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AddField(
            model_name="result", name="home_penalties", field=models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AddField(
            model_name="result", name="away_penalties", field=models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AddField(
            model_name="entry", name="seed", field=models.PositiveSmallIntegerField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="season",
            name="seed",
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name="season",
            name="seeding",
            field=models.CharField(
                choices=[
                    ("entered", "In the order of their entries"),
                    ("chance", "By chance: drawn when the season starts"),
                    ("last-season", "By the places of the last season, newcomers after them"),
                    ("hand", "By hand: the commissioner puts them in order"),
                ],
                default="entered",
                max_length=12,
            ),
        ),
    ]

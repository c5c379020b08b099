import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

KINDS = [
    ("moved", "moved a match to another time"),
    ("swapped", "swapped home and away"),
    ("deadline", "set until when a round is played"),
    ("voided", "declared a match void"),
    ("decided", "decided a result"),
    ("replayed", "had a match played again"),
    ("forfeited", "entered a match as given up"),
    ("unplayed", "entered a match as lost by both"),
    ("withdrawn", "withdrew a team"),
    ("replaced", "replaced a team by another"),
    ("ended", "ended the season early"),
    ("delayed", "moved matches after an outage"),
    ("round-added", "added a round"),
    ("spared", "let a match go on without a coach"),
    ("policy", "changed what happens when a coach is absent"),
]


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0028_replacements"),
        ("matches", "0011_at_a_table"),
        ("teams", "0013_handover"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField("measure", "kind", models.CharField(choices=KINDS, max_length=12)),
        migrations.CreateModel(
            name="Absence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("does", models.CharField(max_length=12)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "coach",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="absences", to="matches.match"
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("does", "postponement"), _negated=True),
                        fields=("match", "team"),
                        name="absent_once_unless_postponed",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("does__in", ["orders", "ai", "concession", "double-loss", "postponement"])
                        ),
                        name="absence_does_known",
                    ),
                ],
            },
        ),
    ]

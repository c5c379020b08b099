"""What a sequence follows, which match a row prepares and which one is planned: keys instead of texts such as “match 7”."""

from django.db import migrations, models
from django.db.models.functions import Cast, Substr


def forwards(apps, schema_editor):
    follow(apps.get_model("teams", "Sequence"))
    prepare(apps.get_model("teams", "LedgerRow"))
    plan(apps.get_model("teams", "Team"))


def follow(Sequence):
    for kind in ("match", "season"):
        named = Sequence.objects.filter(cause__regex=rf"^{kind} [0-9]{{1,18}}$")
        named.update(kind=kind, object_id=number_after(kind, "cause"))
    if (strange := Sequence.objects.filter(kind=None).first()) is not None:
        raise ValueError(f"Sequence {strange.pk} follows “{strange.cause}”, which is neither a match nor a season.")


def prepare(LedgerRow):
    prepared = LedgerRow.objects.filter(action="prepare", reason__regex=r"^match [0-9]{1,18}$")
    prepared.update(match=number_after("match", "reason"), reason="")


def plan(Team):
    for team in Team.objects.exclude(match_plan={}).only("match_plan").iterator():
        team.match_plan["match"] = int(team.match_plan["match"].removeprefix("match "))
        team.save(update_fields=["match_plan"])


def number_after(kind, column):
    return Cast(Substr(column, len(f"{kind} ") + 1), models.BigIntegerField())


class Migration(migrations.Migration):

    dependencies = [
        ('teams', '0008_fewer_indexes'),
        ('league', '0005_off_season_due'),  # it still reads the texts
    ]

    operations = [
        migrations.AddField(
            model_name='sequence',
            name='kind',
            field=models.CharField(choices=[('match', 'match'), ('season', 'season')], max_length=6, null=True),
        ),
        migrations.AddField(
            model_name='sequence',
            name='object_id',
            field=models.PositiveBigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='ledgerrow',
            name='match',
            field=models.PositiveBigIntegerField(blank=True, null=True),
        ),
        migrations.RunPython(forwards),
        migrations.AlterField(
            model_name='sequence',
            name='kind',
            field=models.CharField(choices=[('match', 'match'), ('season', 'season')], max_length=6),
        ),
        migrations.AlterField(
            model_name='sequence',
            name='object_id',
            field=models.PositiveBigIntegerField(),
        ),
        migrations.RemoveConstraint(
            model_name='sequence',
            name='one_sequence_per_cause',
        ),
        migrations.RemoveField(
            model_name='sequence',
            name='cause',
        ),
        migrations.AddConstraint(
            model_name='sequence',
            constraint=models.UniqueConstraint(fields=('team', 'kind', 'object_id'), name='one_sequence_per_cause'),
        ),
        migrations.AddConstraint(
            model_name='sequence',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['match', 'season'])), name='sequence_kind_known'),
        ),
    ]

from django.db import migrations, models

from accounts.text import settle_looks


def settle(apps, schema_editor):
    settle_looks(apps.get_model("teams", "Team"), "name", "name_look")


class Migration(migrations.Migration):

    dependencies = [
        ("teams", "0006_teams_by_name"),
    ]

    operations = [
        migrations.AddField(
            model_name="team",
            name="name_look",
            field=models.CharField(default="", editable=False, max_length=220),
            preserve_default=False,
        ),
        migrations.RunPython(settle, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="team",
            name="name_look",
            field=models.CharField(editable=False, max_length=220, unique=True),
        ),
    ]

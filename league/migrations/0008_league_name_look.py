from django.db import migrations, models

from accounts.text import settle_looks


def settle(apps, schema_editor):
    settle_looks(apps.get_model("league", "League"), "name", "name_look")


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0007_leagues_by_name"),
    ]

    operations = [
        migrations.AddField(
            model_name="league",
            name="name_look",
            field=models.CharField(default="", editable=False, max_length=220),
            preserve_default=False,
        ),
        migrations.RunPython(settle, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="league",
            name="name_look",
            field=models.CharField(editable=False, max_length=220, unique=True),
        ),
    ]

import django.db.models.deletion
from django.db import migrations, models

HEIR = {"blank": True, "null": True, "on_delete": django.db.models.deletion.PROTECT, "related_name": "+", "to": "teams.team"}


class Migration(migrations.Migration):

    dependencies = [
        ("teams", "0013_handover"),
        ("league", "0027_absence"),
    ]

    operations = [
        migrations.AddField(model_name="entry", name="filler", field=models.BooleanField(default=False)),
        migrations.AddField(model_name="entry", name="replaced_by", field=models.ForeignKey(**HEIR)),
        migrations.AddField(model_name="entrant", name="filler", field=models.BooleanField(default=False)),
        migrations.AddField(model_name="fixture", name="home_heir", field=models.ForeignKey(**HEIR)),
        migrations.AddField(model_name="fixture", name="away_heir", field=models.ForeignKey(**HEIR)),
    ]

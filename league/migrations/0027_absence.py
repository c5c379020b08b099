import league.absence.policy
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0026_season_venue"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="absence",
            field=models.JSONField(default=league.absence.policy.usual_policy),
        ),
    ]

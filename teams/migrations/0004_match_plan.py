from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("teams", "0003_ledger")]

    operations = [
        migrations.AddField(
            model_name="team",
            name="match_plan",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]

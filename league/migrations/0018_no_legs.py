import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("league", "0017_seasons_have_stages")]

    operations = [
        migrations.RemoveConstraint(model_name="season", name="season_legs_one_or_two"),
        migrations.RemoveField(model_name="season", name="legs"),
        migrations.AlterField(
            model_name="round",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="league.stage"
            ),
        ),
    ]

import league.models
from django.db import migrations, models

# The rules that all tables had so far, whatever new seasons start with one day.
SO_FAR = {
    "points": {"win": 3, "draw": 1, "loss": 0, "bye": 3, "conceded_to": 3, "concedes": 0, "unplayed": 0},
    "bonuses": [],
    "bonuses_added": True,
    "forfeit_scores": True,
    "order": ["points", "difference", "touchdowns", "casualties", "head-to-head"],
    "columns": [],
}


def write_rules(apps, schema_editor):
    apps.get_model("league", "Season").objects.update(table_rules=SO_FAR)


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0022_joining"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="table_rules",
            field=models.JSONField(default=league.models.usual_table_rules),
        ),
        migrations.RunPython(write_rules, migrations.RunPython.noop),
    ]

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0008_league_name_look"),
    ]

    operations = [
        migrations.RemoveField(model_name="season", name="win_points"),
        migrations.RemoveField(model_name="season", name="draw_points"),
        migrations.RemoveField(model_name="season", name="loss_points"),
    ]

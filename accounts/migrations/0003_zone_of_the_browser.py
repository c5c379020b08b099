from django.db import migrations, models

import accounts.models


def forget_what_nobody_chose(apps, schema_editor):
    """UTC stood in every account that never chose a zone."""
    apps.get_model("accounts", "User").objects.filter(time_zone="UTC").update(time_zone="")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_user_name_look")]
    operations = [
        migrations.AlterField(
            model_name="user",
            name="time_zone",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Empty: the browser's.",
                max_length=64,
                validators=[accounts.models.validate_time_zone],
            ),
        ),
        migrations.RunPython(forget_what_nobody_chose, migrations.RunPython.noop),
    ]

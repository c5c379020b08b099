import django.core.validators
from django.db import migrations, models

from accounts.text import settle_looks


def settle(apps, schema_editor):
    settle_looks(apps.get_model("accounts", "User"), "username", "username_look")


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="username_look",
            field=models.CharField(default="", editable=False, max_length=220),
            preserve_default=False,
        ),
        migrations.RunPython(settle, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="username_look",
            field=models.CharField(editable=False, max_length=220, unique=True),
        ),
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                max_length=150,
                unique=True,
                validators=[
                    django.core.validators.RegexValidator(
                        "^(?=.{1,30}\\Z)[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\\Z",
                        "Use up to 30 letters from A to Z, digits, dots, hyphens and underscores, with a letter or a "
                        "digit at both ends.",
                    )
                ],
                verbose_name="user name",
            ),
        ),
    ]

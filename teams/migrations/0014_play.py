from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('teams', '0013_handover'),
    ]

    operations = [
        migrations.AddField(
            model_name='team',
            name='play',
            field=models.CharField(
                choices=[('league', 'League play'), ('matched', 'Matched play')], default='league', max_length=8
            ),
        ),
    ]

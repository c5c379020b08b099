from django.db import migrations, models

PLAYS = [('league', 'League play'), ('matched', 'Matched play')]


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0028_replacements'),
    ]

    operations = [
        migrations.AddField(
            model_name='league',
            name='play',
            field=models.CharField(choices=PLAYS, default='league', max_length=8),
        ),
        migrations.AddField(
            model_name='draft',
            name='play',
            field=models.CharField(choices=PLAYS, default='league', max_length=8),
        ),
    ]

from django.db import migrations, models

PLAYS = [('league', 'League play'), ('matched', 'Matched play')]


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0025_stage_unfinished'),
    ]

    operations = [
        migrations.AddField(
            model_name='league',
            name='play',
            field=models.CharField(
                'How teams play',
                choices=PLAYS,
                default='league',
                help_text='In league play teams win gold, learn and get hurt from match to match. In matched play they are drafted with '
                'added skills, by their tier, and begin every match as they were drafted.',
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name='draft',
            name='play',
            field=models.CharField(choices=PLAYS, default='league', max_length=8),
        ),
    ]

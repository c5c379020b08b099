from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('teams', '0010_one_ledger'),
    ]

    operations = [
        migrations.DeleteModel(
            name='RosterMove',
        ),
    ]

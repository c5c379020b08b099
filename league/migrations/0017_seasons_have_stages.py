from django.db import migrations


def one_stage_each(apps, schema_editor):
    """Every season so far is one round robin."""
    Season, Stage, Entrant, Round = (
        apps.get_model("league", name) for name in ("Season", "Stage", "Entrant", "Round")
    )
    for season in Season.objects.order_by("pk"):
        stage = Stage.objects.create(
            season=season,
            number=1,
            name="Round robin",
            format="round-robin",
            settings={"times": season.legs, "groups": 1},
            started_at=season.started_at,
            finished_at=season.finished_at,
        )
        if season.started_at:
            teams = season.entries.order_by("pk").values_list("team_id", flat=True)
            Entrant.objects.bulk_create(
                Entrant(stage=stage, team_id=team, seed=seed) for seed, team in enumerate(teams, start=1)
            )
        Round.objects.filter(season=season).update(stage=stage)


class Migration(migrations.Migration):

    dependencies = [("league", "0016_stages")]

    operations = [migrations.RunPython(one_stage_each, migrations.RunPython.noop)]

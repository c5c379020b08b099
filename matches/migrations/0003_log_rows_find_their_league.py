"""Log rows of older releases: the league they belong to, the person they name, and the team that entered a season.

It stands in this app, because only here all that the log speaks of is known.
"""

import re

from django.db import migrations

CHUNK = 500
NAMED = {  # the person in a summary, by what was done
    "team.co-coach-invited": re.compile(r"^\S+ invited (\S+) to coach "),
    "team.co-coach-removed": re.compile(r"^\S+ removed (\S+) from "),
    "draft.returned": re.compile(r"^\S+ returned the draft .* to (\S+)\.$"),
}


def forwards(apps, schema_editor):
    log = apps.get_model("journal", "LogEntry").objects
    leagues(apps, log)
    teams(apps, log)
    entered(apps, log)
    people(apps, log)


def leagues(apps, log):
    League = apps.get_model("league", "League")
    Season = apps.get_model("league", "Season")
    Draft = apps.get_model("league", "Draft")
    Match = apps.get_model("matches", "Match")
    for league in League.objects.values_list("pk", flat=True):
        owned = {
            "league.league": [league],
            "league.season": Season.objects.filter(league=league).values_list("pk", flat=True),
            "league.draft": Draft.objects.filter(league=league).values_list("pk", flat=True),
            "matches.match": Match.objects.filter(fixture__round__season__league=league).values_list("pk", flat=True),
        }
        for kind, ids in owned.items():
            place(log, kind, ids, league)


def teams(apps, log):
    """From the entry in a season on, until the next one, a team's rows belong to the league of that season."""
    Entry = apps.get_model("league", "Entry")
    Player = apps.get_model("teams", "Player")
    for entry in Entry.objects.select_related("season").order_by("pk"):
        since = log.filter(at__gte=entry.entered_at)
        place(since, "teams.team", [entry.team_id], entry.season.league_id)
        place(since, "teams.player", Player.objects.filter(team=entry.team_id).values_list("pk", flat=True), entry.season.league_id)


def place(log, kind, ids, league):
    ids = [str(each) for each in ids]
    for at in range(0, len(ids), CHUNK):
        log.filter(object_type=kind, object_id__in=ids[at : at + CHUNK]).update(league=league)


def entered(apps, log):
    slugs = dict(apps.get_model("teams", "Team").objects.values_list("name", "slug"))
    for row in log.filter(action__in=["season.entered", "season.withdrawn"]).iterator():
        name = re.split(r" entered | withdrew from ", row.summary)[0]
        if name in slugs and "team" not in row.data:
            row.data["team"] = slugs[name]
            row.save(update_fields=["data"])


def people(apps, log):
    users = dict(apps.get_model("accounts", "User").objects.values_list("username", "pk"))
    for row in log.filter(action__in=NAMED).iterator():
        found = NAMED[row.action].match(row.summary)
        if found and found[1] in users:
            row.about_id = users[found[1]]
            row.save(update_fields=["about"])


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0002_job"),
        ("league", "0006_handover_and_intervention"),
        ("journal", "0002_league_reason_and_person"),
        ("teams", "0004_match_plan"),
        ("accounts", "0001_initial"),
    ]

    operations = [migrations.RunPython(forwards, migrations.RunPython.noop)]

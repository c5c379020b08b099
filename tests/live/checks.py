"""What must hold in the database after any accident; each breach is one sentence."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import engine
from journal.models import LogEntry
from league.models import Result, Season
from league.selectors import standings
from matches.models import Match, MatchRecord, PlayerStat, TeamStat
from matches.selectors import match_record
from teams.models import RosterMove, Team


def breaches() -> list[str]:
    found = [breach for match in Match.objects.order_by("due_at", "pk") for breach in _of_match(match)]
    for season in Season.objects.all():
        found += _of_season(season)
    for team in Team.objects.all():
        found += _of_team(team)
    return found


def resolved() -> int:
    return Match.objects.filter(resolved_at__isnull=False).count()


def _of_match(match: Match) -> Iterator[str]:
    results, records = Result.objects.filter(fixture__match=match), MatchRecord.objects.filter(match=match)
    logs = LogEntry.objects.filter(action="match.resolved", object_id=str(match.pk))
    counts = (results.count(), records.count(), logs.count())
    if counts != (1, 1, 1):
        yield f"match {match.pk} has {counts} results, records and log rows"
        return
    file = match_record(match)
    result = results.get()
    if [result.home_score, result.away_score] != file["result"]["score"] or result.winner != file["result"]["winner"]:
        yield f"the result of match {match.pk} is not the one of its record"
    if not engine.rerun(engine.Record.from_json(file)).matches:
        yield f"the record of match {match.pk} cannot be played again"
    if engine.commitment(match.seed) != match.commitment or file["seed"] != match.seed:
        yield f"the seed of match {match.pk} is not the one it was committed to"
    yield from _of_stats(match, file)


def _of_stats(match: Match, file: dict[str, Any]) -> Iterator[str]:
    sides = zip(("home", "away"), (match.fixture.home, match.fixture.away), file["sheets"], strict=True)
    for side, team, sheet in sides:
        stored = dict(TeamStat.objects.filter(match=match, team=team).values_list("key", "value"))
        if stored != file["result"]["stats"][side]:
            yield f"the statistics of {team} in match {match.pk} are not those of its record"
        for player in sheet["players"]:
            took_part = {"matches": 1} if player["id"] not in sheet["absent"] else {}
            deeds = {key: value for key, value in file["result"]["players"][side][player["id"]].items() if value}
            row = dict(PlayerStat.objects.filter(match=match, player_id=player["id"]).values_list("key", "value"))
            if row != took_part | deeds:
                yield f"the statistics of player {player['id']} in match {match.pk} are not those of its record"
        hurt = RosterMove.objects.filter(team=team, kind="injured", cause__startswith=f"match {match.pk},")
        if sorted(str(pk) for pk in hurt.values_list("player_id", flat=True)) != sorted(
            file["result"]["serious"][side]
        ):
            yield f"the injuries of {team} in match {match.pk} are not those of its record"


def _of_season(season: Season) -> Iterator[str]:
    over = not Match.objects.filter(fixture__round__season=season, resolved_at__isnull=True).exists()
    if over != (season.state == "finished"):
        yield f"{season} is {season.state}"
    results = Result.objects.filter(fixture__round__season=season)
    for row in standings(season):
        at_home, away = results.filter(fixture__home=row.team.pk), results.filter(fixture__away=row.team.pk)
        won = at_home.filter(winner="home").count() + away.filter(winner="away").count()
        drawn = at_home.filter(winner="draw").count() + away.filter(winner="draw").count()
        if (row.played, row.points) != (at_home.count() + away.count(), 3 * won + drawn):
            yield f"the standings of {row.team.name} are wrong"


def _of_team(team: Team) -> Iterator[str]:
    """Matches were resolved in the order in which they were due, and line-ups followed the ledger."""
    mine = Match.objects.filter(fixture__home=team) | Match.objects.filter(fixture__away=team)
    ordered = list(mine.order_by("due_at"))
    for earlier, later in pairwise(ordered):
        if not earlier.resolved_at or not later.locked_at or earlier.resolved_at > later.locked_at:
            yield f"{team}: match {later.pk} did not wait for match {earlier.pk}"

"""One match: what it left behind exists once, and all of it says the same as its record."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import Q, QuerySet

import engine
from journal.models import LogEntry
from league.models import Result
from league.seasons.results import result_figures
from matches.models import Match, MatchRecord, Measure, PlayerStats, TeamStats
from matches.selectors import match_content
from operations.checks.reports import computed_digest, report_breaches
from teams.models import LedgerRow, Sequence, Team
from teams.roster.moves import RECORD, Kind
from teams.roster.sheets import own_players

SIDES = ("home", "away")
SAT_OUT = "sat out"
File = Mapping[str, Any]
ABOUT_RESULTS = [
    Measure.Kind.VOIDED,
    Measure.Kind.DECIDED,
    Measure.Kind.REPLAYED,
    Measure.Kind.FORFEITED,
    Measure.Kind.UNPLAYED,
]


def match_breaches(match: Match) -> Iterator[str]:
    """All that is wrong with one match, played or not."""
    if match.locked_at and not match.opens:
        yield "its seed is not the one it was committed to"
    if match.locked_at:
        yield from _waited(match)
    counts, void = _counts(match), match.fixture.void
    wanted = 1 if match.resolved_at else 0
    played = 0 if match.unplayed else wanted
    for what, count in counts.items():
        due = played if what != "results" else 0 if void else wanted
        if count != due:
            yield f"it has {count} {what}, and it is {'void' if void else 'resolved' if wanted else 'not resolved'}"
    decided = match.measures.filter(kind__in=ABOUT_RESULTS).first()
    counted = TeamStats.objects.filter(match=match).exists() or PlayerStats.objects.filter(match=match).exists()
    if counted and (void or not played):
        yield f"it has statistics, and it is {'void' if void else 'not played'}"
    if wanted and counts["results"] and counts["records"] == played:
        yield from _in_force(match, decided) if decided else _result(match, match_content(match))
    if played and counts["records"]:
        file = match_content(match)
        for check in (_record, report_breaches, *(() if void else (_team_stats, _player_stats)), _after):
            yield from check(match, file)


def _counts(match: Match) -> dict[str, int]:
    return {
        "results": Result.objects.filter(fixture=match.fixture_id).count(),
        "records": MatchRecord.objects.filter(match=match).count(),
        "log rows": _log(match, "match.resolved").count(),
    }


def _waited(match: Match) -> Iterator[str]:
    """It was locked when the match before it was over, for both teams: by the log, because clocks of machines may differ."""
    for team in _teams(match):
        own = Match.objects.filter(Q(fixture__home=team) | Q(fixture__away=team))
        earlier = own.filter(Q(due_at__lt=match.due_at) | Q(due_at=match.due_at, pk__lt=match.pk))
        last = earlier.order_by("-due_at", "-pk").first()
        if last is None:
            continue
        over, locked = _log(last, "match.resolved").first(), _log(match, "match.locked").first()
        if last.resolved_at is None or (over and locked and over.pk > locked.pk):
            yield f"it did not wait for match {last.pk} of {team}"


def _log(match: Match, action: str) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(object_type="matches.match", object_id=str(match.pk), action=action)


def _record(match: Match, file: File) -> Iterator[str]:
    kept = MatchRecord.objects.defer("payload").get(match=match)
    if not kept.digest == file["digest"] == computed_digest(match, file):
        yield "its digest is not the one of its record"
    if file["seed"] != match.sealed_seed or file["commitment"] != match.commitment:
        yield "its record was played with another seed"
    locked = match.lineup or {}
    if any(file[part] != locked.get(part) for part in ("ruleset", "ruleset_version", "rulings", "sheets")):
        yield "its record has not the line-ups and rulings that were locked"


def _result(match: Match, file: File) -> Iterator[str]:
    recorded = file["result"]
    result = Result.objects.get(fixture=match.fixture_id)
    concession = recorded.get("concession")
    wanted_ending = "conceded" if concession and concession["penalty"] else "played"
    if result.ended != wanted_ending:
        yield f"its result says {result.ended}, and its record {wanted_ending}"
    kept = {
        "score": [result.home_score, result.away_score],
        "touchdowns": [result.home_touchdowns, result.away_touchdowns],
        "casualties": [result.home_casualties, result.away_casualties],
        "winner": result.winner,
    }
    for what, value in kept.items():
        wanted = recorded.get(what, [0, 0])  # not every game counts casualties
        if value != wanted:
            yield f"the {what} of its result is {value}, and its record has {wanted}"


def _in_force(match: Match, measure: Measure) -> Iterator[str]:
    """The result is what the latest measure about it says."""
    if result_figures(match.fixture) != measure.result:
        yield "its result is not the one of the latest measure"


def _team_stats(match: Match, file: File) -> Iterator[str]:
    wanted = {
        (team.pk, key): value
        for side, team in zip(SIDES, _teams(match), strict=True)
        for key, value in file["result"]["stats"][side].items()
    }
    kept = _kept(match.team_stats.values_list("team_id", "figures"))
    if kept != wanted:
        yield f"its team statistics are not those of its record: {_first(kept, wanted)}"


def _player_stats(match: Match, file: File) -> Iterator[str]:
    wanted = {
        (player, key): value
        for side, team in zip(SIDES, _teams(match), strict=True)
        for player, figures in _figures(match, side, team, file).items()
        for key, value in figures.items()
        if value
    }
    kept = _kept(match.player_stats.values_list("player_id", "figures"))
    if kept != wanted:
        yield f"its player statistics are not those of its record: {_first(kept, wanted)}"


def _kept(stats: Iterable[tuple[int, dict[str, int]]]) -> dict[tuple[int, str], int]:
    return {(owner, key): value for owner, figures in stats for key, value in figures.items()}


def _figures(match: Match, side: str, team: Team, file: File) -> dict[int, dict[str, int]]:
    """By the row of the player; whoever is on the sheet took part, unless absent or the record says otherwise."""
    sheet = file["sheets"][SIDES.index(side)]
    rows = dict(team.players.filter(member__isnull=False).values_list("member", "pk")) if _has_campaign(match) else {}
    found = {}
    for each in own_players(sheet):
        if each["id"] in sheet["absent"] or not str(each["id"]).isdecimal():  # rookies and others who play for a day
            continue
        figures = dict(file["result"]["players"][side].get(str(each["id"]), {}))
        took_part = figures.pop("took_part", 1)
        found[rows.get(int(each["id"]), int(each["id"]))] = {**figures, "matches": took_part}
    return found


def _first(kept: Mapping[Any, int], wanted: Mapping[Any, int]) -> str:
    """The first of them that differs."""
    owner, key = min(each for each in kept.keys() | wanted.keys() if kept.get(each) != wanted.get(each))
    return f"{key} of {owner} is {kept.get((owner, key))}, not {wanted.get((owner, key))}"


def _after(match: Match, file: File) -> Iterator[str]:
    check = _sequences if _has_campaign(match) else _injuries
    for side, team in zip(SIDES, _teams(match), strict=True):
        for sentence in check(match, side, team, file):
            yield f"{team}: {sentence}"


def _sequences(match: Match, side: str, team: Team, file: File) -> Iterator[str]:
    """It opened one sequence for each team, and stands in its ledger once."""
    opened = Sequence.objects.filter(team=team, kind=Sequence.Kind.MATCH, object_id=match.pk).count()
    if opened != 1:
        yield f"{opened} sequences follow it"
    entered = LedgerRow.objects.filter(team=team, kind="played", data__match=match.cause).count()
    if entered != 1:
        yield f"it stands in the ledger {entered} times"


def _injuries(match: Match, side: str, team: Team, file: File) -> Iterator[str]:
    """Who was absent has one match less to miss; who was hurt pays what the rulings ask."""
    rules = engine.ruleset(file["ruleset"])
    costs = rules.after_match(rules.rulings(overrides=file["rulings"]), dict(file["result"]))[side]
    wanted: Counter[tuple[int, str, int | None]] = Counter()
    wanted.update((int(player), SAT_OUT, -1) for player in file["sheets"][SIDES.index(side)]["absent"])
    for player, cost in costs.items():
        wanted[int(player), Kind.INJURED, None] += 1
        if cost.get("permanent"):
            wanted[int(player), Kind.DEPARTED, None] += 1
        elif cost.get("absent"):
            wanted[int(player), Kind.ABSENT, cost["absent"]] += 1
    players = dict(team.players.values_list("member", "pk"))
    rows = LedgerRow.objects.filter(team=team, match=match.pk, action=RECORD)
    kept = Counter(
        (players.get(row.member), SAT_OUT if row.data.get("matches") == -1 else row.kind, row.data.get("matches"))
        for row in rows
    )
    if kept != wanted:
        yield "its roster moves are not those of its record"


def _has_campaign(match: Match) -> bool:
    return engine.ruleset(match.locked_lineup["ruleset"]).has_campaign


def _teams(match: Match) -> tuple[Team, Team]:
    return match.fixture.home, match.fixture.away


# Playing it again -------------------------------------------------------------------------------------------------------


def is_replayable(file: File) -> bool:
    """A record of another version of the rules can only be replayed by that version."""
    return bool(file["ruleset_version"] == engine.ruleset(file["ruleset"]).version)


def replay_breaches(file: File) -> Iterator[str]:
    again = engine.rerun(engine.Record.from_json(file))
    if not again.matches:
        yield f"played again it differs: {again.first_difference}"

"""How the big league comes about. Imported by ``big_league`` once Django is set up."""

import multiprocessing
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import cycle
from typing import Any
from uuid import uuid4

from big_league import COACH, COMMISSIONER, LEAGUE, RULESET, STAFF
from big_league_results import SIDES, recast
from django.db import connection, transaction
from django.utils import timezone

import engine
from accounts.models import User
from engine.campaign import Refusal
from journal.models import LogEntry
from league.drafts.services import draft_create
from league.models import League, Result, Season
from league.seasons.off_season import off_seasons_open
from league.seasons.services import season_create, season_enter
from league.seasons.stages import round_robin
from league.services import league_create
from matches.applying import outcome_apply
from matches.models import Match, MatchRecord, PlayerStats, TeamStats
from matches.playing import play
from matches.services import match_lock, season_start
from teams.coaches.services import co_coach_invite
from teams.drafting.services import team_found_ready
from teams.gameplans.services import game_plan_save, squad_ids
from teams.ledger.services import columns, editor_of, project
from teams.models import LedgerRow, Player, Sequence, Team
from teams.seeds import seeds_from
from teams.sequence.services import sequence_finish
from teams.services import standard_players

TEAMS_IN_ALL, LEAGUES_IN_ALL = 3000, 200
ROUNDS_OF_LATER_SEASON = 5
CAMPAIGN = engine.campaign_of(RULESET)
WORDS = ("Anvil", "Bridge", "Canal", "Dockyard", "Elm", "Foundry", "Gate", "Harbour", "Island", "Junction", "Kiln")  # fmt: skip


def build() -> None:
    began = time.monotonic()
    print("Building the big league", flush=True)
    with (
        seeds_from(lambda what: sha256(f"big league: {what}".encode()).hexdigest()),
        _pool() as pool,
        transaction.atomic(),
    ):
        _Builder(pool).build()
    connection.cursor().execute("ANALYZE")
    print(f"It took {time.monotonic() - began:.0f} seconds.", flush=True)


def _pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))


@dataclass
class Club:
    """A team with its ledger in memory: reading it anew for each of 2,000 matches would take an hour."""

    team: Any
    editor: Any
    stored: int  # so many rows are in the database
    rows: list[Any] = field(default_factory=list)

    def take_rows(self, **how: Any) -> int:
        """Whatever the rules have written since the last time; how many rows that is."""
        new, self.editor.written = self.editor.written, []
        self.editor.entries += new
        request = uuid4()
        for entry in new:
            self.stored += 1
            self.rows.append(LedgerRow(team=self.team, number=self.stored, request=request, **columns(entry), **how))
        return len(new)


@dataclass
class Template:
    """A match that was played: what others are made from."""

    file: dict[str, Any]
    payload: bytes
    digest: str


class _Builder:
    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self.pool = pool
        self.templates: list[Template] = []
        self.log: list[Any] = []

    def build(self) -> None:
        self.users = {name: _user(name) for name in (COMMISSIONER, *(f"coach-{n}" for n in range(1, 32)))}
        User.objects.create_superuser(STAFF, f"{STAFF}@example.org")
        boss = self.users[COMMISSIONER]
        self.league = league_create(commissioner=boss, name=LEAGUE, ruleset=RULESET, profile="official")
        self.teams = self._teams()
        first = self._season(legs=2, ago=timedelta(days=90))
        *_, last = first.rounds.values_list("number", flat=True)
        self._play(first, {1})
        self._copy(first, set(range(2, last)))
        self._play(first, {last})
        off_seasons_open()
        for team in self.teams:
            sequence_finish(team=team)
        later = self._season(legs=1, ago=timedelta(days=ROUNDS_OF_LATER_SEASON) - timedelta(hours=12))
        self._copy(later, set(range(1, ROUNDS_OF_LATER_SEASON)))
        self._play(later, {ROUNDS_OF_LATER_SEASON}, decide=False)
        self._surroundings()
        self._game_plans()

    def _teams(self) -> list[Any]:
        made = []
        for number, (roster, name) in enumerate(engine.ruleset(RULESET).team_lists().items(), start=1):
            short = f"{name:X<3}"[:3].upper().replace(" ", "X")
            look = {"short": short, "colour": _colour(name), "motto": "We are many."}
            owner = self.users[f"coach-{number}"]
            made.append(team_found_ready(owner=owner, ruleset=RULESET, roster=roster, name=f"{name} Wanderers", **look))
        return made

    def _season(self, *, legs: int, ago: timedelta) -> Any:
        boss, kick_off = self.users[COMMISSIONER], timezone.now() - ago
        when = {"first_kick_off": kick_off, "round_every": 24 * 60, "stages": round_robin(legs), "backdated": True}
        season = season_create(actor=boss, league=self.league, name="", **when)
        for team in self.teams:
            season_enter(actor=team.owner, season=season, team=team)
        return season_start(actor=boss, season=season)

    def _game_plans(self) -> None:
        """The first team plans every match and every opponent down to the last place and player."""
        own, *others = self.teams
        plans, players = engine.plans_of(RULESET), sorted(squad_ids(own), key=int)
        plan: dict[str, Any] = {}
        for key, setting in plans.settings.items():
            if setting.kind.name == "players":
                plan[key] = players[: setting.kind.most]
            elif setting.kind.name == "formation":
                places = zip(next(iter(plans.presets(key).values())), players, strict=False)
                plan[key] = [{"square": [place.behind, place.column], "player": player} for place, player in places]
        for opponent in (None, *others):
            game_plan_save(actor=own.owner, team=own, plan=plan, opponent=opponent)

    # Matches that are really played -------------------------------------------------------------------------------------

    def _play(self, season: Any, rounds: set[int], *, decide: bool = True) -> None:
        matches = list(_matches(season, rounds))
        locked = [match_lock(match_id=match.pk) for match in matches]
        games = [self.pool.submit(play, match.lineup, match.secret_seed) for match in locked]
        for match, game in zip(matches, games, strict=True):
            record = game.result()
            outcome_apply(match_id=match.pk, played=record)
            file = record.to_json()
            self.templates.append(Template(file, MatchRecord.pack(record.to_text()), record.digest))
            Match.objects.filter(pk=match.pk).update(resolved_at=match.due_at + timedelta(minutes=1))
            for team in (match.fixture.home, match.fixture.away) if decide else ():
                sequence_finish(team=team)

    # Matches that are made from these ------------------------------------------------------------------------------------

    def _copy(self, season: Any, rounds: set[int]) -> None:
        self.season = season
        self.clubs = {team.pk: _club(team) for team in Team.objects.filter(pk__in=[each.pk for each in self.teams])}
        self.results: list[Any] = []
        self.records: list[Any] = []
        self.team_stats: list[Any] = []
        self.player_stats: list[Any] = []
        done = list(map(self._copy_one, _matches(season, rounds), cycle(self.templates)))
        for club in self.clubs.values():
            LedgerRow.objects.bulk_create(club.rows, batch_size=500)
        Match.objects.bulk_update(
            done,
            ["lineup", "sealed_seed", "commitment", "locked_at", "claimed_at", "claimed_by", "attempts", "resolved_at"],
            100,
        )
        for model, rows in (
            (Result, self.results),
            (MatchRecord, self.records),
            (TeamStats, self.team_stats),
            (PlayerStats, self.player_stats),
            (LogEntry, self.log),
        ):
            model.objects.bulk_create(rows, batch_size=500)
        self.log = []

    def _copy_one(self, match: Any, template: Template) -> Any:
        home, away = self.clubs[match.fixture.home_id], self.clubs[match.fixture.away_id]
        prepared = match.due_at - timedelta(minutes=15)
        for club in (home, away):
            CAMPAIGN.prematch.journeymen(club.editor)
        wanted = CAMPAIGN.orders.complete({})["inducements"]
        bought = CAMPAIGN.prematch.induce_both(home.editor, away.editor, [wanted, wanted])
        for club in (home, away):
            if club.take_rows(action="prepare", by="orders", match=match.pk, at=prepared):
                self._note(prepared, "team.prepared", club.team, f"{club.team} prepared for {match.cause}.")
        match.lineup = self._lineup(home, away, bought)
        match.sealed_seed = sha256(f"seed of {match}".encode()).hexdigest()
        match.commitment = engine.commitment(match.sealed_seed)
        match.locked_at = prepared
        match.claimed_at, match.claimed_by, match.attempts = match.due_at, "worker", 1
        match.resolved_at = match.due_at + timedelta(minutes=1)
        self._note(prepared, "match.locked", match, f"The line-ups of {match.fixture} are locked.")
        result = self._result(match, template, home, away)
        for side, club, other in (("home", home, away), ("away", away, home)):
            self._sequence(match, club, other.team.name, result, side)
        ended = f"{match.fixture} ended {':'.join(map(str, result['score']))}."
        self._note(match.resolved_at, "match.resolved", match, ended)
        return match

    def _lineup(self, home: Club, away: Club, bought: list[Mapping[str, Any]]) -> dict[str, Any]:
        made = [
            {
                **CAMPAIGN.sheet(club.editor.club, club.team.name, club.team.short, hired),
                "key": club.team.slug,
                "absent": [],
            }
            for club, hired in zip((home, away), bought, strict=True)
        ]
        version = engine.ruleset(RULESET).version
        header = {"engine": engine.VERSION, "ruleset": RULESET, "ruleset_version": version}
        return {**header, "rulings": self.season.rulings, "sheets": made}

    def _result(self, match: Any, template: Template, home: Club, away: Club) -> dict[str, Any]:
        """What happened in the template, to players of these teams; with everything that is stored of it."""
        result = recast(template.file, match.lineup["sheets"])
        known = {
            (player.team_id, str(player.member)): player.pk
            for player in Player.objects.filter(team__in=(home.team, away.team), member__isnull=False)
        }
        for side, club in zip(SIDES, (home, away), strict=True):
            self.team_stats.append(TeamStats(match=match, team=club.team, figures=result["stats"][side]))
            for member, figures in result["players"][side].items():
                if player := known.get((club.team.pk, member)):
                    values = {**figures, "matches": figures.get("took_part", 1), "took_part": 0}.items()
                    kept = {key: value for key, value in values if value}
                    self.player_stats.append(PlayerStats(match=match, player_id=player, figures=kept))
        self.results.append(
            Result(
                fixture=match.fixture,
                home_score=result["score"][0],
                away_score=result["score"][1],
                home_touchdowns=result["touchdowns"][0],
                away_touchdowns=result["touchdowns"][1],
                home_casualties=result["casualties"][0],
                away_casualties=result["casualties"][1],
                winner=result["winner"],
                applied_at=match.resolved_at,
            )
        )
        digest = sha256(f"{template.digest} {match}".encode()).hexdigest()
        self.records.append(
            MatchRecord(match=match, digest=digest, engine=template.file["engine"], payload=template.payload)
        )
        return result

    def _sequence(self, match: Any, club: Club, opponent: str, result: dict[str, Any], side: str) -> None:
        """Record the match and decide everything, as standing orders would."""
        seed = sha256(f"{match} of {club.team}".encode()).hexdigest()
        sequence = Sequence.objects.create(
            team=club.team,
            number=club.team.sequences.count() + 1,
            kind=Sequence.Kind.MATCH,
            object_id=match.pk,
            opened_at=match.resolved_at,
            deadline=match.resolved_at + timedelta(hours=20),
            closed_at=match.resolved_at + timedelta(hours=20),
            sealed_seed=seed,
            commitment=engine.commitment(seed),
        )
        club.editor.dice = engine.KeyedDice(seed, 0, "books")
        CAMPAIGN.postmatch.record(club.editor, result, side, match.cause, opponent=opponent)
        club.take_rows(sequence=sequence, action="record", by="match", at=match.resolved_at)
        self._note(match.resolved_at, "team.record", club.team, f"Dugout: record for {club.team}.")
        if sequence.number % 10 == 0:
            for _ in _rename_and_take_back(club):
                club.take_rows(
                    sequence=sequence, action="rename", by="coach", actor=club.team.owner, at=match.resolved_at
                )
        _decide(club.editor)
        club.take_rows(sequence=sequence, action="orders", by="orders", at=sequence.closed_at)
        self._note(sequence.closed_at, "team.orders", club.team, f"Dugout: orders for {club.team}.")
        project(club.team, club.editor.club)

    def _note(self, at: datetime, action: str, target: Any, summary: str) -> None:
        kind = target._meta.label_lower
        self.log.append(LogEntry(at=at, action=action, object_type=kind, object_id=str(target.pk), summary=summary))

    # Everybody else -----------------------------------------------------------------------------------------------------

    def _surroundings(self) -> None:
        """Other teams and leagues, and what a coach and a commissioner find on their pages."""
        users = User.objects.bulk_create(User(username=f"user-{n}", email=f"user-{n}@example.org") for n in range(300))
        teams = Team.objects.bulk_create(
            Team(
                name=f"{WORDS[n % len(WORDS)]} Rovers {n}",
                slug=f"rovers-{n}",
                ruleset="battleball",
                owner=users[n % len(users)],
                colour=_colour(str(n)),
                short="ROV",
                motto="One of many.",
            )
            for n in range(TEAMS_IN_ALL - len(self.teams))
        )
        squad = standard_players(engine.ruleset("battleball"), "rovers")
        players = (Player(team=team, **each) for team in teams for each in squad)
        Player.objects.bulk_create(players, batch_size=1000)
        leagues = League.objects.bulk_create(
            League(
                name=f"{WORDS[n % len(WORDS)]} Cup {n}",
                slug=f"cup-{n}",
                commissioner=users[n],
                ruleset="battleball",
                profile="manual",
                description="A small league beside the big one.",
            )
            for n in range(LEAGUES_IN_ALL - 1)
        )
        kick_off = timezone.now() + timedelta(days=7)
        Season.objects.bulk_create(
            Season(league=league, number=1, name="Season 1", first_kick_off=kick_off, round_every=60)
            for league in leagues
        )
        own = self.users[COACH]
        draft_create(owner=own, ruleset=RULESET, roster="orc", league=self.league)
        co_coach_invite(actor=own, team=own.teams.get(), name=_user("helper").username)


def _user(name: str) -> Any:
    return User.objects.create_user(name, f"{name}@example.org")


def _colour(key: str) -> str:
    return f"#{sha256(key.encode()).hexdigest()[:6]}"


def _matches(season: Any, rounds: set[int]) -> Iterator[Any]:
    found = Match.objects.filter(fixture__round__season=season, fixture__round__number__in=rounds)
    yield from found.select_related("fixture__home", "fixture__away", "fixture__round__season__league").order_by(
        "due_at", "pk"
    )


def _club(team: Any) -> Club:
    editor = editor_of(team, None)
    return Club(team, editor, editor.club.rows)


def _decide(editor: Any) -> None:
    """Standing orders without the trial of each wish in an editor of its own, which takes long with a long ledger."""
    full = CAMPAIGN.orders.complete({})

    def one() -> bool:
        for requests in CAMPAIGN.autopilot.get(editor.club.step, ()):
            for request in requests(editor, full):
                try:
                    editor.perform(*request)
                except Refusal:
                    continue
                return True
        return False

    while editor.club.step not in CAMPAIGN.orders.resting:
        if not one():
            editor.perform("finish", {})


def _rename_and_take_back(club: Club) -> Iterator[None]:
    """The requests of a coach who changes his mind half of the time, one after the other."""
    member = club.editor.club.listed[0]
    wanted = {"member": member.id, "name": f"{member.name} II", "number": member.number}
    club.editor.perform("rename", wanted)
    yield
    if club.editor.club.rows % 2:
        CAMPAIGN.undo(club.editor, [club.editor.club.rows])
        yield

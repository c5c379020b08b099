"""A rehearsal: a whole season and the re-draft after it, by standing orders alone, in a database that is thrown away.

Everything goes through the services that real seasons use; only the seeds are derived from one number, so that a rehearsal
can be repeated, and matches are played by several processes at once.
"""

import multiprocessing
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.utils import timezone

import engine
from accounts.models import User
from engine.campaign import LEAGUE, MATCHED
from journal.errors import Refused
from league.drafts.services import draft_create, draft_save, draft_submit
from league.models import Fixture, League, Season
from league.seasons.off_season import off_seasons_open
from league.seasons.services import season_create, season_enter
from league.seasons.stages import round_robin
from league.services import league_create
from matches.applying import outcome_apply
from matches.models import Match
from matches.playing import play
from matches.services import match_lock, next_in_turn, season_start
from operations.checks.ledgers import ledger_breaches
from operations.checks.seasons import season_breaches
from operations.checks.survey import Survey, part_of
from operations.rehearsal_story import changes, team_story
from operations.scratch import scratch_database
from teams.drafting.services import ready_draft
from teams.models import Team
from teams.seeds import seeds_from
from teams.sequence.services import sequence_finish

COLOUR = "#4a4f57"
Trouble = dict[int, list[str]]  # what went wrong, by team


def rehearse(
    *, ruleset: str, rosters: Sequence[str], matches: int, seed: int, play: str = LEAGUE
) -> list[dict[str, Any]]:
    """Each team's story, with all that went wrong on the way."""
    _check_wanted(ruleset, rosters, matches)
    with throw_away(seed) as pool:
        season = season_begin(ruleset, rosters, matches, play)
        teams = list(Team.objects.order_by("pk"))
        trouble: Trouble = {team.pk: [] for team in teams}
        season_play(trouble, pool)
        off_seasons_open()
        sequences_decide(teams, trouble)
        all_check(season, trouble)
        stories = [team_story(team) for team in Team.objects.order_by("pk")]
        for team, story in zip(teams, stories, strict=True):
            if (story["matches"], story["redrafts"]) != (matches, 1):
                trouble[team.pk].append(f"is stuck after {story['matches']} matches and {story['redrafts']} re-drafts")
            if not team.campaign.teams_change and (changed := changes(story)):
                trouble[team.pk].append(f"has changed in matched play: {', '.join(changed)}")
    return [{**story, "trouble": trouble[team.pk]} for team, story in zip(teams, stories, strict=True)]


@contextmanager
def throw_away(seed: int) -> Iterator[Executor]:
    """A database and seeds for one rehearsal, and the processes that play its matches."""
    with scratch_database(), seeds_from(lambda what: sha256(f"{seed}: {what}".encode()).hexdigest()), _pool() as pool:
        yield pool


def _pool() -> Executor:
    """Processes that start afresh: one that is forked would share the connection to the database."""
    return ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))


# The season ---------------------------------------------------------------------------------------------------------------


def _check_wanted(ruleset: str, rosters: Sequence[str], matches: int) -> None:
    rules = engine.ruleset(ruleset)
    if not rules.has_campaign:
        raise Refused("no-campaign", f"Teams of {rules.title} have no life between matches to rehearse.")
    for unknown in [each for each in rosters if each not in rules.team_lists()]:
        raise Refused("no-such-roster", f"There is no roster {unknown!r}; there are {', '.join(rules.team_lists())}.")
    if len(set(rosters)) != len(rosters) or len(rosters) < 2:
        raise Refused("rosters", "A season needs two different rosters or more.")
    if not 1 <= matches <= 2 * (len(rosters) - 1):
        most = 2 * (len(rosters) - 1)
        raise Refused("matches", f"{len(rosters)} teams can play 1 to {most} matches each, not {matches}.")
    if len(rosters) * matches % 2:
        raise Refused("matches", "An odd number of teams cannot play an odd number of matches each.")


def league_begin(ruleset: str, play: str) -> League:
    user = User.objects.create_user("rehearsal", "rehearsal@example.org")
    profile = engine.ruleset(ruleset).catalogue.profiles[0]
    terms: dict[str, Any] = {"play": play, "draft_budget": 1150} if play == MATCHED else {}
    return league_create(commissioner=user, name="Rehearsal", ruleset=ruleset, profile=profile, **terms)


def season_begin(ruleset: str, rosters: Sequence[str], matches: int, play: str = LEAGUE) -> Season:
    league = league_begin(ruleset, play)
    season = season_create(
        actor=league.commissioner,
        league=league,
        name="",
        first_kick_off=timezone.now() - timedelta(days=1),
        round_every=1,
        stages=round_robin(1 if matches < len(rosters) else 2),
        backdated=True,
    )
    for roster in rosters:
        team = team_drafted(league, roster, roster.replace("-", " ").title())
        season_enter(actor=league.commissioner, season=season, team=team)
    season_start(actor=league.commissioner, season=season)
    _cut(season, len(rosters), matches)
    return season


def team_drafted(league: League, roster: str, name: str) -> Team:
    """Drafted for the league, as a coach would who takes the list that is offered."""
    owner = league.commissioner
    draft = draft_create(owner=owner, ruleset=league.ruleset, roster=roster, league=league)
    draft_save(
        actor=owner,
        draft=draft,
        document=ready_draft(league.ruleset, roster, name, league.draft_budget, league.play),
        name=name,
        short=roster.replace("-", "")[:3].upper(),
        colour=COLOUR,
    )
    team = draft_submit(actor=owner, draft=draft).team
    if team is None:
        raise Refused("not-created", f"Only the commissioner of the league can create {name}.")
    return team


def _cut(season: Season, teams: int, matches: int) -> None:
    """Leave out all matches but so many of each team."""
    places = {team: place for place, team in enumerate(season.entries.values_list("team", flat=True))}
    fixtures = Fixture.objects.filter(round__season=season).select_related("round")
    surplus = [
        each.pk
        for each in fixtures
        if not is_kept(teams, matches, each.round.number, places[each.home_id], places[each.away_id])
    ]
    Fixture.objects.filter(pk__in=surplus).delete()


def is_kept(teams: int, matches: int, round_number: int, one: int, other: int) -> bool:
    """Whether a match of a round-robin stays when each team is to play only so many.

    Where nobody ever has a bye these are the first rounds. Otherwise teams, thought of as sitting in a circle, meet only
    those who sit near enough; a second leg adds what the first does not give.
    """
    if teams % 2 == 0:
        return round_number <= matches
    earlier_leg = (round_number - 1) // teams * (teams - 1)
    apart = abs(one - other)
    return min(apart, teams - apart) <= (matches - earlier_leg) // 2


# Playing ------------------------------------------------------------------------------------------------------------------


def season_play(trouble: Trouble, pool: Executor) -> None:
    """Whatever can be played at once, until there is nothing left. A match that fails holds up its two teams alone."""
    failed: set[int] = set()
    while batch := list(next_in_turn().exclude(pk__in=failed)):
        failed |= _batch_play(batch, trouble, pool)
        sequences_decide(_teams_of(batch), trouble)


def _batch_play(batch: Sequence[Match], trouble: Trouble, pool: Executor) -> set[int]:
    """Lock, play and apply these matches; those for which it did not work."""
    games, failed = dict[int, Future[engine.Record]](), set[int]()
    for match in batch:
        with _blame(match, trouble, failed):
            locked = match_lock(match_id=match.pk)
            games[match.pk] = pool.submit(play, locked.locked_lineup, locked.secret_seed)
    for match in batch:
        if match.pk in games:
            with _blame(match, trouble, failed):
                outcome_apply(match_id=match.pk, played=games[match.pk].result())
    return failed


def all_check(season: Season, trouble: Trouble) -> None:
    """Each team once more with all of its matches, and the season for all of them."""
    season.refresh_from_db()
    wrong = list(season_breaches(season))
    for team in Team.objects.all():
        trouble[team.pk] += [*Survey(part_of(team=team.slug)).breaches(), *wrong]


@contextmanager
def _blame(match: Match, trouble: Trouble, failed: set[int]) -> Iterator[None]:
    """Whatever goes wrong with a match is trouble for both of its teams."""
    try:
        yield
    except Exception as error:
        failed.add(match.pk)
        for team in (match.fixture.home_id, match.fixture.away_id):
            trouble[team].append(f"{match.fixture}: {type(error).__name__}: {error}")


def _teams_of(batch: Iterable[Match]) -> list[Team]:
    return [team for match in batch for team in (match.fixture.home, match.fixture.away)]


def sequences_decide(teams: Iterable[Team], trouble: Trouble) -> None:
    """The standing orders decide, and then the books are checked, in games whose teams have any."""
    for team in [each for each in teams if engine.ruleset(each.ruleset).has_campaign]:
        try:
            sequence_finish(team=team)
        except Exception as error:
            trouble[team.pk].append(f"{type(error).__name__}: {error}")
        team.refresh_from_db()
        trouble[team.pk] += ledger_breaches(team)

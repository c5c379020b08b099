"""A site with something of everything, for requests to meet: both games, seasons of each state, open decisions, drafts, plans."""

from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.utils import timezone

from accounts.models import User
from league.drafting import Draft
from league.drafts.services import draft_create, draft_return, draft_save, draft_submit
from league.models import League, Season
from league.seasons.off_season import off_seasons_open
from league.seasons.services import season_create, season_enter
from league.services import league_create
from matches.models import Match
from matches.services import match_lock, match_resolve, season_start
from matches.trials import trial_start
from teams.coaches.services import co_coach_accept, co_coach_invite
from teams.drafting.services import ready_draft, team_found_ready
from teams.gameplans.services import game_plan_save
from teams.models import Team
from teams.seeds import seeds_from
from teams.sequence.services import sequence_finish
from teams.services import team_create

BATTLEBALL, BLOOD_BOWL = "battleball", "bb2025"
PROFILES = {BATTLEBALL: "manual", BLOOD_BOWL: "official"}
ROSTERS = ("human", "orc", "dwarf", "skaven")
PASSWORD = "a good password"  # noqa: S105  of accounts that live as long as a run


@dataclass
class World:
    """Who can ask, by what they are; nobody is a visitor."""

    people: dict[str, User | None]

    @property
    def coach(self) -> User:
        return self.people["coach"]

    @property
    def commissioner(self) -> User:
        return self.people["commissioner"]


def build(number: int) -> World:
    """Everything once more, under names that nobody has yet."""
    roles = ("coach", "rival", "commissioner", "co-coach")
    people: dict[str, User | None] = {
        role: User.objects.create_user(f"{role}{number}", f"{role}{number}@example.org", PASSWORD) for role in roles
    }
    people["admin"] = User.objects.create_superuser(f"root{number}", f"root{number}@example.org", PASSWORD)
    people["visitor"] = None
    world = World(people)
    with seeds_from(lambda what: sha256(f"{number}: {what}".encode()).hexdigest()):
        _battleball(world, number)
        _blood_bowl(world, number)
    _drafts(world, number)
    _co_coaches(world)
    return world


def _battleball(world: World, number: int) -> None:
    """A season that runs, with matches played, locked and given up; one open for entries, and one that is over."""
    running = _season(world, f"Iron {number}", BATTLEBALL, teams=4, every=1)
    first, second, third, *_ = _matches(running)
    _play(first, second)
    Match.objects.filter(pk=match_lock(match_id=third.pk).pk).update(
        failed_at=timezone.now(), failure="It was too dark."
    )
    _season(world, f"Harbour {number}", BATTLEBALL, teams=2, every=1440, start=False)
    _play(*_matches(_season(world, f"Castle {number}", BATTLEBALL, teams=2, every=1)))
    _team(world.coach, f"Free {number}", BATTLEBALL, 0)


def _blood_bowl(world: World, number: int) -> None:
    """Teams in their sequence, a team with a match to plan for, and teams before their re-draft."""
    running = _season(world, f"Crossroads {number}", BLOOD_BOWL, teams=4, every=1440)
    first, second, *_ = _matches(running)
    _play(first, second)
    for team in (second.fixture.home, second.fixture.away):
        sequence_finish(team=team)
    _plans(running)
    _season(world, f"Millpond {number}", BLOOD_BOWL, teams=2, every=1440, start=False)
    over = _matches(_season(world, f"Hilltop {number}", BLOOD_BOWL, teams=2, every=1))
    _play(*over)
    for match in over:
        for team in (match.fixture.home, match.fixture.away):
            sequence_finish(team=team)
    off_seasons_open()
    _team(world.coach, f"Freebooters {number}", BLOOD_BOWL, 0)


def _plans(season: Season) -> None:
    """For every match, for one and against one; the first team has its plan tried."""
    match = next(each for each in _matches(season) if each.locked_at is None)
    team, rival = match.fixture.home, match.fixture.away
    for scope in ({}, {"opponent": rival}, {"match": match.pk}):
        game_plan_save(actor=team.owner, team=team, plan={"style": "run", "carriers": ["1"]}, **scope)
    trial_start(actor=team.owner, team=team, opponent=rival, plan={"style": "run"})


def _season(world: World, name: str, ruleset: str, *, teams: int, every: int, start: bool = True) -> Season:
    """Its first round is due; the others are, or are not, by how far they are apart."""
    owner = world.commissioner
    league = league_create(commissioner=owner, name=name, ruleset=ruleset, profile=PROFILES[ruleset])
    first = timezone.now() - timedelta(minutes=10)
    season = season_create(actor=owner, league=league, name="", first_kick_off=first, round_every=every, backdated=True)
    for place in range(teams):
        coach = world.people["coach" if place % 2 == 0 else "rival"]
        season_enter(actor=coach, season=season, team=_team(coach, f"{name} {place}", ruleset, place))
    return season_start(actor=owner, season=season) if start else season


def _team(owner: User, name: str, ruleset: str, place: int) -> Team:
    about = {"name": name, "short": "ABC", "colour": "#4a4f57", "motto": "Onwards."}
    if ruleset == BLOOD_BOWL:
        return team_found_ready(owner=owner, ruleset=ruleset, roster=ROSTERS[place % len(ROSTERS)], **about)
    return team_create(owner=owner, ruleset=ruleset, **about)


def _matches(season: Season) -> list[Match]:
    matches = Match.objects.filter(fixture__round__season=season).order_by("due_at", "pk")
    return list(matches.select_related("fixture__home", "fixture__away"))


def _play(*matches: Match) -> None:
    for match in matches:
        match_lock(match_id=match.pk)
        match_resolve(match_id=match.pk)


def _drafts(world: World, number: int) -> None:
    """In the making with and without a league, waiting for approval, and returned."""
    coach, owner = world.coach, world.commissioner
    league = league_create(
        commissioner=owner, name=f"Gate {number}", ruleset=BLOOD_BOWL, profile="official", approves_drafts=True
    )
    draft_create(owner=coach, ruleset=BLOOD_BOWL, roster="human")
    _draft(coach, league, f"Begun {number}")
    draft_submit(actor=coach, draft=_draft(coach, league, f"Waiting {number}"))
    returned = draft_submit(actor=coach, draft=_draft(coach, league, f"Returned {number}"))
    draft_return(actor=owner, draft=returned, comment="Fewer trolls, please.")


def _draft(coach: User, league: League, name: str) -> Draft:
    draft = draft_create(owner=coach, ruleset=BLOOD_BOWL, roster="orc", league=league)
    document = ready_draft(BLOOD_BOWL, "orc", name)
    return draft_save(actor=coach, draft=draft, document=document, name=name, short="DRA", colour="#4a4f57")


def _co_coaches(world: World) -> None:
    """Of some teams already, and asked for others; of one team in a season, since nobody coaches two rivals."""
    other = world.people["co-coach"]
    of_seasons = {team.entries.values_list("season", flat=True).first(): team for team in _bowl_teams(world.coach)}
    for place, team in enumerate(of_seasons.values()):
        co_coach_invite(actor=world.coach, team=team, name=other.username)
        if place % 2 == 0:
            co_coach_accept(actor=other, team=team)


def _bowl_teams(coach: User) -> list[Team]:
    """The last ones first: of those in one season, the first is kept."""
    return list(coach.teams.filter(ruleset=BLOOD_BOWL).order_by("-pk"))

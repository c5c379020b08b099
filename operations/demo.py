"""The demonstration: a league of each game that is already playing, and one that waits for teams."""

from datetime import timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from league.models import League
from league.seasons.services import season_create, season_enter
from league.seasons.stages import round_robin
from league.services import league_create
from matches.services import season_start
from teams.drafting.services import team_found_ready
from teams.models import Team
from teams.services import TeamFields, team_create

BATTLEBALL, BLOOD_BOWL = "battleball", "bb2025"
COMMISSIONER = "cara"
COACHES = ("abel", "bente", "chidi", "dana", "eloise", "farid")
MINUTES_BETWEEN_ROUNDS = {BATTLEBALL: 4, BLOOD_BOWL: 10}  # coaches of Blood Bowl have something to decide
ROUNDS_DUE_AT_ONCE = 3


class Club(NamedTuple):
    owner: str
    name: str
    short: str
    colour: str
    motto: str
    roster: str = ""


PLAYING = (
    Club("abel", "Anvil Street Hammers", "ASH", "#b3432b", "Strike while it is hot."),
    Club("bente", "Northgate Gulls", "NGG", "#2f6f9f", "High tide, high score."),
    Club("chidi", "Copperfield Comets", "CFC", "#c9812a", "Seen once, remembered."),
    Club("dana", "Mill Lane Badgers", "MLB", "#4a4f57", "We dig in."),
    Club("eloise", "Saltmarsh Herons", "SMH", "#2e8b74", "Patience, then the spear."),
    Club("farid", "Old Bridge Lanterns", "OBL", "#8b5fbf", "Somebody left the light on."),
)
WAITING = (
    Club("abel", "Foundry Row Sparks", "FRS", "#d1495b", "Second shift, first place."),
    Club("dana", "Quarry Hill Goats", "QHG", "#6b8e23", "Uphill both ways."),
)
FREE = (Club("farid", "Ferry Dock Otters", "FDO", "#3b7a8c", "Slippery by trade."),)
BOWLERS = (
    Club("abel", "Tollgate Trumpeters", "TGT", "#2b5fa8", "Loud, then louder.", "human"),
    Club("bente", "Fjord End Wreckers", "FEW", "#7a8fa6", "The boat can wait.", "norse"),
    Club("chidi", "Bog Lane Bashers", "BLB", "#3f7d32", "Wot ball?", "orc"),
    Club("dana", "Deep Shaft Reckoners", "DSR", "#a8742b", "It is all written down.", "dwarf"),
    Club("eloise", "Silverbirch Wanderers", "SBW", "#4c9a6a", "Catch us in autumn.", "wood-elf"),
    Club("farid", "Sunstone Baskers", "SSB", "#c25b1e", "Warm first, win later.", "lizardmen"),
    Club("abel", "Cellar Street Scurriers", "CSS", "#8a3d5c", "Gone before you looked.", "skaven"),
    Club("dana", "Cemetery Gate Returners", "CGR", "#5b5470", "See you again.", "shambling-undead"),
)


@transaction.atomic
def demo_create(*, password: str) -> bool:
    """Make the demonstration, unless it is there already."""
    if League.objects.filter(name="Iron City Battleball League").exists():
        return False
    hashed = make_password(password)  # once: hashing is slow on purpose
    users = {name: _user(name, hashed) for name in (COMMISSIONER, *COACHES)}
    _battleball_league(users)
    _blood_bowl_league(users)
    _open_league(users)
    for club in FREE:
        _team(users, BATTLEBALL, club)
    return True


def _battleball_league(users: dict[str, User]) -> None:
    league = league_create(
        commissioner=users[COMMISSIONER],
        name="Iron City Battleball League",
        ruleset=BATTLEBALL,
        profile="manual",
        description="Six clubs of the old iron town, home and away. A round is played every few minutes.",
    )
    _running_season(league, "Founders' Season", [_team(users, BATTLEBALL, club) for club in PLAYING])


def _blood_bowl_league(users: dict[str, User]) -> None:
    league = league_create(
        commissioner=users[COMMISSIONER],
        name="Crossroads Bowl",
        ruleset=BLOOD_BOWL,
        profile="official",
        description="Eight teams of eight kinds meet where the roads do, home and away, by the official rules. A round is played every ten minutes.",
    )
    _running_season(league, "First Harvest", [_team(users, BLOOD_BOWL, club) for club in BOWLERS])


def _running_season(league: League, name: str, teams: list[Team]) -> None:
    commissioner = league.commissioner
    every = MINUTES_BETWEEN_ROUNDS[league.ruleset]
    due = timedelta(minutes=every * (ROUNDS_DUE_AT_ONCE - 1), seconds=30)
    season = season_create(
        actor=commissioner,
        league=league,
        name=name,
        first_kick_off=timezone.now() - due,
        round_every=every,
        stages=round_robin(2),
        backdated=True,
    )
    for team in teams:
        season_enter(actor=team.owner, season=season, team=team)
    season_start(actor=commissioner, season=season)


def _open_league(users: dict[str, User]) -> None:
    commissioner = users[COMMISSIONER]
    league = league_create(
        commissioner=commissioner,
        name="Harbour Lights Cup",
        ruleset=BATTLEBALL,
        profile="published",
        description="Played as the boxed game is. Entries are open: bring a team.",
    )
    season = season_create(
        actor=commissioner,
        league=league,
        name="Summer Season",
        first_kick_off=timezone.now() + timedelta(days=7),
        round_every=24 * 60,
    )
    for club in WAITING:
        team = _team(users, BATTLEBALL, club)
        season_enter(actor=team.owner, season=season, team=team)


def _team(users: dict[str, User], ruleset: str, club: Club) -> Team:
    fields: TeamFields = {"name": club.name, "colour": club.colour, "short": club.short, "motto": club.motto}
    if club.roster:
        return team_found_ready(owner=users[club.owner], ruleset=ruleset, roster=club.roster, **fields)
    return team_create(owner=users[club.owner], ruleset=ruleset, **fields)


def _user(name: str, hashed_password: str) -> User:
    """An existing account of that name keeps its password."""
    user = User.objects.filter(username=name).first()
    if user is None:
        user = User.objects.create(
            username=name, email=f"{name}@example.org", password=hashed_password, first_name=name.capitalize()
        )
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user

"""What a measure changes: everything concerned is looked at before and after, and the differences are the ripples.

A preview does the same thing as the measure itself and takes it back, so that both look at the same differences.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from hashlib import sha256
from json import dumps
from typing import Any

from django.db.models import Q

import engine
from engine.campaign import READY, Club, Member
from league.absence.services import policy_of
from league.formats import format_of
from league.models import Result, Season
from league.seasons.courses import courses_of
from league.seasons.places import season_places
from league.seasons.tables import season_tables
from matches.models import Match
from teams.ledger.services import team_club
from teams.models import LedgerRow, Sequence, Team
from teams.roster.moves import absences

Place = tuple[str, str, str]  # the area, what it is about, and which of its figures
State = dict[Place, Any]
NOTHING = "none"
DICE, STAYS = "dice", "stays"
SIDES_OF_MATCH = ("fixture__home", "fixture__away", "fixture__home__name", "fixture__away__name")
LISTED, ORDER = "on the list", "plays in this order"
MOMENTS = ("kick-off", "line-ups are locked", "decides until")
LEFT_OPEN = "the standing orders decide what the coach has left open"
FIGURES = (
    LISTED,
    "Star Player Points",
    "misses the next match",
    "niggling injuries",
    "changed characteristics",
    "skills learned",
    "number",
)  # of a player


@dataclass(frozen=True, slots=True)
class Ripple:
    """One thing that is different afterwards. What dice decide is not told before they are thrown."""

    area: str  # "table", "bracket", "books", "players", "matches", "season", "dice", "stays"
    about: str
    what: str
    old: str
    new: str
    dice: bool = False

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(row: Mapping[str, Any]) -> "Ripple":
        return Ripple(**row)

    @property
    def when(self) -> list[datetime] | None:
        """Both as moments, where they are."""
        try:
            return [datetime.fromisoformat(self.old), datetime.fromisoformat(self.new)]
        except ValueError:
            return None


class Watch:
    """Looks at a season and some of its teams, now and once more when it is asked for the ripples."""

    def __init__(self, season: Season, teams: Iterable[int]) -> None:
        self.season = season
        self.teams = set(teams)
        self.rows = {pk: _last_row(pk) for pk in self.teams}
        self.known = set(Match.objects.filter(fixture__round__season=season).values_list("pk", flat=True))
        self.called: dict[int, str] = {}  # a match keeps its name here, whoever plays it in the end
        self.before = self._state()

    def ripples(self) -> list[Ripple]:
        after, thrown = self._state(), list(self._thrown())
        by_dice = {place for team, row in thrown for place in _by_dice(team, row)}
        places = [*self.before, *(place for place in after if place not in self.before)]
        ordered = {team.name for team, row in thrown if row.by == LedgerRow.By.ORDERS}
        changed = [
            Ripple(*place, _text(old), _text(new), place in by_dice or _is_of(place, ordered))
            for place in places
            if (old := self.before.get(place)) != (new := after.get(place))
            and not _told_anyway(place, self.before, after)
        ]
        dice = [ripple for team, row in thrown if row.by != LedgerRow.By.ORDERS for ripple in _dice(team, row)]
        return [*changed, *dice, *(Ripple(DICE, team, LEFT_OPEN, "", "", dice=True) for team in sorted(ordered))]

    def _state(self) -> State:
        season = Season.objects.select_related("league").get(pk=self.season.pk)
        teams = list(Team.objects.filter(pk__in=self.teams).order_by("name"))
        state: State = dict(_season(season))
        state |= _table(season)
        state |= _brackets(season)
        for team in teams:
            state |= _team(team)
        state |= _matches(season, self.teams, self.known, self.called)
        return state

    def _thrown(self) -> Iterator[tuple[Team, LedgerRow]]:
        """The rows with dice that were added meanwhile."""
        for team in Team.objects.filter(pk__in=self.teams).order_by("name"):
            for row in team.ledger.filter(number__gt=self.rows[team.pk]).order_by("number"):
                if row.rolls:
                    yield team, row


def foreseen(ripples: Iterable[Ripple]) -> list[Ripple]:
    """What can be told beforehand: which dice will be thrown, and not what they show or change. They are thrown anew."""
    return [
        replace(each, new="") if each.area == DICE else each for each in ripples if each.area == DICE or not each.dice
    ]


def fingerprint(ripples: Iterable[Ripple]) -> str:
    """Names what a preview has shown, so that nobody confirms anything else. New moments count from now, which goes on meanwhile."""
    shown = [
        each.to_json() if each.what not in MOMENTS else [each.area, each.about, each.what, each.old]
        for each in foreseen(ripples)
    ]
    return sha256(dumps(shown, sort_keys=True).encode()).hexdigest()[:32]


def _is_of(place: Place, teams: Collection[str]) -> bool:
    """Whether it stands in the books of one of these teams, or is about one of its players."""
    area, about, _ = place
    return (area == "books" and about in teams) or (
        area == "players" and any(about.endswith(f"({each})") for each in teams)
    )


def _told_anyway(place: Place, before: State, after: State) -> bool:
    """The figures of a player who comes or goes, and an order of matches in which nothing but one match is new or gone."""
    area, about, what = place
    if area == "players" and what != LISTED:
        return ("players", about, LISTED) not in before or ("players", about, LISTED) not in after
    if what == ORDER and place in before and place in after:
        old, new = before[place].split(", "), after[place].split(", ")
        return [each for each in old if each in new] == [each for each in new if each in old]
    return what == ORDER


def _text(value: Any) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _last_row(team: int) -> int:
    return LedgerRow.objects.filter(team=team).order_by("-number").values_list("number", flat=True).first() or 0


# What is looked at --------------------------------------------------------------------------------------------------------


def _season(season: Season) -> Iterator[tuple[Place, Any]]:
    yield ("season", season.name, "state"), season.get_state_display()
    yield ("season", season.name, "rounds"), season.rounds.count()
    yield ("season", season.name, "champion"), _champion(season)
    yield ("season", season.name, "when a coach is absent"), " ".join(policy_of(season).words)
    for name, withdrawn in season.entries.values_list("team__name", "withdrawn_at"):
        yield ("season", name, "plays"), withdrawn is None


def _champion(season: Season) -> str | None:
    if season.state != Season.State.FINISHED:
        return None
    return Team.objects.values_list("name", flat=True).get(pk=season_places(season)[0])


def _table(season: Season) -> State:
    state: State = {}
    for table in season_tables(season):
        where = f", {table.name}" if table.name else ""
        for row in table.rows:
            name = row.team.name
            state["table", name, f"place{where}"] = row.rank
            state["table", name, f"points{where}"] = row.points
            state["table", name, f"won, drawn, lost{where}"] = f"{row.won}, {row.drawn}, {row.lost}"
            state["table", name, f"score{where}"] = f"{row.points_for} : {row.points_against}"
    return state


def _brackets(season: Season) -> State:
    """Who goes on from each tie that is decided."""
    stages = [each for each in season.stages.all() if each.started_at and format_of(each.format).has_bracket]
    courses = courses_of(season, stages) if stages else {}
    return {
        ("bracket", tie.name, "goes on"): str(courses[stage.pk].teams.get(tie.winner, "a former team"))
        if tie.winner
        else None
        for stage in stages
        for ties in format_of(stage.format).bracket(courses[stage.pk])
        for tie in ties
    }


def _team(team: Team) -> State:
    if not engine.ruleset(team.ruleset).has_campaign:
        return dict(_squad(team))
    club = team_club(team)
    state: State = {}
    state["books", team.name, "treasury"] = f"{club.treasury}k"
    state["books", team.name, "dedicated fans"] = club.fans
    state["books", team.name, "team value"] = f"{club.campaign.value.team(club)}k"
    state["books", team.name, "matches that count at the re-draft"] = (
        f"{club.played}, {club.won} won, {club.drawn} drawn"
    )
    state["books", team.name, "post-match sequence"] = (
        "closed" if club.step == READY else club.campaign.steps.names[club.step]
    )
    state["books", team.name, "decides until"] = _deadline(team)
    for member in club.members.values():
        state |= _member(team, club, member)
    return state


def _deadline(team: Team) -> datetime | None:
    open_ = Sequence.objects.filter(team=team, closed_at__isnull=True).first()
    return open_.deadline if open_ else None


def _member(team: Team, club: Club, member: Member) -> State:
    about = f"{member.name} ({team.name})"
    losses = sorted(f"{name} {by:+}" for name, by in member.changes.items() if by)
    values = (
        "as a journeyman" if member.journeyman else "yes",
        member.spp,
        member.misses_next,
        member.niggling,
        ", ".join(losses) or NOTHING,
        len(member.skills),
        member.number,
    )
    return {("players", about, what): value for what, value in zip(FIGURES, values, strict=True)}


def _squad(team: Team) -> Iterator[tuple[Place, Any]]:
    away = absences(team)
    for player in team.players.filter(left_at__isnull=True):
        about = f"{player.name} ({team.name})"
        yield ("players", about, LISTED), "yes"
        yield ("players", about, "matches to miss"), away.get(player.pk, 0)


def _matches(season: Season, teams: Iterable[int], known: Collection[int], called: dict[int, str]) -> State:
    state, names_of = State(), _names(season, known)
    own = Match.objects.filter(fixture__round__season=season).filter(
        Q(fixture__home__in=teams) | Q(fixture__away__in=teams)
    )
    shown = own.select_related("fixture__home", "fixture__away", "fixture__round__season", "fixture__result")
    for match in shown.defer("lineup").order_by("due_at", "pk"):
        fixture = match.fixture
        names = " and ".join(sorted((fixture.home.name, fixture.away.name)))
        about = called.setdefault(match.pk, f"Round {fixture.round.number}: {names} ({names_of[match.pk]})")
        result = getattr(fixture, "result", None)
        state["matches", about, "played by"] = names
        state["matches", about, "at home"] = fixture.home.name
        state["matches", about, "state"] = "over" if match.status == "resolved" else match.status
        state["matches", about, "result"] = _ended(result) if result else None
        if not match.resolved_at:
            state["matches", about, "kick-off"] = match.due_at
            state["matches", about, "line-ups are locked"] = match.locked_at or match.locks_at
    return state | _order(season, teams, names_of)


def _names(season: Season, known: Collection[int]) -> dict[int, str]:
    """What matches are called. A database does not give the numbers of a preview to the new matches that are kept."""
    every = Match.objects.filter(fixture__round__season=season).order_by("pk").values_list("pk", flat=True)
    new = [pk for pk in every if pk not in known]
    return {pk: f"match {pk}" for pk in known} | {pk: f"new match {number}" for number, pk in enumerate(new, start=1)}


def _ended(result: Result) -> str:
    """Each score beside the team that it is of."""
    sides = result.fixture.home.name, result.fixture.away.name
    winners = {Result.Winner.HOME: f"won by {sides[0]}", Result.Winner.AWAY: f"won by {sides[1]}"}
    ending = winners.get(Result.Winner(result.winner), result.get_winner_display())
    ended = f"{sides[0]} {result.home_score} : {result.away_score} {sides[1]}, {ending}"
    return f"{ended}, {result.shootout}" if result.shootout else ended


def _order(season: Season, teams: Iterable[int], names_of: Mapping[int, str]) -> State:
    """In which order each team plays: a match that is moved may overtake others."""
    order: dict[tuple[int, str], list[str]] = defaultdict(list)
    waiting = Match.objects.filter(resolved_at__isnull=True, fixture__round__season=season).order_by("due_at", "pk")
    for pk, *sides in waiting.values_list("pk", *SIDES_OF_MATCH):
        for team, name in zip(sides[:2], sides[2:], strict=True):
            order[team, name].append(names_of[pk])
    return {("matches", name, ORDER): ", ".join(found) for (team, name), found in order.items() if team in teams}


# What dice change ---------------------------------------------------------------------------------------------------------


def _by_dice(team: Team, row: LedgerRow) -> Iterator[Place]:
    """Whatever the dice of a row may change, also where they have changed nothing."""
    if row.kind in ("winnings", "mistake"):
        yield "books", team.name, "treasury"
    elif row.kind == "staff":
        yield "books", team.name, "dedicated fans"
    elif row.kind in ("left", "stayed"):
        yield "books", team.name, "team value"
        yield from (("players", _player(team, row), what) for what in FIGURES)


def _dice(team: Team, row: LedgerRow) -> Iterator[Ripple]:
    whose = "" if row.member is None else f", {_player(team, row)}"
    for what, sides, face in row.rolls:
        yield Ripple(DICE, team.name, f"{what}{whose}", f"D{sides}", str(face), dice=True)


def _player(team: Team, row: LedgerRow) -> str:
    return f"{team.players.get(member=row.member).name} ({team.name})"

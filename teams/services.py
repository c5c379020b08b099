"""Every write to teams. Each service checks permission, locks, validates, writes and logs in one transaction."""

import re
from collections.abc import Iterator, Mapping
from itertools import count
from math import gcd
from typing import Any, TypedDict, Unpack
from zlib import crc32

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

import engine
from accounts.ai import is_ai
from accounts.models import User
from accounts.services import user_lock
from engine.core.text import look_of
from journal.errors import Refused
from journal.services import record
from teams.models import LedgerRow, Player, Team
from teams.permissions import is_owner
from teams.roster.moves import FOUND, PREPARE, RECORD, RENAME, Kind, Move, moves_enter, signing
from teams.roster.sheets import sheet_of, team_sheet

NAMED_RULE = re.compile(rf"\b({'|'.join(engine.RULESETS)})\.[a-z0-9-]+")
LABELS = {"short": "Short name"}
MOST_TEAMS = 100  # of one coach; a team is never deleted


class TeamFields(TypedDict, total=False):
    """What a coach may change whenever they like."""

    name: str
    colour: str
    short: str
    motto: str


UPDATABLE = frozenset(TeamFields.__annotations__)


@transaction.atomic
def team_create(
    *,
    owner: User,
    ruleset: str,
    players: list[dict[str, Any]] | None = None,
    rulings: engine.Rulings | None = None,
    **fields: Unpack[TeamFields],
) -> Team:
    """A new team with its players; without `players`, as many of each position as the rulings ask for.

    `rulings` are those of the league the team is made for; without them, the ruleset's defaults. `fields` are its name,
    colour, short name and motto. Teams with a life between matches are drafted instead: see `teams.drafting.services`.
    """
    rules = ruleset_or_refuse(ruleset)
    if rules.has_campaign:
        raise Refused("draft-first", f"A team of {rules.title} is drafted.")
    rulings = rulings or rules.rulings()
    refuse_unknown(fields)
    team = Team(owner=owner, ruleset=ruleset, **fields)
    team.colour, team.slug = team.colour.lower(), team_slug(team.name)
    check_fields(team)
    squad = standard_players(rules, team.slug, rulings) if players is None else players
    _check_players(team, squad, rulings)
    refuse_too_many_teams(owner)
    team.save()
    signed = [_sign(team, member, each) for member, each in enumerate(squad, start=1)]
    moves_enter(team, *map(signing, signed), action=FOUND, by=LedgerRow.By.COACH, actor=owner)
    record(actor=owner, action="team.created", target=team, summary=f"{owner} created {team}.")
    return team


@transaction.atomic
def team_update(*, actor: User, team: Team, **fields: Unpack[TeamFields]) -> Team:
    """Change a team's name, colour, short name or motto. The address of its page stays as it is."""
    refuse_unknown(fields)
    team = _locked(team, actor)
    old = {key: getattr(team, key) for key in fields}
    for key, value in fields.items():
        setattr(team, key, value)
    check_fields(team)
    changes = {key: {"old": old[key], "new": getattr(team, key)} for key in fields if old[key] != getattr(team, key)}
    if not changes:
        return team
    team.save(update_fields=[*changes, "name_look"])
    record(actor=actor, action="team.updated", target=team, summary=f"{actor} changed {team}.", data=changes)
    return team


@transaction.atomic
def team_rename_player(*, actor: User, player: Player, name: str) -> Player:
    team = _locked(player.team, actor)
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.left_at:
        raise Refused("player-departed", f"{player.name} has left the team.")
    old, player.name = player.name, name
    _clean(player)
    if old == player.name:
        return player
    player.save(update_fields=["name"])
    renamed = (Kind.RENAMED, player, {"name": player.name, "was": old})
    moves_enter(team, renamed, action=RENAME, by=LedgerRow.By.COACH, actor=actor)
    summary = f"{actor} renamed {old} of {team} to {player.name}."
    record(actor=actor, action="player.renamed", target=player, summary=summary, data={"old": old, "new": player.name})
    return player


@transaction.atomic
def player_sit_out(*, player: Player, remaining: int, match: int) -> None:
    """Take one missed match off a player's absence; with the last one the player is back."""
    kind = Kind.ABSENT if remaining > 1 else Kind.RETURNED
    moves_enter(player.team, (kind, player, {"matches": -1}), action=RECORD, by=LedgerRow.By.MATCH, match=match)


@transaction.atomic
def player_hurt(*, player: Player, match: int, absent: int = 0, permanent: bool = False) -> None:
    """Enter a serious injury, and what it costs the team after the match."""
    moves: list[Move] = [(Kind.INJURED, player, {})]
    if permanent:
        player.left_at = timezone.now()
        player.save(update_fields=["left_at"])
        moves.append((Kind.DEPARTED, player, {}))
    elif absent:
        moves.append((Kind.ABSENT, player, {"matches": absent}))
    moves_enter(player.team, *moves, action=RECORD, by=LedgerRow.By.MATCH, match=match)


@transaction.atomic
def team_replace_departed(*, team: Team, match: int) -> list[Player]:
    """Fill each empty shirt with a new player of the same position, so that a team can always take the field."""
    if not team.players.filter(left_at__isnull=False).exists():
        return []
    names = list(suggested_names(engine.ruleset(team.ruleset), team.slug))
    current = set(team.players.filter(left_at__isnull=True).values_list("number", flat=True))
    taken = set(team.players.values_list("name", flat=True))
    moves: list[Move] = []
    members = count(1 + max(member or 0 for member in team.players.values_list("member", flat=True)))
    for gone in team.players.filter(left_at__isnull=False).order_by("-left_at", "-pk"):
        if gone.number in current:
            continue
        name = next((name for name in names if name not in taken), f"New {gone.name}")
        each = {"number": gone.number, "name": name[:60], "position": gone.position}
        moves.append(signing(_sign(team, next(members), each), replaces=gone.name))
        current.add(gone.number)
        taken.add(name)
    if moves:
        moves_enter(team, *moves, action=PREPARE, by=LedgerRow.By.MATCH, match=match)
    return [player for _, player, _ in moves]


def ruleset_or_refuse(key: str) -> engine.Ruleset:
    try:
        return engine.ruleset(key)
    except engine.BadInput as error:
        raise Refused("unknown-ruleset", str(error)) from error


def standard_players(ruleset: engine.Ruleset, key: str, rulings: engine.Rulings | None = None) -> list[dict[str, Any]]:
    """The ready team, numbered in order, with names that differ from team to team."""
    own_counts = rulings.settings.get(f"{ruleset.key}.roster", {}) if rulings else {}
    positions = [each.key for each in ruleset.positions.values() for _ in range(own_counts.get(each.key, each.count))]
    return [
        {"number": number, "name": name, "position": position}
        for number, (position, name) in enumerate(zip(positions, suggested_names(ruleset, key), strict=False), start=1)
    ]


def suggested_names(ruleset: Any, key: str, roster: str = "") -> Iterator[str]:
    """Every name the ruleset suggests, in an order of the team's own that mixes families."""
    names = ruleset.load_names(roster)
    count = len(names)
    start = crc32(key.encode()) % count
    step = next(step for step in range(239, 239 + count) if gcd(step, count) == 1)
    return (names[(start + step * number) % count] for number in range(count))


def team_check(*, team: Team, rulings: engine.Rulings) -> None:
    """Refuse a team that may not play under these rulings. One that is its ledger is always legal."""
    if not engine.ruleset(team.ruleset).has_campaign:
        sheet_check(team=team, sheet=team_sheet(team), rulings=rulings)


def sheet_check(*, team: Team, sheet: dict[str, Any], rulings: engine.Rulings) -> None:
    """Refuse a sheet of a team that the rules do not allow."""
    try:
        engine.ruleset(team.ruleset).check_sheet(sheet, rulings)
    except engine.BadInput as error:
        raise refusal("bad-roster", error) from error


def refusal(code: str, error: engine.BadInput) -> Refused:
    """The engine's complaint as a refusal, with the rule its sentence names."""
    named = NAMED_RULE.search(str(error))
    return Refused(code, str(error), rule=named[0] if named else "")


def team_slug(name: str) -> str:
    base = slugify(name)[:60] or "team"
    taken = {"new", *Team.objects.filter(slug__startswith=base).values_list("slug", flat=True)}  # /teams/new/ is a form
    return next(slug for slug in (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken)


def _check_players(team: Team, players: list[dict[str, Any]], rulings: engine.Rulings) -> None:
    if len({each["number"] for each in players}) < len(players):
        raise Refused("bad-roster", "Two players cannot wear the same number.")
    listed = [{"id": str(n), "skills": [], **each} for n, each in enumerate(players)]
    try:
        engine.ruleset(team.ruleset).check_sheet(sheet_of(team, listed), rulings)
    except engine.BadInput as error:
        raise refusal("bad-roster", error) from error


def _locked(team: Team, actor: User) -> Team:
    team = Team.objects.select_for_update(no_key=True).get(pk=team.pk)
    if not is_owner(actor, team):
        raise PermissionDenied(f"Only the owner of {team} may change it.")
    return team


def _sign(team: Team, member: int, each: dict[str, Any]) -> Player:
    player = Player(team=team, member=member, number=each["number"], name=each["name"], position=each["position"])
    _clean(player)
    player.save()
    return player


def refuse_unknown(fields: Mapping[str, object]) -> None:
    unknown = set(fields) - UPDATABLE
    if unknown:
        raise Refused("unknown-field", f"A team's {', '.join(sorted(unknown))} cannot be changed.")


def refuse_too_many_teams(owner: User) -> None:
    user_lock(user=owner)
    if not is_ai(owner) and owner.teams.count() >= MOST_TEAMS:
        raise Refused("too-many-teams", f"{owner} has {MOST_TEAMS} teams. That is the most one coach may own.")


def check_fields(team: Team) -> None:
    _clean(team)
    other = Team.objects.exclude(pk=team.pk).filter(name_look=look_of(team.name)).first()
    if other is not None:
        raise Refused("name-taken", f"There is already a team called {other.name}.")


def _clean(instance: Team | Player) -> None:
    try:
        instance.clean_fields()
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise Refused(f"bad-{field}", f"{LABELS.get(field, field.capitalize())}: {messages[0]}") from error

"""Team sheets: what a team brings to a match, and what a league makes of injuries afterwards (manual s2, s5)."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from engine.core.decisions import Pick
from engine.core.errors import BadInput
from engine.core.ruleset import DATA, Position, Sheet
from engine.core.ruling import Ruling, Rulings
from engine.core.shapes import anything, many, name, record, whole
from engine.core.yamlfile import read_yaml
from engine.rulesets.battleball.skills import descriptions
from engine.rulesets.battleball.state import ABSENT, RESERVE, Piece

TEAM_SIZE = 11
LISTED = many(anything, TEAM_SIZE)
SHEET = record(
    {**dict.fromkeys(("name", "key", "short"), name), "rule": anything, **dict.fromkeys(("players", "absent"), LISTED)},
    "a team sheet",
)
PLAYER = record(
    {"id": anything, "number": whole(0, 999), "name": name, "position": name, "skills": many(anything)}, "a player"
)
MOST_HEAVY_TACKLES = 3  # more would not always find their two spaces at set-up

roster: Ruling[str] = Ruling("roster", {"published": "published", "custom": "custom"})
# What a serious injury costs after the match, from the settings of the choice.
lasting: Ruling[Callable[[Mapping[str, int]], dict[str, Any] | None]] = Ruling(
    "serious-injury-duration",
    {
        "rest-of-match": lambda settings: None,
        "league-absence": lambda settings: {"absent": settings["matches"]} if settings["matches"] else None,
        "league-permanent": lambda settings: {"permanent": True},
    },
)


@lru_cache(maxsize=1)
def positions() -> Mapping[str, Position]:
    raw = read_yaml(DATA / "battleball" / "positions.yaml", list)
    made = [Position(**each | {"dice": tuple(each["dice"]), "about": _dice(each["dice"])}) for each in raw]
    return {position.key: position for position in made}


def _dice(dice: list[int]) -> str:
    return "+".join(f"D{die}" for die in dice)


@lru_cache(maxsize=1)
def names(team_list: str) -> tuple[str, ...]:
    parts = read_yaml(DATA / "battleball" / "names.yaml", dict)
    return tuple(f"{given} {family}" for family in parts["family"] for given in parts["given"])


@lru_cache(maxsize=1)
def standard_sheets() -> Mapping[str, Sheet]:
    teams = read_yaml(DATA / "battleball" / "teams.yaml", dict)
    return {key: _standard(key, team) for key, team in teams.items()}


def _standard(key: str, team: dict[str, Any]) -> Sheet:
    kinds = [position.key for position in positions().values() for _ in range(position.count)]
    players = [
        {"id": number, "number": number, "name": name, "position": kind, "skills": []}
        for number, (kind, name) in enumerate(zip(kinds, team["players"], strict=True), start=1)
    ]
    return {"key": key, "name": team["name"], "short": team["short"], "rule": None, "players": players}


def both_teams(pick: Pick) -> tuple[Sheet, Sheet]:
    """Teams are all alike here: one of the two is at home."""
    home, away = standard_sheets().values()
    return (home, away) if pick(2) == 0 else (away, home)


def counts(rulings: Rulings) -> dict[str, int]:
    """How many players of each position a team has."""
    if rulings.choice(roster) == "custom":
        return dict(rulings.settings_of(roster))
    return {position.key: position.count for position in positions().values()}


def check_counts(rulings: Rulings) -> None:
    wanted = counts(rulings)
    total = sum(wanted.values())
    if total != TEAM_SIZE:
        raise BadInput(f"battleball.roster: the counts add up to {total}; a team has {TEAM_SIZE} players")
    if wanted["heavy-tackle"] > MOST_HEAVY_TACKLES:
        raise BadInput(f"battleball.roster: at most {MOST_HEAVY_TACKLES} heavy tackles fit behind a 20-yard line")


def check_sheet(sheet: Sheet, rulings: Rulings) -> None:
    """Refuse a sheet that the rules do not allow, naming the rule."""
    SHEET(sheet, sheet.get("name") or "a team without a name")
    players = sheet.get("players")
    if players is None or not sheet.get("name"):
        raise BadInput("a team sheet has a name and a list of players")
    for player in players:
        _check_player(sheet, player)
    for mark in ("id", "number"):
        if len({player[mark] for player in players}) != len(players):
            raise BadInput(f"{sheet['name']}: two players have the same {mark}")
    if set(sheet.get("absent", ())) - {player["id"] for player in players}:
        raise BadInput(f"{sheet['name']}: an absent player is not on the sheet")
    have, wanted = Counter(player["position"] for player in players), counts(rulings)
    if have != Counter(wanted):
        line_up = ", ".join(f"{number} {positions()[key].name}" for key, number in wanted.items() if number)
        raise BadInput(f"{sheet['name']}: a team has {TEAM_SIZE} players: {line_up} (battleball.roster)")


def _check_player(sheet: Sheet, player: Any) -> None:
    if not isinstance(player, Mapping) or not {"id", "number", "name", "position"} <= set(player):
        raise BadInput(f"{sheet['name']}: a player has an id, a number, a name and a position")
    PLAYER(player, player["name"])
    if player["position"] not in positions():
        raise BadInput(
            f"{sheet['name']}: there is no position {player['position']!r}; there are {', '.join(positions())}"
        )
    for skill in player.get("skills", ()):
        if skill not in descriptions()["skills"]:
            raise BadInput(f"{sheet['name']}: {player['name']} has an unknown skill, {skill!r} (battleball.mvp-skills)")


def pieces(sheets: tuple[Sheet, Sheet]) -> list[Piece]:
    """The players of both teams; the home team's come first."""
    made: list[Piece] = []
    for side, sheet in enumerate(sheets):
        absent = set(sheet.get("absent", ()))
        for player in sheet["players"]:
            position = positions()[player["position"]]
            made.append(
                Piece(
                    id=len(made),
                    side=side,
                    position=position.key,
                    abbr=position.abbr,
                    number=player["number"],
                    name=player["name"],
                    dice=position.dice,
                    half=position.half,
                    wide=position.wide,
                    skills=tuple(player.get("skills", ())),
                    status=ABSENT if player["id"] in absent else RESERVE,
                )
            )
    return made


def after_match(rulings: Rulings, result: dict[str, Any]) -> dict[str, dict[Any, dict[str, Any]]]:
    """For each seriously injured player, what the injury means for the matches to come."""
    cost = rulings.effect(lasting)(rulings.settings_of(lasting)) or {}
    return {side: {id: dict(cost) for id in result["serious"][side]} for side in ("home", "away")}

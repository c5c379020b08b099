"""Team sheets of Blood Bowl: rosters from the data, what a sheet must hold, and players made of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.core.decisions import Pick
from engine.core.errors import BadInput
from engine.core.ruleset import DATA, Position, Sheet
from engine.core.yamlfile import read_yaml
from engine.rules import hiring
from engine.rules.state import OUT, RESERVES, Player, SkillValue, Team

FEWEST, MOST = 11, 16
LINEMAN, BIG_GUY = "lineman", "big-guy"
CAPTAIN_RULE, CAPTAIN = "team-captain", "captain"
MASTERS_OF_UNDEATH = "masters-of-undeath"
MOST_PRAYERS = 3
CATEGORIES = {"A": "agility", "D": "devious", "G": "general", "M": "mutation", "P": "passing", "S": "strength"}
FOR_ONE_MATCH = ("journeyman", hiring.MERCENARY, hiring.ROOKIE)
BUDGET = 1000  # thousands of gold pieces


@dataclass(frozen=True, slots=True)
class RosterPosition:
    key: str
    name: str
    most: int
    cost: int
    stats: Mapping[str, int]
    skills: Mapping[str, SkillValue]
    keywords: tuple[str, ...]
    primary: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    key: str
    name: str
    reroll_cost: int
    apothecary: bool
    positions: Mapping[str, RosterPosition]
    has_captain: bool = False
    special_rules: tuple[str, ...] = ()
    favoured_of: tuple[str, ...] = ()


@cache
def rosters(edition: str) -> Mapping[str, Roster]:
    """The teams of an edition, checked as they are read."""
    path = DATA / edition / "rosters.yaml"
    known = skill_names(edition)
    made = {}
    for raw in read_yaml(path, dict)["teams"]:
        positions = {each["id"]: _position(path.name, raw["id"], each, known) for each in raw["positions"]}
        captain = CAPTAIN_RULE in raw["special_rules"]
        made[raw["id"]] = Roster(
            raw["id"],
            raw["name"],
            raw["reroll_cost"],
            raw["apothecary"],
            positions,
            captain,
            tuple(raw["special_rules"]),
            tuple(raw.get("favoured_of", ())),
        )
    return made


def _position(file: str, team: str, raw: dict[str, Any], known: set[str]) -> RosterPosition:
    skills = skill_values(raw["skills"])
    unknown = skills.keys() - known
    if unknown:
        raise BadInput(f"{file}: {team}: {raw['id']}: unknown skill {', '.join(sorted(unknown))}")
    stats = raw["stats"]
    if set(stats) != {"ma", "st", "ag", "pa", "av"}:
        raise BadInput(f"{file}: {team}: {raw['id']}: a player has ma, st, ag, pa and av")
    figures = {name: stats[name] or 0 for name in stats}
    primary = tuple(CATEGORIES[letter] for letter in raw["primary"])
    return RosterPosition(
        raw["id"], raw["name"], raw["max"], raw["cost"], figures, skills, tuple(raw.get("keywords", ())), primary
    )


def skill_values(listed: list[Any]) -> dict[str, SkillValue]:
    """[block, {id: loner, value: 4}] as a mapping."""
    return {
        (each if isinstance(each, str) else each["id"]): (None if isinstance(each, str) else each["value"])
        for each in listed
    }


@cache
def skill_names(edition: str) -> set[str]:
    content = read_yaml(DATA / edition / "skills.yaml", dict)
    return {entry["id"] for group in ("skills", "traits") for entry in content[group]}


@cache
def raising_skills(edition: str) -> set[str]:
    """The skills whose owners may bring a lineman back from the dead."""
    content = read_yaml(DATA / edition / "skills.yaml", dict)
    return {entry["id"] for group in ("skills", "traits") for entry in content[group] if entry.get("raises")}


def spares(edition: str, roster: Roster, players: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The row of the lineman who may be raised, for a team that can raise one."""
    positions = [roster.positions[player["position"]] for player in players]
    can_raise = any(raising_skills(edition) & position.skills.keys() for position in positions)
    if not can_raise and MASTERS_OF_UNDEATH not in roster.special_rules:
        return []
    lineman = next(position for position in roster.positions.values() if LINEMAN in position.keywords)
    number = max(player["number"] for player in players) + 1
    name = f"Raised {lineman.name}"
    return [{"id": "raised", "number": number, "name": name, "position": lineman.key, "skills": [], "spare": True}]


def check_sheet(edition: str, sheet: Sheet) -> None:
    """Refuse a sheet that the rules do not allow, naming the rule."""
    roster = rosters(edition).get(str(sheet.get("roster")))
    if roster is None:
        raise BadInput(f"there is no roster {sheet.get('roster')!r}; there are {', '.join(rosters(edition))}")
    players = sheet.get("players")
    own = [player for player in players if not _waits(player)] if isinstance(players, list) else []
    if not isinstance(players, list) or not FEWEST <= len(own) <= MOST:
        raise BadInput(f"{sheet.get('name')}: a team has {FEWEST} to {MOST} players (Core p.86)")
    for player in players:
        _check_player(edition, roster, player)
    for key, number in Counter(player["position"] for player in own).items():
        if number > roster.positions[key].most:
            raise BadInput(f"{sheet['name']}: at most {roster.positions[key].most} {roster.positions[key].name} (Core p.87)")
    if len({player["id"] for player in players}) != len(players):
        raise BadInput(f"{sheet['name']}: two players have the same id")
    _check_captain(roster, sheet)
    hiring.check(edition, roster, sheet)
    if sheet.get("prayers", 0) not in range(MOST_PRAYERS + 1):
        raise BadInput(f"{sheet['name']}: at most {MOST_PRAYERS} Prayers to Nuffle (Core p.143)")


def _check_captain(roster: Roster, sheet: Sheet) -> None:
    """One, no Big Guy, in a team that may have one. Whether a captain has Pro is the business of whoever made the sheet."""
    named = [player for player in sheet["players"] if player.get(CAPTAIN)]
    if named and not roster.has_captain:
        raise BadInput(f"{sheet['name']}: a {roster.name} team has no Team Captain (Core p.155)")
    if len(named) > 1:
        raise BadInput(f"{sheet['name']}: a team has one Team Captain (Core p.155)")
    if any(BIG_GUY in roster.positions[player["position"]].keywords for player in named):
        raise BadInput(f"{sheet['name']}: a Big Guy cannot be Team Captain (Core p.155)")


def _spare(player: Any) -> bool:
    """A lineman who waits to be raised is on the sheet so that it has a name and a number, but no part of the team."""
    return isinstance(player, Mapping) and bool(player.get("spare"))


def _waits(player: Any) -> bool:
    """On the sheet, and not in the team yet."""
    return _spare(player) or (isinstance(player, Mapping) and bool(player.get(hiring.ROOKIE)))


def _check_player(edition: str, roster: Roster, player: Any) -> None:
    if not isinstance(player, Mapping) or not {"id", "number", "name", "position"} <= set(player):
        raise BadInput(f"{roster.name}: a player has an id, a number, a name and a position")
    position = roster.positions.get(player["position"])
    if position is None:
        raise BadInput(f"{roster.name}: there is no position {player['position']!r}; there are {', '.join(roster.positions)}")
    unknown = skill_values(player.get("skills", [])).keys() - skill_names(edition)
    if unknown:
        raise BadInput(f"{player['name']} has an unknown skill, {', '.join(sorted(unknown))}")
    if _spare(player) and LINEMAN not in position.keywords:
        raise BadInput(f"{player['name']}: only a lineman can be raised during a match")
    if "stats" in player:
        raise BadInput(f"{player['name']}: the figures of a {position.name} are those of the roster")


def players(edition: str, sheets: tuple[Sheet, Sheet]) -> list[Player]:
    """The players of both teams; the home team's come first. A scenario's sheet carries its own figures."""
    made: list[Player] = []
    for side, sheet in enumerate(sheets):
        roster = rosters(edition).get(str(sheet.get("roster")))
        for raw in sheet["players"]:
            made.append(_player(len(made), side, roster, raw))
    return made


def _player(id: int, side: int, roster: Roster | None, raw: Mapping[str, Any]) -> Player:
    position = roster.positions[raw["position"]] if roster else None
    stats = position.stats if position else raw["stats"]
    own = dict(position.skills) if position else {}
    own |= skill_values(raw.get("skills", [])) | ({CAPTAIN: None} if raw.get(CAPTAIN) else {})
    keywords = position.keywords if position else tuple(raw.get("keywords", ()))
    return Player(
        id=id,
        side=side,
        number=raw["number"],
        name=raw["name"],
        position=raw["position"],
        keywords=keywords,
        ma=stats["ma"],
        st=stats["st"],
        ag=stats["ag"],
        pa=stats["pa"],
        av=stats["av"],
        skills=hiring.with_loner(own) if any(raw.get(each) for each in FOR_ONE_MATCH) else own,
        niggling=raw.get("niggling", 0),
        spare=_spare(raw),
        status=OUT if _waits(raw) else RESERVES,
        journeyman=bool(raw.get("journeyman")),
        mercenary=bool(raw.get(hiring.MERCENARY)),
        rookie=bool(raw.get(hiring.ROOKIE)),
        primary=position.primary if position else tuple(raw.get("primary", ())),
    )


def team(edition: str, sheet: Sheet, side: int) -> Team:
    """The team without its players; what inducements add to its staff is added here."""
    hired = sheet.get("inducements", {})
    roster = rosters(edition).get(str(sheet.get("roster")))
    return Team(
        side=side,
        inducements=dict(hired),
        special_rules=roster.special_rules if roster else tuple(sheet.get("special_rules", ())),
        may_concede=bool(sheet.get("may_concede")),
        bought=sheet.get("rerolls", 0),
        apothecaries=int(bool(sheet.get("apothecary"))) + hired.get("wandering-apothecary", 0),
        assistant_coaches=sheet.get("assistant_coaches", 0) + hired.get("part-time-assistant-coaches", 0),
        cheerleaders=sheet.get("cheerleaders", 0) + hired.get("temp-agency-cheerleaders", 0),
        fans=sheet.get("fans", 1),
        bribes=sheet.get("bribes", 0) + hired.get("bribes", 0),
        mascot=bool(sheet.get("mascot")) or "team-mascot" in hired,
        prayers_bought=sheet.get("prayers", 0) + hired.get("prayers-to-nuffle", 0),
    )


@cache
def standard_sheets(edition: str) -> Mapping[str, Sheet]:
    """A ready team for every roster: its best players first, as long as eleven can be paid."""
    return {key: _standard(edition, roster) for key, roster in rosters(edition).items()}


def _standard(edition: str, roster: Roster) -> Sheet:
    rerolls = 2
    purse = BUDGET - rerolls * roster.reroll_cost
    enough = [position for position in roster.positions.values() if position.most >= FEWEST]
    cheapest = min(enough, key=lambda position: (position.cost, position.key))
    chosen: list[RosterPosition] = []
    for position in sorted(roster.positions.values(), key=lambda position: (-position.cost, position.key)):
        for _ in range(position.most):
            rest = (FEWEST - len(chosen) - 1) * cheapest.cost
            if len(chosen) < FEWEST and position.cost + rest <= purse:
                chosen.append(position)
                purse -= position.cost
    players: list[dict[str, Any]] = [
        {"id": number, "number": number, "name": f"{position.name} {number}", "position": position.key, "skills": []}
        for number, position in enumerate(chosen, start=1)
    ]
    return {
        "key": roster.key,
        "name": roster.name,
        "short": roster.name[:3].upper(),
        "roster": roster.key,
        "rerolls": rerolls,
        "apothecary": roster.apothecary and purse >= 50,
        "fans": 1,
        "players": players + spares(edition, roster, players),
    }


def random_sheets(edition: str, pick: Pick) -> tuple[Sheet, Sheet]:
    """Two teams of any rosters, with players and advancements at random."""
    return _random(edition, pick), _random(edition, pick)


def _random(edition: str, pick: Pick) -> Sheet:
    roster = list(rosters(edition).values())[pick(len(rosters(edition)))]
    pool = [position for position in roster.positions.values() for _ in range(position.most)]
    learnable = learnable_skills(edition)
    rows = []
    for number in range(1, FEWEST + 1 + pick(MOST - FEWEST + 1)):
        position = pool.pop(pick(len(pool)))
        skills = {learnable[pick(len(learnable))] for _ in range(pick(4))} - position.skills.keys()
        row = {"id": number, "number": number, "name": f"{position.name} {number}", "position": position.key}
        rows.append(row | {"skills": sorted(skills)})
    if roster.has_captain:
        able = [row for row in rows if BIG_GUY not in roster.positions[str(row["position"])].keywords]
        able[pick(len(able))][CAPTAIN] = True
    favoured = roster.favoured_of[pick(len(roster.favoured_of))] if roster.favoured_of else ""
    hired = hiring.some(edition, roster, favoured, pick)
    return {
        "key": roster.key,
        "name": roster.name,
        "short": roster.name[:3].upper(),
        "roster": roster.key,
        "rerolls": pick(5),
        "apothecary": roster.apothecary and pick(2) == 0,
        "assistant_coaches": pick(4),
        "cheerleaders": pick(4),
        "fans": 1 + pick(5),
        "mascot": pick(2) == 0,
        "prayers": pick(MOST_PRAYERS + 1),
        "favoured_of": favoured,
        "inducements": hired,
        "may_concede": pick(2) == 0,
        "winner_needed": pick(4) == 0,
        "players": rows + spares(edition, roster, rows) + (hiring.rookies(roster, rows) if hiring.ROOKIES in hired else []),
    }


@cache
def learnable_skills(edition: str, categories: tuple[str, ...] = ()) -> list[str]:
    """Skills that a player can gain, without traits; of some categories only, if any are named."""
    listed = read_yaml(DATA / edition / "skills.yaml", dict)["skills"]
    return [entry["id"] for entry in listed if not categories or entry["category"] in categories]


def positions(edition: str) -> Mapping[str, Position]:
    """Every position of every roster, for lists."""
    return {
        each.key: Position(each.key, each.name, _abbreviation(each.name), (6,), each.most)
        for roster in rosters(edition).values()
        for each in roster.positions.values()
    }


def _abbreviation(name: str) -> str:
    return "".join(word[0] for word in name.split())[:2].upper()

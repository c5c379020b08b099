"""Team sheets of Blood Bowl: what a sheet must hold, and players and teams made of it. See docs/team-sheets.md."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.core.errors import BadInput
from engine.core.ruleset import Sheet
from engine.core.ruling import Ruling, Rulings
from engine.core.shapes import Shape, anything, flag, many, name, record, whole
from engine.rules.state import OUT, RESERVES, Player, SkillValue, Team
from engine.rules.tables import page, refused, tables
from engine.rules.teams import hiring, learning, pages
from engine.rules.teams.rosters import (
    Roster,
    RosterPosition,
    rosters,
    skill_categories,
    skill_entries,
    skill_value,
    squad,
)

MOST_LISTED = 50  # on a sheet, with all who only wait
CAPTAIN, PRO = "captain", "pro"
JOURNEYMAN = "journeyman"
FOR_ONE_MATCH = (JOURNEYMAN, hiring.MERCENARY, hiring.ROOKIE)
TARGET, KEYWORD = "target", "keyword"  # what the brackets of a skill hold
EVERYBODY = "all"  # instead of a keyword

# Whether a skill may come twice, and count once.
doubled: Ruling[bool] = Ruling("duplicate-skill-other-source", {"error": False, "better-value": True})
# Whether mercenaries are among the players of whom there are sixteen at most.
mercenaries_count: Ruling[bool] = Ruling("mercenary-player-limit", {"counted": True, "beyond": False})
PLAYER = record(
    {
        **dict.fromkeys(("id", "position", "skills", "stats", "changes", "niggling"), anything),  # looked at one by one
        "number": whole(0, 999),
        "name": name,
        **dict.fromkeys((CAPTAIN, "spare", *FOR_ONE_MATCH), flag),
    },
    "a player",
)


@cache
def _form(edition: str) -> Shape:
    """A sheet without its players. A trophy may bring one team re-roll more than a team can buy."""
    limits = tables(edition)["draft_costs_k"]
    fields: dict[str, Shape] = {
        **dict.fromkeys(("name", "key", "short", "roster", "league", "favoured_of"), name),
        "rerolls": whole(0, limits["max_team_re_rolls"] + 1, page(edition, pages.SQUAD)),
        "assistant_coaches": whole(0, limits["max_assistant_coaches"], page(edition, pages.SQUAD)),
        "cheerleaders": whole(0, limits["max_cheerleaders"], page(edition, pages.SQUAD)),
        "fans": whole(0, limits["dedicated_fans_range"][1], page(edition, pages.SQUAD)),
        "prayers": whole(0, most_in(edition, "prayers"), page(edition, pages.PRAYERS)),
        "bribes": whole(0, 99),
        "first_leg": whole(0, 99),
        "treasury_spent": whole(0, 10_000),
        **dict.fromkeys(("apothecary", "mascot", "may_concede", "winner_needed"), flag),
        **dict.fromkeys(("inducements", "plan"), anything),  # looked at by themselves
        **dict.fromkeys(("players", "absent"), many(anything, MOST_LISTED)),
    }
    return record(fields, "a team sheet")


def check_sheet(edition: str, sheet: Sheet, rulings: Rulings) -> None:
    """Refuse a sheet that the rules do not allow, naming the rule."""
    _form(edition)(sheet, sheet.get("name") or "a team without a name")
    roster = rosters(edition).get(str(sheet.get("roster")))
    if roster is None:
        raise BadInput(f"there is no roster {sheet.get('roster')!r}; there are {', '.join(rosters(edition))}")
    players = sheet.get("players", [])
    own = [player for player in players if not _waits(player)]
    _check_head(edition, roster, sheet)
    fewest, most = squad(edition)
    if len(own) < fewest or _places(own, rulings) > most:
        raise refused(edition, pages.SQUAD, f"{sheet['name']}: a team has {fewest} to {most} players")
    for player in players:
        _check_player(edition, roster, player, rulings)
    if (
        any(player.get(JOURNEYMAN) for player in own)
        and sum(not player.get(hiring.MERCENARY) for player in own) > fewest
    ):
        raise refused(
            edition, pages.JOURNEYMEN, f"{sheet['name']}: journeymen only complete a team to {fewest} players"
        )
    _check_limits(edition, roster, sheet, Counter(player["position"] for player in own))
    for mark in ("id", "number"):
        if len({player[mark] for player in players}) != len(players):
            raise BadInput(f"{sheet['name']}: two players have the same {mark}")
    _check_captain(edition, roster, sheet)
    hiring.check(edition, roster, sheet)
    _check_totals(edition, roster, sheet)


def _check_totals(edition: str, roster: Roster, sheet: Sheet) -> None:
    """An inducement keeps its limit however it came to be on the sheet."""
    for inducement in hiring.inducements(edition).values():
        most = inducement.figure("max", roster)
        if inducement.adds_to in ("prayers", "bribes") and _total(edition, sheet, inducement.adds_to) > most:
            raise refused(edition, pages.INDUCEMENTS, f"{sheet['name']}: at most {most} {inducement.name} in all")


def most_in(edition: str, field: str) -> int:
    """The highest number in a field of the sheet that an inducement adds to."""
    return max((each.most for each in hiring.inducements(edition).values() if each.adds_to == field), default=0)


def _total(edition: str, sheet: Sheet, field: str) -> int:
    """What the sheet lists in a field of its own, and among the inducements."""
    return int(sheet.get(field, 0)) + hiring.added(edition, sheet.get("inducements", {}), field)


def _check_head(edition: str, roster: Roster, sheet: Sheet) -> None:
    """What a sheet says about the team as a whole."""
    if not str(sheet.get("name", "")).strip():
        raise BadInput("a team sheet has a name")
    if sheet.get("absent"):
        raise BadInput(f"{sheet['name']}: whoever misses a match of Blood Bowl is not on the sheet")
    if sheet.get("apothecary") and not roster.apothecary:
        raise refused(edition, pages.SQUAD, f"{sheet['name']}: a {roster.name} team cannot have an apothecary")
    for field, known in (("league", roster.leagues), ("favoured_of", roster.favoured_of)):
        if sheet.get(field) and sheet[field] not in known:
            listed = f"; there are {', '.join(known)}" if known else ", which have none to choose"
            raise BadInput(f"{sheet['name']}: {field}: {sheet[field]!r} is not open to {roster.name} teams{listed}")


def _places(own: list[Any], rulings: Rulings) -> int:
    """How many places of the squad are taken."""
    everybody = rulings.effect(mercenaries_count)
    return sum(everybody or not (isinstance(player, Mapping) and player.get(hiring.MERCENARY)) for player in own)


def _check_limits(edition: str, roster: Roster, sheet: Sheet, counts: Mapping[str, int]) -> None:
    for key, number in counts.items():
        if number > roster.positions[key].most:
            raise refused(
                edition,
                pages.POSITIONS,
                f"{sheet['name']}: at most {roster.positions[key].most} {roster.positions[key].name}",
            )
    limit = roster.big_guy_limit
    if limit and sum(counts.get(key, 0) for key in limit.among) > limit.most:
        names = ", ".join(roster.positions[key].name for key in limit.among)
        raise refused(edition, pages.POSITIONS, f"{sheet['name']}: at most {limit.most} of {names} together")


def _check_captain(edition: str, roster: Roster, sheet: Sheet) -> None:
    """One, no Big Guy, in a team that may have one. Whether a captain has Pro is the business of whoever made the sheet."""
    named = [player for player in sheet["players"] if player.get(CAPTAIN)]
    if named and not roster.has_captain:
        raise refused(edition, pages.CAPTAIN, f"{sheet['name']}: a {roster.name} team has no Team Captain")
    if len(named) > 1:
        raise refused(edition, pages.CAPTAIN, f"{sheet['name']}: a team has one Team Captain")
    if any(roster.positions[player["position"]].big_guy for player in named):
        raise refused(edition, pages.CAPTAIN, f"{sheet['name']}: a Big Guy cannot be Team Captain")


def _spare(player: Any) -> bool:
    """A lineman who waits to be raised is on the sheet so that it has a name and a number, but no part of the team."""
    return isinstance(player, Mapping) and bool(player.get("spare"))


def _waits(player: Any) -> bool:
    """On the sheet, and not in the team yet."""
    return _spare(player) or (isinstance(player, Mapping) and bool(player.get(hiring.ROOKIE)))


def _check_player(edition: str, roster: Roster, player: Any, rulings: Rulings) -> None:
    if not isinstance(player, Mapping) or not {"id", "number", "name", "position"} <= set(player):
        raise BadInput(f"{roster.name}: a player has an id, a number, a name and a position")
    PLAYER(player, player["name"])
    position = roster.positions.get(player["position"])
    if position is None:
        raise BadInput(
            f"{roster.name}: there is no position {player['position']!r}; there are {', '.join(roster.positions)}"
        )
    for each in player.get("skills", []):
        if not isinstance(each, str) and not (isinstance(each, Mapping) and "id" in each):
            raise BadInput(f"{player['name']}: a skill is an id, or an id and a value")
        check_skill(edition, player["name"], *skill_value(each))
    skills(edition, position, player, rulings)
    if _spare(player) and not position.lineman:
        raise BadInput(f"{player['name']}: only a lineman can be raised during a match")
    if "stats" in player:
        raise BadInput(
            f"{player['name']}: the figures of a {position.name} are those of the roster; name what has changed"
        )
    _check_changes(edition, position, player)
    _check_gained(edition, roster, position, player, rulings)
    if type(player.get("niggling", 0)) is not int or player.get("niggling", 0) < 0:
        raise BadInput(f"{player['name']}: niggling injuries are a number")


def check_skill(edition: str, name: str, key: str, value: SkillValue) -> None:
    entry = skill_entries(edition).get(key)
    if entry is None:
        raise BadInput(f"{name} has an unknown skill, {key}")
    wanted = {TARGET: int, KEYWORD: str, None: type(None)}[entry["parameter"]]
    if type(value) is not wanted:
        raise BadInput(f"{name}: {entry['name']} cannot have the value {value!r}")
    strangers = set(str(value).split(", ")) - keywords(edition) if wanted is str else set()
    if strangers:
        raise BadInput(f"{name}: {entry['name']}: no player has the keyword {min(strangers)!r}")


@cache
def keywords(edition: str) -> frozenset[str]:
    """Those of all positions, and the one that stands for everybody."""
    every = (position for roster in rosters(edition).values() for position in roster.positions.values())
    return frozenset({EVERYBODY, *(keyword for position in every for keyword in position.keywords)})


def _check_changes(edition: str, position: RosterPosition, player: Mapping[str, Any]) -> None:
    changes = player.get("changes", {})
    if (
        not isinstance(changes, Mapping)
        or changes.keys() - position.stats.keys()
        or not all(type(each) is int for each in changes.values())
    ):
        raise BadInput(f"{player['name']}: changes are a number for any of {', '.join(position.stats)}")
    figures = position.with_changes(changes)
    for stat in (stat for stat, change in changes.items() if change):
        most, (lowest, highest) = (
            position.characteristics[stat].most_improvements,
            position.characteristics[stat].limits,
        )
        if changes[stat] > most:
            raise refused(
                edition, pages.CHARACTERISTICS, f"{player['name']}: {stat.upper()} is improved {most} times at most"
            )
        if not lowest <= figures[stat] <= highest:
            raise refused(
                edition,
                pages.CHARACTERISTICS,
                f"{player['name']}: {stat.upper()} goes from {lowest} to {highest}, not to {figures[stat]}",
            )


def _check_gained(
    edition: str, roster: Roster, position: RosterPosition, player: Mapping[str, Any], rulings: Rulings
) -> None:
    """What a player has beyond its position: what it could have learned, and no more than there are advancements."""
    gained = {key for key, _ in map(skill_value, player.get("skills", []))} - position.skills.keys()
    known = {*position.skills, *gained}
    title = {PRO} if roster.has_captain else set()  # comes with the title, and stays with whoever had it
    for key in sorted(gained - title):
        reason = _not_gained(edition, position, key) or learning.hindrance(edition, key, known, rulings)
        if reason:
            raise BadInput(f"{player['name']}: {reason.words} ({reason.rule})")
    learned = [key for key in gained - title if key in skill_categories(edition)]
    improved = sum(change for change in player.get("changes", {}).values() if change > 0)
    most = len(tables(edition)["advancement_cost_spp"]["rows"])
    if len(learned) + improved > most:
        raise refused(edition, pages.SKILLS, f"{player['name']}: a player advances {most} times at most")


def _not_gained(edition: str, position: RosterPosition, key: str) -> learning.Hindrance | None:
    """Traits come with the position, but for those that a match can bring; skills are of the position's categories."""
    entry = skill_entries(edition)[key]
    category = skill_categories(edition).get(key)
    if category is None:
        words = f"{entry['name']} is a trait, and those come with the position"
        return None if entry.get("gained") else learning.Hindrance("trait", words, page(edition, pages.TRAITS))
    if category in (*position.primary, *position.secondary):
        return None
    words = f"a {position.name} cannot learn {entry['name']}: {category} skills are closed to it"
    return learning.Hindrance("no-access", words, page(edition, pages.SKILLS))


def skills(
    edition: str, position: RosterPosition | None, player: Mapping[str, Any], rulings: Rulings
) -> dict[str, SkillValue]:
    """Those of the position and of the player. Keywords of the same trait add up; any other skill counts once."""
    own: dict[str, SkillValue] = dict(position.skills) if position else {}
    for key, value in map(skill_value, player.get("skills", [])):
        if key not in own:
            own[key] = value
        elif str(value) not in str(own[key]).split(", ") and skill_entries(edition)[key]["parameter"] == KEYWORD:
            own[key] = f"{own[key]}, {value}"
        elif rulings.effect(doubled):
            own[key] = _better(skill_entries(edition)[key]["parameter"], own[key], value)
        else:
            raise BadInput(
                f"{player['name']} has {key} twice ({page(edition, pages.SKILLS)}, {rulings.id_of(doubled.point)})"
            )
    return own


def _better(parameter: str | None, one: SkillValue, other: SkillValue) -> SkillValue:
    """A lower number to roll is better, and so is a higher bonus."""
    if not isinstance(one, int) or not isinstance(other, int):
        return one
    return min(one, other) if parameter == TARGET else max(one, other)


def players(edition: str, sheets: tuple[Sheet, Sheet], rulings: Rulings) -> list[Player]:
    """The players of both teams; the home team's come first. A scenario's sheet carries its own figures."""
    made: list[Player] = []
    for side, sheet in enumerate(sheets):
        roster = rosters(edition).get(str(sheet.get("roster")))
        for raw in sheet["players"]:
            position = roster.positions[raw["position"]] if roster else None
            own = skills(edition, position, raw, rulings) | ({CAPTAIN: None} if raw.get(CAPTAIN) else {})
            joins = any(raw.get(each) for each in FOR_ONE_MATCH)
            own = hiring.with_loner(edition, own, rulings) if joins else own
            made.append(_player(len(made), side, position, raw, own))
    return made


def _player(
    id: int, side: int, position: RosterPosition | None, raw: Mapping[str, Any], own: dict[str, SkillValue]
) -> Player:
    stats = position.with_changes(raw.get("changes", {})) if position else raw["stats"]
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
        pa=stats.get("pa", 0),  # not every edition has it
        av=stats["av"],
        skills=own,
        niggling=raw.get("niggling", 0),
        spare=_spare(raw),
        status=OUT if _waits(raw) else RESERVES,
        journeyman=bool(raw.get(JOURNEYMAN)),
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
        inducements=dict(sorted(hired.items())),  # who listens first does not depend on how a database keeps them
        special_rules=roster.special_rules if roster else tuple(sheet.get("special_rules", ())),
        may_concede=bool(sheet.get("may_concede")),
        bought=sheet.get("rerolls", 0),
        apothecaries=_total(edition, sheet, "apothecary"),
        assistant_coaches=_total(edition, sheet, "assistant_coaches"),
        cheerleaders=_total(edition, sheet, "cheerleaders"),
        fans=sheet.get("fans", 1),
        bribes=_total(edition, sheet, "bribes"),
        mascot=bool(_total(edition, sheet, "mascot")),
        prayers_bought=_total(edition, sheet, "prayers"),
    )

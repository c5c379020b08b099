"""What a position in a scenario file of Blood Bowl may say. The stage puts up what has passed here."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.core.errors import BadInput
from engine.core.expectations import SIDE_NAMES
from engine.core.shapes import Misplaced, Shape, flag, many, one_of, pair, record, table, whole
from engine.rules import state
from engine.rules.edition import Edition
from engine.rules.field import Gridiron
from engine.rules.scenario.answers import skills
from engine.rules.state import KNOCKED_OUT, PRONE, RESERVES, STUNNED
from engine.rules.teams import hiring
from engine.rules.teams.rosters import CATEGORIES, rosters, skill_entries, skill_value
from engine.rules.teams.sheet import check_skill
from engine.rules.teams.titles import titles

LYING = {"prone": PRONE, "stunned": STUNNED}
OFF_PITCH = {"reserves": RESERVES, "knocked_out": KNOCKED_OUT}
WAITING = ("spares", "rookies")
HIRED = {"journeymen": "journeyman", "mercenaries": "mercenary"}  # for one match: the field, and what a sheet says
FLAGS = ("distracted", "used")
STAGES = (state.PREGAME, state.DRIVE, state.TURN_START, state.TURN, state.DRIVE_END)
COUNT = whole(0, 99)
STATE_FIELDS: dict[str, Shape] = {
    "stage": one_of(STAGES, "stage"),
    "half": whole(1, 3),
    "drive_turns": COUNT,
    "winner_needed": flag,
    "extra_time": flag,
}
TEAM_FIELDS: dict[str, Shape] = {
    **dict.fromkeys(
        ("apothecaries", "bribes", "assistant_coaches", "cheerleaders", "fan_factor", "prayers_bought"), COUNT
    ),
    **dict.fromkeys(("coach_ejected", "cheered", "mascot", "may_concede"), flag),
}
STAR = "star"  # the keyword of star players, who are on no roster
SIDE = one_of(SIDE_NAMES, "side")


def check(edition: Edition, spec: Mapping[str, Any]) -> None:
    """Refuse what makes no sense, naming the place."""
    for side in SIDE_NAMES:
        table(_named(side), _on(edition.pitch))(spec.get(side, {}), side)
    for field in (*OFF_PITCH, *WAITING):
        many(_name)(spec.get(field, []), field)
    on_pitch = [name for side in SIDE_NAMES for name in spec.get(side, ())]
    everybody = [*on_pitch, *(name for field in (*OFF_PITCH, *WAITING) for name in spec.get(field, ()))]
    for name in everybody:
        if everybody.count(name) > 1:
            raise Misplaced(f"{name} is in two places")
    record(fields(edition, on_pitch, everybody), "a position")(spec)
    _check_squares(edition.pitch, spec)


def _check_squares(pitch: Gridiron, spec: Mapping[str, Any]) -> None:
    taken: dict[int, str] = {}
    for side in SIDE_NAMES:
        for name, place in spec.get(side, {}).items():
            other = taken.setdefault(pitch.square(str(place)), name)
            if other != name:
                raise Misplaced(f"{name} shares a square with {other}", side, name)


def fields(edition: Edition, on_pitch: list[str], everybody: list[str]) -> dict[str, Shape]:
    """Every field that a position may have, with its shape."""
    of_teams = {name: pair(shape) for name, shape in TEAM_FIELDS.items()}
    return STATE_FIELDS | of_teams | _words(edition) | _people(edition, on_pitch, everybody)


def is_home(name: Any) -> bool:
    if not isinstance(name, str) or not name[:1].isalpha():
        raise BadInput(
            f"{name!r}: a player is called by a letter: home players by a capital, away players by a small one"
        )
    return name[0].isupper()


def _name(value: Any, *place: Any) -> None:
    is_home(value)


def _named(side: str) -> Shape:
    def shape(name: Any, *place: Any) -> None:
        if is_home(name) != (side == "home"):
            raise Misplaced(f"{name!r}: home players are capital letters, away players small ones", *place)

    return shape


def _on(pitch: Gridiron) -> Shape:
    def square(value: Any, *place: Any) -> None:
        try:
            pitch.square(str(value))
        except BadInput as error:
            raise Misplaced(str(error), *place) from None

    return square


def _people(edition: Edition, on_pitch: list[str], everybody: list[str]) -> dict[str, Shape]:
    """The fields that name players: those on the pitch, or anybody."""
    square = _on(edition.pitch)
    there, known = one_of(on_pitch, "player on the pitch"), one_of(everybody, "player")
    figures = {
        key: whole(0 if each.may_lack else each.limits[0], each.limits[1])
        for key, each in edition.characteristics.items()
    }
    keywords = {
        word
        for roster in rosters(edition.data).values()
        for each in roster.positions.values()
        for word in each.keywords
    }

    def ball(value: Any, *place: Any) -> None:
        if value not in (*on_pitch, "none"):
            square(value, *place)

    return {
        "home": table(_named("home"), square),
        "away": table(_named("away"), square),
        **dict.fromkeys((*OFF_PITCH, *WAITING), many(_name)),
        **dict.fromkeys((*LYING, "distracted"), many(there)),
        **dict.fromkeys(("used", "captains", *HIRED), many(known)),
        "ball": ball,
        "skills": table(known, _skills(edition)),
        "stats": table(known, record(figures, "a player")),
        "keywords": table(known, many(one_of({*keywords, STAR}, "keyword"))),
        "primary": table(known, many(one_of(tuple(CATEGORIES.values()), "category of skills"))),
        "niggling": table(known, COUNT),
        "spent": table(known, many(one_of(titles(edition.data), "skill or effect"))),
    }


def _skills(edition: Edition) -> Shape:
    def shape(value: Any, *place: Any) -> None:
        try:
            for each in filter(lambda each: each not in edition.given, skills(value)):
                check_skill(edition.data, str(place[-1]), *skill_value(each))
        except BadInput as error:
            raise Misplaced(str(error), *place) from None

    return shape


@cache
def _words(edition: Edition) -> dict[str, Shape]:
    """The fields that know neither players nor figures."""

    def of_table(name: str) -> Shape:
        return one_of([row for kind, row in edition.table_rows() if kind == name], name)

    special = sorted({rule for roster in rosters(edition.data).values() for rule in roster.special_rules})
    return {
        **dict.fromkeys(("turn", "kicking", "kicked_first"), SIDE),
        "turns": pair(whole(0, edition.turns)),
        "score": pair(COUNT),
        "first_leg": pair(COUNT),
        "rerolls": pair(COUNT),
        "weather": of_table("weather"),
        "prayers": table(SIDE, many(of_table("prayer"))),
        "trapdoors": many(_on(edition.pitch)),
        "declared": many(one_of(actions(edition), "action")),
        "inducements": table(SIDE, table(one_of(hiring.inducements(edition.data), "inducement"), whole(1, 16))),
        "special_rules": table(SIDE, many(one_of(special, "special rule"))),
    }


def actions(edition: Edition) -> set[str]:
    """Those that anybody can declare, and those that come with a skill."""
    return {action.key for action in edition.actions} | {
        entry.get("grants_action", key) for key, entry in skill_entries(edition.data).items()
    }

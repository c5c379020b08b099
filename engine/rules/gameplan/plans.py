"""The game plans of an edition: whether a team can follow one, what is left of one that became stale, and advice."""

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

from engine.core.pitch import Square
from engine.core.ruleset import Sheet
from engine.core.ruling import Rulings
from engine.core.shapes import Misplaced
from engine.rules.activation import MORE_ACTIONS
from engine.rules.edition import Edition
from engine.rules.field import Gridiron
from engine.rules.gameplan import advice
from engine.rules.gameplan.formations import PRESETS
from engine.rules.gameplan.kinds import PLAYER, Choice, Formation, Kind, Place, Places, Players, is_of
from engine.rules.gameplan.record import PLAN, SETTINGS, GamePlan, check_shape
from engine.rules.setup import LIMITS, squares_refusal, wide_zone_without, wide_zones_of
from engine.rules.tables import cited

NAMELESS: Mapping[str, str] = {}
FORMATION = Places()


class GamePlans:
    """Documents are as in the `plan` of a team sheet."""

    settings = SETTINGS

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    @property
    def size(self) -> int:
        """The most places of a formation."""
        return self.edition.line_up.size

    @cached_property
    def half(self) -> list[list[str]]:
        """The own half for whoever draws it, row by row from the line of scrimmage: what each square is part of."""
        pitch = self.edition.pitch
        columns = range(1, pitch.width + 1)
        return [[_area(pitch, square_of(pitch, 0, row, column)) for column in columns] for row in range(pitch.half)]

    @cached_property
    def arms(self) -> frozenset[str]:
        """Skills with an action of their own: what the setting about weapons and tricks is about."""
        return frozenset(key for key, skill in self.edition.skills.items() if MORE_ACTIONS.name in skill.listeners)

    # Checks

    def check(self, plan: Any, ids: Collection[str], rulings: Rulings) -> None:
        """Refuse a plan that a team with these players cannot follow, in one line."""
        check_shape(plan)
        for key, value in plan.items():
            for player in _named(key, value):
                if player not in ids:
                    raise Misplaced(f"there is no player {player} in this team", PLAN, key)
            if isinstance(SETTINGS[key].kind, Places) and (reason := self.refusal(value, rulings)):
                raise Misplaced(reason, PLAN, key)

    def check_sheet(self, sheet: Sheet, rulings: Rulings) -> None:
        if PLAN in sheet:
            self.check(sheet[PLAN], {str(player["id"]) for player in sheet["players"]}, rulings)

    def refusal(self, places: Any, rulings: Rulings) -> str:
        """Why nobody may set up like this; empty where they may. As many players are asked for as there are places."""
        formation = FORMATION.read(places)
        if len(formation) > self.size:
            return cited(self.edition.data, f"at most {self.size} players are set up, not {len(formation)}", LIMITS)
        pitch = self.edition.pitch
        if strange := next((place for place in formation if not _exists(pitch, place)), None):
            return cited(self.edition.data, f"the own half has no square {strange.behind}, {strange.column}", LIMITS)
        squares = [square_of(pitch, 0, place.behind, place.column) for place in formation]
        wide = wide_zones_of(pitch, rulings.effect(wide_zone_without))
        return squares_refusal(self.edition, 0, squares, len(squares), wide) or ""

    def read(self, plan: Any) -> GamePlan:
        return GamePlan.from_json(plan)

    def squares(self, formation: Formation, side: int) -> dict[Square, str | None]:
        """Where a side stands in a formation, and who it is for."""
        return {square_of(self.edition.pitch, side, it.behind, it.column): it.player for it in formation}

    def tidy(self, plan: Any) -> dict[str, Any]:
        """A plan as it is kept: only what differs from the default."""
        return GamePlan.from_json(plan).to_json()

    def players(self, plan: Mapping[str, Any]) -> set[str]:
        """Everybody whom a plan names."""
        return {player for key, value in plan.items() if _is_known(key, value) for player in _named(key, value)}

    def describe(self, plan: Mapping[str, Any], names: Mapping[str, str]) -> list[tuple[str, str]]:
        """What differs from the default, in words: settings and their values, in the order of the settings."""
        tidy = self.tidy(plan)
        return [
            (setting.words, _in_words(setting.kind, tidy[key], names))
            for key, setting in SETTINGS.items()
            if key in tidy
        ]

    # Repairs

    def repair(
        self, plan: Mapping[str, Any], ids: Collection[str], rulings: Rulings, names: Mapping[str, str] = NAMELESS
    ) -> tuple[dict[str, Any], list[str]]:
        """The plan as far as a team with these players can follow it, and what was left out, in sentences."""
        left: dict[str, Any] = {}
        notes: list[str] = []
        known = [
            key for key in SETTINGS if key in plan
        ]  # databases keep the keys of a document in an order of their own
        for key in (*known, *sorted(plan.keys() - SETTINGS.keys())):
            value = plan[key]
            if not _is_known(key, value):
                notes.append(f"The setting {key} is left out: the rules no longer know it as it was.")
                continue
            setting, gone = SETTINGS[key], [player for player in _named(key, value) if player not in ids]
            if gone:
                listed = ", ".join(names.get(player, f"player {player}") for player in gone)
                notes.append(f"{setting.words}: without {listed}, who cannot play.")
            kept = _without(key, value, gone)
            if isinstance(setting.kind, Places) and (reason := self.refusal(kept, rulings)):
                notes.append(f"{setting.words}: left out, because {reason}.")
            elif setting.kind.read(kept) != setting.default:
                left[key] = kept
        return left, notes

    # Advice

    def presets(self, key: str) -> dict[str, Formation]:
        """Formations to start from, by name, as far as they fit on the pitch; anybody may take their places."""
        pitch = self.edition.pitch
        middle = (pitch.width + 1) // 2
        drawn = {
            name: tuple(Place(behind, middle + aside) for behind, aside in places)
            for name, places in PRESETS[key].items()
        }
        return {name: each for name, each in drawn.items() if all(_exists(pitch, place) for place in each)}

    def suggested(self, roster: str) -> tuple[dict[str, Any], str]:
        """A plan that suits a roster, and why."""
        return advice.suggested(self.edition.data, roster)


def square_of(pitch: Gridiron, side: int, behind: int, column: int) -> Square:
    """Where a place is on the pitch. The sides face each other, so one's left is the other's right."""
    if side == 0:
        return pitch.at(pitch.half - behind, column)
    return pitch.at(pitch.length - pitch.half + 1 + behind, pitch.width + 1 - column)


def _exists(pitch: Gridiron, place: Place) -> bool:
    return 0 <= place.behind < pitch.half and 1 <= place.column <= pitch.width


def _area(pitch: Gridiron, square: Square) -> str:
    if pitch.end_zones[0] >> square & 1:
        return "end-zone"
    if pitch.centre_field >> square & 1:
        return "line" if pitch.scrimmage[0] >> square & 1 else "centre"
    return "wide"


def _is_known(key: str, value: Any) -> bool:
    return key in SETTINGS and is_of(SETTINGS[key].kind, value)


def _named(key: str, value: Any) -> list[str]:
    """The players that a setting names."""
    kind = SETTINGS[key].kind
    if isinstance(kind, Places):
        return [place.player for place in kind.read(value) if place.player is not None]
    return list(value) if isinstance(kind, Players) else []


def _in_words(kind: Kind, value: Any, names: Mapping[str, str]) -> str:
    if isinstance(kind, Choice):
        return kind.words[value].partition(":")[0]  # what follows explains it
    if isinstance(kind, Places):
        named = [names.get(place.player, place.player) for place in kind.read(value) if place.player is not None]
        return f"{len(value)} places" + (f", among them for {', '.join(named)}" if named else "")
    return ", ".join(names.get(each, each) for each in value) if isinstance(kind, Players) else str(value)


def _without(key: str, value: Any, gone: list[str]) -> Any:
    """A setting without some players. Their places in a formation stay, for anybody."""
    kind = SETTINGS[key].kind
    if isinstance(kind, Places):
        return [{**place, PLAYER: None} if place.get(PLAYER) in gone else place for place in value]
    return [player for player in value if player not in gone] if isinstance(kind, Players) else value

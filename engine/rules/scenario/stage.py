"""How scenario files speak of Blood Bowl: home players are capital letters, away players small ones, squares are 12,8."""

from collections.abc import Mapping
from typing import Any

from engine.core.events import Ball as BallAt
from engine.core.events import Off, Phase, Put, Stance
from engine.core.expectations import SIDE_NAMES, compare
from engine.core.match import Match
from engine.core.ruleset import Sheet
from engine.core.ruling import Rulings
from engine.rules.edition import Edition
from engine.rules.game import BloodBowl
from engine.rules.halves import replenish
from engine.rules.scenario.answers import Naming, find, skills
from engine.rules.scenario.expectations import CHECKS, Look
from engine.rules.scenario.position import (
    FLAGS,
    HIRED,
    LYING,
    OFF_PITCH,
    STATE_FIELDS,
    TEAM_FIELDS,
    WAITING,
    actions,
    is_home,
)
from engine.rules.scenario.position import check as position_check
from engine.rules.state import NOBODY, OUT, STANDING, TURN, TURN_START, State
from engine.rules.teams.titles import titles


class BloodBowlStage:
    teams = ()

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    @property
    def words(self) -> set[str]:
        return {*actions(self.edition), *self.edition.reroll_sources, *titles(self.edition.data)}

    def sheets(self, spec: Any, position: Mapping[str, Any], rulings: Rulings) -> tuple[Sheet, Sheet]:
        """Two teams of just the players that the position names."""
        position_check(self.edition, position)
        usual = {key: each.usual for key, each in self.edition.characteristics.items()}
        home, away = (_sheet(side, position, usual) for side in SIDE_NAMES)
        return home, away

    def build(self, spec: Mapping[str, Any], game: BloodBowl) -> None:
        state = game.state
        state.stage = TURN
        _place(spec, game)
        for name in (*STATE_FIELDS, "weather", "first_leg"):
            setattr(state, name, spec.get(name, getattr(state, name)))
        begun = state.stage in (TURN, TURN_START)
        state.active = SIDE_NAMES.index(spec.get("turn", "home")) if begun else NOBODY
        state.kicking = SIDE_NAMES.index(spec.get("kicking", "away"))
        state.kicked_first = SIDE_NAMES.index(spec.get("kicked_first", "away"))
        state.declared = set(spec.get("declared", ()))
        for side, team in enumerate(state.teams):
            team.turn = spec.get("turns", (1, 1))[side]
            team.score = spec.get("score", (0, 0))[side]
            team.bought = spec.get("rerolls", (0, 0))[side]
            for name in TEAM_FIELDS:
                if name in spec:
                    setattr(team, name, spec[name][side])
            replenish(game, team)
            for prayer in spec.get("prayers", {}).get(SIDE_NAMES[side], ()):
                game.gain(team, prayer)
        for square in spec.get("trapdoors", ()):
            state.trapdoors |= 1 << game.pitch.square(str(square))
        game.changed()

    def start(self, game: BloodBowl) -> list[dict[str, Any]]:
        """The position as board events, for whoever draws it."""
        state: State = game.state
        events: list[Any] = []
        for player in state.players:
            if player.on_pitch:
                events.append(Put(player.id, player.square))
                if player.status != STANDING:
                    events.append(Stance(player.id, player.status))
            else:
                events.append(Off(player.id, player.status))
        ball = state.ball
        events.append(BallAt(ball.square if ball.square >= 0 else None, ball.carrier if ball.carrier >= 0 else None))
        if state.stage == TURN:
            events.append(Phase("turn", game.team(state.active).turn, state.active))
        return [event.to_json() for event in events]

    def names(self, game: BloodBowl) -> Naming:
        return Naming(game)

    def differences(self, expect: Mapping[str, Any], match: Match, rulings: Rulings) -> list[str]:
        return compare(expect, Look(match, rulings, self), CHECKS)


def _names(side: str, position: Mapping[str, Any]) -> list[str]:
    home = side == "home"
    placed = list(position.get(side, {}))
    for field in (*OFF_PITCH, *WAITING):
        placed += [name for name in position.get(field, ()) if is_home(name) == home]
    return placed


def _sheet(side: str, position: Mapping[str, Any], usual: Mapping[str, int]) -> Sheet:
    rows = [
        {
            "id": name,
            "number": number,
            "name": name,
            "position": "player",
            "stats": {**usual, **position.get("stats", {}).get(name, {})},
            "skills": skills(position.get("skills", {}).get(name, [])),
            "spare": name in position.get("spares", ()),
            "rookie": name in position.get("rookies", ()),
            "keywords": position.get("keywords", {}).get(name, ["lineman"]),
            "primary": position.get("primary", {}).get(name, ["general"]),
            "captain": name in position.get("captains", ()),
            "niggling": position.get("niggling", {}).get(name, 0),
            **{mark: name in position.get(field, ()) for field, mark in HIRED.items()},
        }
        for number, name in enumerate(_names(side, position), start=1)
    ]
    hired = position.get("inducements", {}).get(side, {})
    return {
        "key": side,
        "name": side.capitalize(),
        "short": side[:3].upper(),
        "roster": None,
        "players": rows,
        "inducements": hired,
        "special_rules": position.get("special_rules", {}).get(side, ()),
    }


def _place(spec: Mapping[str, Any], game: BloodBowl) -> None:
    for player in game.state.players:
        player.status = OUT
    for side in SIDE_NAMES:
        for name, square in spec.get(side, {}).items():
            player = find(game, name)
            player.status, player.square, player.fielded = STANDING, game.pitch.square(str(square)), True
    for field, status in (LYING | OFF_PITCH).items():
        for name in spec.get(field, ()):
            find(game, name).status = status
    for field in FLAGS:
        for name in spec.get(field, ()):
            setattr(find(game, name), field, True)
    for name, spent in spec.get("spent", {}).items():
        find(game, name).spent.update(spent)
    _place_ball(spec, game)


def _place_ball(spec: Mapping[str, Any], game: BloodBowl) -> None:
    where = spec.get("ball", "none")
    if any(player.name == where for player in game.state.players):
        game.state.ball.carrier = find(game, where).id
    elif where != "none":
        game.state.ball.square = game.pitch.square(str(where))

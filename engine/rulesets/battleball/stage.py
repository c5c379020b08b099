"""How scenario files speak of Battleball: pieces as W-RB or B-LM2, spaces as r16c8, acts as `tackle B-RB`."""

from collections.abc import Collection, Mapping
from copy import deepcopy
from typing import Any

from engine.core.events import Ball, Off, Phase, Put, Score, Stance, Token
from engine.core.match import Match
from engine.core.pitch import squares_of
from engine.core.ruleset import Sheet
from engine.core.ruling import Rulings
from engine.rulesets.battleball import position
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.expectations import compare
from engine.rulesets.battleball.naming import Naming, find_piece, piece_names, side_of
from engine.rulesets.battleball.position import OFF_FIELD, PLAIN, SIDES
from engine.rulesets.battleball.sheet import check_sheet, counts, positions, standard_sheets
from engine.rulesets.battleball.state import ABSENT, DOWN, NOBODY, STANDING, TURN, State


class BattleballStage:
    words: Collection[str] = ()

    @property
    def teams(self) -> Collection[str]:
        return standard_sheets().keys()

    def sheets(self, spec: Any, position: Mapping[str, Any], rulings: Rulings) -> tuple[Sheet, Sheet]:
        """The standard teams; with a custom roster, teams of the counts in force. Who picks one leaves the other."""
        teams = dict(standard_sheets())
        picked = spec.get("home", next(iter(teams)))
        home, away = (_fitted(sheet, counts(rulings)) for sheet in (teams.pop(picked), *teams.values()))
        for sheet in (home, away):
            check_sheet(sheet, rulings)
        return home, away

    def build(self, spec: Mapping[str, Any], game: Any) -> None:
        """Put the pieces where the file says. Without a position the match starts from its opening."""
        state: State = game.state
        position.check(spec, game)
        if not spec:
            return
        state.stage = TURN
        for piece in state.pieces:
            piece.status = spec.get("others", ABSENT)
        _place(spec, game)
        position.check_spaces(game)
        for name in PLAIN:
            if name in spec:
                setattr(state, name, deepcopy(spec[name]))  # a match changes its lists
        for name in SIDES:
            if name in spec:
                setattr(state, name, side_of(spec[name]))
        state.side = side_of(spec.get("turn", "home"))
        game.changed()
        game.listen()

    def start(self, game: Any) -> list[dict[str, Any]]:
        """The position as board events, for whoever draws it."""
        state: State = game.state
        events: list[Any] = []
        for piece in state.pieces:
            if piece.on_field:
                events.append(Put(piece.id, piece.square))
                if piece.status == DOWN:
                    events.append(Stance(piece.id, DOWN))
            else:
                events.append(Off(piece.id, piece.status))
        events += [Token(square) for square in squares_of(state.tokens)]
        held, loose = state.holder != NOBODY, state.ball >= 0
        events.append(Ball(state.ball if loose else None, state.holder if held else None))
        if any(state.score):
            events += [Score(side, 0, "carried over", (state.score[0], state.score[1])) for side in (0,)]
        if state.stage == TURN:
            events.append(Phase("turn", state.turns[state.side] + 1, state.side))
        return [event.to_json() for event in events]

    def differences(self, expect: Mapping[str, Any], match: Match, rulings: Rulings) -> list[str]:
        return compare(expect, match, rulings, self)

    def names(self, game: Any) -> Naming:
        return Naming(game)


def _fitted(sheet: Sheet, wanted: dict[str, int]) -> Sheet:
    kinds = [key for key, number in wanted.items() for _ in range(number)]
    if sorted(kinds) == sorted(player["position"] for player in sheet["players"]):
        return sheet
    players = [
        {**player, "position": kind}
        for player, kind in zip(sheet["players"], kinds, strict=True)
        if kind in positions()
    ]
    return {**sheet, "players": players}


def _place(spec: Mapping[str, Any], game: Bout) -> None:
    state, square = game.state, game.board.pitch.square
    for name, place in spec.get("pieces", {}).items():
        piece = find_piece(game, name)
        piece.status, piece.square = STANDING, square(place)
    for name in spec.get("down", ()):
        piece = find_piece(game, name)
        piece.status, piece.lies_for = DOWN, 1
    for status in OFF_FIELD:
        for name in spec.get(status, ()):
            find_piece(game, name).status = status
    for name, blocker in spec.get("felled_by", {}).items():
        find_piece(game, name).felled_by = find_piece(game, blocker).id
    for name, skills in spec.get("skills", {}).items():
        find_piece(game, name).skills = tuple(skills)
    for field in ("used", "passers"):
        setattr(state, field, sum(1 << find_piece(game, name).id for name in spec.get(field, ())))
    for place in spec.get("tokens", ()):
        state.tokens |= 1 << square(place)
    _ball(spec.get("ball", game.board.pitch.name(game.board.centre)), game)


def _ball(where: str, game: Bout) -> None:
    state = game.state
    if where in piece_names(game):
        piece = find_piece(game, where)
        state.holder, state.last_holder = piece.id, piece.side
    elif where != "none":
        state.ball = game.board.pitch.square(where)

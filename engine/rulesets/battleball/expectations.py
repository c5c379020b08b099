"""What a scenario may expect of a Battleball position, and how a difference is told."""

from collections.abc import Mapping
from typing import Any, cast

from engine.core import expectations
from engine.core.errors import BadInput
from engine.core.events import kinds_in
from engine.core.expectations import GENERAL, SIDE_NAMES, Check, Speaks, differs, each, places
from engine.core.match import Match
from engine.core.pitch import squares_of
from engine.core.ruleset import catalogue
from engine.core.ruling import Rulings
from engine.rulesets.battleball import events
from engine.rulesets.battleball.board import drawing
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.naming import find_piece, name_of
from engine.rulesets.battleball.sheet import after_match, check_counts, check_sheet, roster, standard_sheets
from engine.rulesets.battleball.state import INJURED, NOBODY, SERIOUS
from engine.rulesets.battleball.statistics import result


class Look(expectations.Look):
    kinds = expectations.Look.kinds | kinds_in(events)
    purposes = frozenset({"block", "draw", "field-goal", "first-move", "hand-off", "move", "pass", "pile-on", "tackle"})

    def __init__(self, match: Match, rulings: Rulings, stage: Speaks) -> None:
        super().__init__(match, rulings, stage)
        self.game = cast("Bout", match.game)  # a Battleball match plays a Bout

    def steps(self, place: str) -> int | None:
        options: Any = self.match.pending.options if self.match.pending else None
        if not hasattr(options, "steps_to"):
            raise BadInput("reaches and unreachable need an open move")
        steps: int | None = options.steps_to(self.game.board.pitch.square(place))
        return steps

    # The position -----------------------------------------------------------------------------------------------------

    def where(self, name: str) -> str:
        square = find_piece(self.game, name).square
        return "off" if square < 0 else self.game.board.name(square)

    def covers(self, name: str) -> list[str]:
        piece = find_piece(self.game, name)
        return (
            [self.game.board.name(square) for square in squares_of(self.game.covers(piece))] if piece.on_field else []
        )

    def covered(self) -> list[int]:
        """How many spaces each team takes up."""
        return [sum(1 + piece.wide for piece in self.game.on_field(side)) for side in (0, 1)]

    def locker_room(self) -> dict[str, str]:
        pieces = self.game.state.pieces
        return {name_of(self.game, piece.id): piece.status for piece in pieces if piece.status in (INJURED, SERIOUS)}

    def ball(self) -> str:
        state = self.game.state
        if state.holder != NOBODY:
            return name_of(self.game, state.holder)
        return self.game.board.name(state.ball) if state.ball >= 0 else "none"

    def tokens(self) -> list[str]:
        return [self.game.board.name(square) for square in squares_of(self.game.state.tokens)]

    def result(self) -> dict[str, Any]:
        sheets = tuple(standard_sheets().values())
        return result(self.game, (sheets[0], sheets[1]))

    def card(self, name: str) -> dict[str, int]:
        """What a player's card shows after the match."""
        piece = find_piece(self.game, name)
        figures: dict[str, int] = self.result()["players"][SIDE_NAMES[piece.side]][str(piece.number)]
        return {key: number for key, number in figures.items() if number}

    def aftermath(self) -> dict[str, Any]:
        """What the injuries mean for the next matches, by piece."""
        found = after_match(self.rulings, self.result())
        return {
            name_of(self.game, piece.id): found[SIDE_NAMES[piece.side]].get(piece.number, {})
            for piece in self.game.state.pieces
            if piece.status == SERIOUS
        }

    def line_up(self) -> list[dict[str, int]]:
        rows: list[dict[str, int]] = [{}, {}]
        for piece in self.game.state.pieces:
            rows[piece.side][piece.abbr] = rows[piece.side].get(piece.abbr, 0) + 1
        return rows

    def board(self) -> dict[str, Any]:
        board, drawn = self.game.board, drawing(self.rulings)
        return {
            "length_to_width": round(drawn["height"] / drawn["width"], 2),
            "end_zones": len(drawn["goals"]),
            "yard_lines": " ".join(line["label"] for line in drawn["lines"]),
            "half_squares": sum(space["w"] < 1 for space in drawn["spaces"]),
            "rows": board.pitch.rows,
            "columns": board.pitch.columns,
            "centre": board.name(board.centre),
            "spaces": board.pitch.everywhere.bit_count(),
            "steps_to_centre": {
                name: board.pitch.distance(board.pitch.square(name), board.centre) for name in ("r6c8", "r1c8")
            }
            if board.pitch.columns >= 15
            else {},
        }


def _normal(look: Look, name: str) -> str:
    """Pieces have two names (W-RB and W-RB1); spaces have one."""
    return name_of(look.game, find_piece(look.game, name).id) if name[:2] in ("W-", "B-") else name


def _sheet(look: Look, wanted: Mapping[str, Any]) -> list[str]:
    """{counts: {RB position key: n}, is: accepted or refused}: a team sheet with other counts."""
    base = standard_sheets()["iron-wolves"]
    kinds = [key for key, number in wanted["counts"].items() for _ in range(number)]
    template = base["players"][0]
    players = [{**template, "id": number, "number": number, "position": kind} for number, kind in enumerate(kinds)]
    try:
        check_sheet({**base, "players": players}, look.rulings)
    except BadInput:
        return differs("sheet", wanted["is"], "refused")
    return differs("sheet", wanted["is"], "accepted")


def _roster(look: Look, wanted: Any) -> list[str]:
    """[{counts: …, is: accepted or refused}]: whether the commissioner may set these counts, under the choice in force."""
    lines: list[str] = []
    for case in wanted:
        try:
            setting = {"choice": look.rulings.choice(roster), **case["counts"]}
            check_counts(catalogue("battleball").rulings(overrides={look.rulings.id_of(roster.point): setting}))
            found = "accepted"
        except BadInput:
            found = "refused"
        lines += differs(f"roster {case['counts']}", case["is"], found)
    return lines


def _width(look: Look, name: str) -> float:
    spaces = drawing(look.rulings)["spaces"]
    return next((float(space["w"]) for space in spaces if space["name"] == name), 0.0)


def _on_field(look: Look) -> list[int]:
    return [len(look.game.on_field(side)) for side in (0, 1)]


CHECKS: dict[str, Check] = {
    **GENERAL,
    "reaches": lambda look, wanted: each("steps", wanted, look.steps),
    "unreachable": lambda look, wanted: each("steps", dict.fromkeys(wanted), look.steps),
    "spaces": lambda look, wanted: differs("spaces", wanted, look.about("spaces")),
    "at": lambda look, wanted: each("place", places(wanted), look.where),
    "status": lambda look, wanted: each("status", wanted, lambda name: find_piece(look.game, name).status),
    "ball": lambda look, wanted: differs("ball", _normal(look, wanted), look.ball()),
    "tokens": lambda look, wanted: differs("tokens", sorted(wanted), sorted(look.tokens())),
    "token_count": lambda look, wanted: differs("token_count", wanted, len(look.tokens())),
    "score": lambda look, wanted: differs("score", wanted, look.game.state.score),
    "touchdowns": lambda look, wanted: differs("touchdowns", wanted, look.game.state.touchdowns),
    "turn": lambda look, wanted: differs("turn", wanted, SIDE_NAMES[look.game.state.side]),
    "began": lambda look, wanted: differs("began", wanted, SIDE_NAMES[look.game.state.began]),
    "half": lambda look, wanted: differs("half", wanted, look.game.state.half),
    "winner": lambda look, wanted: differs("winner", wanted, look.game.state.winner),
    "on_field": lambda look, wanted: differs("on_field", wanted, _on_field(look)),
    "line_up": lambda look, wanted: differs("line_up", wanted, look.line_up()[0]),
    "board": lambda look, wanted: each("board", wanted, look.board().get),
    "sheet": _sheet,
    "roster": _roster,
    "covers": lambda look, wanted: each("spaces", wanted, look.covers),
    "covered": lambda look, wanted: differs("covered", wanted, look.covered()),
    "widths": lambda look, wanted: each("width", wanted, lambda name: _width(look, name)),
    "names": lambda look, wanted: each("name", wanted, lambda name: find_piece(look.game, name).name),
    "card": lambda look, wanted: each("card", wanted, look.card),
    "locker_room": lambda look, wanted: differs(
        "locker_room", {_normal(look, name): status for name, status in wanted.items()}, look.locker_room()
    ),
    "next_matches": lambda look, wanted: differs(
        "next_matches", {_normal(look, name): cost for name, cost in wanted.items()}, look.aftermath()
    ),
}


def compare(expect: Mapping[str, Any], match: Match, rulings: Rulings, stage: Speaks) -> list[str]:
    return expectations.compare(expect, Look(match, rulings, stage), CHECKS)

"""What a scenario may expect of a Battleball position, and how a difference is told."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from engine.core.decisions import Listed
from engine.core.errors import BadInput
from engine.core.match import Match
from engine.core.pitch import squares_of
from engine.core.ruleset import catalogue
from engine.core.ruling import Rulings
from engine.rulesets.battleball.board import drawing
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.naming import find_piece, name_of
from engine.rulesets.battleball.sheet import after_match, check_counts, check_sheet, roster, standard_sheets
from engine.rulesets.battleball.state import INJURED, NOBODY, SERIOUS
from engine.rulesets.battleball.statistics import result

Decode = Callable[[Bout, str, Any, Any], Any]
SIDE_NAMES = ("home", "away")


class Look:
    """One position after the script, with the questions that `expect` may put to it."""

    def __init__(self, match: Match, rulings: Rulings, decode: Decode) -> None:
        self.match = match
        self.game: Bout = match.game  # type: ignore[assignment]  # a Battleball match plays a Bout
        self.rulings = rulings
        self.decode = decode

    # The question that is open ----------------------------------------------------------------------------------------

    def next(self) -> str:
        pending = self.match.pending
        return "over" if pending is None else f"{SIDE_NAMES[pending.side]} {pending.question}"

    def decoded(self, answers: Any) -> list[Any]:
        pending = self.match.pending
        if pending is None:
            raise BadInput("the match is over and offers nothing")
        if not isinstance(answers, list):
            raise BadInput("answers are given as a list")
        return [self.decode(self.game, pending.question, answer, pending.options) for answer in answers]

    def refusals(self, answers: Any) -> list[str | None]:
        choices = self.decoded(answers)
        options = self.match.pending.options if self.match.pending else Listed(())
        return [options.refusal(choice) for choice in choices]

    def listed(self) -> list[Any]:
        options = self.match.pending.options if self.match.pending else None
        return list(options.choices) if isinstance(options, Listed) else []

    def steps(self, place: str) -> int | None:
        options: Any = self.match.pending.options if self.match.pending else None
        if not hasattr(options, "steps_to"):
            raise BadInput("reaches and unreachable need an open move")
        square: int | None = options.steps_to(self.game.board.pitch.square(place))
        return square

    # The position -----------------------------------------------------------------------------------------------------

    def where(self, name: str) -> str:
        square = find_piece(self.game, name).square
        return "off" if square < 0 else self.game.board.name(square)

    def covers(self, name: str) -> list[str]:
        piece = find_piece(self.game, name)
        return [self.game.board.name(square) for square in squares_of(self.game.covers(piece))] if piece.on_field else []

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


def _differs(what: str, wanted: Any, found: Any) -> list[str]:
    return [] if wanted == found else [f"{what}: expected {wanted!r}, found {found!r}"]


def _each(what: str, wanted: Mapping[str, Any], found: Callable[[str], Any]) -> list[str]:
    return [line for name, value in wanted.items() for line in _differs(f"{what} of {name}", value, found(name))]


def _normal(look: Look, name: str) -> str:
    """Pieces have two names (W-RB and W-RB1); spaces have one."""
    return name_of(look.game, find_piece(look.game, name).id) if name[:2] in ("W-", "B-") else name


def _offers(look: Look, wanted: Any) -> list[str]:
    refused = look.refusals(wanted)
    return [f"{answer!r} is not offered" for answer, refusal in zip(wanted, refused, strict=True) if refusal]


def _offers_only(look: Look, wanted: Any) -> list[str]:
    choices, listed = look.decoded(wanted), look.listed()
    lines = _offers(look, wanted)
    extra = [choice for choice in listed if choice not in choices]
    return lines + [f"{_told(look, choice)} is offered too" for choice in extra]


def _told(look: Look, choice: Any) -> str:
    if isinstance(choice, tuple) and len(choice) == 2 and isinstance(choice[0], str):
        return choice[0] if choice[1] < 0 else f"{choice[0]} {name_of(look.game, choice[1])}"
    question = look.match.pending.question if look.match.pending else ""
    if isinstance(choice, int) and question in ("activate", "nearest", "take-ball"):
        return name_of(look.game, choice)
    if isinstance(choice, int) and question in ("place-ball", "token", "step-back-on"):
        return look.game.board.name(choice)
    return repr(choice)


def _not_offered(look: Look, wanted: Any) -> list[str]:
    refused = look.refusals(wanted)
    return [f"{answer!r} is offered" for answer, refusal in zip(wanted, refused, strict=True) if not refusal]


def _refusal(look: Look, wanted: Mapping[str, Any]) -> list[str]:
    """{answer: …, because: words of the refusal}"""
    (refusal,) = look.refusals([wanted["answer"]])
    told = refusal or "nothing"
    return [] if str(wanted["because"]) in told else [f"refusal: expected {wanted['because']!r}, found {told!r}"]


def _kinds(look: Look) -> list[str]:
    return [event.kind for event in look.game.events]


def _happened(look: Look, wanted: Any) -> list[str]:
    return [f"no {kind!r} happened" for kind in wanted if kind not in _kinds(look)]


def _did_not_happen(look: Look, wanted: Any) -> list[str]:
    return [f"{kind!r} happened" for kind in wanted if kind in _kinds(look)]


def _sheet(look: Look, wanted: Mapping[str, Any]) -> list[str]:
    """{counts: {RB position key: n}, is: accepted or refused}: a team sheet with other counts."""
    base = standard_sheets()["iron-wolves"]
    kinds = [key for key, number in wanted["counts"].items() for _ in range(number)]
    template = base["players"][0]
    players = [{**template, "id": number, "number": number, "position": kind} for number, kind in enumerate(kinds)]
    try:
        check_sheet({**base, "players": players}, look.rulings)
    except BadInput:
        return _differs("sheet", wanted["is"], "refused")
    return _differs("sheet", wanted["is"], "accepted")


def _roster(look: Look, wanted: Any) -> list[str]:
    """[{counts: …, is: accepted or refused}]: whether the commissioner may set these counts, under the choice in force."""
    lines: list[str] = []
    for each in wanted:
        try:
            setting = {"choice": look.rulings.choices[roster.id], **each["counts"]}
            check_counts(catalogue("battleball").rulings(overrides={roster.id: setting}))
            found = "accepted"
        except BadInput:
            found = "refused"
        lines += _differs(f"roster {each['counts']}", each["is"], found)
    return lines


def _width(look: Look, name: str) -> float:
    spaces = drawing(look.rulings)["spaces"]
    return next((float(space["w"]) for space in spaces if space["name"] == name), 0.0)


def _on_field(look: Look) -> list[int]:
    return [len(look.game.on_field(side)) for side in (0, 1)]


def _last_roll(look: Look) -> dict[str, Any]:
    """As JSON has it: lists, not tuples."""
    rolls = [event.to_json() for event in look.game.events if event.kind == "roll"]
    last: dict[str, Any] = json.loads(json.dumps(rolls[-1])) if rolls else {}
    return last


def _places(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """YAML reads a bare `off` as false."""
    return {name: "off" if place is False else place for name, place in wanted.items()}


CHECKS: dict[str, Callable[[Look, Any], list[str]]] = {
    "next": lambda look, wanted: _differs("next", wanted, look.next()),
    "offers": _offers,
    "offers_only": _offers_only,
    "not_offered": _not_offered,
    "accepts": _offers,
    "refuses": _not_offered,
    "refusal": _refusal,
    "reaches": lambda look, wanted: _each("steps", wanted, look.steps),
    "unreachable": lambda look, wanted: _each("steps", dict.fromkeys(wanted), look.steps),
    "spaces": lambda look, wanted: _differs(
        "spaces", wanted, look.match.pending.about.get("spaces") if look.match.pending else None
    ),
    "at": lambda look, wanted: _each("place", _places(wanted), look.where),
    "status": lambda look, wanted: _each("status", wanted, lambda name: find_piece(look.game, name).status),
    "ball": lambda look, wanted: _differs("ball", _normal(look, wanted), look.ball()),
    "tokens": lambda look, wanted: _differs("tokens", sorted(wanted), sorted(look.tokens())),
    "token_count": lambda look, wanted: _differs("token_count", wanted, len(look.tokens())),
    "score": lambda look, wanted: _differs("score", wanted, look.game.state.score),
    "touchdowns": lambda look, wanted: _differs("touchdowns", wanted, look.game.state.touchdowns),
    "turn": lambda look, wanted: _differs("turn", wanted, SIDE_NAMES[look.game.state.side]),
    "began": lambda look, wanted: _differs("began", wanted, SIDE_NAMES[look.game.state.began]),
    "half": lambda look, wanted: _differs("half", wanted, look.game.state.half),
    "winner": lambda look, wanted: _differs("winner", wanted, look.game.state.winner),
    "on_field": lambda look, wanted: _differs("on_field", wanted, _on_field(look)),
    "dice_rolled": lambda look, wanted: _differs("dice_rolled", wanted, [sides for sides, _ in look.game.rolled]),
    "last_roll": lambda look, wanted: _each("last roll", wanted, _last_roll(look).get),
    "happened": _happened,
    "did_not_happen": _did_not_happen,
    "line_up": lambda look, wanted: _differs("line_up", wanted, look.line_up()[0]),
    "board": lambda look, wanted: _each("board", wanted, look.board().get),
    "sheet": _sheet,
    "roster": _roster,
    "covers": lambda look, wanted: _each("spaces", wanted, look.covers),
    "covered": lambda look, wanted: _differs("covered", wanted, look.covered()),
    "widths": lambda look, wanted: _each("width", wanted, lambda name: _width(look, name)),
    "names": lambda look, wanted: _each("name", wanted, lambda name: find_piece(look.game, name).name),
    "card": lambda look, wanted: _each("card", wanted, look.card),
    "locker_room": lambda look, wanted: _differs(
        "locker_room", {_normal(look, name): status for name, status in wanted.items()}, look.locker_room()
    ),
    "next_matches": lambda look, wanted: _differs(
        "next_matches", {_normal(look, name): cost for name, cost in wanted.items()}, look.aftermath()
    ),
}


def compare(expect: Mapping[str, Any], match: Match, rulings: Rulings, decode: Decode) -> list[str]:
    look = Look(match, rulings, decode)
    lines: list[str] = []
    if "next" in expect and look.next() != expect["next"]:
        # Another question is open: its answers are other things, and comparing them would only confuse.
        return _differs("next", expect["next"], look.next())
    for name, wanted in expect.items():
        if name not in CHECKS:
            raise BadInput(f"nothing called {name!r} can be expected; there are {', '.join(CHECKS)}")
        lines += CHECKS[name](look, wanted)
    return lines

"""What a position in a scenario file of Battleball may say. The stage puts up what has passed here."""

from collections.abc import Mapping
from typing import Any

from engine.core.errors import BadInput
from engine.core.expectations import SIDE_NAMES
from engine.core.pitch import squares_of
from engine.core.shapes import Misplaced, Shape, flag, many, one_of, pair, record, table, whole
from engine.rulesets.battleball.bout import Bout
from engine.rulesets.battleball.naming import find_piece, piece_names
from engine.rulesets.battleball.skills import descriptions
from engine.rulesets.battleball.state import ABSENT, HALF_END, HALT, INJURED, RESERVE, SCORED, SERIOUS, TURN, TURN_START

COUNT = whole(0, 9999)
HALTS = ("field goal", "fumble", "no way to the end zone", "agreement", "nobody can act")
# Fields of the state that a position may set as they are.
PLAIN: dict[str, Shape] = {
    "stage": one_of((TURN_START, TURN, HALF_END, HALT), "stage"),
    "half": whole(1, 99),
    "half_over": one_of(("touchdown", "technicality", "time"), "end of a half"),
    "halted": one_of(HALTS, "halt"),
    **dict.fromkeys(("score", "touchdowns", "turns"), pair(COUNT)),
    **dict.fromkeys(("seconds", "activations", "hand_offs", "tokens_placed", "idle"), COUNT),
    "passed": flag,
    "team_rules": pair(one_of(["", *descriptions()["team_rules"]], "Team Rule")),
}
SIDES = ("began", "scored_by", "last_holder")
OFF_FIELD = (INJURED, SERIOUS, SCORED, RESERVE)


def check(spec: Mapping[str, Any], game: Bout) -> None:
    """Refuse what makes no sense, naming the place."""
    pieces, spaces = _piece(game), _space(game)

    def ball(value: Any, *place: Any) -> None:
        if value != "none" and value not in piece_names(game):
            spaces(value, *place)

    fields: dict[str, Shape] = {
        "pieces": table(pieces, spaces),
        **dict.fromkeys(("down", "used", "passers", *OFF_FIELD), many(pieces)),
        "ball": ball,
        "tokens": many(spaces),
        **dict.fromkeys(("turn", *SIDES), one_of(SIDE_NAMES, "side")),
        "others": one_of((ABSENT, *OFF_FIELD), "place for a piece"),
        "felled_by": table(pieces, pieces),
        "skills": table(pieces, many(one_of(list(descriptions()["skills"]), "skill"))),
    }
    record(PLAIN | fields, "a position")(spec)
    named = [find_piece(game, name).id for field in ("pieces", *OFF_FIELD) for name in spec.get(field, ())]
    if len(set(named)) != len(named):
        raise Misplaced("a piece is in two places")


def check_spaces(game: Bout) -> None:
    """Refuse pieces on top of one another, once they stand where the file says."""
    taken = 0
    for piece in (*game.on_field(0), *game.on_field(1)):
        own = game.covers(piece)
        if own & taken:
            raise Misplaced(f"two pieces are on {game.board.name(next(squares_of(own & taken)))}", "pieces")
        taken |= own


def _piece(game: Bout) -> Shape:
    def shape(value: Any, *place: Any) -> None:
        try:
            find_piece(game, value)
        except BadInput as error:
            raise Misplaced(str(error), *place) from None

    return shape


def _space(game: Bout) -> Shape:
    def shape(value: Any, *place: Any) -> None:
        try:
            game.board.pitch.square(str(value))
        except BadInput as error:
            raise Misplaced(str(error), *place) from None

    return shape

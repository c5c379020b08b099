"""How scenario files write a move."""

from typing import TYPE_CHECKING, Any, cast

from engine.core.answers import Finder, PathFormat
from engine.core.pitch import Square
from engine.rulesets.battleball.paths import Paths

if TYPE_CHECKING:
    from engine.core.decisions import Decision

GOAL = "goal"  # the end zone


class MoveFormat(PathFormat):
    """A whole path, or one space for a shortest path to it."""

    form = f"a list of squares in order, or one square for a shortest path; `{GOAL}` is the end zone"

    def read(self, written: Any, names: Finder, asked: "Decision[Any]") -> Any:
        paths = cast("Paths", asked.options)
        if isinstance(written, list):
            return tuple(_square(each, names, paths) for each in written)
        square = _square(written, names, paths)
        scores = square == paths.ground.goal and paths.goal_path is not None
        return paths.path_to(square) if scores or paths.steps_to(square) is not None else (square,)


def _square(name: Any, names: Finder, paths: Paths) -> Square:
    return paths.ground.goal if name == GOAL else names.find_square(name)

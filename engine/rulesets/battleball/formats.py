"""How scenario files write a move."""

from typing import TYPE_CHECKING, Any

from engine.core.answers import Finder, PathFormat
from engine.core.pitch import Square

if TYPE_CHECKING:
    from engine.core.decisions import Decision

GOAL = "goal"  # the end zone


class MoveFormat(PathFormat):
    """A whole path, or one space for a shortest path to it."""

    form = f"a list of squares in order, or one square for a shortest path; `{GOAL}` is the end zone"

    def read(self, written: Any, names: Finder, asked: "Decision[Any]") -> Any:
        options: Any = asked.options
        if isinstance(written, list):
            return tuple(_square(each, names, options) for each in written)
        square = _square(written, names, options)
        reachable = options.steps_to(square) is not None or (options.goal_path and square == options.ground.goal)
        return options.path_to(square) if reachable else (square,)


def _square(name: Any, names: Finder, options: Any) -> Square:
    goal: Square = options.ground.goal
    return goal if name == GOAL else names.find_square(name)

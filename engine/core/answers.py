"""How answers are written, in scenario files and wherever else people read them: one format for each kind of answer."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from engine.core.errors import BadInput
from engine.core.pitch import Square

if TYPE_CHECKING:
    from engine.core.decisions import Decision

T = TypeVar("T")
NONE = -1  # instead of a player or a square


class Names(Protocol):
    """What players and squares are called."""

    def player(self, id: int) -> str: ...
    def square(self, square: Square) -> str: ...


class Finder(Names, Protocol):
    """… and who or where it is that is called so."""

    def is_player(self, name: Any) -> bool: ...
    def find_player(self, name: Any) -> int: ...
    def find_square(self, name: Any) -> Square: ...


class AnswerFormat(Generic[T]):
    """How the answers to a question are written. What makes no sense is read as it stands: the question refuses it."""

    form: str = ""  # for those who write answers
    words: Collection[str] = ()  # that an answer may be or begin with

    def describe(self, answer: T, names: Names) -> str:
        return str(answer)

    def read(self, written: Any, names: Finder, asked: "Decision[Any]") -> Any:
        return written


class PlayerFormat(AnswerFormat[int]):
    form = "a player"

    def describe(self, answer: int, names: Names) -> str:
        return names.player(answer)

    def read(self, written: Any, names: Finder, asked: "Decision[Any]") -> Any:
        return names.find_player(written) if names.is_player(written) else written


class SquareFormat(AnswerFormat[Square]):
    form = "a square"

    def describe(self, answer: Square, names: Names) -> str:
        return names.square(answer)

    def read(self, written: Any, names: Finder, asked: "Decision[Any]") -> Square:
        return names.find_square(written)


class YesNoFormat(AnswerFormat[bool]):
    form = "`true`, `false`"

    def describe(self, answer: bool, names: Names) -> str:
        return str(answer).lower()


class NumberFormat(AnswerFormat[int]):
    form = "a number"


class Word(AnswerFormat[str]):
    """One of these words, or something `other` that has a word: an action, a skill."""

    def __init__(self, *words: str, other: str = "") -> None:
        self.words = words
        self.form = _either(_code(words), other)

    def read(self, written: Any, names: Finder, asked: "Decision[Any]") -> Any:
        return "no" if written is False else written  # YAML reads a bare `no` as false


class PathFormat(AnswerFormat[tuple[Square, ...]]):
    form = "a list of squares in order"

    def describe(self, answer: tuple[Square, ...], names: Names) -> str:
        return " > ".join(map(names.square, answer))

    def read(self, written: Any, names: Finder, asked: "Decision[Any]") -> Any:
        return tuple(map(names.find_square, written))


class SetUpFormat(AnswerFormat[Any]):
    """A square, or none, for each of the players whom the question is about."""

    form = "`any`, or players and their squares"

    def describe(self, answer: tuple[Square | None, ...], names: Names) -> str:
        return " ".join("off" if square is None else names.square(square) for square in answer)

    def read(self, written: Any, names: Finder, asked: "Decision[Any]") -> Any:
        if not isinstance(written, dict):
            raise BadInput("a set-up is a mapping of players to squares")
        squares = {names.find_player(name): names.find_square(square) for name, square in written.items()}
        return tuple(squares.get(player) for player in asked.about["players"])


class PlacementFormat(AnswerFormat[tuple[int, Square]]):
    form = "one player and its square"

    def describe(self, answer: tuple[int, Square], names: Names) -> str:
        return f"{names.player(answer[0])} {names.square(answer[1])}"

    def read(self, written: Any, names: Finder, asked: "Decision[Any]") -> Any:
        if not isinstance(written, dict) or len(written) != 1:
            raise BadInput("one player is placed at a time, as in {A: square}")
        ((name, square),) = written.items()
        return names.find_player(name), names.find_square(square)


class Phrase(AnswerFormat[Any]):
    """A word with a player or a square after it, or a word alone. A list of squares is a move, where one may move."""

    def __init__(
        self,
        *,
        players: tuple[str, ...] = (),
        squares: tuple[str, ...] = (),
        alone: tuple[str, ...] = (),
        after_alone: tuple[int, ...] = (),  # what the engine takes after a word that stands alone
        moves: bool = False,
    ) -> None:
        self.words = {*players, *squares, *alone, *(("move",) if moves else ())}
        self.squares = squares
        self.after_alone = after_alone
        self.moves = moves
        parts = (
            PATH.form if moves else "",
            f"{_code(players)} and a player" if players else "",
            f"{_code(squares)} and a square" if squares else "",
            _code(alone),
        )
        self.form = "; ".join(filter(None, parts))

    def describe(self, answer: tuple[Any, ...], names: Names) -> str:
        word, *rest = answer
        return " ".join([word, *(self._describe(word, each, names) for each in rest if each != NONE)])

    def read(self, written: Any, names: Finder, asked: "Decision[Any]") -> Any:
        if self.moves and isinstance(written, list):
            return "move", PATH.read(written, names, asked)
        word, _, rest = str(written).partition(" ")
        return (word, self._about(word).read(rest, names, asked)) if rest else (word, *self.after_alone)

    def _describe(self, word: str, part: Any, names: Names) -> str:
        if isinstance(part, str):  # a direction
            return part
        return PATH.describe(part, names) if isinstance(part, tuple) else self._about(word).describe(part, names)

    def _about(self, word: str) -> AnswerFormat[int]:
        return SQUARE if word in self.squares else PLAYER


class PlayerOr(AnswerFormat[Any]):
    """A player, one of these words, or an action."""

    def __init__(self, *words: str, action: Phrase | None = None) -> None:
        self.action = action
        self.words = {*words, *(action.words if action else ())}
        self.form = "; ".join(filter(None, [PLAYER.form, action.form if action else "", _code(words)]))

    def describe(self, answer: Any, names: Names) -> str:
        if isinstance(answer, tuple) and self.action:
            return self.action.describe(answer, names)
        return names.player(answer) if isinstance(answer, int) else str(answer)

    def read(self, written: Any, names: Finder, asked: "Decision[Any]") -> Any:
        if self.action and str(written).partition(" ")[0] in self.action.words:
            return self.action.read(written, names, asked)
        return PLAYER.read(written, names, asked)


def _code(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _either(words: str, other: str) -> str:
    return f"{words} or {other}" if words and other else words or other


PLAYER = PlayerFormat()
SQUARE = SquareFormat()
YES_NO = YesNoFormat()
NUMBER = NumberFormat()
PATH = PathFormat()
SET_UP = SetUpFormat()
PLACEMENT = PlacementFormat()

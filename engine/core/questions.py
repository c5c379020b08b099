"""What coaches are asked. A question is declared beside the procedure that asks it, like a window.

Match files keep its key. The planner's answers, scenario files, narration and docs are derived from the declarations.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.core.answers import NONE, AnswerFormat, Finder, Names

if TYPE_CHECKING:
    from engine.core.decisions import Decision

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question(Generic[T]):
    key: str
    answers: AnswerFormat[T]
    words: str  # for people; {player}, {skill} and the like stand for what it is about
    none: str = ""  # what the answer -1 is called, where it may be given

    @property
    def form(self) -> str:
        """How its answers are written."""
        return f"{self.answers.form}, `{self.none}`" if self.none else self.answers.form

    def sentence(self, **about: str) -> str:
        """The question in words; what it is about goes by its name, or is the player, the skill."""
        return self.words.format_map(_Named(about))

    def describe(self, answer: T, names: Names) -> str:
        if self.none and answer == NONE:
            return self.none
        return self.answers.describe(answer, names)

    def read(self, written: Any, names: Finder, asked: "Decision[Any]") -> Any:
        """An answer as the engine takes it. `any` is the first legal one."""
        if written == "any":
            return asked.options.some(lambda count: 0)
        if self.none and written == self.none:
            return NONE
        return self.answers.read(written, names, asked)


class _Named(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return f"the {name}"

"""What a procedure is handed: the state, dice, rulings in force, the log, and a way to ask a coach."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.core.decisions import Decision, Listed, Options, suspend
from engine.core.dice import Dice
from engine.core.events import Event
from engine.core.hooks import Hooks, Listener, Owner, Query, Skill, Window
from engine.core.questions import Question
from engine.core.ruling import Ruling, Rulings

T = TypeVar("T")
C = TypeVar("C")
A = TypeVar("A")
Heard = tuple[Skill, Owner, Callable[..., Any]]


class AnyState(Protocol):
    """The whole position: whatever survives a quiet point is here, and nothing else is."""

    def copy(self) -> Self: ...
    def to_json(self) -> dict[str, Any]: ...


S = TypeVar("S", bound=AnyState)


class Game(Generic[S]):
    """A ruleset derives from this to add its field and its questions about the position."""

    def __init__(self, state: S, dice: Dice, rulings: Rulings, effects: Mapping[str, Any]) -> None:
        self.state = state
        self.dice = dice
        self.rulings = rulings
        self.effects = effects  # of the choices in force, by point
        self.compile: Callable[[Any], Hooks] = lambda game: Hooks()  # who listens where, in the position of a game
        self.hooks = Hooks()
        self.events: list[Event] = []
        self.rolled: list[tuple[int, int]] = []
        self.seen: set[str] | None = None  # skills and rulings that came into play, where somebody wants to know
        self._asked = 0

    def fork(self, dice: Dice, saved: S | None = None) -> Self:
        """This position, or a saved one, with other dice and an empty log. Only at a quiet point is the position all there is."""
        other = copy(self)
        other.state = saved or self.state.copy()
        other.dice = dice
        other.events = []
        other.rolled = []
        other.changed()
        other.listen()
        return other

    def changed(self) -> None:
        """The position is another: whatever a game has worked out about it is stale."""

    def listen(self) -> None:
        """Work out who listens where, from the position alone: skills come and go during a match."""
        self.hooks = self.compile(self)

    def ruling(self, ruling: Ruling[T]) -> T:
        """What the choice in force does."""
        effect: T = self.effects[ruling.point]
        if self.seen is not None:
            self.seen.add(self.rulings.shown(ruling))
        return effect

    def setting(self, ruling: Ruling[Any], name: str) -> Any:
        return self.rulings.settings_of(ruling)[name]

    def d(self, sides: int) -> int:
        face = self.dice.d(sides)
        self.rolled.append((sides, face))
        return face

    def emit(self, event: Event) -> None:
        self.events.append(event)

    async def ask(self, question: Question[T], side: int, options: Options, **about: Any) -> T:
        self._asked += 1
        return await suspend(Decision(question, side, options, about))

    async def choose(self, question: Question[T], side: int, choices: Sequence[T], **about: Any) -> T:
        """Ask for one of a list."""
        self._asked += 1
        return await suspend(Decision(question, side, Listed(choices), about))

    def owner(self, id: int) -> Owner:
        """The player with this id."""
        raise LookupError(id)

    def collect(self, query: Query[C, A], context: C) -> list[tuple[str, A]]:
        """The answers of all skills that have one, each with its source."""
        if query.name not in self.hooks.listeners:  # as it is most of the time
            return []
        listening = self.hooks.at(query, context)
        if not listening:
            return []
        answers = []
        for skill, me, function in self._heard(listening, context):
            answer = function(self, me, context)
            if answer is not None:
                answers.append((skill.key, answer))
                self._saw(skill.key)
        return answers

    async def open(self, window: Window[C], context: C) -> None:
        if window.name not in self.hooks.listeners:
            return
        listening = self.hooks.at(window, context)
        if not listening:
            return
        for skill, me, function in self._heard(listening, context):
            before = len(self.events) + self._asked  # neither ever becomes less
            await function(self, me, context)
            if before != len(self.events) + self._asked:
                self._saw(skill.key)

    def _saw(self, key: str) -> None:
        if self.seen is not None:
            self.seen.add(key)

    def _heard(self, listening: Sequence[Listener], context: object) -> list[Heard]:
        """Whoever of them is able to and is not silenced, before any of them does anything."""
        heard = []
        vetoes, able = self.hooks.vetoes, self._able
        for skill, id, function in listening:
            me = able(id, skill, context)
            if me is not None and (skill.key not in vetoes or not self._silenced(skill.key, context)):
                heard.append((skill, me, function))
        return heard

    def _able(self, id: int, skill: Skill, context: object) -> Owner | None:
        """The owner of a skill if it works for that owner now; a game says what that takes."""
        return self.owner(id)

    def _silenced(self, key: str, context: object) -> bool:
        for skill, id, silences in self.hooks.vetoes[key]:
            me = self._able(id, skill, context)
            if me is not None and silences(self, me, context):
                self._saw(skill.key)
                return True
        return False

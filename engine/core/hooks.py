"""Where skills plug in. Three kinds of points: queries, windows and vetoes.

A *query* collects answers and asks nobody (modifiers, re-roll sources). A *window* may ask a coach and change its
context. A *veto* silences a skill. Points are typed constants beside the procedure that opens them. The table of
listeners is compiled once per match; which skill goes first at a point is data, one list of keys per point.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

C = TypeVar("C")
A = TypeVar("A")
T = TypeVar("T")


class Owner(Protocol):
    """Whoever has skills: a player, or a team with its staff."""

    @property
    def id(self) -> int: ...

    @property
    def skills(self) -> Collection[str]: ...


@dataclass(frozen=True, slots=True)
class Query(Generic[C, A]):
    name: str
    of: Callable[[C], Owner] | None = None  # whose skills alone are asked, if a context concerns nobody else
    among: Callable[[C], tuple[Owner, ...]] | None = None  # the same where it concerns several


@dataclass(frozen=True, slots=True)
class Window(Generic[C]):
    name: str
    of: Callable[[C], Owner] | None = None
    among: Callable[[C], tuple[Owner, ...]] | None = None


def themselves(owner: T) -> T:
    """Whom a context concerns that is nothing but an owner of skills."""
    return owner


Answer = Callable[[Any, Any, C], A | None]  # (game, me, context)
Effect = Callable[[Any, Any, C], Awaitable[None]]
Silences = Callable[[Any, Any, Any], bool]


@dataclass(slots=True)
class Skill:
    key: str
    cites: str = ""
    active: bool = False  # works only while its owner is able to act, as the game defines that
    everywhere: bool = False  # also while its owner is off the field
    listeners: dict[str, Callable[..., Any]] = field(default_factory=dict)
    vetoes: dict[str, Silences] = field(default_factory=dict)
    about_others: set[str] = field(default_factory=set)  # queries that it answers whomever they concern

    def but(self, *without: "Query[Any, Any] | Window[Any]", cites: str = "") -> "Skill":
        """The same skill in another edition, without some of its listeners; what it registers then is its own."""
        dropped = {point.name for point in without}
        kept = {name: function for name, function in self.listeners.items() if name not in dropped}
        return replace(
            self,
            cites=cites or self.cites,
            listeners=kept,
            vetoes=dict(self.vetoes),
            about_others=self.about_others - dropped,
        )

    def answers(self, query: Query[C, A], *, about_others: bool = False) -> Callable[[Answer[C, A]], Answer[C, A]]:
        def register(function: Answer[C, A]) -> Answer[C, A]:
            self.listeners[query.name] = function
            if about_others:
                self.about_others.add(query.name)
            return function

        return register

    def at(self, window: Window[C]) -> Callable[[Effect[C]], Effect[C]]:
        def register(function: Effect[C]) -> Effect[C]:
            self.listeners[window.name] = function
            return function

        return register

    def cancels(self, other: "Skill | str") -> Callable[[Silences], Silences]:
        """Another skill, or the key of one whose module cannot be imported here."""

        def register(function: Silences) -> Silences:
            self.vetoes[other if isinstance(other, str) else other.key] = function
            return function

        return register


Listener = tuple[Skill, int, Callable[..., Any]]


class Hooks:
    """Who listens where, by player id, so that copies of a position share one table."""

    __slots__ = ("listeners", "others", "own", "vetoes")

    def __init__(self) -> None:
        self.listeners: dict[str, list[Listener]] = {}
        self.own: dict[str, dict[int, list[Listener]]] = {}  # by point and owner: its own, and those about others
        self.others: dict[str, list[Listener]] = {}  # those about others alone
        self.vetoes: dict[str, list[Listener]] = {}

    def at(self, point: Query[C, A] | Window[C], context: C) -> Sequence[Listener]:
        """The listeners whom a context concerns, at a point where somebody listens."""
        if point.of is not None:
            return self.own[point.name].get(point.of(context).id) or self.others[point.name]
        listeners = self.listeners[point.name]
        if point.among is None:
            return listeners
        ids = [owner.id for owner in point.among(context)]
        return [each for each in listeners if each[1] in ids]

    @classmethod
    def compile(
        cls, skills: Mapping[str, Skill], owners: Iterable[Owner], order: Mapping[str, tuple[str, ...]] | None = None
    ) -> "Hooks":
        hooks = cls()
        for owner in owners:
            for key in owner.skills:
                skill = skills.get(key)
                if skill is None:  # it does nothing during a match; unknown names are refused with the team sheet
                    continue
                for point, function in skill.listeners.items():
                    hooks.listeners.setdefault(point, []).append((skill, owner.id, function))
                for other, silences in skill.vetoes.items():
                    hooks.vetoes.setdefault(other, []).append((skill, owner.id, silences))
        for point, keys in (order or {}).items():
            if point in hooks.listeners:
                place = {key: index for index, key in enumerate(keys)}
                hooks.listeners[point].sort(key=lambda each: place.get(each[0].key, len(place)))
        for point in hooks.listeners:
            hooks._group(point)
        return hooks

    def _group(self, point: str) -> None:
        """By owner, in the order of all."""
        listeners = self.listeners[point]
        others = [each for each in listeners if point in each[0].about_others]
        own: dict[int, list[Listener]] = {}
        for each in listeners:
            own.setdefault(each[1], []).append(each)
        if others:
            own = {id: [each for each in listeners if each[1] == id or point in each[0].about_others] for id in own}
        self.own[point], self.others[point] = own, others

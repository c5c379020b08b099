"""What a scenario may expect in any game: the open question, its answers, dice and events. Games add their own."""

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar, Protocol

from engine.core import events
from engine.core.answers import Finder
from engine.core.decisions import Listed
from engine.core.errors import BadInput
from engine.core.events import kinds_in
from engine.core.match import Match
from engine.core.ruling import Rulings
from engine.core.shapes import FEW, Misplaced, many, one_of

SIDE_NAMES = ("home", "away")
Check = Callable[[Any, Any], list[str]]


class Speaks(Protocol):
    """How scenario files name players, squares and what else the game has names for."""

    @property
    def words(
        self,
    ) -> Collection[str]: ...  # that answers may begin with, besides those of the question: actions, skills
    def names(self, game: Any) -> Finder: ...


def described(stage: Speaks, match: Match, choice: Any) -> str:
    """An answer to the open question as the file would write it."""
    return match.pending.question.describe(choice, stage.names(match.game)) if match.pending else str(choice)


def refused(stage: Speaks, match: Match, answer: Any, choice: Any) -> str | None:
    """Why the open question does not take an answer, with what it does take as the file would write it."""
    options: Any = match.pending.options if match.pending else Listed(())
    refusal: str | None = options.refusal(choice)
    listed = getattr(options, "listed", options)  # a question may take a path, or one of a list
    if refusal is None or not isinstance(listed, Listed) or refusal != listed.refusal(choice):
        return refusal
    names = [described(stage, match, each) for each in listed.choices]
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return f"{answer!r} is not among {', '.join(names[:FEW])}{more}"


class Look:
    """One position after the script, with the questions that `expect` may put to it."""

    kinds: ClassVar[frozenset[str]] = kinds_in(events)  # of events; a game adds its own
    purposes: frozenset[str] = frozenset()  # what dice are rolled for; a game says for what

    def __init__(self, match: Match, rulings: Rulings, stage: Speaks) -> None:
        self.match = match
        self.rulings = rulings
        self.stage = stage

    def next(self) -> str:
        pending = self.match.pending
        return "over" if pending is None else f"{SIDE_NAMES[pending.side]} {pending.question.key}"

    def about(self, name: str) -> Any:
        return self.match.pending.about.get(name) if self.match.pending else None

    def decoded(self, answers: Any) -> list[Any]:
        pending = self.match.pending
        if pending is None:
            raise BadInput("the match is over and offers nothing")
        if not isinstance(answers, list):
            raise BadInput("answers are given as a list")
        names = self.stage.names(self.match.game)
        return [pending.question.read(answer, names, pending) for answer in answers]

    def words(self) -> set[str]:
        """What answers to the open question may begin with."""
        return {*self.stage.words, *(self.match.pending.question.answers.words if self.match.pending else ())}

    def refusals(self, answers: Any) -> list[str | None]:
        choices = self.decoded(answers)
        options = self.match.pending.options if self.match.pending else Listed(())
        return [options.refusal(choice) for choice in choices]

    def listed(self) -> list[Any]:
        options = self.match.pending.options if self.match.pending else None
        return list(getattr(options, "choices", ()))


def differs(what: str, wanted: Any, found: Any) -> list[str]:
    return [] if wanted == found else [f"{what}: expected {wanted!r}, found {found!r}"]


def each(what: str, wanted: Mapping[str, Any], found: Callable[[str], Any]) -> list[str]:
    if not wanted:
        raise BadInput(f"{what}: nothing is expected here")
    return [line for name, value in wanted.items() for line in differs(f"{what} of {name}", value, found(name))]


def places(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """YAML reads a bare `off` as false."""
    return {name: "off" if place is False else place for name, place in wanted.items()}


def _offers(look: Look, wanted: Any) -> list[str]:
    refused = look.refusals(wanted)
    return [f"{answer!r} is not offered" for answer, refusal in zip(wanted, refused, strict=True) if refusal]


def _offers_only(look: Look, wanted: Any) -> list[str]:
    choices = look.decoded(wanted)
    extra = [choice for choice in look.listed() if choice not in choices]
    return _offers(look, wanted) + [f"{described(look.stage, look.match, choice)} is offered too" for choice in extra]


def _not_offered(look: Look, wanted: Any) -> list[str]:
    for choice in look.decoded(wanted):
        word = choice[0] if isinstance(choice, tuple) and choice else choice
        if isinstance(word, str) and word not in look.words():  # a typo is never offered
            raise BadInput(f"no answer is called {word!r}")
    refused = look.refusals(wanted)
    return [f"{answer!r} is offered" for answer, refusal in zip(wanted, refused, strict=True) if not refusal]


def _refusal(look: Look, wanted: Mapping[str, Any]) -> list[str]:
    """{answer: …, because: words of the refusal}"""
    (refusal,) = look.refusals([wanted["answer"]])
    told = refusal or "nothing"
    return [] if str(wanted["because"]) in told else [f"refusal: expected {wanted['because']!r}, found {told!r}"]


def _happened(look: Look, wanted: Any) -> list[str]:
    return [f"no {kind!r} happened" for kind in _named(look, "happened", wanted) if kind not in _kinds(look)]


def _did_not_happen(look: Look, wanted: Any) -> list[str]:
    return [f"{kind!r} happened" for kind in _named(look, "did_not_happen", wanted) if kind in _kinds(look)]


def _named(look: Look, expectation: str, wanted: Any) -> list[str]:
    """Kinds of events. One that does not exist never happens, and would be expected in vain."""
    many(one_of(sorted(look.kinds), "kind of event"))(wanted, expectation)
    return list(wanted)


def _named_or_rolled(look: Look, expectation: str, wanted: Any) -> list[str]:
    many(one_of(sorted(look.kinds | look.purposes), "kind of event or roll"))(wanted, expectation)
    return list(wanted)


def _kinds(look: Look) -> set[str]:
    return {event.kind for event in look.match.game.events}


def last_roll(look: Look) -> dict[str, Any]:
    """As JSON has it: lists, not tuples."""
    rolls = [event.to_json() for event in look.match.game.events if event.kind == "roll"]
    last: dict[str, Any] = json.loads(json.dumps(rolls[-1])) if rolls else {}
    return last


def _in_order(look: Look, wanted: Any) -> list[str]:
    """Kinds of events, or of rolls, each after the one before."""
    left = _named_or_rolled(look, "in_order", wanted)
    for event in look.match.game.events:
        if left and left[0] in (event.kind, getattr(event, "what", None)):
            left.pop(0)
    return [f"in this order no {left[0]!r} happened"] if left else []


GENERAL: dict[str, Check] = {
    "next": lambda look, wanted: differs("next", wanted, look.next()),
    "offers": _offers,
    "offers_only": _offers_only,
    "not_offered": _not_offered,
    "accepts": _offers,
    "refuses": _not_offered,
    "refusal": _refusal,
    "dice_rolled": lambda look, wanted: differs("dice_rolled", wanted, [sides for sides, _ in look.match.game.rolled]),
    "last_roll": lambda look, wanted: each("last roll", wanted, last_roll(look).get),
    "happened": _happened,
    "in_order": _in_order,
    "did_not_happen": _did_not_happen,
}


def compare(expect: Mapping[str, Any], look: Look, checks: Mapping[str, Check]) -> list[str]:
    """The differences between what a scenario expects and what is there."""
    if "next" in expect and look.next() != expect["next"]:
        # Another question is open: its answers are other things, and comparing them would only confuse.
        return differs("next", expect["next"], look.next())
    lines: list[str] = []
    for name, wanted in expect.items():
        if name not in checks:
            raise BadInput(f"nothing called {name!r} can be expected; there are {', '.join(checks)}")
        lines += _checked(name, wanted, look, checks[name])
    return lines


def _checked(name: str, wanted: Any, look: Look, check: Check) -> list[str]:
    try:
        return check(look, wanted)
    except (AttributeError, KeyError, TypeError):
        # A list for a mapping and the like. Checks only look and change nothing, so nothing else can go wrong in them.
        raise Misplaced(f"{wanted!r} does not have the form that this expectation has", name) from None

"""Searching the entries of a catalogue by words. What is searched is folded once for each ruleset, not for each search.

static/js/search.js does the same on lists that are searched in the browser.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings

import engine


@dataclass(frozen=True)
class Text:
    letters: str  # folded, without blanks and hyphens: “hand-off” and “hand off” are found by `handoff`
    starts: frozenset[int]  # where words begin in it

    def has(self, word: str) -> bool:
        """Whether a word of the text begins like this."""
        at = self.letters.find(word)
        while at >= 0 and at not in self.starts:
            at = self.letters.find(word, at + 1)
        return at >= 0


@dataclass(frozen=True)
class Index:
    texts: dict[str, Text]  # by the id of the entry
    words: frozenset[str]  # that stand in any of them; a compound without its hyphens

    def find(self, query: str) -> set[str]:
        """The entries in which all words of a query begin somewhere, in any order."""
        words = self._words(query)
        return {id for id, text in self.texts.items() if all(text.has(word) for word in words)}

    def _words(self, query: str) -> list[str]:
        """Two that the texts write as one are one: `kick off`, `trap door`."""
        words: list[str] = []
        for word in filter(None, (each.replace("-", "") for each in query.casefold().split())):
            if words and not self.words.isdisjoint({words[-1] + word, f"{words[-1]}{word}s"}):
                words[-1] += word
            else:
                words.append(word)
        return words


def too_long(query: str) -> bool:
    return len(query) > settings.SEARCH_LETTERS or len(query.split()) > settings.SEARCH_WORDS


@cache
def index(ruleset: str) -> Index:
    searched = {entry.id: _searched(entry).casefold() for entry in engine.ruleset(ruleset).catalogue.entries}
    words = frozenset(word for text in searched.values() for word in _words_of(text))
    return Index({id: _text(text) for id, text in searched.items()}, words)


def _searched(entry: Any) -> str:
    named = f"{entry.id} {entry.area}".replace("-", " ")  # where every word has a hyphen, none makes a compound
    return " ".join([named, entry.title, entry.question, entry.rule, *entry.choices.values()])


def _text(text: str) -> Text:
    letters: list[str] = []
    starts = set()
    inside = False
    for letter in text:
        if letter != "-" and not letter.isspace():
            if not inside:
                starts.add(len(letters))
            letters.append(letter)
        inside = letter.isalnum() or letter == "_"
    return Text("".join(letters), frozenset(starts))


def _words_of(text: str) -> Iterator[str]:
    """`one-turn-kick` has six words: each part, each two beside each other, and the whole."""
    for compound in re.findall(r"[\w-]+", text):
        parts = compound.split("-")
        for start in range(len(parts)):
            for end in range(start + 1, len(parts) + 1):
                yield "".join(parts[start:end])

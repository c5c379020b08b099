"""Names for players whose coach has not named them: each team list draws on the names of a culture."""

from collections.abc import Collection, Iterator
from functools import cache
from itertools import count
from typing import Any

from engine.core.ruleset import DATA
from engine.core.yamlfile import read_yaml


@cache
def names(edition: str, team_list: str) -> tuple[str, ...]:
    content = _content(edition)
    culture = content["cultures"][content["teams"][team_list]]
    return tuple(f"{given} {by_name}" for by_name in culture["by_names"] for given in culture["given"])


@cache
def _content(edition: str) -> dict[str, Any]:
    content: dict[str, Any] = read_yaml(DATA / edition / "names.yaml", dict)
    return content


STAND_IN = "Journeyman"


def is_stand_in(name: str) -> bool:
    """Whether somebody is called so who has not been named: Journeyman 2."""
    stem, _, number = name.partition(" ")
    return stem == STAND_IN and number.isdecimal()


def free_names(stem: str, taken: Collection[str]) -> Iterator[str]:
    """The stem with one number after the other, but for names that somebody has."""
    called = {name.casefold() for name in taken}
    return (name for name in map(f"{stem} {{}}".format, count(1)) if name.casefold() not in called)

"""The rules of a table in words, for pages and forms."""

from typing import NamedTuple

from league.standings.rules import TableRules

POINTS = {
    "win": "A win",
    "draw": "A draw",
    "loss": "A loss",
    "bye": "A bye",
    "conceded_to": "The other team concedes or forfeits",
    "concedes": "Conceding or forfeiting",
    "unplayed": "Not played at all, for both",
}


class Term(NamedTuple):
    what: str
    points: int


def points_terms(rules: TableRules) -> list[Term]:
    return [Term(words, getattr(rules.points, key)) for key, words in POINTS.items()]


def bonus_terms(rules: TableRules) -> list[Term]:
    return [Term(str(each)[:1].upper() + str(each)[1:], each.points) for each in rules.bonuses]

"""Published end tables of real tournaments, by their own points and tie-breakers. Where each is from stands in its file."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from league.standings.games import Game
from league.standings.rules import TableRules
from league.standings.table import table

FILES = sorted((Path(__file__).parents[1] / "data").glob("*.yaml"))


@dataclass
class Club:
    pk: int
    name: str


def clubs_of(document: dict[str, Any]) -> dict[str, Club]:
    names = sorted({name for home, away, *_ in document["results"] for name in (home, away)})
    return {name: Club(pk, name) for pk, name in enumerate(names, start=1)}


def games_of(document: dict[str, Any], clubs: dict[str, Club]) -> list[Game]:
    games = []
    for home, away, scored, conceded, *tries in document["results"]:
        winner = "home" if scored > conceded else "away" if scored < conceded else "draw"
        touchdowns = tries or [scored, conceded]  # where nothing else scores
        games.append(Game(clubs[home].pk, clubs[away].pk, scored, conceded, *touchdowns, winner))
    return games


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_published_table_comes_out(path: Path) -> None:
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    clubs = clubs_of(document)
    rules = TableRules.from_json(document["rules"])
    rows = table(reversed(clubs.values()), games_of(document, clubs), rules, document.get("seed", ""))
    columns = len(document["table"][0])
    shown = ("played", "won", "drawn", "lost", "points_for", "points_against", "points", "touchdowns", "bonus")
    found = [[row.team.name, *(getattr(row, each) for each in shown)][:columns] for row in rows]
    assert found == document["table"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_typed_results_are_complete(path: Path) -> None:
    """Everybody met everybody once, and what some scored others conceded: a slip of the pen would not add up."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    size = len(document["table"])
    assert len({frozenset((home, away)) for home, away, *_ in document["results"]}) == size * (size - 1) // 2
    scored, conceded = (sum(row[column] for row in document["table"]) for column in (5, 6))
    assert scored == conceded == sum(sum(each[2:4]) for each in document["results"])

"""The table: sorted by a list of tie-breaks, each a small class.

The first parts the teams into groups, the next parts each group that is still level, and so on; so a tie-break may look
at the level teams alone, as head-to-head must.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Protocol

from league.standings.games import DRAW, NOBODY, Club, Game, Row

WIN_POINTS, DRAW_POINTS, LOSS_POINTS = 3, 1, 0


class TieBreak(Protocol):
    def keys(self, level: Sequence[Row], games: Sequence[Game]) -> dict[int, Any]:
        """A sort key per team id for teams that are level so far; the smallest comes first."""


class Points:
    def keys(self, level: Sequence[Row], games: Sequence[Game]) -> dict[int, Any]:
        return {row.pk: -row.points for row in level}


class Difference:
    def keys(self, level: Sequence[Row], games: Sequence[Game]) -> dict[int, Any]:
        return {row.pk: -row.difference for row in level}


class Touchdowns:
    def keys(self, level: Sequence[Row], games: Sequence[Game]) -> dict[int, Any]:
        return {row.pk: -row.touchdowns for row in level}


class Casualties:
    def keys(self, level: Sequence[Row], games: Sequence[Game]) -> dict[int, Any]:
        return {row.pk: -row.casualties for row in level}


class HeadToHead:
    """Table points, then score difference, in the matches that the level teams played among themselves."""

    def keys(self, level: Sequence[Row], games: Sequence[Game]) -> dict[int, Any]:
        ids = {row.pk for row in level}
        among = [game for game in games if game.away is not None and ids.issuperset(game.teams)]
        return {pk: (-row.points, -row.difference) for pk, row in _count([r.team for r in level], among).items()}


class Name:
    def keys(self, level: Sequence[Row], games: Sequence[Game]) -> dict[int, Any]:
        return {row.pk: row.team.name.casefold() for row in level}


TIE_BREAKS: tuple[TieBreak, ...] = (Points(), Difference(), Touchdowns(), Casualties(), HeadToHead(), Name())


def table(
    teams: Iterable[Club],
    games: Sequence[Game],
    tie_breaks: Sequence[TieBreak] = TIE_BREAKS,
) -> list[Row]:
    """The standings, best first, ranked from 1."""
    (rows,) = tables(teams, [games], tie_breaks)
    return rows


def tables(
    teams: Iterable[Club],
    rounds: Iterable[Sequence[Game]],
    tie_breaks: Sequence[TieBreak] = TIE_BREAKS,
) -> Iterator[list[Row]]:
    """The standings after each round. The rows are always the same ones: read them before you ask for the next table."""
    rows, so_far = {team.pk: Row(team) for team in teams}, list[Game]()
    for games in rounds:
        so_far += games
        _add(rows, games)
        ranked = _sorted(list(rows.values()), so_far, tie_breaks)
        for rank, row in enumerate(ranked, start=1):
            row.rank = rank
        yield ranked


def _count(teams: Iterable[Club], games: Iterable[Game]) -> dict[int, Row]:
    rows = {team.pk: Row(team) for team in teams}
    _add(rows, games)
    return rows


def _add(rows: dict[int, Row], games: Iterable[Game]) -> None:
    for game in games:
        for pk in game.teams:
            _count_one(rows[pk], game)


def _count_one(row: Row, game: Game) -> None:
    """Count one match of this team. A bye is a win without a score, and no match."""
    at_home = game.home == row.pk
    if game.away is None:
        row.points += WIN_POINTS
        return
    scored, conceded = (game.home_score, game.away_score) if at_home else (game.away_score, game.home_score)
    row.played += 1
    row.points_for += scored
    row.points_against += conceded
    row.touchdowns += game.home_touchdowns if at_home else game.away_touchdowns
    row.casualties += game.home_casualties if at_home else game.away_casualties
    if game.winner == DRAW:
        row.drawn += 1
        row.points += DRAW_POINTS
    elif game.winner != NOBODY and (game.winner == "home") == at_home:
        row.won += 1
        row.points += WIN_POINTS
    else:
        row.lost += 1
        row.points += LOSS_POINTS


def _sorted(rows: list[Row], games: Sequence[Game], tie_breaks: Sequence[TieBreak]) -> list[Row]:
    if not tie_breaks:
        return rows
    keys = tie_breaks[0].keys(rows, games)

    def key(row: Row) -> Any:
        return keys[row.pk]

    ranked: list[Row] = []
    for _, group in groupby(sorted(rows, key=key), key=key):
        level = list(group)
        ranked += level if len(level) == 1 else _sorted(level, games, tie_breaks[1:])
    return ranked

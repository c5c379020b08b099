"""Small tables: teams are numbers, and called by a letter each."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from league.standings.games import Game


@dataclass
class Club:
    pk: int
    name: str


def clubs(size: int) -> list[Club]:
    return [Club(pk, "ABCDEFGH"[pk - 1]) for pk in range(1, size + 1)]


def game(
    home: int,
    away: int,
    score: tuple[int, int],
    touchdowns: tuple[int, int] | None = None,
    casualties: tuple[int, int] = (0, 0),
    **more: Any,
) -> Game:
    """The score counts as touchdowns, unless they are given; it says who has won, unless that is given."""
    winner = "draw" if score[0] == score[1] else "home" if score[0] > score[1] else "away"
    figures = {"winner": winner, **more}
    return Game(home, away, *score, *(touchdowns or score), figures.pop("winner"), *casualties, **figures)


ENDINGS = st.sampled_from(
    [("played", ""), ("conceded", "home"), ("forfeited", "away"), ("unplayed", "none"), ("decided", "draw")]
)


@st.composite
def games(draw: st.DrawFn, size: int = 4, most: int = 12) -> list[Game]:
    """Any results of so many teams, ended in any way, with byes among them."""
    found = []
    for _ in range(draw(st.integers(0, most))):
        home, away = draw(st.permutations(range(1, size + 1)))[:2]
        if draw(st.integers(0, 9)) == 0:
            found.append(Game(home, None))
            continue
        ended, winner = draw(ENDINGS)
        low = st.tuples(st.integers(0, 4), st.integers(0, 4))
        figures = {"ended": ended} | ({"winner": winner} if winner else {})
        found.append(game(home, away, draw(low), draw(low), draw(low), **figures))
    return found

"""Numbers that change over a season, ready to be drawn."""

from dataclasses import dataclass
from typing import Any

from league.models import Round, Season
from league.standings import Game, Scale, table
from teams.models import Team

WIDTH, LEFT, RIGHT, TOP, STEP_Y = 640, 24, 60, 16, 30


@dataclass(slots=True)
class Line:
    """A team's way through the table: a point for each round, and where its name goes."""

    team: Team
    points: list[tuple[int, int]]
    ranks: list[int]

    @property
    def path(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.points)

    @property
    def end(self) -> tuple[int, int]:
        return self.points[-1]


@dataclass(slots=True)
class RankChart:
    lines: list[Line]
    rounds: list[tuple[int, int]]  # number and x
    width: int
    height: int


def rank_chart(season: Season, teams: list[Team], rounds: list[Round]) -> RankChart | None:
    """Each team's rank after every round that has been played to its end; nothing to draw before the second."""
    scale = Scale(win=season.win_points, draw=season.draw_points, loss=season.loss_points)
    games: list[Game] = []
    ranks: dict[int, list[int]] = {team.pk: [] for team in teams}
    for each in _complete(rounds):
        games += [_game(fixture) for fixture in each.fixtures.all()]
        for row in table(teams, games, scale):
            ranks[row.team.pk].append(row.rank)
    played = max((len(each) for each in ranks.values()), default=0)
    if played < 2:
        return None
    across = [LEFT + (WIDTH - LEFT - RIGHT) * number // (len(rounds) - 1) for number in range(len(rounds))]
    lines = [Line(team, _points(across, ranks[team.pk]), ranks[team.pk]) for team in teams]
    return RankChart(lines, list(enumerate(across, start=1)), WIDTH, TOP + len(teams) * STEP_Y + 12)


def _points(across: list[int], ranks: list[int]) -> list[tuple[int, int]]:
    return [(x, TOP + (rank - 1) * STEP_Y) for x, rank in zip(across, ranks, strict=False)]


def _complete(rounds: list[Round]) -> list[Round]:
    """The rounds played so far, in order, up to the first that is not complete."""
    complete = []
    for each in rounds:
        if not all(hasattr(fixture, "result") for fixture in each.fixtures.all()):
            break
        complete.append(each)
    return complete


def _game(fixture: Any) -> Game:
    result = fixture.result
    return Game(
        home=fixture.home_id,
        away=fixture.away_id,
        home_score=result.home_score,
        away_score=result.away_score,
        home_touchdowns=result.home_touchdowns,
        away_touchdowns=result.away_touchdowns,
        winner=result.winner,
        home_casualties=result.home_casualties,
        away_casualties=result.away_casualties,
    )

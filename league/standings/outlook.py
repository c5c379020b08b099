"""What has to happen for two teams to change places, from the matches they have still to play.

Where few are left, every combination of their results is looked at; else the points that both can still reach are given as
bounds. Both are about points, which come first in nearly every table. Bonus points of a match that is still to be played are not
known: where they could turn it, the answer is open, and says so. All matches are taken to be played to their end.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from league.standings.games import Game, Outcome, Row, Side
from league.standings.metrics import NAME, Metric
from league.standings.proof import Proof
from league.standings.table import Table

MOST_LINES = 10  # of results of one team that are looked at one by one


@dataclass(frozen=True, slots=True)
class Pending:
    """A match that is still to be played."""

    home: int
    away: int
    match: int | None = None
    round: int = 0

    @property
    def teams(self) -> frozenset[int]:
        return frozenset((self.home, self.away))

    def opponent(self, team: int) -> int:
        return self.away if team == self.home else self.home


class Verdict(StrEnum):
    """Where the chaser then stands."""

    AHEAD = "ahead"
    LEVEL = "level"  # on points: the tie-breakers decide
    OPEN = "open"  # bonus points decide
    BEHIND = "behind"


class Results(NamedTuple):
    """How many matches of a team end how."""

    won: int
    drawn: int
    lost: int

    def and_(self, other: "Results") -> "Results":
        return Results(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def mirrored(self) -> "Results":
        """The same matches for the other team."""
        return Results(self.lost, self.drawn, self.won)


class Span(NamedTuple):
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Line:
    """Results of the chaser, and for each verdict the results of the other team that lead to it."""

    together: Results  # in the matches against each other
    own: Results
    verdicts: dict[Verdict, list[Results]]

    @property
    def only(self) -> Verdict | None:
        """The verdict, if it is the same whatever the other team does."""
        return next(iter(self.verdicts)) if len(self.verdicts) == 1 else None


@dataclass(frozen=True, slots=True)
class Outlook:
    chaser: Row
    leader: Row
    together: Sequence[Pending]
    chaser_left: Sequence[Pending]  # against others
    leader_left: Sequence[Pending]
    by_points: bool  # points come first in this table; else there is nothing to reckon with
    settled: bool  # nothing that is still to be played can change it
    chaser_span: Span  # points at the end
    leader_span: Span
    follows: Metric  # what is asked first of those who are level on points
    now: tuple[str, str] | None  # its values, if all that there is to ask is not the name
    lines: Sequence[Line]

    @property
    def hopeless(self) -> bool:
        """Whether there are results with which it stays behind, whatever the other team does."""
        return any(line.only == Verdict.BEHIND for line in self.lines)

    @property
    def gap(self) -> int:
        return self.leader.points - self.chaser.points

    @property
    def enough(self) -> int | None:
        """So many more points put the leader out of reach; None where its own matches cannot bring them."""
        wanted = max(0, self.chaser_span.most + 1 - self.leader.points)
        return wanted if self.leader.points + wanted <= self.leader_span.most else None


def outlook(proof: Proof, pending: Iterable[Pending], *, complete: bool = True) -> Outlook:
    """Of the two teams of a proof. Without `complete` more matches will be drawn up than are known, and nothing is settled."""
    known = list(pending)
    both = frozenset((proof.above.pk, proof.below.pk))
    together = [each for each in known if each.teams == both]
    leader, chaser = (_Run(proof.table, row, known, together) for row in (proof.above, proof.below))
    by_points = proof.table.rules.order[0] == "points"
    out_of_reach = by_points and chaser.span.most < leader.span.least
    settled = complete and (out_of_reach or _nothing_left(proof, known))
    return Outlook(
        chaser=chaser.row,
        leader=leader.row,
        together=together,
        chaser_left=chaser.left,
        leader_left=leader.left,
        by_points=by_points,
        settled=settled,
        chaser_span=chaser.span,
        leader_span=leader.span,
        follows=proof.table.rules.metrics[1],
        now=_now(proof),
        lines=_lines(chaser, leader, len(together)) if by_points and not settled else [],
    )


def _now(proof: Proof) -> tuple[str, str] | None:
    metric = proof.table.rules.metrics[1]
    if metric is NAME:
        return None
    values = metric.values([proof.above, proof.below], proof.table)
    return metric.text(values[proof.above.pk]), metric.text(values[proof.below.pk])


class _Run:
    """What a team has still to play, and the points that this can bring."""

    def __init__(self, table: Table, row: Row, known: Sequence[Pending], together: Sequence[Pending]) -> None:
        self.table, self.row = table, row
        self.left = [each for each in known if row.pk in each.teams and each not in together]
        self.opponents = [each.opponent(row.pk) for each in (*self.left, *together)]
        rules = table.rules
        bonuses = [each for each in rules.bonuses if each.per_match and rules.bonuses_added]
        self.worth: list[Span] = []
        for outcome in (Outcome.WON, Outcome.DRAWN, Outcome.LOST):
            points = rules.points.for_outcome(outcome)
            possible = [each.points for each in bonuses if outcome in each.outcomes]
            least, most = sum(min(0, each) for each in possible), sum(max(0, each) for each in possible)
            self.worth.append(Span(points + least, points + most))
        self.base = row.points - (table.season_bonus(row) if rules.bonuses_added else 0)
        self.bonus_of_all = {won: self._bonus_of_all(won) for won in (True, False)} if rules.bonuses_added else {}
        self.span = self._bounds()

    def _bonus_of_all(self, won: bool) -> int:
        """What all matches together earn, if all that are left are won, or one of them is not."""
        outcome = Outcome.WON if won else Outcome.LOST
        coming = [Side(Game(self.row.pk, each), self.row.pk, each, outcome) for each in self.opponents]
        others = self.table.teams - {self.row.pk}
        return sum(each.of_all(self.row.pk, [*self.row.sides, *coming], others) for each in self.table.rules.bonuses)

    def ends_with(self, results: Results) -> Span:
        """The points at the end, with these results in all that is left."""
        all_won = results.won == len(self.opponents)
        base = self.base + self.bonus_of_all.get(all_won, 0)
        return Span(
            base + sum(count * worth.least for count, worth in zip(results, self.worth, strict=True)),
            base + sum(count * worth.most for count, worth in zip(results, self.worth, strict=True)),
        )

    def _bounds(self) -> Span:
        spans = [self.ends_with(results) for results in _results(len(self.opponents))]
        return Span(min(each.least for each in spans), max(each.most for each in spans))


def _results(matches: int) -> Iterator[Results]:
    """All ways in which so many matches can end, the best first."""
    for won in range(matches, -1, -1):
        for drawn in range(matches - won, -1, -1):
            yield Results(won, drawn, matches - won - drawn)


def _nothing_left(proof: Proof, known: Sequence[Pending]) -> bool:
    """Neither has a match left, and those of others have no part in what parts the two."""
    concerned = {proof.above.pk, proof.below.pk}
    own = all(step.metric.own for step in proof.steps)
    return not any(concerned & each.teams for each in known) and (own or not known)


def _lines(chaser: _Run, leader: _Run, together: int) -> list[Line]:
    """Every combination of results, where there are few."""
    between, own, other = (list(_results(each)) for each in (together, len(chaser.left), len(leader.left)))
    if len(chaser.opponents) + len(leader.opponents) == 0 or max(len(between) * len(own), len(other)) > MOST_LINES:
        return []
    found = []
    for met in between:
        for results in own:
            verdicts: dict[Verdict, list[Results]] = {verdict: [] for verdict in Verdict}  # in the order of telling
            for others in other:
                mine, theirs = chaser.ends_with(met.and_(results)), leader.ends_with(met.mirrored.and_(others))
                verdicts[_verdict(mine, theirs)].append(others)
            found.append(Line(met, results, {verdict: which for verdict, which in verdicts.items() if which}))
    return found


def _verdict(mine: Span, theirs: Span) -> Verdict:
    if mine.least > theirs.most:
        return Verdict.AHEAD
    if mine.most < theirs.least:
        return Verdict.BEHIND
    return Verdict.LEVEL if mine.least == mine.most == theirs.least == theirs.most else Verdict.OPEN

"""Whoever loses is out, for any number of teams.

The field is filled up to 2, 4, 8 … with empty places, and those who face one of them go on without a match; the best seeds
do. A tie is one match or two. It goes to, in this order: the higher score in all; who won the penalties; who won more of
its matches; the better seed, so that there is always somebody who goes on, whatever was decided about the matches; also where they count no more.
Whoever withdraws before a round is drawn up is passed by its opponent without a match.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from league.formats.base import NOBODY, Course, Decider, Drawn, Entrant, Format, Pair, Setting, Tie
from league.formats.matching import cheapest_assignment

SIZES = (2, 4, 8, 16, 32, 64)
FINAL, THIRD_PLACE = "Final", "Third place"


class KnockOut(Format):
    key = "knock-out"
    name = "Knock-out"
    about = "Whoever loses is out. Short, and every match decides: a draw goes to extra time and penalties."
    order = 30
    has_table = False
    has_bracket = True
    follows = True
    decides = True
    settings = (
        Setting(
            "teams",
            "Teams",
            0,
            "The best of the stage before, as many from each group as from the others; the next best fill up.",
            choices=((0, "Everybody"), *((size, str(size)) for size in SIZES)),
            of_later_stage=True,
        ),
        Setting("legs", "Matches of a tie", 1, "2: one on each ground, and the scores are added up.", 1, 2),
        Setting("one_final", "One match in the final", True, "Also where the other ties have two."),
        Setting("third_place", "Match for the third place", True, "Between the losers of the semi-finals."),
    )

    def in_words(self, settings: Mapping[str, Any]) -> str:
        said = ["Whoever loses is out."]
        if settings["legs"] > 1:
            final = ", but for the final, which is a single match" if settings["one_final"] else ""
            said.append(f"A tie is two matches, one on each ground{final}.")
        if settings["third_place"]:
            said.append("If there are two semi-finals, their losers play for the third place.")
        return " ".join(said)

    def size(self, settings: Mapping[str, Any]) -> int:
        return int(settings["teams"])

    def seated(self, settings: Mapping[str, Any], entrants: Sequence[Entrant]) -> list[Entrant]:
        return _groups_apart(entrants) if any(each.group for each in entrants) else list(entrants)

    def length(self, settings: Mapping[str, Any], teams: int) -> int:
        rounds = rounds_of(teams)
        return sum(legs_of(settings, last=number == rounds) for number in range(1, rounds + 1))

    def draw(self, course: Course) -> list[Drawn]:
        if not course.played:
            return []
        for number, ties in enumerate(bracket(course), start=1):
            if len(course.rounds) == _rounds_before(course, number):
                return _drawn(course, ties, _legs(course, number))
        return []

    def finished(self, course: Course) -> bool:
        return course.played and all(ties[0].winner is not None for ties in bracket(course)[-1:])

    def places(self, course: Course) -> list[int]:
        """By the round in which they went out, the best seed first; the last two rounds by their matches."""
        seeds = _seeds(course)
        reached = dict.fromkeys(seeds, 0)
        for number, ties in enumerate(bracket(course), start=1):
            for tie in ties:
                level = 2 * (number - (tie.name == THIRD_PLACE))
                reached |= {team: level for team in tie.teams if team}
                reached |= {tie.winner: level + 1} if tie.winner else {}
        return sorted(seeds, key=lambda team: (-reached[team], seeds[team]))

    def round_name(self, course: Course, number: int) -> str:
        here, leg = _place(course, number)
        name = _title(_rounds(course) - here)
        if _legs(course, here) == 1:
            return name
        return f"{name}, {'second' if leg else 'first'} leg"

    def bracket(self, course: Course) -> list[list[Tie]]:
        return bracket(course)

    def decider(self, course: Course, number: int, home: int, away: int) -> Decider | None:
        """Every last match of a tie; a second one goes on where both have left the teams level."""
        here, leg = _place(course, number)
        if leg + 1 < _legs(course, here):
            return None
        ties = [tie for tie in bracket(course)[here - 1] if {home, away} == set(tie.teams)]
        if not leg or not ties or ties[0].score(home) is None:
            return Decider()
        first = ties[0].meetings[0]
        return Decider((first.score(home), first.score(away)))


# The bracket --------------------------------------------------------------------------------------------------------------


def bracket(course: Course) -> list[list[Tie]]:
    """All rounds with their ties from top to bottom; beside the final the match for the third place.

    Where a round has been drawn up, its matches say who meets; what comes later follows from their results.
    """
    size = 2 ** _rounds(course)
    teams = {each.seed: each.team for each in course.entrants}
    field: list[int | None] = [teams.get(seed, NOBODY) for seed in seed_order(size)]
    sources = [""] * size
    rounds: list[list[Tie]] = []
    for number in range(1, _rounds(course) + 1):
        pairs = zip(field[::2], field[1::2], sources[::2], sources[1::2], strict=True)
        titles = _tie_titles(_rounds(course) - number)
        ties = [
            Tie(title, (one, other), (up, down)) for title, (one, other, up, down) in zip(titles, pairs, strict=True)
        ]
        if ties[0].name == FINAL and rounds and course.settings["third_place"]:
            losers = [each.loser if each.winner is not None else None for each in rounds[-1]]
            ties.append(Tie(THIRD_PLACE, (losers[0], losers[1]), ("Loser of Semi-final 1", "Loser of Semi-final 2")))
        for slot, tie in enumerate(ties):
            _fill(course, tie, number, slot)
        rounds.append(ties)
        field = [tie.winner for tie in ties if tie.name != THIRD_PLACE]
        sources = [f"Winner of {tie.name}" for tie in ties if tie.name != THIRD_PLACE]
    return rounds


def seed_order(size: int) -> list[int]:
    """Seeds from the top of a bracket to its bottom: the best two can only meet in the final."""
    order = [1]
    while len(order) < size:
        order = [seed for each in order for seed in (each, 2 * len(order) + 1 - each)]
    return order


def _fill(course: Course, tie: Tie, number: int, slot: int) -> None:
    """The matches of a tie and, as soon as they say so, who goes on."""
    begin = _rounds_before(course, number)
    drawn = course.rounds[begin : begin + _legs(course, number)]
    tie.meetings = [each for one in drawn for each in one.meetings if each.slot == slot]
    if tie.meetings and set(tie.teams) != {tie.meetings[0].home, tie.meetings[0].away}:
        tie.teams = tie.meetings[0].home, tie.meetings[0].away
    one, other = tie.teams
    if one is None or other is None or not all(each.game for each in tie.meetings):
        return
    if not drawn and {one, other} <= {each.team for each in course.active}:
        return
    tie.winner = max((one, other), key=_merit(course, tie))
    tie.loser = other if tie.winner == one else one


def _merit(course: Course, tie: Tie) -> Callable[[int], tuple[int, ...]]:
    """What takes a team through: the larger one goes on. Who withdrew is passed where no match was drawn up."""
    seeds = _seeds(course)
    playing = {each.team for each in course.active}

    def merit(team: int) -> tuple[int, ...]:
        if team == NOBODY:
            return (-1,)
        won = sum(each.won(team) for each in tie.meetings)
        on_penalties = sum(each.penalties_of(team) == max(each.penalties) > 0 for each in tie.meetings)
        of_two = (tie.score(team) or 0, on_penalties) if len(tie.meetings) > 1 else ()
        return (int(bool(tie.meetings) or team in playing), *of_two, won, -seeds.get(team, len(seeds) + 1))

    return merit


def _drawn(course: Course, ties: Sequence[Tie], legs: int) -> list[Drawn]:
    """The matches of a round, without ties that are decided already. The better seed plays the last one at home."""
    seeds, rounds = _seeds(course), [list[Pair]() for _ in range(legs)]
    for slot, tie in enumerate(ties):
        one, other = tie.teams
        if tie.winner is None and one and other:
            better, worse = sorted((one, other), key=lambda team: seeds.get(team, len(seeds) + 1))
            for left, pairs in zip(reversed(range(legs)), rounds, strict=True):
                pairs.append(Pair(worse, better, slot) if left % 2 else Pair(better, worse, slot))
    return [Drawn(pairs) for pairs in rounds]


def _seeds(course: Course) -> dict[int, int]:
    return {each.team: each.seed for each in course.entrants}


# Rounds and legs ----------------------------------------------------------------------------------------------------------


def rounds_of(teams: int) -> int:
    return max(0, teams - 1).bit_length()


def _rounds(course: Course) -> int:
    return rounds_of(len(course.entrants))


def _legs(course: Course, number: int) -> int:
    return legs_of(course.settings, last=number == _rounds(course))


def legs_of(settings: Mapping[str, Any], *, last: bool) -> int:
    return 1 if last and settings["one_final"] else int(settings["legs"])


def _rounds_before(course: Course, number: int) -> int:
    return (number - 1) * int(course.settings["legs"])


def _place(course: Course, number: int) -> tuple[int, int]:
    """The round of the bracket and the leg, from 0, that a round of the stage is."""
    before, leg = divmod(number - 1, int(course.settings["legs"]))
    return before + 1, leg


def _title(left: int) -> str:
    """The name of a round by how many come after it."""
    return (FINAL, "Semi-finals", "Quarter-finals")[left] if left < 3 else f"Round of {2 ** (left + 1)}"


def _tie_titles(left: int) -> list[str]:
    if not left:
        return [FINAL]
    one = _title(left).removesuffix("s") if left < 3 else f"{_title(left)}, match"
    return [f"{one} {number}" for number in range(1, 2**left + 1)]


# The field ----------------------------------------------------------------------------------------------------------------


def _groups_apart(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Nobody meets a team of its own group in the first round, if that can be: the lower seeds change places, as few as possible
    by as little as possible.
    """
    half = 2 ** rounds_of(len(entrants)) // 2
    upper, lower = list(entrants[:half]), list(entrants[half:])
    opponents = [entrants[2 * half - each.seed] for each in lower]
    far = (len(entrants) + 1) ** 3  # more than all changes together can cost
    costs = [
        [(each.seed - place.seed) ** 2 + far * (each.group == rival.group) for each in lower]
        for place, rival in zip(lower, opponents, strict=True)
    ]
    seats = [
        replace(lower[column], seed=place.seed) for place, column in zip(lower, cheapest_assignment(costs), strict=True)
    ]
    return upper + seats


FORMAT = KnockOut()

"""What a report of a match can say: sums that fit, players who were there, injuries that the tables know (Core pp.67, 79-83, 95-100)."""

from collections.abc import Callable, Iterator

from engine.campaign.refusal import Refusal
from engine.campaign.report import Line, Report, Side
from engine.rules.aftermath import DEAD
from engine.rules.halves import PENALTIES
from engine.rules.tables import Page
from engine.rules.turn import WALKOVER

POINTS, INJURIES = Page("star_player_points"), Page("casualties")
CONCESSION, RAISING = Page("conceding"), Page("raising")
LASTING = "lasting-injury"
NOTHING = (0, 0)


def _score(report: Report) -> Iterator[Refusal]:
    """Each touchdown is somebody's, also a mercenary's; only a concession brings some that nobody has scored."""
    for number, side in enumerate(report.sides):
        goals, scored = report.score[number], side.sum("touchdowns")
        if report.fled is None and goals != scored:
            sentence = f"{side} has {goals} on the score, and its players have {scored} touchdowns together."
            yield report.refusal("touchdowns-differ", sentence, POINTS)
        elif report.fled == number and goals:
            yield report.refusal("conceder-scores", f"{side} gave up, so its score is 0.", CONCESSION)
        elif report.fled == 1 - number and goals != max(WALKOVER, scored):
            sentence = (
                f"The others gave up, so the score of {side} is {max(WALKOVER, scored)}: {WALKOVER}, or its touchdowns."
            )
            yield report.refusal("walkover-score", sentence, CONCESSION)


def _end(report: Report) -> Iterator[Refusal]:
    """Extra time and penalties are for matches that need a winner."""
    given, due = report.penalties != NOTHING, report.winner_needed and report.is_level and report.fled is None
    if report.said["overtime"] and not report.winner_needed:
        yield report.refusal("no-extra-time", "This match needs no winner, so it has no extra time.")
    if given and not due:
        yield report.refusal(
            "no-penalties", "There are penalties only where a match needs a winner and is level at the end."
        )
    if due and not _decides(*report.penalties):
        sentence = f"This match needs a winner: say who won how many of the {PENALTIES} penalties after extra time."
        yield report.refusal("winner-needed", sentence)
    elif due and not report.said["overtime"]:
        yield report.refusal("winner-needed", "Penalties come after extra time: say that it was played.")


def _decides(home: int, away: int) -> bool:
    return home != away and home + away <= PENALTIES


def _crowd(report: Report) -> Iterator[Refusal]:
    for number, side in enumerate(report.sides):
        fewest, most = side.fan_factors
        if not fewest <= report.said["fan_factors"][number] <= most:
            sentence = f"The Fan Factor of {side} is a D3 and its dedicated fans: {fewest} to {most}."
            yield report.refusal("fan-factor", sentence)


def _there(report: Report) -> Iterator[Refusal]:
    """Whoever did or suffered something was on the pitch."""
    for side in report.sides:
        if not side.those_who_played:
            yield report.refusal("nobody-played", f"Say who took part for {side}.", POINTS)
        for line in side.lines.values():
            if line.took_part and not line.joined:
                yield report.refusal(
                    "not-joined", f"{line} of {side} took part, and so has joined the team before.", POINTS
                )
            if not line.took_part and _did_something(report, line):
                yield report.refusal(
                    "took-no-part", f"{line} of {side} took no part, so nothing can be said of them.", POINTS
                )


def _did_something(report: Report, line: Line) -> bool:
    return bool(line.injury) or any(type(value) is int and value for value in line.said.values())


def _casualties(report: Report) -> Iterator[Refusal]:
    for side, other in _both(report):
        caused, there = side.sum("casualties_for_spp"), len(other.those_who_played)
        if caused > there:
            sentence = f"{side} has caused {caused} casualties, and {there} players took part for {other}."
            yield report.refusal("too-many-casualties", sentence, INJURIES)
        for line in side.lines.values():
            if line.count("casualties_prayed_for") > line.count("casualties_for_spp"):
                sentence = f"{line} of {side} has more casualties by fouls and the crowd than in all."
                yield report.refusal("too-many-casualties", sentence, INJURIES)


def _injuries(report: Report) -> Iterator[Refusal]:
    for side, other in _both(report):
        for line in side.lines.values():
            lost, by = line.said.get("lost"), line.said.get("by")
            if (line.injury == LASTING) != bool(lost):
                sentence = f"{line} of {side}: a lasting injury costs a characteristic, and no other injury does."
                yield report.refusal("characteristic", sentence, INJURIES)
            if by and not line.injury:
                yield report.refusal("not-hurt", f"{line} of {side} has somebody to blame, and no injury.", INJURIES)
            elif by and not _took_part(other, by):
                sentence = f"{line} of {side} was hurt by somebody who did not take part for {other}."
                yield report.refusal("unknown-cause", sentence, INJURIES)


def _took_part(side: Side, id: str) -> bool:
    return id in side.lines and side.lines[id].took_part


def _raised(report: Report) -> Iterator[Refusal]:
    """Only the dead of the other side are raised."""
    for side, other in _both(report):
        dead = any(line.injury == DEAD for line in other.lines.values())
        for line in side.lines.values():
            if line.player.spare and line.joined and not dead:
                yield report.refusal("nobody-to-raise", f"{side} raised a player, and nobody of {other} died.", RAISING)


def _both(report: Report) -> tuple[tuple[Side, Side], tuple[Side, Side]]:
    home, away = report.sides
    return (home, away), (away, home)


CHECKS: tuple[Callable[[Report], Iterator[Refusal]], ...] = (
    _score,
    _end,
    _crowd,
    _there,
    _casualties,
    _injuries,
    _raised,
)

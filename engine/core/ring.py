"""The ring between code and catalogue: every point that the code consults is decided by one entry or settled, never both."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.catalogue import Catalogue, Entry
from engine.core.errors import BadInput
from engine.core.ruleset import Ruleset
from engine.core.ruling import Ruling


def check_ruleset(rules: Ruleset) -> None:
    """Refuse a ruleset whose record, catalogue and code do not fit together."""
    check_ring(rules.key, rules.code_rulings, rules.catalogue)
    for profile in rules.profile_words:
        if profile not in rules.catalogue.profiles:
            raise BadInput(f"{rules.key}: the catalogue has no profile {profile}")
    for campaign in rules.campaigns.values():
        if campaign.key != rules.key:
            raise BadInput(f"{rules.key}: its campaign is that of {campaign.key}")


def check_ring(key: str, coded: Iterable[Ruling[Any]], catalogue: Catalogue) -> None:
    """Refuse the record of a ruleset whose points do not fit, with one line that names the first."""
    for problem in gaps(coded, catalogue):
        raise BadInput(f"{key}: {problem}")


def gaps(coded: Iterable[Ruling[Any]], catalogue: Catalogue) -> Iterable[str]:
    coded = list(coded)
    points = {ruling.point: ruling for ruling in coded}
    for ruling in coded:
        if points[ruling.point] is not ruling:
            yield f"two places of the code declare the point {ruling.point}"
    decided = {entry.point: entry for entry in catalogue.open_points()}
    for entry in catalogue.open_points():
        if decided[entry.point] is not entry:
            yield f"{entry.id} and {decided[entry.point].id} both decide the point {entry.point}"
    for point in sorted(decided.keys() - points.keys()):
        yield f"{decided[point].id} decides the point {point}, which no code consults"
    for point in sorted(points.keys() - decided.keys() - catalogue.settled.keys()):
        yield f"nothing decides the point {point}: no entry of the catalogue, and the record does not settle it"
    yield from _settled_wrongly(points, decided, catalogue.settled)
    for point in sorted(decided.keys() & points.keys()):
        yield from _other_choices(points[point], decided[point])


def _settled_wrongly(
    points: Mapping[str, Ruling[Any]], decided: Mapping[str, Entry], settled: Mapping[str, str]
) -> Iterable[str]:
    for point, choice in settled.items():
        if point in decided:
            yield f"the point {point} is settled, and {decided[point].id} leaves it open"
        elif point not in points:
            yield f"the point {point} is settled, and no code consults it"
        elif choice not in points[point].choices:
            yield f"the point {point} is settled as {choice}; there are {', '.join(points[point].choices)}"


def _other_choices(ruling: Ruling[Any], entry: Entry) -> Iterable[str]:
    for choice in sorted(entry.stands_for.keys() - entry.choices.keys()):
        yield f"{entry.id} has no choice {choice} that could stand for another"
    means = [entry.meaning(choice) for choice in entry.choices]
    for choice in sorted({each for each in means if means.count(each) > 1}):
        yield f"{entry.id}: two choices stand for {choice}"
    for choice in sorted(set(means) - ruling.choices.keys()):
        yield f"{entry.id}: the point {ruling.point} has no choice {choice}; there are {', '.join(ruling.choices)}"

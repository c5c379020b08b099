"""What a record names outside itself: entries of its data, and ids that the rules behind it know."""

from collections.abc import Iterable, Iterator
from types import ModuleType

from engine.core.declared import declared
from engine.core.errors import BadInput
from engine.rules.edition import Edition
from engine.rules.rolls import RerollSource
from engine.rules.scenario.position import actions
from engine.rules.statistics import EARNING
from engine.rules.tables import OwnTable, Page, pages
from engine.rules.teams.rosters import skill_entries
from engine.rules.teams.sheet import CAPTAIN
from engine.rules.teams.titles import titles
from engine.rules.weather import KnownWeather


def check_names(edition: Edition, modules: Iterable[ModuleType]) -> None:
    """Refuse a record that names what nobody knows, with one line that says what."""
    modules = list(modules)
    for problem in (
        *_unknown(edition),
        *_undeclared(edition, modules),
        *_tables(edition, modules),
        *_pages(edition, modules),
    ):
        raise BadInput(f"{edition}: {problem}")


def _unknown(edition: Edition) -> Iterator[str]:
    """By its data."""
    entries, named = skill_entries(edition.data), titles(edition.data)
    for key in (key for key in edition.skills if key not in entries):
        yield f"the data of {edition.data} has no skill {key}"
    for key in edition.effects:
        if key not in named and key not in edition.given and key != CAPTAIN:
            yield f"nobody can have the effect {key}: it is in no data, and no match gives it"
    for key in (key for key in edition.star_player_points.by_special_rule if key not in named):
        yield f"star player points name the special rule {key}, which the data of {edition.data} does not have"
    points = edition.star_player_points
    given = (points.awards, *points.by_special_rule.values(), points.by_effect.values())
    for figure in sorted({figure for figures in given for figure in figures} - EARNING):
        yield f"star player points are given for {figure}, which no match counts"
    for key in (key for key in edition.kick_off_actions if key not in actions(edition)):
        yield f"kick_off_actions names {key}, which is no action"


def _undeclared(edition: Edition, modules: list[ModuleType]) -> Iterator[str]:
    sources = [source.key for source in declared(RerollSource, modules)]
    for source in (each for each in edition.reroll_sources if each not in sources):
        yield f"reroll_sources names {source}, and no rule gives such a team re-roll"
    for source in (each for each in sources if each not in edition.reroll_sources):
        yield f"reroll_sources leaves out {source}, which a rule gives"
    weather = {each.key for each in declared(KnownWeather, modules)}
    for id in sorted(edition.weather.ids - weather):
        yield f"no rule knows the weather {id}"


def _tables(edition: Edition, modules: list[ModuleType]) -> Iterator[str]:
    known = {table.key: table for table in declared(OwnTable, modules)}
    for key in (key for key in known if key not in edition.more_tables):
        yield f"more_tables leaves out {key}, on which a rule rolls"
    for key, table in edition.more_tables.items():
        if key not in known:
            yield f"more_tables has {key}, on which no rule rolls"
        for id in sorted(table.ids.difference(known[key].rows) if key in known else ()):
            yield f"nothing says what the row {id} of the table {key} does"


def _pages(edition: Edition, modules: list[ModuleType]) -> Iterator[str]:
    known = pages(edition.data)
    for rule in (each.key for each in declared(Page, modules) if each.key not in known):
        yield f"the data of {edition.data} does not say on which page the book has {rule}"

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from statistics import median
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import engine
from engine.campaign import LEAGUE, PLAYS
from journal.errors import Refused
from operations.format_rehearsal import FORMATS, rehearse_format
from operations.rehearsal import rehearse

Story = dict[str, Any]
# What is told of each team, and in all.
COLUMNS = {
    "deaths": "dead",
    "retirements": "retired",
    "advancements": "advanced",
    "captains_lost": "captains",
    "journeymen": "journeymen",
    "short": "short",
    "mistakes": "mistakes",
}
SITUATIONS = {
    "matches": "team matches",
    "deaths": "players killed",
    "retirements": "players retired for the season",
    "advancements": "advancements",
    "captains_lost": "captains lost",
    "short": "matches begun with eleven of the own players or fewer",
    "journeymen": "journeymen taken on",
    "mistakes": "treasuries of 100k or more (expensive mistakes)",
    "redrafts": "re-drafts",
}


class Command(BaseCommand):
    help = (
        "Rehearses a season and its re-draft by standing orders, in a database of its own, and checks the books. With --format it is "
        "a season of that format, from the draft to the champion."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--ruleset", default="bb2025")
        parser.add_argument("--rosters", default="all", help="all, or some of them separated by commas")
        parser.add_argument("--matches", type=int, default=14, help="of each team")
        parser.add_argument("--play", choices=PLAYS, default=LEAGUE, help="matched: with added skills, and no change")
        parser.add_argument("--format", choices=FORMATS, help="with --teams; instead of --rosters and --matches")
        parser.add_argument("--teams", type=int, default=8)
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same season")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *, ruleset: str, rosters: str, matches: int, seed: int, **options: Any) -> None:
        try:
            if options["format"]:
                how = {"plan": options["format"], "teams": options["teams"], "play": options["play"]}
                self._format(options, rehearse_format(ruleset=ruleset, seed=seed, **how))
                return
            wanted = list(engine.ruleset(ruleset).team_lists()) if rosters == "all" else rosters.split(",")
            stories = rehearse(ruleset=ruleset, rosters=wanted, matches=matches, seed=seed, play=options["play"])
        except (Refused, engine.BadInput) as error:
            raise CommandError(str(error)) from error
        lines = [json.dumps(stories, indent=1)] if options["json"] else report(stories)
        self.stdout.write("\n".join(lines))
        if any(story["trouble"] for story in stories):
            raise SystemExit(1)

    def _format(self, options: dict[str, Any], story: Story) -> None:
        lines = [json.dumps(story, indent=1)] if options["json"] else format_report(story)
        self.stdout.write("\n".join(lines))
        if story["trouble"] or not story["champion"]:
            raise SystemExit(1)


def format_report(story: Story) -> Iterator[str]:
    for stage in story["stages"]:
        yield f"{stage['name']}: {stage['rounds']} rounds"
    yield f"{story['teams']} teams, {story['matches']} matches"
    yield ""
    for place, name in enumerate(story["places"], start=1):
        yield f"{place:4} {name}"
    yield ""
    yield from story["trouble"] or [f"{story['champion']} is the champion, and all books agree."]


def report(stories: Sequence[Story]) -> Iterator[str]:
    heads = ("start", "end", "gold", "new list", *COLUMNS.values())
    yield f"{'team':24}" + "".join(f"{head:>11}" for head in (*heads, "books"))
    for story in stories:
        yield _line(story)
    yield ""
    for key, words in SITUATIONS.items():
        yield f"{sum(story[key] for story in stories):6} {words}"
    yield ""
    yield "Team value before each match and after the last: lowest, median, highest"
    for number, values in enumerate(zip_longest(*(story["values"] for story in stories)), start=1):
        known = sorted(value for value in values if value is not None)
        yield f"{number:6} {known[0]:6} {median(known):8.0f} {known[-1]:8}"
    yield ""
    troubles = [f"{story['team']}: {each}" for story in stories for each in story["trouble"]]
    yield from troubles or ["All books agree, every sheet was accepted, and nobody is stuck."]


def _line(story: Story) -> str:
    values = story["values"]
    figures = (*values[:1], *values[-1:], story["treasury"], story["value"], *(story[key] for key in COLUMNS))
    books = "trouble" if story["trouble"] else "agree"
    return f"{story['team']:24}" + "".join(f"{figure:>11}" for figure in (*figures, books))

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from journal.errors import Refused
from operations.checks.survey import EVERY_MATCH, Survey, part_of


class Command(BaseCommand):
    help = "Checks ledgers, rosters, matches and standings of the database as it is. Only reads; the site may go on working."

    def add_arguments(self, parser: ArgumentParser) -> None:
        part = parser.add_mutually_exclusive_group()
        part.add_argument("--league", default="", help="only the league with this slug")
        part.add_argument("--team", default="", help="only the team with this slug, and its matches")
        parser.add_argument("--season", type=int, help="only the season with this number, of the league that is given")
        parser.add_argument(
            "--replay",
            type=int,
            nargs="?",
            const=EVERY_MATCH,
            metavar="N",
            help="play every match again with the engine and compare; with a number, so many of them",
        )
        parser.add_argument("--json", action="store_true", help="print the outcome as JSON")

    def handle(self, *, league: str, team: str, season: int | None, replay: int | None, **options: Any) -> None:
        if season is not None and not league:
            raise CommandError("A season is told by its number and its league: give --league as well.")
        if replay is not None and replay < 0:
            raise CommandError("--replay takes a number of matches, or none for all of them.")
        try:
            survey = Survey(part_of(league=league, season=season, team=team), replay=replay)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        found = self._as_json(survey) if options["json"] else self._as_text(survey)
        if found:
            raise SystemExit(1)

    def _as_text(self, survey: Survey) -> int:
        """Breaches as they are found, then what was looked at; how many breaches there are."""
        found = 0
        for sentence in survey.breaches():
            self.stdout.write(sentence)
            found += 1
        checked = ", ".join(f"{number} {what}" for what, number in survey.checked.items())
        self.stdout.write(f"Checked: {checked}.")
        self.stdout.write(f"{found} things are wrong." if found else "Everything agrees.")
        return found

    def _as_json(self, survey: Survey) -> int:
        breaches = list(survey.breaches())
        self.stdout.write(json.dumps({"checked": survey.checked, "breaches": breaches}, indent=1))
        return len(breaches)

"""Somebody who runs the leagues of a fault run: each command is a process, sent when its moment in the season has come.

In a run with faults commands are sent twice at once, killed, and sent again although they were done. A moment is either that a
certain match is over, while others are being played, or that a season stands still because all that is due is played.
"""

import json
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.live.services import Live, ServerProcess

MARK = "answer: "
MOST_TRIES = 40
RESOLVED = """
SELECT resolved_at IS NOT NULL FROM matches_match JOIN league_fixture AS fixture ON fixture.id = fixture_id
JOIN league_round AS round ON round.id = round_id
WHERE season_id = %s AND round.number = %s AND fixture.slot = %s ORDER BY fixture.id LIMIT 1
"""
STILL = """
SELECT NOT EXISTS (
    SELECT 1 FROM matches_match JOIN league_fixture AS fixture ON fixture.id = fixture_id
    JOIN league_round AS round ON round.id = round_id
    WHERE season_id = %s AND resolved_at IS NULL AND due_at <= now()
) AND NOT EXISTS (
    SELECT 1 FROM teams_sequence JOIN league_entry AS entry ON entry.team_id = teams_sequence.team_id
    WHERE season_id = %s AND closed_at IS NULL AND deadline <= now()
)
"""
TWICE, KILLED, AGAIN = "commands sent twice at once", "commands killed (SIGKILL)", "commands sent again when done"


class CommandRefused(Exception):
    """The application refuses what should be possible at that moment."""


@dataclass
class Command:
    process: ServerProcess
    ends_at: float  # when it is killed


@dataclass
class Errand:
    """What is still to be done in a season, and the commands that are under way."""

    season: int
    steps: list[dict[str, Any]]
    number: int = 0
    tries: int = 0
    commands: list[Command] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)

    @property
    def step(self) -> dict[str, Any]:
        return self.steps[self.number]

    @property
    def done(self) -> bool:
        return self.number == len(self.steps)


class Commander:
    def __init__(self, live: Live, plans: dict[str, list[dict[str, Any]]], *, seed: int, rough: bool) -> None:
        self.live = live
        self.seed = seed
        self.rough = rough
        self.random = random.Random(seed)  # noqa: S311  repeatable on purpose
        self.errands = [Errand(int(season), steps) for season, steps in plans.items()]
        self.sent = 0
        self.refused: dict[str, str] = {}
        self.struck: Counter[str] = Counter({TWICE: 0, KILLED: 0, AGAIN: 0} if rough else {})

    @property
    def left(self) -> int:
        return sum(len(each.steps) - each.number for each in self.errands)

    def tend(self) -> None:
        for errand in self.errands:
            self._reap(errand)
            if not errand.done and not errand.commands and self._is_due(errand):
                self._send(errand)

    def _is_due(self, errand: Errand) -> bool:
        if errand.tries or errand.answers:
            return True
        when = errand.step["when"]
        if when == "still":
            found = self.live.sql(STILL, errand.season, errand.season)
        else:
            found = self.live.sql(RESOLVED, errand.season, *when)
        return bool(found and found[0][0])

    def _send(self, errand: Errand) -> None:
        errand.tries += 1
        if errand.tries > MOST_TRIES:
            raise CommandRefused(f"Step {errand.number} of season {errand.season} does not get done.")
        twice = self.rough and self.random.random() < 0.3
        self.struck.update({TWICE: 1} if twice else {})
        for _ in range(1 + twice):
            killed = self.rough and self.random.random() < 0.3
            life = self.random.uniform(1, 6) if killed else 120.0
            errand.commands.append(Command(self._start(errand), time.monotonic() + life))

    def _start(self, errand: Errand) -> ServerProcess:
        self.sent += 1
        said = (self.seed, errand.season, errand.number, errand.step["do"], errand.step["when"] == "still")
        code = (
            f"import json\nfrom scripts.faults.controls import act\n"
            f"print({MARK!r} + json.dumps(act(*json.loads({json.dumps(said)!r}))))"
        )
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
        return self.live.start(command, f"command{self.sent}", {})

    def _reap(self, errand: Errand) -> None:
        for command in list(errand.commands):
            process = command.process
            if process.running and time.monotonic() > command.ends_at:
                process.kill()
                self.struck[KILLED] += 1
            if not process.running:
                errand.commands.remove(command)
                self.live.processes.remove(process)
                if (answer := _answer(process)) is not None:
                    errand.answers.append(answer)
        if errand.answers and not errand.commands:
            self._conclude(errand)

    def _conclude(self, errand: Errand) -> None:
        """Go on to the next step, or say the same once more, as somebody does who got no answer."""
        first = errand.answers[0]
        if errand.step["when"] == "still" and "refused" in first:  # by what the dice have brought, so in both runs
            self.refused[f"step {errand.number} of season {errand.season}"] = first["refused"]
        elif "refused" in first:
            raise CommandRefused(f"Step {errand.number} of season {errand.season}: {errand.step['do']}: {first}")
        if any(each != first for each in errand.answers):
            raise CommandRefused(
                f"Step {errand.number} of season {errand.season}: {errand.step['do']}: {errand.answers}"
            )
        if self.rough and self.random.random() < 0.2:
            self.struck[AGAIN] += 1
            return
        errand.number, errand.tries, errand.answers = errand.number + 1, 0, []


def _answer(process: ServerProcess) -> Any:
    """What it answered, if it came so far."""
    lines = [line for line in process.output.splitlines() if line.startswith(MARK)]
    return json.loads(lines[-1][len(MARK) :]) if lines and process.popen.returncode == 0 else None

"""A golden match per ruleset, as readable text, compared line by line.

Its coaches give any legal answer, drawn from a fixed seed, so it moves when the rules or the options do, never with the
planner. When a change is meant to move it, renew the file and read the difference before committing it:
``python -m engine playthrough --ruleset battleball > tests/engine/playthroughs/battleball.txt``, and the same for bb2025.
"""

from pathlib import Path

import pytest

from engine.cli.playthrough import lines
from engine.rulesets import KNOWN, ruleset

FOLDER = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("key", KNOWN)
def test_the_match_is_played_as_written_down(key: str) -> None:
    written = (FOLDER / f"{key}.txt").read_text(encoding="utf-8").splitlines()
    assert lines(ruleset(key)) == written

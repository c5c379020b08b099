"""A readable match per ruleset, compared line by line.

When a change is meant to play differently, write the file anew and read the difference before committing it:
``python -m engine playthrough --ruleset battleball > tests/engine/playthroughs/battleball.txt``.
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

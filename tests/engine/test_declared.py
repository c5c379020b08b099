"""What stands behind a record is the same whatever else was imported."""

import subprocess
import sys

COUNT = """
import sys
from engine.core.declared import declared_questions, modules_behind
import engine.scenario, engine.rulesets
{also}
def mine(): pass
mine.__module__ = "engine.scenario_file"
print(sorted(module.__name__ for module in modules_behind([mine])))
"""


def test_other_rulesets_do_not_change_what_is_behind_a_record() -> None:
    def behind(also: str) -> str:
        run = [sys.executable, "-c", COUNT.format(also=also)]
        return subprocess.run(run, capture_output=True, text=True, check=True).stdout

    assert "battleball" not in behind("import engine.rulesets.battleball")
    assert behind("") == behind("import engine.rulesets.battleball")

"""A short fault run: each kind of fault about once, while a league plays a round robin and play-offs, with measures on the way."""

from dataclasses import replace
from pathlib import Path

import pytest

from scripts.fault_run import fault_run, wrong
from scripts.faults.chaos import FAULTS
from scripts.faults.commander import AGAIN, KILLED, TWICE
from scripts.faults.site import SEEDS
from tests.live.services import Live

pytestmark = pytest.mark.live


def test_faults_cost_time_and_nothing_else(migrated_template: str, tmp_path: Path) -> None:
    begun = {"matches": 12, "of_blood_bowl": 2, "template": migrated_template}
    calm, stormy = fault_run(folder=tmp_path, **begun, seed=1, every=0.6, faults=len(FAULTS), seconds=300)
    assert wrong(calm, stormy) == []
    assert calm.struck.total() == 0
    assert sum(stormy.struck[name] for name in FAULTS) > len(FAULTS) // 2
    assert stormy.struck[TWICE] + stormy.struck[KILLED] + stormy.struck[AGAIN] > 0
    played, teams = len(calm.prints["digests"]), len(calm.prints["ledgers"])
    assert (played, teams) == (12, 6)
    kinds = {kind for measures in calm.prints["measures"].values() for kind, *_ in measures}
    assert kinds == {"moved", "swapped", "replayed", "withdrawn", "forfeited"}
    # What it would say if something were lost, or had come out otherwise.
    lost = replace(
        stormy, prints={**stormy.prints, "digests": {}, "ledgers": dict.fromkeys(stormy.prints["ledgers"], "")}
    )
    assert len(wrong(calm, lost)) == played + teams
    spoilt = replace(stormy, books={**stormy.books, "breaches": ["Match 1: it has 2 results."]})
    assert wrong(calm, spoilt) == ["with faults: Match 1: it has 2 results."]


def test_seeds_that_can_be_foreseen_are_refused_on_any_other_database(live: Live) -> None:
    worker = live.worker(wait=False, PYTHONPATH=str(SEEDS), FAULT_RUN_SEED="1")
    assert worker.popen.wait(timeout=60) != 0
    assert "only for the databases of a fault run" in worker.output

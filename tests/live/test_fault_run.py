"""A short fault run: each kind of fault about once, while a dozen matches are played."""

from dataclasses import replace
from pathlib import Path

import pytest

from scripts.fault_run import fault_run, wrong
from scripts.faults.chaos import FAULTS
from scripts.faults.site import SEEDS
from tests.live.services import Live

pytestmark = pytest.mark.live


def test_faults_cost_time_and_nothing_else(migrated_template: str, tmp_path: Path) -> None:
    calm, stormy = fault_run(
        folder=tmp_path, matches=12, seed=1, every=0.6, faults=len(FAULTS), seconds=300, template=migrated_template
    )
    assert wrong(calm, stormy) == []
    assert calm.struck.total() == 0
    assert stormy.struck.total() > len(FAULTS) // 2
    assert (len(calm.prints["digests"]), len(calm.prints["ledgers"])) == (12, 8)
    # What it would say if something were lost, or had come out otherwise.
    lost = replace(
        stormy, prints={**stormy.prints, "digests": {}, "ledgers": dict.fromkeys(stormy.prints["ledgers"], "")}
    )
    assert len(wrong(calm, lost)) == 12 + 8
    spoilt = replace(stormy, books={**stormy.books, "breaches": ["Match 1: it has 2 results."]})
    assert wrong(calm, spoilt) == ["with faults: Match 1: it has 2 results."]


def test_seeds_that_can_be_foreseen_are_refused_on_any_other_database(live: Live) -> None:
    worker = live.worker(wait=False, PYTHONPATH=str(SEEDS), FAULT_RUN_SEED="1")
    assert worker.popen.wait(timeout=60) != 0
    assert "only for the databases of a fault run" in worker.output

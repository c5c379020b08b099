"""Lets a worker derive its seeds from one number, so that two runs can be compared. Never part of the application.

Python imports a module of this name when it starts, if PYTHONPATH leads here. That alone is not enough: the worker stops
unless it runs on a database that a fault run has made.
"""

import os
import sys
from contextlib import ExitStack

from celery.signals import worker_init, worker_process_init

DATABASES = "dugout_faults_"  # how the names of such databases begin
for_ever = ExitStack()


@worker_init.connect(weak=False)
def refuse_elsewhere(**_: object) -> None:
    from django.conf import settings

    if not str(settings.DATABASES["default"]["NAME"]).startswith(DATABASES):
        sys.exit("Seeds that can be foreseen are only for the databases of a fault run.")


@worker_process_init.connect(weak=False)
def fix_seeds(**_: object) -> None:
    from scripts.faults.names import seed_of
    from teams.seeds import seeds_from

    number = int(os.environ["FAULT_RUN_SEED"])
    for_ever.enter_context(seeds_from(lambda what: seed_of(number, what)))

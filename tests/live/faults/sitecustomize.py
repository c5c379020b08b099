"""Makes a worker process fail at a chosen moment. Only for tests: found through PYTHONPATH, never by the application.

Python imports a module of this name when it starts. `FAULT` says where (`playing`: in the middle of a match;
`applying`: inside the transaction that stores its outcome; `preparing`: before a Blood Bowl match is locked) and how (`hang`:
stands still until it is killed; `die`: kills its own pool process; `slow`: goes on after a second; `stick`: stands still, every
time), joined by a hyphen. `hang` and `die` strike once: the file `FAULT_MARK` shows that they have.
"""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from celery.signals import worker_process_init

POINT, MANNER = os.environ["FAULT"].split("-")
MARK = Path(os.environ["FAULT_MARK"])


def strike() -> None:
    if MANNER in ("slow", "stick"):
        time.sleep(1 if MANNER == "slow" else 600)
        return
    try:
        MARK.touch(exist_ok=False)
    except FileExistsError:
        return
    if MANNER == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(600)


def after(function: Callable[..., Any]) -> Callable[..., Any]:
    def struck(*args: Any, **kwargs: Any) -> Any:
        value = function(*args, **kwargs)
        strike()
        return value

    return struck


@worker_process_init.connect(weak=False)
def plant(**_: object) -> None:
    from matches import applying, lineups, services

    if POINT == "playing":
        services.play = after(services.play)
    elif POINT == "preparing":
        lineups.prepare_locked = after(lineups.prepare_locked)
    else:
        applying.stats_store = after(applying.stats_store)

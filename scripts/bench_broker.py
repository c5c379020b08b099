"""How many messages a second a real worker takes from the embedded broker: tasks that do nothing, two at a time."""

import argparse
import tempfile
import time
from pathlib import Path

from tests.live.services import Live

SEND = """
from celery import current_app
with current_app.connection_for_write() as link:
    for number in range({messages}):
        current_app.send_task("celery.accumulate", (number,), queue="dugout", connection=link, ignore_result=True)
answer = None
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dugout-bench-") as folder:
        live = Live(folder=Path(folder), database_url="", redis_url="", prefix="bench")
        del live.env["DATABASE_URL"], live.env["REDIS_URL"]
        live.manage("migrate", "-v0")
        worker = live.worker(concurrency=2)
        live.shell(SEND.format(messages=options.messages))
        try:
            while not (first := worker.output.count("succeeded in")):
                time.sleep(0.01)
            begun = time.monotonic()
            while (done := worker.output.count("succeeded in")) < options.messages:
                time.sleep(0.05)
            print(f"{(done - first) / (time.monotonic() - begun):.0f} messages/s")
        finally:
            worker.kill()


if __name__ == "__main__":
    main()

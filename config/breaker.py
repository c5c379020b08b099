"""A circuit breaker for a service that the site can do without for a while.

A server that refuses costs nothing to ask; one that hangs costs a timeout each time. After a failure nobody asks for a
pause, then one caller at a time tries again, so that an outage costs one timeout per pause and process.
"""

import logging
import threading
import time

logger = logging.getLogger(__name__)

PAUSE = 5.0  # seconds
LOG_EVERY = 60.0  # seconds; an outage is one line per minute and process, not one per request


class Breaker:
    def __init__(self, name: str, *, pause: float = PAUSE) -> None:
        self.name = name
        self.pause = pause
        self.lock = threading.Lock()
        self.reset()

    def reset(self) -> None:
        self.failing = False
        self.next_try = self.next_log = 0.0

    def allows(self) -> bool:
        """Whether the caller should ask the service now."""
        with self.lock:
            if self.failing:
                now = time.monotonic()
                if now < self.next_try:
                    return False
                self.next_try = now + self.pause  # this caller tries, the others do without
            return True

    def worked(self) -> None:
        if self.failing:
            with self.lock:
                self.failing = False
            logger.info("%s answers again.", self.name)

    def failed(self, error: Exception) -> None:
        now = time.monotonic()
        with self.lock:
            self.failing = True
            self.next_try = now + self.pause
            silent = now < self.next_log
            if not silent:
                self.next_log = now + LOG_EVERY
        if not silent:
            logger.warning("%s does not answer (%s). The site goes on without it.", self.name, error)

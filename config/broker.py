"""The two brokers, each a transport of Kombu's with a fault mended.

**Embedded**: the filesystem transport, made safe for several processes that start and read at once. Kombu writes a message into the open file that readers already see, and moves it through the system's temporary folder.
A reader may then find half a message, which ends the worker. Here a message appears whole, by a rename, and is claimed
by a rename inside the same folder. Bindings are read and written under one lock for the same reason.

**Redis**: a worker that loses its connection closes its channels afterwards. One that has a message in hand then asks the
connection that is gone for its host name, and the ``AttributeError`` ends the worker. Here it is a connection error, which
the worker outlives.
"""

import fcntl
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem, redis
from kombu.utils.json import dumps, loads

NAME = "embedded"


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: Any, **_: Any) -> None:
        folder = Path(self.data_folder_out)
        draft = folder / f"{uuid.uuid4()}.draft"
        draft.write_text(dumps(payload))
        draft.rename(folder / f"{time.time_ns():020d}-{uuid.uuid4().hex[:8]}.{queue}.msg")

    def _get(self, queue: str) -> Any:
        """The oldest message of the queue; whoever renames it first has it."""
        folder = Path(self.data_folder_in)
        for name in sorted(os.listdir(folder)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            claimed = folder / f"{uuid.uuid4()}.claimed"
            try:
                (folder / name).rename(claimed)
            except FileNotFoundError:
                continue
            payload = loads(claimed.read_text())
            claimed.unlink()
            return payload
        raise Empty

    @contextmanager
    def bindings_locked(self) -> Iterator[None]:
        with (self.control_folder / "lock").open("w") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield

    def get_table(self, exchange: str) -> list[Any]:
        with self.bindings_locked():
            return list(super().get_table(exchange))

    def _queue_bind(self, *args: Any) -> None:
        with self.bindings_locked():
            super()._queue_bind(*args)

    def _delete(self, *args: Any, **kwargs: Any) -> None:
        with self.bindings_locked():
            super()._delete(*args, **kwargs)


class Transport(filesystem.Transport):
    Channel = Channel
    global_state = filesystem.virtual.BrokerState()
    driver_type = driver_name = NAME


class RedisChannel(redis.Channel):
    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            raise ConnectionError("The connection of this channel is closed.")
        parameters: dict[str, Any] = super()._connparams(asynchronous=asynchronous)
        return parameters


class RedisTransport(redis.Transport):
    Channel = RedisChannel


TRANSPORT_ALIASES[NAME] = "config.broker:Transport"
TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = "config.broker:RedisTransport"

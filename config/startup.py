"""What the settings need before Django is there: keys, private folders and files, and a plain refusal."""

import os
import secrets
import stat
import sys
from pathlib import Path
from typing import Any, NoReturn

from django.core.checks.security.base import (
    SECRET_KEY_INSECURE_PREFIX,
    SECRET_KEY_MIN_LENGTH,
    SECRET_KEY_MIN_UNIQUE_CHARACTERS,
)


def refuse(reason: str) -> NoReturn:
    """Stop with one line for the operator; a traceback would bury it."""
    sys.exit(f"Dugout does not start: {reason}")


def verbatim(name: str, default: str = "") -> str:
    """A secret as it was given. django-environ would read one that begins with $ as the name of another variable."""
    return os.environ.get(name, default)


def site_url(host: str, local: bool) -> str:
    """Where the site is, as far as the first host name it answers to says it. Workers write mail and know of no request."""
    return f"{'http' if local else 'https'}://{host.strip('.*') or 'localhost'}"


def refuse_weak_key(name: str, key: str) -> None:
    """A key that can be guessed lets anybody sign a session; the measure is that of Django's own deployment check."""
    if (
        len(key) < SECRET_KEY_MIN_LENGTH
        or len(set(key)) < SECRET_KEY_MIN_UNIQUE_CHARACTERS
        or key.startswith(SECRET_KEY_INSECURE_PREFIX)
    ):
        make = "python -c 'import secrets; print(secrets.token_urlsafe(64))'"
        refuse(f"{name} is too weak: at least {SECRET_KEY_MIN_LENGTH} random characters. One is made by: {make}")


def private_folder(path: Path) -> Path:
    """A folder that only its owner can look into, also where an older release left it open."""
    path.mkdir(parents=True, exist_ok=True)
    if path.stat().st_mode & stat.S_ISVTX:  # such as /tmp: closing it would lock everybody else out
        refuse(f"{path} is a folder that everybody uses; DUGOUT_VAR needs one of its own.")
    _close(path, 0o700)
    return path


def postgresql_options(*, prepare: bool) -> dict[str, Any]:
    """Time limits of a connection. With `prepare`, a statement that comes again is planned once for each connection."""
    return {
        "connect_timeout": 5,  # seconds
        # A server that vanished without a word is given up after this long, in milliseconds for what was sent and in
        # seconds for what is awaited, instead of the system's quarter of an hour.
        "tcp_user_timeout": 15_000,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 2,
        **({"server_side_binding": True, "prepare_threshold": 3} if prepare else {}),
    }


def private_database(path: Path) -> None:
    """The SQLite file and what it keeps beside it. SQLite gives new side files the permissions of the database."""
    if path.parent.is_dir():  # otherwise Django says what is missing
        path.touch(mode=0o600)
    for each in (path, *(path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm"))):
        if each.exists():
            _close(each, 0o600)


def _close(path: Path, mode: int) -> None:
    """What belongs to somebody else stays as its owner wants it."""
    if path.stat().st_uid == os.geteuid() and stat.S_IMODE(path.stat().st_mode) != mode:
        path.chmod(mode)


def local_secret_key(folder: Path) -> str:
    """The key of a local installation, made on first use and readable by its owner only."""
    path = folder / "secret-key"
    if not path.exists():
        # Written aside and linked into place, so that processes starting together agree on one whole key.
        draft = folder / f"secret-key.{os.getpid()}"
        draft.write_text(secrets.token_urlsafe(64))
        draft.chmod(0o600)
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()


def embedded_broker(folder: Path) -> dict[str, Any]:
    """Options of the embedded broker: one folder for the messages, one for the exchanges' bindings."""
    messages, control = private_folder(folder) / "messages", folder / "control"
    for path in (messages, control):
        path.mkdir(exist_ok=True)
    # The same folder for in and out: everything sent is read by the processes of this installation.
    return {
        "data_folder_in": str(messages),
        "data_folder_out": str(messages),
        "control_folder": str(control),
        "polling_interval": 0.01,  # seconds between two looks at an empty folder
    }

"""What the settings need before Django is there: the local key, the embedded broker's folders, and a plain refusal."""

import os
import secrets
import sys
from pathlib import Path
from typing import Any, NoReturn


def refuse(reason: str) -> NoReturn:
    """Stop with one line for the operator; a traceback would bury it."""
    sys.exit(f"Dugout does not start: {reason}")


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
    messages, control = folder / "messages", folder / "control"
    for path in (messages, control):
        path.mkdir(parents=True, exist_ok=True)
    # The same folder for in and out: everything sent is read by the processes of this installation.
    return {
        "data_folder_in": str(messages),
        "data_folder_out": str(messages),
        "control_folder": str(control),
        "polling_interval": 0.5,
    }

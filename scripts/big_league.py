"""The league that pages and readers are measured on, in a folder of its own that is thrown away at will.

31 teams of Blood Bowl have played a whole season home and away and the beginning of another one: about 1,000 matches, and
ledgers of more than 1,000 rows. 45 matches are really played. The others reuse what happened in these, but the rules of
the engine enter them into each team's ledger, so that the rows are as real as any. 3,000 teams and 200 leagues are there in all.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "bench"
DATABASE = FOLDER / "dugout.sqlite3"
RULESET = "bb2025"
LEAGUE, COMMISSIONER, COACH, STAFF = "Big League", "boss", "coach-1", "office"


def environment() -> dict[str, str]:
    """Settings under which nothing but the folder of the benchmark is touched."""
    kept = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
    return {**kept, "DUGOUT_MODE": "local", "DUGOUT_VAR": str(FOLDER), "DJANGO_SETTINGS_MODULE": "config.settings"}


def begin(*, rebuild: bool = False) -> None:
    """Set Django up on the big league, which is built first where it is missing or `rebuild` asks for it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.environ.clear()
    os.environ.update({**environment(), "LOG_LEVEL": "ERROR"})
    if rebuild:
        for file in FOLDER.glob("dugout.sqlite3*"):
            file.unlink()
    missing = not DATABASE.exists()  # before the settings make an empty one
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    from django.core.cache import cache
    from django.core.management import call_command

    cache.clear()
    call_command("migrate", verbosity=0)
    if missing:
        from big_league_build import build

        try:
            build()
        except BaseException:
            DATABASE.unlink()  # half a league would be taken for a whole one
            raise


if __name__ == "__main__":
    begin(rebuild=True)

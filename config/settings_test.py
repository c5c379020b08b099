"""Settings of the test suite: the local ones, with nothing slow and nothing that leaves the process."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

SCRATCH = Path(tempfile.mkdtemp(prefix="dugout-tests-"))  # one for each process of a parallel run
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)
os.environ["DUGOUT_MODE"] = "local"
os.environ["DUGOUT_VAR"] = str(SCRATCH)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES  # noqa: E402

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, because the live server's threads and SQLite's locks behave as in the application; one per process.
    DATABASES["default"]["TEST"] = {"NAME": str(SCRATCH / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
WHITENOISE_AUTOREFRESH = True  # no scan of every static file for each test client
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {}

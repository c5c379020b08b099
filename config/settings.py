"""All settings, read from the environment in this one file. ``docs/operations.md`` lists the variables.

``DUGOUT_MODE`` is ``production`` unless something else is asked for: secrets and host names must then be given and
everything is served over HTTPS. ``local`` (what ``make up`` and the tests use) runs over plain HTTP on one machine and
keeps a generated key under ``var/``.
"""

import re
import sys
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

from config.api_docs import SPECTACULAR_SETTINGS  # noqa: F401  (a setting like those below)
from config.startup import (
    embedded_broker,
    local_secret_key,
    postgresql_options,
    private_database,
    private_folder,
    refuse,
    refuse_weak_key,
    site_url,
    verbatim,
)

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

MODE = env.str("DUGOUT_MODE", "production")
if MODE not in ("local", "production"):
    refuse(f"DUGOUT_MODE must be 'local' or 'production', not '{MODE}'.")
LOCAL = MODE == "local"
DEBUG = env.bool("DEBUG", False)
if DEBUG and not LOCAL:
    refuse("DEBUG=true shows settings and data to everybody who meets an error. It works with DUGOUT_MODE=local only.")
VAR_DIR = private_folder(Path(env.str("DUGOUT_VAR", str(BASE_DIR / "var"))))

SECRET_KEY = verbatim("SECRET_KEY") or (local_secret_key(VAR_DIR) if LOCAL else "")
if not SECRET_KEY:
    refuse(
        "SECRET_KEY is not set. Production needs one: a long random string that stays the same."
        " For what `make up` runs on this machine, put DUGOUT_MODE=local before the command."
    )
SECRET_KEY_FALLBACKS = [key for key in verbatim("SECRET_KEY_FALLBACKS", "").split(",") if key]
if not LOCAL:
    refuse_weak_key("SECRET_KEY", SECRET_KEY)
    for each in SECRET_KEY_FALLBACKS:
        refuse_weak_key("A key in SECRET_KEY_FALLBACKS", each)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if LOCAL else [])
if not ALLOWED_HOSTS:
    refuse("ALLOWED_HOSTS is not set. Production needs the host names it answers to, separated by commas.")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# --- Applications -----------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "accounts",
    "outbox",
    "journal",
    "teams",
    "league",
    "matches",
    "pages",
    "operations",
]

MIDDLEWARE = [
    "config.health.ProbeMiddleware",
    "config.requests.OddRequestMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Lengths give nothing away of a page's secrets (BREACH): Django masks form tokens anew each time and pads by chance.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.TimeZoneMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.htmx.RedirectMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.limits.LimitMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.context_processors.interventions",
            ],
        },
    },
]

# --- Database ---------------------------------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASE_URL, DATABASE_HOST = env.str("DATABASE_URL", ""), env.str("DATABASE_HOST", "")
DATABASES: dict[str, dict[str, Any]] = {"default": env.db_url_config(DATABASE_URL or "sqlite:///")}
if DATABASE_HOST and not DATABASE_URL:
    # The parts of an address one by one, so that a password needs no quoting.
    DATABASES["default"] = {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": DATABASE_HOST,
        "PORT": env.str("DATABASE_PORT", "5432"),
        "NAME": env.str("DATABASE_NAME", "dugout"),
        "USER": env.str("DATABASE_USER", "dugout"),
        "PASSWORD": verbatim("DATABASE_PASSWORD"),
    }
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    if DATABASES["default"]["NAME"] in ("", ":memory:"):
        DATABASES["default"]["NAME"] = str(VAR_DIR / "dugout.sqlite3")
    private_database(Path(DATABASES["default"]["NAME"]))
    DATABASES["default"]["OPTIONS"] = {
        # Readers never wait for the one writer in WAL mode; writers queue up for the lock when a transaction begins,
        # where the timeout works, instead of failing at once in the middle of it.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
    }
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"]["OPTIONS"] = {
        **postgresql_options(prepare=env.bool("DATABASE_PREPARE", True)),
        **DATABASES["default"].get("OPTIONS", {}),
    }
DATABASES["default"]["CONN_MAX_AGE"] = env.int("DATABASE_CONN_MAX_AGE", 60)  # SQLite too: it reads the schema anew
DATABASE_STATEMENT_TIMEOUT = env.int("DATABASE_STATEMENT_TIMEOUT", 20)  # seconds, for web requests

# --- Redis, cache and Celery ------------------------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", "")
REDIS_PREFIX = env.str("REDIS_PREFIX", "dugout")
# Nobody waits longer for Redis: a page does without its cache, a message is made up for by the next tick.
REDIS_TIMEOUT = env.float("REDIS_TIMEOUT", 1.0)
REDIS_TIMEOUTS = {"socket_connect_timeout": REDIS_TIMEOUT, "socket_timeout": REDIS_TIMEOUT}

if REDIS_URL:
    CACHES: dict[str, dict[str, Any]] = {
        "default": {
            "BACKEND": "config.cache.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
            "OPTIONS": REDIS_TIMEOUTS,
        }
    }
else:
    # On disk, so that every web process counts the same rate limits.
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": str(private_folder(VAR_DIR / "cache")),
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }
    }

TICK_SECONDS = env.float("TICK_SECONDS", 10.0)
TASK_TIME_LIMIT = env.int("TASK_TIME_LIMIT", 300)
JOB_TIME_LIMIT = env.int(
    "JOB_TIME_LIMIT", 5
)  # seconds for a line-up or a sequence, and for a match that is due as it is locked
LOCK_LEAD = env.float(
    "LOCK_LEAD", 900.0
)  # seconds before kick-off at which line-ups and seed are locked at the earliest
CLAIM_TIMEOUT = env.float("CLAIM_TIMEOUT", 120.0)  # seconds after which an unfinished match may be claimed again
VISIBILITY_TIMEOUT = 3600  # Redis gives a message to another worker after this long without an acknowledgement

CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = TASK_TIME_LIMIT
CELERY_TASK_SOFT_TIME_LIMIT = max(1, TASK_TIME_LIMIT - 30)
if TASK_TIME_LIMIT >= VISIBILITY_TIMEOUT:
    refuse(f"TASK_TIME_LIMIT must stay below {VISIBILITY_TIMEOUT} seconds, or a running task is handed out twice.")
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_DEFAULT_QUEUE = "dugout"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_DB_REUSE_MAX = 10_000  # tasks: config.database renews connections, instead of four new ones for each match
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False  # mail that is printed on the console stays readable
# Without the broker a task goes on: its message comes again, and doing it twice changes nothing. Killing it could hit a commit.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker outlives any broker restart
CELERY_BROKER_CHANNEL_ERROR_RETRY = True  # and a broker that answers with errors, such as a full Redis
CELERY_TASK_PUBLISH_RETRY = False  # config.celery: a message that cannot be sent is dropped
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_MAX_LOOP_INTERVAL = 1  # seconds; beat hears a request to stop only between two sleeps
CELERY_BEAT_SCHEDULE = {
    "tick": {
        "task": "matches.tasks.tick",
        "schedule": TICK_SECONDS,
        # Ticks pile up while no worker runs; the next one finds everything that is due.
        "options": {"expires": max(60.0, 3 * TICK_SECONDS)},
    },
    # New mail is sent at once; this finds what failed, and what was stored while the broker was away.
    "mail": {"task": "outbox.tasks.mails_send", "schedule": 10.0, "options": {"expires": 60.0}},
}
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "visibility_timeout": VISIBILITY_TIMEOUT,
        "global_keyprefix": f"{REDIS_PREFIX}:",
        "max_retries": 0,  # of a sender's connection; workers and beat go by CELERY_BROKER_CONNECTION_MAX_RETRIES
        "health_check_interval": 5,  # seconds without an answer after which a worker drops its connection
        **REDIS_TIMEOUTS,
    }
else:
    CELERY_BROKER_URL = "embedded://localhost"  # config.broker
    CELERY_BROKER_TRANSPORT_OPTIONS = embedded_broker(VAR_DIR / "broker")
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # a queue per worker that a killed one would leave behind

# --- Readiness --------------------------------------------------------------------------------------------------------

READY_HEARTBEAT_SECONDS = env.float("READY_HEARTBEAT_SECONDS", max(60.0, 6 * TICK_SECONDS))

READY_OVERDUE_SECONDS = env.float("READY_OVERDUE_SECONDS", 900.0)  # work that nobody has tried for so long is reported

# --- Accounts ---------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.sign_in.OneHashBackend",  # the only one that checks passwords: a second would hash once more
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
DEMO_PASSWORD = verbatim("DEMO_PASSWORD", "dugout-demo" if LOCAL else "")  # of the accounts that `manage.py demo` makes
LOGIN_URL, LOGIN_REDIRECT_URL = "account_login", "/"
ACCOUNT_ADAPTER = "accounts.sign_in.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_FORMS = {"login": "accounts.forms.SignInForm"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*", "password2*"]
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_EMAIL_VERIFICATION = env.str("ACCOUNT_EMAIL_VERIFICATION", "optional" if LOCAL else "mandatory")
ACCOUNT_PREVENT_ENUMERATION = True  # at sign-up only where addresses must be confirmed: otherwise it signs in at once
ACCOUNT_USERNAME_BLACKLIST = ["admin", "administrator", "root", "system", "dugout"]
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Dugout] "
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_RATE_LIMITS = {  # never for an account alone, or strangers could keep its owner out
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",  # the key is name and address: accounts.sign_in
    "signup": "20/m/ip",
    "reset_password": "20/m/ip",
    "export": "10/h/user",  # of one's own data: league.account_views
}
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", 0)

# --- E-mail -----------------------------------------------------------------------------------------------------------

vars().update(env.email_url("EMAIL_URL", default="consolemail://" if LOCAL else "smtp://localhost:25"))
OUTBOX_DELIVERY_BACKEND = vars()["EMAIL_BACKEND"]
EMAIL_BACKEND = "outbox.backend.EmailBackend"  # stores it; a worker hands it to the server of EMAIL_URL
EMAIL_TIMEOUT = env.int("EMAIL_TIMEOUT", 10)  # seconds for each answer of the server
MAIL_LATE_SECONDS = 600  # /readyz names mail that has waited longer
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Dugout <dugout@localhost>")
SITE_URL = env.str("SITE_URL", site_url(ALLOWED_HOSTS[0], LOCAL)).rstrip("/")  # before the paths in mails

# --- Security ---------------------------------------------------------------------------------------------------------

HTTPS = not LOCAL
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", 31_536_000) if HTTPS else 0
# These two bind every host of the domain, and browsers forget neither soon: the owner of the domain decides.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = HTTPS and env.bool("SECURE_HSTS_PRELOAD", False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # which ask for both
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("BEHIND_PROXY", False) else None
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
# No form and no document of the API comes near these: the largest form has some 300 fields. Nothing is uploaded.
DATA_UPLOAD_MAX_MEMORY_SIZE = 512 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
DATA_UPLOAD_MAX_NUMBER_FILES = 0
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}

# --- Static files -----------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(env.str("STATIC_ROOT", str(VAR_DIR / "static")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if LOCAL
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
STATIC_ROOT.mkdir(exist_ok=True)
WHITENOISE_USE_FINDERS = LOCAL  # nothing to collect before a local run

# --- Language and time ------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
USE_I18N = False  # one language: nothing is looked up for each number that a page shows
TIME_ZONE = "UTC"
USE_TZ = True

# --- Limits -----------------------------------------------------------------------------------------------------------

RATES = {  # config.limits counts them: users by account, visitors by address
    "anon": env.str("API_RATE_ANONYMOUS", "600/min"),
    "user": env.str("API_RATE_USER", "1200/min"),
    "write": env.str("WRITE_RATE", "120/min"),
    "create": env.str("CREATE_RATE", "30/hour"),
    "search": env.str("SEARCH_RATE", "60/min"),
    "mail": env.str("MAIL_RATE", "5/hour"),
}
for rate in RATES.values():
    if not re.fullmatch(r"\d+/(s|sec|m|min|h|hour|d|day)", rate):
        refuse(f"The rate {rate!r} cannot be read. Write a number and a period, such as 60/min or 5/hour.")
SEARCH_WORDS, SEARCH_LETTERS = 12, 200  # the most that one search may ask for

# --- API --------------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "config.limits.ApiVisitors",
        "config.limits.ApiUsers",
        "config.limits.Writes",
        "config.limits.Creations",
    ],
    "DEFAULT_THROTTLE_RATES": RATES,
    "EXCEPTION_HANDLER": "config.api_errors.handler",
}

# --- Logging ----------------------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"plain_refusals": {"()": "config.logs.PlainRefusals"}},
    "handlers": {"stdout": {"class": "logging.StreamHandler", "stream": sys.stdout, "formatter": "line"}},
    "root": {"handlers": ["stdout"], "level": env.str("LOG_LEVEL", "INFO")},
    # Django's own handlers would print a second copy, or only with DEBUG on.
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.request": {"filters": ["plain_refusals"]},
    },
}

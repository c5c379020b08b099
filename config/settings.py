"""All settings, read from the environment in this one file. ``docs/operations.md`` lists the variables.

``DUGOUT_MODE`` is ``production`` unless something else is asked for: secrets and host names must then be given and
everything is served over HTTPS. ``local`` (what ``make up`` and the tests use) runs over plain HTTP on one machine and
keeps a generated key under ``var/``.
"""

import sys
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

from config.startup import embedded_broker, local_secret_key, refuse

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

MODE = env.str("DUGOUT_MODE", "production")
if MODE not in ("local", "production"):
    refuse(f"DUGOUT_MODE must be 'local' or 'production', not '{MODE}'.")
LOCAL = MODE == "local"
DEBUG = env.bool("DEBUG", False)
VAR_DIR = Path(env.str("DUGOUT_VAR", str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)

SECRET_KEY = env.str("SECRET_KEY", "") or (local_secret_key(VAR_DIR) if LOCAL else "")
if not SECRET_KEY:
    refuse("SECRET_KEY is not set. Production needs one: a long random string that stays the same.")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
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
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "csp",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "rules.apps.AutodiscoverRulesConfig",
    "accounts",
    "journal",
    "teams",
    "league",
    "matches",
]

MIDDLEWARE = [
    "config.health.ProbeMiddleware",
    "config.requests.NullCharacterMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.TimeZoneMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

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
            ],
        },
    },
]

# --- Database ---------------------------------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES: dict[str, dict[str, Any]] = {"default": env.db_url("DATABASE_URL", default="sqlite:///")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    if DATABASES["default"]["NAME"] in ("", ":memory:"):
        DATABASES["default"]["NAME"] = str(VAR_DIR / "dugout.sqlite3")
    DATABASES["default"]["OPTIONS"] = {
        # Readers never wait for the one writer in WAL mode; writers queue up for the lock when a transaction begins,
        # where the timeout works, instead of failing at once in the middle of it.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("DATABASE_CONN_MAX_AGE", 60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

# --- Redis, cache and Celery ------------------------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", "")
REDIS_PREFIX = env.str("REDIS_PREFIX", "dugout")

if REDIS_URL:
    CACHES: dict[str, dict[str, Any]] = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
        }
    }
else:
    # On disk, so that every web process counts the same rate limits.
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": str(VAR_DIR / "cache"),
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }
    }

TICK_SECONDS = env.float("TICK_SECONDS", 10.0)
TASK_TIME_LIMIT = env.int("TASK_TIME_LIMIT", 300)
LOCK_LEAD = env.float("LOCK_LEAD", 900.0)  # seconds before kick-off at which line-ups and seed are locked at the earliest
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
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker outlives any broker restart
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
}
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "visibility_timeout": VISIBILITY_TIMEOUT,
        "global_keyprefix": f"{REDIS_PREFIX}:",
    }
else:
    CELERY_BROKER_URL = "embedded://localhost"  # config.broker
    CELERY_BROKER_TRANSPORT_OPTIONS = embedded_broker(VAR_DIR / "broker")
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # a queue per worker that a killed one would leave behind

# --- Readiness --------------------------------------------------------------------------------------------------------

READY_HEARTBEAT_SECONDS = env.float("READY_HEARTBEAT_SECONDS", max(60.0, 6 * TICK_SECONDS))

# --- Accounts ---------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
AUTHENTICATION_BACKENDS = [
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
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
DEMO_PASSWORD = env.str("DEMO_PASSWORD", "dugout-demo" if LOCAL else "")  # of the accounts that `manage.py demo` makes
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*", "password2*"]
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_EMAIL_VERIFICATION = env.str("ACCOUNT_EMAIL_VERIFICATION", "optional" if LOCAL else "mandatory")
ACCOUNT_USERNAME_BLACKLIST = ["admin", "administrator", "root", "system", "dugout"]
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Dugout] "
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip,5/m/key",
}
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", 0)

# --- E-mail -----------------------------------------------------------------------------------------------------------

vars().update(env.email_url("EMAIL_URL", default="consolemail://" if LOCAL else "smtp://localhost:25"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Dugout <dugout@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- Security ---------------------------------------------------------------------------------------------------------

HTTPS = not LOCAL
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", 31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
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
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

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
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.str("API_RATE_ANONYMOUS", "600/min"),
        "user": env.str("API_RATE_USER", "1200/min"),
    },
    "NUM_PROXIES": ALLAUTH_TRUSTED_PROXY_COUNT,
    "EXCEPTION_HANDLER": "config.api_errors.handler",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Dugout API",
    "DESCRIPTION": "Leagues, teams, matches and rulings; teams are drafted and run here as on the pages. Every error is `{code, message, rule}`.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "ENUM_NAME_OVERRIDES": {"SeasonState": "league.models.Season.State", "DraftState": "league.models.Draft.State"},
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
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

"""Production refuses to start half-configured and is strict when it does start."""

import json
from pathlib import Path

import pytest

from tests.operations.processes import python

SECRET = "a-secret-for-tests-only-" * 4


def production(tmp_path: Path, **env: str) -> dict[str, str]:
    return {"DUGOUT_VAR": str(tmp_path), "SECRET_KEY": SECRET, "ALLOWED_HOSTS": "dugout.example", **env}


def test_production_passes_the_deployment_check_without_a_warning(tmp_path: Path) -> None:
    done = python("manage.py", "check", "--deploy", "--fail-level", "WARNING", **production(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no issues (2 silenced)" in done.stdout  # HSTS for the whole domain, which is the operator's to decide


@pytest.mark.parametrize(
    ("env", "line"),
    [
        ({"ALLOWED_HOSTS": "x.example"}, "SECRET_KEY is not set"),
        ({}, "put DUGOUT_MODE=local before the command"),
        ({"SECRET_KEY": SECRET}, "ALLOWED_HOSTS is not set"),
        ({"SECRET_KEY": SECRET[:49], "ALLOWED_HOSTS": "x"}, "SECRET_KEY is too weak: at least 50 random characters"),
        ({"SECRET_KEY": "abcd" * 20, "ALLOWED_HOSTS": "x"}, "SECRET_KEY is too weak"),
        ({"SECRET_KEY": f"django-insecure-{SECRET}", "ALLOWED_HOSTS": "x"}, "SECRET_KEY is too weak"),
        (
            {"SECRET_KEY": SECRET, "SECRET_KEY_FALLBACKS": "old", "ALLOWED_HOSTS": "x"},
            "A key in SECRET_KEY_FALLBACKS is too weak",
        ),
        ({"SECRET_KEY": SECRET, "ALLOWED_HOSTS": "x", "DEBUG": "true"}, "DEBUG=true shows settings and data"),
        ({"SECRET_KEY": SECRET, "ALLOWED_HOSTS": "x", "DUGOUT_MODE": "prod"}, "'local' or 'production', not 'prod'"),
        ({"SECRET_KEY": SECRET, "ALLOWED_HOSTS": "x", "TASK_TIME_LIMIT": "3600"}, "TASK_TIME_LIMIT must stay below"),
        ({"SECRET_KEY": SECRET, "ALLOWED_HOSTS": "x", "WRITE_RATE": "often"}, "rate 'often' cannot be read"),
    ],
)
@pytest.mark.parametrize("command", [("manage.py", "check"), ("-m", "celery", "-A", "config", "worker")])
def test_a_bad_environment_stops_web_and_worker_with_one_line(
    tmp_path: Path, env: dict[str, str], line: str, command: tuple[str, ...]
) -> None:
    done = python(*command, DUGOUT_VAR=str(tmp_path), **env)
    assert done.returncode != 0
    assert line in done.stderr
    assert len((done.stdout + done.stderr).strip().splitlines()) == 1


def settings_of(*names: str, **env: str) -> dict[str, object]:
    code = "import json; from django.conf import settings as s; print(json.dumps({n: getattr(s, n) for n in %r}))"
    done = python("-c", code % (names,), DJANGO_SETTINGS_MODULE="config.settings", **env)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("env", "address"),
    [
        ({"ALLOWED_HOSTS": ".league.example,other.example"}, "https://league.example"),
        ({"ALLOWED_HOSTS": "*", "DUGOUT_MODE": "local"}, "http://localhost"),
        ({"SITE_URL": "https://league.example:8443/"}, "https://league.example:8443"),
    ],
)
def test_links_in_mails_lead_to_the_site(tmp_path: Path, env: dict[str, str], address: str) -> None:
    done = python("-c", "from config.settings import SITE_URL; print(SITE_URL)", **production(tmp_path, **env))
    assert done.stdout.strip() == address


def test_the_environment_chooses_postgresql_and_redis(tmp_path: Path) -> None:
    env = production(tmp_path, DATABASE_URL="postgres://u:p@db.example/dugout", REDIS_URL="redis://r.example:6379/2")
    found = settings_of("DATABASES", "CACHES", "CELERY_BROKER_URL", **env)
    assert found["DATABASES"]["default"]["ENGINE"] == "django.db.backends.postgresql"
    assert found["DATABASES"]["default"]["HOST"] == "db.example"
    assert found["CACHES"]["default"]["LOCATION"] == found["CELERY_BROKER_URL"] == "redis://r.example:6379/2"


def test_connections_to_every_database_are_kept(tmp_path: Path) -> None:
    for env in ({}, {"DATABASE_URL": "postgres://u:p@db.example/dugout"}):
        found = settings_of("DATABASES", **production(tmp_path, **env))
        assert found["DATABASES"]["default"]["CONN_MAX_AGE"] == 60


@pytest.mark.parametrize("password", ["p@ss:w/rd%#?&+ ü", "$HOME", "'\"\\"])
def test_any_password_of_the_database_is_taken_as_it_is(tmp_path: Path, password: str) -> None:
    env = production(tmp_path, DATABASE_HOST="db", DATABASE_PASSWORD=password)
    found = settings_of("DATABASES", **env)["DATABASES"]["default"]
    assert (found["ENGINE"], found["HOST"]) == ("django.db.backends.postgresql", "db")
    assert (found["NAME"], found["USER"], found["PASSWORD"]) == ("dugout", "dugout", password)


def test_an_address_of_the_database_goes_before_its_parts(tmp_path: Path) -> None:
    env = production(tmp_path, DATABASE_HOST="db", DATABASE_URL="postgres://u:p@db.example/other")
    assert settings_of("DATABASES", **env)["DATABASES"]["default"]["NAME"] == "other"


def test_hsts_for_the_whole_domain_is_asked_for(tmp_path: Path) -> None:
    names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    assert list(settings_of(*names, **production(tmp_path)).values()) == [31_536_000, False, False]
    asked = {"SECURE_HSTS_SECONDS": "60", "SECURE_HSTS_INCLUDE_SUBDOMAINS": "true", "SECURE_HSTS_PRELOAD": "true"}
    assert list(settings_of(*names, **production(tmp_path, **asked)).values()) == [60, True, True]


def test_nobody_else_reads_what_is_kept_on_disk(tmp_path: Path) -> None:
    """Folders and database of an older release, which left them open, are closed as well."""
    var = tmp_path / "var"
    for folder in (var, var / "broker", var / "cache"):
        folder.mkdir(mode=0o755)
    for name in ("dugout.sqlite3", "dugout.sqlite3-wal", "dugout.sqlite3-shm"):
        (var / name).touch(mode=0o644)
    settings_of("DEBUG", DUGOUT_MODE="local", DUGOUT_VAR=str(var))
    modes = {path.name: path.stat().st_mode & 0o777 for path in (var, *var.iterdir())}
    assert {modes[name] for name in ("var", "broker", "cache")} == {0o700}
    assert {mode for name, mode in modes.items() if "sqlite3" in name} == {0o600}


def test_a_new_database_is_private_with_its_side_files(tmp_path: Path) -> None:
    code = """
import django; django.setup()
from pathlib import Path
from django.db import connection
connection.cursor().execute("create table t (n)")
print(*(oct(path.stat().st_mode & 0o777) for path in Path(connection.settings_dict["NAME"]).parent.glob("*sqlite3*")))
"""
    done = python("-c", code, DJANGO_SETTINGS_MODULE="config.settings", DUGOUT_MODE="local", DUGOUT_VAR=str(tmp_path))
    assert done.stdout.split() == ["0o600"] * 3, done.stderr


def test_a_folder_that_everybody_uses_is_not_closed(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    done = python("manage.py", "check", DUGOUT_MODE="local", DUGOUT_VAR=str(tmp_path))
    assert "is a folder that everybody uses" in done.stderr
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777


def test_no_connection_waits_for_ever_and_an_address_may_say_how_long(tmp_path: Path) -> None:
    address = "postgres://u:p@db.example/dugout?connect_timeout=9&sslmode=require"
    env = production(tmp_path, DATABASE_URL=address, REDIS_URL="redis://r.example:6379/2", REDIS_TIMEOUT="3")
    names = ("DATABASES", "CACHES", "CELERY_BROKER_TRANSPORT_OPTIONS", "EMAIL_TIMEOUT")
    found = settings_of(*names, **env)
    options = found["DATABASES"]["default"]["OPTIONS"]
    assert {"connect_timeout": 9, "sslmode": "require", "tcp_user_timeout": 15_000}.items() <= options.items()
    for client in (found["CACHES"]["default"]["OPTIONS"], found["CELERY_BROKER_TRANSPORT_OPTIONS"]):
        assert client["socket_timeout"] == client["socket_connect_timeout"] == 3
    assert found["EMAIL_TIMEOUT"] == 10


def test_without_servers_everything_lives_in_the_var_folder(tmp_path: Path) -> None:
    names = ("DATABASES", "CACHES", "CELERY_BROKER_TRANSPORT_OPTIONS", "DEBUG")
    found = settings_of(*names, DUGOUT_MODE="local", DUGOUT_VAR=str(tmp_path))
    assert found["DATABASES"]["default"]["NAME"] == str(tmp_path / "dugout.sqlite3")
    assert found["CACHES"]["default"]["LOCATION"] == str(tmp_path / "cache")
    assert str(tmp_path) in found["CELERY_BROKER_TRANSPORT_OPTIONS"]["data_folder_in"]
    assert found["DEBUG"] is False


def test_the_local_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    keys = {settings_of("SECRET_KEY", DUGOUT_MODE="local", DUGOUT_VAR=str(tmp_path))["SECRET_KEY"] for _ in range(2)}
    assert len(keys) == 1
    assert len(keys.pop()) >= 64
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.glob("secret-key*")] == ["secret-key"]


def test_static_files_can_be_collected_for_production(tmp_path: Path) -> None:
    """The manifest storage fails on a style sheet or script that refers to a file that is not there."""
    done = python("manage.py", "collectstatic", "--noinput", "-v0", **production(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "static" / "staticfiles.json").exists()

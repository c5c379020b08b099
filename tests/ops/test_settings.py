"""Production refuses to start half-configured and is strict when it does start."""

import json
from pathlib import Path

import pytest

from tests.ops.processes import python

SECRET = "a-secret-for-tests-only-" * 4


def production(tmp_path: Path, **env: str) -> dict[str, str]:
    return {"DUGOUT_VAR": str(tmp_path), "SECRET_KEY": SECRET, "ALLOWED_HOSTS": "dugout.example", **env}


def test_production_passes_the_deployment_check_without_a_warning(tmp_path: Path) -> None:
    done = python("manage.py", "check", "--deploy", "--fail-level", "WARNING", **production(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no issues (0 silenced)" in done.stdout


@pytest.mark.parametrize(
    ("env", "line"),
    [
        ({"ALLOWED_HOSTS": "x.example"}, "SECRET_KEY is not set"),
        ({"SECRET_KEY": SECRET}, "ALLOWED_HOSTS is not set"),
        ({"SECRET_KEY": SECRET, "ALLOWED_HOSTS": "x", "DUGOUT_MODE": "prod"}, "'local' or 'production', not 'prod'"),
        ({"SECRET_KEY": SECRET, "ALLOWED_HOSTS": "x", "TASK_TIME_LIMIT": "3600"}, "TASK_TIME_LIMIT must stay below"),
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


def test_the_environment_chooses_postgresql_and_redis(tmp_path: Path) -> None:
    env = production(tmp_path, DATABASE_URL="postgres://u:p@db.example/dugout", REDIS_URL="redis://r.example:6379/2")
    found = settings_of("DATABASES", "CACHES", "CELERY_BROKER_URL", **env)
    assert found["DATABASES"]["default"]["ENGINE"] == "django.db.backends.postgresql"
    assert found["DATABASES"]["default"]["HOST"] == "db.example"
    assert found["CACHES"]["default"]["LOCATION"] == found["CELERY_BROKER_URL"] == "redis://r.example:6379/2"


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

"""The lock files, the image and the compose file: complete, pinned, and without a secret."""

import re
import tomllib
from typing import Any

import pytest
import yaml

from tests.operations.processes import ROOT, python
from tests.operations.test_house_rules import documented_variables

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SECRETS = ("SECRET_KEY", "POSTGRES_PASSWORD")


def locked(name: str) -> dict[str, str]:
    """Package and version of each entry; fails on one without a hash."""
    found = {}
    for entry in re.split(r"\n(?=\S)", (ROOT / "requirements" / name).read_text()):
        match = re.match(r"([a-z0-9-]+)==(\S+)", entry)
        if match is None:
            assert entry.startswith("#"), entry
            continue
        assert "--hash=sha256:" in entry, f"{match[1]} has no hash"
        found[match[1]] = match[2]
    return found


def names(requirements: list[str]) -> set[str]:
    return {re.match(r"[A-Za-z0-9-]+", line)[0].lower() for line in requirements}


def test_the_locks_pin_every_dependency_and_agree() -> None:
    base, dev = locked("base.lock"), locked("dev.lock")
    assert names(PROJECT["dependencies"]) <= set(base)
    assert names(PROJECT["optional-dependencies"]["dev"]) <= set(dev)
    assert base.items() <= dev.items()


@pytest.mark.parametrize("name", ["base.lock", "dev.lock"])
def test_the_locks_name_no_registry(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text()
    assert not re.search(r"://|--(extra-)?index-url|--find-links|--trusted-host", text)


def test_each_dependency_has_its_reason_beside_it() -> None:
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    for requirement in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]:
        line = next(line for line in lines if f'"{requirement}"' in line)
        assert re.search(r"#\s+\w+.{10,}", line), f"{requirement} has no reason"


def test_compose_has_every_part_with_a_health_check() -> None:
    assert set(SERVICES) == {"db", "redis", "migrate", "web", "worker", "beat", "proxy"}
    for name in set(SERVICES) - {"migrate"}:  # it runs once and ends
        assert SERVICES[name]["healthcheck"]["test"], name
        assert SERVICES[name]["restart"] == "unless-stopped", name
    assert set(COMPOSE["volumes"]) == {"database", "redis", "certificates"}
    assert SERVICES["proxy"]["profiles"] == ["proxy"]  # only when asked for
    for name in ("web", "worker", "beat"):
        assert SERVICES[name]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"


def test_compose_hands_over_every_variable_that_operations_lists() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    taken = set(SERVICES["web"]["environment"]) | set(re.findall(r"\$\{([A-Z_]+)", text))
    in_image = set(re.findall(r"([A-Z_]+)=", (ROOT / "Dockerfile").read_text().partition("ENV ")[2].partition("#")[0]))
    assert documented_variables() - in_image <= taken
    asked_by_compose = {"POSTGRES_PASSWORD", "SITE_ADDRESS", "REDIS_MAXMEMORY", "WEB_CONCURRENCY"}
    assert taken - documented_variables() == asked_by_compose
    assert SERVICES["web"]["environment"] == SERVICES["worker"]["environment"] == SERVICES["beat"]["environment"]


def test_the_password_of_the_database_is_no_part_of_an_address() -> None:
    """There characters such as @ or % would need quoting."""
    uses = [
        line.strip() for line in (ROOT / "docker-compose.yml").read_text().splitlines() if "${POSTGRES_PASSWORD" in line
    ]
    assert [use.partition(": ")[0] for use in uses] == ["DATABASE_PASSWORD", "POSTGRES_PASSWORD"]
    assert all(re.fullmatch(r"\w+: \$\{[^}]*\}", use) for use in uses)


def test_redis_drops_what_expires_and_never_a_message() -> None:
    command = SERVICES["redis"]["command"]
    options = dict(zip(command[1::2], command[2::2], strict=True))
    assert options["--maxmemory-policy"] == "volatile-lru"
    assert options["--maxmemory"].startswith("${REDIS_MAXMEMORY:-")


def test_the_example_of_an_environment_sets_what_there_is() -> None:
    lines = (ROOT / "deploy" / "env.example").read_text().splitlines()
    named = {line.lstrip("# ").partition("=")[0] for line in lines if re.match(r"(# )?[A-Z_]+='", line)}
    assert {"SECRET_KEY", "POSTGRES_PASSWORD", "ALLOWED_HOSTS", "EMAIL_URL", "SITE_ADDRESS"} <= named
    assert named <= documented_variables() | {"POSTGRES_PASSWORD", "SITE_ADDRESS"}
    assert {line for line in lines if re.match(r"(SECRET_KEY|POSTGRES_PASSWORD)=", line)} == {
        "SECRET_KEY=''",
        "POSTGRES_PASSWORD=''",
    }


def test_compose_takes_secrets_from_the_environment_and_insists_on_them() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    for name in SECRETS:
        uses = re.findall(rf"\$\{{{name}([^}}]*)\}}", text)
        assert uses
        assert all(use.startswith(":?") for use in uses), f"{name} may be left out"
    for service in SERVICES.values():
        for name, value in service.get("environment", {}).items():
            if re.search("SECRET|PASSWORD|KEY", name):
                assert value is None or str(value).startswith("${"), name


def test_the_image_runs_as_nobody_in_particular_and_holds_no_secret() -> None:
    text = (ROOT / "Dockerfile").read_text()
    assert re.findall(r"^USER (\S+)", text, re.MULTILINE) == ["dugout"]
    assert "--require-hashes" in text
    assert not re.search(r"^(ENV|ARG).*(SECRET|PASSWORD)", text, re.MULTILINE)
    assert re.search(r'SECRET_KEY="\$\(', text), "the key for collecting static files is made on the spot"
    assert {".git", "var", ".env", ".venv"} <= set((ROOT / ".dockerignore").read_text().split())


def commands() -> list[list[str]]:
    image = re.search(r"^CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    found = [service["command"] for name, service in SERVICES.items() if "command" in service and name != "redis"]
    found = [[re.sub(r"\$\{\w+:-(.*?)\}", r"\1", word) for word in command] for command in found]
    return [*found, yaml.safe_load(image[1]), ["python", "-m", "scripts.probe", "beat"]]


@pytest.mark.parametrize("command", commands(), ids=lambda command: " ".join(command[1:5]))
def test_every_command_of_the_containers_exists(command: list[str], tmp_path: Any) -> None:
    """Each one, with --help in the end, gets as far as printing it, so modules and options are real."""
    assert command[0] == "python"
    done = python(*command[1:], "--help", DUGOUT_MODE="local", DUGOUT_VAR=str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "usage" in done.stdout.lower()

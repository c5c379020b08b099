"""Headers and addresses: nothing is loaded from elsewhere, production insists on HTTPS."""

import re
from pathlib import Path

from django.contrib.staticfiles import finders
from django.test import Client

from tests.operations.processes import python
from tests.operations.test_settings import production, settings_of


def test_pages_allow_nothing_but_our_own_files(client: Client, db: None) -> None:
    response = client.get("/accounts/login/")
    policy = dict(part.strip().split(" ", 1) for part in response["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert "script-src" not in policy
    assert "style-src" not in policy
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"


def test_the_api_pages_bring_their_own_scripts(client: Client, db: None) -> None:
    page = client.get("/api/docs/")
    assert page.status_code == 200
    text = page.content.decode()
    addresses = re.findall(r'(?:src|href)="([^"]*)"', text)
    assert len(addresses) >= 4
    for address in addresses:
        assert address.startswith("/"), address
        if address.startswith("/static/"):
            assert finders.find(address.removeprefix("/static/").partition("?")[0]), address
    assert "<style" not in text
    assert not re.search(r"<script(?![^>]*src=)", text)
    assert '<a href="/"><strong>Dugout</strong></a>' in text  # the way back


def test_production_insists_on_https(tmp_path: Path) -> None:
    names = ("SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS")
    found = settings_of(*names, **production(tmp_path))
    assert all(found.values()), found


def test_a_foreign_host_name_is_refused(client: Client, db: None) -> None:
    assert client.get("/accounts/login/", headers={"host": "evil.example"}).status_code == 400


def test_the_probe_tells_a_missing_beat_by_its_exit_status(tmp_path: Path) -> None:
    env = {"DUGOUT_MODE": "local", "DUGOUT_VAR": str(tmp_path)}
    assert python("manage.py", "migrate", "-v0", **env).returncode == 0
    silent = python("-m", "scripts.probe", "beat", **env)
    assert (silent.returncode, silent.stdout.strip()) == (1, "beat: no sign of life yet")
    python("manage.py", "shell", "-c", "from config.heartbeats import beat_published; beat_published()", **env)
    alive = python("-m", "scripts.probe", "beat", **env)
    assert (alive.returncode, alive.stdout.strip()) == (0, "beat: alive")

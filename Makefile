# Every command of the project. Tools run as `python -m …`, because scripts in .venv/bin fail below a path with a space.
# The locks are installed as they are: hashes are checked and nothing is resolved again.

SYSTEM_PYTHON ?= python3
PYTHON := .venv/bin/python
PIP := $(PYTHON) -m pip --disable-pip-version-check --quiet
COMPILE := $(PYTHON) -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header \
	--no-emit-options --no-emit-index-url --no-emit-find-links --no-emit-trusted-host
HOST ?= 127.0.0.1
PORT ?= 8000
ARGS ?=
export HOST PORT

.DEFAULT_GOAL := help
.PHONY: help up install test lint bench screenshots fault-run fuzz-site lock

help: ## this list
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 14

.venv/made:
	@$(SYSTEM_PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; set SYSTEM_PYTHON.")'
	@$(SYSTEM_PYTHON) -m venv --clear .venv
	@touch $@

.venv/base-installed: requirements/base.lock | .venv/made
	@echo "Installing the application into .venv"
	@$(PIP) install --require-hashes --no-deps --requirement requirements/base.lock
	@touch $@

.venv/dev-installed: requirements/dev.lock .venv/base-installed
	@echo "Installing the development tools into .venv"
	@$(PIP) install --require-hashes --no-deps --requirement requirements/dev.lock
	@touch $@

up: .venv/base-installed ## run everything on http://HOST:PORT (Ctrl-C stops it)
	@exec $(PYTHON) scripts/up.py

install: .venv/dev-installed ## make .venv with everything in it

test: .venv/dev-installed ## the whole suite (ARGS="tests/engine -k dice" for a part of it)
	@$(PYTHON) -m pytest -n 2 --dist worksteal $(ARGS)

lint: .venv/dev-installed ## ruff, mypy, import-linter
	@$(PYTHON) -m ruff check .
	@$(PYTHON) -m mypy
	@$(PYTHON) -c 'from importlinter.cli import lint_imports_command as lint; lint(["--no-cache"])'

bench: .venv/dev-installed ## how fast the engine plays
	@for ruleset in battleball bb2025; do echo "== $$ruleset"; $(PYTHON) -m engine bench --ruleset $$ruleset $(ARGS) || exit 1; done

screenshots: .venv/dev-installed ## every main page, light and dark, phone and desktop
	@$(PYTHON) scripts/screenshots.py $(ARGS)

fault-run: .venv/dev-installed ## matches while workers, Redis and the database fail (ARGS="--matches 300")
	@$(PYTHON) -m scripts.fault_run $(ARGS)

fuzz-site: .venv/dev-installed ## odd requests to every route (ARGS="--requests 5000"; with DATABASE_URL on PostgreSQL)
	@$(PYTHON) -m scripts.fuzz_site $(ARGS)

lock: .venv/dev-installed ## pin every dependency again, after a change in pyproject.toml
	@$(COMPILE) --output-file requirements/base.lock pyproject.toml
	@$(COMPILE) --extra dev --constraint requirements/base.lock --output-file requirements/dev.lock pyproject.toml

# Every command of the project. Tools run as `python -m …`, because scripts in .venv/bin fail below a path with a space; programs do not.
# The locks are installed as they are: hashes are checked and nothing is resolved again.

SYSTEM_PYTHON ?= python3
PYTHON := .venv/bin/python
PIP := $(PYTHON) -m pip --disable-pip-version-check --quiet
COMPILE := $(PYTHON) -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header \
	--no-emit-options --no-emit-index-url --no-emit-find-links --no-emit-trusted-host
HOST ?= 127.0.0.1
PORT ?= 8000
ARGS ?=
# One more than this small a machine has: browsers and live workers leave a processor idle for much of the time.
TEST_PROCESSES ?= 3
FILE ?=
export HOST PORT

.DEFAULT_GOAL := help
.PHONY: help up superuser backup restore install test lint bench bench-pages bench-readers bench-workers bench-broker bench-isolation query-counts screenshots fault-run fuzz-site fit-win-probability lock

help: ## this list
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 16

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

superuser: .venv/base-installed ## an account that may do everything
	@DUGOUT_MODE=$${DUGOUT_MODE:-local} $(PYTHON) manage.py createsuperuser

backup: .venv/base-installed ## a copy of the database (FILE=… where to)
	@DUGOUT_MODE=$${DUGOUT_MODE:-local} $(PYTHON) -m scripts.backup save $(if $(FILE),"$(FILE)")

restore: .venv/base-installed ## put a copy of the database back (FILE=…)
	@DUGOUT_MODE=$${DUGOUT_MODE:-local} $(PYTHON) -m scripts.backup restore "$(FILE)"

install: .venv/dev-installed ## make .venv with everything in it

test: .venv/dev-installed ## the whole suite (ARGS="tests/engine -k dice" for a part of it)
	@$(PYTHON) -m pytest -n $(TEST_PROCESSES) --dist worksteal $(ARGS)

lint: .venv/dev-installed ## ruff, mypy, import-linter, oxlint
	@$(PYTHON) -m ruff check .
	@$(PYTHON) -m ruff format --check --quiet .
	@$(PYTHON) -m mypy
	@$(PYTHON) -c 'from importlinter.cli import lint_imports_command as lint; lint(["--no-cache"])'
	@.venv/bin/oxlint --quiet static

bench: .venv/dev-installed ## how fast the engine plays
	@for ruleset in battleball bb2025; do echo "== $$ruleset"; $(PYTHON) -m engine bench --ruleset $$ruleset $(ARGS) || exit 1; done

bench-pages: .venv/dev-installed ## what every page costs on a big league (ARGS="--top 10", ARGS="--rebuild")
	@$(PYTHON) scripts/bench_pages.py $(ARGS)

bench-readers: .venv/dev-installed ## how long 150 readers of that league wait
	@$(PYTHON) scripts/bench_readers.py $(ARGS)

bench-workers: .venv/dev-installed ## matches a second through real workers, against the bare engine
	@$(PYTHON) -m scripts.bench_workers $(ARGS)

bench-broker: .venv/dev-installed ## messages a second of the embedded broker
	@$(PYTHON) -m scripts.bench_broker $(ARGS)

bench-isolation: .venv/dev-installed ## whether one league in trouble slows the others down
	@$(PYTHON) -m scripts.bench_isolation $(ARGS)

query-counts: .venv/dev-installed ## what every page asks the database, with 10 and with 5,000 matches (ARGS="--all")
	@$(PYTHON) -m scripts.query_counts $(ARGS)

screenshots: .venv/dev-installed ## every main page, light and dark, phone and desktop
	@$(PYTHON) scripts/screenshots.py $(ARGS)

fault-run: .venv/dev-installed ## matches while workers, Redis and the database fail (ARGS="--matches 300")
	@$(PYTHON) -m scripts.fault_run $(ARGS)

fuzz-site: .venv/dev-installed ## odd requests to every route (ARGS="--requests 5000"; with DATABASE_URL on PostgreSQL)
	@$(PYTHON) -m scripts.fuzz_site $(ARGS)

fit-win-probability: .venv/dev-installed ## the chances on analysis pages, fitted again to the built-in coach (ARGS="--matches 4000")
	@$(PYTHON) -m scripts.fit_win_probability $(ARGS)

lock: .venv/dev-installed ## pin every dependency again, after a change in pyproject.toml
	@$(COMPILE) --output-file requirements/base.lock pyproject.toml
	@$(COMPILE) --extra dev --constraint requirements/base.lock --output-file requirements/dev.lock pyproject.toml

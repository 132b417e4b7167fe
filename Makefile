# Everything here works in a fresh clone: each target sets up what it needs in .venv and node_modules, and does
# nothing twice. `make` alone lists the targets.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
# The tests start many processes of the package: none compiles it again.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
ASSETS := src/agonist/web/static/vendor/manifest.json

# What to work on: make test T="tests/kernel -k undo", make bench T=kernel, make serve T="--port 8080".
T ?=
# How many processes check types and run the tests.
WORKERS ?= 2
SPHINX := $(BIN)/sphinx-build -q -W --keep-going -E -b html docs docs/_build/html

help:  ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'
	@echo 'Most take more words as T, for example: make test T="tests/kernel -k undo"'

# --- use --------------------------------------------------------------------------------------------------------

serve: setup assets  ## run a table server on this machine
	@$(BIN)/agonist serve $(T)

# --- check ------------------------------------------------------------------------------------------------------

test: style assets chromium  ## check everything: style, types, docs, all tests
	@mkdir -p test-results
	@scripts/beside.sh "$(BIN)/mypy" "$(SPHINX)" -- \
	  $(BIN)/pytest -n $(WORKERS) --dist worksteal --junit-xml=test-results/junit.xml $(T)

coverage: setup assets chromium  ## run the tests and see what they do not reach, in htmlcov
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal --cov --cov-report=term --cov-report=html:htmlcov $(T)

lint: style  ## check style and types
	@$(BIN)/mypy --num-workers $(WORKERS)

style: setup node_modules/.package-lock.json
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --quiet --check
	@node_modules/.bin/biome lint --error-on-warnings --log-level=warn

format: setup  ## put the code into the house's form
	@$(BIN)/ruff check --fix --quiet || true
	@$(BIN)/ruff format

docs: setup  ## build the documentation into docs/_build/html; a warning is an error
	@$(SPHINX)

bench: setup assets  ## measure; T names the benchmarks to run
	@$(BIN)/python -m benchmarks $(T)

soak: setup assets chromium programs  ## test for hours: long tests, and all property tests with new examples
	@HYPOTHESIS_PROFILE=soak $(BIN)/pytest -m "soak or hypothesis" --timeout=0 $(T)

mutants: setup assets  ## see which small changes no test notices; T names what to change: T=forge/single
	@$(BIN)/python scripts/mutants.py $(T)

words: setup  ## list every text that a player can meet in the ready contests; T names games
	@$(BIN)/python scripts/words.py $(T)

screenshots: setup assets chromium  ## take pictures of every page into screenshots/
	@$(BIN)/python scripts/screenshots.py $(T)

# --- make -------------------------------------------------------------------------------------------------------

wheel: setup assets  ## build the package into dist/
	@$(BIN)/python -m build --no-isolation --outdir dist .

release: setup assets  ## build all of a release into dist/ and check it; T=--publish sends it to the index
	@$(BIN)/python scripts/release.py $(T)

lock: ## pin dependencies anew, in requirements/*.lock and package-lock.json; T=--upgrade takes newer ones
	@PYTHON="$(PYTHON)" scripts/lock.sh $(T)
	@npm install --package-lock-only --ignore-scripts --loglevel=error

clean:  ## remove everything that make made
	rm -rf $(VENV) .cache node_modules src/agonist/web/static/vendor docs/_build dist htmlcov test-results screenshots
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .coverage.*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- set up -----------------------------------------------------------------------------------------------------

setup: $(STAMPS)/package  ## make .venv with Agonist and everything to work on it

assets: $(ASSETS)  ## fetch what the pages use from npm

$(STAMPS)/venv:
	@scripts/need.sh "$(PYTHON)" python3 "Python 3.11 or later"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "$(PYTHON) is too old: Agonist needs Python 3.11 or later. Name another with PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || scripts/need.sh "" python3-venv "to make a virtual environment"
	@rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS) && touch $@

# The lock file is complete: nothing is resolved anew, whatever was published since, and pip check holds it to that.
$(STAMPS)/requirements: requirements/dev.lock $(STAMPS)/venv
	$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r requirements/dev.lock
	@$(BIN)/python -m pip --disable-pip-version-check check > /dev/null || $(BIN)/python -m pip check
	@touch $@

$(STAMPS)/package: pyproject.toml $(STAMPS)/requirements
	$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

node_modules/.package-lock.json: package.json package-lock.json .npmrc
	@scripts/need.sh npm "nodejs npm" "to fetch what the pages use; not needed to run an installed Agonist"
	npm ci --ignore-scripts --loglevel=error
	@touch $@

$(ASSETS): scripts/assets.py node_modules/.package-lock.json $(STAMPS)/venv
	$(BIN)/python scripts/assets.py

programs:  # that a server lives among
	@scripts/need.sh caddy caddy "to test behind Caddy"
	@scripts/need.sh "nginx /usr/sbin/nginx" nginx "to test behind nginx"
	@scripts/need.sh promtool prometheus "to check the alert rules"
	@scripts/need.sh debootstrap debootstrap "to have a bare machine to install on"

chromium:
	@scripts/need.sh "chromium chromium-browser google-chrome" chromium "for the tests that drive a browser"

.PHONY: help serve test coverage lint style format docs bench soak mutants words screenshots wheel release lock clean setup assets chromium programs

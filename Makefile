# Everything here works in a fresh clone: each target sets up what it needs in .venv and node_modules,
# and does nothing twice. `make` alone lists the targets.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
WORKERS ?= 2
T ?=

help:  ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

# --- set-up ---------------------------------------------------------------------------------------------------

setup: $(STAMPS)/package  ## make .venv with Agonist and everything to work on it

$(STAMPS)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Agonist needs Python 3.11 or later as $(PYTHON); name another with: make setup PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
	  || { echo "Python's venv is missing; on Debian or Ubuntu install it with: apt-get install python3-venv"; exit 1; }
	@rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/requirements: requirements/dev.lock $(STAMPS)/venv
	$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@touch $@

$(STAMPS)/package: pyproject.toml $(STAMPS)/requirements
	$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.PHONY: help setup

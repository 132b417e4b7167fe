#!/bin/sh
# Pins everything that pyproject.toml asks for, for every platform and Python from 3.11 on, with hashes and
# without naming where the packages come from. What a server does without is left out of the runtime's, not of
# the developers', whose environment pip must find complete. `scripts/lock.sh --upgrade` takes newer versions.
set -eu
cd "$(dirname "$0")/.."

tool=.cache/uv
[ -x "$tool/bin/uv" ] || { "${PYTHON:-python3}" -m venv "$tool"; "$tool/bin/pip" install -qq uv; }

compile() {
    "$tool/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --custom-compile-command "make lock" "$@"
}

compile pyproject.toml --excludes requirements/left-out.txt --output-file requirements/runtime.lock "$@"
compile pyproject.toml --extra postgres --excludes requirements/left-out.txt \
    --constraint requirements/runtime.lock --output-file requirements/server.lock "$@"
compile pyproject.toml --all-extras --group dev --constraint requirements/runtime.lock \
    --output-file requirements/dev.lock "$@"

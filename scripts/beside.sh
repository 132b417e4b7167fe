#!/bin/sh
# Runs checks beside a command that is watched: beside.sh "mypy src" "ruff check" -- pytest tests
# What the checks have to say is told at the end; whatever failed is named, and fails all.
set -u
said=$(mktemp -d)
started="" failed=""
trap 'kill $started 2>/dev/null; rm -rf "$said"' EXIT
trap 'exit 130' INT TERM

checks=""
while [ "$1" != -- ]; do
  # shellcheck disable=SC2086  a check is a command with its words
  nice $1 >"$said/$#" 2>&1 &
  program=${1%% *}
  started="$started $!" checks="$checks $!:$#:${program##*/}"
  shift
done
shift

"$@" || failed=" ${1##*/}"
for check in $checks; do
  rest=${check#*:}
  wait "${check%%:*}" || failed="$failed ${rest#*:}"
  cat "$said/${rest%%:*}"
done
started=""
[ -z "$failed" ] || { echo "Failed:$failed"; exit 1; }

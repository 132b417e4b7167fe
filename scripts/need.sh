#!/bin/sh
# need.sh "COMMAND …" "DEBIAN PACKAGES" WHY: makes sure that one of the commands is there. As root on Debian or
# Ubuntu it installs the packages; otherwise it says in one line what to install.
set -eu
commands=$1 packages=$2 why=$3

for command in $commands; do
    if command -v "$command" >/dev/null 2>&1; then exit 0; fi
done

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing $packages ($why) …"
    log=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086  # several packages are several words
    if apt-get update -q >"$log" 2>&1 && apt-get install -qy --no-install-recommends $packages >>"$log" 2>&1; then
        rm -f "$log"
        exit 0
    fi
    tail -n 20 "$log" >&2
    rm -f "$log"
fi
echo "Missing: $packages ($why). On Debian or Ubuntu: apt-get install $packages" >&2
exit 1

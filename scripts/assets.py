"""Copy what the pages use from node_modules into the package: `python scripts/assets.py`.

Called by make after `npm ci`. The files land in src/agonist/web/static/vendor, which git ignores and every wheel
contains, so that nobody who installs Agonist needs Node. To use something more, add it to the lists below.
"""

import hashlib
import json
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
VENDOR = ROOT / "src" / "agonist" / "web" / "static" / "vendor"

FILES = {
    "htmx.min.js": "htmx.org/dist/htmx.min.js",
    "htmx-sse.min.js": "htmx-ext-sse/dist/sse.min.js",
    "fonts/fraunces-latin.woff2": "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2",
    "fonts/fraunces-latin-ext.woff2": "@fontsource-variable/fraunces/files/fraunces-latin-ext-wght-normal.woff2",
    "fonts/fraunces-latin-italic.woff2": "@fontsource-variable/fraunces/files/fraunces-latin-wght-italic.woff2",
    "fonts/inter-latin.woff2": "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
    "fonts/inter-latin-ext.woff2": "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
}

# Tabler's outline icons, by name; each becomes icons/NAME.svg.
# fmt: off
ICONS = [
    "alert-triangle", "archive", "arrow-back-up", "arrow-right", "book", "cards", "check",
    "chevron-down", "chevron-right", "clock", "copy", "crown", "dice-5", "download", "edit", "eye",
    "eye-off", "flag", "help", "history", "home", "info-circle", "link", "lock", "lock-open", "menu-2",
    "message", "moon", "player-pause", "player-play", "plus", "qrcode", "refresh", "robot", "scale",
    "search", "settings", "shield", "shield-check", "sun", "swords", "trash", "user", "user-plus",
    "users", "wifi-off", "x",
]
# fmt: on

LICENCES = {
    "htmx.txt": "htmx.org/LICENSE",
    "htmx-sse.txt": "htmx-ext-sse/LICENSE",
    "fraunces.txt": "@fontsource-variable/fraunces/LICENSE",
    "inter.txt": "@fontsource-variable/inter/LICENSE",
    "tabler-icons.txt": "@tabler/icons/LICENSE",
}


def wanted() -> dict[str, str]:
    icons = {f"icons/{name}.svg": f"@tabler/icons/icons/outline/{name}.svg" for name in ICONS}
    licences = {f"licences/{name}": source for name, source in LICENCES.items()}
    return FILES | icons | licences


def main() -> int:
    files = wanted()
    if missing := [source for source in files.values() if not (MODULES / source).is_file()]:
        print("Not in node_modules:", *missing, sep="\n  ", file=sys.stderr)
        return 1
    shutil.rmtree(VENDOR, ignore_errors=True)
    digests = {}
    for name, source in sorted(files.items()):
        target = VENDOR / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(MODULES / source, target)
        digests[name] = hashlib.sha256(target.read_bytes()).hexdigest()
    # Written last: make takes it as the sign that all is there.
    (VENDOR / "manifest.json").write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

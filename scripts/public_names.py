"""The public names of every room: `python scripts/public_names.py` prints them, `--write` pins them.

tests/workshop/public_names.json holds the pinned ones, and a test compares: a public name comes, goes or changes on
purpose or not at all.
"""

import json
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINNED = ROOT / "tests" / "workshop" / "public_names.json"


def public_names() -> dict[str, list[str]]:
    """What each room that stands says is public, by its `__all__`."""
    rooms = sorted(path.parent.name for path in (ROOT / "src" / "agonist").glob("*/__init__.py"))
    modules = ["agonist", *(f"agonist.{room}" for room in rooms)]
    return {module: sorted(import_module(module).__all__) for module in modules}


def main(arguments: list[str]) -> int:
    text = json.dumps(public_names(), indent=2) + "\n"
    if "--write" in arguments:
        PINNED.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

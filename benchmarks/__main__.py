"""Run the benchmarks: `python -m benchmarks [--json] [NAME …]`.

Every other module of this package is a benchmark: it has a function `run()` that measures, prints a table and returns
its figures, and a docstring whose first line says what it measures. With names, only those are run; a failure of one
does not keep the others from running, but is told by the exit status. With ``--json`` the figures are printed as JSON,
those of one benchmark by themselves, those of several as one object by name, and the tables go to the error output.
"""

import json
import os
import pkgutil
import platform
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib import import_module
from types import ModuleType
from typing import Any

import benchmarks


def available() -> dict[str, ModuleType]:
    names = (info.name for info in pkgutil.iter_modules(benchmarks.__path__) if not info.name.startswith("_"))
    modules = {name: import_module(f"benchmarks.{name}") for name in sorted(names)}
    return {name: module for name, module in modules.items() if hasattr(module, "run")}


def machine() -> str:
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def measure(name: str, module: ModuleType) -> dict[str, Any] | None:
    """A benchmark's figures and how long it took; None if it failed."""
    first, _, _ = (module.__doc__ or name).strip().partition("\n")
    print(f"\n== {name}: {first}\n", flush=True)
    begun = time.perf_counter()
    try:
        figures = module.run()
    except Exception:  # noqa: BLE001  the others are still worth running
        traceback.print_exc()
        return None
    seconds = time.perf_counter() - begun
    print(f"\n   ({seconds:.1f} s)", flush=True)
    return {"measures": first, "seconds": seconds, "figures": figures}


def main(words: Sequence[str]) -> int:
    modules = available()
    wanted = [word for word in words if word != "--json"]
    if unknown := [name for name in wanted if name not in modules]:
        print(f"No benchmark {unknown[0]!r}; there are: {', '.join(modules) or 'none yet'}.", file=sys.stderr)
        return 2
    as_data = "--json" in words
    with redirect_stdout(sys.stderr if as_data else sys.stdout):
        print(machine())
        found = {name: measure(name, modules[name]) for name in wanted or modules}
    if as_data:
        alone = next(iter(found.values())) if len(found) == 1 else None
        print(
            json.dumps(
                alone["figures"] if alone else {"machine": machine(), "benchmarks": found},
                indent=1,
            )
        )
    return 0 if all(found.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

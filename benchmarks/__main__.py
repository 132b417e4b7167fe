"""Run the benchmarks: `python -m benchmarks [NAME …]`.

Every other module of this package is a benchmark: it has a function `run()` that measures and prints a table, and a
docstring whose first line says what it measures. With names, only those are run; a failure of one does not keep the
others from running, but is told by the exit status.
"""

import os
import pkgutil
import platform
import sys
import time
import traceback
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

import benchmarks


def available() -> dict[str, ModuleType]:
    names = (info.name for info in pkgutil.iter_modules(benchmarks.__path__) if not info.name.startswith("_"))
    modules = {name: import_module(f"benchmarks.{name}") for name in sorted(names)}
    return {name: module for name, module in modules.items() if hasattr(module, "run")}


def machine() -> str:
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def measure(name: str, module: ModuleType) -> bool:
    first, _, _ = (module.__doc__ or name).strip().partition("\n")
    print(f"\n== {name}: {first}\n", flush=True)
    begun = time.perf_counter()
    try:
        module.run()
    except Exception:  # noqa: BLE001  the others are still worth running
        traceback.print_exc()
        return False
    print(f"\n   ({time.perf_counter() - begun:.1f} s)", flush=True)
    return True


def main(wanted: Sequence[str]) -> int:
    modules = available()
    if unknown := [name for name in wanted if name not in modules]:
        print(f"No benchmark {unknown[0]!r}; there are: {', '.join(modules) or 'none yet'}.", file=sys.stderr)
        return 2
    print(machine())
    passed = [measure(name, modules[name]) for name in wanted or modules]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The repository is the same for everybody: pinned, without addresses of registries or paths of one machine."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workshop.house import PACKAGE, ROOT, project, tracked

LOCKS = sorted((ROOT / "requirements").glob("*.lock"))

# Whatever a registry is called: where a lock file or a script would have written its address.
REGISTRY = re.compile(
    r'"resolved" *:|https?://[^\s"\'<>]*(?:/simple/?|/packages/|\.whl|\.tgz)'
    r"|--(?:(?:extra-)?index|find)-(?:url|links)[ =]"
)
MACHINE = re.compile(r"(?<![\w.*:/-])/(?:work|root|opt)/\w")


def pins(lock: Path) -> dict[str, set[str]]:
    """Package names and the versions a lock file pins; several where they differ by platform."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(
        r"^([A-Za-z0-9._-]+)==(\S+)", lock.read_text(encoding="utf-8"), re.MULTILINE
    ):
        found.setdefault(normal(name), set()).add(version)
    return found


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def asked(requirements: object) -> set[str]:
    assert isinstance(requirements, list)
    return {normal(re.match(r"[A-Za-z0-9._-]+", line)[0]) for line in requirements}  # type: ignore[index]


@pytest.mark.parametrize("kind", [REGISTRY, MACHINE], ids=["registry", "machine"])
def test_no_file_names_a_registry_or_a_machines_path(kind: re.Pattern[str]) -> None:
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [
            f"{path.relative_to(ROOT)}:{line}"
            for line, content in enumerate(text.splitlines(), 1)
            if kind.search(content)
        ]
    assert found == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_everything_in_a_lock_file_is_pinned_with_hashes(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    blocks = re.split(
        r"^(?=[A-Za-z0-9])", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE), flags=re.MULTILINE
    )
    loose = [
        block for block in blocks if block.strip() and not re.match(r"\S+==\S+.*\\\n\s+--hash=sha256:", block)
    ]
    assert loose == []


def test_the_lock_files_hold_what_the_project_asks_for() -> None:
    """If this fails: make lock."""
    table = project()["project"]
    extras = table["optional-dependencies"]
    assert isinstance(extras, dict)
    wanted = asked(table["dependencies"])
    runtime, dev = pins(ROOT / "requirements" / "runtime.lock"), pins(ROOT / "requirements" / "dev.lock")
    assert wanted - set(runtime) == set()
    for more in (*extras.values(), project()["dependency-groups"]["dev"]):
        wanted |= asked(more)
    assert wanted - set(dev) == set()
    assert {name: versions for name, versions in runtime.items() if dev.get(name) != versions} == {}


def test_the_npm_lock_file_has_hashes_and_no_addresses() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    installed = {name: entry for name, entry in packages.items() if name}
    assert installed
    assert [name for name, entry in installed.items() if "resolved" in entry] == []
    assert [
        name for name, entry in installed.items() if not entry.get("integrity", "").startswith("sha512-")
    ] == []


def test_continuous_integration_runs_the_tests_everybody_runs() -> None:
    run = ROOT / ".ci" / "run"
    assert os.access(run, os.X_OK)
    commands = [line for line in run.read_text().splitlines() if line and not line.startswith("#")]
    assert commands[-1] == "exec make test"
    assert [line for line in commands[:-1] if not re.match(r"set -|cd ", line)] == []


def test_make_test_checks_style_types_and_everything_else() -> None:
    told = subprocess.run(
        ["make", "--dry-run", "--always-make", "test"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    for step in ("ruff check", "ruff format", "--check", "mypy", "sphinx-build", "-W", "pytest"):
        assert step in told


def test_the_version_stands_in_one_place() -> None:
    version = project()["project"]["version"]
    assert isinstance(version, str)
    mentions = [
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.suffix in {".py", ".toml", ".cfg", ".json"} and path.name != "package-lock.json"
        if re.search(rf"[\"']{re.escape(version)}[\"']", path.read_text(encoding="utf-8"))
    ]
    assert mentions == ["pyproject.toml"]


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; before = set(sys.modules); {statement}; print(*(set(sys.modules) - before))"
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(told.stdout.split())


def test_importing_the_package_costs_nothing() -> None:
    assert loaded_by("import agonist") == {"agonist"}


@pytest.mark.skipif(not (PACKAGE / "cli" / "__init__.py").exists(), reason="the command is not there yet")
def test_the_command_starts_without_heavy_imports() -> None:
    """A question at the table is answered at once: what is heavy is imported when it is needed."""
    heavy = {
        "altair",
        "dask",
        "distributed",
        "litestar",
        "numpy",
        "pyarrow",
        "sqlalchemy",
        "uvicorn",
    }
    assert loaded_by("import agonist.cli") & heavy == set()
